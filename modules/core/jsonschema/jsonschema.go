// Package jsonschema checks JSON against the schemas of a description:
//
//	checker := jsonschema.New(func(ref string) (*apidoc.Schema, bool) {
//		s, err := doc.Schema(ctx, ref)
//		return s, err == nil
//	})
//	report := checker.Check(body, schema, core.InRequest)
//	for _, fault := range report.Faults { … }
//
// It knows every keyword of JSON Schema 2020-12 that apidoc.Schema has.
// contentSchema and contentMediaType say something about a text and demand
// nothing of it, so they are not looked at. What else is not checked is named in
// the notes of a report; Checker says when that happens.
package jsonschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// maxFaults bounds how many faults a value is told, and maxNotes how many notes.
const (
	maxFaults = 32
	maxNotes  = 8
)

// maxDepth bounds how deep the values of a text nest: as deep as a description may.
const maxDepth = 200

// The work that is done for a text, in schemas that a value is held against:
// alternatives within alternatives may multiply it without end.
const (
	stepsAtLeast = 1 << 16
	stepsPerByte = 4
)

// Fault is one value that its schema does not accept.
type Fault struct {
	Pointer string // JSON pointer of the value, empty for the whole
	Message string // such as "is a number, not a string"

	// Code is the keyword that is broken, or a code of package problem for what is no
	// fault of a schema. The members below belong to it, as they do to a
	// problem.FieldError; Allowed also to "const".
	Code    string
	Lacks   string // the member that is missing, with "required" and "dependentRequired"
	Limit   json.Number
	Allowed []any // strings, json.Numbers and booleans; nil when they are many or long
	Format  string
	Pattern string // empty when it is long
	Type    string // empty when there are several
}

// String returns "/users/0/name: is a number, not a string".
func (f Fault) String() string {
	if f.Pointer == "" {
		return "the value " + f.Message
	}
	return f.Pointer + ": " + f.Message
}

// Report is what there is to say about a value.
type Report struct {
	Faults []Fault  // at most 32, in the order of the schema; none when it fits
	Notes  []string // what could not be checked, at most 8
}

// Resolve gives what a reference points to. It is called by whoever checks,
// concurrently if they are.
type Resolve func(ref string) (*apidoc.Schema, bool)

// Checker checks values against the schemas of one description. It is safe for
// concurrent use.
//
// These formats are checked: date-time, date, time, duration, email, hostname,
// ipv4, ipv6, uri, uri-reference, uuid, json-pointer, byte, int32, int64 and float;
// others accept everything. Patterns are read by package regexp, which knows no
// lookaround and no back reference: one that it cannot read accepts everything,
// with a note, as does one that would take too long on a text. So does a
// $dynamicRef that leads nowhere. Any other reference that leads nowhere is a
// fault.
type Checker struct {
	resolve  Resolve
	patterns *patterns
}

// New makes a checker. With a nil resolve no reference leads anywhere.
func New(resolve Resolve) *Checker {
	if resolve == nil {
		resolve = func(string) (*apidoc.Schema, bool) { return nil, false }
	}
	return &Checker{resolve: resolve, patterns: &patterns{}}
}

// With returns a checker whose references are resolved by another function. Both
// share the patterns that they have read.
func (c *Checker) With(resolve Resolve) *Checker {
	other := New(resolve)
	other.patterns = c.patterns
	return other
}

// Check holds a JSON text against a schema; a nil schema accepts everything. Who
// sends it decides which members can be required: those that are read-only are
// not part of a request, those that are write-only not of a response. With "" all
// are. A text that nests deeper than 200 values has that as its only fault.
func (c *Checker) Check(data []byte, s *apidoc.Schema, sent core.Direction) Report {
	if deeper(data, maxDepth) {
		return Report{Faults: []Fault{{
			Message: fmt.Sprintf("nests deeper than %d values: send one that is flatter", maxDepth),
			Code:    problem.CodeTooMany, Limit: decimal(maxDepth),
		}}}
	}
	value, err := decode(data)
	if err != nil {
		return Report{Faults: []Fault{{Message: "is no JSON: " + err.Error(), Code: problem.CodeUnreadable}}}
	}
	k := &check{Checker: c, sent: sent, left: stepsAtLeast + stepsPerByte*len(data)}
	k.check(place{}, value, s)
	if k.left < 0 {
		k.faults = append(k.faults[:min(len(k.faults), maxFaults-1)], Fault{Message: "is too much to check", Code: problem.CodeTooMany})
	}
	return Report{Faults: k.faults, Notes: k.notes}
}

// deeper reports whether the values of a text nest deeper than most. What is no
// JSON is left to the decoder.
func deeper(data []byte, most int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch b := data[i]; {
		case b == '"':
			quoted = !quoted
		case quoted && b == '\\':
			i++
		case quoted:
		case b == '[' || b == '{':
			if depth++; depth > most {
				return true
			}
		case b == ']' || b == '}':
			depth--
		}
	}
	return false
}

func decode(data []byte) (any, error) {
	if text, ok := plainText(data); ok {
		return text, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is text behind it")
	}
	return value, nil
}

// plainText reads a text without escapes and of ASCII alone, as most are: a decoder
// takes a buffer for each.
func plainText(data []byte) (string, bool) {
	n := len(data) - 1
	if n < 1 || data[0] != '"' || data[n] != '"' {
		return "", false
	}
	for _, c := range data[1:n] {
		if c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return "", false
		}
	}
	return string(data[1:n]), true
}

// check is the check of one text.
type check struct {
	*Checker
	sent   core.Direction
	faults []Fault
	notes  []string
	left   int // of the work
	quiet  int // more than 0 while it only matters whether there is a fault
}

// place is where a value stands.
type place struct {
	at *step // nil for the whole
	// The references that were followed there: one that comes back to itself
	// without a step into the value never ends.
	refs []string
	root *apidoc.Schema // what the value was held against first
	seen *evaluated     // collects what was looked at, nil when nobody asks
	// The schemas that were entered on the way and that $dynamicRef may mean.
	scope []*apidoc.Schema
}

// step leads into a value. The pointer is written for a fault alone: for every
// value, those below a long name would take its length each.
type step struct {
	from *step
	name string
	item int // -1 for a member
}

// pointer is the JSON pointer of what a step leads to.
func (s *step) pointer() string {
	var parts []string
	for ; s != nil; s = s.from {
		part := jsonpointer.Escape(s.name)
		if s.item >= 0 {
			part = strconv.Itoa(s.item)
		}
		parts = append(parts, "/"+part)
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}

func (p place) member(name string) place {
	return place{at: &step{p.at, name, -1}, scope: p.scope}
}

func (p place) item(i int) place {
	return place{at: &step{p.at, "", i}, scope: p.scope}
}

// fail tells a fault, of which broken has the code and what belongs to it.
func (c *check) fail(p place, broken Fault, format string, args ...any) {
	switch {
	case c.quiet > 0:
		c.faults = append(c.faults, Fault{})
	case len(c.faults) < maxFaults:
		broken.Pointer, broken.Message = p.at.pointer(), fmt.Sprintf(format, args...)
		c.faults = append(c.faults, broken)
	}
}

func (c *check) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if len(c.notes) < maxNotes && !slices.Contains(c.notes, text) {
		c.notes = append(c.notes, text)
	}
}

// full reports whether nothing more has to be found.
func (c *check) full() bool {
	return len(c.faults) >= maxFaults || c.left < 0 || c.quiet > 0 && len(c.faults) > 0
}

// cost is what a schema costs besides its parts: lists are walked through.
func cost(s *apidoc.Schema) int {
	return 1 + (len(s.Enum)+len(s.Required)+len(s.Properties)+len(s.DependentRequired)+len(s.DependentSchemas))/8
}

func (c *check) check(p place, value any, s *apidoc.Schema) {
	switch {
	case s == nil || c.full():
		return
	case s.Always != nil:
		c.left--
		if !*s.Always {
			c.fail(p, Fault{Code: "not"}, "is not allowed")
		}
		return
	}
	c.left -= cost(s)
	if p.root == nil {
		p.root = s
	}
	if s.ID != "" || s.DynamicAnchor != "" || len(s.Defs) > 0 {
		p.scope = append(slices.Clip(p.scope), s)
	}
	outer := p.seen
	if s.UnevaluatedItems != nil || s.UnevaluatedProperties != nil {
		p.seen = &evaluated{}
	}
	reference(c, p, value, s)
	dynamicReference(c, p, value, s)
	if !types(c, p, value, s) {
		return
	}
	c.assertions(p, value, s)
	combinations(c, p, value, s)
	if p.seen != outer {
		unevaluated(c, p, value, s)
		outer.add(p.seen)
	}
}

func (c *check) assertions(p place, value any, s *apidoc.Schema) {
	values(c, p, value, s)
	switch v := value.(type) {
	case json.Number:
		number(c, p, v, s)
	case string:
		text(c, p, v, s)
	case []any:
		array(c, p, v, s)
	case map[string]any:
		object(c, p, v, s)
	}
}
