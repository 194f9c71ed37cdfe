package webbuild

import (
	"bytes"
	"fmt"
	"go/format"
	"path"
	"path/filepath"
	"regexp"
	"slices"
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

// generateOne generates the code of a template. It differs from what templ writes where
// that costs each page much: texts and classes go through asText and classText, which
// each package with templates has, in place of fmt.Sprint and of a map for each element.
// Only components that have children look for them.
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
	text := bytes.ReplaceAll(code.Bytes(), []byte("templ.JoinStringErrs("), []byte("asText("))
	text = classes.ReplaceAll(text, []byte("classText($1)"))
	text = classRules.ReplaceAll(text, nil)
	return format.Source(withoutChildren(text))
}

var (
	classes = regexp.MustCompile(`templ\.CSSClasses\((templ_\w+)\)\.String\(\)`)
	// classRules writes the rules of classes that are Go code, of which there are none.
	classRules = regexp.MustCompile(`templ_\w+_Err = templ\.RenderCSSItems\(.*\)\n\s*if templ_\w+_Err != nil \{\n\s*return templ_\w+_Err\n\s*\}\n`)
	// children looks for the children of a component, and hides them from the
	// components in it.
	children = regexp.MustCompile(`ctx = templ\.InitializeContext\(ctx\)\n\s*(templ_\w+) := templ\.GetChildren\(ctx\)\n\s*` +
		`if templ_\w+ == nil \{\n\s*templ_\w+ = templ\.NopComponent\n\s*\}\n\s*ctx = templ\.ClearChildren\(ctx\)\n`)
)

// withoutChildren takes the search for children out of the components that write none.
func withoutChildren(code []byte) []byte {
	return children.ReplaceAllFunc(code, func(search []byte) []byte {
		name := children.FindSubmatch(search)[1]
		if bytes.Contains(code, append(slices.Clone(name), ".Render("...)) {
			return search
		}
		return nil
	})
}
