package routertest

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router"
)

// requestID is the id of every request of the suite.
const requestID = "conformance"

// TestEngine checks that an engine serves every route table and request of the
// suite with exactly the expected status, headers and body. Two engines that
// pass give the same answers, byte for byte.
func TestEngine(t *testing.T, e router.Engine) {
	t.Helper()
	h := build(t, e, conformanceTable())
	for _, c := range conformanceCases() {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
	t.Run("paths with a catch-all at the root", func(t *testing.T) { testRoot(t, e) })
	t.Run("routes that cross", func(t *testing.T) { testCrossing(t, e) })
	t.Run("parameters inside of segments", func(t *testing.T) { testMixed(t, e) })
	t.Run("routes of groups", func(t *testing.T) { testGroups(t, e) })
	t.Run("the routes of GitHub", func(t *testing.T) { testOwnPaths(t, e, readRoutes(gitHubRoutes)) })
	for _, table := range foreignTables() {
		t.Run("a table of others: "+table.name, func(t *testing.T) { testForeignTable(t, e, table) })
	}
	t.Run("tables that are refused", func(t *testing.T) { testRefused(t, e) })
	t.Run("faults for programs", func(t *testing.T) { testFaults(t, e) })
	t.Run("an empty table", func(t *testing.T) {
		missing("GET", "/").check(t, build(t, e, nil))
	})
	t.Run("flags that are ready to use", func(t *testing.T) { testPacks(t, e) })
	t.Run("results that are no data", func(t *testing.T) { testResults(t, e) })
	t.Run("streams", func(t *testing.T) { testStreams(t, e) })
	t.Run("gives the request back as it came", func(t *testing.T) { testRequest(t, e) })
	t.Run("lets a response that breaks off be cut", func(t *testing.T) { testTorn(t, e) })
	t.Run("leaves headers out that come behind the status", func(t *testing.T) { testLate(t, e) })
	t.Run("sends early hints at once", func(t *testing.T) { testHints(t, e) })
	t.Run("flushes and hijacks behind middleware that wraps", func(t *testing.T) { testWrapped(t, e) })
	t.Run("serves concurrently", func(t *testing.T) { testConcurrency(t, h) })
	t.Run("builds several handlers", func(t *testing.T) {
		other := build(t, e, []string{"GET /only"})
		found("GET", "/only", "GET /only").check(t, other)
		missing("GET", "/users").check(t, other)
		found("GET", "/users", "GET /users").check(t, h)
	})
}

func build(t *testing.T, e router.Engine, keys []string) http.Handler {
	t.Helper()
	controllers := router.Controllers{}
	for _, key := range keys {
		// Paths of the same words would have one name.
		controllers[key] = router.With(echo(len(route.MustParse(key, "PURGE").Params())), router.OperationID(key))
	}
	return handler(t, e, controllers)
}

func handler(t *testing.T, e router.Engine, controllers router.Controllers) http.Handler {
	t.Helper()
	r := newRouter(e)
	r.Register(controllers)
	return serving(t, r)
}

func newRouter(e router.Engine) *router.Router {
	return router.New(router.WithEngine(e), router.WithLogger(nil), router.WithRequestID(func(*http.Request) string { return requestID }),
		router.WithMethods("PURGE"))
}

func serving(t *testing.T, r *router.Router) http.Handler {
	t.Helper()
	h, err := r.Handler()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// echo answers with the route and its values, as JSON text.
func echo(params int) any {
	switch params {
	case 0:
		return router.F0(func(c *router.Context) (string, error) { return text(c) })
	case 1:
		return router.F1(func(c *router.Context, a string) (string, error) { return text(c, a) })
	case 2:
		return router.F2(func(c *router.Context, a, b string) (string, error) { return text(c, a, b) })
	case 3:
		return router.F3(func(c *router.Context, x, y, z string) (string, error) { return text(c, x, y, z) })
	case 4:
		return router.F4(func(c *router.Context, w, x, y, z string) (string, error) { return text(c, w, x, y, z) })
	case 5:
		return func(c *router.Context, v, w, x, y, z string) (string, error) { return text(c, v, w, x, y, z) }
	}
	return func(c *router.Context, s, t, u, v, w, x, y, z string) (string, error) {
		return text(c, s, t, u, v, w, x, y, z)
	}
}

func text(c *router.Context, values ...string) (string, error) {
	return answer(c.Route().String(), values...), nil
}

func answer(key string, values ...string) string { return fmt.Sprintf("%s %q", key, values) }

// conformance is one request and its whole answer.
type conformance struct {
	method, target string
	status         int
	header         map[string]string
	body           string
	sent           http.Header // with the request, may be nil
}

// name is the method and the target, which is cut when it is long.
func (c conformance) name() string {
	if len(c.target) > 80 {
		return fmt.Sprintf("%s %.60s of %d bytes", c.method, c.target, len(c.target))
	}
	return c.method + " " + c.target
}

func (c conformance) check(t *testing.T, h http.Handler) {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(c.method, c.target, nil)
	maps.Copy(r.Header, c.sent)
	h.ServeHTTP(w, r)
	got := w.Result()
	if got.StatusCode != c.status {
		t.Errorf("status %d, want %d", got.StatusCode, c.status)
	}
	if body := w.Body.String(); body != c.body {
		t.Errorf("body %s, want %s", body, c.body)
	}
	want := http.Header{"X-Request-Id": {requestID}}
	for name, value := range c.header {
		if name != "Content-Length" || c.method == http.MethodHead || len(c.body) > 2048 {
			want.Set(name, value) // net/http adds the length of a short body to GET itself
		}
	}
	same := func(got, want []string) bool { return strings.Join(got, ", ") == strings.Join(want, ", ") }
	if !maps.EqualFunc(got.Header, want, same) {
		t.Errorf("header %v, want %v", got.Header, want)
	}
}

// with is c for a request with a header.
func (c conformance) with(name, value string) conformance {
	c.sent = maps.Clone(c.sent)
	if c.sent == nil {
		c.sent = http.Header{}
	}
	c.sent[name] = []string{value}
	return c
}

// found is the answer of a route of echo.
func found(method, target, key string, values ...string) conformance {
	quoted := answer(key, values...)
	body := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(quoted) + `"`
	c := conformance{method: method, target: target, status: http.StatusOK, body: body, header: map[string]string{
		"Content-Type": "application/json", "Content-Length": strconv.Itoa(len(body)),
		"X-Content-Type-Options": "nosniff", "Vary": "Accept",
	}}
	if method == http.MethodHead {
		c.body = ""
	}
	return c
}

func missing(method, target string) conformance {
	return refused(method, target, http.StatusNotFound, "nothing is at this path", "")
}

func pathless(method, target string) conformance {
	return refused(method, target, http.StatusBadRequest, "the request target has no path", "")
}

func notAllowed(method, target, allow string) conformance {
	return refused(method, target, http.StatusMethodNotAllowed, "this path allows "+allow, allow)
}

func malformed(method, target, parameter string) conformance {
	c := refused(method, target, http.StatusBadRequest, "", "")
	detail := "not text: it holds a NUL byte or is not UTF-8"
	c.body = fmt.Sprintf(`{"title":"Bad Request","status":400,"detail":"path parameter \"%[1]s\": %[2]s","instance":"conformance","errors":[{"in":"path","name":"%[1]s","detail":"%[2]s","code":"unreadable"}]}`, parameter, detail)
	c.header["Content-Length"] = strconv.Itoa(len(c.body))
	if method == http.MethodHead {
		c.body = ""
	}
	return c
}

func refused(method, target string, status int, detail, allow string) conformance {
	body := fmt.Sprintf(`{"title":%q,"status":%d,"detail":%q,"instance":"conformance"}`, http.StatusText(status), status, detail)
	c := conformance{method: method, target: target, status: status, body: body, header: map[string]string{
		"Content-Type": "application/problem+json", "Content-Length": strconv.Itoa(len(body)),
		"X-Content-Type-Options": "nosniff", "Vary": "Accept",
	}}
	if allow != "" {
		c.header["Allow"] = allow
	}
	if method == http.MethodHead {
		c.body = ""
	}
	return c
}

// options is the answer to OPTIONS that no route gives itself.
func options(target, allow string) conformance {
	return conformance{method: http.MethodOptions, target: target, status: http.StatusNoContent, header: map[string]string{"Allow": allow}}
}
