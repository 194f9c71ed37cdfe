package routertest

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
)

// conformanceTable holds what engines are known to refuse or to confuse:
// several names at one position, catch-alls beside everything else, literals
// beside parameters with the rest shared, paths that differ by a slash.
func conformanceTable() []string {
	return []string{
		"GET /", "GET /users", "POST /users", "GET /users/:id", "DELETE /users/:key", "GET /users/me",
		"GET /users/:name/posts", "GET /users/:id/posts/:post", "PUT /users/:id/posts/latest", "GET /users/me/posts/:post",
		"GET /slash", "GET /slash/", "GET /only/", "GET /p/:x/",
		"GET /files/*path", "GET /files/readme", "GET /files/deep/*rest", "GET /files/deep/x/raw", "POST /files/deep/:x",
		"GET /docs/*path", "GET /docs/:name/raw",
		"GET /straße/über", "GET /semi;colon,comma/x", "GET /dots.txt", "GET /v1.0/:x", "GET /tilde~-_$&+=@",
		"HEAD /own", "GET /own", "OPTIONS /opt", "GET /opt", "QUERY /search", "PATCH /search",
		"GET /deep/:a/:b/:c", "GET /deep/:a/b/:c", "GET /deep/a/b/:c",
		"GET /mix/static/x", "GET /mix/:p/y", "GET /prefix", "GET /prefixed/:x", "GET /prefixed/ab", "GET /prefixed/abc/z",
		"GET /Case",
	}
}

func conformanceCases() []conformance {
	var all []conformance
	all = append(all, precedence()...)
	all = append(all, spelling()...)
	all = append(all, catchAlls()...)
	return append(all, methods()...)
}

func precedence() []conformance {
	return []conformance{
		found("GET", "/", "GET /"),
		found("GET", "/users", "GET /users"),
		found("GET", "/users?id=7", "GET /users"),
		found("GET", "/users/7", "GET /users/:id", "7"),
		found("GET", "/users/me", "GET /users/me"),
		found("GET", "/users/mexico", "GET /users/:id", "mexico"),
		found("GET", "/users/m", "GET /users/:id", "m"),
		found("DELETE", "/users/me", "DELETE /users/:key", "me"),
		found("GET", "/users/ida/posts", "GET /users/:name/posts", "ida"),
		found("GET", "/users/me/posts", "GET /users/:name/posts", "me"),
		found("GET", "/users/7/posts/latest", "GET /users/:id/posts/:post", "7", "latest"),
		found("GET", "/users/me/posts/1", "GET /users/me/posts/:post", "1"),
		found("PUT", "/users/7/posts/latest", "PUT /users/:id/posts/latest", "7"),
		found("GET", "/deep/1/2/3", "GET /deep/:a/:b/:c", "1", "2", "3"),
		found("GET", "/deep/1/b/3", "GET /deep/:a/b/:c", "1", "3"),
		found("GET", "/deep/a/b/3", "GET /deep/a/b/:c", "3"),
		found("GET", "/deep/a/x/3", "GET /deep/:a/:b/:c", "a", "x", "3"),
		found("GET", "/mix/static/x", "GET /mix/static/x"),
		found("GET", "/mix/static/y", "GET /mix/:p/y", "static"),
		found("GET", "/mix/st/y", "GET /mix/:p/y", "st"),
		missing("GET", "/mix/static/z"),
		found("GET", "/prefixed/ab", "GET /prefixed/ab"),
		found("GET", "/prefixed/abc", "GET /prefixed/:x", "abc"),
		found("GET", "/prefixed/abc/z", "GET /prefixed/abc/z"),
		missing("GET", "/prefixe"), missing("GET", "/prefixed"), missing("GET", "/prefixed/abd/z"),
		missing("GET", "/nothing"), missing("GET", "/users/7/posts/1/2"),
	}
}

func spelling() []conformance {
	return []conformance{
		found("GET", "/users/a%2Fb", "GET /users/:id", "a/b"),
		found("GET", "/users/a%2fb/posts", "GET /users/:name/posts", "a/b"),
		found("GET", "/users/%2F", "GET /users/:id", "/"),
		found("GET", "/users/a%252Fb", "GET /users/:id", "a%2Fb"),
		found("GET", "/users/a+b", "GET /users/:id", "a+b"),
		found("GET", "/users/a%2Bb", "GET /users/:id", "a+b"),
		found("GET", "/users/a%20b", "GET /users/:id", "a b"),
		found("GET", "/users/%C3%BC", "GET /users/:id", "ü"),
		found("GET", "/users/ü", "GET /users/:id", "ü"),
		found("GET", "/users/%E2%82%AC%F0%9F%98%80", "GET /users/:id", "€😀"),
		found("GET", "/users/a;b=c,d", "GET /users/:id", "a;b=c,d"),
		found("GET", "/users/a:b@c", "GET /users/:id", "a:b@c"),
		found("GET", "/users/*", "GET /users/:id", "*"),
		found("GET", "/users/:id", "GET /users/:id", ":id"),
		found("GET", "/users/%7Bid%7D", "GET /users/:id", "{id}"),
		found("GET", "/users/...", "GET /users/:id", "..."),
		found("GET", "/users/.hidden", "GET /users/:id", ".hidden"),
		found("GET", "/users/1.json", "GET /users/:id", "1.json"),
		found("GET", "/u%73ers/%6De", "GET /users/me"),
		found("GET", "/semi;colon,comma/x", "GET /semi;colon,comma/x"),
		found("GET", "/semi%3Bcolon%2Ccomma/x", "GET /semi;colon,comma/x"),
		found("GET", "/dots.txt", "GET /dots.txt"), found("GET", "/v1.0/2.1", "GET /v1.0/:x", "2.1"),
		found("GET", "/tilde~-_$&+=@", "GET /tilde~-_$&+=@"),
		found("GET", "/Case", "GET /Case"), missing("GET", "/case"),
		malformed("GET", "/users/%00", "id"), malformed("GET", "/users/%FF", "id"),
		found("GET", "/slash", "GET /slash"), found("GET", "/slash/", "GET /slash/"),
		found("GET", "/only/", "GET /only/"), missing("GET", "/only"),
		missing("GET", "/users/"), missing("GET", "/users/7/"), missing("GET", "/users/me/"), missing("GET", "/Case/"),
		found("GET", "/p/1/", "GET /p/:x/", "1"), missing("GET", "/p/1"), missing("GET", "/p//"),
		missing("GET", "//"), missing("GET", "//users"), missing("GET", "/users//posts"), missing("GET", "/users/7//posts"),
		missing("GET", "/./users"), missing("GET", "/users/."), missing("GET", "/users/.."), missing("GET", "/x/../users"),
		missing("GET", "/users/%2E%2E"), missing("GET", "/%2e/users"), missing("GET", "/users/7/.."), missing("GET", "/..//users"),
		missing("GET", "/users/%2F/"), missing("GET", "/%2Fusers"),
	}
}

func catchAlls() []conformance {
	return []conformance{
		found("GET", "/files/a", "GET /files/*path", "a"),
		found("GET", "/files/a/b.txt", "GET /files/*path", "a/b.txt"),
		found("GET", "/files/a/b/", "GET /files/*path", "a/b/"),
		found("GET", "/files/", "GET /files/*path", ""),
		missing("GET", "/files"),
		found("GET", "/files/readme", "GET /files/readme"),
		found("GET", "/files/readme/", "GET /files/*path", "readme/"),
		found("GET", "/files/readme/x", "GET /files/*path", "readme/x"),
		found("GET", "/docs/x/raw", "GET /docs/:name/raw", "x"),
		found("GET", "/docs/x/raw/more", "GET /docs/*path", "x/raw/more"),
		found("GET", "/docs/x/rawer", "GET /docs/*path", "x/rawer"),
		found("GET", "/docs/raw", "GET /docs/*path", "raw"),
		found("GET", "/files/deep/x/raw", "GET /files/deep/x/raw"),
		found("GET", "/files/deep", "GET /files/*path", "deep"),
		found("GET", "/files/deep/", "GET /files/deep/*rest", ""),
		found("GET", "/files/deep/x/y", "GET /files/deep/*rest", "x/y"),
		found("POST", "/files/deep/x", "POST /files/deep/:x", "x"),
		found("GET", "/files/a%2Fb/c", "GET /files/*path", "a/b/c"),
		found("GET", "/files/a%20b+c", "GET /files/*path", "a b+c"),
		found("GET", "/files/%61/b", "GET /files/*path", "a/b"),
		missing("GET", "/files//a"), missing("GET", "/files/a//b"), missing("GET", "/files/a/../b"), missing("GET", "/files/a/%2e%2e"),
		missing("GET", "/files/a//"),
		malformed("GET", "/files/a/%00", "path"),
		notAllowed("POST", "/files/a/b", "GET, HEAD, OPTIONS"),
		options("/files/deep/x", "GET, HEAD, OPTIONS, POST"),
	}
}

func methods() []conformance {
	return []conformance{
		found("HEAD", "/users/7", "GET /users/:id", "7"),
		found("HEAD", "/files/a/b", "GET /files/*path", "a/b"),
		found("HEAD", "/own", "HEAD /own"), found("GET", "/own", "GET /own"),
		missing("HEAD", "/nothing"), missing("HEAD", "/users/"),
		found("POST", "/users", "POST /users"),
		found("QUERY", "/search", "QUERY /search"),
		notAllowed("GET", "/search", "OPTIONS, PATCH, QUERY"),
		notAllowed("HEAD", "/search", "OPTIONS, PATCH, QUERY"),
		notAllowed("PUT", "/users", "GET, HEAD, OPTIONS, POST"),
		notAllowed("PUT", "/users/me", "DELETE, GET, HEAD, OPTIONS"),
		notAllowed("POST", "/", "GET, HEAD, OPTIONS"),
		notAllowed("PUT", "/u%73ers", "GET, HEAD, OPTIONS, POST"),
		notAllowed("TRACE", "/users", "GET, HEAD, OPTIONS, POST"),
		notAllowed("BREW", "/users", "GET, HEAD, OPTIONS, POST"),
		options("/users", "GET, HEAD, OPTIONS, POST"),
		options("/users/7", "DELETE, GET, HEAD, OPTIONS"),
		options("/users/7/posts/latest", "GET, HEAD, OPTIONS, PUT"),
		missing("OPTIONS", "/nothing"), missing("OPTIONS", "/users//"),
		found("OPTIONS", "/opt", "OPTIONS /opt"),
	}
}

func testRoot(t *testing.T, e router.Engine) {
	h := build(t, e, []string{"GET /*all", "GET /static", "GET /:one/two", "GET /:one/*more", "POST /*all"})
	for _, c := range []conformance{
		found("GET", "/", "GET /*all", ""), found("GET", "/x", "GET /*all", "x"),
		found("GET", "/static", "GET /static"), found("GET", "/static/two", "GET /:one/two", "static"),
		found("GET", "/x/two", "GET /:one/two", "x"), found("GET", "/x/y/z", "GET /:one/*more", "x", "y/z"),
		found("GET", "/x/", "GET /:one/*more", "x", ""), found("GET", "/a%2Fb/c", "GET /:one/*more", "a/b", "c"),
		found("POST", "/x/two", "POST /*all", "x/two"),
		missing("GET", "//"), missing("GET", "/x//y"), notAllowed("DELETE", "/", "GET, HEAD, OPTIONS, POST"),
	} {
		t.Run(c.method+" "+c.target, func(t *testing.T) { c.check(t, h) })
	}
}

// testRequest checks that a handler is given the URL that the client sent,
// whatever spelling the engine matched.
func testRequest(t *testing.T, e router.Engine) {
	var got string
	h := handler(t, e, router.Controllers{"GET /echo/:x": func(w http.ResponseWriter, r *http.Request) {
		got = r.URL.EscapedPath() + " " + r.PathValue("x")
	}})
	for target, want := range map[string]string{
		"/echo/a": "/echo/a a", "/%65cho/%61": "/%65cho/%61 a", "/echo/a;b": "/echo/a;b a;b", "/echo/a%2Fb": "/echo/a%2Fb a/b",
	} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, target, nil))
		if got != want {
			t.Errorf("%s: the handler is given %q, want %q", target, got, want)
		}
	}
}

func testConcurrency(t *testing.T, h http.Handler) {
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 50 {
				id := strconv.Itoa(i*1000 + j)
				found("GET", "/users/"+id+"/posts/x"+id, "GET /users/:id/posts/:post", id, "x"+id).check(t, h)
				found("GET", "/files/"+id+"/%2F", "GET /files/*path", id+"//").check(t, h)
			}
		})
	}
	group.Wait()
}
