package call

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/poll"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Client is what all calls for one identity have in common. It is safe for
// concurrent use; its fields are set before its first call.
type Client struct {
	*Shared
	Config
	Exchange exchange.Client
	ID       string  // the identity
	Parent   *Client // of the client of an identity; nil for that without
	Home     atomic.Pointer[Space]
	Outbox   Outbox // nil: nothing is queued
	// Saving is told before something changes that may be saved; nil when nothing is.
	Saving interface{ Changing() (done func()) }
	Every  string // what all answers for the identity are made of, where they are shared
	// OnStatus is told that a call has ended with a status; it may be nil.
	OnStatus func(ctx context.Context, failure *fault.Record)
}

// Shared is what the clients of all identities share.
type Shared struct {
	Calls *share.Group
	Polls *poll.Timers[Key]
	Loops *loops

	resets atomic.Uint64 // how many spaces have taken the place of others
}

// Config is what the client of New is told.
type Config struct {
	BaseURL   string
	Timeout   time.Duration // of one call
	MaxBody   int64         // of a response
	Now       func() time.Time
	Codec     Codec
	Logger    *slog.Logger
	Faults    fault.Maker
	Observing *Observers             // nil: nobody is told
	Kept      func(e *Endpoint) bool // whether answers are saved; nil: nothing is
	Refetches bool                   // what loops have read may be read again
	NewStore  func() *store.Store
	Sharing   *Sharing // nil: nothing is shared with other processes
}

// Codec turns Go values into JSON and back. It is called concurrently.
type Codec interface {
	Marshal(v any) ([]byte, error)
	Unmarshal(data []byte, v any) error
}

// Outbox takes mutations that wait for the network.
type Outbox interface {
	// RealKeys puts the keys that a server has given to entities into a request that
	// has those that were made up.
	RealKeys(e *Endpoint, r *answer.Request)
	// Waits reports whether a mutation is to be queued now.
	Waits(m Mutation) bool
	// Deliver sends a mutation or queues it, and ends its layer. It is false, and has
	// done nothing, for one that is not to be queued ever.
	Deliver(ctx context.Context, m Mutation, l *store.Layer) (value any, taken bool, err error)
}

// NewShared makes what the clients of all identities share. Timeout bounds each call;
// not positive means without bound.
func NewShared(timeout time.Duration, faults fault.Maker) *Shared {
	return &Shared{Calls: share.NewGroup(timeout, faults.Because), Polls: poll.New[Key](), Loops: newLoops()}
}

// Changing says that something is about to change, until done is called, which is once that
// is stored.
func (c *Client) Changing() (done func()) {
	if c.Saving == nil {
		return func() {}
	}
	return c.Saving.Changing()
}

// NewSpace makes an empty one.
func (c *Client) NewSpace() *Space {
	st := c.NewStore()
	return &Space{
		Store:      st,
		Calls:      share.NewScope[Key](c.Calls),
		failures:   sync.OnceValue(func() *store.Values { return store.ValuesOf[failure](st) }),
		validators: sync.OnceValue(func() *store.Values { return Validators(st) }),
	}
}

// NextSpace makes an empty one that takes the place of another.
func (c *Client) NextSpace() *Space {
	sp := c.NewSpace()
	sp.number = c.resets.Add(1)
	return sp
}

// Session returns the session of a call outside of render functions.
func (c *Client) Session() Session { return Session{Client: c, Space: c.Home.Load()} }

// Request writes the arguments of an endpoint out. Nothing is sent when it fails.
func (c *Client) Request(e *Endpoint, args any) (*answer.Request, error) {
	if err := e.Fault(); err != nil {
		return nil, c.Faults.Of(e.Label(), fault.Declaration, err)
	}
	r := &answer.Request{}
	if err := e.Declared.Write(&r.Call, c.BaseURL, args); err != nil {
		return nil, c.Faults.New(r, fault.Argument, err)
	}
	r.BodyIn = e.BodyIn
	if e.KeyInAnswer {
		r.Apart = e.Declared.Asks(args)
	}
	if c.Outbox != nil {
		c.Outbox.RealKeys(e, r)
	}
	return r, nil
}

// IsVolatile reports whether the answer to a call must not be saved. The reply may
// be nil.
func (c *Client) IsVolatile(e *Endpoint, r *answer.Reply) bool {
	return c.Kept != nil && (r != nil && r.NoStore() || !c.Kept(e))
}
