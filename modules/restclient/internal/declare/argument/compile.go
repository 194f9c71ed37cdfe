package argument

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Option changes how a plan is compiled.
type Option func(*compiler)

// WithCursor makes the query parameter of that name a cursor, as the option
// cursor of its tag does. Compile refuses a name that the arguments lack.
// Default, and for an empty name: only tags make cursors.
func WithCursor(name string) Option { return func(c *compiler) { c.cursor = name } }

// Compile makes the plan for arguments of type args on a path. The error names
// the type, the field and what to write instead.
func Compile(args reflect.Type, template *pathtemplate.Template, opts ...Option) (*Plan, error) {
	c := compiler{template: template, offsets: hasOffsets}
	for _, opt := range opts {
		opt(&c)
	}
	if err := c.compile(args); err != nil {
		return nil, fmt.Errorf("argument type %s: %w", args, err)
	}
	return c.plan(), nil
}

var timeType = reflect.TypeFor[time.Time]()

type compiler struct {
	template *pathtemplate.Template
	cursor   string
	offsets  bool
	fields   []field
}

func (c *compiler) compile(t reflect.Type) error {
	items, err := itemizerFor(t)
	switch {
	case err == nil && !items.keyed:
		err = c.scalar(t)
	case t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(textMarshaler):
		return fmt.Errorf("use a scalar for one path parameter, a struct with tagged fields otherwise")
	default:
		err = c.structFields(t, scope{})
	}
	if err != nil {
		return err
	}
	return c.complete()
}

func (c *compiler) scalar(t reflect.Type) error {
	params := c.template.Params()
	if len(params) != 1 {
		return fmt.Errorf("it is one value, but the path has %d parameters: use a struct with tagged fields", len(params))
	}
	return c.add(field{Tag: fieldtag.Tag{Place: fieldtag.InPath, Name: params[0].Name}}, t)
}

func (c *compiler) structFields(t reflect.Type, in scope) error {
	if in.depth > maxDepth {
		return errTooDeep
	}
	for sf := range t.Fields() {
		var err error
		switch {
		case isEmbedded(sf):
			err = c.structFields(structOf(sf.Type), in.into(sf, in.object))
		case sf.IsExported():
			err = c.structField(sf, in)
		}
		if err != nil {
			return fmt.Errorf("field %s: %w", sf.Name, err)
		}
	}
	return nil
}

func (c *compiler) structField(sf reflect.StructField, in scope) error {
	t, err := fieldtag.Parse(sf.Tag)
	if err != nil {
		return err
	}
	if in.object != nil {
		if t, err = in.object.Member(t); err != nil {
			return err
		}
	}
	object := structOf(sf.Type)
	f := field{Tag: t, location: in.location.field(sf)}
	switch {
	case object == nil:
		return c.add(f, sf.Type)
	case t.OmitEmpty || t.Style == fieldtag.Brackets:
		return errors.New("a struct has neither omitempty nor brackets")
	case t.Place == fieldtag.InQuery && t.Exploded && t.Style == fieldtag.Repeated && in.object == nil:
		return c.structFields(object, in.into(sf, nil))
	case t.Place == fieldtag.InQuery && t.Style == fieldtag.Repeated && !t.Exploded:
		return c.structFields(object, in.into(sf, &t))
	}
	f.items.keyed = true
	if f.items.list, err = membersOf(object, textMember); err != nil {
		return err
	}
	return c.add(f, sf.Type)
}

// add completes a field of type t and keeps it.
func (c *compiler) add(f field, t reflect.Type) (err error) {
	if f.items.list == nil {
		if f.items, err = itemizerFor(t); err != nil && f.Place == fieldtag.InQuery && !f.Style.IsText() && !f.Exploded {
			f.items, err = deepObject(t, f.Style)
		}
		if err != nil {
			return err
		}
	}
	f.kind, f.pointer = basicOf(t)
	if c.offsets && !f.behind {
		switch {
		case t == timeType, t == reflect.PointerTo(timeType):
			f.kind, f.pointer = reflect.Struct, t != timeType
		case f.items.many && t.Kind() == reflect.Slice:
			if f.kind, f.pointer = basicOf(t.Elem()); f.kind != reflect.Invalid {
				f.size = t.Elem().Size()
			}
		}
		f.direct = f.kind != reflect.Invalid
	}
	if c.conflicts(f) {
		return fmt.Errorf("%q is bound twice", f.Name)
	}
	if err := c.checkShape(f); err != nil {
		return err
	}
	switch f.Place {
	case fieldtag.InPath:
		err = c.bindParam(&f, t)
	case fieldtag.InQuery:
		f.Cursor = f.Cursor || f.Name == c.cursor
		_, inPath := c.template.Param(f.Name) // which is what names a field then
		f.Open = f.Open || inPath
		f.key = string(appendEscaped(nil, f.Name)) + "="
	}
	c.fields = append(c.fields, f)
	return err
}

func (c *compiler) checkShape(f field) error {
	switch {
	case f.items.keyed && (f.Style == fieldtag.Brackets && !f.items.deep || f.Place != fieldtag.InQuery && !f.Style.IsText() && !f.Exploded):
		return errors.New("an object here has the option comma or exploded, and in a path comma, label or matrix")
	case f.Style != fieldtag.Repeated && !f.Style.IsOfPath() && !f.items.many && !f.items.keyed:
		return errors.New("a style is for slices and objects")
	case f.Exploded && f.misplaced():
		return errors.New("exploded is for objects: alone in a query or a cookie, behind a style in a path or a header")
	}
	return nil
}

// bindParam ties a field to its path parameter. An optional one is absent when
// it is an empty string.
func (c *compiler) bindParam(f *field, t reflect.Type) error {
	param, known := c.template.Param(f.Name)
	switch {
	case !known:
		return fmt.Errorf("the path %s has no parameter %q", c.template, f.Name)
	case param.Wildcard && f.Style != fieldtag.Repeated:
		return fmt.Errorf("has a style, but *%s takes one segment for each value", f.Name)
	case f.items.many && !param.Wildcard && f.Style == fieldtag.Repeated:
		return fmt.Errorf("has many values, but %q takes one: give its tag the option comma, label or matrix", f.Name)
	}
	f.OmitEmpty = param.Optional && t.Kind() == reflect.String
	return nil
}

// conflicts reports whether another field of the same place has the name of f, or is a
// map that can hold it.
func (c *compiler) conflicts(f field) bool {
	return slices.ContainsFunc(c.fields, func(g field) bool {
		return f.Place == g.Place && (f.Name == g.Name || f.holds(g) || g.holds(f))
	})
}

func (c *compiler) complete() error {
	for _, param := range c.template.Params() {
		if !c.has(fieldtag.InPath, param.Name) {
			return fmt.Errorf("it has no field tagged `path:%q`, which %s needs", param.Name, c.template)
		}
	}
	if c.cursor != "" && !c.has(fieldtag.InQuery, c.cursor) {
		return fmt.Errorf("the arguments have no query parameter %q for the cursor", c.cursor)
	}
	return nil
}

func (c *compiler) has(p fieldtag.Place, name string) bool {
	return slices.ContainsFunc(c.fields, func(f field) bool { return f.Place == p && f.Name == name })
}

func (c *compiler) plan() *Plan {
	p := &Plan{template: c.template}
	for _, f := range c.fields {
		p.reflects = p.reflects || !f.direct
		switch f.Place {
		case fieldtag.InPath:
			p.params = append(p.params, f)
		case fieldtag.InQuery:
			p.query = append(p.query, f)
		case fieldtag.InHeader, fieldtag.InCookie:
			p.headers = append(p.headers, f)
		}
	}
	slices.SortFunc(p.query, func(f, g field) int { return cmp.Compare(f.sortKey(), g.sortKey()) })
	p.path = p.sequence(c.template.Parts(), false)
	return p
}
