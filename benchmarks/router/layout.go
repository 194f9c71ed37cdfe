package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// raw is a scenario as one build of the program measured it.
type raw struct {
	Name        string
	Results     []measure.Result
	Collections int
	Remarks     map[string]string
}

// measureHere measures the scenarios in this process.
func measureHere(o options) (raws []raw, err error) {
	for _, s := range scenarios() {
		if s = s.only(o.variant); !o.scenario.MatchString(s.name) || len(s.variants) == 0 {
			continue
		}
		fmt.Fprintln(os.Stderr, "bench:", s.name)
		r, err := s.run(o.rounds)
		if err != nil {
			return nil, err
		}
		raws = append(raws, r)
	}
	return raws, nil
}

func writeRaw(w io.Writer, o options) error {
	raws, err := measureHere(o)
	if err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(raws)
}

// measureBuilds measures with builds of the program that differ in the order of
// their functions only. Where a linker happens to put a function changes what
// it costs by a tenth; the median of several builds does not depend on it.
func measureBuilds(o options) (builds [][]raw, err error) {
	if !slices.ContainsFunc(scenarios(), func(s scenario) bool { return o.scenario.MatchString(s.name) }) {
		return nil, nil
	}
	if o.layouts == 0 {
		raws, err := measureHere(o)
		return [][]raw{raws}, err
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // the temporary directory is not ours to mend
	for seed := 1; seed <= o.layouts; seed++ {
		fmt.Fprintf(os.Stderr, "bench: build %d of %d\n", seed, o.layouts)
		raws, err := measureBuild(o, filepath.Join(dir, "bench"), seed)
		if err != nil {
			return nil, err
		}
		builds = append(builds, raws)
	}
	return builds, nil
}

func measureBuild(o options, program string, seed int) (raws []raw, err error) {
	build := exec.Command("go", "build", "-tags", buildTags(), "-ldflags", "-randlayout="+strconv.Itoa(seed), "-o", program, ".")
	build.Env = append(os.Environ(), "GOWORK=off")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("build the program with layout %d: %w", seed, err)
	}
	var out bytes.Buffer
	child := exec.Command(program, "-raw", "-rounds", strconv.Itoa(max(1, o.rounds/o.layouts)),
		"-scenario", o.scenario.String(), "-variant", o.variant.String())
	child.Stdout, child.Stderr = &out, os.Stderr
	if err := child.Run(); err != nil {
		return nil, fmt.Errorf("measure with layout %d: %w", seed, err)
	}
	if err := json.Unmarshal(out.Bytes(), &raws); err != nil {
		return nil, fmt.Errorf("read the figures of layout %d: %w", seed, err)
	}
	return raws, nil
}

// buildTags are the tags that this program was built with.
func buildTags() string {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-tags" {
			return s.Value
		}
	}
	return ""
}

// merge makes one figure of those of all builds.
func merge(builds [][]raw) []*measured {
	if len(builds) == 0 {
		return nil
	}
	known := map[string]scenario{}
	for _, s := range scenarios() {
		known[s.name] = s
	}
	var merged []*measured
	for i, first := range builds[0] {
		m := &measured{scenario: known[first.Name], remarks: first.Remarks}
		for _, b := range builds {
			m.builds = append(m.builds, b[i].Results)
			m.collections += b[i].Collections
		}
		m.results = medians(m.builds)
		merged = append(merged, m)
	}
	return merged
}

// medians are the medians of every figure of every variant.
func medians(builds [][]measure.Result) []measure.Result {
	results := make([]measure.Result, len(builds[0]))
	for i, r := range builds[0] {
		results[i] = measure.Result{
			Name:   r.Name,
			Min:    median(builds, i, func(r measure.Result) float64 { return r.Min }),
			P10:    median(builds, i, func(r measure.Result) float64 { return r.P10 }),
			Allocs: median(builds, i, func(r measure.Result) float64 { return r.Allocs }),
			Bytes:  median(builds, i, func(r measure.Result) float64 { return r.Bytes }),

			Collected: median(builds, i, func(r measure.Result) float64 { return r.Collected }),
		}
	}
	return results
}

func median(builds [][]measure.Result, variant int, figure func(measure.Result) float64) float64 {
	samples := make([]float64, 0, len(builds))
	for _, results := range builds {
		samples = append(samples, figure(results[variant]))
	}
	return measure.Percentile(samples, 50)
}
