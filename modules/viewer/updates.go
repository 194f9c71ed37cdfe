package viewer

import (
	"crypto/sha256"
	"sync"
)

// updates tells of changes of the text of the description. It is safe for
// concurrent use.
type updates struct {
	call func(text string) // nil for nobody

	mu   sync.Mutex
	last [sha256.Size]byte // of the text that was told of last, or loaded first
}

// loaded is called with the text of every load. One that is known is noted and
// not told of.
func (u *updates) loaded(text []byte, known bool) {
	if u.call == nil {
		return
	}
	if !known {
		u.tell(string(text))
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.last == [sha256.Size]byte{} {
		u.last = sha256.Sum256(text)
	}
}

// tell calls what is to be told, unless it knows the text.
func (u *updates) tell(text string) {
	if u.call == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if sum := sha256.Sum256([]byte(text)); sum != u.last {
		u.last = sum
		u.call(text)
	}
}
