package argument

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Plan binds values of one argument type. It is immutable and safe for
// concurrent use.
type Plan struct {
	fields []field
	scalar bool
}

type field struct {
	index     []int
	name      string
	path      bool
	optional  bool // of a path parameter: the zero value is absent
	omitEmpty bool
	open      bool
	write     writer
}

// Compile makes the plan for arguments of type t:
//
//   - an empty struct, when the template has no parameter;
//   - a scalar, when it has exactly one;
//   - a struct, whose exported fields are tagged `path:"name"` or
//     `query:"name[,omitempty][,nofilter]"`.
func Compile(t reflect.Type, template *pathtemplate.Template) (*Plan, error) {
	if w, err := writerFor(t); err == nil {
		return compileScalar(t, template, w)
	}
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("argument type %s: use a scalar for one path parameter, a tagged struct otherwise", t)
	}
	plan := &Plan{}
	if err := plan.addFields(t, nil, template); err != nil {
		return nil, err
	}
	return plan, plan.complete(t, template)
}

func compileScalar(t reflect.Type, template *pathtemplate.Template, w writer) (*Plan, error) {
	params := template.Params()
	if len(params) != 1 {
		return nil, fmt.Errorf("argument type %s is one value, but the path has %d parameters: use a struct with tagged fields", t, len(params))
	}
	p := params[0]
	if w.many && !p.Wildcard {
		return nil, fmt.Errorf("argument type %s has many values, but %q takes one", t, p.Name)
	}
	f := field{name: p.Name, path: true, optional: p.Optional, write: w}
	return &Plan{scalar: true, fields: []field{f}}, nil
}

func (p *Plan) addFields(t reflect.Type, index []int, template *pathtemplate.Template) error {
	for i := range t.NumField() {
		sf := t.Field(i)
		at := append(slices.Clone(index), i)
		if sf.Anonymous && sf.Type.Kind() == reflect.Struct && sf.Tag == "" {
			if err := p.addFields(sf.Type, at, template); err != nil {
				return err
			}
			continue
		}
		if !sf.IsExported() {
			continue
		}
		if err := p.addField(t, sf, at, template); err != nil {
			return fmt.Errorf("argument type %s, field %s: %w", t, sf.Name, err)
		}
	}
	return nil
}

func (p *Plan) addField(t reflect.Type, sf reflect.StructField, index []int, template *pathtemplate.Template) error {
	f, err := parseTag(sf)
	if err != nil {
		return err
	}
	f.index = index
	if f.write, err = writerFor(sf.Type); err != nil {
		return err
	}
	if p.has(f.name) {
		return fmt.Errorf("%q is bound twice", f.name)
	}
	param, known := template.Param(f.name)
	switch {
	case f.path && !known:
		return fmt.Errorf("the path %s has no parameter %q", template, f.name)
	case f.path && f.write.many && !param.Wildcard:
		return fmt.Errorf("has many values, but %q takes one", f.name)
	}
	f.optional = f.path && param.Optional
	p.fields = append(p.fields, f)
	return nil
}

func parseTag(sf reflect.StructField) (field, error) {
	path, isPath := sf.Tag.Lookup("path")
	query, isQuery := sf.Tag.Lookup("query")
	switch {
	case isPath && isQuery:
		return field{}, fmt.Errorf("has both a path and a query tag")
	case isPath && path != "":
		return field{name: path, path: true}, nil
	case !isQuery:
		return field{}, fmt.Errorf("needs a tag: `path:\"name\"` or `query:\"name\"`")
	}
	name, options, _ := strings.Cut(query, ",")
	f := field{name: name, open: strings.HasPrefix(name, "order")}
	if name == "" {
		return field{}, fmt.Errorf("has an empty name")
	}
	for _, option := range strings.FieldsFunc(options, func(r rune) bool { return r == ',' }) {
		switch option {
		case "omitempty":
			f.omitEmpty = true
		case "nofilter":
			f.open = true
		default:
			return field{}, fmt.Errorf("unknown option %q: use omitempty or nofilter", option)
		}
	}
	return f, nil
}

func (p *Plan) complete(t reflect.Type, template *pathtemplate.Template) error {
	for _, param := range template.Params() {
		if !p.has(param.Name) {
			return fmt.Errorf("argument type %s has no field tagged `path:%q`, which %s needs", t, param.Name, template)
		}
	}
	return nil
}

func (p *Plan) has(name string) bool {
	return slices.ContainsFunc(p.fields, func(f field) bool { return f.name == name })
}

// HasQuery tells whether the arguments have a query parameter of that name.
func (p *Plan) HasQuery(name string) bool {
	return slices.ContainsFunc(p.fields, func(f field) bool { return !f.path && f.name == name })
}

// PathField finds the field bound to a path parameter: the index of the field,
// empty for a scalar.
func (p *Plan) PathField(name string) (index []int, ok bool) {
	for _, f := range p.fields {
		if f.path && f.name == name {
			return f.index, true
		}
	}
	return nil, false
}
