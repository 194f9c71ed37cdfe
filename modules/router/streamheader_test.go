package router_test

import (
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("The header of a stream", func() {
	DescribeTable("has the Cache-Control that was set for it",
		func(method string, fn any, set func(c *router.Context)) {
			f := newFixture()
			f.BeforeResponse(func(c *router.Context, next func() error) error { set(c); return next() })
			register(f, "GET /x", fn)

			Expect(f.do(method, "/x", "").Header().Values("Cache-Control")).To(Equal([]string{"no-store"}))
		},
		Entry("by the function", "GET", func(c *router.Context) (router.Events, error) {
			c.SetHeader("Cache-Control", "no-store")
			return router.Events(failing(nil)), nil
		}, func(*router.Context) {}),
		Entry("by the function, to HEAD", "HEAD", func(c *router.Context) (router.Events, error) {
			c.SetHeader("Cache-Control", "no-store")
			return router.Events(failing(nil)), nil
		}, func(*router.Context) {}),
		Entry("by a hook", "GET", router.SSE(func(*router.Context) events { return failing(nil) }), func(c *router.Context) { c.SetHeader("Cache-Control", "no-store") }),
		Entry("by a hook, in the response", "GET", router.SSE(func(*router.Context) events { return failing(nil) }), func(c *router.Context) {
			c.Response().Header = http.Header{"Cache-Control": {"no-store"}}
		}),
		Entry("by what yields", "GET", router.SSE(func(c *router.Context) events {
			return func(yield func(router.Event, error) bool) {
				c.SetHeader("Cache-Control", "no-store")
				yield(router.Event{Data: "x"}, nil)
			}
		}), func(*router.Context) {}),
		Entry("by a function whose type says nothing", "GET", func(c *router.Context) error {
			c.SetHeader("Cache-Control", "no-store")
			return c.Render(router.Events(failing(nil)))
		}, func(*router.Context) {}),
	)
})
