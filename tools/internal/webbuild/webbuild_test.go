package webbuild_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/trefoil-go/trefoil/tools/internal/webbuild"
)

const repository = "../../.."

// files are the names of everything that is built.
func names(files webbuild.Files) []string {
	var list []string
	for name := range files {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// built is what the repository gives. It is built once, when it is needed.
var built = sync.OnceValues(func() (webbuild.Files, error) { return webbuild.BuildQuickly(repository) })

// must returns the result of a build.
func must(t *testing.T, build func() (webbuild.Files, error)) webbuild.Files {
	t.Helper()
	files, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// checkout copies the sources of the front end to a new place.
func checkout(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, folder := range []string{"modules/viewer/ui", "modules/viewer/htmlrender"} {
		if err := os.CopyFS(filepath.Join(root, folder), os.DirFS(filepath.Join(repository, folder))); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestBuildDoesNotDependOnThePlace(t *testing.T) {
	here := must(t, built)
	there := must(t, func() (webbuild.Files, error) { return webbuild.BuildQuickly(checkout(t)) })
	if !slices.Equal(names(here), names(there)) {
		t.Fatalf("got %v and %v", names(here), names(there))
	}
	for name := range here {
		if !bytes.Equal(here[name], there[name]) {
			t.Errorf("%s differs from place to place", name)
		}
	}
}

// A comment right above the clause would be a sentence of the package's documentation.
func TestTemplatesSayNothingAboutTheirPackage(t *testing.T) {
	for name, text := range must(t, built) {
		if !strings.HasSuffix(name, "_templ.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		if file.Doc != nil {
			t.Errorf("%s: the documentation of its package has %q", name, file.Doc.Text())
		}
	}
}

// Each component of a page would look for children, and each list of classes be a map.
func TestTemplatesDoNoWorkThatNobodyNeeds(t *testing.T) {
	searches := 0
	for name, text := range must(t, built) {
		if !strings.HasSuffix(name, "_templ.go") {
			continue
		}
		searches += bytes.Count(text, []byte("templ.GetChildren("))
		for _, costly := range []string{"templ.JoinStringErrs(", "templ.CSSClasses(", "templ.RenderCSSItems("} {
			if bytes.Contains(text, []byte(costly)) {
				t.Errorf("%s calls %s", name, costly)
			}
		}
	}
	if searches != 1 { // section is the only component that has children
		t.Errorf("%d components look for children", searches)
	}
}

func TestStaleFindsWhatDiffers(t *testing.T) {
	root := checkout(t)
	files := must(t, built)
	if err := webbuild.Write(root, files); err != nil {
		t.Fatal(err)
	}
	sheet, orphan := filepath.Join(root, "modules/viewer/ui/dist/reference.css"), filepath.Join(root, "modules/viewer/ui/dist/old.js")
	for _, name := range []string{sheet, orphan} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(root, "modules/viewer/ui/dist/theme.js")); err != nil {
		t.Fatal(err)
	}

	stale, err := webbuild.Stale(root, files)

	want := []string{"modules/viewer/ui/dist/old.js", "modules/viewer/ui/dist/reference.css", "modules/viewer/ui/dist/theme.js"}
	if err != nil || !slices.Equal(stale, want) {
		t.Errorf("got %v, %v, want %v", stale, err, want)
	}
	if err := webbuild.Write(root, files); err != nil {
		t.Fatal(err)
	}
	if stale, err := webbuild.Stale(root, files); err != nil || len(stale) > 0 {
		t.Errorf("after writing: got %v, %v", stale, err)
	}
}

func TestBuildReportsWhereASourceIsWrong(t *testing.T) {
	root := checkout(t)
	name := filepath.Join(root, "modules/viewer/ui/copy/copy.ts")
	if err := os.WriteFile(name, []byte("export const = 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := webbuild.Build(root)
	if err == nil || !bytes.Contains([]byte(err.Error()), []byte("copy/copy.ts:1:13")) {
		t.Errorf("got %v, want the place of the error", err)
	}
}
