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

func (listSchema[E, K]) lookup(s *entity.Store, c *call) (List[E], entity.Status) {
	return entity.TableOf[E](s).List(c.list)
}

func (listSchema[E, K]) touch(s *entity.Store, c *call, t touch) {
	if t == invalidate {
		entity.TableOf[E](s).InvalidateList(c.list)
		return
	}
	entity.TableOf[E](s).ExpireList(c.list)
}

func (listSchema[E, K]) absorb(client *Client, w entity.Write, r *reply) (List[E], error) {
	rows, err := decodeRows[E](client, r)
	if err != nil {
		return List[E]{}, err
	}
	return entity.TableOf[E](client.store).Replace(w, r.call.list, rows), nil
}

// pageSchema appends a page to the list that its arguments name without the
// pagination field. It answers with the rows of the page.
type pageSchema[E Entity[K], K comparable] struct{ listSchema[E, K] }

func (pageSchema[E, K]) absorb(client *Client, w entity.Write, r *reply) (List[E], error) {
	rows, err := decodeRows[E](client, r)
	if err != nil {
		return List[E]{}, err
	}
	return entity.TableOf[E](client.store).Append(w, r.call.list, rows), nil
}

// addSchema adds what the server created to the lists it belongs to.
type addSchema[E Entity[K], K comparable] struct {
	entitySchema[E, K]
	front bool
}

func (addSchema[E, K]) keyType() reflect.Type { return nil }

func (a addSchema[E, K]) absorb(client *Client, w entity.Write, r *reply) (E, error) {
	var zero E
	rows, err := a.created(client, r)
	if err != nil {
		return zero, err
	}
	key := r.call.list
	key.Args = append(bodyArgs(client, r.call.body), key.Args...)
	stored := entity.TableOf[E](client.store).Add(w, key, rows, a.front)
	if stored.Len() == 0 {
		return zero, r.noValue()
	}
	return stored.At(0), nil
}

// created reads the answer to a creation: one entity, or an array of them.
func (addSchema[E, K]) created(client *Client, r *reply) ([]entity.Row[E], error) {
	if !r.isEmpty() && bytes.HasPrefix(bytes.TrimLeft(r.body, " \t\r\n"), []byte("[")) {
		return decodeRows[E](client, r)
	}
	if r.isEmpty() {
		return nil, r.noValue()
	}
	if err := r.needJSON(); err != nil {
		return nil, err
	}
	row, err := entity.TableOf[E](client.store).Decode(r.body)
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

// removeSchema deletes the entity whose key the arguments hold. What the server
// answers does not matter.
type removeSchema[E Entity[K], K comparable] struct{ plainSchema[None] }

func (removeSchema[E, K]) keyType() reflect.Type { return reflect.TypeFor[K]() }

func (removeSchema[E, K]) absorb(client *Client, _ entity.Write, r *reply) (None, error) {
	entity.TableOf[E](client.store).Delete(r.call.key.(K))
	return None{}, nil
}
