//go:build !windows && (!unix || solaris || aix)

package filepersist

import (
	"errors"
	"os"
)

// lockFile refuses: without locks that end with their process, two processes
// would damage what they share.
func lockFile(string) (*os.File, error) { return nil, errors.ErrUnsupported }

func syncDir(string) error { return errors.ErrUnsupported }
