package measure

import "runtime"

const (
	allocRuns  = 2000
	allocTries = 3
)

// allocations counts the heap objects and bytes of one call, as the smallest of
// a few averages: what else the process allocates only adds. The collector is
// off, so that pools stay filled. Slow calls are averaged over fewer runs.
func (r *runner) allocations(c Case, callsPerSlice int) (objects, bytes float64) {
	if r.err != nil {
		return 0, 0
	}
	runs := min(allocRuns, 2*callsPerSlice)
	r.repeat(c, min(warmUp, runs))
	for try := range allocTries {
		r.collect()
		o, b := r.counted(c, runs)
		if try == 0 {
			objects, bytes = o, b
		}
		objects, bytes = min(objects, o), min(bytes, b)
	}
	return objects, bytes
}

func (r *runner) counted(c Case, runs int) (objects, bytes float64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r.repeat(c, runs)
	runtime.ReadMemStats(&after)
	objects = float64(after.Mallocs-before.Mallocs) / float64(runs)
	bytes = float64(after.TotalAlloc-before.TotalAlloc) / float64(runs)
	return objects, bytes
}

// Growth is how many bytes of the heap are in use after build, beyond what was
// before, and not counting garbage. What build makes is reachable through what
// it returns.
func Growth(build func() (any, error)) (bytes float64, err error) {
	before := inUse()
	built, err := build()
	if err != nil {
		return 0, err
	}
	after := inUse()
	runtime.KeepAlive(built)
	return float64(after) - float64(before), nil
}

// inUse collects twice, because pools and finalizers hold on for one cycle.
func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
