package restfake

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/wire"
)

var _ core.Transport = (*Server)(nil)

// Server is a fake server that is its own transport. It is safe for concurrent
// use; handlers run concurrently, each in the goroutine of its caller.
type Server struct {
	fallback core.Transport

	mu     sync.Mutex
	routes []*Route
	calls  []*Call
}

// Option changes a setting of New. Options apply in order, the last wins.
type Option func(*Server)

// WithFallback sets where requests go that no route answers, such as an
// httptransport.InProcess or a Recorder. They are not Unexpected then. Default:
// none, so that they are errors.
func WithFallback(tr core.Transport) Option { return func(s *Server) { s.fallback = tr } }

// New makes a server without routes.
func New(opts ...Option) *Server {
	s := &Server{}
	for _, opt := range opts {
		opt(s)
	}
	return s
}

// Handler answers a request.
type Handler func(r *Request) Reply

// On adds a route. Path is a template of package pathtemplate, such as
// "/todos/:id" or "/files/*path"; it is matched with the whole path of the URL,
// whatever the host. The method "*" stands for every method and the path "*"
// for every path. The first route that fits and is not used up answers.
//
// On panics when the path is not a template or h is nil, because a test is wrong
// then.
func (s *Server) On(method, path string, h Handler) *Route {
	if h == nil {
		panic("restfake: nil Handler for " + method + " " + path)
	}
	r := &Route{server: s, method: method, path: path, pattern: mustCompile(path), handler: h}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.routes = append(s.routes, r)
	return r
}

// Route is a route of a Server.
type Route struct {
	server       *Server
	method, path string
	pattern      pattern
	handler      Handler

	// The rest is guarded by the mutex of the server.
	limit int // of uses; 0 means none
	used  int
}

// Once lets the route answer one request, which must come for Verify to pass.
func (r *Route) Once() *Route { return r.Times(1) }

// Times lets the route answer n requests, which must all come for Verify to
// pass. Requests beyond go to the next route that fits.
func (r *Route) Times(n int) *Route {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	r.limit = n
	return r
}

// Used tells how many requests the route has answered.
func (r *Route) Used() int {
	used, _ := r.uses()
	return used
}

func (r *Route) uses() (used, limit int) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return r.used, r.limit
}

// String is the route as it was registered, such as "GET /todos/:id".
func (r *Route) String() string { return r.method + " " + r.path }

// UnexpectedError says that no route answers a request.
type UnexpectedError struct {
	Method, URL string
	Routes      []string // what is registered; "used up" is added where it is
}

func (e *UnexpectedError) Error() string {
	if len(e.Routes) == 0 {
		return fmt.Sprintf("restfake: no route for %s %s: none is registered", e.Method, e.URL)
	}
	return fmt.Sprintf("restfake: no route for %s %s: registered are %s", e.Method, e.URL, strings.Join(e.Routes, ", "))
}

// Do answers a request, as core.Transport has it. It returns an *UnexpectedError
// when no route does.
func (s *Server) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	u, err := wire.Check(r)
	if err != nil {
		return nil, fmt.Errorf("restfake: %w", err)
	}
	body, err := wire.Content(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("restfake: read the body of the request: %w", wire.Error(ctx, err))
	}
	req := newRequest(ctx, r, u, body)
	call, route := s.receive(req)
	if route == nil && s.fallback == nil {
		return nil, call.fail(s.unexpected(r))
	}
	var res *core.Response
	if route == nil {
		res, err = s.fallback.Do(ctx, req.forward())
	} else {
		res, err = route.handler(req).response(ctx, r.Method)
	}
	if err != nil {
		return nil, call.fail(err)
	}
	return call.answer(res), nil
}

// receive logs a request and finds its route, nil for none.
func (s *Server) receive(r *Request) (*Call, *Route) {
	s.mu.Lock()
	defer s.mu.Unlock()
	call := &Call{server: s, Method: r.Method, URL: r.URL, Header: r.Header.Clone(), Body: slices.Clone(r.Body), Op: r.Op}
	s.calls = append(s.calls, call)
	for _, route := range s.routes {
		params, ok := route.match(r)
		if !ok || route.limit > 0 && route.used >= route.limit {
			continue
		}
		route.used++
		r.params, r.Attempt = params, route.used
		call.route, call.Route = route, route.String()
		return call, route
	}
	call.unexpected = s.fallback == nil
	return call, nil
}

func (r *Route) match(req *Request) (map[string]string, bool) {
	if r.method != "*" && r.method != req.Method {
		return nil, false
	}
	return r.pattern.match(req.escapedPath)
}

func (s *Server) unexpected(r *core.Request) *UnexpectedError {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := &UnexpectedError{Method: r.Method, URL: r.URL}
	for _, route := range s.routes {
		text := route.String()
		if route.limit > 0 && route.used >= route.limit {
			text += " (used up)"
		}
		e.Routes = append(e.Routes, text)
	}
	return e
}

func newRequest(ctx context.Context, r *core.Request, u *url.URL, body []byte) *Request {
	return &Request{
		Method: r.Method, URL: r.URL, Path: u.Path, Query: u.Query(), Header: wire.Canonical(r.Header),
		Body: body, Op: r.Op, ctx: ctx, escapedPath: u.EscapedPath(),
	}
}

// statusText is "404 Not Found".
func statusText(status int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status)))
}
