package strictjson

import (
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
)

// Validator is a type that checks itself: after its members were decoded and
// fit their constraints.
type Validator interface{ Validate() error }

// node is how values of one type are decoded. It is the same for all places
// where the type appears, so that recursive types end.
type node struct {
	decode   func(s *state, v reflect.Value) error
	expects  string // such as "an integer"
	null     bool   // null makes the zero value
	validate bool   // the pointer to the value is a Validator
}

// value is a node with what the tags of a field demand.
type value struct {
	*node
	constraints constraint.Set
}

// read reads the value at the position into v, checks and validates it.
func (x *value) read(s *state, v reflect.Value) error {
	before, mark := s.wrong, len(s.faults)
	if err := x.node.read(s, v); err != nil {
		return err
	}
	broken := s.wrong > before
	if broken && (v.Kind() != reflect.Slice || slices.ContainsFunc(s.faults[mark:], isOfWhole)) {
		return nil
	}
	for _, f := range x.constraints.Check(nil, v) {
		if !broken || f.Code != problem.CodeUniqueItems { // what items that are wrong are is not known
			s.fault(*f)
		}
	}
	if x.validate && s.wrong == before {
		validate(s, v)
	}
	return nil
}

// isOfWhole reports whether a fault is that of a list, and not of its items.
func isOfWhole(f problem.FieldError) bool { return f.Pointer == "" }

func (n *node) read(s *state, v reflect.Value) error {
	if n.expects == "" || s.peek() != 'n' {
		return n.decode(s, v)
	}
	if err := s.word("null"); err != nil {
		return err
	}
	if !n.null {
		s.fault(wrongType("null", n.expects))
		return nil
	}
	v.SetZero()
	return nil
}

func validate(s *state, v reflect.Value) {
	if err := v.Addr().Interface().(Validator).Validate(); err != nil {
		s.explain(err, problem.FieldError{Detail: err.Error(), Code: problem.CodeInvalid})
	}
}

// explain adds the faults that the error of a type tells, otherwise f.
func (s *state) explain(err error, f problem.FieldError) {
	if s.options.Explain != nil {
		if faults := s.options.Explain(err); len(faults) > 0 {
			s.wrong += len(faults)
			s.faults = append(s.faults, faults[:min(len(faults), maxFaults-len(s.faults))]...)
			return
		}
	}
	s.fault(f)
}
