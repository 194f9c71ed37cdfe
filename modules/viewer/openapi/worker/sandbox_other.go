//go:build !linux || (!amd64 && !arm64)

package worker

import (
	"fmt"
	"runtime"
)

// sandbox takes nothing from this process here, and says so.
func sandbox() error { return fmt.Errorf("there is none for %s on %s", runtime.GOOS, runtime.GOARCH) }
