package export

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// manifest is the file that names all others of a folder, so that the next
// export can remove those that it does not write again.
const manifest = ".trefoil-export"

// stage is a directory that files are written to before they are moved to where
// they belong. It is safe for concurrent use until it is installed.
type stage struct {
	dir     string // where the files belong
	temp    string // where they are
	fresh   bool   // there is no directory yet
	mu      sync.Mutex
	written map[string]bool // names of files, with slashes
}

// newStage makes a stage on the file system of a directory: in it, or beside where
// it will be.
func newStage(dir string) (*stage, error) {
	s := &stage{dir: filepath.Clean(dir), written: map[string]bool{}}
	info, err := os.Stat(s.dir)
	near := s.dir
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.fresh, near = true, filepath.Dir(s.dir)
		if err := os.MkdirAll(near, 0o755); err != nil {
			return nil, fmt.Errorf("export: %w", err)
		}
	case err != nil:
		return nil, fmt.Errorf("export: %w", err)
	case !info.IsDir():
		return nil, fmt.Errorf("export: %s is no directory", s.dir)
	}
	if s.temp, err = os.MkdirTemp(near, manifest+"-*"); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return s, nil
}

// close removes what was not installed.
func (s *stage) close() { _ = os.RemoveAll(s.temp) }

// write puts a file into the folder, once. A name that leads out of it is none.
func (s *stage) write(name string, data []byte) error {
	path := filepath.FromSlash(name)
	s.mu.Lock()
	known := s.written[name]
	s.written[name] = s.written[name] || filepath.IsLocal(path)
	s.mu.Unlock()
	if known || !filepath.IsLocal(path) {
		return nil
	}
	path = filepath.Join(s.temp, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// names are the files that were written, sorted.
func (s *stage) names() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for name := range s.written {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// install moves all files to where they belong and removes what earlier exports
// have left.
func (s *stage) install() error {
	names := s.names()
	if err := s.write(manifest, []byte(strings.Join(names, "\n")+"\n")); err != nil {
		return err
	}
	if s.fresh {
		if err := os.Chmod(s.temp, 0o755); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if err := os.Rename(s.temp, s.dir); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		return nil
	}
	earlier := s.readManifest()
	for _, name := range append(names, manifest) {
		if err := s.move(filepath.FromSlash(name)); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return s.remove(earlier)
}

// move puts one file in its place, unless the same is there.
func (s *stage) move(path string) error {
	from, to := filepath.Join(s.temp, path), filepath.Join(s.dir, path)
	if same(from, to) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// same reports whether two files have the same content.
func same(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	if err != nil || one.Size() != other.Size() {
		return false
	}
	x, err := os.ReadFile(a)
	if err != nil {
		return false
	}
	y, err := os.ReadFile(b)
	return err == nil && bytes.Equal(x, y)
}

func (s *stage) readManifest() []string {
	data, err := os.ReadFile(filepath.Join(s.dir, manifest))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// remove removes files of an earlier export, and the directories that this leaves
// empty.
func (s *stage) remove(earlier []string) error {
	for _, name := range earlier {
		path := filepath.FromSlash(name)
		if s.written[name] || name == "" || !filepath.IsLocal(path) {
			continue
		}
		if err := os.Remove(filepath.Join(s.dir, path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("export: %w", err)
		}
		for up := filepath.Dir(path); up != "."; up = filepath.Dir(up) {
			if os.Remove(filepath.Join(s.dir, up)) != nil {
				break // others are in it
			}
		}
	}
	return nil
}
