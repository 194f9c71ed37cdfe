package devtools

import (
	"fmt"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// pageSize is how many rows a page has.
const pageSize = 50

// table is a table of the store under a name of its own.
type table struct {
	entity.TableInfo
	name  string
	count int
}

// tablesOf returns the tables of a store. Those whose types have the same name
// get numbers.
func tablesOf(store *entity.Store, sn *entity.Snapshot) []table {
	if store == nil {
		return nil
	}
	var all []table
	times := map[string]int{}
	for t := range store.Inspect(sn) {
		name := t.Type
		if times[name]++; times[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, times[name])
		}
		all = append(all, table{TableInfo: t, name: name, count: t.Len()})
	}
	return all
}

// shown reports whether the table is one of the user's: those of the client itself
// have unexported types.
func (t table) shown() bool {
	return t.Kind == "entity" || !internalType(t.Type) && t.count > 0
}

// internalType reports whether a type is one that only this module knows.
func internalType(name string) bool {
	const pkg = "restclient."
	if len(name) <= len(pkg) || name[:len(pkg)] != pkg {
		return false
	}
	first, _ := utf8.DecodeRuneInString(name[len(pkg):])
	return !unicode.IsUpper(first)
}

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

// table shows a page of rows, and the lists.
func (h *handler) table(v *visit) {
	t, ok := v.tableNamed(v.request.FormValue("table"))
	if !ok {
		return
	}
	keys := t.Keys()
	lists := t.Lists()
	body := struct {
		Name, Kind       string
		Rows             []rowView
		Lists            []listView
		Pager, ListPager pager
	}{
		Name: t.name, Kind: t.Kind,
		Pager:     v.pager("page", len(keys), pageSize, "table", "table", t.name),
		ListPager: v.pager("lists", len(lists), pageSize, "table", "table", t.name),
	}
	for _, key := range keys[body.Pager.from():body.Pager.Last] {
		if row, ok := t.Row(key); ok {
			body.Rows = append(body.Rows, v.row(t, row, inOne, maxInRow))
		}
	}
	for _, l := range lists[body.ListPager.from():body.ListPager.Last] {
		body.Lists = append(body.Lists, v.list(t, l))
	}
	v.view.Title, v.view.Template, v.view.Body = t.name, "table.html", body
}

// row shows one row in full, and which commits have changed it.
func (h *handler) row(v *visit) {
	t, ok := v.tableNamed(v.request.FormValue("table"))
	if !ok {
		return
	}
	for _, key := range t.Keys() {
		if h.token(keyText(key)) != v.request.FormValue("key") {
			continue
		}
		row, _ := t.Row(key)
		body := struct {
			Table   link
			Row     rowView
			Commits []commitView
		}{link{Text: t.name, URL: v.to("table", "table", t.name)}, v.row(t, row, inLines, maxAlone), nil}
		for _, c := range v.commits {
			if changes(c, t, key) {
				body.Commits = append(body.Commits, v.commit(c))
			}
		}
		v.view.Title, v.view.Template, v.view.Body = t.name+" "+body.Row.Key, "row.html", body
		return
	}
}

func changes(c entity.Commit, t table, key any) bool {
	for _, change := range c.Changes {
		if change.Type == t.Type && change.Kind == t.Kind && change.Key == key {
			return true
		}
	}
	return false
}

func (v *visit) tableNamed(name string) (table, bool) {
	for _, t := range v.tables {
		if t.name == name {
			return t, true
		}
	}
	return table{}, false
}

func (v *visit) row(t table, row entity.RowInfo, f form, limit int) rowView {
	return rowView{
		Key: keyName(t.Kind, row.Key), URL: v.to("row", "table", t.name, "key", v.handler.token(keyText(row.Key))),
		Status: v.status(row.Status), Fresh: v.fresh(row.Status, row.FreshFor),
		Changed: strconv.FormatUint(row.Seq, 10), ChangedAt: v.commitURL(row.Seq),
		Value: f.text(row.Value, limit),
	}
}

// maxInList is how many rows of a list are shown.
const maxInList = 100

func (v *visit) list(t table, l entity.ListInfo) listView {
	view := listView{
		Name: keyName("list", l.Key), Status: v.status(l.Status), Fresh: v.fresh(l.Status, l.FreshFor),
		Changed: strconv.FormatUint(l.Seq, 10), More: max(len(l.Rows)-maxInList, 0),
	}
	for _, key := range l.Rows[:len(l.Rows)-view.More] {
		view.Rows = append(view.Rows, link{Text: keyName(t.Kind, key), URL: v.to("row", "table", t.name, "key", v.handler.token(keyText(key)))})
	}
	return view
}

// status is how far something can be trusted. How fresh it was in the past is
// not known.
func (v *visit) status(s entity.Status) string {
	if v.at != 0 && s > entity.Invalid {
		return "stored"
	}
	return s.String()
}

func (v *visit) fresh(s entity.Status, d time.Duration) string {
	switch {
	case v.at != 0 || s < entity.Stale:
		return ""
	case s == entity.Fresh && d > 1000*time.Hour:
		return "always"
	case s == entity.Fresh:
		return "for " + short(d)
	case -d > 1000*time.Hour:
		return "expired"
	}
	return "since " + short(-d)
}

// commitURL is the page of a commit, empty when it is not kept.
func (v *visit) commitURL(seq uint64) string {
	for _, c := range v.commits {
		if c.Seq == seq {
			return v.toNow("commit", "seq", strconv.FormatUint(seq, 10))
		}
	}
	return ""
}

// pager divides a number of rows into pages of a size, of which a parameter says
// which is shown.
func (v *visit) pager(param string, total, size int, page string, pairs ...string) pager {
	p := pager{Of: param, Total: total, Pages: max((total+size-1)/size, 1)}
	if param == "page" {
		p.Of = "rows"
	}
	p.Page, _ = strconv.Atoi(v.request.FormValue(param))
	p.Page = min(max(p.Page, 1), p.Pages)
	p.First, p.Last = min((p.Page-1)*size+1, total), min(p.Page*size, total)
	link := func(n int) string {
		return v.to(page, append(pairs[:len(pairs):len(pairs)], param, strconv.Itoa(n))...)
	}
	if p.Page > 1 {
		p.Prev = link(p.Page - 1)
	}
	if p.Page < p.Pages {
		p.Next = link(p.Page + 1)
	}
	return p
}
