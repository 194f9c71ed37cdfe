package report

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// Machine names what the figures are of: the Go version, the system, the
// processor and its cores.
func Machine() string {
	return fmt.Sprintf("%s, %s/%s, %s, %d cores", runtime.Version(), runtime.GOOS, runtime.GOARCH, processor("/proc/cpuinfo"), runtime.NumCPU())
}

// processor is the model of the CPU, as far as the system tells it.
func processor(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(text)) {
		if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(model)
		}
	}
	return "unknown processor"
}

// Load is how busy the system was in the last 1, 5 and 15 minutes, as text; it
// is "unknown" where the system does not tell.
func Load() string { return load("/proc/loadavg") }

func load(file string) string {
	text, err := os.ReadFile(file)
	if fields := strings.Fields(string(text)); err == nil && len(fields) > 3 {
		return strings.Join(fields[:3], ", ")
	}
	return "unknown"
}

// Versions are those of modules, each as "path version" in the order of the
// paths. What is not linked into the program is left out.
func Versions(modules ...string) []string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return []string{"versions unknown"}
	}
	return versions(info.Deps, modules)
}

// Version is that of one module. It is "of an unknown version" for one that is
// not linked into the program.
func Version(module string) string {
	for _, found := range Versions(module) {
		if version, ok := strings.CutPrefix(found, module+" "); ok {
			return version
		}
	}
	return "of an unknown version"
}

func versions(linked []*debug.Module, modules []string) []string {
	var found []string
	for _, m := range linked {
		if slices.Contains(modules, m.Path) {
			found = append(found, m.Path+" "+m.Version)
		}
	}
	return found
}
