package measure

import (
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// Slice is how long one case runs before the next one has its turn.
	Slice = 1250 * time.Microsecond
	// GCPercent is high enough that a round fits between two collections.
	GCPercent      = 800
	usualGCPercent = 100

	warmUp = 16 // calls before a slice, to have the caches to itself

	// With the collector at work a case runs for at least collectedLeast, up to the
	// end of a collection or to collectedMost.
	collectedLeast  = 10 * time.Millisecond
	collectedMost   = 50 * time.Millisecond
	collectedRounds = 4
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
	// Collected is nanoseconds of CPU time of the process, whose collector works
	// with the default GC percent: the minimum of a few turns.
	Collected float64
	Allocs    float64
	Bytes     float64
}

// Of is the cost of one of several equal parts of a call.
func (r Result) Of(parts int) Result {
	n := float64(max(parts, 1))
	return Result{r.Name, r.Min / n, r.P10 / n, r.Collected / n, r.Allocs / n, r.Bytes / n}
}

// Run measures cases against each other, one slice each per round. Garbage is
// collected between rounds; collections counts those that began inside one,
// whose work on this thread is in the figures but Collected, which is measured
// behind the rounds. Run is not safe for concurrent use: nothing else may run in
// the process.
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
	collected := withCollector(cases, calls, random)
	results = make([]Result, len(cases))
	for i, c := range cases {
		results[i] = Result{Name: c.Name, Min: Percentile(samples[i], 0), P10: Percentile(samples[i], 10), Collected: Percentile(collected[i], 0)}
		results[i].Allocs, results[i].Bytes = allocations(c.Call, calls[i])
	}
	return results, collections
}

// withCollector lets the cases take turns while the collector works as it does in
// programs that do not set it. A turn begins behind a collection and ends with one,
// so that it pays for what it allocates, no more and no less.
func withCollector(cases []Case, calls []int, random *rand.Rand) [][]float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(usualGCPercent))
	samples := make([][]float64, len(cases))
	for range collectedRounds {
		for _, i := range random.Perm(len(cases)) {
			samples[i] = append(samples[i], untilCollected(cases[i].Call, calls[i]))
		}
	}
	return samples
}

// untilCollected is the CPU time of the process for one call, as the average of
// many, some at a time.
func untilCollected(call func(), some int) float64 {
	runtime.GC()
	cycles := []metrics.Sample{{Name: "/gc/cycles/automatic:gc-cycles"}}
	metrics.Read(cycles)
	seen := cycles[0].Value.Uint64()
	begin := ProcessCPU()
	for n := some; ; n += some {
		repeat(call, some)
		took := ProcessCPU() - begin
		metrics.Read(cycles)
		ended := cycles[0].Value.Uint64() > seen
		seen = cycles[0].Value.Uint64()
		if took >= collectedMost || ended && took >= collectedLeast {
			return float64(took) / float64(n)
		}
	}
}

// unforced counts the collections that nobody asked for.
func unforced() int {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.NumGC) - int(m.NumForcedGC)
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
