package devtools

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// visit is one look at a page: at what there is now, or was after a commit.
type visit struct {
	tokens  tokens
	home    *restclient.Client // that of Handler
	request *http.Request
	now     restclient.Inspection
	tape    *tape
	sn      *store.Snapshot // nil for now
	at      uint64          // 0 for now
	tables  []table
	commits []store.Commit // that are kept, the newest first
	clock   time.Time
	view    view
}

// travel finds the state that the page is about.
func (v *visit) travel() (*store.Store, bool) {
	text := v.request.FormValue("at")
	if text == "" {
		return v.now.Store, true
	}
	seq, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return nil, false
	}
	st, sn, ok := v.tape.at(seq)
	v.at, v.sn = seq, sn
	return st, ok
}

// to returns the URL of a page about the same state.
func (v *visit) to(page string, pairs ...string) string {
	if v.at != 0 {
		pairs = append(pairs, "at", strconv.FormatUint(v.at, 10))
	}
	return v.toNow(page, pairs...)
}

// toNow returns the URL of a page about what is now.
func (v *visit) toNow(page string, pairs ...string) string {
	if page == "" {
		page = "./"
	}
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	if token := v.request.FormValue("who"); token != "" {
		q.Set("who", token)
	}
	if len(q) == 0 {
		return page
	}
	return page + "?" + q.Encode()
}

// frame fills in what all pages have.
func (v *visit) frame(name string) {
	v.view.Nav = []link{
		{Text: "Overview", URL: v.to(""), Current: name == "."},
		{Text: "Answers", URL: v.toNow("answers"), Current: name == "answers", Note: strconv.Itoa(v.now.AnswerCount)},
		{Text: "Commits", URL: v.toNow("commits"), Current: name == "commits", Note: strconv.Itoa(len(v.commits))},
	}
	chosen := v.request.FormValue("table")
	for _, t := range v.tables {
		if t.shown() {
			v.view.Tables = append(v.view.Tables, link{Text: t.name, URL: v.to("table", "table", t.name), Current: name == "table" && chosen == t.name, Note: strconv.Itoa(t.count)})
		}
	}
	v.view.Who = v.who()
	if v.at != 0 {
		v.view.Past = v.past()
		return
	}
	v.view.Events = v.toNow("events")
}

func (v *visit) who() *who {
	ids := v.home.Inspect().Identities
	if len(ids) == 0 {
		return nil
	}
	w := &who{Name: v.now.Identity}
	if v.now.Identity != "" {
		w.Home = "./"
	}
	for _, id := range ids {
		if id != v.now.Identity {
			w.Options = append(w.Options, link{Text: id, URL: "./?who=" + v.tokens.of(id)})
		}
	}
	return w
}

func (v *visit) past() *past {
	seq := strconv.FormatUint(v.at, 10)
	p := &past{Seq: v.at, Now: v.toNow(""), Commit: v.toNow("commit", "seq", seq)}
	for _, c := range v.commits {
		at := v.toNow("", "at", strconv.FormatUint(c.Seq, 10))
		switch {
		case c.Seq > v.at:
			p.Later = at
		case c.Seq < v.at && p.Earlier == "":
			p.Earlier = at
		}
	}
	return p
}

// ago is how long ago something was.
func (v *visit) ago(t time.Time) string {
	return short(v.clock.Sub(t)) + " ago"
}

// short is a duration with two digits or three.
func short(d time.Duration) string {
	d = max(d, 0)
	switch {
	case d < time.Second:
		return d.Truncate(time.Millisecond).String()
	case d < time.Minute:
		return d.Truncate(100 * time.Millisecond).String()
	}
	return d.Truncate(time.Second).String()
}

func (v *visit) showCommit(c store.Commit, at int) {
	seq := strconv.FormatUint(c.Seq, 10)
	body := struct {
		Commit         commitView
		Changes        []changeView
		Pager          pager
		Earlier, Later string
	}{Commit: v.commit(c), Pager: v.pager("page", len(c.Changes), changesPerPage, "commit", "seq", seq)}
	if at > 0 {
		body.Later = v.commitURL(v.commits[at-1].Seq)
	}
	if at+1 < len(v.commits) {
		body.Earlier = v.commitURL(v.commits[at+1].Seq)
	}
	shown := c.Changes[body.Pager.from():body.Pager.Last]
	before, after := v.states(shown, c.Seq-1), v.states(shown, c.Seq)
	for i, change := range shown {
		body.Changes = append(body.Changes, changeView{
			Name: keyName(change.Kind, change.Key), Type: change.Type, Kind: change.Kind,
			Before: lines(before[i], after[i]), After: lines(after[i], before[i]),
		})
	}
	v.view.Title, v.view.Template, v.view.Body = "Commit "+seq, "commit.html", body
}

// states are what there was of some changes after a commit.
func (v *visit) states(changes []store.Change, seq uint64) []string {
	all := make([]string, len(changes))
	st, sn, ok := v.tape.at(seq)
	if !ok {
		return all
	}
	defer sn.Release()
	tables := tablesOf(st, sn)
	for i, c := range changes {
		for _, t := range tables {
			if t.Type == c.Type && all[i] == "" {
				all[i] = stateOf(t, c)
			}
		}
	}
	return all
}

func (v *visit) calls() []callView {
	var all []callView
	for _, c := range v.now.Calls {
		all = append(all, callView{c.Name, string(c.Purpose), c.Method, c.URL, v.ago(c.Began)})
	}
	return all
}

func (v *visit) layers() []layerView {
	if v.now.Store == nil {
		return nil
	}
	var all []layerView
	for _, l := range v.now.Store.Layers() {
		layer := layerView{By: cmp.Or(l.By, "a mutation"), Since: v.ago(l.At)}
		for _, c := range l.Changes {
			layer.Changes = append(layer.Changes, v.changed(c))
		}
		all = append(all, layer)
	}
	return all
}

// changed is what a change is about, with the page of its row.
func (v *visit) changed(c store.Change) link {
	l := link{Text: keyName(c.Kind, c.Key), Note: c.Type}
	for _, t := range v.tables {
		if t.Type == c.Type && t.Kind == c.Kind {
			l.URL = v.to("row", "table", t.name, "key", v.tokens.of(keyText(c.Key)))
		}
	}
	return l
}

func (v *visit) commit(c store.Commit) commitView {
	seq := strconv.FormatUint(c.Seq, 10)
	view := commitView{
		Seq: seq, URL: v.toNow("commit", "seq", seq), State: v.toNow("", "at", seq),
		By: c.By, Ago: v.ago(c.At), When: c.At.Format("15:04:05.000"),
	}
	for _, change := range c.Changes {
		at := slices.IndexFunc(view.Changes, func(s summary) bool { return s.Kind == change.Kind && s.Type == change.Type })
		if at < 0 {
			at = len(view.Changes)
			view.Changes = append(view.Changes, summary{Kind: change.Kind, Type: change.Type})
		}
		view.Changes[at].N++
	}
	return view
}

func (v *visit) tableNamed(name string) (table, bool) {
	for _, t := range v.tables {
		if t.name == name {
			return t, true
		}
	}
	return table{}, false
}

func (v *visit) row(t table, row store.RowInfo, f form, limit int) rowView {
	return rowView{
		Key: keyName(t.Kind, row.Key), URL: v.to("row", "table", t.name, "key", v.tokens.of(keyText(row.Key))),
		Status: v.status(row.Status), Fresh: v.fresh(row.Status, row.FreshFor),
		Changed: strconv.FormatUint(row.Seq, 10), ChangedAt: v.commitURL(row.Seq),
		Value: f.text(row.Value, limit),
	}
}

func (v *visit) list(t table, l store.ListInfo) listView {
	view := listView{
		Name: keyName("list", l.Key), Status: v.status(l.Status), Fresh: v.fresh(l.Status, l.FreshFor),
		Changed: strconv.FormatUint(l.Seq, 10), More: max(len(l.Rows)-maxInList, 0),
	}
	for _, key := range l.Rows[:len(l.Rows)-view.More] {
		view.Rows = append(view.Rows, link{Text: keyName(t.Kind, key), URL: v.to("row", "table", t.name, "key", v.tokens.of(keyText(key)))})
	}
	return view
}

// status is how far something can be trusted. How fresh it was in the past is
// not known.
func (v *visit) status(s store.Status) string {
	if v.at != 0 && s > store.Invalid {
		return "stored"
	}
	return s.String()
}

func (v *visit) fresh(s store.Status, d time.Duration) string {
	switch {
	case v.at != 0 || s < store.Stale:
		return ""
	case s == store.Fresh && d > 1000*time.Hour:
		return "always"
	case s == store.Fresh:
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
