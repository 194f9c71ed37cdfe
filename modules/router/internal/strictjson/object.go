package strictjson

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
)

// object decodes a struct.
type object struct {
	members []member
	byName  map[string]int
}

type member struct {
	name        string
	index       []int
	required    bool
	value       value
	constraints constraint.Set // for the default
}

// seen are the members that were there, a bit each.
type seen []uint64

func (n seen) has(i int) bool { return n[i/64]&(1<<(i%64)) != 0 }
func (n seen) add(i int)      { n[i/64] |= 1 << (i % 64) }

func (o *object) decode(s *state, v reflect.Value) error {
	if s.peek() != '{' {
		return s.mismatch("an object")
	}
	var few [1]uint64 // does for most structs, without an allocation
	were := seen(few[:])
	if len(o.members) > 64 {
		were = make(seen, (len(o.members)+63)/64)
	}
	if err := o.read(s, v, were); err != nil {
		return err
	}
	o.complete(s, v, were)
	return nil
}

func (o *object) read(s *state, v reflect.Value, were seen) error {
	var unknown names
	next := 0 // the member that comes if the text has the order of the struct
	more, err := s.open('}')
	for more && err == nil {
		at := s.pos
		name, err := s.name()
		if err != nil {
			return err
		}
		i := o.find(name, next)
		if i < 0 {
			err = unknownMember(s, name, &unknown, at)
		} else {
			next = i + 1
			err = o.member(s, v, i, were, at)
		}
		if err != nil {
			return err
		}
		if more, err = s.next('}'); err != nil {
			return err
		}
	}
	return err
}

func (o *object) find(name []byte, next int) int {
	if next < len(o.members) && o.members[next].name == string(name) {
		return next
	}
	if i, ok := o.byName[string(name)]; ok {
		return i
	}
	return -1
}

func (o *object) member(s *state, v reflect.Value, i int, were seen, at int) error {
	m := &o.members[i]
	field := fieldOf(v, m.index)
	if were.has(i) {
		if !s.options.Duplicates {
			return twice(m.name, at)
		}
		field.SetZero()
	}
	were.add(i)
	mark := len(s.faults)
	if err := m.value.read(s, field); err != nil || len(s.faults) > mark {
		return s.within(m.name, mark, err)
	}
	return nil
}

// fieldOf is FieldByIndex that makes the embedded structs it passes.
func fieldOf(v reflect.Value, index []int) reflect.Value {
	for _, i := range index[:len(index)-1] {
		v = v.Field(i)
		if v.Kind() != reflect.Pointer {
			continue
		}
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	return v.Field(index[len(index)-1])
}

func unknownMember(s *state, text []byte, known *names, at int) error {
	name, isNew := known.add(text)
	if !isNew && !s.options.Duplicates {
		return twice(name, at)
	}
	mark := len(s.faults)
	if !s.options.UnknownMembers {
		s.fault(problem.FieldError{Detail: "unknown member", Code: problem.CodeAdditionalProperties})
	}
	return s.within(name, mark, s.skip())
}

// complete sees to the members that were not there.
func (o *object) complete(s *state, v reflect.Value, were seen) {
	for i := range o.members {
		if were.has(i) {
			continue
		}
		m := &o.members[i]
		if m.constraints.HasDefault() {
			m.constraints.SetDefault(fieldOf(v, m.index))
		} else if m.required {
			mark := len(s.faults)
			s.fault(problem.FieldError{Detail: "is required", Code: problem.CodeRequired})
			_ = s.within(m.name, mark, nil)
		}
	}
}
