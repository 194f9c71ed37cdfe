package devtools

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// pageSize is how many rows a page has.
const pageSize = 50

// table is a table of the store under a name of its own.
type table struct {
	store.TableInfo
	name  string
	count int
}

// tablesOf returns the tables of a store. Those whose types have the same name
// get numbers.
func tablesOf(st *store.Store, sn *store.Snapshot) []table {
	if st == nil {
		return nil
	}
	var all []table
	times := map[string]int{}
	for t := range st.Inspect(sn) {
		name := t.Type
		if times[name]++; times[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, times[name])
		}
		all = append(all, table{TableInfo: t, name: name, count: t.Len()})
	}
	return all
}

// shown reports whether the table is one of the user's.
func (t table) shown() bool { return t.Kind == "entity" || !t.Internal && t.count > 0 }

// rowView is a row as a page shows it.
type rowView struct {
	Key, URL  string
	Status    string
	Fresh     string // for how long, or since when it is not; empty for the past
	Changed   string // the commit
	ChangedAt string // its page; empty when it is not kept
	Value     string
}

type listView struct {
	Name    string
	Status  string
	Fresh   string
	Changed string
	Rows    []link
	More    int // that are not among the rows
}

// pager leads from page to page.
type pager struct {
	Of          string // what the pages are of
	Page, Pages int
	First, Last int // of what is shown, from 1
	Total       int
	Prev, Next  string
}

// from is the index of the first.
func (p pager) from() int { return max(p.First-1, 0) }

func changes(c store.Commit, t table, key any) bool {
	for _, change := range c.Changes {
		if change.Type == t.Type && change.Kind == t.Kind && change.Key == key {
			return true
		}
	}
	return false
}

// maxInList is how many rows of a list are shown.
const maxInList = 100
