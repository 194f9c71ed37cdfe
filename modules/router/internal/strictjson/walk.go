package strictjson

import (
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// skip reads a value of any kind and forgets it.
func (s *state) skip() error {
	switch c := s.peek(); {
	case c == '"':
		_, err := s.text()
		return err
	case c == '{':
		return s.members(func(string) error { return s.skip() })
	case c == '[':
		return s.items(func(int) error { return s.skip() })
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	case isNumber(c):
		_, _, err := s.number()
		return err
	}
	return s.unexpected("a value")
}

// any reads a value of any kind.
func (s *state) any() (any, error) {
	switch c := s.peek(); {
	case c == '"':
		text, err := s.text()
		return string(text), err
	case c == '{':
		object := map[string]any{}
		return object, s.members(func(name string) (err error) { object[name], err = s.any(); return err })
	case c == '[':
		list := []any{}
		err := s.items(func(int) error {
			item, err := s.any()
			list = append(list, item)
			return err
		})
		return list, err
	case c == 't':
		return true, s.word("true")
	case c == 'f':
		return false, s.word("false")
	case c == 'n':
		return nil, s.word("null")
	case isNumber(c):
		return s.anyNumber()
	}
	return nil, s.unexpected("a value")
}

// items reads an array.
func (s *state) items(item func(i int) error) error {
	more, err := s.open(']')
	for i := 0; more && err == nil; i++ {
		mark := len(s.faults)
		if err := item(i); err != nil || len(s.faults) > mark {
			if err := s.within(strconv.Itoa(i), mark, err); err != nil {
				return err
			}
		}
		more, err = s.next(']')
	}
	return err
}

// members reads an object whose names are not known beforehand.
func (s *state) members(member func(name string) error) error {
	var seen names
	more, err := s.open('}')
	for more && err == nil {
		at, mark := s.pos, len(s.faults)
		text, err := s.name()
		if err != nil {
			return err
		}
		name, isNew := seen.add(text)
		if !isNew && !s.options.Duplicates {
			return twice(name, at)
		}
		if err := member(name); err != nil || len(s.faults) > mark {
			if err := s.within(name, mark, err); err != nil {
				return err
			}
		}
		if more, err = s.next('}'); err != nil {
			return err
		}
	}
	return err
}

func twice(name string, at int) error {
	return &SyntaxError{Message: "appears twice", Pointer: "/" + jsonpointer.Escape(name), Offset: at}
}

// within puts the name of a member or the index of an item in front of the
// pointers of the faults since mark, and of err, which it returns. So a pointer
// costs nothing where there is no fault.
func (s *state) within(token string, mark int, err error) error {
	token = "/" + jsonpointer.Escape(token)
	for i := mark; i < len(s.faults); i++ {
		s.faults[i].Pointer = token + s.faults[i].Pointer
	}
	if syntax, ok := err.(*SyntaxError); ok && syntax.Pointer != "" {
		syntax.Pointer = token + syntax.Pointer
	}
	return err
}

// fewNames is how many names are compared one by one.
const fewNames = 16

// names is a set of names, for the most part a small one.
type names struct {
	few  []string
	many map[string]struct{}
}

// add returns the name and whether it is new.
func (n *names) add(text []byte) (name string, isNew bool) {
	name = string(text)
	if n.many != nil {
		size := len(n.many)
		n.many[name] = struct{}{}
		return name, len(n.many) > size
	}
	for _, known := range n.few {
		if known == name {
			return name, false
		}
	}
	if n.few = append(n.few, name); len(n.few) > fewNames {
		n.many = make(map[string]struct{}, 2*len(n.few))
		for _, known := range n.few {
			n.many[known] = struct{}{}
		}
	}
	return name, true
}
