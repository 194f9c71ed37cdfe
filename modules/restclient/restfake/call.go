package restfake

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Call is one request that a Server has received, and what became of it.
type Call struct {
	Method string
	URL    string // as it was sent
	Header http.Header
	Body   []byte
	Op     string

	Route  string // that answers, such as "GET /todos/:id"; empty for none
	Status int    // of the answer; 0 for none, so far
	Err    error  // instead of an answer

	server     *Server
	route      *Route
	unexpected bool
}

// String is the call in a line, such as "GET http://api.test/todos/1: 200 OK".
func (c Call) String() string {
	switch {
	case c.Err != nil:
		return fmt.Sprintf("%s %s: %v", c.Method, c.URL, c.Err)
	case c.Status == 0:
		return fmt.Sprintf("%s %s: under way", c.Method, c.URL)
	}
	return fmt.Sprintf("%s %s: %s", c.Method, c.URL, statusText(c.Status))
}

func (c *Call) fail(err error) error {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.Err = err
	return err
}

func (c *Call) answer(res *core.Response) *core.Response {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.Status = res.Status
	return res
}

// Calls returns what has arrived, in order. Headers and bodies are as they were
// sent, secrets included; they are shared with other calls of Calls.
func (s *Server) Calls() []Call { return s.callsThat(func(*Call) bool { return true }) }

// Unexpected returns the calls that nothing answered.
func (s *Server) Unexpected() []Call { return s.callsThat(func(c *Call) bool { return c.unexpected }) }

// CallsOf returns the calls that a route has answered.
func (s *Server) CallsOf(r *Route) []Call {
	return s.callsThat(func(c *Call) bool { return c.route == r })
}

func (s *Server) callsThat(keep func(*Call) bool) []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	var calls []Call
	for _, c := range s.calls {
		if keep(c) {
			calls = append(calls, *c)
		}
	}
	return slices.Clip(calls)
}

// Unmet returns the routes with Once or Times that have not had all their
// requests.
func (s *Server) Unmet() []*Route {
	s.mu.Lock()
	defer s.mu.Unlock()
	var unmet []*Route
	for _, r := range s.routes {
		if r.used < r.limit {
			unmet = append(unmet, r)
		}
	}
	return unmet
}

// Reporter is what Verify needs of a test: *testing.T, GinkgoT() and others.
type Reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// Verify reports every request that no route answered and every route that
// waits for more.
func (s *Server) Verify(t Reporter) {
	t.Helper()
	for _, c := range s.Unexpected() {
		t.Errorf("unexpected request: %v", c.Err)
	}
	for _, r := range s.Unmet() {
		used, limit := r.uses()
		t.Errorf("%s was requested %d times of %d", r, used, limit)
	}
}
