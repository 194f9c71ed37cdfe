package call

import (
	"context"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Purpose says what an operation is for.
type Purpose string

// The purposes.
const (
	ForRead       Purpose = "read"
	ForFetch      Purpose = "fetch"
	ForRevalidate Purpose = "revalidate"
	ForPoll       Purpose = "poll"
	ForPage       Purpose = "page"
	ForMutate     Purpose = "mutate"
	ForStream     Purpose = "stream"
)

// CacheState is what the store had when an operation began.
type CacheState string

// The states.
const (
	CacheFresh   CacheState = "fresh"
	CacheStale   CacheState = "stale"
	CacheInvalid CacheState = "invalid"
	CacheMissing CacheState = "missing"
	CacheFailed  CacheState = "failed"
	CacheBypass  CacheState = "bypass"
)

func cacheStateOf(s store.Status) CacheState {
	return [...]CacheState{store.Missing: CacheMissing, store.Invalid: CacheInvalid, store.Stale: CacheStale, store.Fresh: CacheFresh}[s]
}

// Operation is one use of an endpoint.
type Operation struct {
	Name     string
	Purpose  Purpose
	Cache    CacheState
	Method   string
	Template string
	URL      string // redacted; empty for what the store has answered
	Identity string
}

// Result is how an operation has ended.
type Result struct {
	Shared     bool
	FromShared bool
	Status     int
	Attempts   int
	Bytes      int64
	Duration   time.Duration
	Err        error // has a record; nil for success
}

// Observers is who is told of operations. Its functions are called concurrently.
type Observers struct {
	// Served is told of a read that the store has answered.
	Served func(ctx context.Context, op Operation)
	// Start is told of an operation that waits for a server. The requests of it have
	// the context that start returns; end, which may be nil, is called once.
	Start func(ctx context.Context, op Operation) (_ context.Context, end func(Result))
}

// begin tells the observers that an operation begins.
func (os *Observers) begin(ctx context.Context, now func() time.Time, faults fault.Maker, op Operation) (context.Context, *observation) {
	o := &observation{now: now, faults: faults, began: now(), op: op}
	ctx, o.tell = os.Start(ctx, op)
	return context.WithValue(ctx, observationKey{}, o), o
}

// observation is one operation under way. It is nil without observers.
type observation struct {
	now    func() time.Time
	faults fault.Maker
	op     Operation
	began  time.Time
	tell   func(Result) // may be nil

	mu     sync.Mutex
	result Result
	over   bool
}

type observationKey struct{}

// observationIn returns the observation of the operation that ctx is for.
func observationIn(ctx context.Context) *observation {
	o, _ := ctx.Value(observationKey{}).(*observation)
	return o
}

// exchanged notes a response, or that there was none.
func (o *observation) exchanged(r exchange.Reply, failure *fault.Record) {
	if o == nil {
		return
	}
	if failure != nil {
		r = exchange.Reply{Attempts: failure.Attempts, Status: failure.Status, Body: failure.Body}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.result.Attempts += r.Attempts
	if failure == nil || r.Status != 0 {
		o.result.Status = r.Status
	}
	o.result.Bytes += int64(len(r.Body))
}

// read notes a part of a body.
func (o *observation) read(n int) {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.result.Bytes += int64(n)
}

// share notes that another operation makes the request.
func (o *observation) share() *observation {
	o.result.Shared = true
	return o
}

// fromShared notes that another process was given the answer.
func (o *observation) fromShared() {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.result.FromShared = true
}

// end tells the observers that the operation is over, once.
func (o *observation) end(err error) {
	if o == nil {
		return
	}
	o.mu.Lock()
	over, result := o.over, o.result
	o.over = true
	o.mu.Unlock()
	if over || o.tell == nil {
		return
	}
	result.Duration = o.now().Sub(o.began)
	if err != nil {
		result.Err = o.errorOf(err)
	}
	o.tell(result)
}

func (o *observation) errorOf(err error) error {
	if o.faults.Find(err) != nil {
		return err
	}
	return o.faults.Make(&fault.Record{Op: o.op.Name, Kind: fault.KindOf(err), Method: o.op.Method, URL: o.op.URL, Err: err})
}
