package measure

import (
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"time"
)

const (
	// Slice is how long one case runs before the next one has its turn.
	Slice = 1250 * time.Microsecond
	// GCPercent is high enough that a round fits between two collections.
	GCPercent = 800

	warmUp = 16 // calls before a slice, to have the caches to itself
)

// Case is one of several ways to do the same thing. Call does it once.
type Case struct {
	Name string
	Call func()
}

// Result is what one call of a case costs.
type Result struct {
	Name     string
	Min, P10 float64 // nanoseconds of CPU time of the calling thread
	Allocs   float64
	Bytes    float64
}

// Run measures cases against each other, one slice each per round. Garbage is
// collected between rounds; collections counts those that began inside one,
// whose work on this thread is in the figures. Run is not safe for concurrent
// use: nothing else may run in the process.
func Run(cases []Case, rounds int) (results []Result, collections int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer debug.SetGCPercent(debug.SetGCPercent(GCPercent))

	calls := make([]int, len(cases))
	samples := make([][]float64, len(cases))
	for i, c := range cases {
		calls[i] = callsPerSlice(c.Call)
		samples[i] = make([]float64, 0, rounds)
	}
	random := rand.New(rand.NewPCG(1, uint64(rounds)))
	before := unforced()
	for range rounds {
		runtime.GC()
		for _, i := range random.Perm(len(cases)) {
			repeat(cases[i].Call, warmUp)
			samples[i] = append(samples[i], float64(timed(cases[i].Call, calls[i]))/float64(calls[i]))
		}
	}
	collections = unforced() - before
	return summarize(cases, samples), collections
}

// unforced counts the collections that nobody asked for.
func unforced() int {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.NumGC) - int(m.NumForcedGC)
}

func summarize(cases []Case, samples [][]float64) []Result {
	results := make([]Result, len(cases))
	for i, c := range cases {
		results[i] = Result{Name: c.Name, Min: Percentile(samples[i], 0), P10: Percentile(samples[i], 10)}
		results[i].Allocs, results[i].Bytes = allocations(c.Call)
	}
	return results
}

// callsPerSlice doubles the calls until they take a measurable part of a slice.
func callsPerSlice(call func()) int {
	repeat(call, warmUp)
	for n := 1; ; n *= 2 {
		if took := timed(call, n); took >= Slice/2 {
			return max(1, int(int64(n)*int64(Slice)/int64(took)))
		}
	}
}

func timed(call func(), n int) time.Duration {
	begin := threadCPU()
	repeat(call, n)
	return threadCPU() - begin
}

func repeat(call func(), n int) {
	for range n {
		call()
	}
}
