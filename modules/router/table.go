package router

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
	"github.com/trefoil-go/trefoil/modules/router/internal/match"
	"github.com/trefoil-go/trefoil/modules/router/internal/oas"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

// table is a router that was built.
type table struct {
	entries  []entry
	handler  http.Handler
	document *apidoc.Document
}

// entry is one line of the route table.
type entry struct {
	key      string
	route    route.Route
	function *Function
}

// operationID names an operation by its own route and function alone, so that no
// other route changes the name.
func (e entry) operationID() string {
	f := e.function
	if f.about.id != "" {
		return f.about.id
	}
	if id := f.at.operationID(); id != "" && f.handler == nil {
		return id
	}
	return e.routeID()
}

// routeID is the method and the words of the path, with By in front of parameters.
func (e entry) routeID() string {
	words := []string{strings.ToLower(e.route.Method)}
	for _, s := range e.route.Segments {
		for _, piece := range s.Pieces() {
			if piece.Param {
				words = append(words, "by")
			}
			words = append(words, strings.FieldsFunc(piece.Text, func(r rune) bool { return strings.ContainsRune(":-._~", r) })...)
		}
	}
	if path := e.route.Path; len(path) > 1 && strings.HasSuffix(path, "/") {
		words = append(words, "slash")
	}
	return camel(words...)
}

// compiler finds every mistake before it builds.
type compiler struct {
	*Router
	entries  []entry
	mistakes []Mistake
	known    map[string]declaredFlag // flags that are declared or hooked

	contracts map[string]*contract // by route string, of those that are checked
	encoders  map[reflect.Type]*jsonenc.Encoder
}

func (r *Router) compile() (*table, error) {
	c := &compiler{Router: r, mistakes: slices.Clone(r.mistakes), known: map[string]declaredFlag{}, encoders: map[reflect.Type]*jsonenc.Encoder{}}
	c.checkOptions()
	c.readFlags()
	c.readHooks()
	c.checkNeeds()
	for _, module := range r.controllers {
		c.readModule(module)
	}
	if r.documentPath != "" {
		c.read("GET "+r.documentPath, r.DocumentHandler(), origin{})
	}
	c.checkEntries()
	if len(c.mistakes) > 0 {
		return nil, &TableError{c.mistakes}
	}
	c.warnUnused()
	return c.assemble()
}

func (c *compiler) fail(e entry, format string, args ...any) {
	c.mistakes = append(c.mistakes, Mistake{
		Route: e.key, Function: e.function.at.name, File: e.function.at.file, Line: e.function.at.line,
		Message: fmt.Sprintf(format, args...),
	})
}

func (c *compiler) failAt(at origin, format string, args ...any) {
	c.mistakes = append(c.mistakes, Mistake{Function: at.name, File: at.file, Line: at.line, Message: fmt.Sprintf(format, args...)})
}

func (c *compiler) failFree(format string, args ...any) {
	c.mistakes = append(c.mistakes, Mistake{Message: fmt.Sprintf(format, args...)})
}

func (c *compiler) checkOptions() {
	if known := []Environment{Production, Development, Test}; !slices.Contains(known, c.environment) {
		c.failFree("environment %q does not exist: it is one of %q", c.environment, known)
	}
	if known := []string{"3.1.0", "3.2.0"}; !slices.Contains(known, c.openAPI) {
		c.failFree("OpenAPI %q cannot be written: it is one of %q", c.openAPI, known)
	}
	if c.policy < Exit || c.policy > Recover {
		c.failFree("panic policy %d does not exist", c.policy)
	}
	for _, mistake := range append(c.serverMistakes(), answer.Mistakes(c.config.encoders)...) {
		c.failFree("%s", mistake)
	}
	for _, mistake := range oas.Check(c.info.outline(c.openAPI)) {
		c.failFree("router.Info.%s", mistake)
	}
	if n := len(c.methods); n > maxMethods {
		c.failFree("%d methods of WithMethods: there may be %d", n, maxMethods)
	}
	if c.exit == nil {
		c.failFree("the exit function is nil: leave WithExit out for os.Exit")
	}
	if c.engine == nil {
		c.failFree("the engine is nil")
	}
}

func (c *compiler) readModule(module registeredController) {
	routes := module.Routes()
	first := len(c.entries)
	for _, key := range slices.Sorted(maps.Keys(routes)) {
		c.read(key, routes[key], module.at)
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

// read reads a line of the table. A function that nobody knows the place of is
// where its module was registered.
func (c *compiler) read(key string, value any, at origin) {
	e := entry{key: key, function: functionOf(value)}
	if e.function.at.file == "" {
		placed := *e.function
		placed.at.file, placed.at.line = at.file, at.line
		e.function = &placed
	}
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
	_, wraps := c.engine.(engine.Wrapper)
	c.wrapped = wraps || len(c.middleware)+len(c.inner) > 0
	document := c.describe()
	var routes []*engine.Route
	for _, e := range c.entries {
		routes = append(routes, c.engineRoute(e, e.route.Method))
	}
	for _, e := range c.headTwins() {
		routes = append(routes, c.engineRoute(e, http.MethodHead))
	}
	h, err := c.engine.Build(routes, fallback{c.Router, trie.NewMethods(routes)})
	if err != nil {
		return nil, &TableError{[]Mistake{{Message: "the engine cannot serve the table: " + err.Error()}}}
	}
	for _, middleware := range slices.Backward(c.middleware) {
		h = middleware(h)
	}
	if c.wrapped || c.requestID != nil {
		h = outermost{c.Router, h}
	}
	return &table{entries: c.entries, handler: c.server.Health(h), document: document}, nil
}

func (c *compiler) engineRoute(e entry, method string) *engine.Route {
	return &engine.Route{Key: e.key, Method: method, Segments: e.route.Segments, Begin: c.beginOf(c.plan(e))}
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
			return o.route.Method == http.MethodHead && match.Compare(o.route.Segments, e.route.Segments) == match.Same
		})
		if !own {
			twins = append(twins, e)
		}
	}
	return twins
}

func (c *compiler) plan(e entry) *plan {
	p := &plan{router: c.Router, key: e.key, pattern: e.route.Pattern(), route: e.route, params: e.route.Params(), function: c.strict(e)}
	if e.function.handler == nil {
		p.offers = offersOf(c.formats, e.function.result)
	}
	p.encoder = c.encoderFor(e.function)
	p.limits = e.function.about.limits.or(c.limits)
	p.contract = c.contracts[e.key]
	p.guards, p.beforeCall = c.hooksAt(core.BeforeFunctionCall, e)
	_, p.beforeRender = c.hooksAt(core.BeforeRender, e)
	_, p.beforeResponse = c.hooksAt(core.BeforeResponse, e)
	_, p.afterResponse = c.hooksAt(core.AfterResponse, e)
	p.choose()
	if c.wrapped {
		p.answer = remembering(p.answer)
	}
	return p
}

// strict returns the function of an entry, as one that refuses query parameters
// which the route does not know where that is asked for.
func (c *compiler) strict(e entry) *Function {
	strict := c.strictQuery
	if own := e.function.about.strictQuery; own != nil {
		strict = *own
	}
	if !strict || e.function.input == nil {
		return e.function
	}
	var credentials []string
	for _, flag := range e.route.Flags {
		if s := c.known[flag].Security; s != nil && s.In == apidoc.InQuery {
			credentials = append(credentials, s.ParameterName)
		}
	}
	f := *e.function
	f.input = f.input.Strict(credentials)
	return &f
}

// encoderFor compiles the encoder of a result once for all routes.
func (c *compiler) encoderFor(f *Function) *jsonenc.Encoder {
	if f.kind != kindValue {
		return nil
	}
	known, ok := c.encoders[f.result]
	if !ok {
		known = jsonenc.For(reflect.PointerTo(f.result))
		c.encoders[f.result] = known
	}
	return known
}

func (c *compiler) hooksAt(stage core.Stage, e entry) ([]GuardFunc, []HookFunc) {
	return functionsOf(hooksFor(c.hooks, stage, e.route.Flags))
}
