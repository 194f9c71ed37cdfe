// Package consumer does what users of a release do: it imports each module into a
// stranger's program, looks at what was downloaded, and types the commands that the
// documents show.
//
//	lab, err := consumer.NewLab(ctx, repo, packages, scratch)
//	ok, err := lab.Check(ctx, os.Stdout, nil, false)
package consumer

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/module"

	"github.com/trefoil-go/trefoil/tools/internal/docs"
	"github.com/trefoil-go/trefoil/tools/internal/modproxy"
	"github.com/trefoil-go/trefoil/tools/internal/release"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// Consumer is one program outside the repository that imports our modules.
type Consumer struct {
	Name    string   // of its directory tools/consumer/<Name>
	Modules []string // their directories, such as "modules/core"
	Never   []string // module paths it must not download; "" means any third party
	Page    string   // the document whose commands are typed, "" for those of every consumer
}

// Report is what became of one consumer.
type Report struct {
	Output  string   // of the program
	Modules []string // downloaded zips as path@version, sorted; ours without version
}

// Lab is a place outside the repository in which consumers are tried. It is
// safe for concurrent use.
type Lab struct {
	repo     *workspace.Repo
	scratch  string
	env      []string
	offline  []string // env without a network
	sums     []byte
	commands []docs.Command // of all documents
}

// NewLab writes packages into a proxy below scratch, an existing empty directory outside
// the repository that the caller removes.
func NewLab(ctx context.Context, repo *workspace.Repo, packages []*release.Package, scratch string) (*Lab, error) {
	proxy := filepath.Join(scratch, "proxy")
	if err := modproxy.Write(proxy, packages); err != nil {
		return nil, err
	}
	var published []string
	for _, p := range packages {
		published = append(published, p.Dir)
	}
	commands, err := docs.Commands(os.DirFS(repo.Root), published)
	if err != nil {
		return nil, err
	}
	ambient, err := goEnv(ctx)
	if err != nil {
		return nil, err
	}
	sums, err := thirdPartySums(repo)
	if err != nil {
		return nil, err
	}
	return &Lab{
		repo: repo, scratch: scratch, sums: sums, commands: commands,
		env: environment(ambient, proxy), offline: offline(ambient, proxy, filepath.Join(scratch, "bin")),
	}, nil
}

// Programs is the directory that go install has filled, once the commands of documents
// were typed.
func (l *Lab) Programs() string { return filepath.Join(l.scratch, "bin") }

// Try fetches, builds, tests and runs c with a module cache of its own.
func (l *Lab) Try(ctx context.Context, c Consumer) (*Report, error) {
	dir := filepath.Join(l.scratch, c.Name)
	cache := filepath.Join(l.scratch, c.Name+"-modcache")
	if err := l.prepare(dir, c); err != nil {
		return nil, err
	}
	env := append(slices.Clone(l.env), "GOMODCACHE="+cache)
	if c.Page != "" {
		if err := typeAll(ctx, dir, env, l.of(c.Page)); err != nil {
			return nil, fmt.Errorf("consumer %s: %w", c.Name, err)
		}
	}
	r := runner{dir: dir, env: env}
	if c.Page == "" {
		r.run(ctx, "go", "mod", "init", "example.com/consumer")
		r.run(ctx, "go", append([]string{"get"}, l.versions(c)...)...)
	}
	r.run(ctx, "go", "build", "-o", "consumer", ".")
	r.run(ctx, "go", "test", ".")
	var output string
	if !slices.ContainsFunc(l.of(c.Page), func(c docs.Command) bool { return c.Serves != "" }) { // which has run it
		output = r.run(ctx, filepath.Join(dir, "consumer"))
	}
	if r.err != nil {
		return nil, fmt.Errorf("consumer %s: %w", c.Name, r.err)
	}
	modules, err := downloaded(cache)
	if err != nil {
		return nil, err
	}
	return &Report{Output: output, Modules: modules}, nil
}

// prepare gives the consumer our go.sum lines, so that third-party modules are
// held to what was reviewed here. What they do not cover the checksum database
// answers for, as for every consumer.
func (l *Lab) prepare(dir string, c Consumer) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	sources, err := filepath.Glob(filepath.Join(l.repo.Root, "tools", "consumer", c.Name, "*.go.txt"))
	if err != nil {
		return err
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(source), ".txt")
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "go.sum"), l.sums, 0o666)
}

func (l *Lab) versions(c Consumer) []string {
	var versions []string
	for _, dir := range c.Modules {
		versions = append(versions, path.Join(workspace.Prefix, dir)+"@"+l.repo.Version)
	}
	return versions
}

type runner struct {
	dir string
	env []string
	err error
}

// run does nothing after the first error.
func (r *runner) run(ctx context.Context, name string, args ...string) string {
	if r.err != nil {
		return ""
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.err = fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return string(out)
}

// downloaded reads the zips of a module cache: a module of which only the
// go.mod was read costs nothing worth mentioning.
func downloaded(cache string) ([]string, error) {
	root := filepath.Join(cache, "cache", "download")
	var modules []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".zip" {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		escaped, version, _ := strings.Cut(strings.TrimSuffix(filepath.ToSlash(relative), ".zip"), "/@v/")
		modulePath, err := module.UnescapePath(escaped)
		if err != nil {
			return err
		}
		if workspace.Ours(modulePath) {
			modules = append(modules, modulePath)
			return nil
		}
		modules = append(modules, modulePath+"@"+version)
		return nil
	})
	slices.Sort(modules)
	return modules, err
}
