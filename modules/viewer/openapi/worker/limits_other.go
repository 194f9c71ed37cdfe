//go:build !unix

package worker

import "time"

// restrict has nothing to set here: the process watches its memory, and who has
// started it watches the clock.
func restrict(question) {}

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
