package restvet

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
)

// shape is how many values a type writes.
type shape uint8

const (
	single shape = iota
	many         // a slice or an array
	keyed        // a map
	deep         // what holds lists or objects
)

// maxDepth bounds how deep the structs of a query nest.
const maxDepth = 8

var (
	errTooDeep = fmt.Errorf("nests deeper than %d: use a flat struct", maxDepth)
	errMember  = errors.New("is a member of an object that is one text: give it a query tag without a style")
	errDeep    = errors.New("is a member of an object in a list or a map: give it a query tag, without a style but brackets")
	errNested  = errors.New("is a list of lists or objects: give it the option brackets")
)

// textMarshaler is encoding.TextMarshaler, which the package may not import.
func textMarshaler() *types.Interface {
	bytes := types.NewVar(token.NoPos, nil, "", types.NewSlice(types.Typ[types.Byte]))
	err := types.NewVar(token.NoPos, nil, "", types.Universe.Lookup("error").Type())
	signature := types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(bytes, err), false)
	method := types.NewFunc(token.NoPos, nil, "MarshalText", signature)
	return types.NewInterfaceType([]*types.Func{method}, nil).Complete()
}

// writable finds out what a URL can hold.
type writable struct{ *pass }

// writesItself reports whether values of t are TextMarshalers.
func (c writable) writesItself(t types.Type) bool { return types.Implements(t, c.texts) }

// pointerWritesItself reports whether pointers to t are TextMarshalers, with t or
// without.
func (c writable) pointerWritesItself(t types.Type) bool {
	return c.writesItself(types.NewPointer(t))
}

// shapeOf has the rules of internal/declare/argument for what a URL can hold.
func (c writable) shapeOf(t types.Type) (shape, error) { return c.shapeBehind(t, 0) }

func (c writable) shapeBehind(t types.Type, depth int) (shape, error) {
	if c.isElement(t, 0) {
		return single, nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if depth < maxIndirections {
			return c.shapeBehind(u.Elem(), depth+1)
		}
	case *types.Map:
		if isBasic(u.Key(), types.IsString) && c.isElement(u.Elem(), 0) {
			return keyed, nil
		}
	case *types.Slice:
		if !isByte(u.Elem()) && c.isElement(u.Elem(), 0) {
			return many, nil
		}
	case *types.Array:
		if !isByte(u.Elem()) && c.isElement(u.Elem(), 0) {
			return many, nil
		}
	}
	return single, c.unwritable(t)
}

// parts checks what is in a deepObject.
func (c writable) parts(t types.Type, style fieldtag.Style, depth int) error {
	if c.isElement(t, 0) {
		return nil
	}
	if depth > maxDepth {
		return errTooDeep
	}
	if s := c.structOf(t); s != nil {
		return c.members(s, 0, func(t types.Type, tag fieldtag.Tag) error { return c.deepMember(t, tag, depth+1) })
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return c.parts(u.Elem(), style, depth+1)
	case *types.Map:
		if isBasic(u.Key(), types.IsString) {
			return c.parts(u.Elem(), style, depth+1)
		}
	case *types.Slice, *types.Array:
		if of := u.(interface{ Elem() types.Type }).Elem(); !isByte(of) {
			return c.listParts(of, style, depth+1)
		}
	}
	return c.unwritable(t)
}

func (c writable) listParts(of types.Type, style fieldtag.Style, depth int) error {
	if c.isElement(of, 0) {
		return nil
	}
	if err := c.parts(of, style, depth); err != nil {
		return err
	}
	if style != fieldtag.Brackets {
		return errNested
	}
	return nil
}

// members checks the fields of an object that is no parameters of its own.
func (c writable) members(t types.Type, depth int, check func(t types.Type, tag fieldtag.Tag) error) error {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || depth > maxDepth {
		return errTooDeep
	}
	for i := range s.NumFields() {
		field, text := s.Field(i), s.Tag(i)
		var err error
		switch embedded := c.structOf(field.Type()); {
		case field.Embedded() && text == "" && embedded != nil:
			err = c.members(embedded, depth+1, check)
		case field.Exported():
			var tag fieldtag.Tag
			if tag, err = fieldtag.Parse(reflect.StructTag(text)); err == nil {
				err = check(field.Type(), tag)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// textMember checks a member of an object that is one text.
func (c writable) textMember(t types.Type, tag fieldtag.Tag) error {
	switch {
	case tag.Place != fieldtag.InQuery || tag.Style != fieldtag.Repeated || tag.Exploded:
		return errMember
	case !c.isElement(t, 0):
		return c.unwritable(t)
	}
	return nil
}

// deepMember checks a member of an object in a list or in a map.
func (c writable) deepMember(t types.Type, tag fieldtag.Tag, depth int) error {
	if tag.Place != fieldtag.InQuery || tag.Style.IsText() || tag.Exploded {
		return errDeep
	}
	return c.parts(t, tag.Style, depth)
}

// structOf returns the struct that t is or points to, nil for other types and
// for those that write themselves.
func (c writable) structOf(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if !isStruct(t) || c.pointerWritesItself(t) {
		return nil
	}
	return t
}

// isElement reports whether t is one value: a string, bool, number or
// TextMarshaler, behind pointers or not.
func (c writable) isElement(t types.Type, depth int) bool {
	if c.writesItself(t) || isBasic(t, types.IsString|types.IsBoolean|types.IsInteger|types.IsFloat) {
		return true
	}
	p, ok := t.Underlying().(*types.Pointer)
	return ok && depth < maxIndirections && c.isElement(p.Elem(), depth+1)
}

func (c writable) unwritable(t types.Type) error {
	if _, pointer := t.Underlying().(*types.Pointer); !pointer && c.pointerWritesItself(t) {
		return fmt.Errorf("cannot be written into a URL: MarshalText of %s has a pointer receiver: use *%[1]s", c.name(t))
	}
	return fmt.Errorf("is a %s, which cannot be written into a URL: use a string, bool, number, encoding.TextMarshaler, a pointer to one, or a slice or map[string] of them", c.name(t))
}
