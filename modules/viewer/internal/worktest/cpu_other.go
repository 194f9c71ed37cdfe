//go:build !unix

package worktest

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
