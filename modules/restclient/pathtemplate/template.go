package pathtemplate

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Template is a parsed path template. It is immutable and safe for concurrent
// use.
type Template struct {
	source  string
	parts   []Part
	params  []Param
	matcher func() *regexp.Regexp // made by the first Match
}

// Param is a parameter of a template.
type Param struct {
	Name     string
	Wildcard bool // takes one or more segments
	Optional bool // stands between braces: may be absent
}

// Part is a piece of a template. Its zero value is an empty literal.
type Part struct {
	Kind    Kind
	Text    string // of a literal: as the author meant it; of a parameter: its name
	Escaped string // of a literal: as it goes into a URL
	Group   []Part // of a group: what it holds, read-only
}

// Kind tells the parts of a template apart.
type Kind uint8

// The kinds of parts.
const (
	Literal   Kind = iota
	Parameter      // ":name", one segment or a part of one
	Wildcard       // "*name", one or more segments
	Group          // "{…}", left out when a parameter in it is absent
)

func newTemplate(source string, parts []Part) *Template {
	t := &Template{source: source, parts: parts}
	t.collect(parts, false)
	t.matcher = sync.OnceValue(func() *regexp.Regexp { return compilePattern(parts) })
	return t
}

func (t *Template) collect(parts []Part, optional bool) {
	for _, p := range parts {
		switch p.Kind {
		case Parameter, Wildcard:
			t.params = append(t.params, Param{Name: p.Text, Wildcard: p.Kind == Wildcard, Optional: optional})
		case Group:
			t.collect(p.Group, true)
		}
	}
}

// Parts returns the pieces of the template in order, for code that writes paths
// in its own way with AppendValues. The slice belongs to the caller, the groups
// in it do not.
func (t *Template) Parts() []Part { return slices.Clone(t.parts) }

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

// Absolute reports whether the template begins with "http://" or "https://",
// written `http\://`, so that its paths are URLs.
func (t *Template) Absolute() bool {
	if len(t.parts) == 0 || t.parts[0].Kind != Literal {
		return false
	}
	text := t.parts[0].Text
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}
