package webbuild

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

const (
	// packages is where npm puts what the text field of the editor is made of.
	packages = "tools/codemirror/node_modules"
	// licence is that of these packages. It goes with what is made of them.
	licence = module + "/ui/editor/LICENSE-codemirror.txt"
	// field is the script of the text field.
	field = dist + "/editor-field.js"
)

// bundleEditor builds the editor of descriptions, which no exported reference has.
func bundleEditor(root string, files Files) error {
	editor := []api.EntryPoint{{InputPath: "./editor/editor.ts", OutputPath: "editor"}}
	if err := build(root, files, api.FormatESModule, editor); err != nil {
		return err
	}
	return bundleField(root, files)
}

// bundleField builds the text field of the editor, the one script that is made of
// packages of npm. Where they have not been installed, what is committed stays.
func bundleField(root string, files Files) error {
	modules := filepath.Join(root, filepath.FromSlash(packages))
	if _, err := os.Stat(modules); errors.Is(err, fs.ErrNotExist) {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(field)))
		if err != nil {
			return fmt.Errorf("read the text field of the editor, or run npm ci in tools/codemirror: %w", err)
		}
		files[field] = data
		return nil
	}
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(licence)))
	if err != nil {
		return fmt.Errorf("read the licence of the text field: %w", err)
	}
	return build(root, files, api.FormatESModule, []api.EntryPoint{{InputPath: "./editor/field.ts", OutputPath: "editor-field"}},
		func(o *api.BuildOptions) {
			o.NodePaths = []string{modules}
			o.Banner = map[string]string{"js": "/*!\n" + string(text) + "*/"}
		})
}
