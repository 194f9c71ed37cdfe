package restclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

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
	s, err := sessionOf(ctx, r.PartialUpdate.ep)
	if err != nil {
		var zero E
		return zero, err
	}
	return edit(ctx, s, r, key, f)
}

// editor is the schema of something that can be edited.
type editor[E any] interface {
	edit(s session, l *entity.Layer, c *call, f func(*E))
	preview(s session, l *entity.Layer, c *call) (before, after E, ok bool)
}

func (entitySchema[E, K]) edit(s session, l *entity.Layer, c *call, f func(*E)) {
	entity.TableOf[E](s.store()).Edit(entity.Write{}, l, c.key.(K), f)
}

func (entitySchema[E, K]) preview(s session, l *entity.Layer, c *call) (before, after E, ok bool) {
	return entity.TableOf[E](s.store()).Preview(l, c.key.(K))
}

func edit[E, P, F any](ctx context.Context, s session, r Resource[E, P, F], key P, f func(*E)) (E, error) {
	if current, err := suspend(ctx, s, r.Get.ep, key); err != nil {
		return current, err
	}
	c, err := r.PartialUpdate.ep.call(s.client, key)
	if err != nil {
		var zero E
		return zero, err
	}
	c.mutates = true
	c.patchFormat = r.PartialUpdate.ep.patchFormat
	value, err := s.space.flights.alone(ctx, s.space, s.task(c, func(ctx context.Context) (any, error) {
		return attemptEdit(ctx, s, r, key, c, f)
	}))
	if err != nil {
		var zero E
		return zero, c.wrap(err)
	}
	return value.(E), nil
}

// attemptEdit sends the edit and, if somebody else was faster, once more.
func attemptEdit[E, P, F any](ctx context.Context, s session, r Resource[E, P, F], key P, c *call, f func(*E)) (E, error) {
	value, err := sendEdit(ctx, s, r, key, c, f)
	if !errors.Is(err, ErrPrecondition) {
		return value, err
	}
	if _, err := fetch(ctx, s, r.Get.ep, key); err != nil {
		return value, err
	}
	value, err = sendEdit(ctx, s, r, key, c, f)
	if e, ok := asError(err); ok && errors.Is(err, ErrPrecondition) {
		e.Kind = KindConflict
		e.Err = errors.New("the entity was changed by somebody else, twice")
	}
	return value, err
}

func sendEdit[E, P, F any](ctx context.Context, s session, r Resource[E, P, F], key P, c *call, f func(*E)) (E, error) {
	ep := r.PartialUpdate.ep
	schema := ep.schema.(editor[E])
	l := s.store().Layer()
	schema.edit(s, l, c, f)
	before, after, ok := schema.preview(s, l, c)
	if !ok {
		l.Remove(entity.Write{})
		return before, c.fail(KindConflict, fmt.Errorf("%w while it was edited", ErrNotFound))
	}
	patch, err := newPatch(s.client.codec, c.patchFormat, before, after)
	if err != nil {
		l.Remove(entity.Write{})
		return before, c.fail(KindArgument, err)
	}
	if patch == nil {
		l.Remove(entity.Write{})
		return after, nil
	}
	c.body = patch
	if err := r.matchKnown(s, key, c); err != nil {
		l.Remove(entity.Write{})
		return before, err
	}
	return ep.perform(ctx, s, c, l)
}

// matchKnown makes a mutation fail when the entity is not what the store knows.
func (r Resource[E, P, F]) matchKnown(s session, key P, c *call) error {
	get, err := r.Get.ep.call(s.client, key)
	if err != nil {
		return err
	}
	c.header.Del("If-Match")
	if v, status := validators(s).Get(get.id()); status != entity.Missing && v.strong() {
		c.setHeader("If-Match", v.etag)
	}
	return nil
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

// members returns the members of a value as it is written, in canonical form.
func members(codec Codec, v any) (map[string]jsontext.Value, error) {
	data, err := codec.Marshal(v)
	if err != nil {
		return nil, err
	}
	canonical := jsontext.Value(data)
	if err := canonical.Canonicalize(); err != nil {
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
