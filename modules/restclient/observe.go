package restclient

import (
	"context"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
)

// Observer is told what a client does, for metrics and traces; package
// otelobserver has one. Its methods are called concurrently, and must be quick.
//
// Calls that cannot be made, because of their declaration, their arguments or
// an ended context, are not told.
type Observer interface {
	// Served is called for each read that the store has answered, in the goroutine
	// of the caller. The URL of op is empty.
	Served(ctx context.Context, op Operation)
	// Start is called when an operation begins that waits for a server. The
	// requests of the operation have the context that it returns, or one derived
	// from it. End is called once, when the operation is over; it may be nil.
	Start(ctx context.Context, op Operation) (_ context.Context, end func(Result))
}

// TransportObserver is an Observer that sees every single request, too.
type TransportObserver interface {
	Observer
	// Observe is called once, by New. What it returns sends through next, and keeps
	// the contract of core.Transport. It is inside of all middleware.
	Observe(next core.Transport) core.Transport
}

// WithObserver adds an observer. Repeated options add up; each observer sees the
// context of the one before. Default: none, which costs nothing.
func WithObserver(o Observer) Option {
	return func(c *config) {
		if o != nil {
			c.observers = append(c.observers, o)
		}
	}
}

// Purpose says what an operation is for.
type Purpose string

// The purposes.
const (
	ForRead       Purpose = "read"       // somebody waits for data, such as UseSuspense
	ForFetch      Purpose = "fetch"      // the server was to be asked, whatever is stored
	ForRevalidate Purpose = "revalidate" // stale data is read again in the background
	ForPoll       Purpose = "poll"       // it was time to read again
	ForPage       Purpose = "page"       // Pages goes on
	ForMutate     Purpose = "mutate"     // something is to be changed
	ForStream     Purpose = "stream"     // the body is read as it arrives
)

// CacheState is what the store had when an operation began.
type CacheState string

// The states.
const (
	CacheFresh   CacheState = "fresh"   // served
	CacheStale   CacheState = "stale"   // served, or not good enough for WithInvalidIfStale
	CacheInvalid CacheState = "invalid" // not to be used
	CacheMissing CacheState = "missing" // nothing
	CacheFailed  CacheState = "failed"  // a recent error, which stands for the answer
	CacheBypass  CacheState = "bypass"  // was not asked
)

// Operation is one use of an endpoint.
type Operation struct {
	Name     string // the endpoint, such as "Todo.get"
	Purpose  Purpose
	Cache    CacheState
	Method   string
	Template string // the path as it was declared, such as "/todos/:id"; empty when it was not
	URL      string // with secrets redacted
	// Identity is whom the data is for, empty for the client of New. It may name a
	// person: it does not belong into telemetry without need.
	Identity string
}

// Result is how an operation has ended.
type Result struct {
	// Shared says that another operation has made the request.
	Shared bool
	// FromShared says that the answer is one that the client of another process was
	// given (see WithShared), and that no server was asked. It is false when Shared.
	FromShared bool

	Status   int   // of the last response; 0 when there was none, or when shared
	Attempts int   // how often a request was sent; 0 when shared
	Bytes    int64 // of the bodies of the responses, as far as they were read
	Duration time.Duration
	Err      *Error // nil for success
}

// observersOf tells observers what calls tell; it returns nil for no observers.
func observersOf(observers []Observer) *call.Observers {
	if len(observers) == 0 {
		return nil
	}
	return &call.Observers{
		Served: func(ctx context.Context, op call.Operation) {
			for _, observer := range observers {
				observer.Served(ctx, operationOf(op))
			}
		},
		Start: func(ctx context.Context, op call.Operation) (context.Context, func(call.Result)) {
			var ends []func(Result)
			for _, observer := range observers {
				var end func(Result)
				if ctx, end = observer.Start(ctx, operationOf(op)); end != nil {
					ends = append(ends, end)
				}
			}
			return ctx, func(r call.Result) {
				for _, end := range slices.Backward(ends) {
					end(resultOf(r))
				}
			}
		},
	}
}

func operationOf(op call.Operation) Operation {
	return Operation{
		Name: op.Name, Purpose: Purpose(op.Purpose), Cache: CacheState(op.Cache),
		Method: op.Method, Template: op.Template, URL: op.URL, Identity: op.Identity,
	}
}

func resultOf(r call.Result) Result {
	err, _ := asError(r.Err)
	return Result{Shared: r.Shared, FromShared: r.FromShared, Status: r.Status, Attempts: r.Attempts, Bytes: r.Bytes, Duration: r.Duration, Err: err}
}

// observed lets observers see what a transport sends.
func observed(t core.Transport, observers []Observer) core.Transport {
	for _, o := range slices.Backward(observers) {
		if o, ok := o.(TransportObserver); ok {
			t = o.Observe(t)
		}
	}
	return t
}
