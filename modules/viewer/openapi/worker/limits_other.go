//go:build !unix

package worker

import (
	"os"
	"time"
)

// restrict has nothing to set here: the process watches its memory, and who has
// started it watches the clock.
func restrict(question) {}

// closeInherited has nothing to do: what is open is not known here.
func closeInherited(*os.File) {}

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
