package restclient

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
)

// The defaults of WithBatchGet.
const (
	DefaultBatchWindow = 2 * time.Millisecond
	DefaultBatchSize   = 100
)

// WithBatchGet reads entities of a resource many at a time: the Gets that begin
// within DefaultBatchWindow of the first one are one request for the list of
// args(keys), DefaultBatchSize at most. Each gets its own entity, or an error of
// its own: ErrNotFound when the answer lacks it, else that of the request. A Get
// that is alone is sent as usual, and so are Fetch, polls and what Edit reads.
//
//	restclient.WithBatchGet(func(ids []int) TodoFilter { return TodoFilter{IDs: ids} })
//
// K is the type of primary keys and F that of the arguments of lists. For
// resources only.
func WithBatchGet[K comparable, F any](args func(keys []K) F) EndpointOption {
	spec := &batchSpec{key: reflect.TypeFor[K](), filter: reflect.TypeFor[F](), window: DefaultBatchWindow, size: DefaultBatchSize}
	spec.args = func(keys []any) any {
		typed := make([]K, len(keys))
		for i := range keys {
			typed[i] = keys[i].(K)
		}
		return boxed(args(typed))
	}
	return extra(batching{}, spec)
}

// batching is the key of what WithBatchGet says.
type batching struct{}

// batchReader reads several entities at once.
type batchReader struct {
	*batchSpec
	list *endpoint
}

// batchSpec says how a resource reads many entities at once.
type batchSpec struct {
	key, filter reflect.Type
	args        func(keys []any) any
	window      time.Duration
	size        int
}

func (b *batchSpec) check(of *entity.Kind, filter reflect.Type) error {
	switch {
	case b.key != of.KeyType():
		return fmt.Errorf("WithBatchGet: the keys are %s, not %s", of.KeyType(), b.key)
	case b.filter != filter:
		return fmt.Errorf("WithBatchGet: the arguments of lists are %s, not %s", filter, b.filter)
	}
	return nil
}

// batches are those of a space that wait for more keys.
type batches struct {
	mu   sync.Mutex
	open map[*endpoint]*batch
}

// batch is one request for several entities.
type batch struct {
	*batchReader
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
func (b *batchReader) read(ctx context.Context, r *read, w *entity.Write) (value any, ok bool, err error) {
	if b == nil || r.forced() || r.request.Key == nil {
		return nil, false, nil
	}
	joined := r.space.batches.join(ctx, r.session, r.endpoint, r.request.Key)
	select {
	case <-joined.done:
	case <-ctx.Done():
		r.space.batches.leave(joined)
		return nil, true, ctx.Err()
	}
	w.Start, w.TTL = r.store().Begin(), joined.ttl
	switch {
	case joined.lone:
		return nil, false, nil
	case joined.err != nil:
		return nil, true, inBatch(r.request, joined.err)
	case !joined.got[r.request.Key]:
		return nil, true, newError(r.request, KindNoValue, fmt.Errorf("%w in the answer to a request for several", ErrNotFound))
	}
	value, _ = r.lookup(r.now())
	return value, true, nil
}

// inBatch makes the error of a request that of one of its calls.
func inBatch(r *answer.Request, err error) error {
	whole, ok := asError(err)
	if !ok {
		return err
	}
	e := *whole
	e.Op = r.Op
	return &e
}

func (bs *batches) join(ctx context.Context, s session, e *endpoint, key any) *batch {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	b := bs.open[e]
	if b == nil {
		b = &batch{batchReader: e.batch, done: make(chan struct{})}
		b.ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
		b.timer = time.AfterFunc(b.window, func() { bs.start(e, b, s) })
		if bs.open == nil {
			bs.open = map[*endpoint]*batch{}
		}
		bs.open[e] = b
	}
	if b.keys = append(b.keys, key); len(b.keys) == b.size {
		delete(bs.open, e)
		if b.timer.Stop() {
			b.timer.Reset(0)
		}
	}
	return b
}

// start sends a batch when its window is over.
func (bs *batches) start(e *endpoint, b *batch, s session) {
	bs.mu.Lock()
	if bs.open[e] == b {
		delete(bs.open, e)
	}
	b.lone = len(b.keys) == 1
	bs.mu.Unlock()
	defer b.cancel()
	defer close(b.done)
	if !b.lone {
		b.err = b.send(s.now())
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

func (b *batch) send(s session) (err error) {
	r, err := b.list.request(s.client, b.args(b.keys))
	if err != nil {
		return err
	}
	ctx, seen := s.client.observe(b.ctx, &task{session: s, request: r, purpose: ForFetch})
	defer func() { seen.end(err) }()
	w := entity.Write{Start: s.store().Begin(), By: r.Op}
	reply, err := s.send(ctx, r, exchange.Conditions{})
	if err != nil {
		return err
	}
	b.list.allow(s, &w, reply)
	b.ttl = w.TTL
	store, err := b.list.schema.(answer.List).DecodeSome(s.store(), reply)
	if err != nil {
		return answerError(reply, err)
	}
	b.got = map[any]bool{}
	s.commit(w, func(w entity.Write) {
		for _, key := range store(w) {
			b.got[key] = true
		}
	})
	return nil
}
