// Package webbuild builds the front end of the viewer without Node: it bundles
// TypeScript and CSS with esbuild and turns templ templates into Go.
//
//	files, err := webbuild.Build("..")
//	err = webbuild.Write("..", files)
//
// The result depends on the sources alone, not on where they lie.
package webbuild

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

// module is the folder of the viewer in the repository.
const module = "modules/viewer"

// dist is where the bundles go. Nothing else may be there.
const dist = module + "/ui/dist"

// Files are built files by their slash-separated path in the repository.
type Files map[string][]byte

// Build makes every built file of the viewer from the repository at root and
// writes none.
func Build(root string) (Files, error) { return buildAt(root, brotli.BestCompression) }

// buildAt is Build with a level of compression.
func buildAt(root string, level int) (Files, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	files := Files{}
	if err := bundle(root, files, level); err != nil {
		return nil, err
	}
	if err := bundleForSpecs(root, files); err != nil {
		return nil, err
	}
	if err := generate(root, files); err != nil {
		return nil, err
	}
	return files, nil
}

// Write writes the files that are not there already and removes built files
// whose source is gone.
func Write(root string, files Files) error {
	stale, err := Stale(root, files)
	if err != nil {
		return err
	}
	for _, name := range stale {
		if err := replace(filepath.Join(root, filepath.FromSlash(name)), files[name]); err != nil {
			return err
		}
	}
	return nil
}

// replace writes data to a file, or removes the file when data is nil.
func replace(name string, data []byte) error {
	if data == nil {
		return os.Remove(name)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// Stale returns the names of the files whose committed bytes differ from files,
// those that are missing and those that nothing builds any more, sorted.
func Stale(root string, files Files) ([]string, error) {
	var stale []string
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err != nil || !bytes.Equal(got, want) {
			stale = append(stale, name)
		}
	}
	orphans, err := orphans(root, files)
	if err != nil {
		return nil, err
	}
	stale = append(stale, orphans...)
	slices.Sort(stale)
	return stale, nil
}

func orphans(root string, files Files) ([]string, error) {
	var names []string
	err := walk(root, func(name string) error {
		built := strings.HasSuffix(name, "_templ.go") || path.Dir(name) == dist
		if built && files[name] == nil {
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// walk calls f with every file of the viewer, by its path in the repository.
func walk(root string, f func(name string) error) error {
	top := filepath.Join(root, filepath.FromSlash(module))
	return filepath.WalkDir(top, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == "node_modules" || entry.Name() == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return fmt.Errorf("walk %s: %w", name, err)
		}
		return f(filepath.ToSlash(relative))
	})
}
