package restclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
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
	JSONPatch PatchFormat = "application/json-patch+json"
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
	e := edit{session: s, get: (*endpoint)(r.Get.ep), update: (*endpoint)(r.PartialUpdate.ep), args: boxed(key), change: changing(f)}
	return result[E](e.run(ctx))
}

// changing is f for a pointer in an any.
func changing[E any](f func(*E)) func(entity any) { return func(entity any) { f(entity.(*E)) } }

// editor is the schema of something that can be edited.
type editor interface {
	edit(s session, l *entity.Layer, c *call, change func(entity any))
	preview(s session, l *entity.Layer, c *call, confirmed bool) (before, after any, ok bool)
}

func (es entitySchema) edit(s session, l *entity.Layer, c *call, change func(entity any)) {
	es.table(s).Edit(entity.Write{By: c.op}, l, c.key, change)
}

func (es entitySchema) preview(s session, l *entity.Layer, c *call, confirmed bool) (before, after any, ok bool) {
	return es.table(s).Preview(l, c.key, confirmed)
}

// edit is one use of Edit.
type edit struct {
	session
	get, update *endpoint // of the resource
	args        any
	call        *call            // of update
	change      func(entity any) // changes what entity points to
}

func (e *edit) run(ctx context.Context) (value any, err error) {
	if _, err := e.get.suspend(ctx, e.session, e.args); err != nil {
		return nil, err
	}
	if e.call, err = e.update.call(e.client, e.args); err != nil {
		return nil, err
	}
	e.call.mutates = true
	e.call.patchFormat = e.update.patchFormat
	value, err = e.space.calls.Alone(ctx, e.task(e.call.alone(), e.attempt))
	if err != nil {
		return value, e.call.wrap(err)
	}
	return value, nil
}

// attempt sends the edit and, if somebody else was faster, once more.
func (e *edit) attempt(ctx context.Context) (any, error) {
	l := e.store().Layer()
	schema := e.update.schema.(editor)
	schema.edit(e.session, l, e.call, e.change)
	done, err := e.update.wait(ctx, e.session, e.call)
	if err != nil {
		l.Remove(entity.Write{By: e.call.op})
		return nil, err
	}
	defer done()
	value, err := e.send(ctx, l)
	if !errors.Is(err, ErrPrecondition) {
		return value, err
	}
	if _, err := e.get.fetch(ctx, e.now(), e.args); err != nil {
		return nil, err
	}
	l = e.store().Layer()
	schema.edit(e.session, l, e.call, e.change)
	value, err = e.send(ctx, l)
	if failure, ok := asError(err); ok && errors.Is(err, ErrPrecondition) {
		failure.Kind = KindConflict
		failure.Err = errors.New("the entity was changed by somebody else, twice")
	}
	return value, err
}

// send sends what the layer changes, if it does. The layer is removed when that
// is over.
func (e *edit) send(ctx context.Context, l *entity.Layer) (any, error) {
	prepared := false
	defer func() {
		if !prepared { // also when the function of the edit panics
			l.Remove(entity.Write{By: e.call.op})
		}
	}()
	after, err := e.prepare(ctx, l)
	if err != nil || e.call.body == nil {
		return after, err
	}
	prepared = true
	return e.update.perform(ctx, e.session, e.call, l)
}

// maxLooks bounds how often an edit looks for the entity tag of the state that
// it changes, before it leaves the decision to the server.
const maxLooks = 3

// prepare writes the body of the call, nil when the layer changes nothing, and
// makes the call fail when the server has another state than the one that is
// changed. It returns what the layer shows.
func (e *edit) prepare(ctx context.Context, l *entity.Layer) (after any, err error) {
	get, err := e.get.call(e.client, e.args)
	if err != nil {
		return nil, err
	}
	if o := e.client.outbox; o.takes(e.update, e.call) && o.mustWait(e.update, e.call) {
		return e.prepareQueued(l, get)
	}
	for look := 1; ; look++ {
		v, status := validators(e.session).Get(get.id())
		tagged := status != entity.Missing && v.strong()
		revision := e.revision(get)
		if after, err = e.write(l, tagged); err != nil || e.call.body == nil {
			return after, err
		}
		e.call.header.Del("If-Match")
		if !tagged {
			return after, nil
		}
		e.call.setHeader("If-Match", v.etag)
		if v.revision == revision && e.revision(get) == revision || look == maxLooks {
			return after, nil
		}
		if _, err := e.get.fetch(ctx, e.now(), e.args); err != nil {
			return nil, err
		}
	}
}

// prepareQueued is prepare for a call that waits behind others: it changes what
// they leave, and can ask nobody for an entity tag.
func (e *edit) prepareQueued(l *entity.Layer, get *call) (after any, err error) {
	after, err = e.write(l, false)
	if err != nil || e.call.body == nil {
		return after, err
	}
	e.call.header.Del("If-Match")
	v, status := validators(e.session).Get(get.id())
	if status != entity.Missing && v.strong() && v.revision == e.revision(get) {
		e.call.setHeader("If-Match", v.etag)
	}
	return after, nil
}

func (e *edit) revision(get *call) uint64 {
	return e.get.schema.(revalidator).revision(e.session, entity.Write{}, get)
}

// write writes the body of the call: what the layer changes in what the server
// has said, when that is to be matched, or else in what is beneath the layer.
func (e *edit) write(l *entity.Layer, confirmed bool) (after any, err error) {
	before, after, ok := e.update.schema.(editor).preview(e.session, l, e.call, confirmed)
	if !ok {
		return nil, e.call.fail(KindConflict, fmt.Errorf("%w while it was edited", ErrNotFound))
	}
	if e.call.body, err = newPatch(e.client.codec, e.call.patchFormat, before, after); err != nil {
		return nil, e.call.fail(KindArgument, err)
	}
	return after, nil
}

// newPatch writes what differs between two values, nil when nothing does.
func newPatch(codec Codec, format PatchFormat, before, after any) ([]byte, error) {
	old, err := members(codec, before)
	if err != nil {
		return nil, err
	}
	now, err := members(codec, after)
	if err != nil {
		return nil, err
	}
	changed := map[string]jsontext.Value{}
	for name, value := range now {
		if was, ok := old[name]; !ok || !bytes.Equal(was, value) {
			changed[name] = value
		}
	}
	for name := range old {
		if _, ok := now[name]; !ok {
			changed[name] = nil
		}
	}
	if len(changed) == 0 {
		return nil, nil
	}
	if format == JSONPatch {
		return operations(old, changed)
	}
	return mergePatch(changed)
}

// members returns the members of a value as it is written. Names are in order;
// numbers stay as they are, because a float64 does not hold all of them.
func members(codec Codec, v any) (map[string]jsontext.Value, error) {
	data, err := codec.Marshal(v)
	if err != nil {
		return nil, err
	}
	canonical := jsontext.Value(data)
	if err := canonical.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false)); err != nil {
		return nil, err
	}
	m := map[string]jsontext.Value{}
	return m, codec.Unmarshal(canonical, &m)
}

func mergePatch(changed map[string]jsontext.Value) ([]byte, error) {
	var b bytes.Buffer
	enc := jsontext.NewEncoder(&b)
	err := enc.WriteToken(jsontext.BeginObject)
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		value := changed[name]
		if value == nil {
			value = jsontext.Value("null")
		}
		err = errors.Join(err, enc.WriteToken(jsontext.String(name)), enc.WriteValue(value))
	}
	err = errors.Join(err, enc.WriteToken(jsontext.EndObject))
	return bytes.TrimSpace(b.Bytes()), err
}

// operations writes the changes of members as RFC 6902 has it.
func operations(old, changed map[string]jsontext.Value) ([]byte, error) {
	var b bytes.Buffer
	enc := jsontext.NewEncoder(&b)
	err := enc.WriteToken(jsontext.BeginArray)
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		op := "add"
		if _, ok := old[name]; ok {
			op = "replace"
		}
		if changed[name] == nil {
			op = "remove"
		}
		err = errors.Join(err, writeOperation(enc, op, name, changed[name]))
	}
	err = errors.Join(err, enc.WriteToken(jsontext.EndArray))
	return bytes.TrimSpace(b.Bytes()), err
}

func writeOperation(enc *jsontext.Encoder, op, name string, value jsontext.Value) error {
	tokens := []jsontext.Token{
		jsontext.BeginObject,
		jsontext.String("op"), jsontext.String(op),
		jsontext.String("path"), jsontext.String(string(jsontext.Pointer("").AppendToken(name))),
	}
	var err error
	for _, token := range tokens {
		err = errors.Join(err, enc.WriteToken(token))
	}
	if value != nil {
		err = errors.Join(err, enc.WriteToken(jsontext.String("value")), enc.WriteValue(value))
	}
	return errors.Join(err, enc.WriteToken(jsontext.EndObject))
}

// members returns the body of a change as the members that it sets, null for
// those that it removes.
func (c *call) members() []byte {
	if c.patchFormat != JSONPatch {
		return c.body
	}
	var ops []struct {
		Op    string         `json:"op"`
		Path  string         `json:"path"`
		Value jsontext.Value `json:"value"`
	}
	if err := json.Unmarshal(c.body, &ops); err != nil {
		return c.body
	}
	changed := map[string]jsontext.Value{}
	for _, op := range ops {
		changed[jsontext.Pointer(op.Path).LastToken()] = op.Value
	}
	body, err := mergePatch(changed)
	if err != nil {
		return c.body
	}
	return body
}
