package devtools

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// visit is one look at a page: at what there is now, or was after a commit.
type visit struct {
	handler *handler
	request *http.Request
	now     restclient.Inspection
	tape    *tape
	sn      *entity.Snapshot // nil for now
	at      uint64           // 0 for now
	tables  []table
	commits []entity.Commit // that are kept, the newest first
	clock   time.Time
	view    view
}

// view is what a page shows.
type view struct {
	Title    string
	Template string // of the body
	CSS, JS  string
	Events   string // where changes are told; empty for what does not change
	Nav      []link
	Tables   []link
	Past     *past
	Who      *who
	Body     any
}

type link struct {
	Text, URL string
	Current   bool
	Note      string // such as a count
}

// past says which state is shown, if it is not the newest.
type past struct {
	Seq             uint64
	Now             string
	Earlier, Later  string // may be empty
	Commit, Changes string
}

// who is for whom the data is.
type who struct {
	Name    string
	Home    string // empty when it is shown
	Options []link
}

func (h *handler) visit(w http.ResponseWriter, r *http.Request, t *tape, name string, page func(*visit)) {
	v := &visit{handler: h, request: r, now: t.client.Inspect(), tape: t, commits: t.commits(), clock: time.Now()}
	store, ok := v.travel()
	if !ok {
		http.Error(w, "The state after that commit is not kept any more.", http.StatusGone)
		return
	}
	if v.sn != nil {
		defer v.sn.Release()
	}
	v.tables = tablesOf(store, v.sn)
	v.view = view{CSS: css.name, JS: js.name}
	page(v)
	if v.view.Template == "" {
		http.NotFound(w, r)
		return
	}
	v.frame(name)
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, v.view.Template, v.view); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(b.Bytes())
}

// travel finds the state that the page is about.
func (v *visit) travel() (*entity.Store, bool) {
	text := v.request.FormValue("at")
	if text == "" {
		return v.now.Store, true
	}
	seq, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return nil, false
	}
	store, sn, ok := v.tape.at(seq)
	v.at, v.sn = seq, sn
	return store, ok
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
	ids := v.handler.tapes.home.client.Inspect().Identities
	if len(ids) == 0 {
		return nil
	}
	w := &who{Name: v.now.Identity}
	if v.now.Identity != "" {
		w.Home = "./"
	}
	for _, id := range ids {
		if id != v.now.Identity {
			w.Options = append(w.Options, link{Text: id, URL: "./?who=" + v.handler.token(id)})
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
