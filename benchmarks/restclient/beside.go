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

	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// Some packages are internal to the module of the client, so their own benchmarks
// are run. Those that compare two things, in turns, report the metric ratio-median;
// other figures of a report have metrics of their own.
const (
	clientModule  = "../../modules/restclient"
	urlPackage    = "./internal/declare/argument"
	urlGoal       = "/Append_to_Sprintf"
	storePackage  = "./internal/store"
	besidePattern = "^Benchmark(URL|Store)"
	besideTime    = "100ms" // for each benchmark in each run
)

// comparison is one benchmark beside what it measures, with one sample per run of
// each of its metrics.
type comparison struct {
	name    string
	metrics map[string][]float64
}

func (c *comparison) median(metric string) float64 { return measure.Median(c.metrics[metric]) }

func (c *comparison) most(metric string) float64 {
	if len(c.metrics[metric]) == 0 {
		return 0
	}
	return slices.Max(c.metrics[metric])
}

// program is the benchmarks of a package, built once.
type program struct{ pkg, dir string }

func buildBeside(pkg string) (*program, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	p := &program{pkg, dir}
	build := exec.Command("go", "test", "-c", "-o", p.path(), pkg)
	build.Dir, build.Stderr = clientModule, os.Stderr
	if err := build.Run(); err != nil {
		p.remove()
		return nil, fmt.Errorf("build the benchmarks of %s: %w", pkg, err)
	}
	return p, nil
}

func (p *program) path() string { return filepath.Join(p.dir, "benchmarks") }

func (p *program) remove() { _ = os.RemoveAll(p.dir) } // the temporary directory is not ours to mend

// run adds a sample to each comparison whose name matches a pattern.
func (p *program) run(pattern string, to []*comparison) ([]*comparison, error) {
	run := exec.Command(p.path(), "-test.run", "^$", "-test.bench", pattern, "-test.benchtime", besideTime, "-test.cpu", "1")
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		return nil, fmt.Errorf("run the benchmarks of %s: %w", p.pkg, err)
	}
	return addRun(to, bytes.NewReader(out))
}

// measureBeside builds the benchmarks of a package and runs them again and again.
func measureBeside(pkg string, runs int) (all []*comparison, err error) {
	p, err := buildBeside(pkg)
	if err != nil {
		return nil, err
	}
	defer p.remove()
	for range runs {
		if all, err = p.run(besidePattern, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// addRun adds a sample to each comparison: what a run has printed.
func addRun(all []*comparison, out io.Reader) ([]*comparison, error) {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		name, metrics, err := parseBenchmark(lines.Text())
		if err != nil {
			return nil, err
		}
		if name == "" {
			continue
		}
		i := slices.IndexFunc(all, func(c *comparison) bool { return c.name == name })
		if i < 0 {
			i, all = len(all), append(all, &comparison{name, map[string][]float64{}})
		}
		for metric, value := range metrics {
			all[i].metrics[metric] = append(all[i].metrics[metric], value)
		}
	}
	return all, lines.Err()
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

// escapes reports whether the comparison is about text that a URL cannot hold as
// it is.
func (c *comparison) escapes() bool { return strings.Contains(c.name, "escape") }

// urlGoal is P1 for one kind of URL.
func (c *comparison) urlGoal(limit float64) goal {
	allocs := 0.0
	if c.escapes() {
		allocs = 1
	}
	text := "write a URL, to fmt.Sprintf: " + strings.ReplaceAll(strings.TrimSuffix(c.name, urlGoal), "_", " ")
	return judge("P1", text, fmt.Sprintf("≤ %.2f×", limit), "%.3f×", allocs, atMost(limit), func(*figures) (samples, bool) {
		return c.ratios(), true
	})
}

// ratios are what a comparison has found, with what ours allocates.
func (c *comparison) ratios() samples {
	return samples{c.metrics["ratio-median"], c.most("ours-allocs")}
}

// inStore finds a comparison of the store.
func (f *figures) inStore(name string) (*comparison, bool) {
	i := slices.IndexFunc(f.store, func(c *comparison) bool { return c.name == name })
	if i < 0 {
		return nil, false
	}
	return f.store[i], true
}

// storeWithin bounds the ratio of a comparison of the store.
func storeWithin(id, text, name string, limit, allocs float64) goal {
	return judge(id, text, fmt.Sprintf("≤ %.2f×", limit), "%.3f×", allocs, atMost(limit), func(f *figures) (samples, bool) {
		c, ok := f.inStore(name)
		if !ok {
			return samples{}, false
		}
		return c.ratios(), true
	}).about(name)
}

// storeUnder bounds a metric of a comparison of the store.
func storeUnder(id, text, name, metric, unit string, limit, allocs float64) goal {
	return judge(id, text, fmt.Sprintf("≤ %.4g %s", limit, unit), "%.2f "+unit, allocs, atMost(limit), func(f *figures) (samples, bool) {
		c, ok := f.inStore(name)
		if !ok {
			return samples{}, false
		}
		return samples{c.metrics[metric], c.most("added-allocs")}, true
	}).about(name)
}

// about says which benchmark of the store the goal is about.
func (g goal) about(name string) goal {
	g.comparison = name
	return g
}
