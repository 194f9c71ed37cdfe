package table

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/spelling"
)

// Stages are all stages in the order in which a request passes them.
var Stages = []core.Stage{core.BeforeFunctionCall, core.BeforeRender, core.BeforeResponse, core.AfterResponse}

// Flags are the flags of a table by name: those that are declared, and those that
// something is registered for.
func Flags(declared []Flag, hooks []Hook) (map[string]Flag, []Mistake) {
	known, found := declaredFlags(declared)
	for _, h := range hooks {
		what := "middleware"
		if !h.Middleware {
			what = "hook"
			if !slices.Contains(Stages, h.Stage) {
				found = append(found, wrong(h.At, "stage %q does not exist", h.Stage))
			}
			if h.Flag == "" {
				continue
			}
		}
		if !isFlag(h.Flag) {
			found = append(found, wrong(h.At, "%s: flag %q: flags are [A-Z][A-Z0-9_]*", what, h.Flag))
			continue
		}
		if _, ok := known[h.Flag]; !ok {
			known[h.Flag] = Flag{Name: h.Flag, At: h.At}
		}
	}
	return known, append(found, missingNeeds(declared, known)...)
}

func declaredFlags(declared []Flag) (known map[string]Flag, found []Mistake) {
	known = map[string]Flag{}
	schemes := map[string]Flag{}
	for _, f := range declared {
		if !isFlag(f.Name) {
			found = append(found, wrong(f.At, "flag %q: flags are [A-Z][A-Z0-9_]*", f.Name))
			continue
		}
		if first, twice := known[f.Name]; twice {
			found = append(found, wrong(f.At, "flag %s is declared twice, first at %s", f.Name, first.At))
		}
		known[f.Name] = f
		for _, m := range f.Mistakes {
			found = append(found, wrong(f.At, "flag %s: %s", f.Name, m))
		}
		if f.Security == nil {
			continue
		}
		if !isComponent(f.Security.Name) {
			found = append(found, wrong(f.At, "flag %s: the name of security scheme %q has other characters than letters, digits, dots, hyphens and underscores", f.Name, f.Security.Name))
		}
		other, ok := schemes[f.Security.Name]
		if ok && !reflect.DeepEqual(other.Security, f.Security) {
			found = append(found, wrong(f.At, "flags %s and %s define security scheme %q differently", other.Name, f.Name, f.Security.Name))
		}
		schemes[f.Security.Name] = f
	}
	return known, found
}

// isComponent reports whether a name is one of a component (OpenAPI 3.1, section 4.8.7).
func isComponent(name string) bool {
	const others = ".-_"
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(others, r))
	})
}

func isFlag(name string) bool {
	_, err := route.Parse("GET " + name + " /")
	return err == nil && name != ""
}

// missingNeeds finds what flags need and no flag is.
func missingNeeds(declared []Flag, known map[string]Flag) []Mistake {
	var found []Mistake
	for _, f := range declared {
		for _, needed := range f.Needs {
			if _, ok := known[needed]; !ok {
				found = append(found, wrong(f.At, "flag %s needs flag %s, which does not exist%s", f.Name, needed, hint(needed, known)))
			} else if needed == f.Name {
				found = append(found, wrong(f.At, "flag %s needs itself", f.Name))
			}
		}
	}
	return found
}

// hint says what to do about an unknown flag.
func hint(name string, known map[string]Flag) string {
	if meant := spelling.Nearest(name, slices.Sorted(maps.Keys(known)), 2); meant != "" {
		return fmt.Sprintf(" (did you mean %s?)", meant)
	}
	return ": declare it with Flag or register a hook for it"
}

// Unused are the hooks for flags that no route carries.
func Unused(routes []Route, hooks []Hook) []Hook {
	carried := map[string]bool{"": true}
	for _, r := range routes {
		for _, flag := range r.Route.Flags {
			carried[flag] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(hooks), func(h Hook) bool { return carried[h.Flag] })
}
