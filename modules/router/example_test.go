package router_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

type member struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

func request(r *router.Router, method, target string) {
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, target, nil))
	body := w.Body.String()
	if id := w.Header().Get("X-Request-Id"); id != "" {
		body = strings.ReplaceAll(body, id, "…")
	}
	fmt.Println(strings.TrimSpace(fmt.Sprint(w.Code, " ", body)))
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

// The flag AUTH selects the hook that checks user and password.
func ExampleRouter_BeforeFunctionCall() {
	r := router.New()
	r.Register(router.Controllers{
		"GET AUTH /secret": func(c *router.Context) error { return c.Render("42") },
	})
	r.BeforeFunctionCall("AUTH", func(c *router.Context, next func() error) error {
		params, err := c.Params()
		if err != nil {
			return err
		}
		if params["user"] == "ida" && params["password"] == "secret" {
			return next()
		}
		return &router.ClientError{Status: http.StatusForbidden, Message: "invalid login"}
	})

	request(r, "GET", "/secret?user=ida&password=secret")
	request(r, "GET", "/secret?user=ida&password=wrong")
	// Output:
	// 200 "42"
	// 403 {"title":"Forbidden","status":403,"detail":"invalid login","instance":"…"}
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

func ExampleBearer() {
	r := router.New()
	r.Flag(router.Flag{Name: "AUTH", Security: router.Bearer("jwt")})
	r.Register(router.Controllers{"GET AUTH /me": func(*router.Context) error { return nil }})

	_, err := r.Handler()
	fmt.Println(err)
	// Output:
	// router: 1 problem(s) in the route table
	//   example_test.go:137: flag AUTH promises security scheme "bearer" in the description but no beforeFunctionCall hook enforces it
}

func ExampleAPIKey() {
	s := router.APIKey("key", apidoc.InHeader, "X-Key")
	fmt.Println(s.Name, s.Type, s.In, s.ParameterName)
	// Output: key apiKey header X-Key
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
	// 400 {"title":"Bad Request","status":400,"detail":"path parameter \"b\": \"two\" is not an integer","instance":"…","errors":[{"in":"path","name":"b","detail":"\"two\" is not an integer"}]}
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

func ExampleWith() {
	show := func(_ *router.Context, id int) (member, error) { return member{ID: id}, nil }
	r := router.New(router.WithDocument("/openapi.json"))
	r.Register(router.Controllers{
		"GET /user/:id": router.With(router.F1(show), router.Summary("Show a user"), router.Status(404, "There is no such user")),
	})

	doc, err := r.Load(context.Background())
	fmt.Println(err, doc.Operations[0].Title())
	// Output: <nil> Show a user
}

func ExampleNewKey() {
	visitor := router.NewKey[member]("visitor")
	r := router.New()
	r.BeforeFunctionCall(func(c *router.Context, next func() error) error {
		visitor.Set(c, member{ID: 7, Name: "Ida"})
		return next()
	})
	r.Register(router.Controllers{"GET /me": func(c *router.Context) error {
		m, _ := visitor.Get(c)
		return c.Render(m)
	}})

	request(r, "GET", "/me")
	// Output: 200 {"id":7,"name":"Ida"}
}
