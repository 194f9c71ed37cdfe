package filepersist

import "os"

// FillUp leaves no room for notes on the disk of a Dir, until that is undone.
func (d *Dir) FillUp() (undo func(), err error) {
	room := d.lock
	full, err := os.Open(room.Name()) // it cannot be written to
	d.lock = lockedFile{full, room.lines}
	return func() {
		_ = full.Close()
		d.lock = room
	}, err
}

// WithSyncDir makes names in directories durable by f.
func WithSyncDir(f func(path string) error) Option { return func(d *Dir) { d.syncDir = f } }

// For the fuzz tests.
var (
	DecodeStore = decodeStore
	DecodeQueue = decodeQueue
)
