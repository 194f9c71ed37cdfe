// Package state has the ports through which the processes of one service share what
// they must not each have for themselves: how much of a limit is left, what was
// answered before, and that something has changed.
//
//	counter := state.NewMemoryCounter(state.MemoryOptions{})
//	budgets, err := counter.Take(ctx, state.Limit{Key: "ida", Interval: time.Second, Burst: 10, Take: 1})
//
// The Memory types are the adapters for one process. Modules valkeystore and pgstore
// have those for many, and sqlitestore has Blobs in a file; package coretest has the
// suites that all of them pass.
package state

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Counter counts what is taken from limits. It is safe for concurrent use.
type Counter interface {
	// Take takes from all limits at once, or from none of them when one has less than
	// it is asked for. It returns a Budget for each limit, in their order; what was
	// asked for was taken when none of them has a Wait. Time is that of the store, so
	// the clocks of processes do not matter.
	//
	// An error means that nothing is known of what was taken: a limit that is wrong
	// (ErrLimit) and a context that is done before take nothing.
	Take(ctx context.Context, limits ...Limit) ([]Budget, error)
}

// Limit is a bucket of units that come back one by one: the generic cell rate
// algorithm. Those that name one key and share it say the same Interval and Burst;
// where they do not, each reads by its own what the others have left. A bucket that takes
// longer to be full than an empty one, which another limit or a clock that was ahead has
// left, becomes an empty one when a call takes from it, so that a Wait is true.
type Limit struct {
	Key      string
	Interval time.Duration // in which one unit comes back, from a microsecond on
	Burst    int           // units of a full bucket, at least 1
	Take     int           // units to take, up to Burst; 0 only asks
}

// Budget is what is left of a limit.
type Budget struct {
	Left int           // units that can be taken at once now
	Next time.Duration // until Left is one more, 0 for a full bucket
	Wait time.Duration // until there is what was asked for, when nobody takes before; 0: it was there
}

// Blobs keeps values for a time. It is safe for concurrent use.
type Blobs interface {
	// Get returns the value of a key, and whether there is one. The value is the
	// caller's own.
	Get(ctx context.Context, key string) (value []byte, found bool, err error)

	// Put keeps a value for a lifetime, in place of the one before; a lifetime of 0
	// removes the key. An error means that it may have been done. The value is not
	// kept by reference.
	Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error

	// PutAbsent is Put where the key has no value, and reports whether it had none: of
	// those that ask at once, one is told so. The lifetime is above 0.
	PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (put bool, err error)
}

// ManyGetter is for Blobs that read several values at once, in one round trip to where
// they are. Many finds it.
type ManyGetter interface {
	// GetMany returns the values of keys, in their order: nil for a key that has none, and
	// otherwise one that is not nil and the caller's own. Each was there at some time
	// during the call, not all of them at the same one.
	GetMany(ctx context.Context, keys ...string) (values [][]byte, err error)
}

// Many returns blobs where they are a ManyGetter, and otherwise one that asks for one
// value after the other. Call it once, not for each use.
func Many(blobs Blobs) ManyGetter {
	if many, ok := blobs.(ManyGetter); ok {
		return many
	}
	return oneByOne{blobs}
}

type oneByOne struct{ blobs Blobs }

// GetMany implements ManyGetter.
func (o oneByOne) GetMany(ctx context.Context, keys ...string) ([][]byte, error) {
	values := make([][]byte, len(keys))
	for i, key := range keys {
		value, found, err := o.blobs.Get(ctx, key)
		if err != nil {
			return nil, err
		}
		if found {
			values[i] = append([]byte{}, value...)
		}
	}
	return values, nil
}

// Signals tells the other processes that something has changed. A signal is a hint to
// look again and never the truth: it reaches a subscriber at most once, and may be
// lost. It is safe for concurrent use.
type Signals interface {
	// Publish sends a payload of at most MaxSignal bytes to those who have subscribed to
	// the topic, this process included. A topic without subscribers is no error.
	Publish(ctx context.Context, topic string, payload []byte) error

	// Subscribe calls receive for one signal after the other until ctx is done, and
	// returns its error then, or the one that ends the subscription before. A nil
	// payload says that the subscription has begun, or that signals may have been lost:
	// look again. Other payloads are never nil and receive's own.
	Subscribe(ctx context.Context, topic string, receive func(payload []byte)) error
}

// MaxSignal is how long the payload of a signal may be, in bytes.
const MaxSignal = 4 << 10

// MaxKey is how long a key or a topic may be, in bytes. It has at least one.
const MaxKey = 1 << 10

// What a caller has done wrong.
var (
	ErrLimit    = errors.New("the limit cannot be counted")
	ErrKey      = errors.New("a key has 1 to 1024 bytes of UTF-8 without U+0000")
	ErrLifetime = errors.New("the lifetime is negative, too short or too long")
	ErrSignal   = errors.New("the payload of a signal is longer than 4096 bytes")
)

// ErrFull says that a store has no room for another value.
var ErrFull = errors.New("the store is full")

// maxTime bounds intervals and lifetimes.
const maxTime = 10 * 365 * 24 * time.Hour

// CheckLimits returns an error that wraps ErrLimit or ErrKey when limits cannot be
// counted together. Adapters call it.
func CheckLimits(limits []Limit) error {
	for i, l := range limits {
		if err := CheckKey(l.Key); err != nil {
			return err
		}
		switch {
		case l.Interval < time.Microsecond || l.Burst < 1 || l.Interval > maxTime/time.Duration(l.Burst):
			return fmt.Errorf("%w: %d units in intervals of %v", ErrLimit, l.Burst, l.Interval)
		case l.Take < 0 || l.Take > l.Burst:
			return fmt.Errorf("%w: %d of %d units can never be taken", ErrLimit, l.Take, l.Burst)
		}
		for _, other := range limits[:i] {
			if other.Key == l.Key {
				return fmt.Errorf("%w: two have the key %q", ErrLimit, l.Key)
			}
		}
	}
	return nil
}

// CheckKey returns ErrKey for what is no key and no topic. Adapters call it.
func CheckKey(key string) error {
	if key == "" || len(key) > MaxKey || !isPlain(key) {
		return ErrKey
	}
	return nil
}

// CheckLifetime returns an error that wraps ErrLifetime for a lifetime above 0 that is
// below a millisecond or above ten years, and for a negative one. Adapters call it.
func CheckLifetime(d time.Duration) error {
	if d < 0 || d > 0 && d < time.Millisecond || d > maxTime {
		return fmt.Errorf("%w: %v", ErrLifetime, d)
	}
	return nil
}

// BudgetOf is the budget of a limit whose bucket is full in the time owed. It is that
// behind a Take of what was asked for, or, where wanting, in the place of one. Adapters
// call it.
func BudgetOf(l Limit, owed time.Duration, wanting bool) Budget {
	full := time.Duration(l.Burst) * l.Interval
	left := (full - owed) / l.Interval
	b := Budget{Left: int(left)}
	if owed > 0 {
		b.Next = owed - full + (left+1)*l.Interval
	}
	if wanting {
		b.Wait = owed + time.Duration(l.Take)*l.Interval - full
	}
	return b
}

func isPlain(key string) bool { return utf8.ValidString(key) && !strings.Contains(key, "\x00") }
