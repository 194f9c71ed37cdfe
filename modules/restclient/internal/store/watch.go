package store

// Watch learns that something has changed: what is read through its snapshots.
// It keeps no backlog: changes that come before it is asked count as one. Close
// it when done. Its methods are safe for concurrent use, but only one Read is
// under way at a time.
type Watch struct {
	store *Store
	ready chan struct{}

	// The mutex of the store guards what follows.
	round  uint64 // counts the calls of Read
	places map[watched]uint64
}

// watched is a place that watches can be set on. The mutex of the store guards
// its methods.
type watched interface {
	rare() *more
	// changedAt is the last commit that changed what a reader sees here.
	changedAt() uint64
	followed() // its watches are others
}

// Changed receives a value after something that the last Read has read changed.
func (w *Watch) Changed() <-chan struct{} { return w.ready }

// Read calls f with a snapshot of the store. From then on the watch is on what
// f has read through it, and on nothing else. Changes that the snapshot shows
// do not wake the watch any more.
func (w *Watch) Read(f func(*Snapshot)) {
	sn := w.begin()
	defer sn.Release()
	f(sn)
	w.forget(func(round uint64) bool { return round != w.round })
}

// begin takes the snapshot of a Read. What has changed before is in it, and is no
// news any more.
func (w *Watch) begin() *Snapshot {
	w.store.mu.Lock()
	defer w.store.mu.Unlock()
	w.round++
	select {
	case <-w.ready:
	default:
	}
	sn := w.store.Snapshot()
	sn.watch = w
	return sn
}

// Close ends the watch.
func (w *Watch) Close() {
	w.forget(func(uint64) bool { return true })
	w.store.mu.Lock()
	defer w.store.mu.Unlock()
	delete(w.store.watches, w)
}

func (w *Watch) forget(which func(round uint64) bool) {
	w.store.mu.Lock()
	defer w.store.mu.Unlock()
	for place, round := range w.places {
		if which(round) {
			delete(w.places, place)
			w.leave(place)
		}
	}
}

func (w *Watch) leave(place watched) {
	delete(place.rare().watchers, w)
	place.followed()
}

// on sets the watch on a place that is read as of commit seq. What has changed
// since wakes it at once. The mutex of the store is held.
func (w *Watch) on(place watched, seq uint64) {
	if _, known := w.places[place]; !known {
		m := place.rare()
		if m.watchers == nil {
			m.watchers = map[*Watch]struct{}{}
		}
		m.watchers[w] = struct{}{}
		place.followed()
	}
	w.places[place] = w.round
	if place.changedAt() > seq {
		w.Wake()
	}
}

// Wake has Changed receive a value, whatever has changed.
func (w *Watch) Wake() {
	select {
	case w.ready <- struct{}{}:
	default:
	}
}
