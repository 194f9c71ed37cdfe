package release_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/txtar"

	"github.com/trefoil-go/trefoil/tools/internal/modproxy"
	"github.com/trefoil-go/trefoil/tools/internal/release"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

const repository = `
-- VERSION --
1.2.3
-- LICENSE --
the licence of the repository
-- .gitignore --
*.out
-- go.work --
go 1.26
use (
	./apps/shop
	./modules/core
	./modules/router
	./modules/router/routerfx
)
-- apps/shop/go.mod --
module github.com/trefoil-go/trefoil/apps/shop
go 1.26
require (
	github.com/trefoil-go/trefoil/modules/router v1.2.3
	github.com/trefoil-go/trefoil/modules/core v1.2.3 // indirect
)
replace (
	github.com/trefoil-go/trefoil/modules/core => ../../modules/core
	github.com/trefoil-go/trefoil/modules/router => ../../modules/router
)
-- apps/shop/main.go --
package main
import "github.com/trefoil-go/trefoil/modules/router"
func main() { println(router.Answer) }
-- modules/core/go.mod --
module github.com/trefoil-go/trefoil/modules/core
go 1.26
-- modules/core/LICENSE --
a licence of its own
-- modules/core/core.go --
package core
// Answer is what a consumer can only see in the zip.
const Answer = 42
-- modules/router/go.mod --
module github.com/trefoil-go/trefoil/modules/router
go 1.26
require github.com/trefoil-go/trefoil/modules/core v1.2.3
replace github.com/trefoil-go/trefoil/modules/core => ../core
-- modules/router/router.go --
package router
import "github.com/trefoil-go/trefoil/modules/core"
const Answer = core.Answer
-- modules/router/cover.out --
ignored
-- modules/router/tracked.go --
package router
-- modules/router/deleted.go --
package router
-- modules/router/routerfx/go.mod --
module github.com/trefoil-go/trefoil/modules/router/routerfx
go 1.26
-- modules/router/routerfx/routerfx.go --
package routerfx
`

// open makes a repository of git with one commit of an archive.
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
	for _, name := range []string{"GIT_AUTHOR", "GIT_COMMITTER"} {
		t.Setenv(name+"_NAME", "Ida")
		t.Setenv(name+"_EMAIL", "ida@example.com")
	}
	run(t, root, "git", "init", "--quiet", "--initial-branch=main")
	run(t, root, "git", "add", "--all")
	run(t, root, "git", "commit", "--quiet", "--message", "all")
	repo, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
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

func TestAZipHoldsWhatGitTracksOrWould(t *testing.T) {
	repo := open(t, repository)
	if err := os.Remove(filepath.Join(repo.Root, "modules/router/deleted.go")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(repo.Root, "modules/router/new.go"), []byte("package router\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	packages := prepare(t, repo)
	for dir, want := range map[string][]string{
		"apps/shop":               {"LICENSE", "go.mod", "go.sum", "main.go"},
		"modules/core":            {"LICENSE", "core.go", "go.mod"},
		"modules/router":          {"LICENSE", "go.mod", "go.sum", "new.go", "router.go", "tracked.go"},
		"modules/router/routerfx": {"LICENSE", "go.mod", "routerfx.go"},
	} {
		p := packages[dir]
		archive, err := zip.NewReader(bytes.NewReader(p.Zip), int64(len(p.Zip)))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, file := range archive.File {
			got = append(got, strings.TrimPrefix(file.Name, p.Path+"@v1.2.3/"))
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", dir, got, want)
		}
	}
}

func TestAZipHasTheLicenceOfItsModuleOrOfTheRepository(t *testing.T) {
	packages := prepare(t, open(t, repository))
	for dir, want := range map[string]string{"modules/core": "a licence of its own", "modules/router": "the licence of the repository"} {
		p := packages[dir]
		archive, err := zip.NewReader(bytes.NewReader(p.Zip), int64(len(p.Zip)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := fs.ReadFile(archive, p.Path+"@v1.2.3/LICENSE")
		if err != nil || strings.TrimSpace(string(got)) != want {
			t.Errorf("%s: got %q, %v", dir, got, err)
		}
	}
}

func TestNoModuleWithoutALicence(t *testing.T) {
	repo := open(t, strings.Replace(repository, "-- LICENSE --\nthe licence of the repository\n", "", 1))

	_, err := release.Prepare(t.Context(), repo)

	if err == nil || !strings.Contains(err.Error(), "without the text of a licence") {
		t.Errorf("got %v", err)
	}
}

func TestTheGoModRequiresSiblingsAtTheVersionAndReplacesNothing(t *testing.T) {
	repo := open(t, strings.Replace(repository, "modules/core v1.2.3\nreplace", "modules/core v1.0.0\nreplace", 1))
	packages := prepare(t, repo)
	for dir, want := range map[string]int{"apps/shop": 2, "modules/core": 0, "modules/router": 1} {
		file, err := modfile.Parse("go.mod", packages[dir].GoMod, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(file.Replace) > 0 || len(file.Require) != want {
			t.Errorf("%s:\n%s", dir, packages[dir].GoMod)
		}
		for _, require := range file.Require {
			if require.Mod.Version != "v1.2.3" {
				t.Errorf("%s requires %v", dir, require.Mod)
			}
			if sum := packages[strings.TrimPrefix(require.Mod.Path, workspace.Prefix+"/")].Sum; !strings.Contains(string(packages[dir].GoSum), require.Mod.String()[:len(require.Mod.Path)]+" v1.2.3 "+sum+"\n") {
				t.Errorf("%s: go.sum lacks %s:\n%s", dir, sum, packages[dir].GoSum)
			}
		}
	}
}

func TestAReplaceOfAnotherModuleIsRefused(t *testing.T) {
	repo := open(t, strings.Replace(repository, "=> ../core", "=> ../core\nreplace example.com/x => ../x", 1))

	_, err := release.Prepare(t.Context(), repo)

	if err == nil || !strings.Contains(err.Error(), "replaces example.com/x") {
		t.Errorf("got %v", err)
	}
}

func TestModulesThatRequireEachOtherAreRefused(t *testing.T) {
	repo := open(t, strings.Replace(repository, "modules/core\ngo 1.26", "modules/core\ngo 1.26\nrequire github.com/trefoil-go/trefoil/modules/router v1.2.3", 1))

	_, err := release.Prepare(t.Context(), repo)

	if err == nil || !strings.Contains(err.Error(), "circle") {
		t.Errorf("got %v", err)
	}
}

func TestTwoClonesMakeTheSameZips(t *testing.T) {
	first := open(t, repository)
	other := filepath.Join(t.TempDir(), "another place")
	run(t, first.Root, "git", "clone", "--quiet", first.Root, other)
	second, err := workspace.Open(other)
	if err != nil {
		t.Fatal(err)
	}
	want := prepare(t, first)
	for dir, p := range prepare(t, second) {
		if !bytes.Equal(p.Zip, want[dir].Zip) {
			t.Errorf("%s: the zips differ", dir)
		}
	}
}

// goEnv makes a go command of its own: what it downloads is downloaded again.
func goEnv(t *testing.T, proxy string) {
	t.Helper()
	for key, value := range map[string]string{
		"GOPROXY": proxy, "GOMODCACHE": t.TempDir(), "GOBIN": t.TempDir(), "GOFLAGS": "-modcacherw -trimpath",
		"GOWORK": "off", "GOSUMDB": "off", "GOPRIVATE": "", "GONOPROXY": "none", "GOTOOLCHAIN": "local",
	} {
		t.Setenv(key, value)
	}
}

// What is published is what the go command installs. What is in the work tree is not.
func TestAProgramIsInstalledFromTheProxy(t *testing.T) {
	repo := open(t, repository)
	packages, err := release.Prepare(t.Context(), repo)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := modproxy.Write(dir, packages); err != nil {
		t.Fatal(err)
	}
	goEnv(t, "file://"+filepath.ToSlash(dir))

	run(t, t.TempDir(), "go", "install", workspace.Prefix+"/apps/shop@latest")

	if got := run(t, t.TempDir(), filepath.Join(os.Getenv("GOBIN"), "shop")); got != "42\n" {
		t.Errorf("got %q", got)
	}
}

// The go command makes zips of the tags by itself: they have the sums that the release
// has written into go.sum files.
func TestTheGoCommandFindsTheSamePackagesByTheirTags(t *testing.T) {
	repo := open(t, repository)
	head := run(t, repo.Root, "git", "rev-parse", "HEAD")
	packages, err := release.Prepare(t.Context(), repo)
	if err != nil {
		t.Fatal(err)
	}
	commit, err := release.Commit(t.Context(), repo, packages)
	if err != nil {
		t.Fatal(err)
	}
	tags, err := release.Tag(t.Context(), repo, packages, commit, false)
	if err != nil {
		t.Fatal(err)
	}

	if want := []string{"modules/core/v1.2.3", "modules/router/v1.2.3", "modules/router/routerfx/v1.2.3", "apps/shop/v1.2.3"}; !slices.Equal(slices.Sorted(slices.Values(tags)), slices.Sorted(slices.Values(want))) {
		t.Errorf("tags %v", tags)
	}
	if got := run(t, repo.Root, "git", "rev-parse", "HEAD") + run(t, repo.Root, "git", "status", "--porcelain"); got != head {
		t.Errorf("the branch or the work tree is another: %s", got)
	}
	again, err := release.Commit(t.Context(), repo, packages)
	if err != nil || again != commit {
		t.Errorf("another commit the second time: %s and %s, %v", commit, again, err)
	}
	if _, err := release.Tag(t.Context(), repo, packages, commit, false); err == nil || !strings.Contains(err.Error(), "a tag is never moved") {
		t.Errorf("tags twice: %v", err)
	}

	goEnv(t, "direct")
	config := filepath.Join(t.TempDir(), "gitconfig")
	if err := os.WriteFile(config, []byte("[url \"file://"+filepath.ToSlash(repo.Root)+"\"]\n\tinsteadOf = https://"+workspace.Prefix+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	t.Setenv("GIT_ALLOW_PROTOCOL", "file")
	t.Setenv("GOVCS", "*:git")
	for _, p := range packages {
		if got := run(t, t.TempDir(), "go", "mod", "download", "-json", p.Path+"@"+p.Version); !strings.Contains(got, p.Sum) || !strings.Contains(got, p.ModSum) {
			t.Errorf("%s: want %s and %s, got\n%s", p.Dir, p.Sum, p.ModSum, got)
		}
	}
}

func TestAChangedWorkTreeIsNotReleased(t *testing.T) {
	repo := open(t, repository)
	if err := os.WriteFile(filepath.Join(repo.Root, "modules/core/more.go"), []byte("package core\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	_, err := release.Commit(t.Context(), repo, nil)

	if err == nil || !strings.Contains(err.Error(), "modules/core/more.go") {
		t.Errorf("got %v", err)
	}
}
