package core

import (
	"net/http"
	"reflect"
	"runtime"

	"github.com/trefoil-go/trefoil/modules/core/route"
)

// Hook is code that runs at one stage of the requests of a router: for every
// route, or for those that carry one flag. Routers call it; applications and
// flag packs implement it, most easily with HookAt.
type Hook interface {
	// Point says where the hook runs. It is called once, at registration.
	Point() HookPoint

	// Run is called for every request that passes the point, concurrently for
	// different requests. It calls next at most once: what next returns is the
	// error of everything behind it, and Run returns it or another one. A hook
	// that does not call next ends the stage, and with it the request; it then
	// returns an error, or has written to x.ResponseWriter itself.
	//
	// A *ClientError becomes a response with its status and message, any other
	// error a logged 500.
	Run(x Exchange, next func() error) error
}

// HookPoint is where a hook runs.
type HookPoint struct {
	Stage Stage
	Flag  string // empty: every route
	// Order sorts the hooks of one stage and flag, lower first; hooks of equal
	// order run in the order of their registration.
	Order int
	// Name identifies the hook in listings and errors. HookAt fills in the name
	// of the function.
	Name string
}

// Stage is a moment in the life of a request.
type Stage string

// The stages, in the order in which a request passes them.
const (
	BeforeFunctionCall Stage = "beforeFunctionCall" // before the controller function is called
	BeforeRender       Stage = "beforeRender"       // before the result is encoded
	BeforeResponse     Stage = "beforeResponse"     // before the response is sent
	// AfterResponse is when everything is over, however it went: all hooks of
	// the stage run, and next returns the error of the request.
	AfterResponse Stage = "afterResponse"
)

// Exchange is one request on its way to its response, as hooks see it. It is
// valid until Run returns and not safe for concurrent use.
type Exchange interface {
	Request() *http.Request // never nil
	// ResponseWriter writes the response past the router. Headers set on it
	// go out with whatever response is sent.
	ResponseWriter() http.ResponseWriter
	Route() route.Route // as declared
	// Params are the parameters of the request by name: of the body,
	// overridden by those of the query, overridden by those of the path.
	Params() (map[string]any, error)
	// Result is what the controller rendered: nil before BeforeRender, and
	// when the controller ended with an error.
	Result() any
	// SetResult replaces the result. It has no effect after BeforeRender.
	SetResult(v any)
}

// HookAt makes a hook of a function. A point without a name gets that of the
// function.
func HookAt(p HookPoint, run func(x Exchange, next func() error) error) Hook {
	if f := runtime.FuncForPC(reflect.ValueOf(run).Pointer()); p.Name == "" && f != nil {
		p.Name = f.Name()
	}
	return hook{p, run}
}

type hook struct {
	point HookPoint
	run   func(x Exchange, next func() error) error
}

func (h hook) Point() HookPoint                        { return h.point }
func (h hook) Run(x Exchange, next func() error) error { return h.run(x, next) }
