package routertest

import (
	"net/http"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

// testGroups checks that routes of groups are found as those that are written so.
func testGroups(t *testing.T, e router.Engine) {
	t.Helper()
	inner := router.Group{Route: "/teams/:team", Controllers: []core.Controller{
		router.Controllers{"GET /": echo(2), "PUT /:id": echo(3), "GET /files/*rest": echo(3), "GET /:id.json": echo(3)},
	}}
	outer := router.Group{Route: "/:version/api", Controllers: []core.Controller{inner, router.Controllers{"GET /health": echo(1)}}}
	r := router.New(router.WithEngine(e), router.WithLogger(nil), router.WithRequestID(func(*http.Request) string { return requestID }))
	r.Register(outer, router.Controllers{"GET /plain": echo(0)})
	h, err := r.Handler()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []conformance{
		found("GET", "/v1/api/teams/red", "GET /:version/api/teams/:team", "v1", "red"),
		found("HEAD", "/v1/api/teams/red", "GET /:version/api/teams/:team", "v1", "red"),
		found("PUT", "/v1/api/teams/red/7", "PUT /:version/api/teams/:team/:id", "v1", "red", "7"),
		found("GET", "/v1/api/teams/red/7.json", "GET /:version/api/teams/:team/:id.json", "v1", "red", "7"),
		found("GET", "/v1/api/teams/red/files/a/b", "GET /:version/api/teams/:team/files/*rest", "v1", "red", "a/b"),
		found("GET", "/v1/api/health", "GET /:version/api/health", "v1"),
		found("GET", "/plain", "GET /plain"),
		missing("GET", "/v1/api/teams/red/"),
		missing("GET", "/teams/red"),
	} {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
}
