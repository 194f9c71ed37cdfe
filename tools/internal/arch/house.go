package arch

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// House says how the inside of a leaf is built. Generated files, tests and packages
// for tests are left out; nested modules belong to their leaf.
type House struct {
	Leaf          string // such as "modules/router"
	Methods, Away int    // methods, and those outside the file of their type
	Spread        []Wide // types whose methods stand in more than maxSpread files
	Fields        []Wide // structs with more than maxFields fields
	RootFiles     int    // files of the package that has the name of the leaf
	Packages      []Flow
}

// Wide is a type that has much of something.
type Wide struct {
	Type string // with its package, such as "router.Context"
	Has  int
}

// Flow says how the files of a package use each other.
type Flow struct {
	Package string
	Arrows  int     // pairs of files of which one uses the other
	Up      []Arrow // those against the order
}

// Arrow says that a file uses names of another one.
type Arrow struct {
	From, To string
	Names    []string
}

// String returns "from uses a, b of to".
func (a Arrow) String() string {
	return fmt.Sprintf("%s uses %s of %s", path.Base(a.From), strings.Join(a.Names, ", "), path.Base(a.To))
}

const (
	maxSpread = 3
	maxFields = 15
	maxUp     = 10 // in percent of the arrows of a package
	maxRootUp = 20 // in percent of those of the package of a leaf
)

// goals are those of every leaf.
var goals = limits{Away: 10, RootFiles: 25}

// AwayPercent is Away in percent of Methods.
func (h House) AwayPercent() float64 { return percent(h.Away, h.Methods) }

// UpPercent is Up in percent of Arrows.
func (f Flow) UpPercent() float64 { return percent(len(f.Up), f.Arrows) }

func percent(part, all int) float64 { return 100 * float64(part) / float64(max(all, 1)) }

// steep returns how many percent of the arrows run up in the package of the leaf, and
// the other packages with more than maxUp percent.
func (h House) steep() (root float64, packages []string) {
	for _, f := range h.Packages {
		switch up := f.UpPercent(); {
		case f.Package == path.Base(h.Leaf):
			root = up
		case up > maxUp:
			packages = append(packages, fmt.Sprintf("%s (%.0f %%)", f.Package, up))
		}
	}
	return root, packages
}

// String has the figures in one line, with the goals.
func (h House) String() string {
	root, steep := h.steep()
	return fmt.Sprintf("%-19s %2.0f %% of %4d methods away from their type (goal %.0f), %2d types over more than %d files (0), "+
		"%2d structs of more than %d fields (0), %2d files in the root (%d), %2d of %2d packages with more than %d %% of arrows up (0), root %2.0f %% (%d)",
		h.Leaf, h.AwayPercent(), h.Methods, goals.Away, len(h.Spread), maxSpread, len(h.Fields), maxFields, h.RootFiles, goals.RootFiles,
		len(steep), len(h.Packages), maxUp, root, maxRootUp)
}

// Houses measures every leaf, in the order of the table of limits.
func Houses(t *Tree) []House {
	var all []House
	for _, l := range houses {
		all = append(all, t.house(l.Leaf))
	}
	return all
}

func (t *Tree) house(leaf string) House {
	h := House{Leaf: leaf}
	for _, p := range t.Packages {
		if !match(leaf+"/...", p.Path) || p.forTests() {
			continue
		}
		files := slices.DeleteFunc(slices.Clone(p.Files), func(f File) bool { return f.Test || f.Generated })
		if match(leaf, p.Path) {
			h.RootFiles = len(files)
		}
		h.measureTypes(p, files)
		arrows, up := flow(files)
		h.Packages = append(h.Packages, Flow{p.Name, arrows, up})
	}
	byMost := func(a, b Wide) int { return cmp.Or(cmp.Compare(b.Has, a.Has), cmp.Compare(a.Type, b.Type)) }
	slices.SortFunc(h.Spread, byMost)
	slices.SortFunc(h.Fields, byMost)
	return h
}

func (h *House) measureTypes(p *Package, files []File) {
	home, spread := map[string]string{}, map[string]map[string]bool{}
	for _, f := range files {
		for _, t := range f.Types {
			home[t.Name] = f.Name
			if t.Fields > maxFields && !slices.Contains(records, p.Name+"."+t.Name) {
				h.Fields = append(h.Fields, Wide{p.Name + "." + t.Name, t.Fields})
			}
		}
	}
	for _, f := range files {
		for _, fn := range f.Funcs {
			if fn.Receiver == "" {
				continue
			}
			h.Methods++
			if home[fn.Receiver] != f.Name {
				h.Away++
			}
			if spread[fn.Receiver] == nil {
				spread[fn.Receiver] = map[string]bool{}
			}
			spread[fn.Receiver][f.Name] = true
		}
	}
	for name, in := range spread {
		if len(in) > maxSpread {
			h.Spread = append(h.Spread, Wide{p.Name + "." + name, len(in)})
		}
	}
}

// flow counts which files use names of which others, and finds those of these arrows
// that run up in an order of the files in which few do.
func flow(files []File) (arrows int, up []Arrow) {
	declared := map[string]int{}
	for i, f := range files {
		for _, name := range f.Declares {
			declared[name] = i
		}
	}
	uses := make([]map[int][]string, len(files))
	for i, f := range files {
		uses[i] = map[int][]string{}
		for _, name := range slices.Compact(slices.Sorted(slices.Values(f.Uses))) {
			if to, ok := declared[name]; ok && to != i {
				uses[i][to] = append(uses[i][to], name)
			}
		}
		arrows += len(uses[i])
	}
	order := ordered(uses)
	for at, i := range order {
		for _, to := range order[:at] {
			if names := uses[i][to]; names != nil {
				up = append(up, Arrow{files[i].Name, files[to].Name, names})
			}
		}
	}
	return arrows, up
}

// ordered puts what uses before what is used, as far as that goes: every file stands
// where fewest arrows run up, until none can be moved to a better place.
func ordered(uses []map[int][]string) []int {
	order := make([]int, len(uses))
	used := make([]int, len(uses)) // how much more a file is used than it uses
	for i := range uses {
		order[i] = i
		used[i] -= len(uses[i])
		for to := range uses[i] {
			used[to]++
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return used[i] - used[j] })
	for moved := true; moved; {
		moved = false
		for i := range uses {
			from := slices.Index(order, i)
			rest := slices.Delete(slices.Clone(order), from, from+1)
			if to := bestPlace(uses, rest, i, from); to != from {
				order, moved = slices.Insert(rest, to, i), true
			}
		}
	}
	return order
}

// bestPlace finds where a file stands best in an order of the others: where it is, when
// no other place is better.
func bestPlace(uses []map[int][]string, rest []int, file, now int) int {
	up := 0 // of the arrows of the file, when it stands first
	for _, j := range rest {
		if uses[j][file] != nil {
			up++
		}
	}
	counts := []int{up}
	for _, j := range rest {
		if uses[j][file] != nil {
			up--
		}
		if uses[file][j] != nil {
			up++
		}
		counts = append(counts, up)
	}
	if best := slices.Min(counts); best < counts[now] {
		return slices.Index(counts, best)
	}
	return now
}

// checkHouse compares a leaf with its limits.
func checkHouse(h House, l limits) []Violation {
	var found []Violation
	broken := func(rule, do string) { found = append(found, Violation{h.Leaf, rule, do}) }
	if h.AwayPercent() > l.Away {
		broken("a type and its methods stand in one file", fmt.Sprintf("%.1f %% of %d methods do not, and were at most %v %%; move methods home, or make several types of one", h.AwayPercent(), h.Methods, l.Away))
	}
	if len(h.Spread) > l.Spread {
		broken(fmt.Sprintf("the methods of a type stand in at most %d files", maxSpread), "make several types of "+names(h.Spread))
	}
	if len(h.Fields) > l.Fields {
		broken(fmt.Sprintf("a struct has at most %d fields", maxFields), "make several types of "+names(h.Fields))
	}
	if h.RootFiles > l.RootFiles {
		broken(fmt.Sprintf("the package of a leaf has at most %d files", goals.RootFiles), fmt.Sprintf("it has %d, and had %d; a job that one sentence tells is a package of its own", h.RootFiles, l.RootFiles))
	}
	root, steep := h.steep()
	if root > maxRootUp {
		broken(fmt.Sprintf("the files of the package of a leaf use those below them: at most %d %% run up", maxRootUp), fmt.Sprintf("it is %.0f %%; archcheck -v names them", root))
	}
	if len(steep) > l.Steep {
		broken(fmt.Sprintf("the files of a package use those below them: at most %d %% run up", maxUp),
			fmt.Sprintf("%d packages have more, and %d had: %s; archcheck -v names them; what many files use has a file of its own", len(steep), l.Steep, strings.Join(steep, ", ")))
	}
	return found
}

func names(wide []Wide) string {
	var all []string
	for _, w := range wide {
		all = append(all, fmt.Sprintf("%s (%d)", w.Type, w.Has))
	}
	return strings.Join(all, ", ")
}
