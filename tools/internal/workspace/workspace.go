// Package workspace knows the modules of the repository and its one version.
//
//	repo, err := workspace.Find(".")
//	for _, m := range repo.Modules { fmt.Println(m.Path, m.Dir) }
//
// Nothing about a module is written down twice: the list comes from the go.mod
// files in the tree, the membership of the workspace from go.work, the version
// from VERSION.
package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// Prefix begins the path of every module of the repository.
const Prefix = "github.com/trefoil-go/trefoil"

// Repo is one checkout of the repository.
type Repo struct {
	Root    string // absolute
	Version string // of every published module, such as "v0.1.0"
	Modules []Module
}

// Module is one module of the repository.
type Module struct {
	Path string // as it is imported
	Dir  string // relative to the root, with slashes: "modules/core"
	Used bool   // whether go.work uses it
	File *modfile.File
}

// Published reports whether the module is released: the libraries and the programs
// are, the demo and the tools are not.
func (m Module) Published() bool {
	return strings.HasPrefix(m.Dir, "modules/") || m.Program()
}

// Program reports whether the module is released to be installed, not to be imported.
func (m Module) Program() bool {
	return strings.HasPrefix(m.Dir, "apps/") && m.Dir != "apps/demo"
}

// Siblings are the paths of the modules of this repository that m requires.
func (m Module) Siblings() []string {
	var paths []string
	for _, require := range m.File.Require {
		if Ours(require.Mod.Path) {
			paths = append(paths, require.Mod.Path)
		}
	}
	return paths
}

// Ours reports whether a module path, or a text that begins with one, belongs to the
// repository.
func Ours(path string) bool { return strings.HasPrefix(path, Prefix+"/") }

// Find opens the repository that dir lies in: the nearest directory upwards
// with a go.work and a VERSION. It is fs.ErrNotExist when there is none.
func Find(dir string) (*Repo, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for !isFile(root, "go.work") || !isFile(root, "VERSION") {
		parent := filepath.Dir(root)
		if parent == root {
			return nil, fmt.Errorf("go.work and VERSION in %s or above: %w", dir, fs.ErrNotExist)
		}
		root = parent
	}
	return Open(root)
}

// Open reads the repository whose root is root.
func Open(root string) (*Repo, error) {
	version, err := readVersion(root)
	if err != nil {
		return nil, err
	}
	used, err := readWork(root)
	if err != nil {
		return nil, err
	}
	repo := &Repo{Root: root, Version: version}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && skipped(entry.Name()):
			return fs.SkipDir
		case entry.Name() != "go.mod":
			return nil
		}
		m, err := readModule(root, path)
		if err != nil {
			return err
		}
		m.Used = slices.Contains(used, m.Dir)
		repo.Modules = append(repo.Modules, m)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return repo, nil
}

// Published returns the modules that are released.
func (r *Repo) Published() []Module {
	return slices.DeleteFunc(slices.Clone(r.Modules), func(m Module) bool { return !m.Published() })
}

// Abs returns the absolute directory of m.
func (r *Repo) Abs(m Module) string { return filepath.Join(r.Root, filepath.FromSlash(m.Dir)) }

func isFile(dir, name string) bool {
	info, err := os.Stat(filepath.Join(dir, name))
	return err == nil && info.Mode().IsRegular()
}

// skipped follows the go command, which looks into none of these.
func skipped(dir string) bool {
	return dir == "testdata" || dir == "node_modules" || strings.HasPrefix(dir, ".") || strings.HasPrefix(dir, "_")
}

func readVersion(root string) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, "VERSION"))
	if err != nil {
		return "", err
	}
	version := "v" + strings.TrimSpace(string(data))
	if !semver.IsValid(version) || semver.Canonical(version) != version {
		return "", fmt.Errorf("VERSION: %q is not a version such as 1.2.3", strings.TrimSpace(string(data)))
	}
	return version, nil
}

func readWork(root string) ([]string, error) {
	name := filepath.Join(root, "go.work")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	work, err := modfile.ParseWork(name, data, nil)
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, use := range work.Use {
		dirs = append(dirs, filepath.ToSlash(filepath.Clean(use.Path)))
	}
	return dirs, nil
}

func readModule(root, name string) (Module, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Module{}, err
	}
	file, err := modfile.Parse(name, data, nil)
	if err != nil {
		return Module{}, err
	}
	if file.Module == nil {
		return Module{}, errors.New(name + ": no module line")
	}
	dir, err := filepath.Rel(root, filepath.Dir(name))
	if err != nil {
		return Module{}, err
	}
	return Module{Path: file.Module.Mod.Path, Dir: filepath.ToSlash(dir), File: file}, nil
}
