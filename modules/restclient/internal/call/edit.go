package call

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Edit changes the entity that args name: change changes a copy of it, and what
// differs is sent with update.
func Edit(ctx context.Context, s Session, get, update *Endpoint, args any, change func(entity any)) (any, error) {
	e := edit{Mutation: Mutation{Call{Session: s, Endpoint: update}}, get: get, args: args, change: change}
	return e.run(ctx)
}

// edit is one use of Edit.
type edit struct {
	Mutation // of the endpoint that updates the entity; without a request at first
	get      *Endpoint
	args     any
	change   func(entity any) // changes what entity points to
}

func (e *edit) run(ctx context.Context) (value any, err error) {
	if _, err := Use(ctx, e.Session, e.get, e.args); err != nil {
		return nil, err
	}
	if e.Request, err = e.Client.Request(e.Endpoint, e.args); err != nil {
		return nil, err
	}
	e.FindKey()
	e.Request.Mutates = true
	e.Request.Format = e.Endpoint.Format
	value, err = e.Alone(ctx, e.attempt)
	if err != nil {
		return value, e.Client.Faults.Wrapped(e.Request, err)
	}
	return value, nil
}

// attempt sends the edit and, if somebody else was faster, once more.
func (e *edit) attempt(ctx context.Context) (any, error) {
	l := e.Store().Layer()
	schema := e.Endpoint.Schema.(answer.Editor)
	schema.Edit(e.Store(), store.Write{By: e.Request.Op}, l, e.Request, e.change)
	done, err := e.wait(ctx)
	if err != nil {
		l.Remove(store.Write{By: e.Request.Op})
		return nil, err
	}
	defer done()
	value, err := e.try(ctx, l)
	if !errors.Is(err, fault.ErrPrecondition) {
		return value, err
	}
	if _, err := Fetch(ctx, e.Now(), e.get, e.args); err != nil {
		return nil, err
	}
	l = e.Store().Layer()
	schema.Edit(e.Store(), store.Write{By: e.Request.Op}, l, e.Request, e.change)
	refused := err
	value, err = e.try(ctx, l)
	return value, e.refusedAgain(refused, err)
}

// refusedAgain is the error of the second attempt. It may be that of others, too, who have
// read the entity.
func (e *edit) refusedAgain(first, err error) error {
	failure := e.Client.Faults.Find(err)
	if failure == nil {
		return err
	}
	told := *failure
	if told.Attempts == 0 {
		told.Attempts = e.Client.Faults.Attempts(first)
	}
	if errors.Is(err, fault.ErrPrecondition) {
		told.Kind = fault.Conflict
		told.Err = errors.New("the entity was changed by somebody else, twice")
	}
	return e.Client.Faults.Make(&told)
}

// try sends what the layer changes, if it does. The layer is removed when that is
// over.
func (e *edit) try(ctx context.Context, l *store.Layer) (any, error) {
	prepared := false
	defer func() {
		if !prepared { // also when the function of the edit panics
			l.Remove(store.Write{By: e.Request.Op})
		}
	}()
	after, err := e.prepare(ctx, l)
	if err != nil || e.Request.Body == nil {
		return after, err
	}
	prepared = true
	return e.deliver(ctx, l)
}

// maxLooks bounds how often an edit looks for the entity tag of the state that
// it changes, before it leaves the decision to the server.
const maxLooks = 3

// prepare writes the body of the call, nil when the layer changes nothing, and
// makes the call fail when the server has another state than the one that is
// changed. It returns what the layer shows.
func (e *edit) prepare(ctx context.Context, l *store.Layer) (after any, err error) {
	get, err := e.Client.Request(e.get, e.args)
	if err != nil {
		return nil, err
	}
	if o := e.Client.Outbox; o != nil && o.Waits(e.Mutation) {
		return e.prepareQueued(l, get)
	}
	for look := 1; ; look++ {
		v, status := validatorOf(e.Session, get.ID)
		tagged := status != store.Missing && v.strong()
		revision := e.revision(get)
		if after, err = e.write(l, tagged); err != nil || e.Request.Body == nil {
			return after, err
		}
		e.Request.Header.Del("If-Match")
		if !tagged {
			return after, nil
		}
		e.Request.SetHeader("If-Match", v.etag)
		if v.revision == revision && e.revision(get) == revision || look == maxLooks {
			return after, nil
		}
		if _, err := Fetch(ctx, e.Now(), e.get, e.args); err != nil {
			return nil, err
		}
	}
}

// prepareQueued is prepare for a call that waits behind others: it changes what
// they leave, and can ask nobody for an entity tag.
func (e *edit) prepareQueued(l *store.Layer, get *answer.Request) (after any, err error) {
	after, err = e.write(l, false)
	if err != nil || e.Request.Body == nil {
		return after, err
	}
	e.Request.Header.Del("If-Match")
	v, status := validatorOf(e.Session, get.ID)
	if status != store.Missing && v.strong() && v.revision == e.revision(get) {
		e.Request.SetHeader("If-Match", v.etag)
	}
	return after, nil
}

func (e *edit) revision(get *answer.Request) uint64 {
	_, revision := Call{e.Session, e.get, get}.revision(e.get.Schema.(answer.Keeper))
	return revision
}

// write writes the body of the call: what the layer changes in what the server
// has said, when that is to be matched, or else in what is beneath the layer.
func (e *edit) write(l *store.Layer, confirmed bool) (after any, err error) {
	before, after, ok := e.Endpoint.Schema.(answer.Editor).Preview(e.Store(), l, e.Request, confirmed)
	if !ok {
		return nil, e.Client.Faults.New(e.Request, fault.Conflict, fmt.Errorf("%w while it was edited", fault.ErrNotFound))
	}
	if e.Request.Body, err = answer.Difference(e.Client.Codec, e.Request.Format, before, after); err != nil {
		return nil, e.Client.Faults.New(e.Request, fault.Argument, err)
	}
	if e.Endpoint.Encode != nil && e.Request.Body != nil {
		if e.Request.Upload, err = e.Endpoint.Encode(jsontext.Value(e.Request.Body), e.Request.Body); err != nil {
			return nil, e.Client.Faults.New(e.Request, fault.Argument, err)
		}
	}
	return after, nil
}
