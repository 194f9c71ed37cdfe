package modproxy_test

import (
	"archive/zip"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/trefoil-go/trefoil/tools/internal/modproxy"
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
	./modules/core
	./modules/router
	./modules/router/routerfx
)
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

func publish(t *testing.T) (dir string) {
	t.Helper()
	files, err := txtar.FS(txtar.Parse([]byte(repository)))
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.CopyFS(root, files); err != nil {
		t.Fatal(err)
	}
	run(t, root, "git", "init", "--quiet")
	run(t, root, "git", "add", "modules/router/tracked.go", "modules/router/deleted.go")
	if err := os.Remove(filepath.Join(root, "modules/router/deleted.go")); err != nil {
		t.Fatal(err)
	}
	repo, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := modproxy.Write(t.Context(), dir, repo, repo.Published()); err != nil {
		t.Fatal(err)
	}
	return dir
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

func TestWriteZips(t *testing.T) {
	dir := publish(t)
	const prefix = "github.com/trefoil-go/trefoil/modules/"
	tests := map[string][]string{
		"core":            {"LICENSE", "core.go", "go.mod"},
		"router":          {"LICENSE", "go.mod", "router.go", "tracked.go"},
		"router/routerfx": {"LICENSE", "go.mod", "routerfx.go"},
	}
	for name, want := range tests {
		archive, err := zip.OpenReader(filepath.Join(dir, prefix, name, "@v", "v1.2.3.zip"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, file := range archive.File {
			got = append(got, strings.TrimPrefix(file.Name, prefix+name+"@v1.2.3/"))
		}
		archive.Close()
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

func TestWriteTakesTheLicenceOfTheModule(t *testing.T) {
	dir := publish(t)
	for name, want := range map[string]string{"core": "a licence of its own", "router": "the licence of the repository"} {
		archive, err := zip.OpenReader(filepath.Join(dir, workspace.Prefix, "modules", name, "@v", "v1.2.3.zip"))
		if err != nil {
			t.Fatal(err)
		}
		defer archive.Close()
		got, err := fs.ReadFile(archive, workspace.Prefix+"/modules/"+name+"@v1.2.3/LICENSE")
		if err != nil || strings.TrimSpace(string(got)) != want {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

// The proxy is what the go command takes for one.
func TestWriteServesTheGoCommand(t *testing.T) {
	dir := publish(t)
	consumer := t.TempDir()
	source := "package main\n\nimport \"" + workspace.Prefix + "/modules/router\"\n\nfunc main() { println(router.Answer) }\n"
	if err := os.WriteFile(filepath.Join(consumer, "main.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{
		"GOPROXY":    "file://" + filepath.ToSlash(dir),
		"GOMODCACHE": t.TempDir(),
		"GOFLAGS":    "-mod=mod -modcacherw",
		"GOWORK":     "off",
		"GOSUMDB":    "off",
	} {
		t.Setenv(key, value)
	}
	run(t, consumer, "go", "mod", "init", "example.com/consumer")
	run(t, consumer, "go", "get", workspace.Prefix+"/modules/router@latest")

	if got := run(t, consumer, "go", "run", "."); got != "42\n" {
		t.Errorf("got %q", got)
	}
}
