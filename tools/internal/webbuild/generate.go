package webbuild

import (
	"bytes"
	"fmt"
	"go/format"
	"path"
	"path/filepath"
	"strings"

	"github.com/a-h/templ/generator"
	"github.com/a-h/templ/parser/v2"
)

// generate turns every template of the viewer into Go.
func generate(root string, files Files) error {
	return walk(root, func(name string) error {
		source, ok := strings.CutSuffix(name, ".templ")
		if !ok {
			return nil
		}
		code, err := generateOne(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return fmt.Errorf("generate %s: %w", name, err)
		}
		files[source+"_templ.go"] = code
		return nil
	})
}

// generateOne generates the code of a template. Texts go through asText, which each
// package with templates has: templ.JoinStringErrs sends them through fmt.Sprint.
func generateOne(file string) ([]byte, error) {
	template, err := parser.Parse(file)
	if err != nil {
		return nil, err
	}
	var code bytes.Buffer
	_, err = generator.Generate(template, &code,
		generator.WithFileName(path.Base(filepath.ToSlash(file))))
	if err != nil {
		return nil, err
	}
	return format.Source(bytes.ReplaceAll(code.Bytes(), []byte("templ.JoinStringErrs("), []byte("asText(")))
}
