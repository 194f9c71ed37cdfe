package worker

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// The exit codes of a worker that has answered, that could not, and that has
// used up its memory or time.
const (
	exitDone = iota
	exitBroken
	_ // of the run time, for panics
	exitMemory
	exitCPU
)

const (
	maxQuestion = 64 << 10
	maxStack    = 64 << 20
	watchEvery  = 5 * time.Millisecond
)

// checker reads all of a text and returns how many problems it has.
type checker func(ctx context.Context, text []byte, limits openapi.Limits) (problems int, err error)

// serve is what a worker does. It returns the exit code.
func serve(in io.Reader, out io.Writer, check checker) int {
	r := bufio.NewReaderSize(in, maxQuestion)
	line, err := r.ReadSlice('\n')
	var q question
	if err != nil || json.Unmarshal(line, &q) != nil {
		return exitBroken
	}
	most := openPeak()
	a := answer{Protocol: protocol, Unconfined: confine(q)}
	text := make([]byte, q.Bytes)
	if _, err := io.ReadFull(r, text); err != nil {
		return exitBroken
	}
	go func() { // who has started this keeps the pipe open while it lives
		_, _ = r.ReadByte()
		os.Exit(exitBroken)
	}()
	if a.Problems, err = check(context.Background(), text, q.Limits); err != nil {
		a.Refusal = refusalOf(err)
	}
	a.Memory = most.bytes()
	if _, err := out.Write(a.encode()); err != nil {
		return exitBroken
	}
	return exitDone
}

// confine takes from this process what it does not need, and watches what it
// uses. It returns why the system does not enforce all of it, "" when it does.
func confine(q question) string {
	debug.SetMaxStack(maxStack)
	restrict(q)
	err := sandbox()
	go watch(q)
	if err != nil {
		return err.Error()
	}
	return ""
}

// watch ends the process when it uses more than it may.
func watch(q question) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(watchEvery) {
		metrics.Read(sample)
		if used := int64(sample[0].Value.Uint64() - sample[1].Value.Uint64()); q.Memory > 0 && used > q.Memory {
			os.Exit(exitMemory)
		}
		if q.CPU > 0 && processorTime() > q.CPU {
			os.Exit(exitCPU)
		}
	}
}

// peak is the most memory that this process has had.
type peak struct{ status *os.File } // nil where the system does not tell

// openPeak is to be called while files can be opened.
func openPeak() peak {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return peak{}
	}
	return peak{f}
}

// bytes returns it, 0 when the system does not tell.
func (p peak) bytes() int64 {
	if p.status == nil {
		return 0
	}
	status := make([]byte, 4<<10)
	n, _ := p.status.ReadAt(status, 0)
	_, after, found := bytes.Cut(status[:n], []byte("VmHWM:"))
	if !found {
		return 0
	}
	kilobytes := int64(0)
	for _, c := range bytes.TrimLeft(after, " \t") {
		if c < '0' || c > '9' {
			break
		}
		kilobytes = 10*kilobytes + int64(c-'0')
	}
	return kilobytes << 10
}
