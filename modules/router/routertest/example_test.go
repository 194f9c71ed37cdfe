package routertest_test

import (
	"fmt"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routertest"
)

// A test passes its own t, and needs no line for a status that is as it wants.
func ExampleCall() {
	t := &testing.T{}
	r := router.New()
	r.Register(router.Controllers{"PUT /notes/:id": router.In(func(_ *router.Context, in *struct {
		ID    int    `path:"id"`
		Title string `json:"title" minLength:"1"`
	},
	) (string, error) {
		return fmt.Sprint(in.ID, " ", in.Title), nil
	})})

	fmt.Printf("%s\n", routertest.Call(t, r, "PUT /notes/:id", 7, routertest.JSON(map[string]string{"title": "milk"})).Body)
	routertest.Call(t, r, "PUT /notes/:id", 7, routertest.Body("application/json", `{"title":""}`), routertest.Header("X-Trace", "1"), routertest.Query("dry", "1")).Status(422)
	fmt.Println(t.Failed())
	// Output:
	// "7 milk"
	// false
}
