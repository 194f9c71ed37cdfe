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
		if f := &p.params[i]; f.name == part.Text {
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
	if f.isBasic() {
		s := f.scalar(args)
		switch {
		case s.kind == reflect.String:
			dst, err = p.template.AppendValues(dst, &f.part, s.text)
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

func (f *field) appendQuery(dst []byte, separator byte, args Args) ([]byte, error) {
	if !f.isBasic() {
		items, err := f.list(args)
		return f.appendItems(dst, separator, items), err
	}
	s := f.scalar(args)
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
