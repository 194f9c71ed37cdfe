package routertest

import (
	"net/http"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// testPacks checks that flags which answer themselves do so on every engine.
func testPacks(t *testing.T, e router.Engine) {
	h := packed(t, e)
	for _, c := range matching() {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
}

func packed(t *testing.T, e router.Engine) http.Handler {
	t.Helper()
	r := newRouter(e)
	r.Install(flagpack.Match("MATCH", func(*router.Context) (flagpack.State, error) {
		return flagpack.State{ETag: `"v7"`}, nil
	}, flagpack.MatchOptions{Required: true}))
	r.Register(router.Controllers{
		"PUT MATCH /pages/:id": echo(1),
	})
	return serving(t, r)
}

func matching() []conformance {
	return []conformance{
		found("PUT", "/pages/1", "PUT MATCH /pages/:id", "1").with("If-Match", `"v7"`),
		found("PUT", "/pages/%2F", "PUT MATCH /pages/:id", "/").with("If-Match", `"v6", "v7"`),
		refused("PUT", "/pages/1", http.StatusPreconditionFailed, "If-Match names another entity tag than that of what is there", "").with("If-Match", `"v6"`),
		refused("PUT", "/pages/1", http.StatusPreconditionRequired, "the request has no condition: read first, and send the ETag of the answer as If-Match", ""),
		notAllowed("GET", "/pages/1", "OPTIONS, PUT").with("If-Match", `"v6"`),
	}
}
