package argument

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

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

// sequence ties the pieces of a path to their fields.
func (b *bindings) sequence(parts []pathtemplate.Part, optional bool) *sequence {
	var steps []step
	literal := ""
	for _, part := range parts {
		switch part.Kind {
		case pathtemplate.Literal:
			literal += part.Escaped
			continue
		case pathtemplate.Group:
			steps = append(steps, step{literal: literal, group: b.sequence(part.Group, true)})
		default:
			steps = append(steps, step{literal: literal, param: b.param(part)})
		}
		literal = ""
	}
	if literal != "" {
		steps = append(steps, step{literal: literal})
	}
	return &sequence{steps, optional}
}

func (b *bindings) param(part pathtemplate.Part) *field {
	for i := range b.params {
		if f := &b.params[i]; f.name == part.Text {
			f.part = part
			return f
		}
	}
	return nil
}

// append writes the path and the query. The arguments come twice: as memory for
// direct fields, which keeps them off the heap, and as a value for the others.
func (b *bindings) append(dst []byte, mem memory, args *reflect.Value, part Part) ([]byte, error) {
	separator := byte('?')
	if part&Continued != 0 {
		separator = '&'
	}
	dst, _, err := b.appendPath(dst, b.path, mem, args)
	if err != nil {
		return nil, err
	}
	for i := range b.query {
		f := &b.query[i]
		if f.cursor && part&WithoutCursor != 0 {
			continue
		}
		before := len(dst)
		if dst, err = f.appendQuery(dst, separator, mem, args); err != nil {
			return nil, err
		}
		if len(dst) > before {
			separator = '&'
		}
	}
	return dst, nil
}

// appendPath reports false at an absent parameter of a group.
func (b *bindings) appendPath(dst []byte, path *sequence, mem memory, args *reflect.Value) (_ []byte, complete bool, err error) {
	for i := range path.steps {
		s := &path.steps[i]
		dst = append(dst, s.literal...)
		present := true
		switch {
		case s.param != nil:
			dst, present, err = b.appendParam(dst, s.param, mem, args, path.optional)
		case s.group != nil:
			dst, err = b.appendGroup(dst, s.group, mem, args)
		}
		if err != nil || !present {
			return dst, false, err
		}
	}
	return dst, true, nil
}

func (b *bindings) appendGroup(dst []byte, group *sequence, mem memory, args *reflect.Value) ([]byte, error) {
	before := len(dst)
	dst, complete, err := b.appendPath(dst, group, mem, args)
	if err == nil && !complete {
		dst = dst[:before]
	}
	return dst, err
}

func (b *bindings) appendParam(dst []byte, f *field, mem memory, args *reflect.Value, optional bool) (_ []byte, present bool, err error) {
	if f.isBasic() {
		s := f.scalar(mem, args)
		switch {
		case s.kind == reflect.String:
			dst, err = b.template.AppendValues(dst, &f.part, s.text)
			return dst, true, err
		case !s.absent():
			if dst, err = s.append(dst); err != nil {
				err = f.wrap(err)
			}
			return dst, true, err
		}
	}
	texts, err := f.texts(mem, args)
	if err != nil || len(texts) == 0 && optional {
		return dst, false, err
	}
	dst, err = b.template.AppendValues(dst, &f.part, texts...)
	return dst, true, err
}

func (f *field) appendQuery(dst []byte, separator byte, mem memory, args *reflect.Value) ([]byte, error) {
	if !f.isBasic() {
		items, err := f.list(args)
		return f.appendItems(dst, separator, items), err
	}
	s := f.scalar(mem, args)
	if s.absent() {
		return dst, nil
	}
	dst = append(dst, separator)
	dst = append(dst, f.key...)
	if s.kind == reflect.String {
		return appendEscaped(dst, s.text), nil
	}
	dst, err := s.append(dst)
	if err != nil {
		return nil, f.wrap(err)
	}
	return dst, nil
}

func (f *field) appendItems(dst []byte, separator byte, items []item) []byte {
	for i, item := range items {
		if f.style == comma && i > 0 {
			dst = append(dst, ',')
		} else {
			dst = append(dst, separator)
			dst = f.appendKey(dst, item)
			separator = '&'
		}
		dst = appendEscaped(dst, item.text)
	}
	return dst
}

func (f *field) appendKey(dst []byte, i item) []byte {
	if !f.items.keyed && f.style != brackets {
		return append(dst, f.key...)
	}
	dst = append(dst, f.key[:len(f.key)-1]...)
	dst = append(dst, "%5B"...)
	dst = appendEscaped(dst, i.key)
	return append(dst, "%5D="...)
}
