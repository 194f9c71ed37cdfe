//go:build !unix || solaris || aix

package export

import (
	"errors"
	"os"
)

// lockDir refuses: what an earlier export has left stays.
func lockDir(*os.Root, string) (*os.File, error) { return nil, errors.ErrUnsupported }
