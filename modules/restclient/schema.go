package restclient

import (
	"errors"
	"fmt"
	"reflect"

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
	// Part lets a schema of one entity, or of a list of them, say what occurs
	// inside others.
	entity.Part

	// lookup finds the answer to a call in the store.
	lookup(s session, c *call) (R, entity.Status)
	// decode reads a response, without storing anything.
	decode(s session, r *reply) (answer[R], error)
	// touch makes the answer to a call invalid or stale.
	touch(s session, c *call, t touch)
	// keyType is the type of primary keys, nil when there are none.
	keyType() reflect.Type
}

// answer is a decoded response.
type answer[R any] struct {
	store func(entity.Write) // stores it; called once, inside a commit; may be nil
	value func() R           // what it means, after it was stored
}

func plain[R any](value R) answer[R] { return answer[R]{value: func() R { return value }} }

type touch bool

const (
	invalidate touch = true
	expire     touch = false
)

func schemaFor[R any](d declaration) (Schema[R], error) {
	if d.schema == nil {
		return plainSchema[R]{}, needsNoSchema[R]()
	}
	s, ok := d.schema.(Schema[R])
	if !ok {
		return nil, fmt.Errorf("the schema does not make a %s", reflect.TypeFor[R]())
	}
	if f, ok := d.schema.(interface{ fault() error }); ok {
		return s, f.fault()
	}
	return s, nil
}

// plainSchema stores responses as a whole, by method and URL.
type plainSchema[R any] struct{}

func (plainSchema[R]) keyType() reflect.Type { return nil }

func (plainSchema[R]) lookup(s session, c *call) (R, entity.Status) {
	return entity.ValuesOf[R](s.store()).GetAt(s.at, c.id())
}

func (plainSchema[R]) touch(s session, c *call, t touch) {
	values := entity.ValuesOf[R](s.store())
	if t == invalidate {
		values.Invalidate(c.id())
		return
	}
	values.Expire(c.id())
}

func (p plainSchema[R]) decode(s session, r *reply) (answer[R], error) {
	value, err := p.read(s.client, r)
	if err != nil || r.call.mutates {
		return plain(value), err
	}
	a := plain(value)
	a.store = func(w entity.Write) { entity.ValuesOf[R](s.store()).Set(w, r.call.id(), value) }
	return a, nil
}

func (plainSchema[R]) read(client *Client, r *reply) (R, error) {
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

// badRow sorts the error of a decoder.
func (r *reply) badRow(err error) error {
	var key *entity.KeyError
	var invalid *entity.InvalidError
	if errors.As(err, &key) || errors.As(err, &invalid) {
		return r.fail(KindSchema, err)
	}
	return r.fail(KindDecode, err)
}
