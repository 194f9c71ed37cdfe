package measure

import (
	"runtime"
	"runtime/debug"
)

const (
	allocRuns  = 2000 // less for what takes long
	allocLeast = 100
	allocTries = 3
)

// allocations counts the heap objects and bytes of one call, of which perSlice fit
// into a slice, as the smallest of a few averages: what else the process allocates
// only adds. The collector is off, so that pools stay filled.
func allocations(call func(), perSlice int) (objects, bytes float64) {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	repeat(call, warmUp)
	runs := min(max(allocLeast, 16*perSlice), allocRuns)
	for try := range allocTries {
		o, b := counted(call, runs)
		if try == 0 {
			objects, bytes = o, b
		}
		objects, bytes = min(objects, o), min(bytes, b)
	}
	return objects, bytes
}

func counted(call func(), runs int) (objects, bytes float64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	repeat(call, runs)
	runtime.ReadMemStats(&after)
	objects = float64(after.Mallocs-before.Mallocs) / float64(runs)
	bytes = float64(after.TotalAlloc-before.TotalAlloc) / float64(runs)
	return objects, bytes
}
