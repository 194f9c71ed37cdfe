package middleware_test

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/trefoil-go/trefoil/modules/router"
)

// theOld is an application of gin, which has not moved yet.
func theOld() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	g := gin.New()
	g.GET("/animals", func(c *gin.Context) { c.JSON(http.StatusOK, []string{"zebra"}) })
	g.GET("/plants/:name", func(c *gin.Context) { c.JSON(http.StatusOK, gin.H{"name": c.Param("name")}) })
	return g
}

// elsewhere leaves all paths without a route to another handler.
func elsewhere(old http.Handler) router.Controllers {
	rest := router.Controllers{}
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
		rest[method+" /*rest"] = router.With(old, router.Hidden())
	}
	return rest
}

func Example_move() {
	r := router.New(router.WithLogger(nil))
	r.Register(router.Controllers{
		"GET /animals": router.F0(func(*router.Context) ([]string, error) { return []string{"zebra", "gnu"}, nil }),
	})
	r.Register(elsewhere(theOld()))

	fmt.Println(ask(r, "GET", "/animals").Body)
	fmt.Println(ask(r, "GET", "/plants/fern").Body)
	// Output:
	// ["zebra","gnu"]
	// {"name":"fern"}
}
