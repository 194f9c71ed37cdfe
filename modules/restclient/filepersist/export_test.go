package filepersist

import "os"

// FillUp leaves no room for notes on the disk of a Dir, until that is undone.
func (d *Dir) FillUp() (undo func(), err error) {
	room := d.lock
	full, err := os.Open(room.Name()) // it cannot be written to
	d.lock = lockedFile{full}
	return func() {
		_ = full.Close()
		d.lock = room
	}, err
}

// For the fuzz tests.
var (
	DecodeStore = decodeStore
	DecodeQueue = decodeQueue
)
