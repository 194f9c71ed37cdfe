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

// Load reads every package of repo through go list: those of the workspace in
// one call, those of every other module in one call each. A package that does
// not compile is still read as far as possible and carries the reason in Err.
func Load(ctx context.Context, repo *workspace.Repo) (*Tree, error) {
	tree := &Tree{Graph: map[string][]string{}}
	for _, m := range repo.Modules {
		if m.Used {
			continue
		}
		if err := tree.load(ctx, repo, repo.Abs(m), "off", "./..."); err != nil {
			return nil, fmt.Errorf("list %s: %w", m.Dir, err)
		}
	}
	// The workspace comes last: where modules use different versions of a library,
	// Graph has the imports of the one that the workspace uses.
	if err := tree.load(ctx, repo, repo.Root, filepath.Join(repo.Root, "go.work"), "work"); err != nil {
		return nil, fmt.Errorf("list the workspace: %w", err)
	}
	slices.SortFunc(tree.Packages, func(a, b *Package) int { return cmp.Compare(a.Path, b.Path) })
	return tree, nil
}

// load adds what go list says in dir about the packages of a pattern.
func (t *Tree) load(ctx context.Context, repo *workspace.Repo, dir, goWork, pattern string) error {
	all, err := list(ctx, dir, goWork, pattern)
	if err != nil {
		return err
	}
	for _, p := range all {
		if err := t.add(repo, p); err != nil {
			return err
		}
	}
	return nil
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

// fields names the fields of listed. Without it, go list also computes whether
// each package is compiled already, which is most of its work.
const fields = "Dir,ImportPath,Name,DepOnly,Module,Imports,Error,DepsErrors," +
	"GoFiles,CgoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles"

func list(ctx context.Context, dir, goWork, pattern string) ([]listed, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-e", "-deps", "-json="+fields, pattern)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK="+goWork)
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

func (t *Tree) add(repo *workspace.Repo, p listed) error {
	t.Graph[p.ImportPath] = p.Imports
	ofModule := func(m workspace.Module) bool { return m.Path == p.Module.Path }
	if p.DepOnly || p.Module == nil || !slices.ContainsFunc(repo.Modules, ofModule) {
		return nil
	}
	pkg := &Package{Path: p.ImportPath, Name: p.Name, Module: p.Module.Path}
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
