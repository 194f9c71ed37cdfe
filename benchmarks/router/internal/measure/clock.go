package measure

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// threadCPU is the CPU time that the calling thread has used. The caller is
// locked to its thread.
func threadCPU() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(fmt.Errorf("read the CPU clock of the thread: %w", err))
	}
	return time.Duration(t.Nano())
}

// ProcessCPU is the CPU time, user and system, that all threads of the process
// have used.
func ProcessCPU() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(fmt.Errorf("read the CPU clock of the process: %w", err))
	}
	return time.Duration(t.Nano())
}
