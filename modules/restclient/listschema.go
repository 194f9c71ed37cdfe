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
func ListOf[E Entity[K], K comparable]() Schema[List[E]] { return listSchema[E, K]{} }

type listSchema[E Entity[K], K comparable] struct{}

func (listSchema[E, K]) keyType() reflect.Type { return nil }

func (listSchema[E, K]) lookup(s session, c *call) (List[E], entity.Status) {
	return entity.TableOf[E](s.store()).ListAt(s.at, c.list)
}

func (listSchema[E, K]) touch(s session, c *call, t touch) {
	if t == invalidate {
		entity.TableOf[E](s.store()).InvalidateList(c.list)
		return
	}
	entity.TableOf[E](s.store()).ExpireList(c.list)
}

func (listSchema[E, K]) decode(s session, r *reply) (answer[List[E]], error) {
	rows, err := decodeRows[E](s, r)
	if err != nil {
		return answer[List[E]]{}, err
	}
	table := entity.TableOf[E](s.store())
	return answer[List[E]]{
		store: func(w entity.Write) { table.Replace(w, r.call.list, rows) },
		value: func() List[E] {
			l, _ := table.List(r.call.list)
			return l
		},
	}, nil
}

// pageSchema appends a page to the list that its arguments name without the
// pagination field. It answers with the rows of the page.
type pageSchema[E Entity[K], K comparable] struct{ listSchema[E, K] }

func (pageSchema[E, K]) decode(s session, r *reply) (answer[List[E]], error) {
	rows, err := decodeRows[E](s, r)
	if err != nil {
		return answer[List[E]]{}, err
	}
	var page List[E]
	return answer[List[E]]{
		store: func(w entity.Write) { page = entity.TableOf[E](s.store()).Append(w, r.call.list, rows) },
		value: func() List[E] { return page },
	}, nil
}

// addSchema adds what the server created to the lists it belongs to.
type addSchema[E Entity[K], K comparable] struct {
	entitySchema[E, K]
	front bool
}

func (addSchema[E, K]) keyType() reflect.Type { return nil }

func (a addSchema[E, K]) decode(s session, r *reply) (answer[E], error) {
	rows, err := a.created(s, r)
	if err != nil {
		return answer[E]{}, err
	}
	if len(rows) == 0 {
		return answer[E]{}, r.noValue()
	}
	stored := rows[0].Value()
	return answer[E]{
		store: func(w entity.Write) {
			table := entity.TableOf[E](s.store())
			if draft, ok := r.call.draft.(K); ok {
				table.Adopt(w, draft, rows[0])
			}
			if l := table.Add(w, a.added(s, r.call), rows, a.front); l.Len() > 0 {
				stored = l.At(0)
			}
		},
		value: func() E { return stored },
	}, nil
}

// added is what a new entity says about the lists that it belongs to: the
// arguments of the call, and its fields.
func (addSchema[E, K]) added(s session, c *call) entity.ListKey {
	key := c.list
	key.Args = append(bodyArgs(s.client, c.body), key.Args...)
	return key
}

// created reads the answer to a creation: one entity, or an array of them.
func (addSchema[E, K]) created(s session, r *reply) ([]entity.Row[E], error) {
	if !r.isEmpty() && bytes.HasPrefix(bytes.TrimLeft(r.body, " \t\r\n"), []byte("[")) {
		return decodeRows[E](s, r)
	}
	if r.isEmpty() {
		return nil, r.noValue()
	}
	if err := r.needJSON(); err != nil {
		return nil, err
	}
	row, err := entity.TableOf[E](s.store()).Decode(r.body)
	if err != nil {
		return nil, r.badRow(err)
	}
	return []entity.Row[E]{row}, nil
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
func decodeRows[E Entity[K], K comparable](s session, r *reply) ([]entity.Row[E], error) {
	if r.isEmpty() {
		return nil, r.noValue()
	}
	if err := r.needJSON(); err != nil {
		return nil, err
	}
	rows, err := entity.TableOf[E](s.store()).DecodeAll(r.body)
	if err != nil {
		return nil, r.badRow(err)
	}
	return rows, nil
}

// removeSchema deletes the entity whose key the arguments hold. What the server
// answers does not matter.
type removeSchema[E Entity[K], K comparable] struct{ plainSchema[None] }

func (removeSchema[E, K]) keyType() reflect.Type { return reflect.TypeFor[K]() }

func (removeSchema[E, K]) decode(s session, r *reply) (answer[None], error) {
	a := plain(None{})
	a.store = func(w entity.Write) { entity.TableOf[E](s.store()).Delete(w, r.call.key.(K)) }
	return a, nil
}
