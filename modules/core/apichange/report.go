package apichange

import (
	"fmt"
	"slices"
	"strings"
)

// report collects changes. A change of a part that several operations share is
// reported once.
type report struct {
	operation string   // that is being compared
	subject   string   // whose schema is being compared
	within    []string // the way from the subject to the value that is being compared
	changes   []Change
	told      map[told]int // the place among changes
	uses      *uses
	outlines  *outlines
	shown     []int // of each change: the place of its schemas in outlines
}

// told is what is the same of a change in all operations.
type told struct {
	gone             bool // the pointer is of the old description
	pointer, message string
}

func newReport() *report {
	return &report{told: map[told]int{}, uses: newUses(), outlines: newOutlines()}
}

// add reports a change in the new description.
func (r *report) add(kind Kind, rule Rule, pointer, format string, args ...any) {
	r.note(Change{Kind: kind, Rule: rule, Pointer: pointer, Message: fmt.Sprintf(format, args...)})
}

// gone reports what only the old description has, by its pointer there.
func (r *report) gone(kind Kind, rule Rule, pointer, format string, args ...any) {
	r.note(Change{Kind: kind, Rule: rule, Pointer: pointer, Gone: true, Message: fmt.Sprintf(format, args...)})
}

// became reports a value that is another one now; an empty text stands for none.
func (r *report) became(kind Kind, rule Rule, pointer, what, was, is string) {
	message := what + " was " + was + " and is " + is
	switch {
	case was == "":
		message = what + " is " + is + " now"
	case is == "":
		message = what + " is not " + was + " any more"
	}
	r.note(Change{Kind: kind, Rule: rule, Pointer: pointer, Old: was, New: is, Message: message})
}

func (r *report) note(change Change) {
	key := told{change.Gone, change.Pointer, string(change.Kind) + change.Message}
	i, known := r.told[key]
	if !known {
		i = len(r.changes)
		r.told[key] = i
		change.Operation, change.Subject = r.operation, r.place()
		r.changes = append(r.changes, change)
		r.shown = append(r.shown, r.outlines.current())
	}
	r.uses.hold(i)
}

// only reports what one description alone has, and shows the schema of it.
func (r *report) only(old, new node, tell func()) {
	r.outlines.begin(schemaIn(old).direct(), schemaIn(new).direct())
	defer r.outlines.end()
	tell()
}

// schemaIn is the schema of a parameter, header, body, response or media type; the first
// where it has several.
func schemaIn(n node) schema {
	for range 2 {
		if items := itemsOf(n); !n.has("schema") && items.value != nil {
			return schema{items}
		}
		content := n.member("content")
		names := content.names()
		if n.has("schema") || len(names) == 0 {
			break
		}
		n = content.member(names[0]).resolve()
	}
	return schema{n.member("schema")}
}

// place returns "response 200, items[].name", empty outside of schemas.
func (r *report) place() string {
	if len(r.within) == 0 {
		return r.subject
	}
	return r.subject + ", " + strings.TrimPrefix(strings.Join(r.within, ""), ".")
}

func (r *report) breaking(rule Rule, pointer, format string, args ...any) {
	r.add(Breaking, rule, pointer, format, args...)
}

func (r *report) compatible(rule Rule, pointer, format string, args ...any) {
	r.add(Compatible, rule, pointer, format, args...)
}

// required reports that one side must send something now, or need not any more.
func (r *report) required(by direction, pointer, what string, old, new bool) {
	switch {
	case old == new:
	case by == fromClient && new:
		r.breaking(RuleRequired, pointer, "%s is required now", what)
	case by == fromClient:
		r.compatible(RuleRequired, pointer, "%s is optional now", what)
	case new:
		r.compatible(RuleRequired, pointer, "%s is always there now", what)
	default:
		r.breaking(RuleRequired, pointer, "%s may be missing now", what)
	}
}

// sorted returns the changes by path, method and place, each with all operations that
// it is about.
func (r *report) sorted() []Change {
	for i, operations := range r.uses.operations() {
		c := &r.changes[i]
		if others := slices.DeleteFunc(operations, func(name string) bool { return name == c.Operation }); len(others) > 0 {
			c.Others = others
		}
		c.Schemas = r.outlines.schemas(r.shown[i])
	}
	slices.SortFunc(r.changes, compareChanges)
	return r.changes
}
