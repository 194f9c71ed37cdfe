package router

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"reflect"
	"time"

	"github.com/trefoil-go/trefoil/modules/router/internal/stream"
)

// EventOf is one server-sent event with data of type T.
type EventOf[T any] struct {
	// ID is what a client that comes back sends in Last-Event-ID: see
	// Context.LastEventID. Empty: the one before stays.
	ID string
	// Name is the type that clients listen for. Empty: "message".
	Name string
	// Data is sent as JSON, a string or []byte as the text that it is. Nil, or a
	// nil pointer, sends none: an event with nothing in it opens the stream at once.
	Data T
	// Retry is how long a client waits until it comes back. 0: as before.
	Retry time.Duration
}

// Event is one server-sent event with any data.
type Event = EventOf[any]

// EventsOf are server-sent events (WHATWG HTML, section "Server-sent events"), for
// a controller function to return:
//
//	func watch(c *router.Context, id int) (router.EventsOf[Trip], error)
//
// The description of the API says that their data is a T. Outside of production
// every event is compared with it, as all responses are: one that differs is logged
// in development, and ends the stream with an error in test.
//
// The stream is open, and so is the EventSource of a browser, with its first event, or
// when it has had none for half a second. The rules are those of Stream otherwise.
type EventsOf[T any] iter.Seq2[EventOf[T], error]

// Events are server-sent events with any data: it is text to the description unless
// EventType says more, and is compared with nothing.
type Events = EventsOf[any]

// Stream are values that are sent one by one, as one line of JSON each
// (application/x-ndjson).
//
// An error before the first value is answered like any other; the router logs one
// behind it and cuts the connection, because a client must not take the part for the
// whole. HEAD asks for the first value, as that decides what GET is answered with, and
// ends there; it does not begin a stream of events.
// The context of the request is done when the client goes away, and when the
// router stops: the function ends then, and the response is complete as it is. A
// stream may last longer than the timeouts of the server; each write has
// WithWriteTimeout. Its Cache-Control is "no-cache" where no other is set.
type Stream[T any] iter.Seq2[T, error]

// SSE makes a Function of a controller function that yields server-sent events:
// see EventsOf. Its route has no path parameters: F1 to F4 with a result of EventsOf take
// them.
func SSE[T any](fn func(*Context) iter.Seq2[EventOf[T], error]) *Function {
	f := newTyped(fn, reflect.TypeFor[EventsOf[T]]())
	f.call = func(c *Context) error { return c.end(EventsOf[T](fn(c)), nil) }
	return f
}

// NDJSON makes a Function of a controller function that yields values, each sent
// as a line of JSON: see Stream. Its route has no path parameters: F1 to F4 with a result
// of Stream take them.
func NDJSON[T any](fn func(*Context) iter.Seq2[T, error]) *Function {
	f := newTyped(fn, reflect.TypeFor[Stream[T]]())
	f.call = func(c *Context) error { return c.end(Stream[T](fn(c)), nil) }
	return f
}

const (
	eventsType = "text/event-stream"
	ndjsonType = "application/x-ndjson"
)

// streamResult is a result that is sent in parts.
type streamResult interface {
	mediaType() string
	// itemType is the type of the values, an interface when they are of any.
	itemType() reflect.Type
	// send calls frame for every part until frame returns an error, and
	// returns the error of the parts. A frame is of its call alone.
	send(encode encodeFunc, frame func([]byte) error) error
}

// encodeFunc appends a value as JSON.
type encodeFunc func(dst []byte, v any) ([]byte, error)

func (EventsOf[T]) mediaType() string      { return eventsType }
func (EventsOf[T]) itemType() reflect.Type { return reflect.TypeFor[T]() }
func (Stream[T]) mediaType() string        { return ndjsonType }
func (Stream[T]) itemType() reflect.Type   { return reflect.TypeFor[T]() }

func (s EventsOf[T]) send(encode encodeFunc, frame func([]byte) error) error {
	if s == nil {
		return errNoIterator
	}
	var buffer, data []byte // of the event before
	into := func(_ []byte, v any) (_ []byte, err error) {
		data, err = encode(data[:0], v)
		return data, err
	}
	for event, err := range s {
		if err != nil {
			return err
		}
		if buffer, err = appendEvent(buffer[:0], event, into); err != nil {
			return err
		}
		if frame(buffer) != nil {
			return nil
		}
	}
	return nil
}

func appendEvent[T any](buffer []byte, e EventOf[T], encode encodeFunc) ([]byte, error) {
	wire := stream.Event{ID: e.ID, Name: e.Name, Retry: e.Retry}
	value := any(e.Data)
	if isNil(value) {
		if e.ID == "" && e.Name == "" && e.Retry == 0 {
			return append(buffer, ":\n\n"...), nil
		}
		return stream.AppendEvent(buffer, wire)
	}
	switch data := value.(type) {
	case string:
		wire.Data = []byte(data)
	case []byte:
		wire.Data = data
	default:
		var err error
		if wire.Data, err = encode(nil, data); err != nil {
			return buffer, fmt.Errorf("encode the data of an event: %w", err)
		}
	}
	return stream.AppendEvent(buffer, wire)
}

func (s Stream[T]) send(encode encodeFunc, frame func([]byte) error) error {
	if s == nil {
		return errNoIterator
	}
	var line []byte
	for value, err := range s {
		if err != nil {
			return err
		}
		if line, err = encode(line[:0], value); err != nil {
			return fmt.Errorf("encode a value of the stream: %w", err)
		}
		line = append(line, '\n')
		if frame(line) != nil {
			return nil
		}
	}
	return nil
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
	if h := x.writer.Header(); h["Cache-Control"] == nil {
		h["Cache-Control"] = noCache
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

// lasting answers with a stream.
func lasting(answer func(*exchange, *Context)) func(*exchange, *Context) {
	return func(x *exchange, c *Context) {
		defer outlast(x)()
		d := newDraft(x.writer.ResponseWriter)
		x.writer.ResponseWriter = d
		answer(x, c)
		d.end()
	}
}

// pumpLasting sends a stream that turned out to be one when it was there. An error of it is
// answered behind it, with the context of before: see stages.answer.
func pumpLasting(x *exchange) (err error) {
	ctx := x.request.Context()
	lasting(func(x *exchange, _ *Context) { err = x.pump() })(x, x.writer.c)
	x.request = x.request.WithContext(ctx)
	return err
}

// outlast makes the request one that may last: it ends with the client or
// when the router stops, and not with the timeouts of the server.
func outlast(x *exchange) func() {
	ctx, cancel := context.WithCancelCause(x.request.Context())
	stopped := make(chan struct{})
	go func() {
		select {
		case <-x.router.server.Closing():
			cancel(errDraining)
		case <-stopped:
		}
	}()
	x.request = x.request.WithContext(ctx)
	_ = http.NewResponseController(x.writer.ResponseWriter).SetWriteDeadline(time.Time{}) // not every writer has one
	return func() {
		close(stopped)
		cancel(nil)
	}
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

// brokenStream cuts the connection of a response that has begun.
type brokenStream struct{ err error }

func (e *brokenStream) Error() string   { return "stream: " + e.err.Error() }
func (e *brokenStream) Unwrap() []error { return []error{e.err, http.ErrAbortHandler} }

// openAfter is how long events may be silent until the stream is open without one: up to
// then an error is an answer.
const openAfter = 500 * time.Millisecond

func streamOptions(c *config, events bool) stream.Options {
	o := stream.Options{WriteTimeout: c.listen.WriteTimeout}
	if events {
		o.Opening, o.Heartbeat, o.HeartbeatBytes = openAfter, c.heartbeat, []byte(":\n\n")
	}
	return o
}

var errNoIterator = errors.New("router: the function has returned nil for what it sends: a stream without parts is a function that yields nothing")

var errDraining = errors.New("router: the router stops")
