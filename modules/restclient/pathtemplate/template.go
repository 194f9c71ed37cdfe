package pathtemplate

import "slices"

// Template is a parsed path template. It is immutable and safe for concurrent
// use.
type Template struct {
	source string
	parts  []part
	params []Param
}

// Param is a parameter of a template.
type Param struct {
	Name     string
	Wildcard bool // takes one or more segments
	Optional bool // stands between braces: may be absent
}

// part is a literal, a parameter or a group; exactly one field is meaningful.
type part struct {
	kind    partKind
	text    string // a literal as the author meant it, or the name of a parameter
	escaped string // a literal as it goes into a URL
	group   []part
}

type partKind uint8

const (
	literal partKind = iota
	param
	wildcard
	group
)

func newTemplate(source string, parts []part) *Template {
	t := &Template{source: source, parts: parts}
	t.collect(parts, false)
	return t
}

func (t *Template) collect(parts []part, optional bool) {
	for _, p := range parts {
		switch p.kind {
		case param, wildcard:
			t.params = append(t.params, Param{Name: p.text, Wildcard: p.kind == wildcard, Optional: optional})
		case group:
			t.collect(p.group, true)
		}
	}
}

// Params returns the parameters in the order in which they appear. The slice
// belongs to the caller.
func (t *Template) Params() []Param { return slices.Clone(t.params) }

// Param finds a parameter by name.
func (t *Template) Param(name string) (Param, bool) {
	for _, p := range t.params {
		if p.Name == name {
			return p, true
		}
	}
	return Param{}, false
}

// Last is the last ":name" parameter: the one that identifies a member of a
// collection. It is false when the template has none.
func (t *Template) Last() (Param, bool) {
	for _, p := range slices.Backward(t.params) {
		if !p.Wildcard {
			return p, true
		}
	}
	return Param{}, false
}
