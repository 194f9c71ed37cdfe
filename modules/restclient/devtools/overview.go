package devtools

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
)

type stat struct {
	Label string
	Value int
	URL   string // may be empty
}

type tableView struct {
	Name, URL   string
	Kind        string
	Rows, Lists int
	Internal    bool
}

type callView struct{ Name, Purpose, Method, URL, Since string }

type layerView struct {
	By, Since string
	Changes   []link
}

// lastCommits is how many commits the overview shows.
const lastCommits = 8

func (h *handler) overview(v *visit) {
	body := struct {
		Stats   []stat
		Tables  []tableView
		Calls   []callView
		Layers  []layerView
		Commits []commitView
		Past    bool
	}{Past: v.at != 0}
	entities, lists := 0, 0
	for _, t := range v.tables {
		n := len(t.Lists())
		lists += n
		if t.Kind == "entity" {
			entities += t.count
		}
		body.Tables = append(body.Tables, tableView{Name: t.name, URL: v.to("table", "table", t.name), Kind: t.Kind, Rows: t.count, Lists: n, Internal: !t.shown()})
	}
	body.Stats = []stat{{"entities", entities, ""}, {"lists", lists, ""}}
	if v.at == 0 {
		body.Calls, body.Layers = v.calls(), v.layers()
		body.Stats = append(body.Stats,
			stat{"answers", v.now.AnswerCount, v.to("answers")}, stat{"calls", len(body.Calls), "#calls"},
			stat{"optimistic", len(body.Layers), "#layers"}, stat{"commits", len(v.commits), v.to("commits")})
		for _, c := range v.commits[:min(len(v.commits), lastCommits)] {
			body.Commits = append(body.Commits, v.commit(c))
		}
	}
	v.view.Title, v.view.Template, v.view.Body = "Overview", "overview.html", body
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
func (v *visit) changed(c entity.Change) link {
	l := link{Text: keyName(c.Kind, c.Key), Note: c.Type}
	for _, t := range v.tables {
		if t.Type == c.Type && t.Kind == c.Kind {
			l.URL = v.to("row", "table", t.name, "key", v.handler.token(keyText(c.Key)))
		}
	}
	return l
}

type answerView struct {
	Token                 string
	Name, Method, URL     string
	Tags, Status, AskedAt string
}

func (h *handler) answers(v *visit) {
	all := v.now.Answers()
	body := struct {
		Answers []answerView
		Pager   pager
		Who     string
	}{Pager: v.pager("page", len(all), pageSize, "answers"), Who: v.request.FormValue("who")}
	for _, a := range all[body.Pager.from():body.Pager.Last] {
		body.Answers = append(body.Answers, answerView{
			Token: h.answerToken(a.Answer), Name: a.Endpoint, Method: a.Method, URL: redact.URL(a.URL),
			Tags: strings.Join(a.Tags, ", "), Status: a.Status().String(), AskedAt: v.ago(a.At),
		})
	}
	v.view.Title, v.view.Template, v.view.Body = "Answers", "answers.html", body
}

func (h *handler) answerToken(a restclient.Answer) string {
	return h.token(a.Endpoint + "\x00" + a.Method + "\x00" + a.URL)
}

// post does what a button says.
func (h *handler) post(w http.ResponseWriter, r *http.Request, name string) {
	if err := h.origins.Check(r); err != nil {
		http.Error(w, "Only pages of the same origin may do that.", http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	t := h.tapes.find(h, r.PostFormValue("who"))
	if t == nil {
		http.Error(w, "There is no data for that identity any more.", http.StatusNotFound)
		return
	}
	ctx := t.client.Context(r.Context())
	token := r.PostFormValue("answer")
	match := func(a restclient.Answer) bool { return token == "" || h.answerToken(a) == token }
	var err error
	switch name {
	case "invalidate":
		_, err = restclient.InvalidateAll(ctx, match)
	case "expire":
		_, err = restclient.ExpireAll(ctx, match)
	case "reset":
		t.client.Reset(r.Context())
	default:
		http.NotFound(w, r)
		return
	}
	if err != nil {
		http.Error(w, redact.Cause(err), http.StatusInternalServerError)
		return
	}
	target := "./"
	if name != "reset" {
		target = "answers"
	}
	if who := r.PostFormValue("who"); who != "" {
		target += "?who=" + h.safeToken(who)
	}
	w.Header().Set("Location", target)
	w.WriteHeader(http.StatusSeeOther)
}

// safeToken is a token that find has found.
func (h *handler) safeToken(token string) string {
	n, _ := strconv.ParseUint(token, 16, 64)
	return fmt.Sprintf("%016x", n)
}

type commitView struct {
	Seq     string
	URL     string
	State   string // the page that shows the state after it
	By, Ago string
	When    string
	Changes []summary
}

// summary counts the changes of one kind.
type summary struct {
	Kind, Type string
	N          int
}

func (v *visit) commit(c entity.Commit) commitView {
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
