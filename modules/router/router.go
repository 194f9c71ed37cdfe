package router

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
	"github.com/trefoil-go/trefoil/modules/router/internal/lifecycle"
	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
	"github.com/trefoil-go/trefoil/modules/router/internal/raiser"
	"github.com/trefoil-go/trefoil/modules/router/internal/table"
)

// Router collects controllers, flags, hooks and middleware, and serves them.
//
// Registration is not safe for concurrent use and ends with the first call of
// Handler, Start, Listen, Serve or Load: registering after it panics. Everything
// else is safe for concurrent use.
type Router struct {
	config
	registered

	build  sync.Once
	frozen bool
	built  *built
	err    error

	server    *lifecycle.Server
	exchanges *sync.Pool
	formats   *answer.Formats
	wrapped   bool // by middleware
	panics    panics
}

// registered is what applications have registered.
type registered struct {
	controllers []registeredController
	flags       []declaredFlag
	hooks       []registeredHook
	middleware  []registeredMiddleware // around everything
	inner       []registeredMiddleware // around the routes that carry a flag
	mistakes    []Mistake              // found while registering
	installed   origin.Origin          // where the pack that registers now is installed
}

// New returns a router. Without options it starts at 127.0.0.1:8080 and matches
// with the engine of package trierouter.
func New(opts ...Option) *Router {
	r := &Router{config: defaults()}
	for _, opt := range opts {
		opt(&r.config)
	}
	r.server = lifecycle.New(r.serving(), r.Handler)
	r.exchanges = &sync.Pool{New: func() any { return newExchange(r) }}
	r.panics.policy, r.panics.program = r.policy, raiser.Running()
	r.formats = answer.New(r.encoders)
	return r
}

// registeredController is a controller module and where it was registered.
type registeredController struct {
	core.Controller
	at origin.Origin
}

// Register adds controllers. Their routes are read when the router is built.
func (r *Router) Register(controllers ...core.Controller) {
	r.open("Register")
	for _, c := range controllers {
		if c == nil {
			r.mistake(origin.CalledFrom(1), "", "a controller module is nil")
			continue
		}
		r.controllers = append(r.controllers, registeredController{c, origin.CalledFrom(1)})
	}
}

// Flag declares flags: what they mean and what they require. A flag that is not
// declared exists as soon as a hook is registered for it.
func (r *Router) Flag(flags ...Flag) {
	r.open("Flag")
	at := r.installed
	if at.File == "" {
		at = origin.CalledFrom(1)
	}
	for _, f := range flags {
		r.flags = append(r.flags, declaredFlag{f, at})
	}
}

// Use adds net/http middleware around everything, 404 included: the first added
// is the outermost. A middleware fails by answering itself, or by a panic: with
// a *ClientError that is its answer, with anything else a logged 500. Behind the
// handler that it calls, Request.Pattern is the route that has matched, unless it
// gave another request to that: see route.Route.Pattern. Middleware is made once, when
// the router is built; one that returns nil is a mistake of the table.
func (r *Router) Use(middleware ...func(http.Handler) http.Handler) {
	r.open("Use")
	for _, wrap := range middleware {
		if wrap == nil {
			r.mistake(origin.CalledFrom(1), "", "the middleware is nil")
			continue
		}
		r.middleware = append(r.middleware, registeredMiddleware{"", wrap, origin.CalledFrom(1)})
	}
}

// UseFor adds net/http middleware around the routes that carry a flag, inside
// that of Use: what it puts into the context of the request arrives. It is made
// once per route. Middleware of several flags is nested in the order in which
// the flags are written on the route.
func (r *Router) UseFor(flag string, middleware ...func(http.Handler) http.Handler) {
	r.open("UseFor")
	for _, wrap := range middleware {
		if wrap == nil {
			r.mistake(origin.CalledFrom(1), "", "the middleware is nil")
			continue
		}
		r.inner = append(r.inner, registeredMiddleware{flag, wrap, origin.CalledFrom(1)})
	}
}

// Hook adds hooks. Hooks of one stage and flag run by their order, then by
// their registration; those that this package's own methods register have
// order 0.
func (r *Router) Hook(hooks ...core.Hook) {
	r.open("Hook")
	for _, h := range hooks {
		if h == nil {
			r.mistake(origin.CalledFrom(1), "", "the hook is nil")
			continue
		}
		added := coreHook(h, origin.CalledFrom(1))
		added.pack = r.inPack()
		r.hooks = append(r.hooks, added)
	}
}

// Guard adds a function that decides before the controller function whether a
// request may go on: the cheapest hook of beforeFunctionCall. Guards run before
// the other hooks of their stage, in the same order as those.
//
//	r.Guard(fn)
//	r.Guard("AUTH", fn)
//
// The function is a func(*router.Context) error.
func (r *Router) Guard(flagAndFunc ...any) {
	r.addHook(core.BeforeFunctionCall, flagAndFunc, guardForm, func(h *registeredHook, fn any) bool {
		switch fn := fn.(type) {
		case GuardFunc:
			h.guard = fn
		case func(*Context) error:
			h.guard = fn
		}
		return h.guard != nil
	})
}

// BeforeFunctionCall adds a hook that runs before the controller function of
// every route, or of those that carry a flag:
//
//	r.BeforeFunctionCall(fn)
//	r.BeforeFunctionCall("AUTH", fn)
//
// The function is a HookFunc, or a func(core.Exchange, func() error) error. Its
// next runs what is behind it up to the controller function.
func (r *Router) BeforeFunctionCall(flagAndFunc ...any) {
	r.addHook(core.BeforeFunctionCall, flagAndFunc, hookForm, takeHook)
}

// BeforeRender adds a hook that runs before the result is encoded, in the forms
// of BeforeFunctionCall. It does not run after an error, nor for a controller
// that writes its response itself. Its next encodes.
func (r *Router) BeforeRender(flagAndFunc ...any) {
	r.addHook(core.BeforeRender, flagAndFunc, hookForm, takeHook)
}

// BeforeResponse adds a hook that runs before the response is sent, in the
// forms of BeforeFunctionCall: also after an error, and when a controller
// writes its response itself. Its next sends the response.
func (r *Router) BeforeResponse(flagAndFunc ...any) {
	r.addHook(core.BeforeResponse, flagAndFunc, hookForm, takeHook)
}

// AfterResponse adds a hook that runs once when everything is over, whatever has
// happened: also after an error, a panic, a client that went away and a
// connection that was taken over. It takes the forms of BeforeFunctionCall, and
// a func(*router.Context). Context.Err and Context.Status tell how it went; the
// next of a HookFunc returns the error. All hooks run, in order; what they return
// is logged.
func (r *Router) AfterResponse(flagAndFunc ...any) {
	r.addHook(core.AfterResponse, flagAndFunc, hookForm+" or func(*router.Context)", func(h *registeredHook, fn any) bool {
		if simple, ok := fn.(func(*Context)); ok && simple != nil {
			h.run = func(c *Context, next func() error) error { simple(c); return next() }
			return true
		}
		return takeHook(h, fn)
	})
}

// addHook registers a hook for the application that called the caller.
func (r *Router) addHook(stage core.Stage, args []any, form string, take func(*registeredHook, any) bool) {
	r.open(string(stage))
	h := registeredHook{point: core.HookPoint{Stage: stage}}
	if len(args) == 2 {
		flag, ok := args[0].(string)
		if !ok || flag == "" {
			r.mistake(origin.CalledFrom(2), "", fmt.Sprintf("%s: the flag is %#v: write a name such as \"AUTH\"", stage, args[0]))
			return
		}
		h.point.Flag = flag
	}
	if len(args) == 0 || len(args) > 2 || !take(&h, args[len(args)-1]) {
		r.mistake(origin.CalledFrom(2), "", string(stage)+": "+form)
		return
	}
	h.at, h.pack = origin.Of(args[len(args)-1]), r.inPack()
	r.hooks = append(r.hooks, h)
}

const (
	guardForm = "Guard takes an optional flag and a func(*router.Context) error"
	hookForm  = "a hook is an optional flag and a func(*router.Context, func() error) error"
)

// Pack is a flag with all that belongs to it: its declaration, hooks and guards.
// Package flagpack has some; an application writes one as a function:
//
//	func audited(log *slog.Logger) router.Pack {
//		return func(r *router.Router) {
//			r.Flag(router.Flag{Name: "AUDIT", Description: "Who did it is written down."})
//			r.AfterResponse("AUDIT", …)
//		}
//	}
type Pack func(r *Router)

// Install adds packs. What is wrong with the flags that they declare is told at the place
// of the call.
func (r *Router) Install(packs ...Pack) {
	r.open("Install")
	defer func(outer origin.Origin) { r.installed = outer }(r.installed)
	r.installed = origin.CalledFrom(1)
	for _, install := range packs {
		if install == nil {
			r.mistake(origin.CalledFrom(1), "", "the pack is nil")
			continue
		}
		install(r)
	}
}

func (r *Router) inPack() bool { return r.installed != (origin.Origin{}) }

// Handler builds the router and returns what serves it; from then on nothing
// can be registered. The error is a *TableError with every mistake there is.
// Every call returns the same.
func (r *Router) Handler() (http.Handler, error) {
	r.build.Do(func() {
		r.frozen = true
		r.built, r.err = compile(r)
	})
	if r.err != nil {
		return nil, r.err
	}
	return r.built.handler, nil
}

// RouteInfo is one line of the route table, for listings.
type RouteInfo struct {
	Method     string     `json:"method"`
	Path       string     `json:"path"`
	Key        string     `json:"key"` // the route string as written, behind what its groups add
	Flags      []string   `json:"flags"`
	Group      string     `json:"group,omitempty"` // such as "/v1 > AUTH /teams/:team"
	Function   string     `json:"function"`        // such as "api.showUser"
	File       string     `json:"file"`            // of the function, empty when unknown
	Line       int        `json:"line"`
	Hooks      []HookInfo `json:"hooks"`      // in the order in which they run
	Reflective bool       `json:"reflective"` // called by reflection, which F0 to F4 and In avoid
	Hidden     bool       `json:"hidden"`     // not in the description of the API
	Before     []string   `json:"before"`     // keys of routes that fit some of the same requests and lose, though none is more specific
	Summary    string     `json:"summary"`
}

// HookInfo is one hook of a route.
type HookInfo struct {
	Stage string `json:"stage"` // such as "beforeFunctionCall"
	Guard bool   `json:"guard"` // registered with Guard
	Pack  bool   `json:"pack"`  // a pack of Install has registered it
	Flag  string `json:"flag"`  // empty: every route
	Name  string `json:"name"`
	Order int    `json:"order"`
	File  string `json:"file"` // empty when unknown
	Line  int    `json:"line"`
}

// Routes lists the routes in the order of the table. It builds the router and opens
// no port; the error is a *TableError.
func (r *Router) Routes() ([]RouteInfo, error) {
	if _, err := r.Handler(); err != nil {
		return nil, err
	}
	var all []RouteInfo
	for i, e := range r.built.entries {
		f := e.function
		all = append(all, RouteInfo{
			Key: e.key, Method: e.route.Method, Path: e.route.Path, Flags: slices.Clone(e.route.Flags), Group: f.of.String(),
			Function: f.at.Name, File: f.at.File, Line: f.at.Line, Hooks: r.hooksOf(e),
			Before: table.WonOver(r.built.routes[i], r.built.routes), Reflective: f.reflective, Hidden: f.about.hidden, Summary: f.about.Summary,
		})
	}
	return all, nil
}

func (r *Router) hooksOf(e entry) []HookInfo {
	var all []HookInfo
	for _, stage := range table.Stages {
		for _, h := range hooksFor(r.hooks, stage, e.route.Flags) {
			all = append(all, HookInfo{
				Stage: string(stage), Guard: h.guard != nil, Pack: h.pack, Flag: h.point.Flag, Name: h.at.Name,
				Order: h.point.Order, File: h.at.File, Line: h.at.Line,
			})
		}
	}
	return all
}

// Load returns the OpenAPI 3.1 description of the routes, as a core.SpecSource:
// a viewer shows it without a file in between. It builds the router, and
// writes the description when it is called first. A table with mistakes is a
// *core.SpecError that wraps the *TableError, also one whose results have tags that say
// nothing: see F0.
func (r *Router) Load(ctx context.Context) (*apidoc.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("describe the routes: %w", err)
	}
	if _, err := r.Handler(); err != nil {
		return nil, &core.SpecError{Message: err.Error(), Err: err}
	}
	described, err := r.built.describe()
	if err != nil {
		return nil, &core.SpecError{Message: err.Error(), Err: err}
	}
	return described.Document, nil
}

// DocumentHandler serves the OpenAPI 3.1 description of the routes as JSON, with
// an ETag. It is a controller value like any other (WithDocument registers it)
// and is not in the description itself. Called before the router is built, it has tags of
// results that say nothing told at start: see F0.
func (r *Router) DocumentHandler() http.Handler {
	if !r.frozen {
		r.tagMistakes = tagMistakes
	}
	return &documentHandler{r}
}

// Bugs is how many panics that nobody has meant, such as nil dereferences, the
// router has recovered so far.
func (r *Router) Bugs() int64 { return r.panics.bugs.Load() }

// nameRequest returns the id of a request and puts it into the response. A function of
// the application that panics at one is logged, and the id is random.
func (r *Router) nameRequest(h http.Header, req *http.Request) string {
	if r.requestID == nil || h.Get(requestIDHeader) != "" {
		return named(h)
	}
	wrong := r.panics.protect(func() error {
		h[requestIDHeader] = []string{r.requestID(req)}
		return nil
	})
	if wrong != nil {
		r.logger.Warn("naming a request failed", "err", wrong)
	}
	return named(h)
}

// failureOf is an error as the client sees it.
func (r *Router) failureOf(err error, req *http.Request, id string) failure.Failure {
	p := failure.Of(err, req, id, r.environment != Production)
	if r.translate == nil || len(p.Errors) == 0 {
		return p
	}
	p.Header = withLanguage(p.Header)
	translated := p
	wrong := r.panics.protect(func() error {
		translated.Translate(func(f FieldError) string { return r.translate(req, f) })
		return nil
	})
	if wrong != nil {
		r.logger.Warn("translation failed", "request", id, "err", wrong)
		return p
	}
	return translated
}

// withLanguage is the header of a problem whose faults are translated.
func withLanguage(h http.Header) http.Header {
	if h = h.Clone(); h == nil {
		h = http.Header{}
	}
	h.Add("Vary", "Accept-Language")
	return h
}

func (r *Router) open(method string) {
	if r.frozen {
		panic("router: " + method + " after the router was built")
	}
}

func (r *Router) mistake(at origin.Origin, key, message string) {
	r.mistakes = append(r.mistakes, mistakeAt(at, key, message))
}
