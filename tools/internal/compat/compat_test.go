package compat_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/trefoil-go/trefoil/tools/internal/compat"
	"github.com/trefoil-go/trefoil/tools/internal/modproxy"
	"github.com/trefoil-go/trefoil/tools/internal/release"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

const repository = `
-- VERSION --
1.2.3
-- LICENSE --
the licence
-- go.work --
go 1.26
use (
	./modules/core
	./modules/router
)
-- modules/core/go.mod --
module github.com/trefoil-go/trefoil/modules/core
go 1.26
-- modules/core/core.go --
package core
const Answer = 42
-- modules/router/go.mod --
module github.com/trefoil-go/trefoil/modules/router
go 1.26
require github.com/trefoil-go/trefoil/modules/core v1.2.3
replace github.com/trefoil-go/trefoil/modules/core => ../core
-- modules/router/router.go --
package router
import _ "github.com/trefoil-go/trefoil/modules/core"
const Answer = 42
`

func open(t *testing.T, archive string) *workspace.Repo {
	t.Helper()
	files, err := txtar.FS(txtar.Parse([]byte(archive)))
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.CopyFS(root, files); err != nil {
		t.Fatal(err)
	}
	git(t, root, "init", "--quiet")
	repo, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir, "-c", "user.name=Ida", "-c", "user.email=ida@example.com"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func prepare(t *testing.T, repo *workspace.Repo) map[string]*release.Package {
	t.Helper()
	packages, err := release.Prepare(t.Context(), repo)
	if err != nil {
		t.Fatal(err)
	}
	byDir := map[string]*release.Package{}
	for _, p := range packages {
		byDir[p.Dir] = p
	}
	return byDir
}

func TestBeforeIsTheHighestTagBelow(t *testing.T) {
	repo := open(t, repository)
	git(t, repo.Root, "commit", "--quiet", "--allow-empty", "--message", "all")
	packages := prepare(t, repo)
	for _, tag := range []string{"modules/core/v1.1.9", "modules/core/v1.1.10", "modules/core/v1.2.3", "modules/core/vnext", "v1.2.0"} {
		git(t, repo.Root, "tag", tag)
	}

	for dir, want := range map[string]string{"modules/core": "v1.1.10", "modules/router": ""} {
		if got, err := compat.Before(t.Context(), repo, packages[dir]); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", dir, got, err, want)
		}
	}
}

func TestCompareRefusesANumberThatDoesNotFit(t *testing.T) {
	gorelease, env := program(t), environment(t)
	for name, c := range map[string]struct{ dir, constants, want string }{
		"a constant that is gone":        {"modules/core", "const Other = 42", "Answer: removed"},
		"nothing that users see":         {"modules/core", "const Answer = 42", ""},
		"a constant too many":            {"modules/core", "const Answer = 42\nconst More = 43", "v1.2.4 is not a valid semantic version for this release"},
		"a module that requires another": {"modules/router", "const Answer = 42", ""},
	} {
		t.Run(name, func(t *testing.T) {
			packages := prepare(t, open(t, strings.NewReplacer("1.2.3", "1.2.4", "const Answer = 42", c.constants).Replace(repository)))

			said, err := compat.Compare(t.Context(), gorelease, env, packages[c.dir], slices.Collect(maps.Values(packages)), "v1.2.3")

			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %q, %v, want %q", said, err, c.want)
			}
		})
	}
}

func TestCompareCanBeRepeated(t *testing.T) {
	gorelease, env := program(t), environment(t)
	packages := prepare(t, open(t, strings.ReplaceAll(repository, "1.2.3", "1.2.4")))

	for _, dir := range []string{"modules/router", "modules/core"} { // what the first requires must not be taken for published
		if said, err := compat.Compare(t.Context(), gorelease, env, packages[dir], slices.Collect(maps.Values(packages)), "v1.2.3"); err != nil {
			t.Errorf("%s: got %q, %v", dir, said, err)
		}
	}
}

// program is the file of gorelease.
func program(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "gorelease")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", file, "golang.org/x/exp/cmd/gorelease").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// environment is one in which the go command finds version 1.2.3, and before it what the
// machine has downloaded.
func environment(t *testing.T) func(proxy string) []string {
	t.Helper()
	earlier, cache := t.TempDir(), t.TempDir()
	if err := modproxy.Write(earlier, slices.Collect(maps.Values(prepare(t, open(t, repository))))); err != nil {
		t.Fatal(err)
	}
	url := func(dir string) string { return "file://" + filepath.ToSlash(dir) }
	return func(proxy string) []string {
		return append(os.Environ(), "GOPROXY="+strings.Join([]string{url(proxy), url(filepath.Join(cache, "cache", "download")), url(earlier)}, ","), "GOMODCACHE="+cache,
			"GOFLAGS=-modcacherw", "GOWORK=off", "GOSUMDB=off", "GOPRIVATE=", "GONOPROXY=none", "GOTOOLCHAIN=local")
	}
}
