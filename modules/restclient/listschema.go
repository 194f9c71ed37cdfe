package restclient

import (
	"bytes"
	stdjson "encoding/json"
	"reflect"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// ListOf is the schema of a response that is an array of E. The arguments of
// the call identify the list.
func ListOf[E Entity[K], K comparable]() Schema[List[E]] {
	return schemaOf[List[E]]{listSchema{entity.KindOf[E]()}}
}

type listSchema struct{ of *entity.Kind }

func (listSchema) keyType() reflect.Type { return nil }

func (ls listSchema) table(s session) *entity.AnyTable { return ls.of.In(s.store()) }

func (ls listSchema) lookup(s session, c *call) (any, entity.Status) {
	l, status := ls.table(s).ListAt(s.at, c.list)
	return l.List(), status
}

func (ls listSchema) touch(s session, c *call, t touch) {
	if t == invalidate {
		ls.table(s).InvalidateList(c.list)
		return
	}
	ls.table(s).ExpireList(c.list)
}

func (ls listSchema) decode(s session, r *reply) (answer, error) {
	table := ls.table(s)
	rows, err := decodeRows(table, r)
	if err != nil {
		return answer{}, err
	}
	return answer{
		store: func(w entity.Write) { table.Replace(w, r.call.list, rows) },
		value: func() any {
			l, _ := table.ListAt(nil, r.call.list)
			return l.List()
		},
		confirmed: func(w entity.Write) bool { return table.ListConfirms(w, r.call.list, rows) },
	}, nil
}

// pageSchema appends a page to the list that its arguments name without the
// pagination field. It answers with the rows of the page.
type pageSchema struct{ listSchema }

func (p pageSchema) decode(s session, r *reply) (answer, error) {
	table := p.table(s)
	rows, err := decodeRows(table, r)
	if err != nil {
		return answer{}, err
	}
	var page entity.AnyList
	return answer{
		store: func(w entity.Write) { page = table.Append(w, r.call.list, rows) },
		value: func() any { return page.List() },
	}, nil
}

// addSchema adds what the server created to the lists it belongs to.
type addSchema struct {
	entitySchema
	front bool
}

func (addSchema) keyType() reflect.Type { return nil }

func (a addSchema) decode(s session, r *reply) (answer, error) {
	table := a.table(s)
	rows, err := a.created(table, r)
	if err != nil {
		return answer{}, err
	}
	if len(rows) == 0 {
		return answer{}, ErrNoValue
	}
	stored := rows[0].Value()
	return answer{
		store: func(w entity.Write) {
			r.call.made = table.KeyOf(rows[0].Value())
			if r.call.draft != nil {
				table.Adopt(w, r.call.draft, rows[0])
			}
			if l := table.Add(w, added(s, r.call), rows, a.front); l.Len() > 0 {
				stored = l.At(0)
			}
		},
		value: func() any { return stored },
	}, nil
}

// added is what a new entity says about the lists that it belongs to: the
// arguments of the call, and its fields.
func added(s session, c *call) entity.ListKey {
	key := c.list
	key.Args = append(bodyArgs(s.client, c.body), key.Args...)
	return key
}

// created reads the answer to a creation: one entity, or an array of them.
func (addSchema) created(table *entity.AnyTable, r *reply) ([]entity.AnyRow, error) {
	if !r.isEmpty() && bytes.HasPrefix(bytes.TrimLeft(r.body, " \t\r\n"), []byte("[")) {
		return decodeRows(table, r)
	}
	if r.isEmpty() {
		return nil, ErrNoValue
	}
	if err := r.needJSON(); err != nil {
		return nil, err
	}
	row, err := table.Decode(r.body)
	if err != nil {
		return nil, err
	}
	return []entity.AnyRow{row}, nil
}

// bodyArgs lists the scalar members of a JSON object as arguments, so that a
// list of userId=1 takes a body that says so.
func bodyArgs(client *Client, body []byte) []entity.Arg {
	var members map[string]any
	if err := client.codec.Unmarshal(body, &members); err != nil {
		return nil
	}
	args := make([]entity.Arg, 0, len(members))
	for name, member := range members {
		switch v := member.(type) {
		case string:
			args = append(args, entity.Arg{Name: name, Value: v})
		case bool:
			args = append(args, entity.Arg{Name: name, Value: strconv.FormatBool(v)})
		case stdjson.Number:
			args = append(args, entity.Arg{Name: name, Value: v.String()})
		case float64:
			args = append(args, entity.Arg{Name: name, Value: strconv.FormatFloat(v, 'f', -1, 64)})
		}
	}
	return args
}

// decodeRows reads a JSON array of entities.
func decodeRows(table *entity.AnyTable, r *reply) ([]entity.AnyRow, error) {
	if r.isEmpty() {
		return nil, ErrNoValue
	}
	if err := r.needJSON(); err != nil {
		return nil, err
	}
	rows, err := table.DecodeAll(r.body)
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// removeSchema deletes the entity whose key the arguments hold. What the server
// answers does not matter.
type removeSchema struct {
	plainSchema
	of *entity.Kind
}

func (rs removeSchema) keyType() reflect.Type { return rs.of.KeyType() }

func (rs removeSchema) table(s session) *entity.AnyTable { return rs.of.In(s.store()) }

// touch is about the entity, which is there as long as its deletion has failed.
func (rs removeSchema) touch(s session, c *call, t touch) {
	entitySchema{of: rs.of}.touch(s, c, t)
}

func (rs removeSchema) decode(s session, r *reply) (answer, error) {
	a := plain(None{})
	a.store = func(w entity.Write) { rs.table(s).Delete(w, r.call.key) }
	return a, nil
}
