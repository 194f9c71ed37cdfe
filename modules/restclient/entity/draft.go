package entity

import (
	"crypto/rand"
	"reflect"
	"strconv"
)

// NewDraft returns value with a key that is made up, as that of Table does.
func (t *AnyTable) NewDraft(value any) (any, bool) {
	p := t.model.pointer(value)
	ok := t.newDraft(p)
	return reflect.ValueOf(p).Elem().Interface(), ok
}

// newDraft makes up the key of what p points to.
func (t *AnyTable) newDraft(p any) bool {
	key, ok := t.draftKey(p)
	switch {
	case !ok:
		return false
	case !key.IsZero():
		return true
	}
	return makeUp(key, t.store.nextDraft())
}

// draftKey returns the field that is the key of what p points to.
func (t *AnyTable) draftKey(p any) (key reflect.Value, ok bool) {
	if len(t.shape.keys) != 1 {
		return key, false
	}
	key = reflect.ValueOf(p).Elem().FieldByIndex(t.shape.fields[t.shape.keys[0]].index)
	return key, key.Type() == t.of.key
}

// KeyOf returns the primary key of an entity.
func (t *AnyTable) KeyOf(value any) any { return t.cells.keyOf(value) }

// WithKey returns value under a key that NewDraft made up, in this run of the
// program or in one before. It is false for keys that cannot be made up.
func (t *AnyTable) WithKey(value, key any) (any, bool) {
	p := t.model.pointer(value)
	field, ok := t.draftKey(p)
	if !ok || reflect.TypeOf(key) != t.of.key {
		return value, false
	}
	field.Set(reflect.ValueOf(key))
	return reflect.ValueOf(p).Elem().Interface(), true
}

// WithDraftNumbers sets where the numbers come from that NewDraft makes keys of,
// such as random ones for keys that outlive the program. Of small types only the
// lower bits count. It is called concurrently. Default: 1, 2, 3.
func WithDraftNumbers(next func() uint64) Option { return func(s *Store) { s.nextDraft = next } }

// makeUp keeps numbers in the range of their type.
func makeUp(key reflect.Value, n uint64) bool {
	switch {
	case key.CanInt():
		key.SetInt(-int64(small(n, key)))
	case key.CanUint():
		key.SetUint(^uint64(0)>>(64-key.Type().Bits()) - small(n, key))
	case key.Kind() == reflect.String:
		key.SetString("tmp_" + strconv.FormatUint(n, 10) + "_" + rand.Text())
	case key.Kind() == reflect.Array && key.Type().Elem().Kind() == reflect.Uint8:
		_, _ = rand.Read(key.Slice(0, key.Len()).Bytes())
	default:
		return false
	}
	return true
}

// small keeps a number in the upper half of the range of a type, and is not 0.
func small(n uint64, key reflect.Value) uint64 {
	return max(1, n&(1<<(key.Type().Bits()-1)-1))
}
