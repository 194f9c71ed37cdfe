package routertest

import (
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
)

// conformanceTable holds what engines are known to refuse or to confuse:
// several names at one position, catch-alls beside everything else, literals
// beside parameters with the rest shared, paths that differ by a slash, choices
// that turn out wrong several segments later, the most parameters there may be.
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
		"GET /turn/go/:last", "GET /turn/:first/a/c", "GET /turn/:first/:second/c/d", "GET /turn/go/a/:x/e", "GET /turn/go/:x/b/b/b",
		"GET /detour/go/:last", "GET /detour/:first/a/c", "GET /detour/*rest",
		"GET /back/a/a/a/x", "GET /back/a/a/:p/y", "GET /back/a/:p/a/z", "GET /back/:p/a/a/w", "GET /back/*all",
		"GET /eight/:a/:b/:c/:d/:e/:f/:g/:h", "GET /eight/:a/:b/:c/:d/:e/:f/:g/x/*h",
		"HEAD /twin/:x", "GET /twin/own", "GET /cross/:a/b", "POST /cross/a/:b", "DELETE /cross/*rest",
		"OPTIONS /preflight/*path", "GET /preflight/:x", "PURGE /cache/:key",
	}
}

func conformanceCases() []conformance {
	var all []conformance
	all = append(all, precedence()...)
	all = append(all, backtracking()...)
	all = append(all, spelling()...)
	all = append(all, escapes()...)
	all = append(all, dotsAndSlashes()...)
	all = append(all, catchAlls()...)
	all = append(all, methods()...)
	return append(all, targets()...)
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

// backtracking follows a literal or a parameter that matches and leads nowhere.
func backtracking() []conformance {
	return []conformance{
		found("GET", "/turn/go/a", "GET /turn/go/:last", "a"), found("GET", "/turn/go/a/c", "GET /turn/:first/a/c", "go"),
		found("GET", "/turn/go/a/c/d", "GET /turn/:first/:second/c/d", "go", "a"), found("GET", "/turn/go/a/c/e", "GET /turn/go/a/:x/e", "c"),
		found("GET", "/turn/go/a/b/b/b", "GET /turn/go/:x/b/b/b", "a"), missing("GET", "/turn/go/a/b/b/c"),
		found("GET", "/detour/go/a", "GET /detour/go/:last", "a"), found("GET", "/detour/go/a/c", "GET /detour/:first/a/c", "go"),
		found("GET", "/detour/go/a/d", "GET /detour/*rest", "go/a/d"), found("GET", "/detour/go", "GET /detour/*rest", "go"),
		found("GET", "/back/a/a/a/x", "GET /back/a/a/a/x"), found("GET", "/back/a/a/a/y", "GET /back/a/a/:p/y", "a"),
		found("GET", "/back/a/a/a/z", "GET /back/a/:p/a/z", "a"), found("GET", "/back/a/a/a/w", "GET /back/:p/a/a/w", "a"),
		found("GET", "/back/a/a/a/v", "GET /back/*all", "a/a/a/v"), found("GET", "/back/a/a/a/", "GET /back/*all", "a/a/a/"),
		found("GET", "/back/a/a/a/x/", "GET /back/*all", "a/a/a/x/"), found("GET", "/back/a/%2F/a/z", "GET /back/a/:p/a/z", "/"),
		found("GET", "/back/%2F/a/a/w", "GET /back/:p/a/a/w", "/"), missing("GET", "/back"),
		found("GET", "/eight/1/2/3/4/5/6/7/8", "GET /eight/:a/:b/:c/:d/:e/:f/:g/:h", "1", "2", "3", "4", "5", "6", "7", "8"),
		found("GET", "/eight/1/2/3/4/5/6/7/x", "GET /eight/:a/:b/:c/:d/:e/:f/:g/:h", "1", "2", "3", "4", "5", "6", "7", "x"),
		found("GET", "/eight/1/2/3/4/5/6/7/x/", "GET /eight/:a/:b/:c/:d/:e/:f/:g/x/*h", "1", "2", "3", "4", "5", "6", "7", ""),
		found("GET", "/eight/%2F/%25/3/4/5/6/7/x/8/9", "GET /eight/:a/:b/:c/:d/:e/:f/:g/x/*h", "/", "%", "3", "4", "5", "6", "7", "8/9"),
		missing("GET", "/eight/1/2/3/4/5/6/7"), missing("GET", "/eight/1/2/3/4/5/6/7/8/9"), missing("GET", "/eight/1/2/3/4/5/6/7/"),
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
		found("GET", "/files/%2F", "GET /files/*path", "/"), found("GET", "/files/%2F/", "GET /files/*path", "//"),
		found("GET", "/files/readme%2F", "GET /files/*path", "readme/"), found("GET", "/files/deep%2Fx/raw", "GET /files/*path", "deep/x/raw"),
		found("GET", "/files/..%2F..%2Fetc", "GET /files/*path", "../../etc"), found("GET", "/files/...", "GET /files/*path", "..."),
		found("GET", "/files/a;b/c,d", "GET /files/*path", "a;b/c,d"), found("GET", "/files/ü/%E2%82%AC", "GET /files/*path", "ü/€"),
		found("GET", "/files/deep/x/raw/", "GET /files/deep/*rest", "x/raw/"), found("GET", "/files/deep/x", "GET /files/deep/*rest", "x"),
		found("GET", "/files"+strings.Repeat("/a", 2000), "GET /files/*path", strings.Repeat("a/", 1999)+"a"),
		missing("GET", "/files/."), missing("GET", "/files/../users"), missing("GET", "/files/a/.."), missing("GET", "/files//"), missing("GET", "/Files/a"),
		malformed("GET", "/files/%C3%28", "path"), malformed("GET", "/files/deep/a/%80/b", "rest"),
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
		found("OPTIONS", "/opt", "OPTIONS /opt"), found("HEAD", "/opt", "GET /opt"), notAllowed("POST", "/opt", "GET, HEAD, OPTIONS"),
		found("OPTIONS", "/preflight/x", "OPTIONS /preflight/*path", "x"), found("OPTIONS", "/preflight/", "OPTIONS /preflight/*path", ""),
		notAllowed("GET", "/preflight/x/y", "OPTIONS"), notAllowed("PUT", "/preflight/x", "GET, HEAD, OPTIONS"),
		found("HEAD", "/twin/own", "GET /twin/own"), found("HEAD", "/twin/x", "HEAD /twin/:x", "x"),
		notAllowed("GET", "/twin/x", "HEAD, OPTIONS"), options("/twin/own", "GET, HEAD, OPTIONS"), options("/own", "GET, HEAD, OPTIONS"),
		found("GET", "/cross/a/b", "GET /cross/:a/b", "a"), found("POST", "/cross/a/b", "POST /cross/a/:b", "b"),
		found("DELETE", "/cross/a/b", "DELETE /cross/*rest", "a/b"), options("/cross/a/b", "DELETE, GET, HEAD, OPTIONS, POST"),
		notAllowed("POST", "/cross/c/b", "DELETE, GET, HEAD, OPTIONS"), notAllowed("GET", "/cross/", "DELETE, OPTIONS"),
		found("HEAD", "/", "GET /"), found("HEAD", "/slash/", "GET /slash/"), found("HEAD", "/files/", "GET /files/*path", ""),
		found("HEAD", "/users/a%2Fb", "GET /users/:id", "a/b"), malformed("HEAD", "/users/%FF", "id"), missing("HEAD", "/users//posts"),
		found("PURGE", "/cache/x", "PURGE /cache/:key", "x"), notAllowed("GET", "/cache/x", "OPTIONS, PURGE"), notAllowed("PURGE", "/users", "GET, HEAD, OPTIONS, POST"),
		notAllowed("get", "/users", "GET, HEAD, OPTIONS, POST"), notAllowed("Get", "/users/7", "DELETE, GET, HEAD, OPTIONS"),
		notAllowed("head", "/own", "GET, HEAD, OPTIONS"), notAllowed("options", "/opt", "GET, HEAD, OPTIONS"),
		notAllowed("purge", "/cache/x", "OPTIONS, PURGE"), missing("BREW", "/nothing"), missing("get", "/nothing"),
		notAllowed("M-SEARCH", "/users", "GET, HEAD, OPTIONS, POST"), notAllowed("GET!", "/users", "GET, HEAD, OPTIONS, POST"),
		notAllowed("TRACE", "/users/7", "DELETE, GET, HEAD, OPTIONS"), missing("TRACE", "/nothing"), missing("TRACE", "/users//"),
		notAllowed("CONNECT", "/users", "GET, HEAD, OPTIONS, POST"), notAllowed("CONNECT", "/files/a", "GET, HEAD, OPTIONS"),
		missing("CONNECT", "/slash//"), notAllowed("CONNECT", "/slash", "GET, HEAD, OPTIONS"),
		options("/search", "OPTIONS, PATCH, QUERY"), options("/u%73ers/%37", "DELETE, GET, HEAD, OPTIONS"), options("/users/me?x=1", "DELETE, GET, HEAD, OPTIONS"),
		missing("OPTIONS", "/users/"), missing("OPTIONS", "/users/.."), missing("OPTIONS", "/only"), options("/only/", "GET, HEAD, OPTIONS"),
	}
}

func testRoot(t *testing.T, e router.Engine) {
	h := build(t, e, []string{"GET /*all", "GET /static", "GET /:one/two", "GET /:one/*more", "POST /*all", "OPTIONS /*all"})
	for _, c := range []conformance{
		found("GET", "/", "GET /*all", ""), found("GET", "/x", "GET /*all", "x"),
		found("GET", "/static", "GET /static"), found("GET", "/static/two", "GET /:one/two", "static"),
		found("GET", "/x/two", "GET /:one/two", "x"), found("GET", "/x/y/z", "GET /:one/*more", "x", "y/z"),
		found("GET", "/x/", "GET /:one/*more", "x", ""), found("GET", "/a%2Fb/c", "GET /:one/*more", "a/b", "c"),
		found("POST", "/x/two", "POST /*all", "x/two"),
		missing("GET", "//"), missing("GET", "/x//y"), notAllowed("DELETE", "/", "GET, HEAD, OPTIONS, POST"),
		found("GET", "/%2F", "GET /*all", "/"), found("GET", "/%2F/two", "GET /:one/two", "/"), found("GET", "/%2F/", "GET /:one/*more", "/", ""),
		found("GET", "/static/", "GET /:one/*more", "static", ""), found("GET", "/static%2Ftwo", "GET /*all", "static/two"),
		found("GET", "http://other.example", "GET /*all", ""), found("HEAD", "http://other.example?x=/y", "GET /*all", ""),
		notAllowed("DELETE", "https://other.example:99", "GET, HEAD, OPTIONS, POST"), found("OPTIONS", "http://other.example", "OPTIONS /*all", ""),
		pathless("GET", "urn:x"), found("OPTIONS", "/x", "OPTIONS /*all", "x"), pathless("OPTIONS", "*"), missing("GET", "/.."), missing("POST", "/%2e/x"),
		pathless("CONNECT", "other.example:443"),
	} {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
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

// testTorn checks that net/http is told to cut a response that fails behind its
// first part.
func testTorn(t *testing.T, e router.Engine) {
	h := handler(t, e, router.Controllers{"GET /torn": func(w http.ResponseWriter, _ *http.Request) {
		_ = http.NewResponseController(w).Flush()
		var nothing *string
		*nothing = "a bug"
	}})
	for _, target := range []string{"/torn", "/to%72n"} {
		func() {
			defer func() {
				if v := recover(); v != http.ErrAbortHandler {
					t.Errorf("%s: the engine panics with %v, want http.ErrAbortHandler", target, v)
				}
			}()
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, target, nil))
		}()
	}
}

// testLate checks that headers which are set behind the status are not sent, whenever an
// engine sends the others.
func testLate(t *testing.T, e router.Engine) {
	h := handler(t, e, router.Controllers{"GET /late": func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusAccepted)
		w.Header().Set("X-Late", "1")
	}})
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, "/late", nil))
		if w.Code != http.StatusAccepted || w.Result().Header["X-Late"] != nil {
			t.Errorf("%s: status %d, header %v, want 202 without X-Late", method, w.Code, w.Result().Header)
		}
	}
	r := newRouter(e)
	r.Register(router.Controllers{
		"GET /text": router.F0(func(*router.Context) (string, error) { return "text", nil }),
		"GET /file": router.F0(func(*router.Context) (router.Content, error) {
			return router.Content{Data: strings.NewReader("text"), ETag: `"7"`}, nil
		}),
		"GET /values": router.NDJSON(func(*router.Context) iter.Seq2[int, error] {
			return func(yield func(int, error) bool) { yield(7, nil) }
		}),
		"GET /none":   router.F0(func(*router.Context) (router.None, error) { return router.None{}, nil }),
		"GET /status": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) },
	})
	r.BeforeResponse(func(c *router.Context, next func() error) error {
		err := next()
		if c.Response() != nil { // or the function writes itself, and next has sent nothing
			c.SetHeader("X-Late", "1")
		}
		return err
	})
	r.AfterResponse(func(c *router.Context) { c.SetHeader("X-Late", "1") })
	h = serving(t, r)
	for target, status := range map[string]int{"/text": 200, "/none": 204, "/status": 202, "/file": 304, "/values": 406} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			w, req := httptest.NewRecorder(), httptest.NewRequest(method, target, nil)
			req.Header.Set("If-None-Match", "*")
			req.Header.Set("Accept", "application/json, text/plain")
			h.ServeHTTP(w, req)
			if w.Code != status {
				t.Errorf("%s %s: status %d, want %d", method, target, w.Code, status)
			}
			if w.Result().Header["X-Late"] != nil {
				t.Errorf("%s %s: header %v, want none that a hook has set behind the response", method, target, w.Result().Header)
			}
		}
	}
}

// statuses keeps what is given to WriteHeader.
type statuses struct {
	*httptest.ResponseRecorder
	all []int
}

func (s *statuses) WriteHeader(status int) { s.all = append(s.all, status) }

// testHints checks that an informational response goes out before the response (RFC 9110,
// section 15.2).
func testHints(t *testing.T, e router.Engine) {
	h := handler(t, e, router.Controllers{"GET /hints/:x": func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusEarlyHints)
		w.WriteHeader(http.StatusAccepted)
	}})
	for _, target := range []string{"/hints/a", "/hin%74s/%2F"} {
		w := &statuses{ResponseRecorder: httptest.NewRecorder()}
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
		if !slices.Equal(w.all, []int{http.StatusEarlyHints, http.StatusAccepted}) {
			t.Errorf("%s: the statuses are %v, want 103 and 202", target, w.all)
		}
		old := httptest.NewRequest(http.MethodGet, target, nil)
		old.ProtoMinor = 0
		w = &statuses{ResponseRecorder: httptest.NewRecorder()}
		h.ServeHTTP(w, old)
		if !slices.Equal(w.all, []int{http.StatusAccepted}) {
			t.Errorf("%s: the statuses for HTTP/1.0 are %v, want 202", target, w.all)
		}
	}
}

// wrapped is a writer of middleware that leaves what else a writer can do to
// http.ResponseController.
type wrapped struct{ http.ResponseWriter }

func (w wrapped) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func testWrapped(t *testing.T, e router.Engine) {
	r := newRouter(e)
	r.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(wrapped{w}, r) })
	})
	r.Register(router.Controllers{"GET /parts": func(w http.ResponseWriter, _ *http.Request) {
		out := http.NewResponseController(w)
		_, _, err := out.Hijack()
		w.WriteHeader(http.StatusUpgradeRequired)
		_, _ = fmt.Fprint(w, errors.Is(err, http.ErrNotSupported), errors.Is(out.Flush(), http.ErrNotSupported))
	}})
	w := httptest.NewRecorder()
	serving(t, r).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/parts", nil))
	if body := w.Body.String(); w.Code != http.StatusUpgradeRequired || body != "true false" || !w.Flushed {
		t.Errorf("status %d, flushed %v, hijacking and flushing cannot be done: %s, want 426, true, true false", w.Code, w.Flushed, body)
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
