package restclient_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

type account struct {
	ID    int    `json:"id,omitzero"`
	N     int64  `json:"n"`
	Title string `json:"title"`
}

func (a account) PK() int { return a.ID }

type accountFilter struct {
	IDs  []int `query:"ids,comma,omitempty,nofilter"`
	Page int   `query:"page,omitempty"`
}

func accountsWith(opts ...restclient.EndpointOption) restclient.Resource[account, int, accountFilter] {
	return restclient.CreateResource[account, int, accountFilter]("/accounts/:id",
		append(opts, restclient.WithURLPrefix("http://api.test"), restclient.WithOptimistic(), restclient.WithPaginationField("page"))...)
}

// bank is a server with entity tags, which If-Match and If-None-Match are
// checked against.
type bank struct {
	mu       sync.Mutex
	accounts map[int]account
	versions map[int]int
	seen     []string
	// untagged says that answers to PATCH have no entity tag.
	untagged bool
	// hold is called before a request is served, and after its answer is ready.
	hold func(r *http.Request, answered bool)
}

func newBank(accounts ...account) *bank {
	b := &bank{accounts: map[int]account{}, versions: map[int]int{}}
	for _, a := range accounts {
		b.accounts[a.ID], b.versions[a.ID] = a, 1
	}
	return b
}

// requests returns what was asked since the last call: method, path, what If-…
// says, and body.
func (b *bank) requests() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	seen := b.seen
	b.seen = nil
	return seen
}

func (b *bank) set(a account) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.accounts[a.ID] = a
	b.versions[a.ID]++
}

func (b *bank) get(id int) account {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.accounts[id]
}

func (b *bank) holdWith(hold func(r *http.Request, answered bool)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hold = hold
}

func (b *bank) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	b.mu.Lock()
	hold := b.hold
	b.mu.Unlock()
	if hold != nil {
		hold(r, false)
	}
	answer := b.serve(r, body)
	if hold != nil {
		hold(r, true)
	}
	answer(w)
}

// serve does what is asked for, and returns the answer.
func (b *bank) serve(r *http.Request, body []byte) func(http.ResponseWriter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	seen := []string{r.Method, r.RequestURI, r.Header.Get("If-Match") + r.Header.Get("If-None-Match"), string(body)}
	b.seen = append(b.seen, strings.Join(slices.DeleteFunc(seen, func(s string) bool { return s == "" }), " "))
	if r.URL.Path == "/accounts" {
		return b.serveList(r, body)
	}
	id, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/accounts/"))
	if _, ok := b.accounts[id]; !ok {
		return statusOnly(http.StatusNotFound)
	}
	return b.serveOne(r, id, body)
}

func statusOnly(code int) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) { w.WriteHeader(code) }
}

func answerWith(tag string, v any) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		if tag != "" {
			w.Header().Set("ETag", tag)
		}
		writeJSON(w, http.StatusOK, v)
	}
}

func (b *bank) tag(id int) string { return fmt.Sprintf("%q", "v"+strconv.Itoa(b.versions[id])) }

func (b *bank) serveOne(r *http.Request, id int, body []byte) func(http.ResponseWriter) {
	if match := r.Header.Get("If-Match"); match != "" && match != b.tag(id) {
		return statusOnly(http.StatusPreconditionFailed)
	}
	if r.Header.Get("If-None-Match") == b.tag(id) {
		return statusOnly(http.StatusNotModified)
	}
	a := b.accounts[id]
	switch r.Method {
	case http.MethodGet:
		return answerWith(b.tag(id), a)
	case http.MethodDelete:
		delete(b.accounts, id)
		return statusOnly(http.StatusNoContent)
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return statusOnly(http.StatusBadRequest)
	}
	b.accounts[id] = a
	b.versions[id]++
	if b.untagged {
		return answerWith("", a)
	}
	return answerWith(b.tag(id), a)
}

func (b *bank) serveList(r *http.Request, body []byte) func(http.ResponseWriter) {
	if r.Method == http.MethodPost {
		a := account{ID: 100 + len(b.accounts)}
		_ = json.Unmarshal(body, &a)
		b.accounts[a.ID], b.versions[a.ID] = a, 1
		return answerWith("", a)
	}
	wanted := strings.Split(r.FormValue("ids"), ",")
	found := []account{}
	for id, a := range b.accounts {
		if r.FormValue("ids") == "" || slices.Contains(wanted, strconv.Itoa(id)) {
			found = append(found, a)
		}
	}
	slices.SortFunc(found, func(x, y account) int { return x.ID - y.ID })
	return answerWith(`"list"`, found)
}

// gate holds requests of a method until they are let through one by one.
type gate struct {
	method string
	after  bool // when the answer is ready, not before
	held   chan chan struct{}
}

func newGate(method string, after bool) *gate {
	return &gate{method, after, make(chan chan struct{}, 100)}
}

func (g *gate) hold(r *http.Request, answered bool) {
	if r.Method != g.method || answered != g.after {
		return
	}
	pass := make(chan struct{})
	g.held <- pass
	select {
	case <-pass:
	case <-r.Context().Done():
	}
}

func (g *gate) next(ctx context.Context) chan struct{} {
	GinkgoHelper()
	var pass chan struct{}
	Eventually(ctx, g.held).Should(Receive(&pass))
	return pass
}

// named is an entity whose key is a string, like that of an index of it.
type named struct {
	ID   string `json:"id"`
	Slug string `json:"slug"`
	N    int    `json:"n"`
}

func (n named) PK() string { return n.ID }
