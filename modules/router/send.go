package router

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/router/internal/content"
	"github.com/trefoil-go/trefoil/modules/router/internal/stream"
)

// send writes the response.
func (x *exchange) send(c *Context) error {
	x.writer.hooked = true
	if err := x.answer.settle(); err != nil {
		return err
	}
	switch {
	case x.stream != nil && hasContent(x.answer.Status):
		err := x.pump()
		if err == nil {
			x.writer.complete()
		}
		return err
	case x.stream == nil && x.plan.contract != nil:
		if err := x.plan.contract.compare(x); err != nil {
			return err
		}
	}
	return x.answer.write(&x.writer)
}

// sendInHooks is send inside the hooks of beforeResponse, unless they have run.
func (x *exchange) sendInHooks(c *Context) error {
	if x.writer.hooked {
		return x.send(c)
	}
	x.writer.hooked = true
	err := x.respond.run(c, x.plan.beforeResponse)
	if err == nil && x.writer.status == 0 {
		return errNoAnswer
	}
	return err
}

// writeAnswer is send for hooks, unless one has written the response.
func writeAnswer(c *Context) error {
	if c.x.writer.begun() {
		return c.x.writer.failed
	}
	return c.x.send(c)
}

// pump sends the stream. The response begins with its first part, or when events are
// silent: an error before it is the answer. HEAD ends with the first part, and begins no
// events, which may be far off.
func (x *exchange) pump() error {
	if c, ok := x.stream.(Content); ok {
		return x.sendContent(c)
	}
	if _, lasts := x.writer.ResponseWriter.(*draft); !lasts { // the type of the function does not say that it streams
		return pumpLasting(x)
	}
	events := x.answer.MediaType == eventsType
	if x.writer.head != nil {
		var err error
		if !events {
			err = x.sendStream(func([]byte) error { return http.ErrBodyNotAllowed })
		}
		if err == nil {
			x.beginStream()
		}
		return err
	}
	w := newStreamWriter(x, events)
	wire := stream.New(w, x.request, streamOptions(&x.router.config, events))
	err := x.sendStream(func(frame []byte) error {
		err := wire.Send(frame)
		if err == nil {
			x.writer.status = x.answer.Status
		}
		return err
	})
	closed := wire.Close()
	if !w.begun {
		if err = cmp.Or(err, x.gone()); err == nil {
			x.beginStream()
		}
		return err
	}
	if x.writer.status = x.answer.Status; w.silent {
		x.answer.setHeader(x.writer.Header())
	}
	if err = errors.Join(err, closed, x.gone()); err == nil {
		return nil
	}
	return &brokenStream{err}
}

func (x *exchange) sendContent(c Content) error {
	x.answer.setHeader(x.writer.Header())
	return content.Serve(&x.writer, x.request, x.answer.Status, c.Modified, c.Data)
}

// sendStream treats panics of the stream like those of the function it is from.
func (x *exchange) sendStream(frame func([]byte) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = x.functionPanicked(v)
		}
	}()
	encode := x.router.formats.Append
	if x.plan.contract != nil {
		encode = x.plan.contract.comparing(x, encode)
	}
	return x.stream.(streamResult).send(encode, frame)
}

// gone says why the client no longer reads, nil when it does.
func (x *exchange) gone() error {
	ctx := x.request.Context()
	if ctx.Err() == nil || context.Cause(ctx) == errDraining {
		return nil
	}
	return ctx.Err()
}

func (x *exchange) beginStream() {
	x.answer.setHeader(x.writer.Header())
	x.writer.begin(x.answer.Status)
}
