//go:build unix && !linux

package worker

import (
	"os"
	"syscall"
	"time"
)

// restrict sets the limits that the system enforces, for the case that this
// process cannot watch itself any more.
func restrict(q question) {
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{})
}

// closeInherited has nothing to do: what is open is not known here.
func closeInherited(*os.File) {}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
