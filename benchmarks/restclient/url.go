package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// The package that writes URLs is internal to the module of the client, so its
// own benchmarks are run. Those that compare two ways to write one URL, in
// pairs, report the metrics below and are called "case/ours_to_theirs".
const (
	clientModule = "../../modules/restclient"
	urlPackage   = "./internal/declare/argument"
	urlGoal      = "/Append_to_Sprintf"
	urlTime      = "100ms" // for each benchmark in each run
)

// urlRatio is one comparison of URL writers, with one sample per run.
type urlRatio struct {
	name          string
	medians, mins []float64 // of the ratios within a run
	ours, theirs  []float64 // nanoseconds
	allocations   float64
}

// measureURLs builds the benchmarks once and runs them again and again. Without
// comparisons among them there is no result.
func measureURLs(runs int) ([]*urlRatio, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // the temporary directory is not ours to mend
	program := filepath.Join(dir, "urls")
	build := exec.Command("go", "test", "-c", "-o", program, urlPackage)
	build.Dir, build.Stderr = clientModule, os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("build the benchmarks of %s: %w", urlPackage, err)
	}
	var ratios []*urlRatio
	for range runs {
		run := exec.Command(program, "-test.run", "^$", "-test.bench", ".", "-test.benchtime", urlTime, "-test.cpu", "1")
		run.Stderr = os.Stderr
		out, err := run.Output()
		if err != nil {
			return nil, fmt.Errorf("run the benchmarks of %s: %w", urlPackage, err)
		}
		if ratios, err = addRun(ratios, bytes.NewReader(out)); err != nil || len(ratios) == 0 {
			return nil, err
		}
	}
	return ratios, nil
}

// addRun adds a sample to each comparison: what a run has printed.
func addRun(ratios []*urlRatio, out io.Reader) ([]*urlRatio, error) {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		name, metrics, err := parseBenchmark(lines.Text())
		if err != nil {
			return nil, err
		}
		median, compared := metrics["ratio-median"]
		if !compared {
			continue
		}
		i := slices.IndexFunc(ratios, func(r *urlRatio) bool { return r.name == name })
		if i < 0 {
			i, ratios = len(ratios), append(ratios, &urlRatio{name: name})
		}
		r := ratios[i]
		r.medians, r.mins = append(r.medians, median), append(r.mins, metrics["ratio-min"])
		r.ours, r.theirs = append(r.ours, metrics["ours-ns"]), append(r.theirs, metrics["theirs-ns"])
		r.allocations = max(r.allocations, metrics["ours-allocs"])
	}
	return ratios, lines.Err()
}

// parseBenchmark reads a line of the format of Go's benchmarks; the name is
// empty when it is another line.
func parseBenchmark(line string) (name string, metrics map[string]float64, err error) {
	fields := strings.Fields(line)
	if len(fields) < 4 || len(fields)%2 != 0 || !strings.HasPrefix(fields[0], "Benchmark") {
		return "", nil, nil
	}
	metrics = map[string]float64{}
	for pair := range slices.Chunk(fields[2:], 2) {
		if metrics[pair[1]], err = strconv.ParseFloat(pair[0], 64); err != nil {
			return "", nil, fmt.Errorf("read the benchmark %q: %w", line, err)
		}
	}
	return strings.TrimPrefix(fields[0], "Benchmark"), metrics, nil
}

// escapes tells whether the comparison is about text that a URL cannot hold as
// it is.
func (r *urlRatio) escapes() bool { return strings.Contains(r.name, "escape") }

// goal is P1 for one kind of URL.
func (r *urlRatio) goal(limit float64) goal {
	allocs := 0.0
	if r.escapes() {
		allocs = 1
	}
	text := "write a URL, to fmt.Sprintf: " + strings.ReplaceAll(strings.TrimSuffix(r.name, urlGoal), "_", " ")
	return goal{id: "P1", text: text, limit: fmt.Sprintf("≤ %.2f×", limit) + report.AllocLimit(allocs), find: func(*figures) finding {
		median := measure.Median(r.medians)
		return finding{
			figure: fmt.Sprintf("%.3f× (median), %.3f× (min)", median, measure.Min(r.mins)),
			allocs: report.AllocFigure(r.allocations, allocs),
			met:    median <= limit && report.AllocsWithin(r.allocations, allocs),
		}
	}}
}
