package filepersist

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrLocked says that another process, or another Dir, uses the directory, or that
// another client has its journal.
var ErrLocked = errors.New("the directory is in use")

// lockedFile is the file with the lock. It names the stores that are behind, one in each line.
type lockedFile struct {
	*os.File
	lines []string // that it has
}

// names returns what the run before has left.
func (f *lockedFile) names() ([]string, error) {
	data, err := io.ReadAll(f)
	f.lines = strings.Split(string(data), "\n")
	return strings.Fields(string(data)), err
}

// keep makes these the stores that it names, and returns when that is on the disk.
func (f *lockedFile) keep(bases []string) error {
	lines := f.naming(bases)
	text := strings.TrimRight(strings.Join(lines, "\n"), " \n")
	if text != "" {
		text += "\n"
	}
	_, err := f.WriteAt([]byte(text), 0)
	if err == nil {
		err = f.Sync() // before what may be a name of one is cut off behind it
	}
	if err == nil {
		f.lines = strings.Split(text, "\n")
	}
	return errors.Join(err, f.Truncate(int64(len(text))))
}

// naming returns lines that name these stores. A name that is there already stays where it is,
// so that it is there however much of the lines is written.
func (f *lockedFile) naming(bases []string) []string {
	var missing []string
	for _, base := range bases {
		missing = append(missing, filepath.Base(base))
	}
	lines := slices.Clone(f.lines)
	for i, line := range lines {
		if at := slices.Index(missing, line); at >= 0 {
			missing = slices.Delete(missing, at, at+1)
			continue
		}
		lines[i] = strings.Repeat(" ", len(line))
	}
	for _, name := range missing {
		at := slices.Index(lines, strings.Repeat(" ", len(name)))
		if last := len(lines) - 1; at < 0 && lines[last] == "" {
			at = last
		}
		if at < 0 {
			lines, at = append(lines, ""), len(lines)
		}
		lines[at] = name
	}
	return lines
}
