package routercli

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// The marks behind functions, and what they mean.
const (
	markReflective   = " *"
	markHidden       = " -"
	legendReflective = "* called by reflection, which is slow: wrap the function in router.F0 to F4 or router.In\n"
	legendHidden     = "- not in the description\n"
)

func routes(c *command) error {
	asJSON := c.flags.Bool("json", false, "write JSON instead of a table")
	hooks := c.flags.Bool("hooks", false, "write a line for every hook, in the order they run")
	if err := c.parse(); err != nil {
		return err
	}
	all, err := c.router.Routes()
	switch {
	case err != nil:
		return err
	case *asJSON:
		return c.writeJSON(all)
	}
	return c.write(table(all, *hooks))
}

// table writes one line per route, and one per hook where that is asked for.
func table(all []RouteInfo, hooks bool) []byte {
	var text bytes.Buffer
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	grouped := slices.ContainsFunc(all, func(r RouteInfo) bool { return r.Group != "" })
	columns := []string{"METHOD", "FLAGS", "PATH", "FUNCTION", "FILE", "HOOKS"}
	if grouped {
		columns = append(columns, "GROUP")
	}
	fmt.Fprintln(w, strings.Join(columns, "\t"))
	for _, r := range all {
		columns := []string{
			r.Method, orDash(strings.Join(r.Flags, " ")), r.Path, r.Function + marks(r), place(r.File, r.Line), hookNames(r.Hooks, hooks),
		}
		if grouped {
			columns = append(columns, orDash(r.Group))
		}
		fmt.Fprintln(w, strings.Join(columns, "\t"))
		if !hooks {
			continue
		}
		for _, h := range r.Hooks {
			fmt.Fprintln(w, strings.Join([]string{"", orDash(h.Flag), "  " + h.Stage, h.Name, place(h.File, h.Line), ""}, "\t"))
		}
	}
	_ = w.Flush() // a buffer takes everything
	return append(append(trimLines(text.Bytes()), legend(all)...), decisions(all)...)
}

// decisions says which of two routes is meant where a request fits both and none
// is more specific.
func decisions(all []RouteInfo) []byte {
	var text []byte
	for _, r := range all {
		for _, other := range r.Before {
			text = fmt.Appendf(text, "%s wins over %s: its leftmost literal does\n", r.Key, other)
		}
	}
	if len(text) > 0 {
		return append([]byte{'\n'}, text...)
	}
	return nil
}

func marks(r RouteInfo) string {
	var text string
	if r.Reflective {
		text += markReflective
	}
	if r.Hidden {
		text += markHidden
	}
	return text
}

// hookNames are the names of the hooks, or their number where they follow. Those of a pack
// are its own business: together they have the name of their flag.
func hookNames(hooks []HookInfo, follow bool) string {
	if follow {
		return fmt.Sprint(len(hooks))
	}
	var names []string
	for _, h := range hooks {
		name := cmp.Or(h.Name, h.Stage)
		if h.Pack && h.Flag != "" {
			name = h.Flag
		}
		if !h.Pack || !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return orDash(strings.Join(names, ", "))
}

func orDash(text string) string { return cmp.Or(text, "-") }

// place is "api.go:20", or a dash when it is unknown.
func place(file string, line int) string {
	if file == "" {
		return "-"
	}
	return fmt.Sprintf("%s:%d", filepath.Base(file), line)
}

// trimLines removes the blanks that padding leaves at the ends of lines.
func trimLines(text []byte) []byte {
	var trimmed []byte
	for line := range bytes.Lines(text) {
		trimmed = append(append(trimmed, bytes.TrimRight(line, " \n")...), '\n')
	}
	return trimmed
}

func legend(all []RouteInfo) []byte {
	var text []byte
	if slices.ContainsFunc(all, func(r RouteInfo) bool { return r.Reflective }) {
		text = append(text, legendReflective...)
	}
	if slices.ContainsFunc(all, func(r RouteInfo) bool { return r.Hidden }) {
		text = append(text, legendHidden...)
	}
	if len(text) > 0 {
		return append([]byte{'\n'}, text...)
	}
	return nil
}
