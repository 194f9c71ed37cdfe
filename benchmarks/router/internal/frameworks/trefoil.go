package frameworks

import (
	"fmt"
	"iter"
	"maps"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

// Engine is an engine of the router by the name it has in reports.
type Engine struct {
	Name   string
	Engine func() router.Engine
}

// Engines are the engines that are measured, each in every scenario.
func Engines() []Engine {
	return []Engine{
		{"gin", func() router.Engine { return ginrouter.Engine() }},
		{"ServeMux", muxrouter.Engine},
		{"trie", trierouter.Engine},
	}
}

// Trefoil is the router with its defaults on an engine. The controllers replace
// those of the same route.
func Trefoil(e Engine, replaced router.Controllers, opts ...router.Option) *router.Router {
	r := router.New(append(opts, router.WithEngine(e.Engine()))...)
	controllers := trefoilControllers()
	maps.Copy(controllers, replaced)
	r.Register(controllers)
	r.BeforeFunctionCall("GUARDED", trefoilRequire(TenantHeader))
	r.BeforeFunctionCall("GUARDED", trefoilRequire(TokenHeader))
	return r
}

func trefoilControllers() router.Controllers {
	empty := router.F1(func(*router.Context, string) (router.None, error) { return router.None{}, nil })
	controllers := router.Controllers{
		"GET /empty/:id":           empty,
		"GET /users/:id":           router.F1(Show),
		"GET /users":               router.F0(func(*router.Context) ([]User, error) { return Many, nil }),
		"GET GUARDED /guarded/:id": router.With(router.F1(Show), router.OperationID("showGuarded")),
		"POST /users":              router.In(create),
		"GET /five/:a/:b/:c/:d/:e": router.In(five),
		"GET /stream":              router.SSE(watch),
	}
	for i := range fillers / 2 {
		controllers[fmt.Sprintf("GET /resource%d", i)] = router.F0(func(*router.Context) (router.None, error) { return router.None{}, nil })
		controllers[fmt.Sprintf("GET /resource%d/:id", i)] = empty
	}
	return controllers
}

// Show is the controller function of a user: as it is, it is called with
// reflection; with router.F1 around it, it is not.
func Show(_ *router.Context, id int) (User, error) { return find(id), nil }

type trefoilNewUser struct {
	Name    string `json:"name" min:"2" max:"64"`
	Email   string `json:"email" format:"email"`
	Age     int    `json:"age" minimum:"0"`
	City    string `json:"city" max:"80"`
	Country string `json:"country" min:"2" max:"2"`
}

func create(_ *router.Context, n *trefoilNewUser) (router.Created[User], error) {
	return router.Created[User]{Value: User{7, n.Name, n.Email, true}}, nil
}

type trefoilValues struct {
	A string `path:"a"`
	B string `path:"b"`
	C string `path:"c"`
	D string `path:"d"`
	E string `path:"e"`
}

func five(_ *router.Context, in *trefoilValues) (Five, error) { return Five(*in), nil }

func watch(*router.Context) iter.Seq2[router.EventOf[User], error] {
	return func(yield func(router.EventOf[User], error) bool) {
		for _, u := range Many {
			if !yield(router.EventOf[User]{Name: EventName, Data: u}, nil) {
				return
			}
		}
	}
}

func trefoilRequire(header string) func(*router.Context, func() error) error {
	forbidden := &router.ClientError{Status: 403, Message: "forbidden"}
	return func(c *router.Context, next func() error) error {
		if c.Header(header) == "" {
			return forbidden
		}
		return next()
	}
}
