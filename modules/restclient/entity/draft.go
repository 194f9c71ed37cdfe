package entity

import (
	"crypto/rand"
	"reflect"
	"strconv"
)

// NewDraft returns value with a key that is made up and that no server has
// given: a negative number, one from the top of the range of an unsigned type,
// "tmp_…" for a string, random bytes for an array of them. A value that has a
// key keeps it. It is false for other keys, and for those that are more than
// one field.
func (t *Table[E, K]) NewDraft(value E) (E, bool) {
	ok := t.newDraft(&value)
	return value, ok
}

// NewDraft returns value with a key that is made up, as that of Table does.
func (t *AnyTable) NewDraft(value any) (any, bool) {
	p := t.model.pointer(value)
	ok := t.newDraft(p)
	return reflect.ValueOf(p).Elem().Interface(), ok
}

// newDraft makes up the key of what p points to.
func (t *AnyTable) newDraft(p any) bool {
	if len(t.shape.keys) != 1 {
		return false
	}
	key := reflect.ValueOf(p).Elem().FieldByIndex(t.shape.fields[t.shape.keys[0]].index)
	switch {
	case key.Type() != t.of.key:
		return false
	case !key.IsZero():
		return true
	}
	return makeUp(key, t.store.drafts.Add(1))
}

// KeyOf returns the primary key of an entity.
func (t *AnyTable) KeyOf(value any) any { return t.cells.keyOf(t.model.pointer(value)) }

func makeUp(key reflect.Value, n uint64) bool {
	switch {
	case key.CanInt():
		key.SetInt(-int64(n))
	case key.CanUint():
		key.SetUint(^uint64(0)>>(64-key.Type().Bits()) - n)
	case key.Kind() == reflect.String:
		key.SetString("tmp_" + strconv.FormatUint(n, 10) + "_" + rand.Text())
	case key.Kind() == reflect.Array && key.Type().Elem().Kind() == reflect.Uint8:
		_, _ = rand.Read(key.Slice(0, key.Len()).Bytes())
	default:
		return false
	}
	return true
}
