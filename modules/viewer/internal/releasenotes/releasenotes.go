// Package releasenotes words what a version of an API has changed, for pages in HTML, in
// Markdown, and for the feed.
package releasenotes

import (
	"cmp"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// Group is changes that ask about as much of clients.
type Group struct {
	Title   wording.Key
	Changes []core.Change // never empty
}

// Groups are the changes of a release, the gravest first.
func Groups(r *core.Release) []Group {
	var groups []Group
	for _, g := range []Group{{"Breaking changes", r.Breaking}, {"Warnings", r.Warnings}, {"Other changes", r.Notes}} {
		if len(g.Changes) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// Part are the groups of some of the changes of a release, counted through all groups.
func Part(r *core.Release, from, to int) []Group {
	var groups []Group
	for _, g := range Groups(r) {
		n := len(g.Changes)
		if low, high := min(max(from, 0), n), min(max(to, 0), n); low < high {
			groups = append(groups, Group{g.Title, g.Changes[low:high]})
		}
		from, to = from-n, to-n
	}
	return groups
}

// Summary returns "2 breaking changes, 1 warning, 3 other changes" in a language, or why
// there is nothing to count.
func Summary(w *wording.Language, r *core.Release) string {
	switch {
	case r.Err != nil:
		return w.Say("this version cannot be read")
	case r.Since == "":
		return w.Say("the oldest version that is known")
	case r.Len() == 0:
		return w.Say("nothing has changed for clients")
	}
	var counts []string
	if n := len(r.Breaking); n > 0 {
		counts = append(counts, w.Count(n, "breaking change", "breaking changes"))
	}
	if n := len(r.Warnings); n > 0 {
		counts = append(counts, w.Count(n, "warning", "warnings"))
	}
	if n := len(r.Notes) + r.LeftOut; n > 0 {
		counts = append(counts, w.Count(n, "other change", "other changes"))
	}
	return strings.Join(counts, w.Say(", "))
}

// Sentence cuts the message of a change where its old and its new value stand: "the type
// was ", "string", " and is ", "integer". It is false for a message without both.
func Sentence(c *core.Change) (before, between string, ok bool) {
	if c.Old == "" || c.New == "" {
		return "", "", false
	}
	before, ok = strings.CutSuffix(c.Message, " was "+c.Old+" and is "+c.New)
	return before + " was ", " and is ", ok
}

// Line is a line of a schema as one version has it.
type Line struct {
	Text    string
	Differs bool // the other version says something else, or nothing
	Same    int  // above 0 for a line that stands for so many which do not differ
}

// Before are the lines of a schema before it changed, none for one that is new.
func Before(s *apichange.Schemas) []Line {
	return side(s, func(line *apichange.SchemaLine) string { return line.Old })
}

// After are the lines of a schema after it changed, none for one that is gone.
func After(s *apichange.Schemas) []Line {
	return side(s, func(line *apichange.SchemaLine) string { return line.New })
}

func side(s *apichange.Schemas, of func(*apichange.SchemaLine) string) []Line {
	var lines []Line
	for i := range s.Lines {
		text := of(&s.Lines[i])
		if text != "" || s.Lines[i].Same > 0 {
			lines = append(lines, Line{named(s.Lines[i].Name, text), s.Lines[i].Differs, s.Lines[i].Same})
		}
	}
	return lines
}

// Difference are the lines of both: those of before above those of after.
func Difference(s *apichange.Schemas) []Line {
	var lines []Line
	for i := range s.Lines {
		line := &s.Lines[i]
		switch {
		case !line.Differs:
			lines = append(lines, Line{Text: "  " + named(line.Name, line.New), Same: line.Same})
			continue
		case line.Old != "":
			lines = append(lines, Line{Text: "- " + named(line.Name, line.Old), Differs: true})
		}
		if line.New != "" {
			lines = append(lines, Line{Text: "+ " + named(line.Name, line.New), Differs: true})
		}
	}
	return lines
}

func named(name, text string) string {
	if name == "" {
		return text
	}
	return name + ": " + text
}

// Model returns the name of the component that a schema is, such as "Pet", and the
// reference to it; both are empty for another schema.
func Model(s *apichange.Schemas) (name, ref string) {
	pointer := cmp.Or(s.New, s.Old)
	for _, shelf := range []string{"/components/schemas/", "/definitions/"} {
		if rest, ok := strings.CutPrefix(pointer, shelf); ok && !strings.Contains(rest, "/") {
			return jsonpointer.Unescape(rest), "#" + pointer
		}
	}
	return "", ""
}
