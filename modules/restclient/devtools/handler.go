package devtools

import (
	"bytes"
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
)

// DefaultCommits is how many commits are kept unless WithCommits says otherwise.
const DefaultCommits = 200

// Option changes a setting of Handler. Options apply in order, the last wins.
type Option func(*config)

type config struct {
	allow   func(*http.Request) bool
	commits int
}

// WithAllow sets who may use the pages. Default: Local. What a page can do, such
// as to forget all data, is for requests of the same origin in any case.
func WithAllow(allow func(*http.Request) bool) Option { return func(c *config) { c.allow = allow } }

// WithCommits sets how many commits are kept for each identity that is looked
// at, with what they have replaced. Default: DefaultCommits. Less than 1 means 1.
func WithCommits(n int) Option { return func(c *config) { c.commits = max(n, 1) } }

// Handler returns the pages about a client. It is mounted below a path of its
// own, such as "/debug/rest/", with http.StripPrefix or as a pattern of
// http.ServeMux. From now on it keeps the last commits of the client.
func Handler(client *restclient.Client, opts ...Option) http.Handler {
	c := config{commits: DefaultCommits}
	for _, opt := range opts {
		opt(&c)
	}
	if c.allow == nil {
		c.allow = Local
	}
	h := &handler{
		config: c, tokens: newTokens(), origins: http.NewCrossOriginProtection(),
		tapes: newTapes(client, c.commits), streams: newStreams(),
	}
	h.pages = map[string]func(*visit){
		"": h.overview, "table": h.table, "row": h.row, "answers": h.answers, "commits": h.commits, "commit": h.commit,
	}
	return h
}

type handler struct {
	config
	tokens  tokens
	origins *http.CrossOriginProtection
	tapes   *tapes
	streams *streams
	pages   map[string]func(*visit)
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	if !h.allow(r) {
		http.Error(w, "These pages are for requests from this machine. WithAllow changes that.", http.StatusForbidden)
		return
	}
	if r.URL.Path == "" {
		addSlash(w, r)
		return
	}
	name := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		h.get(w, r, name)
	case http.MethodPost:
		h.post(w, r, name)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, "Only GET, HEAD and POST.", http.StatusMethodNotAllowed)
	}
}

func (h *handler) get(w http.ResponseWriter, r *http.Request, name string) {
	if serveAsset(w, r, name) {
		return
	}
	t := h.tapes.find(r.FormValue("who"), h.tokens)
	if t == nil {
		http.Error(w, "There is no data for that identity any more.", http.StatusNotFound)
		return
	}
	if name == "events" {
		h.streams.serve(w, r, t)
		return
	}
	page, ok := h.pages[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h.visit(w, r, t, cmp.Or(name, "."), page)
}

// secure sets the headers of every response.
func secure(header http.Header) {
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
}

// addSlash redirects to where relative links lead somewhere.
func addSlash(w http.ResponseWriter, r *http.Request) {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	w.Header().Set("Location", "./"+path[strings.LastIndexByte(path, '/')+1:]+"/")
	w.WriteHeader(http.StatusTemporaryRedirect)
}

func (h *handler) commits(v *visit) {
	body := struct {
		Commits []commitView
		Pager   pager
		Limit   int
	}{Pager: v.pager("page", len(v.commits), pageSize, "commits"), Limit: h.config.commits}
	for _, c := range v.commits[body.Pager.from():body.Pager.Last] {
		body.Commits = append(body.Commits, v.commit(c))
	}
	v.view.Title, v.view.Template, v.view.Body = "Commits", "commits.html", body
}

// commit shows what one commit has changed.
func (h *handler) commit(v *visit) {
	seq, err := strconv.ParseUint(v.request.FormValue("seq"), 10, 64)
	if err != nil {
		return
	}
	for i, c := range v.commits {
		if c.Seq == seq {
			v.showCommit(c, i)
			return
		}
	}
}

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
			Tags: strings.Join(a.Tags, ", "), Status: a.Status().String(), AskedAt: v.ago(a.At), FromShared: a.FromShared,
		})
	}
	v.view.Title, v.view.Template, v.view.Body = "Answers", "answers.html", body
}

func (h *handler) answerToken(a restclient.Answer) string {
	return h.tokens.of(a.Endpoint + "\x00" + a.Method + "\x00" + a.URL)
}

// post does what a button says.
func (h *handler) post(w http.ResponseWriter, r *http.Request, name string) {
	if err := h.origins.Check(r); err != nil {
		http.Error(w, "Only pages of the same origin may do that.", http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	t := h.tapes.find(r.PostFormValue("who"), h.tokens)
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
		target += "?who=" + safeToken(who)
	}
	w.Header().Set("Location", target)
	w.WriteHeader(http.StatusSeeOther)
}

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
		if h.tokens.of(keyText(key)) != v.request.FormValue("key") {
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

func (h *handler) visit(w http.ResponseWriter, r *http.Request, t *tape, name string, page func(*visit)) {
	v := &visit{tokens: h.tokens, home: h.tapes.home.client, request: r, now: t.client.Inspect(), tape: t, commits: t.commits(), clock: time.Now()}
	st, ok := v.travel()
	if !ok {
		http.Error(w, "The state after that commit is not kept any more.", http.StatusGone)
		return
	}
	if v.sn != nil {
		defer v.sn.Release()
	}
	v.tables = tablesOf(st, v.sn)
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
