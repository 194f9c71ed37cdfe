package routertest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routertest"
)

type note struct {
	Title string `json:"title"`
	Tags  string `json:"tags"`
}

func notes() *router.Router {
	r := router.New(router.WithLogger(nil))
	r.BeforeFunctionCall("AUTH", func(c *router.Context, next func() error) error {
		if c.Header("Authorization") != "Bearer x" {
			return c.Error(http.StatusForbidden, "no")
		}
		return next()
	})
	r.Register(router.Controllers{
		"GET /note/:name/*rest": router.F2(func(_ *router.Context, name, rest string) (note, error) { return note{name, rest}, nil }),
		"GET /file/:name.:ext":  router.F2(func(_ *router.Context, name, ext string) (note, error) { return note{name, ext}, nil }),
		"PUT AUTH /note/:name": router.In(func(_ *router.Context, in *struct {
			Name  string `path:"name"`
			Tag   string `query:"tag"`
			Title string `json:"title"`
		},
		) (note, error) {
			return note{in.Name + in.Title, in.Tag}, nil
		}),
	})
	return r
}

func TestCall(t *testing.T) {
	r := notes()
	var got note
	routertest.Call(t, r, "GET /note/:name/*rest", "a/b c", "d/e?").Status(200).JSON(&got)
	if want := (note{"a/b c", "d/e?"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	routertest.Call(t, r, "GET /file/:name.:ext", "a/b", "gz").Status(200).JSON(&got)
	if want := (note{"a/b", "gz"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	routertest.Call(t, r, "PUT AUTH /note/:name", "n").Status(403)
	routertest.Call(t, r, "PUT AUTH /note/:name", "n", routertest.Header("Authorization", "Bearer x"),
		routertest.Query("tag", "t&t"), routertest.JSON(map[string]string{"title": "T"})).Status(200).JSON(&got)
	if want := (note{"nT", "t&t"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestCallOfAMethodOfTheApplication(t *testing.T) {
	r := router.New(router.WithLogger(nil), router.WithMethods("PURGE"))
	r.Register(router.Controllers{"PURGE /cache/:key": router.F1(func(_ *router.Context, key string) (string, error) { return key, nil })})
	var got string
	if routertest.Call(t, r, "PURGE /cache/:key", "k").Status(200).JSON(&got); got != "k" {
		t.Errorf("got %q, want k", got)
	}
}

func TestHeaderHostIsThatOfTheRequest(t *testing.T) {
	r := router.New(router.WithLogger(nil))
	r.Register(router.Controllers{"GET /host": router.F0(func(c *router.Context) (string, error) { return c.Header("Host"), nil })})
	var got string
	if routertest.Call(t, r, "GET /host", routertest.Header("host", "zoo.example")).JSON(&got); got != "zoo.example" {
		t.Errorf("got %q, want zoo.example", got)
	}
}

// recorder notes what a test is told.
type recorder struct {
	testing.TB
	told []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.told = append(r.told, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (r *recorder) Fatal(args ...any)                 { panic(fmt.Sprint(args...)) }

func TestCallTells(t *testing.T) {
	told := &recorder{TB: t}
	routertest.Call(told, notes(), "PUT AUTH /note/:name", "n").Status(200)
	if len(told.told) != 1 {
		t.Errorf("told %q of a wrong status, want one error", told.told)
	}
	for name, call := range map[string]func(){
		"too few values":     func() { routertest.Call(told, notes(), "PUT AUTH /note/:name") },
		"no route string":    func() { routertest.Call(told, notes(), "note") },
		"a body of no JSON":  func() { routertest.Call(told, notes(), "GET /nothing").JSON(new(int)) },
		"a table's mistakes": func() { routertest.Call(told, broken(), "GET /x") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("the test goes on")
				}
			}()
			call()
		})
	}
}

func TestCallOfAGroupWithoutItsPathSaysWhichRouteIsMeant(t *testing.T) {
	r := router.New(router.WithLogger(nil))
	r.Register(router.Group{Route: "AUTH /teams/:team", Controllers: []core.Controller{router.Controllers{
		"GET /notes":     router.F1(func(_ *router.Context, team string) (string, error) { return team, nil }),
		"GET /notes/:id": router.F2(func(c *router.Context, _, _ string) (string, error) { return "", c.Error(404, "gone") }),
	}}})
	r.Guard("AUTH", func(*router.Context) error { return nil })
	told := &recorder{TB: t}

	routertest.Call(told, r, "GET /notes").Status(200)
	routertest.Call(told, r, "GET AUTH /teams/:team/notes/:id", "a", 7).Status(200)
	func() {
		defer func() { told.told = append(told.told, fmt.Sprint(recover())) }()
		routertest.Call(told, r, "GET /notes/:id", "a", 7)
	}()

	for i, want := range []string{
		`GET /notes: status 404, want 200 (there is no route GET /notes: did you mean "GET AUTH /teams/:team/notes"?): {"title"`,
		`GET AUTH /teams/:team/notes/:id: status 404, want 200: {"title"`,
		`GET /notes/:id: 2 path values, want 1 (there is no route GET /notes/:id: did you mean "GET AUTH /teams/:team/notes/:id"?)`,
	} {
		if !strings.HasPrefix(told.told[i], want) {
			t.Errorf("told %q, want %q", told.told[i], want)
		}
	}
}

func broken() *router.Router {
	r := router.New()
	r.Register(router.Controllers{"GET": nil})
	return r
}
