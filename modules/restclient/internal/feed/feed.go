// Package feed reads the rows of a long response while it arrives.
//
//	feed.Read(ctx, session, endpoint, &filter, set, func(row any, err error) bool { … })
package feed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/rows"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Options says how a stream is read.
type Options struct {
	Member string
	Rows   int
	Wait   time.Duration
	Idle   time.Duration
	MaxRow int64
	Append bool
	// RowError makes the cause of the error of a row. It counts the rows from 1;
	// offset is where the row begins, or where its JSON breaks.
	RowError func(row int, offset int64, err error) error
}

// Read yields the entities of a list while it arrives.
func Read(ctx context.Context, s call.Session, e *call.Endpoint, args any, set func(*Options), yield func(any, error) bool) {
	f, err := newFeed(s, e, args, set)
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
	call.Call
	Options
	rows   answer.Rows
	values []any // of one batch

	arrived chan arrival
	err     error // set before arrived is closed

	reply *answer.Reply // without its body; set before the first row arrives
}

// arrival is a row, and when the read began that delivered it.
type arrival struct {
	row   store.Row
	start store.Stamp
}

func newFeed(s call.Session, ep *call.Endpoint, args any, set func(*Options)) (*feed, error) {
	c, err := call.New(s, ep, args)
	if err != nil {
		return nil, err
	}
	rows, ok := ep.Schema.(answer.Rows)
	if !ok {
		return nil, s.Client.Faults.New(c.Request, fault.Declaration, errors.New("only a list of entities can be streamed: declare its schema with ListOf"))
	}
	f := &feed{Call: c, rows: rows}
	f.Options = Options{Member: rows.Member(), Rows: 64, Wait: 50 * time.Millisecond, Idle: s.Client.Timeout, MaxRow: s.Client.MaxBody}
	set(&f.Options)
	f.arrived = make(chan arrival, f.Options.Rows)
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
	batch := make([]store.Row, 0, f.Options.Rows)
	for more := true; more; {
		var start store.Stamp
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
func (f *feed) collect(batch []store.Row) (_ []store.Row, start store.Stamp, more bool) {
	first, more := <-f.arrived
	if !more {
		return batch, 0, false
	}
	batch = append(batch, first.row)
	timer := time.NewTimer(f.Wait)
	defer timer.Stop()
	for len(batch) < f.Options.Rows {
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
func (f *feed) keep(start store.Stamp, batch []store.Row) []any {
	clear(f.values)
	f.values = f.values[:0]
	if len(batch) == 0 {
		return nil
	}
	w := store.Write{Start: start, By: f.Request.Op}
	f.Allow(&w, f.reply)
	f.Commit(w, func(w store.Write) {
		f.values = f.rows.PutRows(f.Store(), w, batch, f.values)
		if f.Append {
			f.rows.AppendRows(f.Store(), w, f.Request.List, batch)
		}
	})
	return f.values
}

func (f *feed) receive(ctx context.Context) {
	defer close(f.arrived)
	f.err = f.read(ctx)
}

func (f *feed) read(ctx context.Context) error {
	r := f.Request.HTTP(ctx, exchange.Conditions{})
	r.Header.Set("Accept", "application/x-ndjson, application/jsonl, application/json;q=0.9")
	if f.Member != "" {
		r.Header.Set("Accept", "application/json")
	}
	start := f.Store().Begin()
	res, err := f.Open(ctx, r, f.Idle, f.Client.Exchange.OpenSuccess)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	reply := &answer.Reply{Reply: res.Reply, Request: f.Request}
	if reply.IsEmpty() {
		return nil
	}
	f.reply = reply
	body := &stamped{Reader: res.Body, begin: f.Store().Begin, last: start}
	in, err := f.reader(reply, body)
	if err != nil {
		return err
	}
	return f.pass(ctx, reply, in, body)
}

// stamped knows when the last read began.
type stamped struct {
	io.Reader
	begin func() store.Stamp
	last  store.Stamp
}

func (s *stamped) Read(p []byte) (int, error) {
	s.last = s.begin()
	return s.Reader.Read(p)
}

// reader returns the reader for the format of a response.
func (f *feed) reader(r *answer.Reply, body io.Reader) (rows.Reader, error) {
	if err := r.RefuseCodings(); err != nil {
		return nil, f.Client.Faults.Answer(r, err)
	}
	switch r.Subtype {
	case "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "x-json-lines":
		if f.Member != "" {
			return nil, f.Client.Faults.Answer(r, answer.ContentError(fmt.Sprintf("want JSON with a member %q, have lines", f.Member)))
		}
		return rows.Lines(body, f.MaxRow), nil
	}
	if err := r.NeedJSON(); err != nil {
		return nil, f.Client.Faults.Answer(r, err)
	}
	elements, offset, err := rows.Elements(body, f.Member, f.MaxRow)
	if err != nil {
		return nil, f.wrong(r, 1, offset, err)
	}
	return elements, nil
}

// wrong makes the error of a row: what broke off says so itself.
func (f *feed) wrong(r *answer.Reply, n int, offset int64, err error) error {
	broken := f.Client.Faults.Find(err)
	if broken == nil {
		return f.Client.Faults.Answer(r, f.RowError(n, offset, err))
	}
	e := *broken
	e.Err = f.RowError(n, offset, broken.Err)
	return f.Client.Faults.Make(&e)
}

// pass decodes the rows and hands them over.
func (f *feed) pass(ctx context.Context, reply *answer.Reply, in rows.Reader, body *stamped) error {
	for n := 1; ; n++ {
		start := body.last
		data, offset, err := in.Next()
		if err == io.EOF {
			return nil
		}
		var row store.Row
		if err == nil {
			row, err = f.rows.DecodeRow(f.Store(), data)
			offset += rows.BreaksAt(err)
		}
		if err != nil {
			return f.wrong(reply, n, offset, err)
		}
		select {
		case f.arrived <- arrival{row, start}:
		case <-ctx.Done():
			return f.Client.Faults.Wrapped(f.Request, ctx.Err())
		}
	}
}
