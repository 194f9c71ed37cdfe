package store

import (
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// Layer is one optimistic change, of any number of entities: what a mutation
// is expected to do, shown on top of what the server has said until the
// mutation has been answered. Layers lie upon each other in the order of the
// starts of their mutations.
type Layer struct {
	store *Store
	start Stamp
	undo  []func(*commit) // guarded by the mutex of the store
	keep  []func(Write)   // guarded by the mutex of the store
	// answered says that the layer shows nothing any more.
	answered bool  // guarded by the mutex of the store
	done     bool  // guarded by the mutex of the store
	shown    shown // guarded by the mutex of the store
}

// Start returns the stamp of the mutation.
func (l *Layer) Start() Stamp { return l.start }

// Settle says that the mutation has been answered. What the commit stores from
// now on is shown without the layer, which is to be removed in the same commit.
func (l *Layer) Settle(w Write) {
	l.store.begin(w)
	defer l.store.end(w)
	l.answered = true
}

// Remove takes the layer away, in one commit with what w writes. Readers see
// what the server has said, with the other layers upon it. Removing it again
// does nothing.
func (l *Layer) Remove(w Write) {
	tx := l.store.begin(w)
	defer l.store.end(w)
	if l.done {
		return
	}
	l.done = true
	delete(l.store.layers, l)
	for _, undo := range slices.Backward(l.undo) {
		undo(tx)
	}
	l.undo, l.keep = nil, nil
}

// Keep makes what the layer shows what the server has said: the mutation has been
// done, but its answer is not known. What it hides is not deleted. The layer is to
// be removed in the same commit, that of w, which says how long that is fresh.
func (l *Layer) Keep(w Write) {
	tx := l.store.begin(w)
	defer l.store.end(w)
	w.commit = tx
	for _, keep := range l.keep {
		keep(w)
	}
}

// shown is what a layer has shown, and since when.
type shown struct {
	at      time.Time
	by      string
	changes []Change
}

// shows records what a layer is about. The mutex of the store is held.
func (l *Layer) shows(tx *commit, w Write, c Change) {
	s := l.store
	if s.layers == nil {
		s.layers = map[*Layer]struct{}{}
	}
	if _, known := s.layers[l]; !known {
		s.layers[l] = struct{}{}
		l.shown.at, l.shown.by = s.timeAt(tx.now), w.By
	}
	if !slices.Contains(l.shown.changes, c) {
		l.shown.changes = append(l.shown.changes, c)
	}
}

// patch is what a layer does to one entity.
type patch struct {
	layer *Layer
	// apply changes a copy of the entity as it is beneath the patch, to which e
	// points; exists reports whether there is one, before and afterwards. Nil: it
	// changes nothing, a mutation is under way.
	apply func(e any, exists bool) bool
	// fields are those that the mutation is about, as far as that is known; nil
	// when it is not.
	fields *shape.Mask
	// panicked is what the function of an edit panicked with; may be nil.
	panicked *any
}
