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

// makeUp keeps numbers in the range of their type. It is false for types of which any
// value may be a key that a server has given.
func makeUp(key reflect.Value, n uint64) bool {
	switch {
	case key.CanInt():
		key.SetInt(-int64(small(n, key)))
	case key.CanUint() && key.Type().Bits() >= 32:
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

// maxTries is how many keys are made up at most until one is not taken.
const maxTries = 100

// makeUpFree makes up a key that nothing has which is stored in a grid.
func makeUpFree(g *grid, key reflect.Value) bool {
	for range maxTries {
		if !makeUp(key, g.store.nextDraft()) {
			return false
		}
		_, isDraft := g.adoption(key.Interface())
		if _, taken := g.cells.load(key.Interface()); !taken && !isDraft {
			return true
		}
	}
	return false
}

// small keeps a number in the upper half of the range of a type, and is not 0.
func small(n uint64, key reflect.Value) uint64 {
	return max(1, n&(1<<(key.Type().Bits()-1)-1))
}
