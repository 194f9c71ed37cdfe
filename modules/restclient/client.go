package restclient

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// Client sends the calls of endpoints and keeps what comes back. It is the
// controller that UseController finds. Clients share nothing; one client serves
// one identity, because whoever holds it sees all that it stores. It is safe
// for concurrent use.
//
// A nil *Client, which UseController returns for a context without one, answers
// every call with ErrNoController.
type Client struct {
	transport core.Transport
	store     *entity.Store
	codec     Codec
	flights   *flights
	config    config
}

type config struct {
	baseURL    string
	middleware []func(core.Transport) core.Transport
	timeout    time.Duration
	maxBody    int64
	now        func() time.Time
	codec      Codec
	logger     *slog.Logger
}

// Option changes a setting of New. Options apply in order, the last wins.
type Option func(*config)

// WithBaseURL sets what is put before the URL of endpoints that have no URL
// prefix of their own, verbatim. Default: none, so that a relative URL is a
// KindArgument error.
func WithBaseURL(url string) Option { return func(c *config) { c.baseURL = url } }

// WithMiddleware wraps the transport, the first one outermost. Repeated options
// add up. Default: none.
func WithMiddleware(m ...func(core.Transport) core.Transport) Option {
	return func(c *config) { c.middleware = append(c.middleware, m...) }
}

// WithTimeout bounds each call, reading the body included. Default: 30 s. Not
// positive: no bound but the context.
func WithTimeout(d time.Duration) Option { return func(c *config) { c.timeout = d } }

// WithMaxBody bounds the body of a response in bytes, after decompression; a
// longer one is a KindTooLarge error. Default: 32 MiB.
func WithMaxBody(bytes int64) Option { return func(c *config) { c.maxBody = bytes } }

// WithClock sets the clock that freshness is measured with. Default: time.Now.
func WithClock(now func() time.Time) Option { return func(c *config) { c.now = now } }

// WithCodec sets how bodies become Go values. Default: JSON().
func WithCodec(codec Codec) Option { return func(c *config) { c.codec = codec } }

// WithLogger sets where the client logs: calls at Debug, background failures at
// Warn, no bodies, headers or secrets. Default, and nil: silent.
func WithLogger(l *slog.Logger) Option { return func(c *config) { c.logger = l } }

// New makes a client that sends through transport. Close it when done.
func New(transport core.Transport, opts ...Option) (*Client, error) {
	if transport == nil {
		return nil, errors.New("restclient: nil Transport")
	}
	c := config{timeout: 30 * time.Second, maxBody: 32 << 20, now: time.Now, codec: JSON()}
	for _, opt := range opts {
		opt(&c)
	}
	if c.maxBody <= 0 {
		return nil, errors.New("restclient: the body limit is not positive")
	}
	if c.now == nil || c.codec == nil {
		return nil, errors.New("restclient: nil clock or codec")
	}
	if c.logger == nil {
		c.logger = slog.New(slog.DiscardHandler)
	}
	for i := len(c.middleware) - 1; i >= 0; i-- {
		transport = c.middleware[i](transport)
	}
	return &Client{
		transport: transport,
		store:     entity.NewStore(entity.WithClock(c.now), entity.WithUnmarshal(c.codec.Unmarshal)),
		codec:     c.codec,
		flights:   newFlights(),
		config:    c,
	}, nil
}

// Close ends every call that is under way, waits for them and refuses new ones
// with ErrClosed. What is stored can still be read. It does not close the
// transport, which belongs to the caller.
func (c *Client) Close() {
	if c != nil {
		c.flights.close()
	}
}

type contextKey struct{}

// Context returns a context that carries the client to UseController,
// UseSuspense and their like.
func (c *Client) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, contextKey{}, c)
}

// UseController returns the client that ctx carries, to pass it on to another
// context or to invalidate and expire what it stores. It is nil when there is
// none; calls with a nil client fail with ErrNoController.
func UseController(ctx context.Context) *Client {
	c, _ := ctx.Value(contextKey{}).(*Client)
	return c
}
