package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/visit"
)

func (f *figures) conditions(p *report.Page) {
	p.Line("## Conditions\n")
	p.Line("- %s, %s, %s.", report.Machine(), visit.Version(), time.Now().UTC().Format(time.DateOnly))
	p.Line("- Load average %s before the run and %s at its end. It took %s: %d rounds.", f.busy, report.Load(), time.Since(f.began).Round(time.Second), f.options.rounds)
	p.Line("- %s; libopenapi %s.", strings.Join(pinned(peersDir), ", "), report.Version("github.com/pb33f/libopenapi"))
	p.Line("- A visit has a browser, a profile and a process of its own, 1440 by 900 pixels. An empty page of the same origin is opened first, so the start of the browser is in no figure. The viewers take turns; each round begins with another one.")
	p.Line("- Everybody is served from the loopback interface. Files of peers and descriptions lie compressed in memory (brotli, level %d); our pages are written and compressed by the viewer in the first round, and come from its cache in the others. Names of other hosts lead nowhere: the fonts and reports of use that some peers ask for do not arrive.", servedLevel)
	p.Line("- A peer has the page of its manual and its defaults, Swagger UI that of its package.")
	p.Line("- The text of an operation is seen when an element whose whole text is its summary (without one: its operationId, path or description) has been painted outside of navigation. %s open at their first page, where any operation counts, above or below the fold; the others, whose first page shows no operation, at the address of the first operation.", strings.Join(opened(), ", "))
	p.Line("- The link to the last operation has the form that the viewer itself writes, and the text has to be in the window and to stay there.")
	p.Line("- A visit ends when nothing was loaded and no task took more than 50 ms for a second, or after %s. One that came to nothing is not made again.", f.options.timeout)
	p.Line("- Main thread is its CPU time until then. Blocking is what tasks took beyond 50 ms each. Heap is that of the main thread after garbage collection; workers are not counted.")
	for _, d := range f.found {
		p.Line("- %s: %s of OpenAPI %s, from %s.", d.name, d.doc.Info.Version, d.doc.SpecVersion, origin(d.from))
	}
	for _, err := range f.missing {
		p.Line("- Not measured: %s.", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	p.Line("")
	p.Reproduce("bench-viewer", os.Args[1:])
}

// opened are the peers whose first page shows operations.
func opened() (names []string) {
	for _, v := range peers() {
		if v.lists {
			names = append(names, v.name)
		}
	}
	return names
}

// origin is where a description comes from, without what only this machine
// knows.
func origin(file string) string {
	if _, inPackage, ok := strings.Cut(filepath.ToSlash(file), "node_modules/"); ok {
		return "the package " + inPackage
	}
	return filepath.Base(file)
}

// pinned are the versions of the packages of a directory.
func pinned(dir string) []string {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	var manifest struct{ Dependencies map[string]string }
	if err == nil {
		err = json.Unmarshal(text, &manifest)
	}
	if err != nil {
		return []string{"versions unknown"}
	}
	var versions []string
	for _, name := range slices.Sorted(maps.Keys(manifest.Dependencies)) {
		version := manifest.Dependencies[name]
		if alias, ok := strings.CutPrefix(version, "npm:"); ok {
			versions = append(versions, strings.ReplaceAll(alias, "@", " "))
			continue
		}
		versions = append(versions, name+" "+version)
	}
	return versions
}

// crowded reports whether others had more work for the machine than it can do
// at once, in the minute before.
func crowded(load string, cores int) bool {
	var minute float64
	_, err := fmt.Sscanf(load, "%f", &minute)
	return err == nil && minute > float64(cores)
}
