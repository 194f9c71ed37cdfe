package measure

import (
	"runtime"
	"runtime/debug"
)

const (
	allocRuns  = 2000
	allocTries = 3
)

// allocations counts the heap objects and bytes of one call, as the smallest of
// a few averages: what else the process allocates only adds. The collector is
// off, so that pools stay filled.
func allocations(call func()) (objects, bytes float64) {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	repeat(call, warmUp)
	for try := range allocTries {
		o, b := counted(call)
		if try == 0 {
			objects, bytes = o, b
		}
		objects, bytes = min(objects, o), min(bytes, b)
	}
	return objects, bytes
}

func counted(call func()) (objects, bytes float64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	repeat(call, allocRuns)
	runtime.ReadMemStats(&after)
	objects = float64(after.Mallocs-before.Mallocs) / allocRuns
	bytes = float64(after.TotalAlloc-before.TotalAlloc) / allocRuns
	return objects, bytes
}
