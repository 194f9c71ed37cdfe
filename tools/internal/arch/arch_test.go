package arch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/trefoil-go/trefoil/tools/internal/arch"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// The comment of a fixture is all that the check says about it: nothing for
// base, one broken rule and what follows from it for every other.
func TestCheck(t *testing.T) {
	fixtures, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(fixtures) < 2 {
		t.Fatalf("fixtures: %v, %v", fixtures, err)
	}
	for _, fixture := range fixtures {
		t.Run(strings.TrimSuffix(filepath.Base(fixture), ".txtar"), func(t *testing.T) {
			t.Parallel()
			if got, want := check(t, fixture); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func check(t *testing.T, fixture string) (got, want string) {
	t.Helper()
	root := t.TempDir()
	unpack(t, root, "testdata/base.txtar")
	want = unpack(t, root, fixture)
	repo, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := arch.Load(t.Context(), repo)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, violation := range arch.Check(tree) {
		lines = append(lines, violation.String())
	}
	return strings.Join(lines, "\n"), want
}

func unpack(t *testing.T, root, fixture string) (comment string) {
	t.Helper()
	archive, err := txtar.ParseFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archive.Files {
		name := filepath.Join(root, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, file.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return strings.TrimSpace(string(archive.Comment))
}

func TestCheckSpares(t *testing.T) {
	long := arch.File{Name: "modules/core/table.go", Generated: true, Lines: 4000, Funcs: []arch.Func{{Name: "f", Line: 1, Lines: 3000}}}
	tree := &arch.Tree{Packages: []*arch.Package{{Path: workspace.Prefix + "/modules/core", Name: "core", Files: []arch.File{long}}}}
	if found := arch.Check(tree); len(found) > 0 {
		t.Errorf("a generated file: got %v", found)
	}
}
