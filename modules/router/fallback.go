package router

import (
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

// fallback answers the requests that no route matches.
type fallback struct {
	router  *Router
	methods *trie.Methods
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
	rw.sendHead()
}

func (f fallback) answer(w http.ResponseWriter, r *http.Request) Response {
	if !strings.HasPrefix(r.URL.Path, "/") {
		return f.refusal(w, r, http.StatusBadRequest, "the request target has no path")
	}
	allow := f.methods.Beside(r)
	if allow == nil {
		return f.refusal(w, r, http.StatusNotFound, "nothing is at this path")
	}
	answer := Response{Status: http.StatusNoContent}
	if r.Method != http.MethodOptions {
		answer = f.refusal(w, r, http.StatusMethodNotAllowed, allow.Detail)
	}
	w.Header()["Allow"] = allow.Header
	return answer
}

func (f fallback) refusal(w http.ResponseWriter, r *http.Request, status int, detail string) Response {
	id := f.router.nameRequest(w.Header(), r)
	return responseTo(failure.New(status, detail, id), r.Header["Accept"])
}
