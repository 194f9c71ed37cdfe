package measure

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// processCPU is the CPU time, user and system, that all threads of the process
// have used.
func processCPU() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(fmt.Errorf("read the CPU clock of the process: %w", err))
	}
	return time.Duration(t.Nano())
}
