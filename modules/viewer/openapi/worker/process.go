package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// Bounds of what a worker may say.
const (
	maxAnswer    = 64 << 10
	maxComplaint = 64 << 10 // what is left of its standard error
	waitDelay    = 2 * time.Second
)

// ErrUnavailable says that no worker can be started: the program cannot be
// executed again here, or what was executed did not answer as a worker.
var ErrUnavailable = errors.New("worker: no process can be started to read the description in")

// launcher starts workers, and says why one has ended.
type launcher struct{ config }

// run starts a worker for a text and waits for it.
func (l *launcher) run(ctx context.Context, text []byte, limits openapi.Limits) (answer, error) {
	if l.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, l.timeout, errTimeout)
		defer cancel()
	}
	cmd, err := l.command(ctx)
	if err != nil {
		return answer{}, err
	}
	out, complaint := &bounded{limit: maxAnswer}, &bounded{limit: maxComplaint}
	cmd.Stdout, cmd.Stderr = out, complaint
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return answer{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	// The pipe stays open until the worker has ended: a worker whose parent has
	// gone sees it close.
	_ = send(in, question{Limits: limits, Bytes: len(text), Memory: l.memory, CPU: l.cpu}, text)
	err = cmd.Wait()
	a, failure := l.read(ctx, out, complaint.String(), err, cmd.ProcessState)
	if cmd.ProcessState != nil {
		a.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return a, failure
}

// Why a worker is killed.
var (
	errTimeout = errors.New("the worker ran out of time")
	errBroken  = errors.New("the worker does not answer")
	errClosed  = errors.New("worker: the draft is closed")
)

// command is this program once more, without arguments, environment and
// directory of its own.
func (l *launcher) command(ctx context.Context) (*exec.Cmd, error) {
	path, err := l.executable()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	cmd := exec.CommandContext(ctx, path, argument)
	cmd.Env = []string{variable + "=" + protocol, "GOTRACEBACK=none", "GOMAXPROCS=2", "GOGC=25", fmt.Sprintf("GOMEMLIMIT=%d", l.memory*3/4)}
	cmd.WaitDelay = waitDelay
	return cmd, nil
}

func (l *launcher) executable() (string, error) {
	switch {
	case l.program != "":
		return l.program, nil
	case runtime.GOOS == "linux":
		return "/proc/self/exe", nil // also when the file was replaced or removed
	}
	return os.Executable()
}

// send writes the question and what belongs to it. A worker that has ended is noticed by
// who waits for it.
func send(w io.Writer, q question, texts ...[]byte) error {
	err := json.NewEncoder(w).Encode(q)
	for _, text := range texts {
		if err == nil {
			_, err = w.Write(text)
		}
	}
	return err
}

// read makes an answer of what a worker has left behind.
func (l *launcher) read(ctx context.Context, out *bounded, complaint string, err error, state *os.ProcessState) (answer, error) {
	if a := decodeAnswer(out.Bytes()); err == nil && a.Protocol == protocol && !out.full {
		return a, nil
	}
	return l.failure(reading, context.Cause(ctx), complaint, state)
}

// What a worker does.
const (
	reading = "reading the description"
	making  = "making the page"
)

// failure says why a worker that was doing something has not answered: it was killed
// for a cause, or has died.
func (l *launcher) failure(doing string, cause error, complaint string, state *os.ProcessState) (answer, error) {
	switch {
	case errors.Is(cause, errTimeout):
		a := refuse(fmt.Sprintf("%s takes longer than %s", doing, l.timeout))
		a.Passing = true // another machine, another time
		return a, nil
	case cause != nil && !errors.Is(cause, errBroken):
		return answer{}, cause
	case state == nil, state.Success() && doing == reading:
		return answer{}, fmt.Errorf("%w: what was started is no worker; call worker.Main first in main", ErrUnavailable)
	}
	return l.died(doing, complaint, state), nil
}

// died says why a worker has ended.
func (l *launcher) died(doing, complaint string, state *os.ProcessState) answer {
	switch {
	case state.ExitCode() == exitMemory, strings.Contains(complaint, "out of memory"), strings.Contains(complaint, "cannot allocate memory"), strings.Contains(complaint, "failed to allocate"):
		return refuse(fmt.Sprintf("%s takes more than %d MiB of memory", doing, l.memory>>20))
	case state.ExitCode() == exitCPU, l.cpu > 0 && state.UserTime()+state.SystemTime() >= l.cpu:
		return refuse(fmt.Sprintf("%s takes more than %s of processor time", doing, l.cpu))
	case strings.Contains(complaint, "stack overflow"), strings.Contains(complaint, "stack exceeds"):
		return refuse("the description is nested in a way that cannot be read")
	}
	return refuse(doing + " has ended its process (" + state.String() + ")")
}

// bounded keeps the first limit bytes of what is written to it.
type bounded struct {
	bytes.Buffer
	limit int
	full  bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if room := b.limit - b.Len(); len(p) > room {
		b.full = true
		_, _ = b.Buffer.Write(p[:room])
		return len(p), nil
	}
	return b.Buffer.Write(p)
}
