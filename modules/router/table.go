package router

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// table is a router that was built.
type table struct {
	handler  http.Handler
	document *apidoc.Document
}

// entry is one line of the route table.
type entry struct {
	key      string
	route    route.Route
	function *Function
}

// compiler finds every mistake before it builds.
type compiler struct {
	*Router
	entries  []entry
	mistakes []Mistake
	known    map[string]Flag // flags that are declared or hooked
}

func (r *Router) compile() (*table, error) {
	c := &compiler{Router: r, mistakes: slices.Clone(r.mistakes), known: map[string]Flag{}}
	c.checkOptions()
	c.readFlags()
	c.readHooks()
	for _, module := range r.controllers {
		c.readModule(module)
	}
	if r.documentPath != "" {
		c.read("GET "+r.documentPath, r.DocumentHandler())
	}
	c.checkEntries()
	if len(c.mistakes) > 0 {
		return nil, &TableError{c.mistakes}
	}
	return c.assemble()
}

func (c *compiler) fail(e entry, format string, args ...any) {
	c.mistakes = append(c.mistakes, Mistake{
		Route: e.key, Function: e.function.at.name, File: e.function.at.file, Line: e.function.at.line,
		Message: fmt.Sprintf(format, args...),
	})
}

func (c *compiler) failFree(format string, args ...any) {
	c.mistakes = append(c.mistakes, Mistake{Message: fmt.Sprintf(format, args...)})
}

func (c *compiler) checkOptions() {
	if c.environment != Production && c.environment != Development {
		c.failFree("environment %q does not exist: use %q or %q", c.environment, Production, Development)
	}
	if c.policy < Exit || c.policy > Recover {
		c.failFree("panic policy %d does not exist", c.policy)
	}
	if c.engine == nil {
		c.failFree("the engine is nil")
	}
}

func (c *compiler) readModule(module core.Controller) {
	if module == nil {
		c.failFree("a controller module is nil")
		return
	}
	routes := module.Routes()
	first := len(c.entries)
	for _, key := range slices.Sorted(maps.Keys(routes)) {
		c.read(key, routes[key])
	}
	slices.SortStableFunc(c.entries[first:], func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.route.Path, b.route.Path), cmp.Compare(methodRank(a.route.Method), methodRank(b.route.Method)))
	})
}

func methodRank(method string) int {
	if i := slices.Index(route.Methods(), method); i >= 0 {
		return i
	}
	return len(route.Methods())
}

func (c *compiler) read(key string, value any) {
	e := entry{key: key, function: functionOf(value)}
	var err error
	if e.route, err = route.Parse(key, c.methods...); err != nil {
		var syntax *route.SyntaxError
		if errors.As(err, &syntax) {
			c.fail(e, "offset %d: %s", syntax.Offset, syntax.Message)
			return
		}
		c.fail(e, "%v", err)
		return
	}
	c.entries = append(c.entries, e)
}

// assemble compiles the plans and lets the engine build.
func (c *compiler) assemble() (*table, error) {
	var routes []*engine.Route
	for _, e := range c.entries {
		p := c.plan(e)
		routes = append(routes, &engine.Route{Key: e.key, Method: e.route.Method, Segments: e.route.Segments, Serve: p.serve})
	}
	for _, e := range c.headTwins() {
		p := c.plan(e)
		routes = append(routes, &engine.Route{Key: e.key, Method: http.MethodHead, Segments: e.route.Segments, Serve: p.serve})
	}
	h, err := c.engine.Build(routes, fallback{c.Router, newAllowTable(routes)})
	if err != nil {
		return nil, &TableError{[]Mistake{{Message: "the engine cannot serve the table: " + err.Error()}}}
	}
	for _, middleware := range slices.Backward(c.middleware) {
		h = middleware(h)
	}
	return &table{handler: outermost{c.Router, h}, document: c.describe()}, nil
}

// headTwins are the GET routes that answer HEAD too, because no HEAD route has
// their path.
func (c *compiler) headTwins() []entry {
	var twins []entry
	for _, e := range c.entries {
		if e.route.Method != http.MethodGet {
			continue
		}
		own := slices.ContainsFunc(c.entries, func(o entry) bool {
			return o.route.Method == http.MethodHead && compare(o.route.Segments, e.route.Segments) == same
		})
		if !own {
			twins = append(twins, e)
		}
	}
	return twins
}

func (c *compiler) plan(e entry) *plan {
	p := &plan{router: c.Router, route: e.route, params: e.route.Params(), function: e.function}
	p.offers = offersOf(e.function)
	p.beforeCall = hooksFor(c.hooks, core.BeforeFunctionCall, e.route.Flags)
	p.beforeRender = hooksFor(c.hooks, core.BeforeRender, e.route.Flags)
	p.beforeResponse = hooksFor(c.hooks, core.BeforeResponse, e.route.Flags)
	return p
}

// outermost is around everything: it names the request and answers what
// middleware panics with.
type outermost struct {
	router *Router
	next   http.Handler
}

func (h outermost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := h.router.requestID(r)
	w.Header().Set(requestIDHeader, id)
	rw := &responseWriter{ResponseWriter: w}
	defer func() {
		if v := recover(); v != nil {
			h.failed(rw, r, thrown(v), id)
		}
	}()
	h.next.ServeHTTP(rw, r)
}

func (h outermost) failed(w *responseWriter, r *http.Request, err error, id string) {
	p := h.router.problemOf(r, err, id)
	h.router.log(r, p, err, "sent", w.status != 0)
	if w.status != 0 {
		return
	}
	forgetBody(w.Header())
	w.before, w.failed = nil, nil
	w.forMethod(r.Method)
	_ = p.response().write(w) // the client is gone: there is nobody to tell
	w.sendHead()
}
