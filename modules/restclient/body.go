package restclient

import (
	"context"
	"io"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Body is the body of a request that is sent as it is.
type Body struct {
	// Open opens the body anew at each call, so that an attempt can be repeated;
	// it returns an error when it cannot.
	Open        func() (io.ReadCloser, error)
	ContentType string
	Length      int64 // in bytes, -1 when unknown
}

// Upload is a body type of a mutation that is not sent as JSON, such as
// transfer.Multipart: RestMutation[int, transfer.Multipart, Photo].
//
// WithTimeout does not bound such a call as a whole, but the time in which no
// part of the body is taken and no response arrives.
type Upload interface {
	// Body is called once per call of the mutation. With an error, nothing is
	// sent.
	Body() (Body, error)
}

// upload is the body of one call.
type upload struct {
	Body
	dog *watchdog // may be nil
}

// alone runs a call that shares nothing. One with an upload may last as long as
// that moves.
func (s session) alone(ctx context.Context, c *call, run func(context.Context) (any, error)) (any, error) {
	if c.upload == nil {
		return s.space.calls.Alone(ctx, s.task(c.alone(), run))
	}
	ctx, release, err := s.space.calls.Open(ctx, c.alone())
	if err != nil {
		return nil, err
	}
	defer release()
	ctx, dog := watch(ctx, s.client.config.timeout)
	defer dog.end()
	c.upload.dog = dog
	ctx, c.seen = s.client.observe(ctx, c)
	value, err := run(ctx)
	err = ended(ctx, err)
	c.seen.end(err)
	return value, err
}

// ended gives the error of a call the kind of what ended it.
func ended(ctx context.Context, err error) error {
	e, ok := asError(err)
	if !ok || context.Cause(ctx) == nil || e.Kind != KindCanceled && e.Kind != KindNetwork {
		return err
	}
	told := *e
	told.Err = withCause(ctx, e.Err)
	told.Kind = kindOf(told.Err)
	return &told
}

// fill makes it the body of a request.
func (u *upload) fill(r *core.Request) {
	if u.ContentType != "" {
		r.Header.Set("Content-Type", u.ContentType)
	}
	r.ContentLength = u.Length
	r.Body = fed(u.Open, u.dog)
}

// fed feeds the watchdog with each part of a body that is taken.
func fed(open func() (io.ReadCloser, error), dog *watchdog) func() (io.ReadCloser, error) {
	if open == nil || dog == nil {
		return open
	}
	return func() (io.ReadCloser, error) {
		body, err := open()
		if err != nil {
			return nil, err
		}
		return &fedBody{body, dog}, nil
	}
}

type fedBody struct {
	io.ReadCloser
	dog *watchdog
}

func (b *fedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.dog.feed()
	return n, err
}
