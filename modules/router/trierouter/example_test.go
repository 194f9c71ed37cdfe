package trierouter_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

func ExampleNew() {
	r := trierouter.New()
	r.Register(router.Controllers{"GET /user/:id": router.F1(func(_ *router.Context, id int) (int, error) { return id, nil })})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/user/7", nil))
	fmt.Println(w.Code, w.Body)
	// Output: 200 7
}

func ExampleEngine() {
	r := router.New(router.WithEngine(trierouter.Engine()))
	r.Register(router.Controllers{"GET /hello": func(c *router.Context) error { return c.Render("hi") }})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/hello", nil))
	fmt.Println(w.Code, w.Body)
	// Output: 200 "hi"
}
