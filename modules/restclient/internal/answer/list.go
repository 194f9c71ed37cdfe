package answer

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// List is the schema of a response that is an array of entities. The arguments
// identify the list.
type List struct {
	Of    *store.Kind
	In    string               // the member of a reply that holds the array, as member.Path has it; empty: the reply is the array
	Typed func(store.List) any // returns a list in the type of the results
}

// AddTo declares that the entities occur inside others.
func (ls List) AddTo(p *store.Parts) { ls.Of.AddTo(p) }

// Check says what is wrong with the entities.
func (ls List) Check() error { return ls.Of.Check() }

// KeyType is nil.
func (List) KeyType() reflect.Type { return nil }

// Saves returns the kind of the entities.
func (ls List) Saves() (*store.Kind, *Saved) { return ls.Of, nil }

// Paged is the schema of a page of the list.
func (ls List) Paged() Schema { return Page{ls} }

func (ls List) table(st *store.Store) *store.Table { return ls.Of.In(st) }

// Lookup finds the list.
func (ls List) Lookup(st *store.Store, at *store.Snapshot, r *Request) (any, store.Status) {
	l, status := ls.table(st).ListAt(at, r.List)
	return ls.Typed(l), status
}

// Touch makes the list invalid or stale.
func (ls List) Touch(st *store.Store, r *Request, how store.Touch) {
	ls.table(st).TouchList(r.List, how)
}

// Decode reads the list.
func (ls List) Decode(st *store.Store, r *Reply) (Answer, error) {
	data, err := ls.array(r)
	if err != nil {
		return nil, err
	}
	table := ls.table(st)
	list, err := table.DecodeList(r.Request.List, data)
	if err != nil {
		return nil, err
	}
	return &listAnswer{Arrived: list, of: ls, table: table, request: r.Request}, nil
}

// listAnswer is an answer that is a list.
type listAnswer struct {
	*store.Arrived
	of      List
	table   *store.Table
	request *Request
	stored  store.List // after it was stored
}

// Store stores the list.
func (a *listAnswer) Store(w store.Write) (key any) {
	a.stored = a.Arrived.Store(w)
	return nil
}

// Keys are those of no reply to a mutation.
func (*listAnswer) Keys() []any { return nil }

// Value is the list, also where the store has no room for it.
func (a *listAnswer) Value() any {
	if l, status := a.table.ListAt(nil, a.request.List); status != store.Missing {
		return a.of.Typed(l)
	}
	return a.of.Typed(a.stored)
}

// array is the JSON array in a reply.
func (ls List) array(r *Reply) ([]byte, error) {
	if err := r.needValue(); err != nil {
		return nil, err
	}
	return r.part(ls.In)
}

// decodeRows reads the entities in a reply.
func (ls List) decodeRows(st *store.Store, r *Reply) ([]store.Row, error) {
	data, err := ls.array(r)
	if err != nil {
		return nil, err
	}
	return ls.table(st).DecodeAll(data)
}

// DecodeSome reads some of the entities. What stores them returns them by their keys, and
// these in the order of the answer; the list does not change.
func (ls List) DecodeSome(st *store.Store, r *Reply) (put func(store.Write) (all map[any]any, keys []any), err error) {
	table := ls.table(st)
	rows, err := ls.decodeRows(st, r)
	if err != nil {
		return nil, err
	}
	return func(w store.Write) (all map[any]any, keys []any) {
		all = make(map[any]any, len(rows))
		for _, row := range rows {
			stored := table.Put(w, row)
			key := table.KeyOf(stored)
			all[key] = stored
			keys = append(keys, key)
		}
		return all, keys
	}, nil
}

// Revision returns the revision of the list.
func (ls List) Revision(st *store.Store, w store.Write, r *Request, _ any) uint64 {
	return ls.table(st).ListRevision(w, r.List)
}

// Renew makes the list fresh.
func (ls List) Renew(st *store.Store, w store.Write, r *Request, _ any) {
	ls.table(st).RenewList(w, r.List)
}

// DoubtedSince reports whether a mutation has left the list in doubt since a stamp.
func (ls List) DoubtedSince(st *store.Store, r *Request, start store.Stamp) bool {
	return ls.table(st).ListDoubtedSince(r.List, start)
}

// Grown reports whether pages were added to the list.
func (ls List) Grown(st *store.Store, w store.Write, r *Request) (since store.Stamp, ok bool) {
	return ls.table(st).ListGrown(w, r.List)
}

// DecodeAgain reads the list that they were added to.
func (ls List) DecodeAgain(st *store.Store, r *Reply) (Answer, error) {
	table := ls.table(st)
	rows, err := ls.decodeRows(st, r)
	if err != nil {
		return nil, err
	}
	return made{store: func(w store.Write) any {
		table.PutAgain(w, r.Request.List, rows)
		return nil
	}}, nil
}

// Member is the member of a reply that holds the array.
func (ls List) Member() string { return ls.In }

// DecodeRow reads one entity.
func (ls List) DecodeRow(st *store.Store, data []byte) (store.Row, error) {
	return ls.table(st).Decode(data)
}

// Items reads the elements of the array in a reply.
func (ls List) Items(st *store.Store, r *Reply) ([]jsontext.Value, error) {
	data, err := ls.array(r)
	if err != nil {
		return nil, err
	}
	return elements(st, data)
}

// elements reads a JSON array.
func elements(st *store.Store, data []byte) (items []jsontext.Value, err error) {
	if err := st.Unmarshal(data, &items); err != nil {
		return nil, err
	}
	if items == nil {
		return nil, errors.New("want a JSON array, have null")
	}
	return items, nil
}

// DecodeArray reads a JSON array of entities. Its errors say which one is wrong.
func (ls List) DecodeArray(st *store.Store, data []byte) ([]store.Row, error) {
	items, err := elements(st, data)
	if err != nil {
		return nil, err
	}
	table := ls.table(st)
	rows := make([]store.Row, 0, len(items))
	for i, item := range items {
		row, err := table.Decode(item)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// AppendRows adds rows to the end of a list.
func (ls List) AppendRows(st *store.Store, w store.Write, list store.ListKey, rows []store.Row) (page store.List) {
	st.Commit(w, func(w store.Write) { page = ls.table(st).Append(w, list, rows) })
	return page
}

// PutRows stores rows.
func (ls List) PutRows(st *store.Store, w store.Write, rows []store.Row, dst []any) []any {
	table := ls.table(st)
	st.Commit(w, func(w store.Write) {
		for _, row := range rows {
			dst = append(dst, table.Put(w, row))
		}
	})
	return dst
}

// Page appends a page to the list that its arguments name without what selects
// the page. It answers with the rows of the page.
type Page struct{ List }

// Decode reads the page.
func (p Page) Decode(st *store.Store, r *Reply) (Answer, error) {
	table := p.table(st)
	rows, err := p.decodeRows(st, r)
	if err != nil {
		return nil, err
	}
	var page store.List
	return made{
		store: func(w store.Write) any {
			page = table.Append(w, r.Request.List, rows)
			return nil
		},
		value: func() any { return p.Typed(page) },
	}, nil
}

// All is the list of all entities that are stored, which no server has.
type All struct{ List }

// Lookup lists the entities.
func (a All) Lookup(st *store.Store, at *store.Snapshot, _ *Request) (any, store.Status) {
	l, status := a.table(st).AllAt(at)
	return a.Typed(l), status
}

// Touch does nothing.
func (All) Touch(*store.Store, *Request, store.Touch) {}
