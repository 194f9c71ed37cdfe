package pathtemplate

import (
	"fmt"
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

// Expand fills the template in. Each value is escaped as one segment. A group
// is left out when one of its parameters is absent.
//
// It returns a *ParamError for a required parameter that is absent and for
// values that are empty, "." or "..", which would change the shape of the path.
func (t *Template) Expand(values Values) (string, error) {
	path, _, err := t.expand(nil, t.parts, values, false)
	if err != nil {
		return "", err
	}
	return string(path), nil
}

// expand appends parts. It reports false at an absent parameter of a group.
func (t *Template) expand(dst []byte, parts []Part, values Values, optional bool) ([]byte, bool, error) {
	for _, p := range parts {
		var err error
		switch p.Kind {
		case Literal:
			dst = append(dst, p.Escaped...)
		case Group:
			dst, err = t.expandGroup(dst, p.Group, values)
		default:
			if optional && len(values[p.Text]) == 0 {
				return dst, false, nil
			}
			dst, err = t.AppendValues(dst, &p, values[p.Text]...)
		}
		if err != nil {
			return nil, false, err
		}
	}
	return dst, true, nil
}

func (t *Template) expandGroup(dst []byte, parts []Part, values Values) ([]byte, error) {
	before := len(dst)
	dst, complete, err := t.expand(dst, parts, values, true)
	if err == nil && !complete {
		dst = dst[:before]
	}
	return dst, err
}

// AppendValues appends the values of the parameter p of the template, each
// escaped as one segment. It returns a *ParamError for no value, for a value
// that is empty, "." or "..", and for several values where p is not a wildcard.
func (t *Template) AppendValues(dst []byte, p *Part, values ...string) ([]byte, error) {
	switch {
	case len(values) == 0:
		return nil, t.refuse(p, "is missing")
	case len(values) > 1 && p.Kind == Parameter:
		return nil, t.refuse(p, "takes one value")
	}
	for i, v := range values {
		if i > 0 {
			dst = append(dst, '/')
		}
		var err error
		if dst, err = t.AppendValue(dst, p, v); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// AppendValue is AppendValues for one value.
func (t *Template) AppendValue(dst []byte, p *Part, value string) ([]byte, error) {
	if err := t.check(p, value); err != nil {
		return nil, err
	}
	return appendSegment(dst, value), nil
}

// AppendEscaped is AppendValues for one value that is escaped already, such as a list
// whose commas stay.
func (t *Template) AppendEscaped(dst []byte, p *Part, value string) ([]byte, error) {
	if err := t.check(p, value); err != nil {
		return nil, err
	}
	return append(dst, value...), nil
}

func (t *Template) check(p *Part, value string) error {
	switch value {
	case "":
		return t.refuse(p, "is empty")
	case ".", "..":
		return t.refuse(p, "is a dot segment, which would change the path")
	}
	return nil
}

func (t *Template) refuse(p *Part, message string) error {
	return &ParamError{Template: t.source, Name: p.Text, Message: message}
}

// Match reports whether Expand can have made an escaped path, and from which
// values. It takes a path without a query and a fragment; one slash at the end
// is tolerated, case matters, and escapes of the same character are the same.
// A parameter takes as much of its segment as it can.
//
// The time it takes grows with the length of the path times that of the
// template, whatever they hold.
func (t *Template) Match(path string) (Values, bool) {
	if strings.ContainsAny(path, "?#") {
		return nil, false
	}
	path = normalize(path)
	at := t.matcher().FindStringSubmatchIndex(path)
	if at == nil || findDotSegment(path) >= 0 {
		return nil, false
	}
	values := Values{}
	for i, p := range t.params {
		if start, end := at[2*i+2], at[2*i+3]; start >= 0 {
			values[p.Name] = unescape(p, path[start:end])
		}
	}
	return values, true
}

// Parent derives the path of the collection: everything before the last
// ":name" parameter, without the slash that ends it. "/todos/:id" gives
// "/todos", "/x/:id/detail" gives "/x". It returns ErrNoParameter, wrapped, for
// a template without such a parameter, and an error when a dot segment is left,
// as of "/x/.:id".
func (t *Template) Parent() (*Template, error) {
	parts, ok := cut(t.parts)
	if !ok {
		return nil, fmt.Errorf("path template %q: %w", t.source, ErrNoParameter)
	}
	if dotSegment(parts) {
		return nil, fmt.Errorf("path template %q: %w", t.source, errDotParent)
	}
	return newTemplate(format(parts), parts), nil
}

// String returns the template in its canonical form, which parses to the same
// template: names are quoted and characters escaped only where they must be.
func (t *Template) String() string { return format(t.parts) }

// Values gives the parameters of a template their values by name. A parameter
// takes one value, a wildcard one per segment; none means that it is absent.
type Values map[string][]string

// ParamError says which parameter keeps a template from being filled in.
type ParamError struct {
	Template string
	Name     string
	Message  string
}

// Error names the parameter, never its value.
func (e *ParamError) Error() string {
	return fmt.Sprintf("path %s: parameter %q %s", e.Template, e.Name, e.Message)
}
