//go:build unix && !solaris && !aix

package export

import (
	"errors"
	"os"
	"syscall"
)

// lockDir takes a lock of a directory that ends with the file or with the process.
// The error says that another process has it, or that there are no locks.
func lockDir(root *os.Root, name string) (*os.File, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
