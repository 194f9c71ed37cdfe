package shape

import (
	"reflect"
	"slices"
)

// keys finds the parts of an entity that its primary key depends on: those that change it
// when they alone change.
type keys struct {
	entity reflect.Type
	pk     func(p any) any
	fields []Field
	whole  []int    // fields that are such parts
	inner  []Member // parts that are members of fields
}

func (k *keys) find() {
	base, ok := k.of(k.probe())
	if !ok {
		return
	}
	for i, f := range k.fields {
		switch {
		case !k.decides(base, f.Index):
		case f.Type.Kind() == reflect.Struct:
			k.findIn(base, f.Type, Member{i, f.Index, []string{f.Name}})
		default:
			k.whole = append(k.whole, i)
		}
	}
}

// findIn finds the members of a struct that the key depends on.
func (k *keys) findIn(base any, t reflect.Type, at Member) {
	for _, f := range fieldsOf(t) {
		m := Member{at.Field, slices.Concat(at.Index, f.Index), append(slices.Clip(at.Names), f.Name)}
		switch typ := t.FieldByIndex(f.Index).Type; {
		case !k.decides(base, m.Index):
		case typ.Kind() == reflect.Struct:
			k.findIn(base, typ, m)
		default:
			k.inner = append(k.inner, m)
		}
	}
}

// decides reports whether the key of an entity is another one when a part of it is not
// zero.
func (k *keys) decides(base any, index []int) bool {
	probe := k.probe()
	if !disturb(own(probe.Elem(), index)) {
		return false
	}
	key, ok := k.of(probe)
	return ok && key != base
}

// probe returns a pointer to a zero entity, with room behind the pointers to embedded structs.
func (k *keys) probe() reflect.Value {
	e := reflect.New(k.entity)
	for _, f := range k.fields {
		own(e.Elem(), f.Index)
	}
	return e
}

// of reports false for a PK method that cannot cope with a made-up value.
func (k *keys) of(e reflect.Value) (key any, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return k.pk(e.Interface()), true
}

// disturb sets v to something that is not its zero value. Of a struct, that is all that
// JSON can set.
func disturb(v reflect.Value) bool {
	switch {
	case v.Kind() == reflect.String:
		v.SetString("x")
	case v.CanInt():
		v.SetInt(1)
	case v.CanUint():
		v.SetUint(1)
	case v.CanFloat():
		v.SetFloat(1)
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.Kind() == reflect.Array && v.Len() > 0:
		return disturb(v.Index(0))
	case v.Kind() == reflect.Struct && !DecodesItself(v.Type()):
		some := false
		for _, f := range fieldsOf(v.Type()) {
			some = disturb(own(v, f.Index)) || some
		}
		return some
	default:
		return false
	}
	return true
}
