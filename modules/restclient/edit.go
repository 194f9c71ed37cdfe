package restclient

import (
	"context"
	"errors"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

// PatchFormat is the media type of the body that Edit sends.
type PatchFormat string

// The formats of the body that Edit sends.
const (
	// PlainPatch sends the changed members as application/json.
	PlainPatch PatchFormat = "application/json"
	// MergePatch sends the changed members, and null for those that are gone
	// (RFC 7396).
	MergePatch PatchFormat = "application/merge-patch+json"
	// JSONPatch sends operations (RFC 6902).
	JSONPatch PatchFormat = answer.JSONPatch
)

// Edit changes an entity with one function: f changes a copy of it, which is
// shown at once, and what differs is sent as a PATCH with the endpoint
// PartialUpdate. F is called again when a response changes what it started
// from; it must do nothing but change its argument, and must not use the
// client. Nothing is sent when f changes nothing.
//
// When the server has given the entity a strong entity tag, the PATCH carries
// If-Match, so that it never overwrites what somebody else has changed. When
// somebody has (412), Edit reads the entity again, calls f with that and sends
// the new difference, once; if that is refused, too, the error is ErrConflict.
//
// An entity that is not stored is read first. Every error is an *Error.
func Edit[E, P, F any](ctx context.Context, r Resource[E, P, F], key P, f func(*E)) (E, error) {
	s, err := sessionOf(ctx, (*endpoint)(r.PartialUpdate.ep))
	if err != nil {
		return result[E](nil, err)
	}
	e := edit{mutation{s, (*endpoint)(r.PartialUpdate.ep), nil}, (*endpoint)(r.Get.ep), boxed(key), changing(f)}
	return result[E](e.run(ctx))
}

// changing is f for a pointer in an any.
func changing[E any](f func(*E)) func(entity any) { return func(entity any) { f(entity.(*E)) } }

// edit is one use of Edit.
type edit struct {
	mutation // of the endpoint that updates the entity; without a request at first
	get      *endpoint
	args     any
	change   func(entity any) // changes what entity points to
}

func (e *edit) run(ctx context.Context) (value any, err error) {
	if _, err := use(ctx, e.session, e.get, e.args); err != nil {
		return nil, err
	}
	if e.request, err = e.endpoint.request(e.client, e.args); err != nil {
		return nil, err
	}
	e.request.Mutates = true
	e.request.Format = string(e.endpoint.patchFormat)
	value, err = e.alone(ctx, e.request, e.attempt)
	if err != nil {
		return value, wrapped(e.request, err)
	}
	return value, nil
}

// attempt sends the edit and, if somebody else was faster, once more.
func (e *edit) attempt(ctx context.Context) (any, error) {
	l := e.store().Layer()
	schema := e.endpoint.schema.(answer.Editor)
	schema.Edit(e.store(), entity.Write{By: e.request.Op}, l, e.request, e.change)
	done, err := e.wait(ctx)
	if err != nil {
		l.Remove(entity.Write{By: e.request.Op})
		return nil, err
	}
	defer done()
	value, err := e.try(ctx, l)
	if !errors.Is(err, ErrPrecondition) {
		return value, err
	}
	if _, err := fetch(ctx, e.now(), e.get, e.args); err != nil {
		return nil, err
	}
	l = e.store().Layer()
	schema.Edit(e.store(), entity.Write{By: e.request.Op}, l, e.request, e.change)
	refused := err
	value, err = e.try(ctx, l)
	failure, ok := asError(err)
	if ok && failure.Attempts == 0 {
		failure.Attempts = attemptsOf(refused)
	}
	if ok && errors.Is(err, ErrPrecondition) {
		failure.Kind = KindConflict
		failure.Err = errors.New("the entity was changed by somebody else, twice")
	}
	return value, err
}

// try sends what the layer changes, if it does. The layer is removed when that is
// over.
func (e *edit) try(ctx context.Context, l *entity.Layer) (any, error) {
	prepared := false
	defer func() {
		if !prepared { // also when the function of the edit panics
			l.Remove(entity.Write{By: e.request.Op})
		}
	}()
	after, err := e.prepare(ctx, l)
	if err != nil || e.request.Body == nil {
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
func (e *edit) prepare(ctx context.Context, l *entity.Layer) (after any, err error) {
	get, err := e.get.request(e.client, e.args)
	if err != nil {
		return nil, err
	}
	if o := e.client.outbox; o.takes(e.mutation) && o.mustWait(e.mutation) {
		return e.prepareQueued(l, get)
	}
	for look := 1; ; look++ {
		v, status := validators(e.session).Get(get.ID)
		tagged := status != entity.Missing && v.strong()
		revision := e.revision(get)
		if after, err = e.write(l, tagged); err != nil || e.request.Body == nil {
			return after, err
		}
		e.request.Header.Del("If-Match")
		if !tagged {
			return after, nil
		}
		e.request.SetHeader("If-Match", v.etag)
		if v.revision == revision && e.revision(get) == revision || look == maxLooks {
			return after, nil
		}
		if _, err := fetch(ctx, e.now(), e.get, e.args); err != nil {
			return nil, err
		}
	}
}

// prepareQueued is prepare for a call that waits behind others: it changes what
// they leave, and can ask nobody for an entity tag.
func (e *edit) prepareQueued(l *entity.Layer, get *answer.Request) (after any, err error) {
	after, err = e.write(l, false)
	if err != nil || e.request.Body == nil {
		return after, err
	}
	e.request.Header.Del("If-Match")
	v, status := validators(e.session).Get(get.ID)
	if status != entity.Missing && v.strong() && v.revision == e.revision(get) {
		e.request.SetHeader("If-Match", v.etag)
	}
	return after, nil
}

func (e *edit) revision(get *answer.Request) uint64 {
	_, revision := e.get.schema.(answer.Keeper).Known(e.store(), get)
	return revision
}

// write writes the body of the call: what the layer changes in what the server
// has said, when that is to be matched, or else in what is beneath the layer.
func (e *edit) write(l *entity.Layer, confirmed bool) (after any, err error) {
	before, after, ok := e.endpoint.schema.(answer.Editor).Preview(e.store(), l, e.request, confirmed)
	if !ok {
		return nil, newError(e.request, KindConflict, fmt.Errorf("%w while it was edited", ErrNotFound))
	}
	if e.request.Body, err = answer.Difference(e.client.config.codec, e.request.Format, before, after); err != nil {
		return nil, newError(e.request, KindArgument, err)
	}
	return after, nil
}
