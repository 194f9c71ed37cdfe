package filepersist

import (
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// lockedFile is the file with the lock. It names the stores that are in use: those that it
// names when it is locked are of a run that has not come to its end.
type lockedFile struct{ *os.File }

// names returns what the run before has left.
func (f lockedFile) names() ([]string, error) {
	data, err := io.ReadAll(f)
	return strings.Fields(string(data)), err
}

// note adds a store, and returns when it is on the disk.
func (f lockedFile) note(name string) error {
	// A crash may have left a part of a name before.
	if _, err := f.WriteString("\n" + name + "\n"); err != nil {
		return err
	}
	return f.Sync()
}

// leave says which stores are behind at the end.
func (f lockedFile) leave(bases iter.Seq[string]) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	var text strings.Builder
	for base := range bases {
		text.WriteString(filepath.Base(base) + "\n")
	}
	_, err := f.WriteAt([]byte(text.String()), 0)
	return err
}
