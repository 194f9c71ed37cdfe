package coretest

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/route"
)

// Exchange is a core.Exchange for the tests of hooks. The zero value is a GET
// of "/" without parameters.
type Exchange struct {
	HTTPRequest *http.Request
	Recorder    *httptest.ResponseRecorder
	OnRoute     route.Route
	Values      map[string]any // what Params returns
	ParamsErr   error
	Rendered    any // what Result returns
}

var _ core.Exchange = (*Exchange)(nil)

// Request returns HTTPRequest, or a GET of "/" when it is nil.
func (x *Exchange) Request() *http.Request {
	if x.HTTPRequest == nil {
		x.HTTPRequest = httptest.NewRequest(http.MethodGet, "/", nil)
	}
	return x.HTTPRequest
}

// ResponseWriter returns Recorder, which it makes when it is nil.
func (x *Exchange) ResponseWriter() http.ResponseWriter {
	if x.Recorder == nil {
		x.Recorder = httptest.NewRecorder()
	}
	return x.Recorder
}

// Route returns OnRoute.
func (x *Exchange) Route() route.Route { return x.OnRoute }

// Params returns Values and ParamsErr.
func (x *Exchange) Params() (map[string]any, error) { return x.Values, x.ParamsErr }

// Result returns Rendered.
func (x *Exchange) Result() any { return x.Rendered }

// SetResult sets Rendered.
func (x *Exchange) SetResult(v any) { x.Rendered = v }

// TestHook checks that a hook keeps the contract of core.Hook for the exchanges
// that exchange makes, which the hook must let pass.
func TestHook(t *testing.T, h core.Hook, exchange func() core.Exchange) {
	t.Helper()
	t.Run("names a point", func(t *testing.T) {
		p := h.Point()
		switch p.Stage {
		case core.BeforeFunctionCall, core.BeforeRender, core.BeforeResponse, core.AfterResponse:
		default:
			t.Errorf("stage %q does not exist", p.Stage)
		}
		if p != h.Point() {
			t.Error("the second call names another point")
		}
		if p.Flag == "" {
			return
		}
		if _, err := route.Parse("GET " + p.Flag + " /"); err != nil {
			t.Error(err)
		}
	})
	t.Run("calls next once and returns its error", func(t *testing.T) {
		cause, calls := errors.New("behind"), 0
		err := h.Run(exchange(), func() error { calls++; return cause })
		if calls != 1 || !errors.Is(err, cause) {
			t.Errorf("next was called %d times, error %v", calls, err)
		}
		if err := h.Run(exchange(), func() error { return nil }); err != nil {
			t.Errorf("error %v where next has none", err)
		}
	})
}

// TestController checks that a controller keeps the contract of core.Controller:
// every key is a route string, no two name the same method and path, no value is
// nil. Methods are accepted beside the standard ones.
func TestController(t *testing.T, c core.Controller, methods ...string) {
	t.Helper()
	seen := map[string]string{}
	for key, function := range c.Routes() {
		r, err := route.Parse(key, methods...)
		if err != nil {
			t.Error(err)
			continue
		}
		if function == nil {
			t.Errorf("%q: the function is nil", key)
		}
		target := r.Method + " " + r.Path
		if other, ok := seen[target]; ok {
			t.Errorf("%q and %q name the same method and path", key, other)
		}
		seen[target] = key
	}
}
