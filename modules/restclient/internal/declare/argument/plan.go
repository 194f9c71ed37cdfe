package argument

import (
	"bytes"
	"cmp"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Plan writes the arguments of one type. It is immutable and safe for concurrent
// use.
type Plan struct {
	template *pathtemplate.Template
	path     *sequence
	params   []field
	query    []field // sorted by name
	headers  []field
	reflects bool // a field is not direct
}

// Part says how much of the arguments is written. Parts combine as bits.
type Part uint8

// The parts of the arguments.
const (
	// Whole is everything: what a request is sent to.
	Whole Part = 0
	// WithoutCursor leaves out the query parameters that select a page: what
	// identifies a list, whichever page of it is asked for.
	WithoutCursor Part = 1 << iota
	// Continued has the query continue one that stands before the path.
	Continued
)

// Of reads the arguments of a call. They need not be on the heap, unless a field
// is not direct.
func Of[A any](p *Plan, args *A) Args {
	if !p.reflects {
		return Args{memory: memoryOf(args)}
	}
	var value any = *args
	return Args{memory: memoryOf(args), value: &value}
}

// Args is Of for a pointer to arguments of any type.
func (p *Plan) Args(pointer any) Args {
	v := reflect.ValueOf(pointer)
	a := Args{memory: memoryBehind(v)}
	if p.reflects {
		value := v.Elem().Interface()
		a.value = &value
	}
	return a
}

// Append appends the path and the query of the arguments, such as
// "/todos/5?userId=1". Equal arguments are written alike, so that the result
// identifies them.
//
// It allocates nothing but room in dst when all fields are strings, bools or
// numbers, pointers to them or slices of them, or times in the query. It returns a *pathtemplate.ParamError for a path
// that would lose its shape, and an error that names the parameter for a value
// that cannot be written.
func (p *Plan) Append(dst []byte, args Args, part Part) ([]byte, error) {
	separator := byte('?')
	if part&Continued != 0 {
		separator = '&'
	}
	dst, _, err := p.appendPath(dst, p.path, args)
	if err != nil {
		return nil, err
	}
	for i := range p.query {
		f := &p.query[i]
		if f.Cursor && part&WithoutCursor != 0 {
			continue
		}
		before := len(dst)
		if dst, err = f.appendQuery(dst, separator, args); err != nil {
			return nil, err
		}
		if len(dst) > before {
			separator = '&'
		}
	}
	return dst, nil
}

// Values lists the values of the path and the query, sorted by name: elements
// of a slice one by one under the name of their parameter, members of an object
// under names such as filter[name]. It does not check the path.
func (p *Plan) Values(args Args, part Part) (all []Value, err error) {
	for i := range p.params {
		if all, err = p.params[i].appendValues(all, args); err != nil {
			return nil, err
		}
	}
	for i := range p.query {
		if part&WithoutCursor != 0 && p.query[i].Cursor {
			continue
		}
		if all, err = p.query[i].appendValues(all, args); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(all, func(x, y Value) int { return cmp.Compare(x.Name, y.Name) })
	return all, nil
}

// HasHeaders reports whether some arguments are headers or cookies.
func (p *Plan) HasHeaders() bool { return len(p.headers) > 0 }

// Headers returns the headers and cookies in the arguments, nil for arguments without.
// It returns an error for a header with a control character, such as a line break
// (RFC 9110, section 5.5).
func (p *Plan) Headers(args Args) (http.Header, error) {
	if len(p.headers) == 0 {
		return nil, nil
	}
	h := http.Header{}
	var cookies []string
	for i := range p.headers {
		f := &p.headers[i]
		if f.Place == fieldtag.InCookie {
			pairs, err := f.cookies(args)
			if err != nil {
				return nil, err
			}
			cookies = append(cookies, pairs...)
			continue
		}
		texts, err := f.header(args)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(texts, hasControl) {
			return nil, f.wrap(errControl)
		}
		if len(texts) > 0 {
			h[f.Name] = texts
		}
	}
	if cookies = append(h["Cookie"], cookies...); len(cookies) > 0 {
		h["Cookie"] = []string{strings.Join(cookies, "; ")}
	}
	return h, nil
}

// HasQuery reports whether the arguments have a query parameter of that name.
func (p *Plan) HasQuery(name string) bool {
	return slices.ContainsFunc(p.query, func(f field) bool { return f.Name == name })
}

// TakesQuery reports whether the arguments may have something for the query.
func (p *Plan) TakesQuery() bool { return len(p.query) > 0 }

// Asks reports whether arguments have something for the query.
func (p *Plan) Asks(args Args) bool {
	var room [64]byte
	for i := range p.query {
		if written, err := p.query[i].appendQuery(room[:0], '?', args); err != nil || len(written) > 0 {
			return true
		}
	}
	return false
}

// HasCursor reports whether a query parameter selects a page.
func (p *Plan) HasCursor() bool {
	return slices.ContainsFunc(p.query, func(f field) bool { return f.Cursor })
}

// Cursor returns the name of a query parameter that selects a page, if one of the
// arguments does. Zero and the empty string select none.
func (p *Plan) Cursor(args Args) (name string, ok bool) {
	var room [64]byte
	for i := range p.query {
		f := &p.query[i]
		if !f.Cursor {
			continue
		}
		written, err := f.appendQuery(room[:0], '?', args)
		_, value, _ := bytes.Cut(written, []byte("="))
		if err != nil || len(value) > 0 && string(value) != "0" {
			return f.Name, true
		}
	}
	return "", false
}

// PathField finds the field bound to a path parameter: the index of the field,
// empty for a scalar.
func (p *Plan) PathField(name string) (index []int, ok bool) {
	for _, f := range p.params {
		if f.Name == name {
			return f.index, true
		}
	}
	return nil, false
}

var errControl = errors.New("a header cannot hold a control character, such as a line break")

func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
}

// sequence ties the pieces of a path to their fields.
func (p *Plan) sequence(parts []pathtemplate.Part, optional bool) *sequence {
	var steps []step
	literal := ""
	for _, part := range parts {
		switch part.Kind {
		case pathtemplate.Literal:
			literal += part.Escaped
			continue
		case pathtemplate.Group:
			steps = append(steps, step{literal: literal, group: p.sequence(part.Group, true)})
		default:
			steps = append(steps, step{literal: literal, param: p.param(part)})
		}
		literal = ""
	}
	if literal != "" {
		steps = append(steps, step{literal: literal})
	}
	return &sequence{steps, optional}
}

func (p *Plan) param(part pathtemplate.Part) *field {
	for i := range p.params {
		if f := &p.params[i]; f.Name == part.Text {
			f.part = part
			return f
		}
	}
	return nil
}

// appendPath reports false at an absent parameter of a group.
func (p *Plan) appendPath(dst []byte, path *sequence, args Args) (_ []byte, complete bool, err error) {
	for i := range path.steps {
		s := &path.steps[i]
		dst = append(dst, s.literal...)
		present := true
		switch {
		case s.param != nil:
			dst, present, err = p.appendParam(dst, s.param, args, path.optional)
		case s.group != nil:
			dst, err = p.appendGroup(dst, s.group, args)
		}
		if err != nil || !present {
			return dst, false, err
		}
	}
	return dst, true, nil
}

func (p *Plan) appendGroup(dst []byte, group *sequence, args Args) ([]byte, error) {
	before := len(dst)
	dst, complete, err := p.appendPath(dst, group, args)
	if err == nil && !complete {
		dst = dst[:before]
	}
	return dst, err
}

func (p *Plan) appendParam(dst []byte, f *field, args Args, optional bool) (_ []byte, present bool, err error) {
	if f.Style != fieldtag.Repeated {
		text, err := f.inPath(args)
		if err != nil || text == "" && optional {
			return dst, false, err
		}
		dst, err = p.template.AppendEscaped(dst, &f.part, text)
		return dst, true, err
	}
	if f.isBasic() {
		s := f.scalar(args)
		switch {
		case s.kind == reflect.String:
			dst, err = p.template.AppendValue(dst, &f.part, s.text)
			return dst, true, err
		case !s.absent():
			if dst, err = s.append(dst); err != nil {
				err = f.wrap(err)
			}
			return dst, true, err
		}
	}
	texts, err := f.texts(args)
	if err != nil || len(texts) == 0 && optional {
		return dst, false, err
	}
	dst, err = p.template.AppendValues(dst, &f.part, texts...)
	return dst, true, err
}

// step writes a piece of a path: a literal, empty or not, and then a parameter,
// a group or nothing.
type step struct {
	literal string
	param   *field
	group   *sequence
}

// sequence is a path, or a group in it, which is optional.
type sequence struct {
	steps    []step
	optional bool
}
