// Package heaptest is for specs that say how much memory a transfer takes.
package heaptest

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Bulk is how much such specs transfer: 24 MiB, which is more than they may
// take, or 1 GiB with TREFOIL_BULK=1.
func Bulk() int64 {
	if os.Getenv("TREFOIL_BULK") != "" {
		return 1 << 30
	}
	return 24 << 20
}

// Growth runs f and returns by how many bytes the heap, garbage included, has
// grown at its peak. It looks every millisecond, with the collector set to run
// often.
func Growth(f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	runtime.GC()
	start := size()
	peak, stop, stopped := start, make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			peak = max(peak, size())
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	f()
	close(stop)
	<-stopped
	return peak - start
}

func size() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
