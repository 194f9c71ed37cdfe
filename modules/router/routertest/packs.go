package routertest

import (
	"net/http"
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

const page = "https://app.example"

// testPacks checks that flags which answer themselves do so on every engine.
func testPacks(t *testing.T, e router.Engine) {
	h := packed(t, e)
	for _, c := range slices.Concat(matching(), crossOrigin()) {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
}

func packed(t *testing.T, e router.Engine) http.Handler {
	t.Helper()
	r := newRouter(e)
	r.Install(flagpack.Match("MATCH", func(*router.Context) (flagpack.State, error) {
		return flagpack.State{ETag: `"v7"`}, nil
	}, flagpack.MatchOptions{Required: true}))
	r.Install(flagpack.CORS("CORS", flagpack.CORSOptions{Origins: []string{page}, Headers: []string{"Content-Type"}}))
	r.Register(router.Controllers{
		"PUT MATCH /pages/:id":     echo(1),
		"GET CORS /users/:id":      router.With(echo(1), router.OperationID("user")),
		"DELETE CORS /users/me":    echo(0),
		"PATCH /users/me":          echo(0),
		"POST CORS /files/:id.:to": echo(2),
		"GET CORS /files/*rest":    echo(1),
	})
	return serving(t, r)
}

func matching() []conformance {
	return []conformance{
		found("PUT", "/pages/1", "PUT MATCH /pages/:id", "1").with("If-Match", `"v7"`),
		found("PUT", "/pages/%2F", "PUT MATCH /pages/:id", "/").with("If-Match", `"v6", "v7"`),
		refused("PUT", "/pages/1", http.StatusPreconditionFailed, "If-Match names another entity tag than that of what is there", "").with("If-Match", `"v6"`),
		refused("PUT", "/pages/1", http.StatusPreconditionRequired, "the request has no condition: read first, and send the ETag of the answer as If-Match", ""),
		notAllowed("GET", "/pages/1", "OPTIONS, PUT").with("If-Match", `"v6"`),
	}
}

// crossOrigin are requests of pages of other origins.
func crossOrigin() []conformance {
	asked := func(target, allow, method string) conformance {
		c := options(target, allow).with("Origin", page).with("Access-Control-Request-Method", method)
		c.header["Vary"] = "Access-Control-Request-Method, Origin"
		c.header["Access-Control-Allow-Origin"], c.header["Access-Control-Allow-Methods"] = page, method
		c.header["Access-Control-Allow-Headers"] = "Content-Type"
		return c
	}
	unanswered := func(target, allow, method string) conformance {
		return options(target, allow).with("Origin", page).with("Access-Control-Request-Method", method)
	}
	readable := func(c conformance) conformance {
		c = c.with("Origin", page)
		c.header["Vary"], c.header["Access-Control-Allow-Origin"] = "Origin", page
		return c
	}
	return []conformance{
		readable(malformed("GET", "/users/%FF", "id")), readable(malformed("HEAD", "/files/%00", "rest")),
		asked("/users/1", "GET, HEAD, OPTIONS", "GET"), asked("/users/1", "GET, HEAD, OPTIONS", "HEAD"),
		asked("/users/me", "DELETE, GET, HEAD, OPTIONS, PATCH", "DELETE"), asked("/%75sers/me", "DELETE, GET, HEAD, OPTIONS, PATCH", "GET"),
		asked("/files/a.pdf", "GET, HEAD, OPTIONS, POST", "POST"), asked("/files/a/%2F", "GET, HEAD, OPTIONS", "GET"),
		unanswered("/users/me", "DELETE, GET, HEAD, OPTIONS, PATCH", "PATCH"), unanswered("/users/1", "GET, HEAD, OPTIONS", "DELETE"),
		unanswered("/users/1", "GET, HEAD, OPTIONS", "get"), unanswered("/pages/1", "OPTIONS, PUT", "PUT"),
		options("/users/1", "GET, HEAD, OPTIONS").with("Origin", page), missing("OPTIONS", "/nothing").with("Origin", page).with("Access-Control-Request-Method", "GET"),
	}
}
