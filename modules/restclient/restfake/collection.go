package restfake

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/mergepatch"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Collection is a resource of a Server that keeps what it is sent: a list of
// entities in the order in which they were made. It is safe for concurrent use.
type Collection[E any] struct {
	id     string   // the field that identifies an entity
	fields fieldSet // that can be queried

	mu   sync.Mutex
	rows []E
	page string // the query parameter that counts pages; empty: lists are whole
	size int
}

// NewCollection adds a whole resource to a server, at the path template that the
// resource of the client has, such as "/todos/:id":
//
//	GET    /todos       lists all, or those whose fields equal the query: ?userId=1
//	POST   /todos       adds one, with the next id unless it has one
//	GET    /todos/:id   returns one
//	PUT    /todos/:id   replaces one
//	PATCH  /todos/:id   does what a JSON Merge Patch says, or a JSON Patch
//	DELETE /todos/:id   deletes one
//
// The last parameter of the path names the field of the JSON form that
// identifies an entity; the others, as in "/users/:userId/todos/:id", select and
// fill the fields of their names. Queries for what is not a field are ignored, but
// for the page of PageBy. What does not exist is 404, what cannot be read 400, and an
// id that is taken or a JSON Patch that does not fit 409, as problem details.
//
// It panics when the path has no parameter or an entity has no JSON form,
// because a test is wrong then.
func NewCollection[E any](s *Server, path string, entities ...E) *Collection[E] {
	member, err := pathtemplate.Parse(path)
	if err != nil {
		panic(fmt.Sprintf("restfake: %v", err))
	}
	list, err := member.Parent()
	if err != nil {
		panic(fmt.Sprintf("restfake: %v", err))
	}
	id, _ := member.Last()
	c := &Collection[E]{id: id.Name, fields: fieldsOf[E](), rows: slices.Clone(entities)}
	for _, e := range entities {
		mustJSON(e)
	}
	s.On(http.MethodGet, list.String(), c.list)
	s.On(http.MethodPost, list.String(), c.create)
	s.On(http.MethodGet, path, c.one(func(i int, _ *Request) Reply { return JSON(http.StatusOK, c.rows[i]) }))
	s.On(http.MethodPut, path, c.one(func(i int, r *Request) Reply { return c.write(i, r) }))
	s.On(http.MethodPatch, path, c.one(c.patch))
	s.On(http.MethodDelete, path, c.one(func(i int, _ *Request) Reply {
		c.rows = slices.Delete(c.rows, i, i+1)
		return Status(http.StatusNoContent)
	}))
	return c
}

// All returns the entities as they are now.
func (c *Collection[E]) All() []E {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.rows)
}

// Set replaces all entities, as if somebody else had changed them.
func (c *Collection[E]) Set(entities ...E) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rows = slices.Clone(entities)
}

// PageBy cuts lists into pages of size entities, which the query parameter name counts
// from 1, as restclient.ByPage does. A list without it is its first page. The header Link
// names the next page (RFC 8288), X-Total-Count says how many entities there are. It
// returns c, and panics when size is not positive. Default: lists are whole.
func (c *Collection[E]) PageBy(name string, size int) *Collection[E] {
	if name == "" || size < 1 {
		panic(fmt.Sprintf("restfake: pages of %d by %q", size, name))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.page, c.size = name, size
	return c
}

func (c *Collection[E]) list(r *Request) Reply {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := []E{}
	for _, e := range c.rows {
		if c.selects(r, e) {
			found = append(found, e)
		}
	}
	if c.page == "" {
		return JSON(http.StatusOK, found)
	}
	return c.pageOf(found, r)
}

func (c *Collection[E]) pageOf(found []E, r *Request) Reply {
	page := 1
	if asked := r.Query.Get(c.page); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil || n < 1 {
			return Problem(http.StatusBadRequest, fmt.Sprintf("%s is no page: %q", c.page, asked))
		}
		page = n
	}
	first := len(found)
	if page-1 <= len(found)/c.size {
		first = (page - 1) * c.size
	}
	end := first + min(c.size, len(found)-first)
	reply := JSON(http.StatusOK, found[first:end]).With("X-Total-Count", strconv.Itoa(len(found)))
	if end == len(found) {
		return reply
	}
	query := maps.Clone(r.Query)
	query.Set(c.page, strconv.Itoa(page+1))
	return reply.With("Link", fmt.Sprintf(`<?%s>; rel="next"`, query.Encode()))
}

// selects reports whether an entity is of the parents in the path and equals the
// query.
func (c *Collection[E]) selects(r *Request, e E) bool {
	values := valuesOf(e)
	for name, want := range r.params {
		if c.isField(name, values) && name != c.id && !c.fields.equal(values, name, want) {
			return false
		}
	}
	for name, wanted := range r.Query {
		equal := func(want string) bool { return c.fields.equal(values, name, want) }
		if name != c.page && c.isField(name, values) && !slices.ContainsFunc(wanted, equal) {
			return false
		}
	}
	return true
}

func (c *Collection[E]) isField(name string, values fieldValues) bool {
	_, present := values[name]
	_, known := c.fields[name]
	return present || known
}

func (c *Collection[E]) create(r *Request) Reply {
	c.mu.Lock()
	defer c.mu.Unlock()
	var e E
	if err := c.fill(&e, r); err != nil {
		return Problem(http.StatusBadRequest, err.Error())
	}
	switch id := valuesOf(e).text(c.id); {
	case c.fields.isZero(c.id, id):
		if err := setField(&e, c.id, c.nextID()); err != nil {
			return Problem(http.StatusBadRequest, err.Error())
		}
	case c.find(id, r) >= 0:
		return Problem(http.StatusConflict, fmt.Sprintf("there is one with %s %s", c.id, id))
	}
	c.rows = append(c.rows, e)
	return JSON(http.StatusCreated, e)
}

// one makes a handler of what happens to one entity.
func (c *Collection[E]) one(answer func(i int, r *Request) Reply) Handler {
	return func(r *Request) Reply {
		c.mu.Lock()
		defer c.mu.Unlock()
		id := r.Param(c.id)
		i := c.find(id, r)
		if i < 0 {
			return Problem(http.StatusNotFound, fmt.Sprintf("there is none with %s %s", c.id, id))
		}
		return answer(i, r)
	}
}

// patch does what a patch says. A list is a JSON Patch: an entity is an object.
func (c *Collection[E]) patch(i int, r *Request) Reply {
	apply, misfit := mergepatch.Apply, http.StatusBadRequest
	if jsontext.Value(r.Body).Kind() == '[' {
		apply, misfit = patched, http.StatusConflict
	}
	changed, err := apply(mustJSON(c.rows[i]), r.Body)
	switch {
	case errors.Is(err, errUnreadable):
		return Problem(http.StatusBadRequest, err.Error())
	case err != nil:
		return Problem(misfit, err.Error())
	}
	whole := *r
	whole.Body = changed
	return c.write(i, &whole)
}

// write keeps what the body says under the id of the path.
func (c *Collection[E]) write(i int, r *Request) Reply {
	var e E
	if err := c.fill(&e, r); err != nil {
		return Problem(http.StatusBadRequest, err.Error())
	}
	if err := setField(&e, c.id, r.Param(c.id)); err != nil {
		return Problem(http.StatusBadRequest, err.Error())
	}
	c.rows[i] = e
	return JSON(http.StatusOK, e)
}

// fill reads the body and the parents in the path into e.
func (c *Collection[E]) fill(e *E, r *Request) error {
	if err := exact.Unmarshal(r.Body, e); err != nil {
		return err
	}
	for name, value := range r.params {
		if _, known := c.fields[name]; name == c.id || !known {
			continue
		}
		if err := setField(e, name, value); err != nil {
			return err
		}
	}
	return nil
}

func (c *Collection[E]) find(id string, r *Request) int {
	return slices.IndexFunc(c.rows, func(e E) bool {
		values := valuesOf(e)
		for name, want := range r.params {
			if name != c.id && c.isField(name, values) && !c.fields.equal(values, name, want) {
				return false
			}
		}
		return values.text(c.id) == id
	})
}

// nextID is one more than the greatest number among the ids.
func (c *Collection[E]) nextID() string {
	greatest := 0
	for _, e := range c.rows {
		var n int
		if _, err := fmt.Sscan(strings.TrimSpace(valuesOf(e).text(c.id)), &n); err == nil {
			greatest = max(greatest, n)
		}
	}
	return fmt.Sprint(greatest + 1)
}
