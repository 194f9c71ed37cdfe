// Package ingest stores changes of entities as they come from a source, many in one
// commit.
//
//	err := ingest.From(ctx, session, get, list, config, changes)
package ingest

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Change is one change. The key is that of what is deleted: arguments, as a pointer.
type Change struct {
	Kind Kind
	Key  any
	Data []byte
}

// Kind says what has happened.
type Kind uint8

const (
	upserted Kind = iota
	Created
	Deleted
)

// Config says how changes are stored.
type Config struct {
	Window  time.Duration
	OnError func(error) error
}

// maxBatch is how many changes one commit takes at most, and about as many may
// wait for the next one before their source has to wait.
const maxBatch = 4096

// From stores changes of a resource as they come, until their source or ctx
// ends.
func From(ctx context.Context, s call.Session, get, list *call.Endpoint, config Config, source iter.Seq2[Change, error]) error {
	in := &ingest{Config: config, session: s, get: get, list: list, queue: make(chan change, maxBatch), done: make(chan struct{})}
	go in.run()
	defer in.finish()
	for p, err := range source {
		if err := in.take(ctx, p, err); err != nil {
			return err
		}
	}
	return in.ended(ctx)
}

// take stores one change, or deals with the error of its source.
func (in *ingest) take(ctx context.Context, p Change, err error) error {
	if err := in.ended(ctx); err != nil {
		return err
	}
	var put func(store.Write)
	if err == nil {
		put, err = in.read(p)
	}
	if err != nil {
		return in.OnError(err)
	}
	in.queue <- change{in.session.Store().Begin(), put}
	return nil
}

// read decodes a change, without storing anything.
func (in *ingest) read(p Change) (func(store.Write), error) {
	schema, ok := in.get.Schema.(answer.Pushable)
	if !ok {
		return nil, in.session.Client.Faults.Of(in.get.Label(), fault.Declaration, fmt.Errorf("%T takes no changes", in.get.Schema))
	}
	if p.Kind == Deleted {
		return in.gone(schema, p.Key)
	}
	put, err := schema.Arrived(in.session.Store(), in.list.Declared.Collection, p.Kind == Created, p.Data)
	if err != nil {
		return nil, in.session.Client.Faults.Answer(&answer.Reply{Reply: exchange.Reply{Body: p.Data}, Request: &answer.Request{Request: exchange.Request{Call: declare.Call{Op: in.get.Declared.Name}}}}, err)
	}
	return put, nil
}

// ended is what Ingest returns when its source ends now: why, if it is not by itself.
func (in *ingest) ended(ctx context.Context) error {
	if err := in.stopped(ctx); err != nil {
		return in.session.Client.Faults.Of(in.get.Label(), fault.KindOf(err), err)
	}
	return nil
}

// ingest stores changes in batches.
type ingest struct {
	Config
	session   call.Session
	get, list *call.Endpoint // of the resource
	queue     chan change
	done      chan struct{} // closed after the last commit
}

type change struct {
	start store.Stamp
	put   func(store.Write)
}

func (in *ingest) stopped(ctx context.Context) error {
	select {
	case <-in.session.Space.Calls.Ended():
		return fault.ErrReset
	case <-in.session.Client.Calls.Closed():
		return fault.ErrClosed
	default:
		return ctx.Err()
	}
}

// finish waits until all is stored.
func (in *ingest) finish() {
	close(in.queue)
	<-in.done
}

func (in *ingest) run() {
	defer close(in.done)
	var next time.Time
	batch := make([]change, 0, maxBatch)
	for first := range in.queue {
		batch = in.gather(append(batch[:0], first), time.Until(next))
		in.commit(batch)
		clear(batch)
		next = time.Now().Add(in.Window)
	}
}

// gather adds what comes within the given time, or has come already.
func (in *ingest) gather(batch []change, wait time.Duration) []change {
	var due <-chan time.Time
	if wait > 0 {
		t := time.NewTimer(wait)
		defer t.Stop()
		due = t.C
	}
	for len(batch) < maxBatch {
		select {
		case c, ok := <-in.queue:
			if !ok {
				return batch
			}
			batch = append(batch, c)
			continue
		default:
		}
		if due == nil {
			return batch
		}
		select {
		case c, ok := <-in.queue:
			if !ok {
				return batch
			}
			batch = append(batch, c)
		case <-due:
			due = nil
		}
	}
	return batch
}

// gone deletes the entity that arguments name, if it is known which one that is.
func (in *ingest) gone(schema answer.Pushable, args any) (func(store.Write), error) {
	c, err := call.New(in.session, in.get, args)
	if err != nil {
		return nil, err
	}
	c.FindKey()
	if c.Request.Key == nil {
		return func(store.Write) {}, nil
	}
	return schema.Gone(in.session.Store(), c.Request.Key), nil
}

func (in *ingest) commit(batch []change) {
	w := store.Write{Pushed: true, TTL: in.session.Client.Sharing.Trusted(in.get.Expiry), By: in.get.Declared.Name, Volatile: in.session.Client.IsVolatile(in.get, nil)}
	defer in.session.Client.Changing()()
	in.session.Store().Commit(w, func(w store.Write) {
		for _, c := range batch {
			w.Start = c.start
			c.put(w)
		}
	})
}
