package scripttest

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// suffix is how the names of test files end.
const suffix = ".test.ts"

// find lists the test files below a folder by their slash-separated paths in it.
func find(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, suffix) {
			relative, err := filepath.Rel(dir, name)
			if err != nil {
				return err
			}
			files = append(files, filepath.ToSlash(relative))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for tests: %w", err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there is no file *%s below %s", suffix, dir)
	}
	slices.Sort(files)
	return files, nil
}

// bundled is the script of a test file with everything that it imports.
type bundled struct{ code, sourceMap []byte }

// bundle bundles each file on its own: what a module remembers is not shared.
func bundle(dir string, files []string) (map[string]bundled, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	options := api.BuildOptions{
		AbsWorkingDir: dir,
		Outdir:        filepath.Join(dir, "out"), // nothing is written
		Bundle:        true,
		Format:        api.FormatIIFE,
		Sourcemap:     api.SourceMapExternal,
		Charset:       api.CharsetUTF8,
		Loader:        map[string]api.Loader{".yaml": api.LoaderText, ".txt": api.LoaderText},
		LogLevel:      api.LogLevelSilent,
	}
	for _, file := range files {
		options.EntryPointsAdvanced = append(options.EntryPointsAdvanced, api.EntryPoint{InputPath: "./" + file, OutputPath: label(file)})
	}
	result := api.Build(options)
	if wrong := append(result.Errors, result.Warnings...); len(wrong) > 0 {
		return nil, messages(wrong)
	}
	bundles := map[string]bundled{}
	for _, out := range result.OutputFiles {
		name, err := filepath.Rel(options.Outdir, out.Path)
		if err != nil {
			return nil, err
		}
		name = filepath.ToSlash(name)
		if of, isMap := strings.CutSuffix(name, ".js.map"); isMap {
			bundles[of] = bundled{bundles[of].code, out.Contents}
		} else {
			of := strings.TrimSuffix(name, ".js")
			bundles[of] = bundled{out.Contents, bundles[of].sourceMap}
		}
	}
	return bundles, nil
}

// messages makes one error of what esbuild says. Its warnings are errors here.
func messages(list []api.Message) error {
	errs := make([]error, len(list))
	for i, m := range list {
		place := ""
		if m.Location != nil {
			place = fmt.Sprintf("%s:%d:%d: ", m.Location.File, m.Location.Line, m.Location.Column)
		}
		errs[i] = errors.New(place + strings.TrimSpace(m.Text))
	}
	return fmt.Errorf("bundle the tests: %w", errors.Join(errs...))
}
