package call

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/shared"
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
	done  chan struct{} // closed after what follows is set
	got   map[any]any   // the entities in the answer, by their keys
	ttl   time.Duration // of the answer
	began store.Stamp   // the request
	err   error         // of the request
	lone  bool          // the server is to be asked for one key only, and there was no request

	ctx    context.Context
	cancel context.CancelFunc
	timer  *time.Timer
	keys   []any    // guarded by batches.mu until the window is over
	places []*place // of the keys, none where nothing is shared; guarded in the same way
	left   int      // how many have left; guarded by batches.mu
}

// read asks the server for an entity with others, and says how long it is fresh. It is
// false when the server is to be asked for it alone.
func (bs *batches) read(ctx context.Context, c Call, w *store.Write, at *place) (value any, ok bool, err error) {
	joined := bs.join(ctx, c, at)
	select {
	case <-joined.done:
	case <-ctx.Done():
		bs.leave(c.Endpoint, joined)
		return nil, true, ctx.Err()
	}
	w.Start, w.TTL = c.Store().Begin(), joined.ttl
	value, ok = joined.got[c.Request.Key]
	switch {
	case joined.lone:
		return nil, false, nil
	case joined.err != nil:
		return nil, true, inBatch(c, joined.err)
	case !ok:
		return nil, true, c.Client.Faults.New(c.Request, fault.NoValue, fmt.Errorf("%w in the answer to a request for several", fault.ErrNotFound))
	}
	if c.isDoubtedSince(joined.began) {
		return nil, false, nil
	}
	if newest, status := c.newest(); status != store.Missing {
		return newest, true, nil
	}
	return value, true, nil // it was deleted meanwhile, or the store has no room
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

func (bs *batches) join(ctx context.Context, c Call, at *place) *batch {
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
	if at != nil {
		b.places = append(b.places, at)
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
	keys, places := b.keys, b.places
	bs.mu.Unlock()
	defer b.cancel()
	defer close(b.done)
	if b.lone = len(keys) == 1; !b.lone {
		b.err = b.send(s, keys, places)
	}
}

// leave gives a batch up for one caller. The last one cancels it, and the next Get opens another.
func (bs *batches) leave(e *Endpoint, b *batch) {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	if b.left++; b.left < len(b.keys) {
		return
	}
	if b.cancel(); bs.open[e] == b {
		delete(bs.open, e)
		b.timer.Stop()
	}
}

// send asks the server for some of the keys.
func (b *batch) send(s Session, keys []any, places []*place) (err error) {
	c, err := New(s, b.List, b.Args(keys))
	if err != nil {
		return err
	}
	prepare(b.ctx, places)
	t := task{Call: c, purpose: ForFetch}
	ctx, seen := t.observe(b.ctx)
	defer func() { seen.end(err) }()
	w := store.Write{Start: s.Store().Begin(), By: c.Request.Op}
	reply, err := c.Send(ctx, exchange.Conditions{})
	if err != nil {
		return err
	}
	c.Allow(&w, reply)
	b.ttl, b.began = w.TTL, w.Start
	put, err := b.List.Schema.(answer.List).DecodeSome(s.Store(), reply)
	if err != nil {
		return s.Client.Faults.Answer(reply, err)
	}
	var got []any
	s.Commit(w, func(w store.Write) { b.got, got = put(w) })
	if len(places) > 0 && !b.List.IsUnsaved() {
		b.keep(reply, got, places)
	}
	return nil
}

// prepare is called before the server is asked for several.
func prepare(ctx context.Context, places []*place) {
	if len(places) == 0 {
		return
	}
	at := make([]*shared.Place, len(places))
	for i, p := range places {
		at[i] = p.Place
	}
	places[0].level.Prepare(ctx, at...)
}

// keep shares the members of an answer, whose keys are in their order.
func (b *batch) keep(reply *answer.Reply, keys []any, places []*place) {
	items, err := b.List.Schema.(answer.List).Items(places[0].of.Store(), reply)
	if err != nil || len(items) != len(keys) {
		return // something else than an array, of which nobody knows what is the answer to one
	}
	bodies := map[any][]byte{}
	for i, key := range keys {
		bodies[key] = items[i]
	}
	fresh := b.List.ttl(reply, places[0].of.Client.Now())
	var group sync.WaitGroup
	for _, p := range places {
		if body, there := bodies[p.of.Request.Key]; there {
			group.Go(func() { p.member(b.ctx, reply, p.of.Endpoint.Schema.(answer.Entity).Reply(body), fresh) })
		}
	}
	group.Wait()
}
