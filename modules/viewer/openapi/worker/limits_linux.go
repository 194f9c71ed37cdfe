package worker

import (
	"syscall"
	"time"
)

// spareMemory is what the run time may map beyond what it uses.
const spareMemory = 256 << 20

// restrict sets the limits that the system enforces, for the case that this
// process cannot watch itself any more.
func restrict(q question) {
	limit(syscall.RLIMIT_CORE, 0)
	limit(syscall.RLIMIT_FSIZE, 0)
	limit(syscall.RLIMIT_NOFILE, 32)
	if q.Memory > 0 {
		limit(syscall.RLIMIT_DATA, uint64(q.Memory+spareMemory))
	}
	if q.CPU > 0 && q.Draft == 0 { // a draft has it for each page
		limit(syscall.RLIMIT_CPU, uint64((q.CPU+2*time.Second)/time.Second))
	}
}

// limit lowers one limit. What is lower already stays.
func limit(resource int, value uint64) {
	_ = syscall.Setrlimit(resource, &syscall.Rlimit{Cur: value, Max: value})
}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
