package router

import (
	"net/http"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/lifecycle"
	"github.com/trefoil-go/trefoil/modules/router/internal/raiser"
)

// Router collects controllers, flags, hooks and middleware, and serves them.
//
// Registration is not safe for concurrent use and ends with the first call of
// Handler, Start, Listen, Serve or Load: registering after it panics. Everything
// else is safe for concurrent use.
type Router struct {
	config
	controllers []registeredController
	flags       []declaredFlag
	hooks       []registeredHook
	middleware  []func(http.Handler) http.Handler
	inner       []flagMiddleware
	mistakes    []Mistake // found while registering

	build  sync.Once
	frozen bool
	built  *table
	err    error

	server    *lifecycle.Server
	exchanges *sync.Pool
	formats   *answer.Formats
	wrapped   bool // by middleware
	panics    panics
}

// New returns a router. Without options it starts at 127.0.0.1:8080 and matches
// with the engine of package trierouter.
func New(opts ...Option) *Router {
	r := &Router{config: defaults()}
	for _, opt := range opts {
		opt(&r.config)
	}
	r.server = lifecycle.New(r.serving(), r.Handler)
	r.exchanges = exchangePool(r)
	r.panics.policy, r.panics.program = r.policy, raiser.Running()
	r.formats = answer.New(r.encoders)
	return r
}

// registeredController is a controller module and where it was registered.
type registeredController struct {
	core.Controller
	at origin
}

// Register adds controllers. Their routes are read when the router is built.
func (r *Router) Register(controllers ...core.Controller) {
	r.open("Register")
	for _, c := range controllers {
		if c == nil {
			r.mistake(calledFrom(1), "", "a controller module is nil")
			continue
		}
		r.controllers = append(r.controllers, registeredController{c, calledFrom(1)})
	}
}

// Flag declares flags: what they mean and what they require. A flag that is not
// declared exists as soon as a hook is registered for it.
func (r *Router) Flag(flags ...Flag) {
	r.open("Flag")
	for _, f := range flags {
		r.flags = append(r.flags, declaredFlag{f, calledFrom(1)})
	}
}

// Handler builds the router and returns what serves it; from then on nothing
// can be registered. The error is a *TableError with every mistake there is.
// Every call returns the same.
func (r *Router) Handler() (http.Handler, error) {
	r.build.Do(func() {
		r.frozen = true
		r.built, r.err = r.compile()
	})
	if r.err != nil {
		return nil, r.err
	}
	return r.built.handler, nil
}

// Bugs is how many panics that nobody has meant, such as nil dereferences, the
// router has recovered so far.
func (r *Router) Bugs() int64 { return r.panics.bugs.Load() }

func (r *Router) open(method string) {
	if r.frozen {
		panic("router: " + method + " after the router was built")
	}
}

func (r *Router) mistake(at origin, key, message string) {
	r.mistakes = append(r.mistakes, Mistake{Route: key, Function: at.name, File: at.file, Line: at.line, Message: message})
}
