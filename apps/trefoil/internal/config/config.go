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
	"strings"

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
	if err := decode(text, &s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := &File{Name: name, Dir: filepath.Dir(name), Severities: s.Severities, Commands: s.Commands}
	if f.Configuration, err = configuration(s.Configuration); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// decode reads sections, each of names with values.
func decode(text []byte, s *stored) error {
	var document yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&document); errors.Is(err, io.EOF) {
		return nil
	} else if err != nil {
		return err
	}
	for _, root := range document.Content {
		if root.Tag == "!!null" {
			return nil
		}
		if root.Kind != yaml.MappingNode {
			return fmt.Errorf("line %d: sections are expected, such as configuration", root.Line)
		}
		for i := 1; i < len(root.Content); i += 2 {
			if n := root.Content[i]; n.Kind == yaml.SequenceNode || n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
				return fmt.Errorf("line %d: %q is no section: names with values stand below one, such as configuration", n.Line, root.Content[i-1].Value)
			}
		}
	}
	return document.Decode(s)
}

// configuration reads the fields of the viewer, by their names in JSON.
func configuration(fields map[string]any) (c viewer.Configuration, err error) {
	text, err := json.Marshal(fields)
	if err != nil {
		return c, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(&c)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return c, fmt.Errorf("configuration: %s cannot be a %s", wrong.Field, wrong.Value)
	}
	if err != nil {
		return c, errors.New("configuration: " + strings.TrimPrefix(err.Error(), "json: "))
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
