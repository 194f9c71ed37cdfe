package transfer

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Download downloads to a file, as DownloadTo does. The file is there when it
// is complete, and written to disk, and not before: until then it has another
// name, beginning with a dot, which is gone when Download fails.
//
// A path that is a directory, or ends in a separator, takes the name of the file
// from the response, as Filename has it; a file of that name that exists is
// left alone, and the error wraps fs.ErrExist. Any other path is that of the
// file, which replaces an older one. Directories are not created.
func Download(ctx context.Context, t core.Transport, r *core.Request, path string, opts ...Option) (Info, error) {
	dir, name := split(path)
	part, err := create(dir)
	if err != nil {
		return Info{}, fmt.Errorf("create the file of the download: %w", err)
	}
	defer os.Remove(part.Name())
	info, err := DownloadTo(ctx, t, r, part, opts...)
	if err == nil {
		err = part.Sync()
	}
	if err := errors.Join(err, part.Close()); err != nil {
		return info, err
	}
	if name != "" {
		info.Path = filepath.Join(dir, name)
		return info, os.Rename(part.Name(), info.Path)
	}
	info.Path = filepath.Join(dir, info.Name)
	return info, renameNew(part.Name(), info.Path)
}

// split returns the directory and the name of the file, which is empty for a
// directory.
func split(path string) (dir, name string) {
	if info, err := os.Stat(path); err == nil && info.IsDir() || path == "" || os.IsPathSeparator(path[len(path)-1]) {
		return path, ""
	}
	return filepath.Split(path)
}

func create(dir string) (*os.File, error) {
	name := ".download-" + strings.ToLower(rand.Text()) + ".part"
	return os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
}

// renameNew renames a file to a name that it first makes sure is free.
func renameNew(from, to string) error {
	place, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("the server named the download %q: %w", filepath.Base(to), err)
	}
	if err != nil {
		return err
	}
	if err := errors.Join(place.Close(), os.Rename(from, to)); err != nil {
		return errors.Join(err, os.Remove(to))
	}
	return nil
}
