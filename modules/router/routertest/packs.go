package routertest

import (
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

const origin = "https://app.example"

// testPacks checks that flags which answer themselves do so on every engine.
func testPacks(t *testing.T, e router.Engine) {
	h := packed(t, e)
	for _, c := range slices.Concat(matching(), crossOrigin(), limited()) {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
	t.Run("answers in gzip", func(t *testing.T) { testCompressed(t, h) })
}

func packed(t *testing.T, e router.Engine) http.Handler {
	t.Helper()
	r := newRouter(e)
	r.Install(flagpack.Match("MATCH", func(*router.Context) (flagpack.State, error) {
		return flagpack.State{ETag: `"v7"`}, nil
	}, flagpack.MatchOptions{Required: true}))
	r.Install(flagpack.CORS("CORS", flagpack.CORSOptions{Origins: []string{origin}, Headers: []string{"Content-Type"}}))
	r.Install(flagpack.Limit("LIMIT", flagpack.LimitOptions{Rate: 0.1, Burst: 2, Headers: true, Now: func() time.Time { return time.Unix(0, 0) }}))
	r.Install(flagpack.Compress("COMPRESS", flagpack.CompressOptions{}))
	r.Register(router.Controllers{
		"PUT MATCH /pages/:id":     echo(1),
		"GET CORS /users/:id":      router.With(echo(1), router.OperationID("user")),
		"DELETE CORS /users/me":    echo(0),
		"PATCH /users/me":          echo(0),
		"POST CORS /files/:id.:to": echo(2),
		"GET CORS /files/*rest":    echo(1),
		"GET COMPRESS /long/*rest": echo(1),
		"GET LIMIT /few/:id":       echo(1),
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
		c := options(target, allow).with("Origin", origin).with("Access-Control-Request-Method", method)
		c.header["Vary"] = "Access-Control-Request-Method, Origin"
		c.header["Access-Control-Allow-Origin"], c.header["Access-Control-Allow-Methods"] = origin, method
		c.header["Access-Control-Allow-Headers"] = "Content-Type"
		return c
	}
	unanswered := func(target, allow, method string) conformance {
		return options(target, allow).with("Origin", origin).with("Access-Control-Request-Method", method)
	}
	readable := func(c conformance) conformance {
		c = c.with("Origin", origin)
		c.header["Vary"], c.header["Access-Control-Allow-Origin"] = "Accept, Origin", origin
		return c
	}
	return []conformance{
		readable(malformed("GET", "/users/%FF", "id")), readable(malformed("HEAD", "/files/%00", "rest")),
		asked("/users/1", "GET, HEAD, OPTIONS", "GET"), asked("/users/1", "GET, HEAD, OPTIONS", "HEAD"),
		asked("/users/me", "DELETE, GET, HEAD, OPTIONS, PATCH", "DELETE"), asked("/%75sers/me", "DELETE, GET, HEAD, OPTIONS, PATCH", "GET"),
		asked("/files/a.pdf", "GET, HEAD, OPTIONS, POST", "POST"), asked("/files/a/%2F", "GET, HEAD, OPTIONS", "GET"),
		unanswered("/users/me", "DELETE, GET, HEAD, OPTIONS, PATCH", "PATCH"), unanswered("/users/1", "GET, HEAD, OPTIONS", "DELETE"),
		unanswered("/users/1", "GET, HEAD, OPTIONS", "get"), unanswered("/pages/1", "OPTIONS, PUT", "PUT"),
		options("/users/1", "GET, HEAD, OPTIONS").with("Origin", origin), missing("OPTIONS", "/nothing").with("Origin", origin).with("Access-Control-Request-Method", "GET"),
	}
}

// limited are three requests, of which two are served.
func limited() []conformance {
	told := func(c conformance, left string) conformance {
		c.header["Ratelimit-Policy"], c.header["Ratelimit"] = `"LIMIT";q=2;w=20`, `"LIMIT";r=`+left+`;t=10`
		return c
	}
	late := told(refused("GET", "/few/3", http.StatusTooManyRequests, "too many requests: the next one is served in 10 s", ""), "0")
	late.header["Retry-After"] = "10"
	return []conformance{
		told(found("GET", "/few/1", "GET LIMIT /few/:id", "1"), "1"),
		notAllowed("PUT", "/few/1", "GET, HEAD, OPTIONS"), options("/few/1", "GET, HEAD, OPTIONS"),
		told(found("HEAD", "/few/2", "GET LIMIT /few/:id", "2"), "0"), late,
	}
}

// testCompressed asks for a route that sends what is long in gzip, whose bytes differ
// between versions of Go.
func testCompressed(t *testing.T, h http.Handler) {
	long := strings.Repeat("word", 600)
	plain := found("GET", "/long/"+long, "GET COMPRESS /long/*rest", long)
	plain.header["Vary"] = "Accept-Encoding, Accept"
	plain.check(t, h)
	plain.with("Accept-Encoding", "gzip;q=0, *").check(t, h)
	found("GET", "/long/", "GET COMPRESS /long/*rest", "").with("Accept-Encoding", "gzip").check(t, h)
	malformed("GET", "/long/"+long+"%FF", "rest").with("Accept-Encoding", "gzip").check(t, h)
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, plain.target, nil)
	r.Header.Set("Accept-Encoding", "gzip")
	h.ServeHTTP(w, r)
	sent := w.Body.String()
	if body, err := unzip(sent); err != nil || body != plain.body {
		t.Errorf("body %q, %v, want %s", body, err, plain.body)
	}
	for _, c := range []conformance{plain, found("HEAD", plain.target, "GET COMPRESS /long/*rest", long)} {
		maps.Copy(c.header, map[string]string{"Vary": "Accept-Encoding, Accept", "Content-Encoding": "gzip"})
		delete(c.header, "Content-Length")
		if c.body = sent; c.method == http.MethodHead {
			c.body, c.header["Content-Length"] = "", strconv.Itoa(len(sent))
		}
		c.with("Accept-Encoding", "gzip").check(t, h)
	}
}

func unzip(text string) (string, error) {
	r, err := gzip.NewReader(strings.NewReader(text))
	if err != nil {
		return "", err
	}
	body, err := io.ReadAll(r)
	return string(body), err
}
