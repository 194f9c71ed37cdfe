package router_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

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

// transaction stands for *sql.Tx.
type transaction struct{ over bool }

func (t *transaction) Commit() error   { return t.end("commit") }
func (t *transaction) Rollback() error { return t.end("rollback") }

func (t *transaction) end(how string) error {
	if t.over {
		return errors.New("the transaction is over")
	}
	t.over = true
	fmt.Println(how)
	return nil
}

func begin() (*transaction, error) { return &transaction{}, nil }

// A hook around the controller function commits what it did, or takes it back.
func ExampleRouter_BeforeFunctionCall_transaction() {
	current := router.NewKey[*transaction]("transaction")
	r := router.New(router.WithLogger(silent()))
	r.BeforeFunctionCall("TX", func(c *router.Context, next func() error) error {
		tx, err := begin()
		if err != nil {
			return fmt.Errorf("begin a transaction: %w", err)
		}
		defer tx.Rollback() // an error after Commit, which nobody needs
		current.Set(c, tx)
		if err := next(); err != nil {
			return err
		}
		return tx.Commit()
	})
	r.Register(router.Controllers{
		"POST TX /pay/:amount": router.F1(func(c *router.Context, amount int) (router.None, error) {
			if tx, ok := current.Get(c); !ok || tx.over {
				return router.None{}, errors.New("there is no transaction")
			}
			if amount > 100 {
				return router.None{}, c.Error(http.StatusConflict, "not that much")
			}
			return router.None{}, nil
		}),
	})

	request(r, "POST", "/pay/10")
	request(r, "POST", "/pay/1000")
	// Output:
	// commit
	// 204
	// rollback
	// 409 {"title":"Conflict","status":409,"detail":"not that much","instance":"…"}
}

// A guard decides and has no next.
func ExampleRouter_Guard() {
	r := router.New()
	r.Register(router.Controllers{
		"GET STAFF /figures": router.F0(func(*router.Context) (int, error) { return 42, nil }),
	})
	r.Guard("STAFF", func(c *router.Context) error {
		if c.Header("X-Team") != "staff" {
			return c.Error(http.StatusForbidden, "for staff only")
		}
		return nil
	})

	request(r, "GET", "/figures", "X-Team", "staff")
	request(r, "GET", "/figures")
	// Output:
	// 200 42
	// 403 {"title":"Forbidden","status":403,"detail":"for staff only","instance":"…"}
}

// Guards run first, then the hooks without a flag, then those of the flags in the
// order in which the route names them.
func ExampleRouter_Guard_order() {
	hook := func(name string) router.HookFunc {
		return func(_ *router.Context, next func() error) error {
			fmt.Print(name, " ")
			return next()
		}
	}
	r := router.New()
	r.BeforeFunctionCall("A", hook("hook of A"))
	r.BeforeFunctionCall("B", hook("hook of B"))
	r.BeforeFunctionCall(hook("hook of all"))
	r.Guard("A", func(*router.Context) error { fmt.Print("guard of A, "); return nil })
	r.Register(router.Controllers{"GET B A /": func(*router.Context) error { return nil }})

	request(r, "GET", "/")
	// Output: guard of A, hook of all hook of B hook of A 204
}

// A hook before rendering sees the result with its type.
func ExampleResultOf() {
	r := router.New()
	r.BeforeRender(func(c *router.Context, next func() error) error {
		if m, ok := router.ResultOf[member](c); ok {
			m.Name = strings.ToUpper(m.Name)
			c.SetResult(m)
		}
		return next()
	})
	r.Register(router.Controllers{
		"GET /user/:id": router.F1(func(_ *router.Context, id int) (member, error) { return member{ID: id, Name: "Ida"}, nil }),
		"GET /count":    router.F0(func(*router.Context) (int, error) { return 3, nil }),
	})

	request(r, "GET", "/user/7")
	request(r, "GET", "/count")
	// Output:
	// 200 {"id":7,"name":"IDA"}
	// 200 3
}

// A hook behind the controller function sees the input as it was bound.
func ExampleInputOf() {
	type rename struct {
		ID   int    `path:"id"`
		Name string `query:"name"`
	}
	r := router.New()
	r.AfterResponse(func(c *router.Context) {
		if in, ok := router.InputOf[rename](c); ok {
			fmt.Println("renamed", in.ID, "to", in.Name)
		}
	})
	r.Register(router.Controllers{"POST /user/:id/name": router.In(func(*router.Context, *rename) (router.None, error) {
		return router.None{}, nil
	})})

	request(r, "POST", "/user/7/name?name=Ida")
	// Output:
	// renamed 7 to Ida
	// 204
}

func ExampleRouter_BeforeRender() {
	r := router.New()
	r.BeforeRender("ENVELOPE", func(c *router.Context, next func() error) error {
		c.SetResult(map[string]any{"data": c.Result()})
		return next()
	})
	r.Register(router.Controllers{"GET ENVELOPE /count": router.F0(func(*router.Context) (int, error) { return 3, nil })})

	request(r, "GET", "/count")
	// Output: 200 {"data":3}
}

// A hook before the response runs after errors too, and sees them.
func ExampleRouter_BeforeResponse() {
	r := router.New()
	r.BeforeResponse("CACHE", func(c *router.Context, next func() error) error {
		if c.Err() == nil {
			c.SetHeader("Cache-Control", "max-age=60")
		}
		return next()
	})
	r.Register(router.Controllers{"GET CACHE /user/:id": router.F1(func(_ *router.Context, id int) (member, error) {
		return member{ID: id}, nil
	})})

	for _, target := range []string{"/user/7", "/user/none"} {
		w := answerTo(r, httptest.NewRequest("GET", target, nil))
		fmt.Printf("%d %q\n", w.Code, w.Header().Get("Cache-Control"))
	}
	// Output:
	// 200 "max-age=60"
	// 400 ""
}

// What runs after the response runs once, however it went.
func ExampleRouter_AfterResponse() {
	r := router.New(router.WithLogger(silent()))
	r.AfterResponse(func(c *router.Context) {
		fmt.Println(c.Route().Method, c.Route().Path, c.Status(), c.Err())
	})
	r.Register(router.Controllers{
		"GET /good": func(c *router.Context) error { return c.Render("fine") },
		"GET /bad":  func(c *router.Context) error { return c.InternalError("the disk is full") },
	})

	request(r, "GET", "/good")
	request(r, "GET", "/bad")
	// Output:
	// GET /good 200 <nil>
	// 200 "fine"
	// GET /bad 500 internal error: the disk is full
	// 500 {"title":"Internal Server Error","status":500,"instance":"…"}
}

// A key keeps a value of one type for one request.
func ExampleNewKey() {
	visitor := router.NewKey[member]("visitor")
	r := router.New()
	r.Guard(func(c *router.Context) error {
		visitor.Set(c, member{ID: 7, Name: "Ida"})
		return nil
	})
	r.Register(router.Controllers{"GET /me": func(c *router.Context) error {
		m, _ := visitor.Get(c)
		return c.Render(m)
	}})

	request(r, "GET", "/me")
	// Output: 200 {"id":7,"name":"Ida"}
}

// A hook that several programs share says itself where it runs.
func ExampleRouter_Hook() {
	greet := core.HookAt(core.HookPoint{Stage: core.BeforeRender, Flag: "POLITE", Order: 10}, func(x core.Exchange, next func() error) error {
		x.SetResult(fmt.Sprint("Dear ", x.Result()))
		return next()
	})
	r := router.New()
	r.Hook(greet)
	r.Register(router.Controllers{"GET POLITE /name": func(c *router.Context) error { return c.Render("Ida") }})

	request(r, "GET", "/name")
	// Output: 200 "Dear Ida"
}

// Middleware of net/http is around everything, what no route matches included.
func ExampleRouter_Use() {
	r := router.New()
	r.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			w.Header().Set("X-Frame-Options", "DENY")
			next.ServeHTTP(w, req)
		})
	})

	w := answerTo(r, httptest.NewRequest("GET", "/nothing", nil))
	fmt.Println(w.Code, w.Header().Get("X-Frame-Options"))
	// Output: 404 DENY
}

// The routes of one flag get a middleware that the others do without.
func ExampleRouter_UseFor() {
	r := router.New()
	r.UseFor("FORM", http.NewCrossOriginProtection().Handler)
	r.Register(router.Controllers{
		"POST FORM /settings": func(c *router.Context) error { return c.Render("saved") },
		"POST /webhook":       func(c *router.Context) error { return c.Render("taken") },
	})

	request(r, "POST", "/settings", "Sec-Fetch-Site", "same-origin")
	request(r, "POST", "/settings", "Sec-Fetch-Site", "cross-site")
	request(r, "POST", "/webhook", "Sec-Fetch-Site", "cross-site")
	// Output:
	// 200 "saved"
	// 403 cross-origin request detected from Sec-Fetch-Site header
	// 200 "taken"
}
