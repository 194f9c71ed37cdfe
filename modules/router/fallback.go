package router

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

// fallback answers the requests that no route matches.
type fallback struct {
	router     *Router
	methods    *trie.Methods
	preflights *preflights // nil: no flag has one
}

func (f fallback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rw := responseWriter{ResponseWriter: w}
	if r.Method == http.MethodHead {
		rw.head = &headBody{}
	}
	answer := f.answer(w, r)
	if err := answer.write(&rw); err != nil {
		f.router.logger.Debug("response not written", "err", err)
	}
}

func (f fallback) answer(w http.ResponseWriter, r *http.Request) Response {
	if !strings.HasPrefix(r.URL.Path, "/") && !hasPath(r.URL) {
		return f.refusal(w, r, http.StatusBadRequest, "the request target has no path")
	}
	allow := f.methods.Beside(r)
	if allow == nil {
		return f.refusal(w, r, http.StatusNotFound, "nothing is at this path")
	}
	answer := Response{Status: http.StatusNoContent}
	if r.Method != http.MethodOptions {
		answer = f.refusal(w, r, http.StatusMethodNotAllowed, allow.Detail)
	} else if err := f.preflight(w.Header(), r); err != nil {
		return f.failed(w, r, err)
	}
	w.Header()["Allow"] = allow.Header
	return answer
}

func hasPath(u *url.URL) bool {
	_, has := engine.Path(u)
	return has
}

// preflight lets flags answer a preflight request. Their panics come back as errors,
// like those of hooks.
func (f fallback) preflight(h http.Header, r *http.Request) error {
	if f.preflights == nil {
		return nil
	}
	return f.router.panics.protect(func() error {
		f.preflights.answer(h, r)
		return nil
	})
}

// failed is the response to an error of the application.
func (f fallback) failed(w http.ResponseWriter, r *http.Request, err error) Response {
	p := f.router.failureOf(err, r, f.router.nameRequest(w.Header(), r))
	p.Log(r.Context(), f.router.logger, err)
	return responseTo(p, w.Header(), r.Header["Accept"])
}

func (f fallback) refusal(w http.ResponseWriter, r *http.Request, status int, detail string) Response {
	id := f.router.nameRequest(w.Header(), r)
	return responseTo(failure.New(status, detail, id), w.Header(), r.Header["Accept"])
}

// preflights are what flags say about preflight requests.
type preflights struct {
	table *trie.Table
	known map[string][]func(http.Header, *http.Request) // by route string
}

// newPreflights are those of the routes of a table, nil when there are none.
func newPreflights(known map[string][]func(http.Header, *http.Request), routes []*engine.Route) *preflights {
	if len(known) == 0 {
		return nil
	}
	return &preflights{trie.NewTable(routes), known}
}

// answer sets the headers of the answer when r is a preflight request for a route
// that has some.
func (p *preflights) answer(h http.Header, r *http.Request) {
	method := r.Header.Get("Access-Control-Request-Method")
	if method == "" || r.Header.Get("Origin") == "" {
		return
	}
	if found := p.table.Find(method, r.URL); found != nil {
		for _, set := range p.known[found.Key] {
			set(h, r)
		}
	}
}
