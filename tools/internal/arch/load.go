package arch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// Load reads every package of repo through go list: the modules that go.work
// uses in the workspace, every other one outside it. A package that does not
// compile is still read as far as possible and carries the reason in Err.
func Load(ctx context.Context, repo *workspace.Repo) (*Tree, error) {
	tree := &Tree{Graph: map[string][]string{}}
	for _, m := range repo.Modules {
		goWork := "GOWORK=off"
		if m.Used {
			goWork = "GOWORK=" + filepath.Join(repo.Root, "go.work")
		}
		listed, err := list(ctx, repo.Abs(m), goWork)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", m.Dir, err)
		}
		for _, p := range listed {
			if err := tree.add(repo, m, p); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(tree.Packages, func(a, b *Package) int { return cmp.Compare(a.Path, b.Path) })
	return tree, nil
}

// listed is the part of go list's answer that is used here.
type listed struct {
	Dir, ImportPath, Name string
	DepOnly               bool
	Module                *struct{ Path string }
	Imports               []string
	Error                 *struct{ Err string }
	DepsErrors            []struct{ Err string }

	GoFiles, CgoFiles, IgnoredGoFiles, TestGoFiles, XTestGoFiles []string
}

func list(ctx context.Context, dir, goWork string) ([]listed, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-e", "-deps", "-json", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), goWork)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	var all []listed
	for decoder := json.NewDecoder(&stdout); ; {
		var one listed
		switch err := decoder.Decode(&one); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, one)
	}
}

func (t *Tree) add(repo *workspace.Repo, m workspace.Module, p listed) error {
	t.Graph[p.ImportPath] = p.Imports
	if p.DepOnly || p.Module == nil || p.Module.Path != m.Path {
		return nil
	}
	pkg := &Package{Path: p.ImportPath, Name: p.Name, Module: m.Path}
	switch {
	case p.Error != nil:
		pkg.Err = reason(p.Error.Err)
	case len(p.DepsErrors) > 0:
		pkg.Err = reason(p.DepsErrors[0].Err)
	}
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.IgnoredGoFiles, p.TestGoFiles, p.XTestGoFiles) {
		file, err := readFile(repo.Root, filepath.Join(p.Dir, name))
		if err != nil {
			return err
		}
		pkg.Files = append(pkg.Files, file)
	}
	t.Packages = append(t.Packages, pkg)
	return nil
}

// reason drops what the go command suggests: it differs from place to place.
func reason(s string) string {
	s, _, _ = strings.Cut(s, "; to add it:")
	return strings.Join(strings.Fields(s), " ")
}
