package webbuild

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/evanw/esbuild/pkg/api"
)

// engines are the oldest browsers that the bundles are written for: those that
// know light-dark() and the dialog element.
var engines = []api.Engine{
	{Name: api.EngineChrome, Version: "123"},
	{Name: api.EngineEdge, Version: "123"},
	{Name: api.EngineFirefox, Version: "128"},
	{Name: api.EngineSafari, Version: "17.5"},
}

// bundle builds what a page links: one script that waits for the document, one
// small script that sets the colours before anything is drawn, the sheets, and
// the sheet of the default fonts, which is left out where they are not wanted;
// and the modules that scripts load when they are wanted. It adds each as browsers
// get it, compressed at a level of brotli.
func bundle(root string, files Files, level int) error {
	linked := []api.EntryPoint{
		{InputPath: "./reference.ts", OutputPath: "reference"},
		{InputPath: "./theme/theme.ts", OutputPath: "theme"},
		{InputPath: "./live/live.ts", OutputPath: "live"},
		{InputPath: "./single/single.ts", OutputPath: "single"},
		{InputPath: "./single/single.css", OutputPath: "single"},
		{InputPath: "./body/worker.ts", OutputPath: "body-worker"},
		{InputPath: "./reference.css", OutputPath: "reference"},
		{InputPath: "./console/console.css", OutputPath: "console"},
		{InputPath: "./fonts/fonts.css", OutputPath: "fonts"},
		{InputPath: "./credentials/page.ts", OutputPath: "login"},
		{InputPath: "./credentials/credentials.css", OutputPath: "credentials"},
		{InputPath: "./editor/editor.css", OutputPath: "editor"},
	}
	if err := build(root, files, api.FormatIIFE, linked); err != nil {
		return err
	}
	modules, err := modules(root)
	if err != nil {
		return err
	}
	if err := build(root, files, api.FormatESModule, append(ofConsole(), modules...)); err != nil {
		return err
	}
	if err := bundleComponent(root, files); err != nil {
		return err
	}
	if err := bundleEditor(root, files); err != nil {
		return err
	}
	if err := bundleFiles(root, files, modules); err != nil {
		return err
	}
	if err := bundleWords(root, files); err != nil {
		return err
	}
	return compress(files, level)
}

// ofConsole are the modules that need what answers requests, so that an exported
// reference has none of them.
func ofConsole() []api.EntryPoint {
	return []api.EntryPoint{
		{InputPath: "./console/console.ts", OutputPath: "console"},
		{InputPath: "./console/history/history.ts", OutputPath: "history"},
		{InputPath: "./console/share/share.ts", OutputPath: "share"},
		{InputPath: "./body/body.ts", OutputPath: "body"},
	}
}

// bundleWords makes a script of the words of each language but English, which a page
// loads before the others: they find them in the page.
func bundleWords(root string, files Files) error {
	names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(module), "ui/words/*.json"))
	if err != nil {
		return err
	}
	for _, name := range names {
		language := strings.TrimSuffix(filepath.Base(name), ".json")
		script := fmt.Sprintf("import { speak } from './language';\nimport texts from './%s.json';\nspeak('%s', texts);\n", language, language)
		err := build(root, files, api.FormatIIFE, nil, func(o *api.BuildOptions) {
			o.Stdin = &api.StdinOptions{Contents: script, ResolveDir: filepath.Dir(name), Loader: api.LoaderTS}
			o.Outfile, o.Outdir = filepath.Join(o.Outdir, "words-"+language+".js"), ""
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// inSpecs is where files go that are not served: specs look at them.
const inSpecs = "apps/demo/e2e/testdata/built"

// bundleForSpecs builds what the console holds once more, in files of their own.
func bundleForSpecs(root string, files Files) error {
	parts := Files{}
	err := build(root, parts, api.FormatESModule, []api.EntryPoint{
		{InputPath: "./body/body.css", OutputPath: "body"},
		{InputPath: "./credentials/credentials.ts", OutputPath: "credentials"},
	})
	for name, data := range parts {
		files[path.Join(inSpecs, path.Base(name))] = data
	}
	return err
}

// modules are the scripts that are loaded when they are wanted. Each stands
// alone: what the languages of samples share is handed to them.
func modules(root string) ([]api.EntryPoint, error) {
	entries := []api.EntryPoint{
		{InputPath: "./samples/samples.ts", OutputPath: "samples"},
		{InputPath: "./search/searchindex.ts", OutputPath: "searchindex"},
	}
	families, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(module), "ui/samples/clients/*.ts"))
	if err != nil {
		return nil, err
	}
	for _, file := range families {
		name := strings.TrimSuffix(filepath.Base(file), ".ts")
		entries = append(entries, api.EntryPoint{InputPath: "./samples/clients/" + name + ".ts", OutputPath: "client-" + name})
	}
	return entries, nil
}

// build bundles some of the files in one format, with changes to the options.
func build(root string, files Files, format api.Format, entries []api.EntryPoint, changes ...func(*api.BuildOptions)) error {
	options := api.BuildOptions{
		AbsWorkingDir:       filepath.Join(root, filepath.FromSlash(module), "ui"),
		EntryPointsAdvanced: entries,
		External:            []string{"*.woff2"}, // served as they are
		Loader:              map[string]api.Loader{".yaml": api.LoaderText},
		Outdir:              filepath.Join(root, filepath.FromSlash(dist)),
		Bundle:              true,
		Format:              format,
		Engines:             engines,
		MinifyWhitespace:    true,
		MinifyIdentifiers:   true,
		MinifySyntax:        true,
		Charset:             api.CharsetUTF8,
		LegalComments:       api.LegalCommentsNone,
		LogLevel:            api.LogLevelSilent,
	}
	for _, change := range changes {
		change(&options)
	}
	result := api.Build(options)
	if len(result.Errors)+len(result.Warnings) > 0 {
		return messages(append(result.Errors, result.Warnings...))
	}
	for _, file := range result.OutputFiles {
		files[path.Join(dist, filepath.Base(file.Path))] = file.Contents
	}
	return nil
}

// compress adds each bundle as browsers get it, with ".br" behind its name: the
// library that serves them has no compressor of its own.
func compress(files Files, level int) error {
	for name, data := range maps.Clone(files) {
		var out bytes.Buffer
		w := brotli.NewWriterLevel(&out, level)
		if _, err := w.Write(data); err != nil {
			return fmt.Errorf("compress %s: %w", name, err)
		}
		if err := w.Close(); err != nil {
			return fmt.Errorf("compress %s: %w", name, err)
		}
		files[name+".br"] = out.Bytes()
	}
	return nil
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
	return fmt.Errorf("bundle: %w", errors.Join(errs...))
}
