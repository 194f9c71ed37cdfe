package devtools

import "sync"

// note says that something has changed: a commit, or else more than that.
type note struct{ seq uint64 }

// maxNotes is how many notes a listener may be behind.
const maxNotes = 64

// listeners are told of changes. The zero value has none.
type listeners struct {
	mu  sync.Mutex
	all map[chan note]struct{}
}

func (l *listeners) add() chan note {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[chan note]struct{}{}
	}
	ch := make(chan note, maxNotes)
	l.all[ch] = struct{}{}
	return ch
}

func (l *listeners) remove(ch chan note) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.all[ch]; ok {
		delete(l.all, ch)
		close(ch)
	}
}

// tell never waits: it drops who is too far behind.
func (l *listeners) tell(n note) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for ch := range l.all {
		select {
		case ch <- n:
		default:
			delete(l.all, ch)
			close(ch)
		}
	}
}
