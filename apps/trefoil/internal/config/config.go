// Package config reads trefoil.yaml, which says how the commands treat a description.
package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v4"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// Name is that of the file beside a description.
const Name = "trefoil.yaml"

// File is what trefoil.yaml says. The zero File says nothing.
type File struct {
	Name          string // "" for a File that was not read
	Dir           string // where it stands: paths in it are relative to this
	Severities    finding.Severities
	Configuration viewer.Configuration
	Commands      map[string]map[string]any // flags by command and name
}

// stored is the form of the file.
type stored struct {
	Severities    finding.Severities        `yaml:"severities"`
	Configuration map[string]any            `yaml:"configuration"`
	Commands      map[string]map[string]any `yaml:",inline"`
}

// Read reads a file.
func Read(name string) (*File, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	var s stored
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&s); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := &File{Name: name, Dir: filepath.Dir(name), Severities: s.Severities, Commands: s.Commands}
	if f.Configuration, err = configuration(s.Configuration); err != nil {
		return nil, fmt.Errorf("%s: configuration: %w", name, err)
	}
	return f, nil
}

// configuration reads the fields of the viewer, by their names in JSON.
func configuration(fields map[string]any) (c viewer.Configuration, err error) {
	text, err := json.Marshal(fields)
	if err != nil {
		return c, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return c, err
	}
	return c, c.Validate()
}

// Beside reads the file beside a description, or in a folder of descriptions. It is an
// empty File where there is no such file.
func Beside(spec string) (*File, error) {
	dir := spec
	if info, err := os.Stat(spec); err != nil || !info.IsDir() {
		dir = filepath.Dir(spec)
	}
	f, err := Read(filepath.Join(dir, Name))
	if errors.Is(err, fs.ErrNotExist) {
		return &File{Dir: dir}, nil
	}
	return f, err
}

// Path returns a path of the file as the process sees it.
func (f *File) Path(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(f.Dir, path)
}
