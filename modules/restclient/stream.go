package restclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/rows"
)

// RowError says which row of a stream is wrong. It is the cause of an *Error.
type RowError struct {
	Row    int   // counts the rows of the response, from 1
	Offset int64 // in bytes: where the row begins, or where its JSON breaks
	Err    error
}

// Error names the row, the offset and the cause.
func (e *RowError) Error() string {
	return fmt.Sprintf("row %d at byte %d: %v", e.Row, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *RowError) Unwrap() error { return e.Err }

// StreamOption changes how Stream reads. Options apply in order, the last wins.
type StreamOption func(*streaming)

type streaming struct {
	member string
	rows   int
	wait   time.Duration
	idle   time.Duration
	maxRow int64
	append bool
}

// StreamIn says which member of the response holds the array: its name, or a
// JSON pointer (RFC 6901) such as "/data/rows". Default: none, the response is
// the array.
func StreamIn(member string) StreamOption { return func(s *streaming) { s.member = member } }

// StreamBatch sets how many rows enter the store together, and how long the
// first of them waits for the others. Default: 64 rows, 50 ms.
func StreamBatch(rows int, wait time.Duration) StreamOption {
	return func(s *streaming) { s.rows, s.wait = max(rows, 1), wait }
}

// StreamIdle sets how long the server may send nothing. Default: the client's
// WithTimeout. Not positive: no limit but ctx.
func StreamIdle(d time.Duration) StreamOption { return func(s *streaming) { s.idle = d } }

// StreamMaxRow bounds one row in bytes; a longer one is a KindTooLarge error.
// Default: the client's WithMaxBody, which does not bound the stream.
func StreamMaxRow(bytes int64) StreamOption { return func(s *streaming) { s.maxRow = bytes } }

// StreamAppend adds the rows to the end of the stored list that the arguments
// name, if it has been read, as they arrive, as Pages does. Default: only the entities are stored.
func StreamAppend() StreamOption { return func(s *streaming) { s.append = true } }

// Stream yields the entities of a long response while it arrives, without ever
// holding all of it: a JSON array, an array in a member of a JSON object
// (StreamIn), or one JSON object per line (application/x-ndjson,
// application/jsonl). They enter the store in small batches, and are yielded
// after that.
//
//	for event, err := range restclient.Stream(ctx, Events.GetList, filter) {
//
// Leaving the loop closes the response. WithTimeout does not bound the stream;
// StreamIdle does when it stands still. While the loop is busy, the server
// waits. For the store, a row is as new as the read of the connection that
// delivered it.
//
// The client is the one that ctx carries. Every error is an *Error, and ends
// the loop after the rows before it; a row that is wrong has a *RowError.
func Stream[A, E any](ctx context.Context, read Readable[A, List[E]], args A, opts ...StreamOption) iter.Seq2[E, error] {
	return results[E](streamIn(ctx, (*endpoint)(read.read()), boxed(args), opts))
}

//go:noinline
func streamIn(ctx context.Context, ep *endpoint, args any, opts []StreamOption) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		s, err := sessionOf(ctx, ep)
		if err != nil {
			yield(nil, err)
			return
		}
		streamRows(ctx, s, ep, args, opts, yield)
	}
}

// streamRows yields the entities of a list while it arrives.
func streamRows(ctx context.Context, s session, e *endpoint, args any, opts []StreamOption, yield func(any, error) bool) {
	f, err := newFeed(s, e, args, opts)
	if err == nil {
		err = f.run(ctx, func(row any) bool { return yield(row, nil) })
	}
	if err != nil {
		yield(nil, err)
	}
}

// feed is one iteration over a stream: a goroutine reads rows, the one of the
// loop stores and yields them.
type feed struct {
	session
	streaming
	ep      *endpoint
	ttl     time.Duration
	request *answer.Request
	rows    answer.Rows
	values  []any // of one batch

	arrived chan arrival
	err     error // set before arrived is closed

	volatile bool // the rows must not be saved; set before the first one arrives
}

// arrival is a row, and when the read began that delivered it.
type arrival struct {
	row   entity.AnyRow
	start entity.Stamp
}

func newFeed(s session, ep *endpoint, args any, opts []StreamOption) (*feed, error) {
	request, err := ep.request(s.client, args)
	if err != nil {
		return nil, err
	}
	rows, ok := ep.schema.(answer.Rows)
	if !ok {
		return nil, newError(request, KindDeclaration, errors.New("only a list of entities can be streamed: declare its schema with ListOf"))
	}
	f := &feed{session: s, ep: ep, request: request, rows: rows, ttl: ep.expiry}
	f.streaming = streaming{rows: 64, wait: 50 * time.Millisecond, idle: s.client.config.timeout, maxRow: s.client.config.maxBody}
	for _, opt := range opts {
		opt(&f.streaming)
	}
	f.arrived = make(chan arrival, f.streaming.rows)
	return f, nil
}

// run yields until the stream or the loop ends. It returns when the response is
// closed.
func (f *feed) run(ctx context.Context, yield func(any) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	go f.receive(ctx)
	defer func() {
		cancel()
		for range f.arrived {
		}
	}()
	batch := make([]entity.AnyRow, 0, f.streaming.rows)
	for more := true; more; {
		var start entity.Stamp
		batch, start, more = f.collect(batch[:0])
		for _, e := range f.keep(start, batch) {
			if !yield(e) {
				return nil
			}
		}
		clear(batch)
	}
	return f.err
}

// collect waits for a row, and a little for others. The batch is as old as its
// first row.
func (f *feed) collect(batch []entity.AnyRow) (_ []entity.AnyRow, start entity.Stamp, more bool) {
	first, more := <-f.arrived
	if !more {
		return batch, 0, false
	}
	batch = append(batch, first.row)
	timer := time.NewTimer(f.wait)
	defer timer.Stop()
	for len(batch) < f.streaming.rows {
		select {
		case next, more := <-f.arrived:
			if !more {
				return batch, first.start, false
			}
			batch = append(batch, next.row)
		case <-timer.C:
			return batch, first.start, true
		}
	}
	return batch, first.start, true
}

// keep stores a batch and returns what is stored afterwards.
func (f *feed) keep(start entity.Stamp, batch []entity.AnyRow) []any {
	clear(f.values)
	f.values = f.values[:0]
	if len(batch) == 0 {
		return nil
	}
	w := entity.Write{Start: start, TTL: f.ttl, By: f.request.Op, Volatile: f.volatile}
	f.commit(w, func(w entity.Write) {
		f.values = f.rows.PutRows(f.store(), w, batch, f.values)
		if f.append {
			f.rows.AppendRows(f.store(), w, f.request.List, batch)
		}
	})
	return f.values
}

func (f *feed) receive(ctx context.Context) {
	defer close(f.arrived)
	f.err = f.read(ctx)
}

func (f *feed) read(ctx context.Context) error {
	r := f.request.HTTP(ctx, exchange.Conditions{})
	r.Header.Set("Accept", "application/x-ndjson, application/jsonl, application/json;q=0.9")
	if f.member != "" {
		r.Header.Set("Accept", "application/json")
	}
	start := f.store().Begin()
	res, err := f.open(ctx, f.request, r, f.idle, f.client.exchange.OpenSuccess)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	reply := &answer.Reply{Reply: res.Reply, Request: f.request}
	if reply.IsEmpty() {
		return nil
	}
	f.volatile = volatile(f.client, f.ep, reply)
	body := &stamped{Reader: res.Body, begin: f.store().Begin, last: start}
	in, err := f.reader(reply, body)
	if err != nil {
		return err
	}
	return f.pass(ctx, reply, in, body)
}

// stamped knows when the last read began.
type stamped struct {
	io.Reader
	begin func() entity.Stamp
	last  entity.Stamp
}

func (s *stamped) Read(p []byte) (int, error) {
	s.last = s.begin()
	return s.Reader.Read(p)
}

// reader returns the reader for the format of a response.
func (f *feed) reader(r *answer.Reply, body io.Reader) (rows.Reader, error) {
	switch r.Subtype {
	case "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "x-json-lines":
		if f.member != "" {
			return nil, answerError(r, answer.ContentError(fmt.Sprintf("want JSON with a member %q, have lines", f.member)))
		}
		return rows.Lines(body, f.maxRow), nil
	}
	if err := r.NeedJSON(); err != nil {
		return nil, answerError(r, err)
	}
	elements, offset, err := rows.Elements(body, f.member, f.maxRow)
	if err != nil {
		return nil, rowError(r, 1, offset, err)
	}
	return elements, nil
}

// rowError makes the error of a row: what broke off says so itself.
func rowError(r *answer.Reply, n int, offset int64, err error) error {
	cause := &RowError{Row: n, Offset: offset, Err: err}
	if broken, ok := asError(err); ok {
		e := *broken
		cause.Err, e.Err = broken.Err, cause
		return &e
	}
	return answerError(r, cause)
}

// pass decodes the rows and hands them over.
func (f *feed) pass(ctx context.Context, reply *answer.Reply, in rows.Reader, body *stamped) error {
	for n := 1; ; n++ {
		start := body.last
		data, offset, err := in.Next()
		if err == io.EOF {
			return nil
		}
		var row entity.AnyRow
		if err == nil {
			row, err = f.rows.DecodeRow(f.store(), data)
			offset += rows.BreaksAt(err)
		}
		if err != nil {
			return rowError(reply, n, offset, err)
		}
		select {
		case f.arrived <- arrival{row, start}:
		case <-ctx.Done():
			return wrapped(f.request, ctx.Err())
		}
	}
}
