package worktest

import (
	"flag"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// Allocated returns how many bytes the process allocates while f runs: nothing
// else may run then, so specs that ask are Serial.
func Allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// Usage is what a process has used.
type Usage struct {
	CPU           time.Duration
	Peak, Present int64 // bytes of memory that the system has given it
}

// Since is what was used since before: its Peak is above what the process had then.
func (u Usage) Since(before Usage) Usage {
	return Usage{CPU: u.CPU - before.CPU, Peak: u.Peak - before.Present, Present: u.Present - before.Present}
}

// What a request of at most MaxRequest bytes may cost, as SECURITY.md promises.
const (
	MaxRequest = 100_000
	times      = 10
	free       = 16 << 20
	maxCPU     = time.Second
)

// Dear runs f, which answers a request of a size with that many bytes, and says
// what of it costs more than is promised, "" when nothing does. Where more is
// allocated than may be in use at once, f is run once more to see what is. The
// processor time is looked at only while texts are made up by fuzzing: specs look at
// no clock.
func Dear(size int, f func() (out int)) string {
	var out int
	cpu := ProcessorTime()
	allocated := Allocated(func() { out = f() })
	cpu = ProcessorTime() - cpu
	limit := times*size + free
	switch {
	case !RaceDetector && allocated > limit && peak(func() { f() }) > limit:
		return strconv.Itoa(allocated) + " bytes are allocated and most of them in use at once for " + strconv.Itoa(size)
	case out > limit:
		return strconv.Itoa(out) + " bytes are the answer to " + strconv.Itoa(size)
	case fuzzing() && cpu > maxCPU:
		return cpu.String() + " of processor time are for " + strconv.Itoa(size) + " bytes"
	}
	return ""
}

// peak is about how many bytes are in use at once while f runs, besides those that
// were before. It asks the collector, which hardly rests then, what it has found in
// use: beside what nobody uses any more and has not been freed, which is more where a
// machine is busy, the limit would not tell.
func peak(f func()) int {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	runtime.GC()
	used := func() int {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(sample)
		return int(sample[0].Value.Uint64())
	}
	before, most := used(), 0
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			most = max(most, used()-before)
			select {
			case <-stop:
				return
			default:
				runtime.Gosched()
			}
		}
	}()
	f()
	close(stop)
	<-done
	return most
}

func fuzzing() bool {
	f := flag.Lookup("test.fuzzworker")
	return f != nil && f.Value.String() == "true"
}

// Repeated is a text of parts, of which one stands there n times and one m times:
// what makes most texts dear. Fuzzing that changes the parts and their numbers comes
// further than one that changes the text. In unit each @ is the number of the
// repetition, and ^ the next one. Parts that would make the text longer than most
// bytes are left out.
func Repeated(most int, before string, n int, unit string, m int, after string) string {
	var b strings.Builder
	write := func(s string) {
		if b.Len()+len(s) <= most {
			b.WriteString(s)
		}
	}
	for range n {
		write(before)
	}
	numbered := strings.ContainsAny(unit, "@^")
	for i := range m {
		if numbered {
			write(strings.NewReplacer("@", strconv.Itoa(i), "^", strconv.Itoa(i+1)).Replace(unit))
		} else {
			write(unit)
		}
	}
	write(after)
	return b.String()
}
