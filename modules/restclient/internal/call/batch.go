package call

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// batches are those of a space that wait for more keys.
type batches struct {
	mu   sync.Mutex
	open map[*Endpoint]*batch
}

// batch is one request for several entities.
type batch struct {
	*BatchReader
	done chan struct{} // closed after what follows is set
	got  map[any]bool  // the keys in the answer
	ttl  time.Duration // of the answer
	err  error         // of the request
	lone bool          // there was one key only, and no request

	ctx    context.Context
	cancel context.CancelFunc
	timer  *time.Timer
	keys   []any // guarded by batches.mu
	left   int   // how many have left; guarded by batches.mu
}

// read reads an entity with others, and says how long it is fresh. It is false
// when there are none.
func (bs *batches) read(ctx context.Context, c Call, w *store.Write) (value any, ok bool, err error) {
	if c.Endpoint.Batch == nil || c.Request.Key == nil {
		return nil, false, nil
	}
	joined := bs.join(ctx, c)
	select {
	case <-joined.done:
	case <-ctx.Done():
		bs.leave(joined)
		return nil, true, ctx.Err()
	}
	w.Start, w.TTL = c.Store().Begin(), joined.ttl
	switch {
	case joined.lone:
		return nil, false, nil
	case joined.err != nil:
		return nil, true, inBatch(c, joined.err)
	case !joined.got[c.Request.Key]:
		return nil, true, c.Client.Faults.New(c.Request, fault.NoValue, fmt.Errorf("%w in the answer to a request for several", fault.ErrNotFound))
	}
	value, _ = c.newest()
	return value, true, nil
}

// inBatch makes the error of a request that of one of its calls.
func inBatch(c Call, err error) error {
	whole := c.Client.Faults.Find(err)
	if whole == nil {
		return err
	}
	one := *whole
	one.Op = c.Request.Op
	return c.Client.Faults.Make(&one)
}

func (bs *batches) join(ctx context.Context, c Call) *batch {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	e := c.Endpoint
	b := bs.open[e]
	if b == nil {
		b = &batch{BatchReader: e.Batch, done: make(chan struct{})}
		b.ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
		b.timer = time.AfterFunc(b.Window, func() { bs.start(e, b, c.Now()) })
		if bs.open == nil {
			bs.open = map[*Endpoint]*batch{}
		}
		bs.open[e] = b
	}
	if b.keys = append(b.keys, c.Request.Key); len(b.keys) == b.Size {
		delete(bs.open, e)
		if b.timer.Stop() {
			b.timer.Reset(0)
		}
	}
	return b
}

// start sends a batch when its window is over.
func (bs *batches) start(e *Endpoint, b *batch, s Session) {
	bs.mu.Lock()
	if bs.open[e] == b {
		delete(bs.open, e)
	}
	b.lone = len(b.keys) == 1
	bs.mu.Unlock()
	defer b.cancel()
	defer close(b.done)
	if !b.lone {
		b.err = b.send(s)
	}
}

// leave ends a batch that nobody waits for any more.
func (bs *batches) leave(b *batch) {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	if b.left++; b.left == len(b.keys) {
		b.cancel()
	}
}

func (b *batch) send(s Session) (err error) {
	c, err := New(s, b.List, b.Args(b.keys))
	if err != nil {
		return err
	}
	t := task{Call: c, purpose: ForFetch}
	ctx, seen := t.observe(b.ctx)
	defer func() { seen.end(err) }()
	w := store.Write{Start: s.Store().Begin(), By: c.Request.Op}
	reply, err := c.Send(ctx, exchange.Conditions{})
	if err != nil {
		return err
	}
	c.allow(&w, reply)
	b.ttl = w.TTL
	put, err := b.List.Schema.(answer.List).DecodeSome(s.Store(), reply)
	if err != nil {
		return s.Client.Faults.Answer(reply, err)
	}
	b.got = map[any]bool{}
	s.Commit(w, func(w store.Write) {
		for _, key := range put(w) {
			b.got[key] = true
		}
	})
	return nil
}
