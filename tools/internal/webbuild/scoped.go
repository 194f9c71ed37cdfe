package webbuild

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// scopeName is what scripts that are built for a scope take for the browser's own
// names.
const scopeName = "trefoilScope"

// scoped are the names that a scope has, see component/scope.ts in the viewer.
var scoped = []string{
	"document", "window", "location", "history", "localStorage", "matchMedia", "addEventListener", "scrollTo",
	"setTimeout", "setInterval", "clearTimeout", "clearInterval", "requestAnimationFrame",
	"MutationObserver", "IntersectionObserver", "ResizeObserver",
}

// bundleComponent builds what a page needs that holds a reference as an element:
// its script and sheet, and the scripts and the sheet of the pages once more, the
// scripts as functions of a scope and the sheet as one for a shadow root.
func bundleComponent(root string, files Files) error {
	err := build(root, files, api.FormatIIFE, []api.EntryPoint{
		{InputPath: "./component/api-reference.ts", OutputPath: "api-reference"},
		{InputPath: "./component/api-reference.css", OutputPath: "api-reference"},
		{InputPath: "./component/scoped-reference.css", OutputPath: "scoped-reference"},
		{InputPath: "./editor/editor.css", OutputPath: "scoped-editor"},
		{InputPath: "./console/console.css", OutputPath: "scoped-console"},
	}, inShadowRoot)
	if err != nil {
		return err
	}
	return build(root, files, api.FormatIIFE, []api.EntryPoint{
		{InputPath: "./reference.ts", OutputPath: "scoped-reference"},
		{InputPath: "./samples/samples.ts", OutputPath: "scoped-samples"},
		{InputPath: "./editor/editor.ts", OutputPath: "scoped-editor"},
	}, asFunction)
}

// asFunction makes a module of a script: it exports start, which runs the script
// for a scope and returns what the script exports.
func asFunction(o *api.BuildOptions) {
	o.Define = map[string]string{}
	for _, name := range scoped {
		o.Define[name] = scopeName + "." + name
	}
	o.GlobalName = "exported"
	o.Banner = map[string]string{"js": "export function start(" + scopeName + "){"}
	o.Footer = map[string]string{"js": "return exported}"}
	o.Plugins = append(o.Plugins, api.Plugin{Name: "scope", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `/base/(module|share|host)$`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: filepath.Join(o.AbsWorkingDir, "component", path.Base(args.Path)+".ts")}, nil
		})
	}})
}

// inShadowRoot rewrites the sheets of the pages: the root is an element, the
// window is the element that holds it, and nothing depends on the root of the
// page around.
func inShadowRoot(o *api.BuildOptions) {
	own := filepath.Join(o.AbsWorkingDir, "component") + string(filepath.Separator)
	o.Plugins = append(o.Plugins, api.Plugin{Name: "shadow", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `\.css$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			data, err := os.ReadFile(args.Path)
			if err != nil {
				return api.OnLoadResult{}, fmt.Errorf("read %s: %w", path.Base(filepath.ToSlash(args.Path)), err)
			}
			text := string(data)
			if !strings.HasPrefix(args.Path, own) {
				text = shadowSheet(text, overPage[filepath.Base(filepath.Dir(args.Path))])
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderCSS}, nil
		})
	}})
}

var (
	widthQuery = regexp.MustCompile(`@media (\((?:min-width|max-width|width)[^()]*\)) \{`)
	rootRule   = regexp.MustCompile(`:root\b`)
	rem        = regexp.MustCompile(`(-?)(\d*\.?\d+)rem\b`)
	height     = regexp.MustCompile(`\b100d?vh\b`)
)

// overPage are the components that stand over the whole page, whose window is that
// of the browser in an element too.
var overPage = map[string]bool{
	"search": true, "keys": true,
	"console": true, "history": true, "links": true, "variables": true, "credentials": true, "body": true,
}

// shadowSheet rewrites one sheet.
func shadowSheet(text string, overPage bool) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "@media") && overPage:
			continue
		case strings.HasPrefix(line, "@media"):
			lines[i] = pixels(widthQuery.ReplaceAllString(line, "@container api-reference $1 {"))
			continue
		}
		lines[i] = rem.ReplaceAllString(line, "calc(${1}${2} * var(--api-reference-rem))")
	}
	text = rootRule.ReplaceAllString(strings.Join(lines, "\n"), ".api-reference")
	if overPage {
		return text
	}
	return height.ReplaceAllString(text, "var(--api-reference-height, 100dvh)")
}

// pixels writes the lengths of a query in pixels: rem would be that of the root of
// the page around.
func pixels(line string) string {
	if strings.HasPrefix(line, "@media") {
		return line
	}
	return rem.ReplaceAllStringFunc(line, func(length string) string {
		n, err := strconv.ParseFloat(strings.TrimSuffix(length, "rem"), 64)
		if err != nil {
			return length
		}
		return strconv.FormatFloat(16*n, 'f', -1, 64) + "px"
	})
}
