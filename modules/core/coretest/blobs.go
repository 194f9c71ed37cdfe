package coretest

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

// TestBlobs checks that a store keeps the contract of state.Blobs, and of
// state.ManyGetter where it is one. Open returns an
// empty store, and what lets time pass on its clock, as for TestCounter.
func TestBlobs(t *testing.T, open func(t *testing.T) (b state.Blobs, pass func(time.Duration))) {
	t.Helper()
	for name, run := range map[string]func(x *storing){
		"a key that is new has no value":           newKey,
		"a value comes back as it was":             sameValue,
		"keys have values of their own":            ownValues,
		"a value is not shared with callers":       unsharedValue,
		"a value ends with its lifetime":           endedValue,
		"a later Put replaces value and lifetime":  replacedValue,
		"a lifetime of 0 removes the key":          removedKey,
		"PutAbsent leaves what is there":           keptValue,
		"PutAbsent takes the place of what ended":  takenPlace,
		"one of those that put at once is told so": racingPuts,
		"one is told so where a value has ended":   racingPlaces,
		"a call that is cancelled changes nothing": cancelledPut,
		"what is wrong changes nothing":            wrongPuts,
		"several values come in the order of keys": manyValues,
		"of several, a wrong key fails all":        wrongMany,
	} {
		t.Run(name, func(t *testing.T) {
			b, pass := open(t)
			run(&storing{T: t, Blobs: b, pass: pass})
		})
	}
}

// storing is one run of one case.
type storing struct {
	*testing.T
	state.Blobs
	pass func(time.Duration)
}

func (x *storing) put(key, value string, lifetime time.Duration) {
	x.Helper()
	if err := x.Put(x.Context(), key, []byte(value), lifetime); err != nil {
		x.Fatalf("put %.50q: %v", key, err)
	}
}

func (x *storing) putAbsent(key, value string, lifetime time.Duration) bool {
	x.Helper()
	put, err := x.PutAbsent(x.Context(), key, []byte(value), lifetime)
	if err != nil {
		x.Fatalf("put %.50q where it is absent: %v", key, err)
	}
	return put
}

func (x *storing) expect(key, want string) {
	x.Helper()
	value, found, err := x.Get(x.Context(), key)
	if err != nil || !found || string(value) != want {
		x.Errorf("%.50q has %.50q (found %v, error %v), not %.50q", key, value, found, err, want)
	}
}

func (x *storing) expectNone(key string) {
	x.Helper()
	value, found, err := x.Get(x.Context(), key)
	if err != nil || found || len(value) > 0 {
		x.Errorf("%.50q has %.50q (found %v, error %v), not nothing", key, value, found, err)
	}
}

func newKey(x *storing) { x.expectNone("k") }

func sameValue(x *storing) {
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	for _, value := range []string{"", "text", string(every), strings.Repeat("long ", 200_000)} {
		x.put("k", value, time.Hour)
		x.expect("k", value)
	}
}

func ownValues(x *storing) {
	for _, key := range oddKeys {
		x.put(key, key+"!", time.Hour)
	}
	for _, key := range oddKeys {
		x.expect(key, key+"!")
	}
}

func unsharedValue(x *storing) {
	mine := []byte("abc")
	if err := x.Put(x.Context(), "k", mine, time.Hour); err != nil {
		x.Fatal(err)
	}
	mine[0] = 'X'
	got, _, err := x.Get(x.Context(), "k")
	if err != nil || !bytes.Equal(got, []byte("abc")) {
		x.Fatalf("%q, %v", got, err)
	}
	got[1] = 'X'
	x.expect("k", "abc")
}

func endedValue(x *storing) {
	x.put("k", "v", time.Hour)
	x.pass(time.Hour - slack)
	x.expect("k", "v")
	x.pass(slack)
	x.expectNone("k")
}

func replacedValue(x *storing) {
	x.put("k", "first", time.Hour)
	x.put("k", "second", 3*time.Hour)
	x.pass(2 * time.Hour)
	x.expect("k", "second")
	x.put("k", "third", time.Hour)
	x.pass(time.Hour)
	x.expectNone("k")
}

func removedKey(x *storing) {
	x.put("k", "v", time.Hour)
	x.put("k", "", 0)
	x.expectNone("k")
	x.put("k", "", 0)
	x.expectNone("k")
}

func keptValue(x *storing) {
	if !x.putAbsent("k", "first", time.Hour) {
		x.Error("the first was not put")
	}
	if x.putAbsent("k", "second", 9*time.Hour) {
		x.Error("the second was put")
	}
	x.expect("k", "first")
	x.pass(time.Hour)
	x.expectNone("k")
}

func takenPlace(x *storing) {
	x.put("k", "first", time.Hour)
	x.pass(time.Hour)
	if !x.putAbsent("k", "second", time.Hour) {
		x.Error("what ended is in the way")
	}
	x.expect("k", "second")
	x.put("k", "", 0)
	if !x.putAbsent("k", "third", time.Hour) {
		x.Error("what was removed is in the way")
	}
}

// expectOne lets many put at once, and checks that one is told so and found.
func (x *storing) expectOne(key string) {
	x.Helper()
	var told atomic.Int32
	var winner atomic.Value
	err := atOnce(40, func(i int) error {
		value := fmt.Sprint("value ", i)
		put, err := x.PutAbsent(x.Context(), key, []byte(value), time.Hour)
		if put {
			told.Add(1)
			winner.Store(value)
		}
		return err
	})
	if err != nil || told.Load() != 1 {
		x.Fatalf("%d were told that they have put, error %v", told.Load(), err)
	}
	x.expect(key, winner.Load().(string))
}

func racingPuts(x *storing) {
	for i := range 5 {
		x.expectOne(fmt.Sprint("k", i))
	}
}

func racingPlaces(x *storing) {
	x.put("k", "before", time.Hour)
	x.pass(time.Hour)
	x.expectOne("k")
}

func cancelledPut(x *storing) {
	x.put("there", "v", time.Hour)
	ctx, cancel := context.WithCancel(x.Context())
	cancel()
	_, _, getErr := x.Get(ctx, "there")
	put, absentErr := x.PutAbsent(ctx, "k", nil, time.Hour)
	for _, err := range []error{getErr, absentErr, x.Put(ctx, "k", nil, time.Hour), x.Put(ctx, "there", nil, 0)} {
		if err := wraps(err, context.Canceled); err != nil {
			x.Error(err)
		}
	}
	if put {
		x.Error("a call that is cancelled has put")
	}
	x.expectNone("k")
	x.expect("there", "v")
}

func wrongPuts(x *storing) {
	for _, key := range []string{"", "\xff", "a\x00b", strings.Repeat("k", state.MaxKey+1)} {
		_, _, getErr := x.Get(x.Context(), key)
		_, absentErr := x.PutAbsent(x.Context(), key, nil, time.Hour)
		for _, err := range []error{getErr, absentErr, x.Put(x.Context(), key, nil, time.Hour)} {
			if err := wraps(err, state.ErrKey); err != nil {
				x.Errorf("%.50q: %v", key, err)
			}
		}
	}
	for _, lifetime := range []time.Duration{-1, time.Microsecond, 1 << 62} {
		_, absentErr := x.PutAbsent(x.Context(), "k", nil, lifetime)
		for _, err := range []error{absentErr, x.Put(x.Context(), "k", nil, lifetime)} {
			if err := wraps(err, state.ErrLifetime); err != nil {
				x.Errorf("%v: %v", lifetime, err)
			}
		}
	}
	_, err := x.PutAbsent(x.Context(), "k", nil, 0)
	if err := wraps(err, state.ErrLifetime); err != nil {
		x.Error(err)
	}
	x.expectNone("k")
}

func manyValues(x *storing) {
	x.put("a", "one", time.Hour)
	x.put("empty", "", time.Hour)
	x.put("ended", "two", time.Hour/2)
	x.put("b", "three", time.Hour)
	x.pass(time.Hour / 2)
	many := state.Many(x.Blobs)
	for range 2 { // what the first caller does to its values changes nothing
		values, err := many.GetMany(x.Context(), "b", "none", "empty", "ended", "a", "b")
		if err != nil {
			x.Fatal(err)
		}
		if got := fmt.Sprintf("%q %v %v", values, values[1] == nil && values[3] == nil, values[2] != nil); got != `["three" "" "" "" "one" "three"] true true` {
			x.Errorf("values: %s", got)
		}
		for _, value := range values {
			clear(value)
		}
	}
	if values, err := many.GetMany(x.Context()); err != nil || len(values) != 0 {
		x.Errorf("of no keys: %q, %v", values, err)
	}
}

func wrongMany(x *storing) {
	x.put("there", "v", time.Hour)
	_, err := state.Many(x.Blobs).GetMany(x.Context(), "there", "")
	if err := wraps(err, state.ErrKey); err != nil {
		x.Error(err)
	}
	ctx, cancel := context.WithCancel(x.Context())
	cancel()
	_, err = state.Many(x.Blobs).GetMany(ctx, "there")
	if err := wraps(err, context.Canceled); err != nil {
		x.Error(err)
	}
}
