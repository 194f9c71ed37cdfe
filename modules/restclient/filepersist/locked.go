package filepersist

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ErrLocked says that another process, or another Dir, uses the directory, or that
// another client has its journal.
var ErrLocked = errors.New("the directory is in use")

// lockedFile is the file with the lock. It names the stores that are behind.
type lockedFile struct{ *os.File }

// names returns what the run before has left.
func (f lockedFile) names() ([]string, error) {
	data, err := io.ReadAll(f)
	return strings.Fields(string(data)), err
}

// keep makes these the stores that it names, and returns when that is on the disk.
func (f lockedFile) keep(bases []string) error {
	var text strings.Builder
	for _, base := range bases {
		text.WriteString(filepath.Base(base) + "\n")
	}
	_, err := f.WriteAt([]byte(text.String()), 0)
	if err == nil {
		err = f.Sync() // before what may be a name of one is cut off behind it
	}
	return errors.Join(err, f.Truncate(int64(text.Len())))
}
