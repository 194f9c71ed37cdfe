// Package scaffold writes a new service on the router and the viewer.
package scaffold

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

// Service is what a new service is made of.
type Service struct {
	Module  string // its module path, such as "example.com/shop"
	Version string // of the modules that it requires, "" for those that go mod tidy finds
	Go      string // version of the language, such as "1.26"
}

//go:embed service
var files embed.FS

var templates = template.Must(template.ParseFS(files, "service/*.txt"))

// path is what a module path is made of.
var path = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._~-]*(/[A-Za-z0-9_][A-Za-z0-9._~-]*)*$`)

// ErrModule says that a text is no module path.
var ErrModule = errors.New("is no module path")

// Name is the last part of the module path.
func (s Service) Name() string { return s.Module[strings.LastIndex(s.Module, "/")+1:] }

// Write writes the files of the service into a directory, which is made when it is missing
// and must be empty. The error is ErrModule for a module path that is not valid.
func Write(dir string, s Service) error {
	if !path.MatchString(s.Module) {
		return fmt.Errorf("%q %w", s.Module, ErrModule)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the service: %w", err)
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) > 0 {
		return errors.Join(fmt.Errorf("the directory %s is not empty", dir), err)
	}
	return fs.WalkDir(files, "service", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Create(filepath.Join(dir, strings.TrimSuffix(d.Name(), ".txt")))
		if err != nil {
			return fmt.Errorf("make the service: %w", err)
		}
		return errors.Join(templates.ExecuteTemplate(f, d.Name(), s), f.Close())
	})
}
