// Package modproxy writes the modules of a repository as a module proxy in the
// file system, as they would be published now.
//
//	err := modproxy.Write(ctx, dir, repo, repo.Published())
//
// A go command with GOPROXY=file://dir,… then downloads them as any consumer
// will: without go.work, without replace lines, without files that are not in
// the zip. The protocol is the one of https://go.dev/ref/mod#goproxy-protocol.
package modproxy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// Write adds every one of modules to the proxy in dir, at the version of repo.
// The content is that of the work tree: the files that git tracks or would
// track, and the LICENSE of the repository where a module has none.
func Write(ctx context.Context, dir string, repo *workspace.Repo, modules []workspace.Module) error {
	for _, m := range modules {
		if err := write(ctx, dir, repo, m); err != nil {
			return fmt.Errorf("publish %s: %w", m.Path, err)
		}
	}
	return nil
}

func write(ctx context.Context, dir string, repo *workspace.Repo, m workspace.Module) error {
	files, err := list(ctx, repo, m)
	if err != nil {
		return err
	}
	escaped, err := module.EscapePath(m.Path)
	if err != nil {
		return err
	}
	base := filepath.Join(dir, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(base, 0o777); err != nil {
		return err
	}
	var archive bytes.Buffer
	if err := zip.Create(&archive, module.Version{Path: m.Path, Version: repo.Version}, files); err != nil {
		return err
	}
	goMod, err := os.ReadFile(filepath.Join(repo.Abs(m), "go.mod"))
	if err != nil {
		return err
	}
	info, err := json.Marshal(struct{ Version string }{repo.Version})
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{
		"list":                 []byte(repo.Version + "\n"),
		repo.Version + ".info": info,
		repo.Version + ".mod":  goMod,
		repo.Version + ".zip":  archive.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(base, name), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

func list(ctx context.Context, repo *workspace.Repo, m workspace.Module) ([]zip.File, error) {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = repo.Abs(m)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	var files []zip.File
	names := strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 })
	for _, name := range names {
		full := filepath.Join(repo.Abs(m), filepath.FromSlash(name))
		if _, err := os.Lstat(full); err == nil { // a deleted file is still in git's index
			files = append(files, file{name, full})
		}
	}
	if !slices.Contains(names, "LICENSE") {
		files = append(files, file{"LICENSE", filepath.Join(repo.Root, "LICENSE")})
	}
	slices.SortFunc(files, func(a, b zip.File) int { return strings.Compare(a.Path(), b.Path()) })
	return files, nil
}

// file is a file of the work tree as package zip wants to see it.
type file struct{ name, full string }

func (f file) Path() string                 { return path.Clean(f.name) }
func (f file) Lstat() (fs.FileInfo, error)  { return os.Lstat(f.full) }
func (f file) Open() (io.ReadCloser, error) { return os.Open(f.full) }
