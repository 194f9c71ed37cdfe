package entity

import (
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
)

// Entity is a value that its primary key identifies. Zero is a key like any
// other; an empty string is none.
type Entity[K comparable] interface{ PK() K }

// Status says how far a stored value can be trusted.
type Status uint8

// The statuses, from absent to good.
const (
	Missing Status = iota // never stored, or deleted
	Invalid               // stored, but must not be shown before it is read again
	Stale                 // may be shown, and should be read again
	Fresh                 // good
)

// String returns the name of the status in lower case.
func (s Status) String() string {
	return [...]string{"missing", "invalid", "stale", "fresh"}[s]
}

// Stamp orders requests and writes: later ones have greater stamps.
type Stamp uint64

// Write says when the request behind a write began and how long its data is
// fresh. Begin gives Start before the request is sent.
type Write struct {
	Start Stamp
	TTL   time.Duration // not positive: stale at once
}

// Store holds the tables of all entity types, and what responses said about
// them. Use NewStore.
type Store struct {
	now       func() time.Time
	unmarshal func([]byte, any) error
	stamps    atomic.Uint64
	tables    sync.Map // reflect.Type of the table -> *Table or *Values

	// mu orders writes, and makes each of them visible at once.
	mu sync.RWMutex
}

// Option changes a setting of NewStore.
type Option func(*Store)

// WithClock sets the clock that freshness is measured with. Default: time.Now.
func WithClock(now func() time.Time) Option { return func(s *Store) { s.now = now } }

// WithUnmarshal sets how JSON becomes an entity. It must refuse trailing data.
// Default: JSON as RFC 8259 and RFC 7493 have it, duplicate names refused.
func WithUnmarshal(f func(data []byte, v any) error) Option {
	return func(s *Store) { s.unmarshal = f }
}

// NewStore makes an empty store.
func NewStore(opts ...Option) *Store {
	s := &Store{
		now:       time.Now,
		unmarshal: func(data []byte, v any) error { return json.Unmarshal(data, v) },
	}
	for _, opt := range opts {
		opt(s)
	}
	return s
}

// Begin returns the stamp of a request that is sent now.
func (s *Store) Begin() Stamp { return Stamp(s.stamps.Add(1)) }

// tableOf finds the one instance of T in the store, or makes it.
func tableOf[T any](s *Store, make func() *T) *T {
	key := reflect.TypeFor[T]()
	if t, ok := s.tables.Load(key); ok {
		return t.(*T)
	}
	t, _ := s.tables.LoadOrStore(key, make())
	return t.(*T)
}

// life is the freshness of one stored thing. The mutex of the store guards it.
type life struct {
	expires   time.Time
	refreshed Stamp // start of the newest request that delivered it
	invalid   Stamp // when it was invalidated, 0 if it is valid
}

// renew records a delivery. One that began before an invalidation proves
// nothing.
func (l *life) renew(s *Store, w Write) {
	if w.Start < l.refreshed || w.Start < l.invalid {
		return
	}
	l.refreshed, l.invalid = w.Start, 0
	l.expires = s.now().Add(w.TTL)
}

func (l *life) invalidate(s *Store) { l.invalid = s.Begin() }
func (l *life) expire()             { l.expires = time.Time{} }

func (l *life) status(s *Store) Status {
	switch {
	case l.invalid != 0:
		return Invalid
	case s.now().Before(l.expires):
		return Fresh
	}
	return Stale
}
