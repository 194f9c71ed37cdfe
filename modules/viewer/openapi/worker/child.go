package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"runtime/debug"

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
)

// checker reads all of a text and returns how many problems it has.
type checker func(ctx context.Context, text []byte, limits openapi.Limits) (problems int, err error)

// serve is what a worker does. It returns the exit code.
func serve(c *config, in io.Reader, out io.Writer, check checker) int {
	r := bufio.NewReaderSize(in, maxQuestion)
	line, err := r.ReadSlice('\n')
	var q question
	if err != nil || json.Unmarshal(line, &q) != nil {
		return exitBroken
	}
	m := &meter{most: openPeak()}
	a := answer{Protocol: protocol, Unconfined: confine(q, m)}
	text, draft := make([]byte, q.Bytes), make([]byte, q.Draft)
	if _, err := io.ReadFull(r, text); err != nil {
		return exitBroken
	}
	if _, err := io.ReadFull(r, draft); err != nil {
		return exitBroken
	}
	parent := watchParent(r)
	if a.Problems, err = check(context.Background(), text, q.Limits); err != nil {
		a.Refusal = refusalOf(err)
	}
	a.Memory = m.most.bytes()
	if q.Draft > 0 {
		return serveDraft(c, parent, out, m, a, string(text), draft)
	}
	if _, err := out.Write(a.encode()); err != nil {
		return exitBroken
	}
	return exitDone
}

// confine takes from this process what it does not need, and watches what it
// uses. It returns why the system does not enforce all of it, "" when it does.
func confine(q question, m *meter) string {
	debug.SetMaxStack(maxStack)
	restrict(q)
	closeInherited(m.most.status)
	err := sandbox()
	go m.watch(q)
	if err != nil {
		return err.Error()
	}
	return ""
}
