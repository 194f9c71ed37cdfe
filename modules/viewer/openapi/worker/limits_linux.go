package worker

import (
	"os"
	"strconv"
	"strings"
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

// closeInherited closes what the program that has started this one had open and did
// not mark as its own, but for its standard streams and for kept. The run time's own
// stays: its poller, and the limits of its control group.
func closeInherited(kept *os.File) {
	folder, err := os.Open("/proc/self/fd")
	if err != nil {
		return
	}
	defer folder.Close()
	open, _ := folder.Readdirnames(-1)
	for _, name := range open {
		fd, err := strconv.Atoi(name)
		if err != nil || fd <= 2 || fd == int(folder.Fd()) || kept != nil && fd == int(kept.Fd()) {
			continue
		}
		to, err := os.Readlink("/proc/self/fd/" + name)
		if err == nil && !strings.HasPrefix(to, "anon_inode:") && !strings.HasPrefix(to, "/sys/fs/cgroup/") {
			_ = syscall.Close(fd)
		}
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
