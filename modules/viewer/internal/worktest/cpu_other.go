//go:build !unix

package worktest

import "time"

// ProcessorTime is not known here.
func ProcessorTime() time.Duration { return 0 }
