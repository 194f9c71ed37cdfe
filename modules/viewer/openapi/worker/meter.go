package worker

import (
	"bytes"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// meter is what this process uses.
type meter struct {
	most   peak
	busy   atomic.Int64 // pages that are being made
	since  atomic.Int64 // processor time in nanoseconds that does not count any more
	memory atomic.Int64 // bytes, a moment ago
}

// How often a meter is read: while there is something to do, and else.
const (
	watchEvery = 5 * time.Millisecond
	restEvery  = 200 * time.Millisecond
)

// begin gives the work that begins all of the processor time. It returns what is to
// be called when the work has ended.
func (m *meter) begin() (end func()) {
	m.busy.Add(1)
	m.since.Store(int64(processorTime()))
	return func() { m.busy.Add(-1) }
}

// watch ends the process when it uses more than it may.
func (m *meter) watch(q question) {
	m.busy.Add(1) // reads the text
	for every := watchEvery; ; {
		if m.read(); m.exceeds(q.Memory) {
			os.Exit(exitMemory)
		}
		before := processorTime()
		if q.CPU > 0 && int64(before)-m.since.Load() > int64(q.CPU) {
			os.Exit(exitCPU)
		}
		if every = watchEvery; m.busy.Load() == 0 {
			every = restEvery
		}
		time.Sleep(every)
		if used := processorTime() - before; used < every/20 && m.busy.Load() == 0 {
			m.since.Add(int64(used)) // that of the watch itself
		}
	}
}

// exceeds tells that this process uses more memory than limit, 0 for no limit. On a
// busy machine the collector is late: what is little beyond is collected first.
func (m *meter) exceeds(limit int64) bool {
	used := m.memory.Load()
	if limit == 0 || used <= limit {
		return false
	}
	if used > limit+limit/4 {
		return true
	}
	debug.FreeOSMemory()
	m.read()
	return m.memory.Load() > limit
}

// read notes the memory that is used.
func (m *meter) read() {
	sample := [...]metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample[:])
	m.memory.Store(int64(sample[0].Value.Uint64() - sample[1].Value.Uint64()))
}

// peak is the most memory that this process has had.
type peak struct{ status *os.File } // nil where the system does not tell

// openPeak is to be called while files can be opened.
func openPeak() peak {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return peak{}
	}
	return peak{f}
}

// bytes returns it, 0 when the system does not tell.
func (p peak) bytes() int64 {
	if p.status == nil {
		return 0
	}
	status := make([]byte, 4<<10)
	n, _ := p.status.ReadAt(status, 0)
	_, after, found := bytes.Cut(status[:n], []byte("VmHWM:"))
	if !found {
		return 0
	}
	kilobytes := int64(0)
	for _, c := range bytes.TrimLeft(after, " \t") {
		if c < '0' || c > '9' {
			break
		}
		kilobytes = 10*kilobytes + int64(c-'0')
	}
	return kilobytes << 10
}
