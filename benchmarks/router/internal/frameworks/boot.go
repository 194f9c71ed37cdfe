package frameworks

import (
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"

	"github.com/trefoil-go/trefoil/modules/router"
)

const (
	bootResources = 250
	// BootRoutes is the number of routes that are built to measure a start: a
	// list, one of it, POST and DELETE of every resource.
	BootRoutes = 4 * bootResources
)

// BootTrefoil registers the routes with typed functions; building them is left
// to the caller.
func BootTrefoil(e Engine) *router.Router {
	r := router.New(router.WithEngine(e.Engine()))
	for i := range bootResources {
		list, one := fmt.Sprintf("/resource%d", i), fmt.Sprintf("/resource%d/:id", i)
		r.Register(router.Controllers{
			"GET " + list:   router.F0(func(*router.Context) ([]User, error) { return nil, nil }),
			"GET " + one:    router.With(router.F1(Show), router.OperationID(fmt.Sprintf("show%d", i))),
			"POST " + list:  router.With(router.In(create), router.OperationID(fmt.Sprintf("create%d", i))),
			"DELETE " + one: router.F1(func(*router.Context, int) (router.None, error) { return router.None{}, nil }),
		})
	}
	return r
}

// BootGin registers the routes with gin, which knows no types.
func BootGin() {
	gin.SetMode(gin.ReleaseMode)
	g := gin.New()
	for i := range bootResources {
		list, one := fmt.Sprintf("/resource%d", i), fmt.Sprintf("/resource%d/:id", i)
		g.GET(list, ginShow)
		g.GET(one, ginShow)
		g.POST(list, ginCreate)
		g.DELETE(one, ginShow)
	}
}

// BootServeMux registers the routes with net/http, which knows no types.
func BootServeMux() {
	mux := http.NewServeMux()
	a := netHTTP{(*http.Request).PathValue, newValidator()}
	for i := range bootResources {
		list, one := fmt.Sprintf("/resource%d", i), fmt.Sprintf("/resource%d/{id}", i)
		mux.HandleFunc("GET "+list, a.empty)
		mux.HandleFunc("GET "+one, a.show)
		mux.HandleFunc("POST "+list, a.create)
		mux.HandleFunc("DELETE "+one, a.empty)
	}
}

// BootHuma registers the routes with huma on gin and returns what writes their
// OpenAPI description.
func BootHuma() (document func() ([]byte, error)) {
	gin.SetMode(gin.ReleaseMode)
	api := humagin.New(gin.New(), humaConfig())
	humaBoot(api)
	return func() ([]byte, error) { return api.OpenAPI().MarshalJSON() }
}
