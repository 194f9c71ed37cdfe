package restclient

import (
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
	// untyped is the schema itself, whose results are of type R.
	untyped(*R) schema
}

// schema is a Schema for results whose type is known at run time only: each is
// an R in an any.
type schema interface {
	entity.Part
	// lookup finds the answer to a call in the store.
	lookup(s session, c *call) (any, entity.Status)
	// decode reads a response, without storing anything. Its errors are facts: who
	// stores the answer makes an *Error of them, by reply.fault.
	decode(s session, r *reply) (answer, error)
	// touch makes the answer to a call invalid or stale.
	touch(s session, c *call, t touch)
	// keyType is the type of primary keys, nil when there are none.
	keyType() reflect.Type
}

// schemaOf is a schema with the type of its results.
type schemaOf[R any] struct{ schema schema }

func (s schemaOf[R]) AddTo(p *entity.Parts) { s.schema.AddTo(p) }
func (s schemaOf[R]) untyped(*R) schema     { return s.schema }

// untyped returns the schema behind s, nil for nil.
func untyped[R any](s Schema[R]) schema {
	if s == nil {
		return nil
	}
	return s.untyped(nil)
}

// answer is a decoded response.
type answer struct {
	store func(entity.Write) // stores it; called once, inside a commit; may be nil
	value func() any         // what it means, after it was stored
	// confirmed tells, after it was stored, whether that is what the server has
	// said last. Nil means that it is.
	confirmed func(entity.Write) bool
}

func plain(value any) answer { return answer{value: func() any { return value }} }

type touch bool

const (
	invalidate touch = true
	expire     touch = false
)

// schemaOr returns the schema that is declared, or else plain.
func (d declaration) schemaOr(plain plainSchema) (schema, error) {
	if d.schema == nil {
		return plain, needsNoSchema(plain.result)
	}
	if d.result != plain.result {
		return nil, fmt.Errorf("the schema does not make a %s", plain.result)
	}
	if f, ok := d.schema.(interface{ fault() error }); ok {
		return d.schema, f.fault()
	}
	return d.schema, nil
}

// plainSchema stores responses as a whole, by method and URL.
type plainSchema struct {
	result reflect.Type
}

func plainOf[R any]() plainSchema {
	return plainSchema{reflect.TypeFor[R]()}
}

func (plainSchema) keyType() reflect.Type { return nil }

func (p plainSchema) values(s session) *entity.AnyValues {
	return entity.ResponsesOf(s.store(), p.result)
}

func (p plainSchema) lookup(s session, c *call) (any, entity.Status) {
	return p.values(s).GetAt(s.at, c.id())
}

func (p plainSchema) touch(s session, c *call, t touch) {
	if t == invalidate {
		p.values(s).Invalidate(c.id())
		return
	}
	p.values(s).Expire(c.id())
}

func (p plainSchema) decode(s session, r *reply) (answer, error) {
	value, err := p.read(s.client, r)
	if err != nil || r.call.mutates {
		return plain(value), err
	}
	a := plain(value)
	a.store = func(w entity.Write) { p.values(s).Set(w, r.call.id(), value) }
	return a, nil
}

func (p plainSchema) read(client *Client, r *reply) (any, error) {
	to := reflect.New(p.result)
	switch {
	case p.result == reflect.TypeFor[None](), r.isEmpty(), decodeText(to.Interface(), r):
		return to.Elem().Interface(), nil
	}
	if err := r.needJSON(); err != nil {
		return nil, err
	}
	if err := client.codec.Unmarshal(r.body, to.Interface()); err != nil {
		return nil, err
	}
	return to.Elem().Interface(), nil
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
