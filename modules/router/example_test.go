package router_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router"
)

type member struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// silent keeps the log out of the output of examples that fail on purpose.
func silent() *slog.Logger { return slog.New(slog.DiscardHandler) }

// request sends a request without a body and prints what send does.
func request(r *router.Router, method, target string, header ...string) {
	req := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	send(r, req)
}

// sendBody sends a request with a body and prints what send does.
func sendBody(r *router.Router, method, target, mediaType, body string) {
	req := httptest.NewRequest(method, target, strings.NewReader(body))
	req.Header.Set("Content-Type", mediaType)
	send(r, req)
}

// send prints the status and the body of the answer, with … for the id of the
// request.
func send(r *router.Router, req *http.Request) {
	w := answerTo(r, req)
	body := w.Body.String()
	if id := w.Header().Get("X-Request-Id"); id != "" {
		body = strings.ReplaceAll(body, id, "…")
	}
	fmt.Println(strings.TrimSpace(fmt.Sprint(w.Code, " ", body)))
}

func answerTo(r *router.Router, req *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return w
	}
	h.ServeHTTP(w, req)
	return w
}

// A route with one parameter renders a record, and one that is not there yet
// says so.
func Example() {
	users := router.Controllers{
		"GET /user/:id": func(c *router.Context, id int) error {
			return c.Render(member{ID: id, Name: "Ida"})
		},
		"POST /user": func(c *router.Context) error {
			return c.Error(http.StatusNotImplemented, "not implemented yet")
		},
	}
	r := router.New()
	r.Register(users)

	request(r, "GET", "/user/123")
	request(r, "POST", "/user")
	// Output:
	// 200 {"id":123,"name":"Ida"}
	// 501 {"title":"Not Implemented","status":501,"detail":"not implemented yet","instance":"…"}
}

func ExampleNew() {
	r := router.New(router.WithEnvironment(router.Development))
	r.Register(router.Controllers{"GET /hello/:name": router.F1(func(_ *router.Context, name string) (string, error) {
		return "Hello, " + name, nil
	})})

	request(r, "GET", "/hello/Ida%20K.")
	// Output: 200 "Hello, Ida K."
}

func ExampleF0() {
	r := router.New()
	r.Register(router.Controllers{"GET /users": router.F0(func(*router.Context) ([]member, error) {
		return []member{{1, "Ida"}, {2, "Ole"}}, nil
	})})

	request(r, "GET", "/users")
	// Output: 200 [{"id":1,"name":"Ida"},{"id":2,"name":"Ole"}]
}

func ExampleF1() {
	r := router.New()
	r.Register(router.Controllers{"DELETE /user/:id": router.F1(func(c *router.Context, id int) (router.None, error) {
		if id != 1 {
			return router.None{}, c.Error(http.StatusNotFound, "no such user")
		}
		return router.None{}, nil
	})})

	request(r, "DELETE", "/user/1")
	request(r, "DELETE", "/user/2")
	// Output:
	// 204
	// 404 {"title":"Not Found","status":404,"detail":"no such user","instance":"…"}
}

func ExampleF3() {
	r := router.New()
	r.Register(router.Controllers{"GET /day/:y/:m/:d": router.F3(func(_ *router.Context, y, m, d int) (string, error) {
		return fmt.Sprintf("%d-%02d-%02d", y, m, d), nil
	})})

	request(r, "GET", "/day/2024/2/29")
	// Output: 200 "2024-02-29"
}

func ExampleF4() {
	r := router.New()
	r.Register(router.Controllers{"GET /box/:x/:y/:z/*name": router.F4(func(_ *router.Context, x, y, z float64, name string) (string, error) {
		return fmt.Sprint(name, " ", x*y*z), nil
	})})

	request(r, "GET", "/box/2/3/0.5/a/b")
	// Output: 200 "a/b 3"
}

func ExampleF2() {
	r := router.New()
	r.Register(router.Controllers{"GET /add/:a/:b": router.F2(func(_ *router.Context, a, b int) (int, error) {
		return a + b, nil
	})})

	request(r, "GET", "/add/1/2")
	request(r, "GET", "/add/1/two")
	// Output:
	// 200 3
	// 400 {"title":"Bad Request","status":400,"detail":"path parameter \"b\": \"two\" is not an integer","instance":"…","errors":[{"in":"path","name":"b","detail":"\"two\" is not an integer","code":"type","type":"integer"}]}
}

func ExampleIn() {
	type page struct {
		Team  string   `path:"team"`
		Limit int      `query:"limit"`
		Sort  []string `query:"sort"`
	}
	r := router.New()
	r.Register(router.Controllers{"GET /team/:team": router.In(func(_ *router.Context, p *page) (string, error) {
		return fmt.Sprintf("%d of %s by %v", p.Limit, p.Team, p.Sort), nil
	})})

	request(r, "GET", "/team/red?limit=5&sort=name&sort=age")
	// Output: 200 "5 of red by [name age]"
}

// A controller may be a plain function, which is called with reflection, or
// anything that net/http knows.
func ExampleControllers() {
	r := router.New()
	r.Register(router.Controllers{
		"GET /user/:id": func(c *router.Context, id int) error {
			return c.Render(member{ID: id, Name: "Ida"})
		},
		"GET /raw/:id": func(w http.ResponseWriter, req *http.Request) {
			fmt.Fprint(w, "raw ", req.PathValue("id"))
		},
	})

	request(r, "GET", "/user/7")
	request(r, "GET", "/raw/7")
	// Output:
	// 200 {"id":7,"name":"Ida"}
	// 200 raw 7
}

func ExampleRouter_Handler() {
	r := router.New()
	r.Register(router.Controllers{"GET /hello": func(c *router.Context) error { return c.Render("hi") }})

	handler, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/api/", http.StripPrefix("/api", handler))
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/hello", nil))
	fmt.Println(w.Code, w.Body)
	// Output: 200 "hi"
}

// A method that is not in route.Methods.
func ExampleWithMethods() {
	r := router.New(router.WithMethods("PURGE"))
	r.Register(router.Controllers{"PURGE /cache": router.F0(func(*router.Context) (router.None, error) {
		return router.None{}, nil
	})})

	request(r, "PURGE", "/cache")
	// Output: 204
}

// All mistakes of a table are told at once, and no port is opened.
func ExampleTableError() {
	r := router.New()
	r.BeforeFunctionCall("AUTH", func(_ *router.Context, next func() error) error { return next() })
	r.Register(router.Controllers{
		"GET AUT /a":   http.NotFound,
		"GET auth /b":  http.NotFound,
		"GET /c/:i/:i": http.NotFound,
	})

	_, err := r.Handler()
	for _, m := range err.(*router.TableError).Mistakes {
		fmt.Printf("%q: %s\n", m.Route, m.Message)
	}
	// Output:
	// "GET /c/:i/:i": offset 10: parameter i appears twice
	// "GET auth /b": offset 4: "auth" is neither a flag nor a path: flags are [A-Z][A-Z0-9_]*, paths begin with "/"
	// "GET AUT /a": unknown flag AUT (did you mean AUTH?)
}

// Created answers with 201 and a Location.
func ExampleCreated() {
	type newMember struct {
		Name string `json:"name"`
	}
	r := router.New()
	r.Register(router.Controllers{"POST /user": router.In(func(_ *router.Context, in *newMember) (router.Created[member], error) {
		return router.Created[member]{Value: member{ID: 7, Name: in.Name}, Location: "/user/7"}, nil
	})})

	req := httptest.NewRequest("POST", "/user", strings.NewReader(`{"name":"Ida"}`))
	req.Header.Set("Content-Type", "application/json")
	w := answerTo(r, req)
	fmt.Println(w.Code, w.Header().Get("Location"), w.Body)
	// Output: 201 /user/7 {"id":7,"name":"Ida"}
}

// Fields of a result are headers and cookies where the JSON leaves them out.
func ExampleF0_headers() {
	type Page struct {
		Names []string     `json:"names"`
		Total int          `json:"-" header:"X-Total" doc:"How many there are."`
		Seen  *http.Cookie `json:"-" cookie:"seen"`
	}
	list := func(*router.Context) (Page, error) {
		return Page{Names: []string{"Ida"}, Total: 90, Seen: &http.Cookie{Value: "1", HttpOnly: true, Secure: true}}, nil
	}
	r := router.New()
	r.Register(router.Controllers{"GET /names": router.F0(list)})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/names", nil))
	fmt.Println(w.Body, w.Header().Get("X-Total"), w.Header().Get("Set-Cookie"))
	// Output: {"names":["Ida"]} 90 seen=1; HttpOnly; Secure
}

// Bytes are sent as they are, and Redirect sends the client elsewhere.
func ExampleBytes() {
	draw := func(_ *router.Context, name string) (router.Bytes, error) {
		return router.Bytes{MediaType: "image/svg+xml", Data: []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")}, nil
	}
	latest := func(*router.Context) (router.Redirect, error) {
		return router.Redirect{To: "/plans/7", Status: http.StatusFound}, nil
	}
	r := router.New()
	r.Register(router.Controllers{
		"GET /plans/:name":  router.With(router.F1(draw), router.Produces("image/svg+xml")),
		"GET /plans/latest": router.F0(latest),
	})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, target := range []string{"/plans/7", "/plans/latest"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		fmt.Println(w.Code, w.Header().Get("Content-Type"), w.Header().Get("Location"), w.Body)
	}
	// Output:
	// 200 image/svg+xml  <svg xmlns='http://www.w3.org/2000/svg'/>
	// 302  /plans/7
}

// A file is sent with ranges and conditions. Nothing outside of the root is, whatever
// the path and the links in it.
func ExampleOpenContent() {
	dir, err := os.MkdirTemp("", "reports")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	root, err := os.OpenRoot(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer root.Close()
	_ = root.WriteFile("may.txt", []byte("0123456789"), 0o600)

	open := func(_ *router.Context, path string) (router.Content, error) {
		return router.OpenContent(root.FS(), path)
	}
	r := router.New(router.WithLogger(silent()))
	r.Register(router.Controllers{"GET /reports/*path": router.With(router.F1(open), router.Status(404, "There is no such report"))})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, target := range []string{"/reports/may.txt", "/reports/june.txt"} {
		req, w := httptest.NewRequest("GET", target, nil), httptest.NewRecorder()
		req.Header.Set("Range", "bytes=2-4")
		h.ServeHTTP(w, req)
		fmt.Println(w.Code, w.Header().Get("Content-Range"))
	}
	// Output:
	// 206 bytes 2-4/10
	// 404
}

// A page is an array, with links to the pages beside it.
func ExamplePage() {
	type filter struct {
		Page int `query:"page" minimum:"1"`
	}
	list := func(_ *router.Context, in *filter) (router.Page[member], error) {
		at := max(in.Page, 1)
		page := router.Page[member]{Items: []member{{ID: at}}}
		if at < 3 {
			page.Next = strconv.Itoa(at + 1)
		}
		if at > 1 {
			page.Prev = strconv.Itoa(at - 1)
		}
		return page, nil
	}
	r := router.New()
	r.Register(router.Controllers{"GET /members": router.In(list)})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}

	for _, target := range []string{"/members", "/members?page=2"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		fmt.Println(w.Header().Get("Link"), w.Body)
	}
	// Output:
	// <?page=2>; rel="next" [{"id":1,"name":""}]
	// <?page=3>; rel="next", <?page=1>; rel="prev", <?>; rel="first" [{"id":2,"name":""}]
}
