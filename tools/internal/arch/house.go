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
	Package    string
	Arrows, Up int // pairs of files of which one uses the other; those against the order
}

const (
	maxSpread = 3
	maxFields = 15
	maxUp     = 10 // in percent of the arrows of a package
)

// goals are those of every leaf.
var goals = limits{Away: 10, RootFiles: 25}

// AwayPercent is Away in percent of Methods.
func (h House) AwayPercent() float64 { return percent(h.Away, h.Methods) }

// UpPercent is Up in percent of Arrows.
func (f Flow) UpPercent() float64 { return percent(f.Up, f.Arrows) }

func percent(part, all int) float64 { return 100 * float64(part) / float64(max(all, 1)) }

// String has the figures in one line, with the goals.
func (h House) String() string {
	var root Flow
	steep := 0
	for _, f := range h.Packages {
		if f.Package == path.Base(h.Leaf) {
			root = f
		}
		if f.UpPercent() > maxUp {
			steep++
		}
	}
	return fmt.Sprintf("%-19s %2.0f %% of %4d methods away from their type (goal %.0f), %2d types over more than %d files (0), "+
		"%2d structs of more than %d fields (0), %2d files in the root (%d), %2d of %2d packages with more than %d %% of arrows up (0), root %2.0f %%",
		h.Leaf, h.AwayPercent(), h.Methods, goals.Away, len(h.Spread), maxSpread, len(h.Fields), maxFields, h.RootFiles, goals.RootFiles,
		steep, len(h.Packages), maxUp, root.UpPercent())
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

// flow counts which files use names of which others, and how many of these arrows run
// up in an order of the files in which few do.
func flow(files []File) (arrows, up int) {
	declared := map[string]int{}
	for i, f := range files {
		for _, name := range f.Declares {
			declared[name] = i
		}
	}
	uses := make([]map[int]bool, len(files))
	for i, f := range files {
		uses[i] = map[int]bool{}
		for _, name := range f.Uses {
			if to, ok := declared[name]; ok && to != i {
				uses[i][to] = true
			}
		}
		arrows += len(uses[i])
	}
	at := make([]int, len(files))
	for place, i := range ordered(uses) {
		at[i] = place
	}
	for i := range uses {
		for to := range uses[i] {
			if at[to] < at[i] {
				up++
			}
		}
	}
	return arrows, up
}

// ordered puts what uses before what is used, as far as that goes: what nobody uses
// first, what uses nobody last, and of the rest next what uses most and is used least.
func ordered(uses []map[int]bool) []int {
	left := map[int]bool{}
	for i := range uses {
		left[i] = true
	}
	var first, last []int
	for len(left) > 0 {
		best, most, leaf := -1, 0, false
		for i := range uses {
			if !left[i] {
				continue
			}
			out, in := 0, 0
			for j := range uses {
				if left[j] && uses[i][j] {
					out++
				}
				if left[j] && uses[j][i] {
					in++
				}
			}
			if out == 0 {
				best, leaf = i, true
				break
			}
			if in == 0 {
				out += len(uses) // before all that somebody uses
			}
			if best < 0 || out-in > most {
				best, most = i, out-in
			}
		}
		delete(left, best)
		if leaf {
			last = append(last, best)
		} else {
			first = append(first, best)
		}
	}
	slices.Reverse(last)
	return append(first, last...)
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
	return found
}

func names(wide []Wide) string {
	var all []string
	for _, w := range wide {
		all = append(all, fmt.Sprintf("%s (%d)", w.Type, w.Has))
	}
	return strings.Join(all, ", ")
}
