// Package serverside measures what a description costs the server. Every figure
// is of a process of its own, which does one thing:
//
//	sample, err := serverside.Measure(ctx, serverside.Outline, text)
//
// The program that measures calls Child when it is started with -child.
package serverside

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// What a process can measure.
const (
	// Outline is from the bytes to the overview that is served.
	Outline = "outline"
	// Load is from the bytes to our model.
	Load = "load"
	// Everything is Load, and all operations and models read.
	Everything = "everything"
	// Library is from the bytes to the model of libopenapi.
	Library = "library"
	// Serve is a viewer that has served every operation once, and searched.
	Serve = "serve"
)

// Sample is what one process has measured.
type Sample struct {
	CPU         float64 // ms, all threads
	Wall        float64 // ms
	Allocations float64
	Allocated   float64 // bytes
	Live        float64 // bytes on the heap while the result is held
	Resident    float64 // bytes of the process while the result is held
	Peak        float64 // bytes, the most that were resident
	// Pages and Queries are in ms, one figure for each operation or query;
	// PageCPU is the CPU time of the same pages, that of the garbage collector
	// included. They are of Serve only.
	Pages, PageCPU, Queries []float64
	// HitCPU and HitAllocations are what a page costs that is kept: microseconds of
	// CPU, and allocations. They are of Serve only.
	HitCPU, HitAllocations float64
	// Slowest is the address of the slowest page or the slowest query.
	SlowestPage, SlowestQuery string
}

// Measure starts a process that measures a thing.
func Measure(ctx context.Context, what string, text []byte) (Sample, error) {
	var s Sample
	program, err := os.Executable()
	if err != nil {
		return s, err
	}
	child := exec.CommandContext(ctx, program, "-child", what)
	child.Stdin, child.Stderr = bytes.NewReader(text), os.Stderr
	out, err := child.Output()
	if err != nil {
		return s, fmt.Errorf("measure %s: %w", what, err)
	}
	if err := json.Unmarshal(out, &s); err != nil {
		return s, fmt.Errorf("read the figures of %s: %w", what, err)
	}
	return s, nil
}

// Child measures a thing and writes its sample.
func Child(ctx context.Context, what string, in io.Reader, out io.Writer) error {
	work := works[what]
	if work == nil {
		return fmt.Errorf("nobody knows how to measure %q", what)
	}
	var text strings.Builder
	if _, err := io.Copy(&text, in); err != nil {
		return err
	}
	s, err := sample(ctx, text.String(), work)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return json.NewEncoder(out).Encode(s)
}

// sample does a piece of work and reads what it took.
func sample(ctx context.Context, text string, work func(context.Context, string, *Sample) (any, error)) (s Sample, err error) {
	runtime.GC()
	var before, after, held runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu, wall := usage(), time.Now()
	result, err := work(ctx, text, &s)
	if err != nil {
		return s, err
	}
	s.CPU, s.Wall = milliseconds(usage()-cpu), milliseconds(time.Since(wall))
	runtime.ReadMemStats(&after)
	s.Allocations = float64(after.Mallocs - before.Mallocs)
	s.Allocated = float64(after.TotalAlloc - before.TotalAlloc)
	s.Resident, s.Peak = resident("VmRSS:"), resident("VmHWM:")
	runtime.GC()
	runtime.ReadMemStats(&held)
	s.Live = float64(held.HeapAlloc) - float64(before.HeapAlloc)
	runtime.KeepAlive(result)
	runtime.KeepAlive(text)
	return s, nil
}

// usage is the CPU time of this process, of all its threads.
func usage() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// resident reads a size from the status of this process, 0 where there is none.
func resident(name string) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		var kilobytes float64
		if rest, ok := strings.CutPrefix(line, name); ok {
			if _, err := fmt.Sscanf(rest, "%f kB", &kilobytes); err == nil {
				return kilobytes * 1024
			}
		}
	}
	return 0
}
