package routertest

import (
	"net/http"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
)

// testResults checks that results which are no data are answered alike.
func testResults(t *testing.T, e router.Engine) {
	h := handler(t, e, router.Controllers{
		"GET /icons/:id": router.With(router.F1(func(_ *router.Context, id string) (router.Bytes, error) {
			return router.Bytes{MediaType: "image/png", Data: []byte(id)}, nil
		}), router.Produces("image/png")),
		"GET /old/*rest": router.F1(func(_ *router.Context, rest string) (router.Redirect, error) {
			return router.Redirect{To: "/new/" + rest, Status: http.StatusPermanentRedirect}, nil
		}),
	})
	icon := func(method, body string) conformance {
		return conformance{method: method, target: "/icons/a%2Fb", status: http.StatusOK, body: body, header: map[string]string{
			"Content-Type": "image/png", "Content-Length": "3", "X-Content-Type-Options": "nosniff",
		}}
	}
	moved := func(method, target, location string) conformance {
		return conformance{method: method, target: target, status: http.StatusPermanentRedirect, header: map[string]string{"Location": location}}
	}
	for _, c := range []conformance{
		icon("GET", "a/b"), icon("HEAD", ""), icon("GET", "a/b").with("Accept", "image/*"),
		refused("GET", "/icons/1", http.StatusNotAcceptable, "the answer is one of [image/png]", "").with("Accept", "text/html"),
		malformed("GET", "/icons/%FF", "id"), notAllowed("POST", "/icons/1", "GET, HEAD, OPTIONS"),
		moved("GET", "/old/a%20b/%C3%BC", "/new/a%20b/%C3%BC"), moved("HEAD", "/old/", "/new/"), missing("GET", "/new/"),
	} {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
}
