package call

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// BatchReader reads several entities at once.
type BatchReader struct {
	*BatchSpec
	List *Endpoint
}

// BatchSpec says how a resource reads many entities at once.
type BatchSpec struct {
	Key, Filter reflect.Type
	Args        func(keys []any) any // the arguments of the list
	Window      time.Duration
	Size        int
}

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
func (b *BatchReader) read(ctx context.Context, r *read, w *store.Write) (value any, ok bool, err error) {
	if b == nil || r.forced() || r.request.Key == nil {
		return nil, false, nil
	}
	joined := r.Space.batches.join(ctx, r.Session, r.endpoint, r.request.Key)
	select {
	case <-joined.done:
	case <-ctx.Done():
		r.Space.batches.leave(joined)
		return nil, true, ctx.Err()
	}
	w.Start, w.TTL = r.Store().Begin(), joined.ttl
	switch {
	case joined.lone:
		return nil, false, nil
	case joined.err != nil:
		return nil, true, r.inBatch(joined.err)
	case !joined.got[r.request.Key]:
		return nil, true, r.Client.Faults.New(r.request, fault.NoValue, fmt.Errorf("%w in the answer to a request for several", fault.ErrNotFound))
	}
	value, _ = r.lookup(r.Now())
	return value, true, nil
}

// inBatch makes the error of a request that of one of its calls.
func (r *read) inBatch(err error) error {
	whole := r.Client.Faults.Find(err)
	if whole == nil {
		return err
	}
	one := *whole
	one.Op = r.request.Op
	return r.Client.Faults.Make(&one)
}

func (bs *batches) join(ctx context.Context, s Session, e *Endpoint, key any) *batch {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	b := bs.open[e]
	if b == nil {
		b = &batch{BatchReader: e.Batch, done: make(chan struct{})}
		b.ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
		b.timer = time.AfterFunc(b.Window, func() { bs.start(e, b, s) })
		if bs.open == nil {
			bs.open = map[*Endpoint]*batch{}
		}
		bs.open[e] = b
	}
	if b.keys = append(b.keys, key); len(b.keys) == b.Size {
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
		b.err = b.send(s.Now())
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
	r, err := b.List.Request(s.Client, b.Args(b.keys))
	if err != nil {
		return err
	}
	ctx, seen := s.Client.observe(b.ctx, &task{Session: s, request: r, purpose: ForFetch})
	defer func() { seen.end(err) }()
	w := store.Write{Start: s.Store().Begin(), By: r.Op}
	reply, err := s.Send(ctx, r, exchange.Conditions{})
	if err != nil {
		return err
	}
	b.List.allow(s, &w, reply)
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
