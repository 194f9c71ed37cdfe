package router_test

import (
	"net/http"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

type (
	trees        struct{}
	flowers      struct{}
	shelf[T any] struct{}
)

func (trees) list(*router.Context) (router.None, error)    { return router.None{}, nil }
func (*flowers) list(*router.Context) (router.None, error) { return router.None{}, nil }
func (shelf[T]) list(*router.Context) (router.None, error) { return router.None{}, nil }

// operationIDs are those of a table by route, of modules registered in order.
func operationIDs(modules ...router.Controllers) map[string]string {
	GinkgoHelper()
	f := newFixture()
	for _, m := range modules {
		f.Register(m)
	}
	doc, err := f.Load(GinkgoT().Context())
	Expect(err).NotTo(HaveOccurred())
	ids := map[string]string{}
	for _, o := range doc.Operations {
		ids[o.Method+" "+o.Path] = o.ID
	}
	return ids
}

var _ = Describe("An operationId", func() {
	It("is made of the module and the function, or else of the route", func() {
		Expect(operationIDs(router.Controllers{
			"GET /trees":      router.F0(trees{}.list),
			"GET /flowers":    router.F0((&flowers{}).list),
			"GET /shelf":      router.F0(shelf[int]{}.list),
			"GET /users":      list,
			"GET /users/:id":  func(*router.Context, int) error { return nil },
			"GET /users/id":   func(*router.Context) error { return nil },
			"GET /users/":     nothing,
			"GET /pages/*all": http.NotFound,
			"HEAD /":          http.NotFoundHandler(),
			"POST /a-b":       router.With(list, router.OperationID("mine")),
		})).To(Equal(map[string]string{
			"GET /trees":       "treesList",
			"GET /flowers":     "flowersList",
			"GET /shelf":       "shelfList",
			"GET /users":       "routerList",
			"GET /users/{id}":  "getUsersByParam",
			"GET /users/id":    "getUsersId",
			"GET /users/":      "getUsersSlash",
			"GET /pages/{all}": "getPagesByRest",
			"HEAD /":           "head",
			"POST /a-b":        "mine",
		}))
	})

	It("of a route does not depend on what its parameters are called", func() {
		id := func(key string) string {
			for _, id := range operationIDs(router.Controllers{key: nothing}) {
				return id
			}
			return ""
		}

		for _, twin := range [][2]string{
			{"GET /users/:id", "GET /users/:name"}, {"GET /f/*rest", "GET /f/*path"}, {"GET /v:major.:minor", "GET /v:a.:b"},
		} {
			Expect(id(twin[1])).To(Equal(id(twin[0])), twin[0])
		}
	})

	It("is the same in whatever order modules are registered", func() {
		modules := []router.Controllers{
			{"GET /trees": trees{}.list},
			{"GET /flowers": (&flowers{}).list},
			{"GET /pots": func(*router.Context) error { return nil }},
		}
		first := operationIDs(modules...)

		slices.Reverse(modules)

		Expect(operationIDs(modules...)).To(Equal(first))
		Expect(operationIDs(modules[1:]...)).To(HaveKeyWithValue("GET /trees", "treesList"))
	})

	DescribeTable("of two routes is a mistake of the table",
		func(table router.Controllers, message string) {
			f := newFixture()
			f.Register(table)

			Expect(f.mistakes()).To(ConsistOf(MatchRegexp(message)))
		},
		Entry("that have one function", router.Controllers{"GET /a": list, "GET /b": list},
			`^"GET /b" -> router_test\.list \(table_test\.go:\d+\): operationId "routerList" is that of "GET /a" -> router_test\.list \(table_test\.go:\d+\) too: name one of them, as in router\.With\(fn, router\.OperationID\("getB"\)\)$`),
		Entry("that are named", router.Controllers{"GET /a": router.With(list, router.OperationID("x")), "GET /b/:id": router.With(show, router.OperationID("x"))},
			`operationId "x" is that of "GET /a" -> .*OperationID\("getBByParam"\)`),
		Entry("whose paths have the same words", router.Controllers{"GET /a-b": nothing, "GET /a/b": nothing},
			`operationId "getAB" is that of "GET /a-b" .*OperationID\("getAB2"\)`),
	)

	It("of a route that is not described takes no name", func() {
		Expect(operationIDs(router.Controllers{"GET /a": list, "GET /b": router.With(list, router.Hidden())})).To(Equal(map[string]string{"GET /a": "routerList"}))
	})
})
