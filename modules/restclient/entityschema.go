package restclient

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// EntityOf is the schema of a response that is one E. Calls whose arguments
// hold the primary key are answered from whatever delivered that entity.
func EntityOf[E Entity[K], K comparable]() Schema[E] {
	return schemaOf[E]{entitySchema{of: entity.KindOf[E]()}}
}

type entitySchema struct {
	of *entity.Kind
	// member is set for the endpoints of a resource: the key in their arguments is the
	// key of the answer. The path of other endpoints may only lead to an entity.
	member bool
}

func (es entitySchema) keyType() reflect.Type { return es.of.KeyType() }

func (es entitySchema) table(s session) *entity.AnyTable { return es.of.In(s.store()) }

// ref is the entity that answered a request whose arguments do not hold its key,
// such as /users/me.
type ref struct {
	of  *entity.Kind
	key any
	// saved is the key as it was saved, as long as nobody has asked for it.
	saved stdjson.RawMessage
}

// MarshalJSON writes the key, to be saved: the name of a ref says of which kind.
func (r ref) MarshalJSON() ([]byte, error) {
	if r.saved != nil {
		return r.saved, nil
	}
	return stdjson.Marshal(r.key)
}

// UnmarshalJSON keeps what was saved until it is known of which kind it is.
func (r *ref) UnmarshalJSON(data []byte) error {
	*r = ref{saved: bytes.Clone(data)}
	return nil
}

// keyOf returns the key, if it is one of that kind.
func (r ref) keyOf(of *entity.Kind) (key any, ok bool) {
	if r.saved == nil {
		return r.key, r.of == of
	}
	to := reflect.New(of.KeyType())
	if err := stdjson.Unmarshal(r.saved, to.Interface()); err != nil {
		return nil, false
	}
	return to.Elem().Interface(), true
}

// refs are those of all kinds.
func refs(s session) *entity.Values[ref] { return entity.ValuesOf[ref](s.store()) }

// refID names the ref of a call: from one URL, several kinds may be read.
func (es entitySchema) refID(c *call) string {
	if c.ref == "" {
		c.ref = es.of.Type().String() + " " + c.id()
	}
	return c.ref
}

func (es entitySchema) ref(s session, c *call) (key any, ok bool) {
	r, status := refs(s).GetAt(s.at, es.refID(c))
	if status == entity.Missing {
		return nil, false
	}
	return r.keyOf(es.of)
}

// keyIn finds the key in the arguments of a call.
func (es entitySchema) keyIn(c *call) (key any, ok bool) {
	return c.key, c.key != nil && reflect.TypeOf(c.key) == es.of.KeyType()
}

func (es entitySchema) lookup(s session, c *call) (any, entity.Status) {
	if k, ok := es.keyIn(c); ok {
		if e, status := es.table(s).GetAt(s.at, k); status != entity.Missing {
			return e, status
		}
	}
	if k, ok := es.ref(s, c); ok {
		return es.table(s).GetAt(s.at, k)
	}
	return nil, entity.Missing
}

func (es entitySchema) touch(s session, c *call, t touch) {
	k, ok := es.ref(s.now(), c)
	if !ok {
		k, ok = es.keyIn(c)
	}
	if ok {
		es.touchKey(s, k, t)
	}
}

func (es entitySchema) touchKey(s session, k any, t touch) {
	if t == invalidate {
		es.table(s).Invalidate(k)
		return
	}
	es.table(s).Expire(k)
}

func (es entitySchema) decode(s session, r *reply) (answer, error) {
	if r.isEmpty() {
		return es.decodeSent(s, r)
	}
	if err := r.needJSON(); err != nil {
		return answer{}, err
	}
	table := es.table(s)
	row, err := es.decodeRow(s, r)
	if err != nil {
		return answer{}, err
	}
	if err := es.checkMember(table, r.call, row); err != nil {
		return answer{}, err
	}
	var stored struct{ entity, key any }
	return answer{
		store: func(w entity.Write) {
			stored.entity = table.Put(w, row)
			stored.key = table.KeyOf(stored.entity)
			r.call.answerKey = stored.key
			if stored.key != r.call.key && !r.call.mutates {
				refs(s).Set(w, es.refID(r.call), ref{of: es.of, key: stored.key})
			}
		},
		value:     func() any { return es.settled(s, r.call, stored.key, stored.entity) },
		confirmed: func(w entity.Write) bool { return table.Confirms(w, row) },
	}, nil
}

// decodeRow reads the entity that answers a call. The answer to a mutation may
// lack the key that the arguments have.
func (es entitySchema) decodeRow(s session, r *reply) (entity.AnyRow, error) {
	if k, ok := es.keyIn(r.call); ok && r.call.mutates {
		return es.table(s).DecodeFor(k, r.body)
	}
	return es.table(s).Decode(r.body)
}

// checkMember refuses an entity that is another one than the arguments name,
// unless the mutation has given it its key.
func (es entitySchema) checkMember(table *entity.AnyTable, c *call, row entity.AnyRow) error {
	want, ok := es.keyIn(c)
	if !es.member || !ok {
		return nil
	}
	have := table.KeyOf(row.Value())
	if have == want {
		return nil
	}
	if sent, err := table.Decode(c.members()); c.mutates && err == nil && table.KeyOf(sent.Value()) == have {
		return nil
	}
	name := es.of.Name()
	return schemaError(fmt.Sprintf("want %s %v, have %[1]s %[3]v: is the path right, and does PK return what is in it?", name, want, have))
}

// decodeSent is for a success without a body: what was sent stands, until it is
// read again, which is at the next use.
func (es entitySchema) decodeSent(s session, r *reply) (answer, error) {
	k, ok := es.keyIn(r.call)
	if !ok || r.call.body == nil {
		return answer{}, ErrNoValue
	}
	table := es.table(s)
	row, err := table.DecodeFields(r.call.members())
	if err != nil || !table.Has(k) {
		return answer{}, ErrNoValue
	}
	var stored any
	return answer{
		store: func(w entity.Write) {
			w.TTL = 0
			stored, _ = table.Update(w, k, row)
		},
		value: func() any { return es.settled(s, r.call, k, stored) },
	}, nil
}

// settled returns the result of a call. That of a mutation is what is there
// after its layer has gone: stored is with the layer upon the answer.
func (es entitySchema) settled(s session, c *call, k, stored any) any {
	if !c.mutates {
		return stored
	}
	if e, status := es.table(s).GetAt(nil, k); status != entity.Missing {
		return e
	}
	return stored
}
