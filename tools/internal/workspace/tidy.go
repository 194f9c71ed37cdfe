package workspace

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/mod/modfile"
)

// outside says which modules are not in the workspace, so that what they need
// does not move the versions of the others.
func outside(dir string) bool { return dir == "tools" || strings.HasPrefix(dir, "benchmarks/") }

// Check returns what is inconsistent between VERSION, go.work and the go.mod
// files, one sentence each: "file: what is wrong: what to do". The list is
// empty for a repository that can be released.
func (r *Repo) Check() []string {
	var wrong []string
	for _, m := range r.Modules {
		name := path.Join(m.Dir, "go.mod")
		if want := path.Join(Prefix, m.Dir); m.Path != want {
			wrong = append(wrong, fmt.Sprintf("%s: the module path is %s: its directory makes it %s", name, m.Path, want))
		}
		if m.Used == outside(m.Dir) {
			wrong = append(wrong, fmt.Sprintf("go.work: use of ./%s is %t: it uses every module but tools and benchmarks", m.Dir, m.Used))
		}
		wrong = append(wrong, r.checkSiblings(m, name)...)
	}
	return wrong
}

func (r *Repo) checkSiblings(m Module, name string) []string {
	var wrong []string
	for _, require := range m.File.Require {
		sibling := require.Mod
		if !strings.HasPrefix(sibling.Path, Prefix+"/") {
			continue
		}
		if sibling.Version != r.Version {
			wrong = append(wrong, fmt.Sprintf("%s: requires %s %s: VERSION says %s", name, sibling.Path, sibling.Version, r.Version))
		}
		if !replaces(m.File, sibling.Path) {
			wrong = append(wrong, fmt.Sprintf("%s: no replace for %s: point it at the directory in this repository", name, sibling.Path))
		}
	}
	for _, replace := range m.File.Replace {
		if !strings.HasPrefix(replace.Old.Path, Prefix+"/") {
			if !outside(m.Dir) { // others have consumers
				wrong = append(wrong, fmt.Sprintf("%s: replaces %s: consumers would ignore it; require a version", name, replace.Old.Path))
			}
			continue
		}
		want := strings.TrimPrefix(replace.Old.Path, Prefix+"/")
		if got := path.Join(m.Dir, replace.New.Path); got != want {
			wrong = append(wrong, fmt.Sprintf("%s: replaces %s by %s: its directory is %s", name, replace.Old.Path, got, want))
		}
	}
	return wrong
}

func replaces(file *modfile.File, module string) bool {
	for _, replace := range file.Replace {
		if replace.Old.Path == module {
			return true
		}
	}
	return false
}
