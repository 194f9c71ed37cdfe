package routertest

import (
	"net/http"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
)

// testStreams checks that typed events and pages are answered alike.
func testStreams(t *testing.T, e router.Engine) {
	h := handler(t, e, router.Controllers{
		"GET /events/:id": router.F1(func(c *router.Context, id int) (router.EventsOf[int], error) {
			return func(yield func(router.EventOf[int], error) bool) {
				yield(router.EventOf[int]{ID: c.LastEventID() + "+", Name: "number", Data: id}, nil)
			}, nil
		}),
		"GET /pages/:id": router.F1(func(c *router.Context, id int) (router.Page[int], error) {
			return router.Page[int]{Items: []int{id}, Next: "a&b", Prev: c.Request().URL.Query().Get("page")}, nil
		}),
	})
	paged := func(method, query, body, links string) conformance {
		return conformance{method: method, target: "/pages/7" + query, status: http.StatusOK, body: body, header: map[string]string{
			"Content-Type": "application/json", "Content-Length": "3", "X-Content-Type-Options": "nosniff", "Link": links,
		}}
	}
	event := func(method, body string) conformance {
		return conformance{method: method, target: "/events/7", status: http.StatusOK, body: body, header: map[string]string{
			"Content-Type": "text/event-stream", "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
		}}.with("Last-Event-Id", "6")
	}
	for _, c := range []conformance{
		paged("GET", "?a=1", "[7]", `<?a=1&page=a%26b>; rel="next"`), paged("HEAD", "", "", `<?page=a%26b>; rel="next"`),
		paged("GET", "?page=2", "[7]", `<?page=a%26b>; rel="next", <?page=2>; rel="prev", <?>; rel="first"`),
		event("GET", "event: number\nid: 6+\ndata: 7\n\n"), event("HEAD", ""), malformed("GET", "/events/%FF", "id"),
		refused("GET", "/events/7", http.StatusNotAcceptable, "the answer is one of [text/event-stream]", "").with("Accept", "text/html"),
	} {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
}
