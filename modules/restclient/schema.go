package restclient

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// Entity is a value that its primary key identifies, such as
//
//	func (t Todo) PK() int { return t.ID }
//
// It is a struct, not a pointer to one.
type Entity[K comparable] = entity.Entity[K]

// List is a read-only view of a list at one moment: Len, At, All, Slice.
type List[E any] = entity.List[E]

// Schema says how a response of type R becomes stored data and how it is found
// again. EntityOf and ListOf make one; without, a response is stored as a whole.
type Schema[R any] interface {
	// lookup finds the answer to a call in the store.
	lookup(s *entity.Store, c *call) (R, entity.Status)
	// absorb stores a response and returns what it means.
	absorb(client *Client, w entity.Write, r *reply) (R, error)
	// touch makes the answer to a call invalid or stale.
	touch(s *entity.Store, c *call, t touch)
	// keyType is the type of primary keys, nil when there are none.
	keyType() reflect.Type
}

type touch bool

const (
	invalidate touch = true
	expire     touch = false
)

func schemaFor[R any](d declaration) (Schema[R], error) {
	if d.schema == nil {
		return plainSchema[R]{}, nil
	}
	s, ok := d.schema.(Schema[R])
	if !ok {
		return nil, fmt.Errorf("the schema does not make a %s", reflect.TypeFor[R]())
	}
	return s, nil
}

// plainSchema stores responses as a whole, by method and URL.
type plainSchema[R any] struct{}

func (plainSchema[R]) keyType() reflect.Type { return nil }

func (plainSchema[R]) lookup(s *entity.Store, c *call) (R, entity.Status) {
	return entity.ValuesOf[R](s).Get(c.id())
}

func (plainSchema[R]) touch(s *entity.Store, c *call, t touch) {
	if t == invalidate {
		entity.ValuesOf[R](s).Invalidate(c.id())
		return
	}
	entity.ValuesOf[R](s).Expire(c.id())
}

func (p plainSchema[R]) absorb(client *Client, w entity.Write, r *reply) (R, error) {
	value, err := p.decode(client, r)
	if err == nil && !r.call.mutates {
		entity.ValuesOf[R](client.store).Set(w, r.call.id(), value)
	}
	return value, err
}

func (plainSchema[R]) decode(client *Client, r *reply) (R, error) {
	var value R
	if _, none := any(value).(None); none || r.isEmpty() {
		return value, nil
	}
	if decodeText(&value, r) {
		return value, nil
	}
	if err := r.needJSON(); err != nil {
		return value, err
	}
	if err := client.codec.Unmarshal(r.body, &value); err != nil {
		var zero R
		return zero, r.fail(KindDecode, err)
	}
	return value, nil
}

// decodeText takes bodies that are not JSON for results that are text or bytes.
func decodeText(value any, r *reply) bool {
	if r.isJSON() {
		return false
	}
	switch v := value.(type) {
	case *string:
		*v = string(r.body)
	case *[]byte:
		*v = r.body
	default:
		return false
	}
	return true
}

// EntityOf is the schema of a response that is one E. Calls whose arguments
// hold the primary key are answered from whatever delivered that entity.
func EntityOf[E Entity[K], K comparable]() Schema[E] { return entitySchema[E, K]{} }

type entitySchema[E Entity[K], K comparable] struct{}

func (entitySchema[E, K]) keyType() reflect.Type { return reflect.TypeFor[K]() }

// ref is the key of the entity that answered a request whose arguments do not
// hold it, such as /users/me.
type ref[E any, K comparable] struct{ key K }

func (entitySchema[E, K]) byKey(s *entity.Store, key any) (E, entity.Status) {
	k, ok := key.(K)
	if !ok {
		var zero E
		return zero, entity.Missing
	}
	return entity.TableOf[E](s).Get(k)
}

func (es entitySchema[E, K]) lookup(s *entity.Store, c *call) (E, entity.Status) {
	if e, status := es.byKey(s, c.key); status != entity.Missing {
		return e, status
	}
	r, status := entity.ValuesOf[ref[E, K]](s).Get(c.id())
	if status == entity.Missing {
		var zero E
		return zero, entity.Missing
	}
	return entity.TableOf[E](s).Get(r.key)
}

func (entitySchema[E, K]) touch(s *entity.Store, c *call, t touch) {
	k, ok := c.key.(K)
	if r, status := entity.ValuesOf[ref[E, K]](s).Get(c.id()); status != entity.Missing {
		k, ok = r.key, true
	}
	switch {
	case !ok:
	case t == invalidate:
		entity.TableOf[E](s).Invalidate(k)
	default:
		entity.TableOf[E](s).Expire(k)
	}
}

func (es entitySchema[E, K]) absorb(client *Client, w entity.Write, r *reply) (E, error) {
	var zero E
	if r.isEmpty() {
		return es.absorbSent(client, w, r)
	}
	if err := r.needJSON(); err != nil {
		return zero, err
	}
	table := entity.TableOf[E](client.store)
	row, err := table.Decode(r.body)
	if err != nil {
		return zero, r.badRow(err)
	}
	stored := table.Put(w, row)
	if k := row.Value().PK(); r.call.key != any(k) && !r.call.mutates {
		entity.ValuesOf[ref[E, K]](client.store).Set(w, r.call.id(), ref[E, K]{k})
	}
	return stored, nil
}

// absorbSent is for a success without a body: what was sent stands, until it is
// read again, which is at the next use.
func (es entitySchema[E, K]) absorbSent(client *Client, w entity.Write, r *reply) (E, error) {
	var zero E
	k, ok := r.call.key.(K)
	if !ok || r.call.body == nil {
		return zero, r.noValue()
	}
	table := entity.TableOf[E](client.store)
	row, err := table.DecodeFields(r.call.body)
	if err != nil {
		return zero, r.noValue()
	}
	w.TTL = 0
	stored, ok := table.Update(w, k, row)
	if !ok {
		return zero, r.noValue()
	}
	return stored, nil
}

// badRow sorts the error of a decoder.
func (r *reply) badRow(err error) error {
	var key *entity.KeyError
	if errors.As(err, &key) {
		return r.fail(KindSchema, err)
	}
	return r.fail(KindDecode, err)
}

// decodeRows reads a JSON array of entities.
func decodeRows[E Entity[K], K comparable](client *Client, r *reply) ([]entity.Row[E], error) {
	if r.isEmpty() {
		return nil, r.noValue()
	}
	if err := r.needJSON(); err != nil {
		return nil, err
	}
	var items []jsontext.Value
	if err := client.codec.Unmarshal(r.body, &items); err != nil {
		return nil, r.fail(KindDecode, err)
	}
	if items == nil {
		return nil, r.fail(KindDecode, errors.New("want a JSON array, have null"))
	}
	table := entity.TableOf[E](client.store)
	rows := make([]entity.Row[E], 0, len(items))
	for i, item := range items {
		row, err := table.Decode(item)
		if err != nil {
			return nil, r.badRow(fmt.Errorf("item %d: %w", i, err))
		}
		rows = append(rows, row)
	}
	return rows, nil
}
