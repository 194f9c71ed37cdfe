package restclient

import (
	"maps"
	"reflect"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
)

// answers are the reads of a space whose answers it stores. They are looked at
// to find what is to be invalidated, never to read.
type answers struct {
	mu    sync.Mutex
	known map[callKey]answered
	limit int // number at which those are dropped whose data has gone
	// refused are the calls whose refusal has led to a reset, by redacted URL.
	refused map[string]struct{}
}

// answered is one of them.
type answered struct {
	start    entity.Stamp // of the last request; 0 when it was touched since
	at       time.Time    // when that was answered
	brief    bool         // the answer is stale at once
	id       string       // the call, as an *Error names it
	endpoint *endpoint
	request  *answer.Request
	session  session
}

func (a answered) touch(t answer.Touch) { a.endpoint.touch(a.session, a.request, t) }

// status is how far the stored answer can be trusted.
func (a answered) status() entity.Status {
	_, status := a.endpoint.lookup(a.session, a.request)
	return status
}

// stored reports whether the store has the answer.
func (a answered) stored() bool { return a.status() != entity.Missing }

func (a answered) answer() Answer {
	declared, r := &a.endpoint.declared, a.request
	return Answer{
		Endpoint: declared.Name, Method: r.Method, URL: r.URL, Args: reflect.ValueOf(r.Args).Elem().Interface(),
		Tags: tagsIn(declared.Settings).forArgs(declared.Args, r.Args), of: a.endpoint,
	}
}

// minAnswers is how many answers are remembered before it is checked whether
// their data is still stored.
const minAnswers = 256

// keep remembers that a read was answered, and by what its answer was stored.
func (a *answers) keep(r *read, w entity.Write) {
	a.add(r.key(), answered{
		start: w.Start, at: time.Now(), brief: w.TTL <= 0, id: r.request.Method + " " + redact.URL(r.request.URL),
		endpoint: r.endpoint, request: r.request, session: r.now(),
	})
}

func (a *answers) add(key callKey, r answered) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil {
		a.known, a.limit = map[callKey]answered{}, minAnswers
	}
	a.known[key] = r
	if len(a.refused) > 0 {
		delete(a.refused, r.id)
	}
	if len(a.known) > a.limit {
		a.prune()
	}
}

// prune drops those whose data has gone. The mutex is held.
func (a *answers) prune() {
	for key, r := range a.known {
		if !r.stored() {
			delete(a.known, key)
		}
	}
	a.limit = max(minAnswers, 2*len(a.known))
}

// touched notes that an answer was invalidated or expired.
func (a *answers) touched(key callKey) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r, ok := a.known[key]; ok {
		r.start = 0
		a.known[key] = r
	}
}

// brief reports whether an answer that is stale at once was asked for after since.
func (a *answers) brief(key callKey, since entity.Stamp) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.known[key]
	return r.brief && r.start > since
}

// last is when a read was answered last, zero when that is not known.
func (a *answers) last(key callKey) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.known[key].at
}

func (a *answers) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.known)
}

func (a *answers) all() []answered {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := make([]answered, 0, len(a.known))
	for _, r := range a.known {
		all = append(all, r)
	}
	return all
}

// refuse adds a call to those that were answered with 401, and reports whether it
// is not among them already.
func (a *answers) refuse(id string) (refused map[string]struct{}, first bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, ok := a.refused[id]; ok {
		return nil, false
	}
	refused = map[string]struct{}{id: {}}
	if len(a.refused) < maxRefused {
		maps.Copy(refused, a.refused)
	}
	return refused, true
}

// maxRefused is how many refused calls are remembered.
const maxRefused = 1000
