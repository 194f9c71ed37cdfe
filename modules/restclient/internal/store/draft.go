package store

import (
	"crypto/rand"
	"reflect"
	"strconv"
)

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
