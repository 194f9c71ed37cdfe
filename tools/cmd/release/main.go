// Command release makes a version of all published modules, at the number in VERSION.
//
//	release -set 0.2.0       # VERSION, go.mod files and CHANGELOG.md: commit them
//	release -dry-run         # everything but the tags, as CI does
//	release                  # the tags as well, signed; nothing is pushed
//
// It makes the modules as their tags hold them, without replace lines, and serves them to
// the go command from a directory. From there each module is imported, each program is
// installed, and each command of the documents is typed. The programs of two clones have
// to be the same, and CHANGELOG.md has to have its form. Where there is an earlier version
// of a module, gorelease says whether the new number fits. -o keeps what was made: the
// module proxy, the programs, and what these are built of in the JSON of CycloneDX.
//
// The work tree and the branch stay as they are: the tags name a commit of their own.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/tools/internal/changelog"
	"github.com/trefoil-go/trefoil/tools/internal/compat"
	"github.com/trefoil-go/trefoil/tools/internal/consumer"
	"github.com/trefoil-go/trefoil/tools/internal/modproxy"
	"github.com/trefoil-go/trefoil/tools/internal/release"
	"github.com/trefoil-go/trefoil/tools/internal/sbom"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func main() {
	var o options
	flag.StringVar(&o.set, "set", "", "make `VERSION` the next one and stop")
	flag.BoolVar(&o.dryRun, "dry-run", false, "make no tags")
	flag.BoolVar(&o.sign, "sign", true, "sign the tags")
	flag.StringVar(&o.out, "o", "", "keep what was made in `DIR`")
	flag.Parse()
	if err := o.run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

type options struct {
	set, out     string
	dryRun, sign bool
}

func (o *options) run(ctx context.Context) error {
	repo, err := workspace.Find(".")
	if err != nil {
		return err
	}
	if o.set != "" {
		return release.Set(repo, o.set, time.Now())
	}
	if err := o.log(repo); err != nil {
		return err
	}
	packages, err := release.Prepare(ctx, repo)
	if err != nil {
		return err
	}
	if err := o.check(ctx, repo, packages); err != nil || o.dryRun {
		return err
	}
	commit, err := release.Commit(ctx, repo, packages)
	if err != nil {
		return err
	}
	tags, err := release.Tag(ctx, repo, packages, commit, o.sign)
	if err != nil {
		return err
	}
	fmt.Printf("tagged %s; what is left to do:\n\n\tgit push --atomic origin %s\n", commit, strings.Join(tags, " "))
	return nil
}

// log checks CHANGELOG.md. Its words for modules are the directories below modules and
// apps.
func (o *options) log(repo *workspace.Repo) error {
	text, err := os.ReadFile(filepath.Join(repo.Root, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	names := []string{"docs", "tools"}
	for _, m := range repo.Modules {
		names = append(names, path.Base(m.Dir))
	}
	log, wrong := changelog.Parse(string(text), names)
	if !o.dryRun {
		wrong = append(wrong, log.Releases(strings.TrimPrefix(repo.Version, "v"))...)
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "\n"))
	}
	return nil
}

func (o *options) check(ctx context.Context, repo *workspace.Repo, packages []*release.Package) error {
	scratch, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	used, err := use(ctx, repo, packages, scratch)
	if err != nil {
		return err
	}
	if err := release.Same(ctx, repo, scratch); err != nil {
		return err
	}
	fmt.Println("two clones build the same programs")
	if err := compare(ctx, repo, packages, scratch); err != nil {
		return err
	}
	return keep(cmp.Or(o.out, filepath.Join(scratch, "kept")), packages, used.Programs())
}

// use does what users do with a release.
func use(ctx context.Context, repo *workspace.Repo, packages []*release.Package, scratch string) (*consumer.Lab, error) {
	lab, err := consumer.NewLab(ctx, repo, packages, scratch)
	if err != nil {
		return nil, err
	}
	ok, err := lab.Check(ctx, os.Stdout, nil, false)
	if err == nil && !ok {
		err = errors.New("what users do with a release fails: make consumer-check ARGS=NAME repeats one")
	}
	return lab, err
}

// compare compares each module with its earlier version. gorelease is built when there
// is one.
func compare(ctx context.Context, repo *workspace.Repo, packages []*release.Package, scratch string) error {
	env, err := consumer.Environment(ctx)
	if err != nil {
		return err
	}
	gorelease := filepath.Join(scratch, "gorelease")
	for _, p := range packages {
		base, err := compat.Before(ctx, repo, p)
		if err != nil {
			return err
		}
		if base == "" {
			fmt.Printf("%s: no tag names an earlier version\n", p.Path)
			continue
		}
		if _, err := os.Stat(gorelease); err != nil {
			build := exec.CommandContext(ctx, "go", "build", "-o", gorelease, "golang.org/x/exp/cmd/gorelease")
			build.Dir, build.Env = filepath.Join(repo.Root, "tools"), append(os.Environ(), "GOWORK=off")
			if out, err := build.CombinedOutput(); err != nil {
				return fmt.Errorf("build gorelease: %w\n%s", err, out)
			}
		}
		said, err := compat.Compare(ctx, gorelease, env, p, packages, base)
		if err != nil {
			return err
		}
		fmt.Printf("%s since %s:\n%s", p.Path, base, said)
	}
	return nil
}

// keep writes the proxy, the programs, and a list of what each is built of.
func keep(out string, packages []*release.Package, programs string) error {
	if err := modproxy.Write(filepath.Join(out, "proxy"), packages); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(out, "bin"), 0o777); err != nil {
		return err
	}
	found, err := os.ReadDir(programs)
	if err != nil {
		return err
	}
	for _, program := range found {
		data, err := os.ReadFile(filepath.Join(programs, program.Name()))
		if err != nil {
			return err
		}
		kept := filepath.Join(out, "bin", program.Name())
		if err := os.WriteFile(kept, data, 0o777); err != nil {
			return err
		}
		if err := list(kept); err != nil {
			return err
		}
	}
	return nil
}

func list(program string) error {
	f, err := os.Create(program + ".cdx.json")
	if err != nil {
		return err
	}
	return errors.Join(sbom.Write(f, program), f.Close())
}
