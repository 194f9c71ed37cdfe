package spec

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// mostFiles bounds the descriptions of a folder.
const mostFiles = 500

// largest is the size of a file, in bytes, from which on it is no description.
const largest = 64 << 20

// declares finds the member that makes a text a description, whether or not the rest of
// it can be read.
var declares = regexp.MustCompile(`(?:^|[{,\n])\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\.`)

// Finder finds descriptions in folders. It reads a file once, until the file changes.
// The zero value is ready; it is not safe for concurrent use.
type Finder struct {
	known map[string]looked
}

// looked is what a look into a file has said.
type looked struct {
	size        int64
	changed     time.Time
	description bool
}

// Find returns the files below a folder that end with .json, .yaml or .yml and say of
// themselves that they are descriptions, sorted. Those that cannot be read as one are
// included, and those that cannot be read at all. Folders whose name begins with a dot,
// and node_modules, are left out. The error is that of a folder.
func (f *Finder) Find(dir string) ([]string, error) {
	if f.known == nil {
		f.known = map[string]looked{}
	}
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && path != dir:
			return nil // it has gone meanwhile
		case err != nil:
			return err
		case d.IsDir() && path != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.IsDir() || !f.isDescription(path):
			return nil
		}
		if found = append(found, path); len(found) > mostFiles {
			return fmt.Errorf("%s holds more than %d descriptions: name a smaller folder", dir, mostFiles)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(found)
	return found, nil
}

func (f *Finder) isDescription(path string) bool {
	if !slices.Contains([]string{".json", ".yaml", ".yml"}, strings.ToLower(filepath.Ext(path))) {
		return false
	}
	info, err := os.Stat(path) // of what a link leads to
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false // it is gone, or a link to nothing
	case err != nil:
		return true // which whoever opens it tells of
	case !info.Mode().IsRegular() || info.Size() > largest:
		return false
	}
	if seen, ok := f.known[path]; ok && seen.size == info.Size() && seen.changed.Equal(info.ModTime()) {
		return seen.description
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	f.known[path] = looked{info.Size(), info.ModTime(), declares.Match(text)}
	return f.known[path].description
}
