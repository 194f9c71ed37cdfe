package restclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// saver saves the data of one identity some time after it has changed.
type saver struct {
	config
	id string

	saving sync.Mutex // held while the port is called

	mu      sync.Mutex
	store   *entity.Store // what is saved; nil once closed
	tables  []keptTable   // of the store
	dirty   bool          // there is something to save
	first   time.Time     // when that became so
	last    time.Time     // when it changed last
	timer   *time.Timer   // nil as long as none is needed
	at      time.Time     // when the timer fires
	state   SaveState
	closing bool
}

// timedDelay is how long it may take until something is saved that is the same,
// but fresh for another time.
const timedDelay = time.Minute

// header is the table that says when the others were saved.
const headerTable = "saved"

type savedHeader struct {
	At time.Time `json:"at"`
}

func newSaver(c config, id string) *saver { return &saver{config: c, id: id} }

// restore stores what the last run has left in a new store, and saves what
// changes in it from then on.
func (s *saver) restore(store *entity.Store) {
	s.follow(store)
	tables, err := s.persist.port.Load(context.Background(), s.id)
	err = errors.Join(err, s.fill(store, tables))
	s.mu.Lock()
	s.state.Restored = store.Len()
	s.mu.Unlock()
	s.failed("load", err)
	store.OnPublish(func(changed bool) { s.touched(store, changed) })
}

// fill stores tables that were saved.
func (s *saver) fill(store *entity.Store, tables []SavedTable) error {
	if len(tables) == 0 {
		return nil
	}
	byName := map[string]SavedTable{}
	for _, t := range tables {
		byName[t.Name] = t
	}
	var header savedHeader
	if err := json.Unmarshal(byName[headerTable].Data, &header); err != nil {
		return fmt.Errorf("what was saved does not say when: %w", err)
	}
	var saved []entity.Saved
	for _, t := range s.tables {
		if old, ok := byName[t.name]; ok && old.Fingerprint == t.fingerprint(s.codec) {
			saved = append(saved, entity.Saved{Of: t.of, Data: old.Data})
		}
	}
	return store.Restore(s.now().Sub(header.At), saved...)
}

func (s *saver) follow(store *entity.Store) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store, s.tables, s.dirty = store, s.persist.kept.tables(store), false
}

// touched is told of each commit, while the store is locked.
func (s *saver) touched(store *entity.Store, changed bool) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if store != s.store || s.closing {
		return
	}
	s.last = now
	if !s.dirty {
		s.dirty, s.first = true, now
	}
	delay := s.persist.delay
	if !changed {
		delay = max(delay, timedDelay)
	}
	if due := now.Add(delay); s.timer == nil || s.at.After(due) {
		s.arm(now, due)
	}
}

// latest is when it is to be saved at the latest.
func (s *saver) latest() time.Time { return s.first.Add(s.persist.maxDelay) }

// arm sets the timer. The mutex is held.
func (s *saver) arm(now, due time.Time) {
	s.at = due
	if s.timer == nil {
		s.timer = time.AfterFunc(due.Sub(now), s.due)
		return
	}
	s.timer.Reset(due.Sub(now))
}

// due saves, unless something has changed a moment ago.
func (s *saver) due() {
	s.mu.Lock()
	now := time.Now()
	quiet := s.last.Add(s.persist.delay)
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
	if s.save(context.Background()) != nil {
		s.retry()
	}
}

// retry saves later what could not be saved.
func (s *saver) retry() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); s.dirty && !s.closing && s.timer == nil {
		s.arm(now, now.Add(s.persist.maxDelay))
	}
}

// save saves what has changed.
func (s *saver) save(ctx context.Context) error {
	s.saving.Lock()
	defer s.saving.Unlock()
	s.mu.Lock()
	tables, store, dirty := s.tables, s.store, s.dirty
	s.dirty = false
	s.mu.Unlock()
	if !dirty || store == nil {
		return nil
	}
	err := s.write(ctx, store, tables)
	s.failed("save", err)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		if store == s.store {
			s.dirty, s.first = true, time.Now()
		}
		return err
	}
	s.state.At = s.now()
	return nil
}

// write calls the port. What cannot be written is left out.
func (s *saver) write(ctx context.Context, store *entity.Store, tables []keptTable) error {
	at, err := json.Marshal(savedHeader{s.now()})
	if err != nil {
		return err
	}
	saved := []SavedTable{{Name: headerTable, Fingerprint: "1", Data: at}}
	of := make([]entity.Persistent, len(tables))
	for i, t := range tables {
		of[i] = t.of
	}
	for i, image := range store.Images(of...) {
		if image.Len() == 0 {
			continue
		}
		data, err := image.Encode(s.codec.Marshal)
		s.failed("save", err)
		saved = append(saved, SavedTable{Name: tables[i].name, Fingerprint: tables[i].fingerprint(s.codec), Data: data})
	}
	return s.persist.port.Save(ctx, s.id, saved)
}

// reset deletes what was saved, and saves another store from then on.
func (s *saver) reset(store *entity.Store) {
	s.follow(store) // what is being saved is not dirty afterwards
	s.saving.Lock()
	defer s.saving.Unlock()
	s.failed("forget", s.persist.port.Forget(context.Background(), s.id))
	store.OnPublish(func(changed bool) { s.touched(store, changed) })
}

// close saves what has changed, and nothing from then on.
func (s *saver) close() {
	s.mu.Lock()
	s.closing = true
	if s.timer != nil {
		s.timer.Stop()
	}
	s.mu.Unlock()
	_ = s.save(context.Background()) // it is counted
}

func (s *saver) failed(what string, err error) {
	if err == nil {
		return
	}
	s.mu.Lock()
	s.state.Errors++
	s.state.Err = err
	s.mu.Unlock()
	s.logger.Warn("persistence failed", "step", what, "err", err)
}

func (s *saver) read() SaveState {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}
