package workspace

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// Versions are the versions of modules, by their paths.
type Versions map[string]string

// ParseVersions reads lines of a path and a version, as go list writes them. Lines
// without a version, those of modules that stand in the repository, are left out.
func ParseVersions(lines string) Versions {
	all := Versions{}
	for line := range strings.Lines(lines) {
		if name, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			all[name] = version
		}
	}
	return all
}

// Differences returns what a module builds with outside of the workspace in another
// version than in it, and the command that mends it: tests in the workspace are not
// those of what a consumer gets then.
func (m Module) Differences(alone, together Versions) []string {
	var lines, gets []string
	for _, name := range slices.Sorted(maps.Keys(alone)) {
		if want := together[name]; want != "" && want != alone[name] {
			lines = append(lines, fmt.Sprintf("%s: %s is %s, but the workspace tests %s", path.Join(m.Dir, "go.mod"), name, alone[name], want))
			gets = append(gets, name+"@"+want)
		}
	}
	if len(gets) > 0 {
		lines = append(lines, fmt.Sprintf("%s: run GOWORK=off go -C %s get %s && GOWORK=off go -C %s mod tidy", path.Join(m.Dir, "go.mod"), m.Dir, strings.Join(gets, " "), m.Dir))
	}
	return lines
}
