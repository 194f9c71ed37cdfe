package measure

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// Slice is how long one case runs before the next one has its turn; a call
	// that takes longer has its turn alone.
	Slice = 1250 * time.Microsecond
	// Garbage is how many bytes are allocated before a collection is made
	// between two rounds. None is made inside a round.
	Garbage = 64 << 20

	// minRounds are made whatever the time.
	minRounds = 5
	// warmUp is how many calls come before a slice, to have the caches to
	// itself; fewer when a slice has few.
	warmUp = 16

	// CollectedRounds is how many turns each case has with the collector at work. A
	// turn lasts for at least collectedLeast, up to the end of a collection or to
	// collectedMost.
	CollectedRounds = 4
	collectedLeast  = 10 * time.Millisecond
	collectedMost   = 50 * time.Millisecond
	usualGCPercent  = 100
)

// Case is one of several things to compare. Call does it once; when it fails,
// the run ends.
type Case struct {
	Name string
	Call func() error
}

// Result is what one call of a case costs.
type Result struct {
	Name   string
	Rounds []float64 // nanoseconds of CPU time of the process, in each round
	// Collected is the same with the collector at work, as it is in programs that do not
	// set it: the least of a few turns.
	Collected float64
	Allocs    float64 // heap objects
	Bytes     float64 // on the heap
}

// Limit ends a run: after Rounds rounds, or when Budget is used up and there
// were at least five. No Budget means no limit of time.
type Limit struct {
	Rounds int
	Budget time.Duration
}

// Run measures cases against each other, one slice each per round, and then
// counts their allocations. It returns the first error of a call. Run is not
// safe for concurrent use: nothing else may run in the process.
func Run(cases []Case, limit Limit) ([]Result, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	end := time.Now().Add(limit.Budget)
	r := runner{cases: cases, results: make([]Result, len(cases)), calls: make([]int, len(cases))}
	for i, c := range cases {
		r.results[i].Name = c.Name
		r.calls[i] = r.callsPerSlice(c)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range limit.Rounds {
		if n >= minRounds && limit.Budget > 0 && time.Now().After(end) {
			break
		}
		r.round(random.Perm(len(cases)))
	}
	for i, c := range cases {
		r.results[i].Allocs, r.results[i].Bytes = r.allocations(c, r.calls[i])
	}
	r.withCollector(random)
	return r.results, r.err
}

type runner struct {
	cases     []Case
	calls     []int // per slice
	results   []Result
	collected uint64 // bytes that were allocated before the last collection
	err       error  // the first one
}

func (r *runner) round(order []int) {
	r.collect()
	for _, i := range order {
		if r.err != nil {
			return
		}
		r.repeat(r.cases[i], min(warmUp, r.calls[i]/8))
		took := r.timed(r.cases[i], r.calls[i])
		r.results[i].Rounds = append(r.results[i].Rounds, float64(took)/float64(r.calls[i]))
	}
}

// withCollector lets the cases take turns while the collector works. A turn begins
// behind a collection and ends with one, so that it pays for what it allocates, no more
// and no less.
func (r *runner) withCollector(random *rand.Rand) {
	defer debug.SetGCPercent(debug.SetGCPercent(usualGCPercent))
	for turn := range CollectedRounds {
		for _, i := range random.Perm(len(r.cases)) {
			if r.err != nil {
				return
			}
			took := r.untilCollected(r.cases[i], r.calls[i])
			if turn == 0 || took < r.results[i].Collected {
				r.results[i].Collected = took
			}
		}
	}
}

// untilCollected is the CPU time of one call, as the average of many, some at a time.
func (r *runner) untilCollected(c Case, some int) float64 {
	runtime.GC()
	seen, begin := collections(), processCPU()
	for n := some; ; n += some {
		r.repeat(c, some)
		took, now := processCPU()-begin, collections()
		if took >= collectedMost || now > seen && took >= collectedLeast {
			return float64(took) / float64(n)
		}
		seen = now
	}
}

// collections counts those that nobody asked for.
func collections() uint64 {
	cycles := []metrics.Sample{{Name: "/gc/cycles/automatic:gc-cycles"}}
	metrics.Read(cycles)
	return cycles[0].Value.Uint64()
}

// collect makes a collection when there is enough garbage to be worth it.
func (r *runner) collect() {
	if allocated() < r.collected+Garbage {
		return
	}
	runtime.GC()
	r.collected = allocated()
}

// allocated counts all bytes that were ever allocated.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// callsPerSlice doubles the calls until they take a measurable part of a slice.
func (r *runner) callsPerSlice(c Case) int {
	r.collect()
	r.repeat(c, 1)
	for n := 1; r.err == nil; n *= 2 {
		if took := r.timed(c, n); took >= Slice/2 {
			return max(1, int(int64(n)*int64(Slice)/int64(took)))
		}
	}
	return 1
}

func (r *runner) timed(c Case, n int) time.Duration {
	begin := processCPU()
	r.repeat(c, n)
	return processCPU() - begin
}

func (r *runner) repeat(c Case, n int) {
	for range n {
		if err := c.Call(); err != nil && r.err == nil {
			r.err = fmt.Errorf("%s, while it was measured: %w", c.Name, err)
		}
	}
}
