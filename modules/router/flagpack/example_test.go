package flagpack_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// show sends GET requests with a header, and prints what comes back: status,
// body, and those headers that are named.
func show(r *router.Router, target, name, value string, headers ...string) {
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	req := httptest.NewRequest(http.MethodGet, target, nil)
	if name != "" {
		req.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	body, _, _ := strings.Cut(w.Body.String(), `,"instance"`)
	line := []any{w.Code, body}
	for _, name := range headers {
		line = append(line, w.Header().Get(name))
	}
	fmt.Println(strings.TrimSpace(fmt.Sprintln(line...)))
}

type account struct {
	Name  string `json:"name"`
	Admin bool   `json:"admin"`
}

func ExampleBasic() {
	user := router.NewKey[account]("user")
	r := router.New(router.WithLogger(nil))
	r.Install(flagpack.Basic("AUTH", user, func(_ *router.Context, name, password string) (account, error) {
		if name != "Ida" || !flagpack.Equal(password, "geheim") {
			return account{}, flagpack.ErrDenied
		}
		return account{Name: name}, nil
	}, flagpack.Realm("zoo")))
	r.Register(router.Controllers{"GET AUTH /me": router.F0(func(c *router.Context) (account, error) {
		me, _ := user.Get(c)
		return me, nil
	})})

	show(r, "/me", "", "", "WWW-Authenticate")
	show(r, "/me", "Authorization", "Basic SWRhOmdlaGVpbQ==")
	// Output:
	// 401 {"title":"Unauthorized","status":401,"detail":"credentials are missing" Basic realm="zoo", charset="UTF-8"
	// 200 {"name":"Ida","admin":false}
}

// A pack that is there twice, under two names, lets two kinds of users in.
func ExampleBearer() {
	user := router.NewKey[account]("user")
	sessions := map[string]account{"t1": {"Ida", false}, "t2": {"Ada", true}}
	session := func(_ *router.Context, token string) (account, error) {
		found, ok := sessions[token]
		if !ok {
			return found, flagpack.ErrDenied
		}
		return found, nil
	}
	admin := func(c *router.Context, token string) (account, error) {
		found, err := session(c, token)
		if err == nil && !found.Admin {
			err = c.Error(http.StatusForbidden, "for administrators")
		}
		return found, err
	}
	r := router.New(router.WithLogger(nil))
	r.Install(flagpack.Bearer("AUTH", user, session), flagpack.Bearer("ADMIN", user, admin))
	r.Register(router.Controllers{"GET ADMIN /users": func(c *router.Context) error { return c.Render(len(sessions)) }})

	show(r, "/users", "Authorization", "Bearer t3", "WWW-Authenticate")
	show(r, "/users", "Authorization", "Bearer t1")
	show(r, "/users", "Authorization", "Bearer t2")
	// Output:
	// 401 {"title":"Unauthorized","status":401,"detail":"the credentials are wrong" Bearer realm="API", error="invalid_token"
	// 403 {"title":"Forbidden","status":403,"detail":"for administrators"
	// 200 2
}

func ExampleAPIKey() {
	partner := router.NewKey[string]("partner")
	r := router.New(router.WithLogger(nil))
	r.Install(flagpack.APIKey("KEY", partner, apidoc.InHeader, "X-API-Key", func(_ *router.Context, key string) (string, error) {
		if !flagpack.Equal(key, "k1") {
			return "", flagpack.ErrDenied
		}
		return "zoo", nil
	}))
	r.Register(router.Controllers{"GET KEY /stock": func(c *router.Context) error {
		name, _ := partner.Get(c)
		return c.Render(name)
	}})

	show(r, "/stock", "X-API-Key", "k2")
	show(r, "/stock", "X-API-Key", "k1")
	// Output:
	// 401 {"title":"Unauthorized","status":401,"detail":"the credentials are wrong"
	// 200 "zoo"
}

// Whoever sends no credentials is nobody in particular.
func ExampleOptional() {
	user := router.NewKey[string]("user")
	verify := func(_ *router.Context, token string) (string, error) { return "owner of " + token, nil }
	r := router.New(router.WithLogger(nil))
	r.Install(flagpack.Bearer("AUTH", user, verify, flagpack.Optional()))
	r.Register(router.Controllers{"GET AUTH /hello": func(c *router.Context) error {
		name, ok := user.Get(c)
		if !ok {
			return c.Render("hello, stranger")
		}
		return c.Render("hello, " + name)
	}})

	show(r, "/hello", "", "")
	show(r, "/hello", "Authorization", "Bearer t1")
	// Output:
	// 200 "hello, stranger"
	// 200 "hello, owner of t1"
}

func ExampleCache() {
	r := router.New()
	r.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{MaxAge: time.Minute, Public: true}))
	r.Register(router.Controllers{"GET CACHE /v": func(c *router.Context) error { return c.Render(map[string]string{"v": "a"}) }})

	show(r, "/v", "", "", "Cache-Control", "ETag")
	show(r, "/v", "If-None-Match", `"7OH6Xm9jrqcUlD53rRNM-Q"`, "Cache-Control", "ETag")
	// Output:
	// 200 {"v":"a"} public, max-age=60 "7OH6Xm9jrqcUlD53rRNM-Q"
	// 304  public, max-age=60 "7OH6Xm9jrqcUlD53rRNM-Q"
}

func ExampleCORS() {
	r := router.New(router.WithLogger(nil))
	r.Install(flagpack.CORS("CORS", flagpack.CORSOptions{
		Origins: []string{"https://app.example"},
		Headers: []string{"Content-Type"},
		Expose:  []string{"ETag"},
	}))
	r.Register(router.Controllers{
		"GET CORS /v": func(c *router.Context) error { return c.Render("a") },
		"PUT CORS /v": func(c *router.Context) error { return c.Render("a") },
		"DELETE /v":   func(c *router.Context) error { return c.Render("a") },
	})

	show(r, "/v", "Origin", "https://app.example", "Access-Control-Allow-Origin")
	show(r, "/v", "Origin", "https://other.example", "Access-Control-Allow-Origin")
	for _, method := range []string{"PUT", "DELETE"} {
		h, _ := r.Handler() // whose error show has seen
		req, w := httptest.NewRequest(http.MethodOptions, "/v", nil), httptest.NewRecorder()
		req.Header.Set("Origin", "https://app.example")
		req.Header.Set("Access-Control-Request-Method", method)
		h.ServeHTTP(w, req)
		fmt.Printf("%q %q\n", w.Header().Get("Access-Control-Allow-Methods"), w.Header().Get("Access-Control-Allow-Headers"))
	}
	// Output:
	// 200 "a" https://app.example
	// 200 "a"
	// "PUT" "Content-Type"
	// "" ""
}

func ExampleCompress() {
	r := router.New(router.WithLogger(nil))
	r.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{}), flagpack.Compress("COMPRESS", flagpack.CompressOptions{MinSize: 256}))
	r.Register(router.Controllers{
		"GET CACHE COMPRESS /ones": func(c *router.Context) error { return c.Render(make([]int, 1000)) },
		"GET CACHE COMPRESS /one":  func(c *router.Context) error { return c.Render(1) },
	})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, target := range []string{"/ones", "/one"} {
		req, w := httptest.NewRequest(http.MethodGet, target, nil), httptest.NewRecorder()
		req.Header.Set("Accept-Encoding", "gzip, br")
		h.ServeHTTP(w, req)
		fmt.Printf("%q %v %v\n", w.Header().Get("Content-Encoding"), w.Header()["Vary"], w.Body.Len() < 100)
	}
	// Output:
	// "gzip" [Accept-Encoding] true
	// "" [] true
}

// A client writes what it has read, and learns that somebody else was faster.
func ExampleMatch() {
	type page struct {
		Version int    `json:"version"`
		Text    string `json:"text"`
	}
	current := page{Version: 7, Text: "first"}
	tag := func() string { return fmt.Sprintf(`"v%d"`, current.Version) }
	r := router.New(router.WithLogger(nil))
	r.Install(flagpack.Match("MATCH", func(*router.Context) (flagpack.State, error) {
		return flagpack.State{ETag: tag()}, nil // in a program: from the database
	}, flagpack.MatchOptions{Required: true}))
	r.Register(router.Controllers{"PUT MATCH /page": router.In(func(c *router.Context, in *struct {
		Text string `json:"text"`
	},
	) (page, error) {
		current = page{current.Version + 1, in.Text}
		c.SetHeader("ETag", tag())
		return current, nil
	})})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, seen := range []string{`"v7"`, `"v7"`, ""} {
		req := httptest.NewRequest(http.MethodPut, "/page", strings.NewReader(`{"text":"second"}`))
		req.Header.Set("Content-Type", "application/json")
		if seen != "" {
			req.Header.Set("If-Match", seen)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		fmt.Printf("%d %q\n", w.Code, w.Header().Get("ETag"))
	}
	// Output:
	// 200 "\"v8\""
	// 412 ""
	// 428 ""
}

func ExampleEntityTag() {
	tag, err := flagpack.EntityTag(map[string]string{"v": "a"})
	fmt.Println(tag, err)
	// Output: "7OH6Xm9jrqcUlD53rRNM-Q" <nil>
}

func ExampleLimit() {
	r := router.New(router.WithLogger(nil))
	r.Install(flagpack.Limit("LIMIT", flagpack.LimitOptions{Rate: 0.1, Burst: 2, Headers: true}))
	r.Register(router.Controllers{"GET LIMIT /x": func(c *router.Context) error { return c.Render("served") }})

	for range 3 {
		show(r, "/x", "", "", "RateLimit", "Retry-After")
	}
	// Output:
	// 200 "served" "LIMIT";r=1;t=10
	// 200 "served" "LIMIT";r=0;t=10
	// 429 {"title":"Too Many Requests","status":429,"detail":"too many requests: the next one is served in 10 s" "LIMIT";r=0;t=10 10
}

// printed stands for a *sql.Tx, which begin would get with
// db.BeginTx(ctx, nil).
type printed struct{}

func (printed) Exec(query string) { fmt.Println(query) }
func (printed) Commit() error     { fmt.Println("COMMIT"); return nil }
func (printed) Rollback() error   { fmt.Println("ROLLBACK"); return nil }

func ExampleTx() {
	tx := router.NewKey[printed]("tx")
	begin := func(context.Context) (printed, error) {
		fmt.Println("BEGIN")
		return printed{}, nil
	}
	r := router.New(router.WithLogger(nil))
	r.Install(flagpack.Tx("TX", tx, begin))
	r.Register(router.Controllers{"GET TX /take/:n": router.F1(func(c *router.Context, n int) (string, error) {
		t, _ := tx.Get(c)
		t.Exec("UPDATE stock …")
		if n > 5 {
			return "", c.Error(http.StatusConflict, "sold out")
		}
		return "taken", nil
	})})

	show(r, "/take/1", "", "")
	show(r, "/take/6", "", "")
	// Output:
	// BEGIN
	// UPDATE stock …
	// COMMIT
	// 200 "taken"
	// BEGIN
	// UPDATE stock …
	// ROLLBACK
	// 409 {"title":"Conflict","status":409,"detail":"sold out"
}
