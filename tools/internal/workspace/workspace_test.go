package workspace_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

const consistent = `
-- VERSION --
1.2.3
-- go.work --
go 1.26
use (
	./apps/demo
	./apps/shop
	./modules/core
	./modules/router
)
-- modules/core/go.mod --
module github.com/trefoil-go/trefoil/modules/core
go 1.26
-- modules/core/testdata/go.mod --
module example.com/hidden
-- modules/router/go.mod --
module github.com/trefoil-go/trefoil/modules/router
go 1.26
require github.com/trefoil-go/trefoil/modules/core v1.2.3
replace github.com/trefoil-go/trefoil/modules/core => ../core
-- apps/demo/go.mod --
module github.com/trefoil-go/trefoil/apps/demo
go 1.26
-- apps/shop/go.mod --
module github.com/trefoil-go/trefoil/apps/shop
go 1.26
-- tools/go.mod --
module github.com/trefoil-go/trefoil/tools
go 1.26
`

func open(t *testing.T, archive string) (*workspace.Repo, error) {
	t.Helper()
	files, err := txtar.FS(txtar.Parse([]byte(archive)))
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.CopyFS(root, files); err != nil {
		t.Fatal(err)
	}
	return workspace.Open(root)
}

func TestOpen(t *testing.T) {
	repo, err := open(t, consistent)
	if err != nil {
		t.Fatal(err)
	}
	if repo.Version != "v1.2.3" {
		t.Errorf("version %s", repo.Version)
	}
	var all, published []string
	for _, m := range repo.Modules {
		all = append(all, m.Dir)
	}
	for _, m := range repo.Published() {
		published = append(published, m.Dir)
	}
	if want := []string{"apps/demo", "apps/shop", "modules/core", "modules/router", "tools"}; !slices.Equal(all, want) {
		t.Errorf("modules %v, want %v", all, want)
	}
	if want := []string{"apps/shop", "modules/core", "modules/router"}; !slices.Equal(published, want) {
		t.Errorf("published %v, want %v", published, want)
	}
}

func TestFind(t *testing.T) {
	repo, err := open(t, consistent)
	if err != nil {
		t.Fatal(err)
	}
	found, err := workspace.Find(filepath.Join(repo.Root, "modules", "core"))
	if err != nil || found.Root != repo.Root {
		t.Errorf("got %v, %v", found, err)
	}
	if _, err := workspace.Find(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("outside of a repository: %v", err)
	}
}

func TestOpenRefusesAVersionThatIsNone(t *testing.T) {
	for _, version := range []string{"v1.2.3", "1.2", "next", ""} {
		_, err := open(t, strings.Replace(consistent, "1.2.3\n-- go.work", version+"\n-- go.work", 1))
		if err == nil || !strings.Contains(err.Error(), "VERSION") {
			t.Errorf("%q: got %v", version, err)
		}
	}
}

func TestCheck(t *testing.T) {
	tests := map[string]struct{ old, new, want string }{
		"consistent":       {"", "", ""},
		"stale sibling":    {"modules/core v1.2.3", "modules/core v1.2.2", "modules/router/go.mod: requires"},
		"missing replace":  {"replace github.com/trefoil-go/trefoil/modules/core => ../core", "", "modules/router/go.mod: no replace for"},
		"wrong replace":    {"=> ../core", "=> ../kernel", "modules/router/go.mod: replaces"},
		"foreign replace":  {"=> ../core", "=> ../core\nreplace example.com/x => ../x", "consumers would ignore it"},
		"without consumer": {"trefoil/tools\n", "trefoil/tools\nreplace example.com/x => ../x\n", ""},
		"unused module":    {"\t./modules/router\n", "", "use of ./modules/router is false"},
		"used tools":       {"\t./modules/router\n", "\t./modules/router\n\t./tools\n", "use of ./tools is true"},
		"path and the dir": {"trefoil/apps/demo", "trefoil/demo", "apps/demo/go.mod: the module path is"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			repo, err := open(t, strings.Replace(consistent, test.old, test.new, 1))
			if err != nil {
				t.Fatal(err)
			}
			wrong := repo.Check()
			if test.want == "" {
				if len(wrong) != 0 {
					t.Errorf("got %q", wrong)
				}
				return
			}
			if len(wrong) != 1 || !strings.Contains(wrong[0], test.want) {
				t.Errorf("got %q, want one with %q", wrong, test.want)
			}
		})
	}
}
