package export

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// manifest is the file that names all others of a folder, so that the next
// export can remove those that it does not write again.
const manifest = ".trefoil-export"

// stageName is what the names of stages begin with; digits follow.
const stageName = manifest + "-stage-"

// stage is a directory that files are written to before they are moved to where
// they belong. It is safe for concurrent use until it is installed.
type stage struct {
	dir     string   // where the files belong
	fresh   bool     // there is no directory yet
	root    *os.Root // the directory, or the one that it will be in: nothing is written outside of it
	temp    string   // where the files are, in root
	lock    *os.File // says to other exports that the stage is in use, nil where there are no locks
	mu      sync.Mutex
	written map[string]bool // names of files, with slashes
}

// newStage makes a stage on the file system of a directory: in it, or beside where
// it will be. What earlier exports have left there, which were killed, goes.
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
	if s.root, err = os.OpenRoot(near); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	s.clear()
	temp, err := os.MkdirTemp(near, stageName+"*")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("export: %w", err), s.root.Close())
	}
	s.temp = filepath.Base(temp)
	s.lock, _ = lockDir(s.root, s.temp)
	return s, nil
}

// clear removes the stages of exports that were interrupted: those whose lock is
// free. Where the file system has no locks, every stage stays.
func (s *stage) clear() {
	entries, _ := fs.ReadDir(s.root.FS(), ".")
	for _, e := range entries {
		digits, ours := strings.CutPrefix(e.Name(), stageName)
		if _, err := strconv.ParseUint(digits, 10, 64); !ours || err != nil || !e.IsDir() {
			continue
		}
		if lock, err := lockDir(s.root, e.Name()); err == nil {
			_ = s.root.RemoveAll(e.Name())
			_ = lock.Close()
		}
	}
}

// close removes what was not installed.
func (s *stage) close() {
	_ = s.root.RemoveAll(s.temp)
	if s.lock != nil {
		_ = s.lock.Close()
	}
	_ = s.root.Close()
}

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
	if err := s.root.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := s.root.WriteFile(path, data, 0o644); err != nil {
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
		if err := s.root.Chmod(s.temp, 0o755); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if err := s.root.Rename(s.temp, filepath.Base(s.dir)); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		return nil
	}
	earlier := s.readManifest()
	names = append(names, manifest)
	if err := s.inside(slices.Concat(names, earlier)); err != nil {
		return err
	}
	for _, name := range names {
		if err := s.move(filepath.FromSlash(name)); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return s.remove(earlier)
}

// inside refuses files whose names lead out of the folder, by a symbolic link that
// stands in it. Nothing has been changed then.
func (s *stage) inside(names []string) error {
	for _, name := range names {
		path := filepath.FromSlash(name)
		if !filepath.IsLocal(path) {
			continue
		}
		if _, err := s.root.Stat(path); err == nil || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if link := s.linkOf(path); link != "" {
			return fmt.Errorf("export: %s is a symbolic link that leads out of %s: remove it, or export into another directory", filepath.Join(s.dir, link), s.dir)
		}
	}
	return nil
}

// linkOf is the first symbolic link on a path, "" for none.
func (s *stage) linkOf(path string) string {
	for i := range len(path) + 1 {
		if i < len(path) && !os.IsPathSeparator(path[i]) {
			continue
		}
		if info, err := s.root.Lstat(path[:i]); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return path[:i]
		}
	}
	return ""
}

// move puts one file in its place, unless the same is there.
func (s *stage) move(path string) error {
	from := filepath.Join(s.temp, path)
	if s.same(from, path) {
		return nil
	}
	if err := s.root.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return s.root.Rename(from, path)
}

// same reports whether two files have the same content.
func (s *stage) same(a, b string) bool {
	one, err := s.root.Stat(a)
	if err != nil {
		return false
	}
	other, err := s.root.Stat(b)
	if err != nil || one.Size() != other.Size() {
		return false
	}
	x, err := s.root.ReadFile(a)
	if err != nil {
		return false
	}
	y, err := s.root.ReadFile(b)
	return err == nil && bytes.Equal(x, y)
}

func (s *stage) readManifest() []string {
	data, err := s.root.ReadFile(manifest)
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
		if err := s.root.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("export: %w", err)
		}
		for up := filepath.Dir(path); up != "."; up = filepath.Dir(up) {
			if s.root.Remove(up) != nil {
				break // others are in it
			}
		}
	}
	return nil
}
