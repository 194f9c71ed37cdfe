package answer

import (
	stdjson "encoding/json"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Add adds what the server created to the lists it belongs to.
type Add struct {
	Entity
	Front bool
}

// KeyType is nil.
func (Add) KeyType() reflect.Type { return nil }

// Decode reads what was created: one entity, or an array of them.
func (a Add) Decode(st *store.Store, r *Reply) (Answer, error) {
	table := a.table(st)
	rows, err := a.created(st, r)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, ErrNoValue
	}
	stored := rows[0].Value()
	return made{
		store: func(w store.Write) any {
			key := table.KeyOf(rows[0].Value())
			if r.Request.Draft != nil {
				table.Adopt(w, r.Request.Draft, rows[0])
			}
			if l := table.Add(w, added(st, r.Request), rows, a.Front); l.Len() > 0 {
				stored = l.At(0)
			}
			return key
		},
		value: func() any { return stored },
		keys:  keysOf(table, rows),
	}, nil
}

func keysOf(table *store.Table, rows []store.Row) (keys []any) {
	for _, row := range rows {
		keys = append(keys, table.KeyOf(row.Value()))
	}
	return keys
}

func (a Add) created(st *store.Store, r *Reply) ([]store.Row, error) {
	if err := r.needValue(); err != nil {
		return nil, err
	}
	data, err := r.part(a.In)
	if err != nil {
		return nil, err
	}
	table := a.table(st)
	if jsontext.Value(data).Kind() == '[' {
		return table.DecodeAll(data)
	}
	row, err := table.Decode(data)
	if err != nil {
		return nil, err
	}
	return []store.Row{row}, nil
}

// added is what a new entity says about the lists that it belongs to: the
// arguments, and its fields.
func added(st *store.Store, r *Request) store.ListKey {
	key := r.List
	key.Args = append(bodyArgs(st, r.Body), key.Args...)
	return key
}

// bodyArgs lists the scalar members of a JSON object as arguments, so that a
// list of userId=1 takes a body that says so.
func bodyArgs(st *store.Store, body []byte) []store.Arg {
	var members map[string]any
	if err := st.Unmarshal(body, &members); err != nil {
		return nil
	}
	args := make([]store.Arg, 0, len(members))
	for name, member := range members {
		switch v := member.(type) {
		case string:
			args = append(args, store.Arg{Name: name, Value: v})
		case bool:
			args = append(args, store.Arg{Name: name, Value: strconv.FormatBool(v)})
		case stdjson.Number:
			args = append(args, store.Arg{Name: name, Value: v.String()})
		case float64:
			args = append(args, store.Arg{Name: name, Value: strconv.FormatFloat(v, 'f', -1, 64)})
		}
	}
	return args
}

// Predict shows what is created, under a key that is made up.
func (a Add) Predict(st *store.Store, w store.Write, l *store.Layer, r *Request) (key any) {
	table := a.table(st)
	row, err := table.DecodeFields(r.Body)
	if err != nil {
		return r.Draft
	}
	draft, ok := a.draft(table, row.Value(), r)
	if !ok {
		return r.Draft
	}
	table.Draft(w, l, draft, added(st, r), a.Front)
	return table.KeyOf(draft)
}

// draft gives what is created the key that was made up for it, or makes one up.
func (Add) draft(table *store.Table, value any, r *Request) (any, bool) {
	if r.Draft != nil {
		return table.WithKey(value, r.Draft)
	}
	return table.NewDraft(value)
}

// Expect does nothing: nobody knows what is created.
func (Add) Expect(*store.Store, store.Write, *store.Layer, *Request) {}

// Doubt makes the lists stale that the new entity belongs to.
func (a Add) Doubt(st *store.Store, w store.Write, r *Request, _ bool) {
	a.table(st).DoubtLists(w, added(st, r))
}

// Remove deletes the entity whose key the arguments hold. What the server
// answers does not matter.
type Remove struct {
	Whole
	Of *store.Kind
}

// Kind is that of the entities.
func (rs Remove) Kind() *store.Kind { return rs.Of }

// KeyType is the type of the primary keys.
func (rs Remove) KeyType() reflect.Type { return rs.Of.KeyType() }

// KeyAt finds the key of the entity that a request of that ID has returned.
func (rs Remove) KeyAt(st *store.Store, id string) (key any, ok bool) {
	return Entity{Of: rs.Of}.KeyAt(st, id)
}

func (rs Remove) table(st *store.Store) *store.Table { return rs.Of.In(st) }

// Touch is about the entity, which is there as long as its deletion has failed.
func (rs Remove) Touch(st *store.Store, r *Request, how store.Touch) {
	Entity{Of: rs.Of}.Touch(st, r, how)
}

// Decode reads nothing.
func (rs Remove) Decode(st *store.Store, r *Reply) (Answer, error) {
	a := valueOf(reflect.Zero(rs.Result).Interface())
	if r.Request.Key != nil {
		a.keys = []any{r.Request.Key}
	}
	a.store = func(w store.Write) any {
		rs.gone(st, w, r.Request)
		return nil
	}
	return a, nil
}

// gone deletes the entity. Where it is not known which one that is, the lists are stale
// that it may be in.
func (rs Remove) gone(st *store.Store, w store.Write, r *Request) {
	if r.Key == nil {
		rs.table(st).DoubtLists(w, r.List)
		return
	}
	rs.table(st).Delete(w, r.Key)
}

// Predict shows the entity no more.
func (rs Remove) Predict(st *store.Store, w store.Write, l *store.Layer, r *Request) (draft any) {
	if r.Key != nil {
		rs.table(st).Hide(w, l, r.Key)
	}
	return r.Draft
}

// Expect says that the entity will change.
func (rs Remove) Expect(st *store.Store, w store.Write, l *store.Layer, r *Request) {
	if r.Key != nil {
		rs.table(st).Expect(w, l, r.Key, store.Row{})
	}
}

// Doubt makes the entity stale, or deletes it when the server has.
func (rs Remove) Doubt(st *store.Store, w store.Write, r *Request, applied bool) {
	switch {
	case r.Key == nil || applied:
		rs.gone(st, w, r)
	default:
		rs.table(st).Doubt(w, r.Key)
	}
}
