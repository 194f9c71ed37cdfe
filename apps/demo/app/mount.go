package app

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/travelclient"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
	"github.com/trefoil-go/trefoil/modules/router"
)

// referencePath is where the API reference is, relative to the tour and the board.
const referencePath = "reference/"

// mounted serves the reference as a controller of the router.
type mounted struct {
	reference http.Handler
	takes     bool // what readers type
	mock      bool // it answers the requests of the description too
	sends     bool // requests of readers
}

// Routes implements core.Controller.
func (m mounted) Routes() map[string]any {
	h := router.With(http.StripPrefix("/reference", m.reference), router.Hidden())
	routes := map[string]any{"GET /reference": h, "GET /reference/*page": h}
	if m.takes {
		routes["POST /reference/_d/*path"] = h
	}
	if m.sends {
		routes["POST /reference/_/request"], routes["POST /reference/_/token"] = h, h
	}
	for _, method := range route.Methods() {
		if m.mock && method != http.MethodGet {
			routes[method+" /reference/_/mock/*path"] = h
		}
	}
	return routes
}

// debugPath is where the pages about the typed client are.
const debugPath = "/debug/rest"

// debugged serves them as a controller of the router.
type debugged struct{ pages http.Handler }

// Routes implements core.Controller.
func (d debugged) Routes() map[string]any {
	h := router.With(http.StripPrefix(debugPath, d.pages), router.Hidden())
	return map[string]any{"GET " + debugPath: h, "GET " + debugPath + "/*page": h, "POST " + debugPath + "/*page": h}
}

// ownBase is the base URL of the typed client. No request goes there: before it
// is sent, toOwnAddress puts in the address that the router listens at, which is
// known only then.
const ownBase = "http://demo.invalid"

// ownClient is what the typed client does with its requests: it logs in, lets orders
// travel, and sends all to the own address.
func ownClient(c Config, r *router.Router) restclient.Option {
	return restclient.WithMiddleware(travelclient.Basic(ownBase, User, Password), travelling(c.Latency), toOwnAddress(r))
}

func toOwnAddress(r *router.Router) policy.Middleware {
	return func(next core.Transport) core.Transport {
		return core.TransportFunc(func(ctx context.Context, req *core.Request) (*core.Response, error) {
			sent := *req
			sent.URL = "http://" + r.Address() + strings.TrimPrefix(req.URL, ownBase)
			return next.Do(ctx, &sent)
		})
	}
}

// travelling sends what changes something when it has travelled for a time.
func travelling(latency time.Duration) policy.Middleware {
	return func(next core.Transport) core.Transport {
		return core.TransportFunc(func(ctx context.Context, req *core.Request) (*core.Response, error) {
			if req.Method != http.MethodGet && latency > 0 {
				select {
				case <-time.After(latency):
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
			return next.Do(ctx, req)
		})
	}
}

func announce(c Config, address string) error {
	out := c.Output
	if out == nil {
		out = io.Discard
	}
	more := ""
	if c.Mock {
		more = "\n  http://" + address + "/reference/_/mock/  a mock server of the described API"
	}
	if c.Debug {
		more += "\n  http://" + address + debugPath + "/  what the typed client stores"
	}
	_, err := fmt.Fprintf(out, `
Trefoil demo is running. Open:

  http://%[1]s/             a tour of all this, with a live board
  http://%[1]s/board        the live board alone
  http://%[1]s/reference/   the API reference
  http://%[1]s/openapi.json the OpenAPI document of the routes
  http://%[1]s/planets      JSON from a controller
  http://%[1]s/trips/live   the free seats of trips, as they change
  http://%[1]s/bookings     403 without a login (%[2]s, %[3]s)%[4]s

In another terminal, this shows the seats as they go:

  %[5]s trips watch -api http://%[1]s

Stop it with Ctrl+C.

`, address, User, Password, more, os.Args[0])
	return err
}
