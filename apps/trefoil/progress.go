package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// patience is how long work goes on before a terminal is told of it.
const patience = time.Second

// withProgress returns a context whose work is told to a terminal when it takes longer
// than patience, and what takes the line away again.
func withProgress(ctx context.Context, p *process) (context.Context, func()) {
	if !p.told {
		return ctx, func() {}
	}
	l := &line{process: p, next: p.now().Add(patience)}
	return core.WithProgress(ctx, l.tell), l.clear
}

// line is a line of a terminal that is written again and again. It is safe for
// concurrent use.
type line struct {
	*process
	mu    sync.Mutex
	next  time.Time // when it is written again
	shown bool
}

// often is how long a line stays as it is, so that writing it costs nothing.
const often = 100 * time.Millisecond

func (l *line) tell(at core.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if now.Before(l.next) {
		return
	}
	l.next, l.shown = now.Add(often), true
	done := ""
	if at.Total > 0 {
		done = fmt.Sprintf(" %d %%", 100*at.Bytes/at.Total)
	}
	fmt.Fprintf(l.stderr, "\r\x1b[K%s%s", at.Phase, done)
}

func (l *line) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		fmt.Fprint(l.stderr, "\r\x1b[K")
	}
}
