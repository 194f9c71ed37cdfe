// Package release makes what a version publishes: every module as its tag holds it.
//
//	packages, err := release.Prepare(ctx, repo)
//	err = modproxy.Write(dir, packages)
//	commit, err := release.Commit(ctx, repo, packages)
//
// In the work tree, replace lines point modules at each other, so that a commit builds
// before its tags exist. The go command installs no program whose go.mod has such lines
// (https://go.dev/ref/mod#go-install). So what is published has none, and its go.sum
// has the sums of the siblings instead.
package release

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	modzip "golang.org/x/mod/zip"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// Package is one module as it is published.
type Package struct {
	workspace.Module
	Version string
	GoMod   []byte // without replace lines
	GoSum   []byte // with the sums of siblings; nil when nothing is required
	Zip     []byte // what module proxies hand out
	Sum     string // of the zip, as go.sum has it: "h1:…"
	ModSum  string // of the go.mod
}

// Tag is the name under which the go command finds the module in the repository.
func (p *Package) Tag() string { return p.Dir + "/" + p.Version }

// Prepare makes the packages of all published modules at the version of repo. A package
// stands behind those that it requires. Its content is that of the work tree, which is
// not touched: the files that git tracks or would track, and the LICENSE of the
// repository where a module has none, as the go command adds it.
func Prepare(ctx context.Context, repo *workspace.Repo) ([]*Package, error) {
	modules, err := inOrder(repo.Published())
	if err != nil {
		return nil, err
	}
	made := map[string]*Package{}
	var packages []*Package
	for _, m := range modules {
		p, err := prepare(ctx, repo, m, made)
		if err != nil {
			return nil, fmt.Errorf("publish %s: %w", m.Path, err)
		}
		made[m.Path] = p
		packages = append(packages, p)
	}
	return packages, nil
}

// inOrder puts modules behind those that they require.
func inOrder(modules []workspace.Module) ([]workspace.Module, error) {
	var ordered []workspace.Module
	done := map[string]bool{}
	for len(ordered) < len(modules) {
		before := len(ordered)
		for _, m := range modules {
			waits := slices.ContainsFunc(m.Siblings(), func(path string) bool { return !done[path] })
			if !done[m.Path] && !waits {
				ordered, done[m.Path] = append(ordered, m), true
			}
		}
		if len(ordered) == before {
			return nil, errors.New("modules require each other in a circle, or one that is not published")
		}
	}
	return ordered, nil
}

func prepare(ctx context.Context, repo *workspace.Repo, m workspace.Module, made map[string]*Package) (*Package, error) {
	p := &Package{Module: m, Version: repo.Version}
	files, err := list(ctx, repo, m)
	if err != nil {
		return nil, err
	}
	if p.GoMod, err = goMod(repo, m); err != nil {
		return nil, err
	}
	if p.GoSum, err = goSum(repo, m, made); err != nil {
		return nil, err
	}
	files = replaceFile(files, "go.mod", p.GoMod)
	if p.GoSum != nil {
		files = replaceFile(files, "go.sum", p.GoSum)
	}
	slices.SortFunc(files, func(a, b modzip.File) int { return strings.Compare(a.Path(), b.Path()) })
	var archive bytes.Buffer
	if err := modzip.Create(&archive, module.Version{Path: m.Path, Version: repo.Version}, files); err != nil {
		return nil, err
	}
	p.Zip = archive.Bytes()
	if p.Sum, err = sum(p.Zip); err != nil {
		return nil, err
	}
	p.ModSum, err = dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(p.GoMod)), nil
	})
	return p, err
}

// goMod is the go.mod without replace lines, which requires siblings at the version that
// is released.
func goMod(repo *workspace.Repo, m workspace.Module) ([]byte, error) {
	name := filepath.Join(repo.Abs(m), "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	file, err := modfile.Parse(name, data, nil)
	if err != nil {
		return nil, err
	}
	for _, replace := range slices.Clone(file.Replace) {
		if !workspace.Ours(replace.Old.Path) {
			return nil, fmt.Errorf("go.mod replaces %s, which a program that is installed must not", replace.Old.Path)
		}
		if err := file.DropReplace(replace.Old.Path, replace.Old.Version); err != nil {
			return nil, err
		}
	}
	for _, sibling := range m.Siblings() {
		if err := file.AddRequire(sibling, repo.Version); err != nil {
			return nil, err
		}
	}
	file.Cleanup()
	return file.Format()
}

// goSum is the go.sum of the work tree with the sums of siblings, which only the release
// knows.
func goSum(repo *workspace.Repo, m workspace.Module, made map[string]*Package) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(repo.Abs(m), "go.sum"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		if !workspace.Ours(line) {
			lines = append(lines, line)
		}
	}
	for _, sibling := range m.Siblings() {
		p := made[sibling]
		lines = append(lines, fmt.Sprintf("%s %s %s\n%s %s/go.mod %s\n", p.Path, p.Version, p.Sum, p.Path, p.Version, p.ModSum))
	}
	if len(lines) == 0 {
		return nil, nil
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, "")), nil
}

func list(ctx context.Context, repo *workspace.Repo, m workspace.Module) ([]modzip.File, error) {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = repo.Abs(m)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	var files []modzip.File
	names := strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 })
	for _, name := range names {
		full := filepath.Join(repo.Abs(m), filepath.FromSlash(name))
		if _, err := os.Lstat(full); err == nil { // a deleted file is still in git's index
			files = append(files, file{name, full})
		}
	}
	if slices.Contains(names, "LICENSE") {
		return files, nil
	}
	licence, err := os.ReadFile(filepath.Join(repo.Root, "LICENSE"))
	if err != nil {
		return nil, fmt.Errorf("a module without the text of a licence: %w", err)
	}
	return replaceFile(files, "LICENSE", licence), nil
}

func replaceFile(files []modzip.File, name string, data []byte) []modzip.File {
	files = slices.DeleteFunc(files, func(f modzip.File) bool { return f.Path() == name })
	return append(files, text{name, data})
}

// sum is that of an archive, as go.sum has it.
func sum(archive []byte) (string, error) {
	reader, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return "", err
	}
	var names []string
	for _, f := range reader.File {
		names = append(names, f.Name)
	}
	return dirhash.Hash1(names, func(name string) (io.ReadCloser, error) { return reader.Open(name) })
}

// file is a file of the work tree as package zip wants to see it.
type file struct{ name, full string }

func (f file) Path() string                 { return path.Clean(f.name) }
func (f file) Lstat() (fs.FileInfo, error)  { return os.Lstat(f.full) }
func (f file) Open() (io.ReadCloser, error) { return os.Open(f.full) }

// text is a file that only the release has.
type text struct {
	name string
	data []byte
}

func (t text) Path() string                 { return t.name }
func (t text) Lstat() (fs.FileInfo, error)  { return info{t}, nil }
func (t text) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(t.data)), nil }

type info struct{ text }

func (i info) Name() string       { return path.Base(i.name) }
func (i info) Size() int64        { return int64(len(i.data)) }
func (i info) Mode() fs.FileMode  { return 0o644 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }
