// Package saving saves what a store has some time after it has changed, and stores
// it again in the next run.
//
//	saver := saving.New(config)
//	saver.Restore(store)
//	defer saver.Close()
package saving

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Table is all that is saved of one Go type.
type Table struct {
	Name        string
	Fingerprint string // of how values of the type are written
	Data        []byte
}

// Part is a part of a store, and how it is saved.
type Part struct {
	Name        string
	Fingerprint string
	Of          store.Persistent
}

// Config says where to save, what, when and how.
type Config struct {
	Load   func(context.Context) ([]Table, error)
	Save   func(context.Context, []Table) error // one call at a time
	Forget func(context.Context) error
	// Behind notes whether what is saved lacks a change; nil: it is not noted.
	Behind func(context.Context, bool) error

	Parts           func(*store.Store) []Part // what is inside others before those
	Delay, MaxDelay time.Duration             // after the last change, and after the first
	Base            string                    // where it comes from: what another base has said is dropped
	Marshal         func(any) ([]byte, error)
	Now             func() time.Time // of the store
	Logger          *slog.Logger
}

// State says how it stands with what is saved.
type State struct {
	At       time.Time // of the last time that it was saved, by Config.Now
	Restored int       // entities, lists and answers that the last run has left
	Errors   int       // of Config, and of what could not be read or written
	Err      error     // the last of them
}

// Saver saves the data of one identity. It is safe for concurrent use.
type Saver struct {
	config Config

	saving chan struct{} // holds one while Config.Save or Config.Forget is called

	changes changes

	mu      sync.Mutex
	store   *store.Store // what is saved; nil once closed
	parts   []Part       // of the store
	dirty   bool         // there is something to save
	first   time.Time    // when that became so
	last    time.Time    // when it changed last
	timer   *time.Timer  // nil as long as none is needed
	at      time.Time    // when the timer fires
	state   State
	closing bool
}

// changes are what the server, or the program, has said is not as it was saved.
type changes struct {
	mu    sync.Mutex // held while Config.Behind is called
	note  note
	whole bool // nothing was missing in what is saved when the run began, or it was saved since
	begun int  // how many have
	open  int  // and are not stored yet
}

// note is what Config.Behind was told last.
type note uint8

const (
	unknown note = iota
	behind
	upToDate
)

// timedDelay is how long it may take until something is saved that is the same,
// but fresh for another time.
const timedDelay = time.Minute

// header is the table that says when the others were saved.
const headerTable = "saved"

type savedHeader struct {
	At   time.Time `json:"at"`
	Base string    `json:"base,omitzero"`
}

// New makes a Saver.
func New(c Config) *Saver { return &Saver{config: c, saving: make(chan struct{}, 1)} }

// Restore stores what the last run has left in a new store, and saves what
// changes in it from then on.
func (s *Saver) Restore(st *store.Store) {
	s.follow(st)
	tables, err := s.config.Load(context.Background())
	s.changes.mu.Lock()
	s.changes.whole = err == nil
	s.changes.mu.Unlock()
	err = errors.Join(err, s.fill(st, tables, err == nil))
	s.mu.Lock()
	s.state.Restored = st.Len()
	s.mu.Unlock()
	s.failed("load", err)
	st.OnPublish(func(changed bool) { s.touched(st, changed) })
}

// fill stores tables that were saved. They are not fresh when they are not the last ones.
func (s *Saver) fill(st *store.Store, tables []Table, last bool) error {
	if len(tables) == 0 {
		return nil
	}
	byName := map[string]Table{}
	for _, t := range tables {
		byName[t.Name] = t
	}
	var header savedHeader
	if err := json.Unmarshal(byName[headerTable].Data, &header); err != nil {
		return fmt.Errorf("what was saved does not say when: %w", err)
	}
	if header.Base != s.config.Base {
		return nil
	}
	var saved []store.Saved
	for _, t := range s.parts {
		if old, ok := byName[t.Name]; ok && old.Fingerprint == t.Fingerprint {
			saved = append(saved, store.Saved{Of: t.Of, Data: old.Data})
		}
	}
	ago := s.config.Now().Sub(header.At)
	if !last {
		ago = -1
	}
	return st.Restore(ago, saved...)
}

func (s *Saver) follow(st *store.Store) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store, s.parts, s.dirty = st, s.config.Parts(st), false
}

// touched is told of each commit, while the store is locked.
func (s *Saver) touched(st *store.Store, changed bool) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if st != s.store || s.closing {
		return
	}
	s.last = now
	if !s.dirty {
		s.dirty, s.first = true, now
	}
	delay := s.config.Delay
	if !changed {
		delay = max(delay, timedDelay)
	}
	if due := now.Add(delay); s.timer == nil || s.at.After(due) {
		s.arm(now, due)
	}
}

// latest is when it is to be saved at the latest.
func (s *Saver) latest() time.Time { return s.first.Add(s.config.MaxDelay) }

// arm sets the timer. The mutex is held.
func (s *Saver) arm(now, due time.Time) {
	s.at = due
	if s.timer == nil {
		s.timer = time.AfterFunc(due.Sub(now), s.due)
		return
	}
	s.timer.Reset(due.Sub(now))
}

// due saves, unless something has changed a moment ago.
func (s *Saver) due() {
	s.mu.Lock()
	now := time.Now()
	quiet := s.last.Add(s.config.Delay)
	if latest := s.latest(); quiet.After(latest) {
		quiet = latest
	}
	if s.closing || !s.dirty {
		s.timer = nil
		s.mu.Unlock()
		return
	}
	if quiet.After(now) {
		s.arm(now, quiet)
		s.mu.Unlock()
		return
	}
	s.timer = nil
	s.mu.Unlock()
	_ = s.Save(context.Background()) // it is counted
}

// Changing says that something is about to be changed: what is saved does not have it until
// done was called, and it was saved after that.
func (s *Saver) Changing() (done func()) {
	c := &s.changes
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun++
	c.open++
	if c.note != behind {
		s.tell(true)
	}
	return s.changed
}

func (s *Saver) changed() {
	s.changes.mu.Lock()
	defer s.changes.mu.Unlock()
	s.changes.open--
}

// tell calls Config.Behind.
func (s *Saver) tell(is bool) {
	if s.config.Behind == nil {
		return
	}
	err := s.config.Behind(context.Background(), is)
	s.failed("note", err)
	switch {
	case err != nil:
		s.changes.note = unknown
	case is:
		s.changes.note = behind
	default:
		s.changes.note = upToDate
	}
}

// count returns how many changes have begun, -1 as long as some of them are not stored.
func (c *changes) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open > 0 {
		return -1
	}
	return c.begun
}

// saved says that all is saved that was stored when so many changes had begun.
func (s *Saver) saved(begun int) {
	c := &s.changes
	c.mu.Lock()
	defer c.mu.Unlock()
	c.whole = true
	if c.begun == begun && c.note != upToDate {
		s.tell(false)
	}
}

// unchanged says that nothing is to be saved though so many changes had begun: they have
// changed nothing, as when the server has refused them.
func (s *Saver) unchanged(begun int) {
	c := &s.changes
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.whole && c.begun == begun && c.note == behind {
		s.tell(false)
	}
}

// again saves later what could not be saved. The mutex is held.
func (s *Saver) again(now time.Time) {
	s.dirty, s.first = true, now
	if !s.closing && s.timer == nil {
		s.arm(now, now.Add(s.config.MaxDelay))
	}
}

// Save saves what has changed. What could not be saved is saved later.
func (s *Saver) Save(ctx context.Context) error { return s.save(ctx, s.changes.count) }

// save is Save. Begun is asked for how many changes have begun that are to be saved.
func (s *Saver) save(ctx context.Context, begun func() int) error {
	select {
	case s.saving <- struct{}{}:
		defer func() { <-s.saving }()
	case <-ctx.Done():
		return fmt.Errorf("wait for what is being saved: %w", ctx.Err())
	}
	counted := begun()
	s.mu.Lock()
	parts, st, dirty := s.parts, s.store, s.dirty
	s.dirty = false
	s.mu.Unlock()
	if !dirty && st != nil {
		s.unchanged(counted)
	}
	if !dirty || st == nil {
		return nil
	}
	err := s.write(ctx, st, parts)
	s.failed("save", err)
	if err == nil {
		s.saved(counted)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		if st == s.store {
			s.again(time.Now())
		}
		return err
	}
	s.state.At = s.config.Now()
	return nil
}

// write calls Config.Save. What cannot be written is left out.
func (s *Saver) write(ctx context.Context, st *store.Store, parts []Part) error {
	at, err := json.Marshal(savedHeader{s.config.Now(), s.config.Base})
	if err != nil {
		return err
	}
	saved := []Table{{Name: headerTable, Fingerprint: "1", Data: at}}
	of := make([]store.Persistent, len(parts))
	for i, p := range parts {
		of[i] = p.Of
	}
	for i, image := range st.Images(of...) {
		if image.Len() == 0 {
			continue
		}
		data, err := image.Encode(s.config.Marshal)
		s.failed("save", err)
		saved = append(saved, Table{Name: parts[i].Name, Fingerprint: parts[i].Fingerprint, Data: data})
	}
	return s.config.Save(ctx, saved)
}

// Reset deletes what was saved, and saves another store from then on.
func (s *Saver) Reset(st *store.Store) {
	s.follow(st) // what is being saved is not dirty afterwards
	s.saving <- struct{}{}
	defer func() { <-s.saving }()
	s.changes.mu.Lock()
	err := s.config.Forget(context.Background())
	s.failed("forget", err)
	s.changes.note, s.changes.whole = unknown, err == nil
	s.changes.mu.Unlock()
	st.OnPublish(func(changed bool) { s.touched(st, changed) })
}

// Close saves what has changed, and nothing from then on.
func (s *Saver) Close() {
	begun := s.changes.count() // before touched is told of no more
	s.mu.Lock()
	s.closing = true
	if s.timer != nil {
		s.timer.Stop()
	}
	s.mu.Unlock()
	_ = s.save(context.Background(), func() int { return begun }) // it is counted
}

func (s *Saver) failed(what string, err error) {
	if err == nil {
		return
	}
	s.mu.Lock()
	s.state.Errors++
	s.state.Err = err
	s.mu.Unlock()
	s.config.Logger.Warn("persistence failed", "step", what, "err", err)
}

// State returns how it stands.
func (s *Saver) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}
