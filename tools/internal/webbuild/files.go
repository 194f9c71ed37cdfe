package webbuild

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// withoutServer are the scripts that an exported reference has in place of those
// that ask a server, see files in the viewer.
var withoutServer = map[string]string{
	"base/module":     "files/script",
	"base/script":     "files/script",
	"base/page":       "files/page",
	"base/share":      "files/share",
	"schema/fetch":    "files/fetch",
	"oldlink/resolve": "files/resolve",
	"editor/open":     "files/editor",
	"samples/part":    "files/samplepart",
}

// bundleFiles builds the scripts of an exported reference. Those that are loaded
// when they are wanted put what they export where files/data finds it.
func bundleFiles(root string, files Files, modules []api.EntryPoint) error {
	reference := []api.EntryPoint{{InputPath: "./files/reference.ts", OutputPath: "files-reference"}}
	if err := build(root, files, api.FormatIIFE, reference, asFiles); err != nil {
		return err
	}
	for _, m := range modules {
		own := m
		own.OutputPath = "files-" + m.OutputPath
		err := build(root, files, api.FormatIIFE, []api.EntryPoint{own}, asFiles, func(o *api.BuildOptions) {
			o.GlobalName = "exported"
			o.Banner = map[string]string{"js": "(()=>{"}
			o.Footer = map[string]string{"js": `(globalThis.trefoilFiles??={})["assets/` + m.OutputPath + `"]=exported})();`}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// asFiles puts the scripts for a folder in the place of those for a server.
func asFiles(o *api.BuildOptions) {
	ui := o.AbsWorkingDir
	own := filepath.Join(ui, "files") + string(filepath.Separator)
	o.Plugins = append(o.Plugins, api.Plugin{Name: "files", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^\.\.?/`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if strings.HasPrefix(args.Importer, own) || args.Importer == "" {
				return api.OnResolveResult{}, nil
			}
			name, err := filepath.Rel(ui, filepath.Join(args.ResolveDir, filepath.FromSlash(args.Path)))
			if err != nil {
				return api.OnResolveResult{}, err
			}
			other, ok := withoutServer[filepath.ToSlash(name)]
			if !ok {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Path: filepath.Join(ui, filepath.FromSlash(path.Clean(other))+".ts")}, nil
		})
	}})
}
