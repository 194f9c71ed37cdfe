package router_test

import (
	"fmt"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

func listPlayers(_ *router.Context, team string) (string, error) { return "players of " + team, nil }

func showPlayer(_ *router.Context, team string, id int) (string, error) {
	return fmt.Sprintf("player %d of %s", id, team), nil
}

type playerQuery struct {
	Team  string `path:"team"`
	ID    int    `path:"id"`
	Short bool   `query:"short"`
}

func changePlayer(_ *router.Context, in *playerQuery) (playerQuery, error) { return *in, nil }

func playerPath(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, r.PathValue("team"), " ", r.PathValue("rest"), " ", r.Pattern)
}

func players() router.Controllers {
	return router.Controllers{
		"GET /":            router.F1(listPlayers),
		"GET /players/:id": router.F2(showPlayer),
		"PUT /players/:id": router.In(changePlayer),
		"GET /files/*rest": playerPath,
	}
}

// grouped is a group of one controller.
func grouped(route string, c core.Controller, settings ...router.Setting) router.Group {
	return router.Group{Route: route, Settings: settings, Controllers: []core.Controller{c}}
}

var _ = Describe("A group", func() {
	var f *fixture

	BeforeEach(func() { f = newFixture() })

	operation := func(id string) *apidoc.Operation {
		GinkgoHelper()
		doc, err := f.Load(GinkgoT().Context())
		Expect(err).NotTo(HaveOccurred())
		for _, summary := range doc.Operations {
			if summary.ID == id {
				op, err := doc.Operation(GinkgoT().Context(), summary.Slug)
				Expect(err).NotTo(HaveOccurred())
				return op
			}
		}
		Fail("there is no operation " + id)
		return nil
	}

	DescribeTable("stands in front of the paths of its routes",
		func(method, target, want string) {
			f.Register(grouped("/v1", grouped("/teams/:team", players())))

			Expect(strings.TrimSpace(f.do(method, target, "").Body.String())).To(Equal(want))
		},
		Entry("that is the path of the group itself", "GET", "/v1/teams/red", `"players of red"`),
		Entry("with parameters by position", "GET", "/v1/teams/red/players/7", `"player 7 of red"`),
		Entry("with parameters in a struct", "PUT", "/v1/teams/red/players/7?short=true", `{"Team":"red","ID":7,"Short":true}`),
		Entry("with parameters of the request", "GET", "/v1/teams/red/files/a/b", `red a/b GET /v1/teams/{team}/files/{rest...}`),
	)

	DescribeTable("has no other paths",
		func(target string) {
			f.Register(grouped("/v1", grouped("/teams/:team", players())))

			Expect(f.get(target).Code).To(Equal(http.StatusNotFound))
		},
		Entry("without itself", "/teams/red"), Entry("with a slash at its end", "/v1/teams/red/"), Entry("without its parameter", "/v1/teams"),
	)

	It("adds its flags in front of those of a route, each once", func() {
		var order []string
		for _, flag := range []string{"A", "B", "C"} {
			f.Guard(flag, func(*router.Context) error { order = append(order, flag); return nil })
		}
		f.Register(grouped("C /", grouped("A /in", router.Controllers{"GET B C /x": router.F0(func(*router.Context) (string, error) { return "", nil })})))

		Expect(f.get("/in/x").Code).To(Equal(http.StatusOK))
		Expect(order).To(Equal([]string{"C", "A", "B"}))
	})

	It("bounds what its routes may cost, and a route itself more", func() {
		take := func(_ *router.Context, in *struct {
			Text string `json:"text"`
		},
		) (router.None, error) {
			return router.None{}, nil
		}
		f.Register(router.Group{
			Route: "/in", Settings: []router.Setting{router.MaxBody(8)},
			Controllers: []core.Controller{
				router.Controllers{"POST /few": router.In(take), "POST /more": router.With(router.In(take), router.MaxBody(64))},
			},
		})

		Expect(f.do("POST", "/in/few", `{"text":"long"}`, "Content-Type", "application/json").Code).To(Equal(http.StatusRequestEntityTooLarge))
		Expect(f.do("POST", "/in/more", `{"text":"long"}`, "Content-Type", "application/json").Code).To(Equal(http.StatusNoContent))
	})

	It("is in the description of its routes", func() {
		f.Register(grouped("/v1", grouped("/teams/:team", players(), router.Tags("Teams"), router.Status(404, "There is no such team."))))

		op := operation("routerShowPlayer")

		Expect(op.Path).To(Equal("/v1/teams/{team}/players/{id}"))
		Expect(op.Tags).To(Equal([]string{"Teams"}))
		Expect(op.Parameters).To(HaveExactElements(HaveField("Name", "team"), HaveField("Name", "id")))
		Expect(op.Responses).To(ContainElement(And(HaveField("Status", "404"), HaveField("Description", "There is no such team."))))
	})

	It("gives way to what a route says of itself", func() {
		f.Register(grouped("/v1", router.Controllers{
			"GET /a": router.With(router.F0(quiet), router.OperationID("a"), router.Tags("Own"), router.Status(404, "No a."), router.Status(409, "Two.")),
		}, router.Tags("Shared"), router.Status(404, "None."), router.Deprecated()))

		op := operation("a")

		Expect(op.Tags).To(Equal([]string{"Own"}))
		Expect(op.Deprecated).To(BeTrue())
		Expect(op.Responses).To(ContainElements(
			And(HaveField("Status", "404"), HaveField("Description", "No a.")), And(HaveField("Status", "409"), HaveField("Description", "Two.")),
		))
	})

	It("gives way to what a route says that it produces", func() {
		draw := func(c *router.Context) (router.Bytes, error) { return router.Bytes{MediaType: "image/svg+xml"}, nil }
		f.Register(grouped("/v1", router.Controllers{
			"GET /own":    router.With(router.F0(draw), router.OperationID("own"), router.Produces("image/svg+xml")),
			"GET /shared": router.With(router.F0(draw), router.OperationID("shared")),
		}, router.Produces("image/png")))

		for id, mediaType := range map[string]string{"own": "image/svg+xml", "shared": "image/png"} {
			Expect(operation(id).Responses).To(ContainElement(And(HaveField("Status", "200"), HaveField("Content", ConsistOf(HaveField("Name", mediaType))))))
		}
		Expect(f.get("/v1/own", "Accept", "image/png").Code).To(Equal(http.StatusNotAcceptable))
	})

	It("leaves the tag of a route to its own path", func() {
		f.Register(grouped("/v1", router.Controllers{"GET /users/:id": router.F1(nameless), "GET /": router.With(router.F0(quiet), router.OperationID("root"))}))

		Expect(operation("routerNameless").Tags).To(Equal([]string{"users"}))
		Expect(operation("root").Tags).To(Equal([]string{"v1"}))
	})

	It("takes a controller that another group has, under a name", func() {
		list := router.Controllers{"GET /x": router.F0(quiet), "GET /y": func(http.ResponseWriter, *http.Request) {}}
		f.Register(grouped("/v1", list), router.Group{Route: "/v2", Name: "v2", Controllers: []core.Controller{list}})

		Expect(operation("routerQuiet").Path).To(Equal("/v1/x"))
		Expect(operation("v2RouterQuiet").Path).To(Equal("/v2/x"))
		Expect(operation("getV2Y").Path).To(Equal("/v2/y"))
	})

	It("is told by Routes", func() {
		f.Register(router.Group{Route: "/v1", Name: "one", Controllers: []core.Controller{grouped("/teams/:team", players())}}, router.Controllers{"GET /": router.F0(quiet)})

		routes, err := f.Routes()

		Expect(err).NotTo(HaveOccurred())
		Expect(routes).To(HaveLen(5))
		Expect(routes[0]).To(And(HaveField("Group", "one (/v1) > /teams/:team"), HaveField("Key", "GET /v1/teams/:team")))
		Expect(routes[4].Group).To(BeEmpty())
	})

	It("lets only those refuse unknown query parameters who know some", func() {
		f.Register(grouped("/teams/:team", players(), router.StrictQuery(true)))

		Expect(f.do("PUT", "/teams/red/players/7?sort=1", "").Code).To(Equal(http.StatusBadRequest))
		Expect(f.get("/teams/red?sort=1").Code).To(Equal(http.StatusOK))
	})

	DescribeTable("tells what is wrong, and where",
		func(c core.Controller, want ...string) {
			f.Register(c)

			told := f.mistakes()

			Expect(told).To(HaveLen(len(want)))
			for i := range want {
				Expect(told[i]).To(MatchRegexp(want[i]))
			}
		},
		Entry("in its route", grouped("v1", players()), `^group_test.go:\d+: offset 0: "v1" is neither a flag nor a path: .* \(in the group v1\)$`),
		Entry("in a slash at its end", grouped("/v1/", players()), `: the path of a group does not end in a slash: .* \(in the group /v1/\)$`),
		Entry("in a catch-all", grouped("/v1", grouped("/*all", players())), `: the path of a group cannot end in \*all, which takes the rest of it \(in the group /v1 > /\*all\)$`),
		Entry("in what is no controller", router.Group{Route: "/v1", Controllers: []core.Controller{nil, nil}},
			`: a controller module is nil \(in the group /v1\)$`, `: a controller module is nil \(in the group /v1\)$`),
		Entry("in a setting of one route", grouped("/v1", players(), router.Summary("All")), `: Summary is about one route: .* \(in the group /v1\)$`),
		Entry("in a route of a controller", grouped("AUTH /v1", router.Controllers{"GET x": router.F0(quiet)}),
			`^"GET x" -> .*: offset 4: "x" is neither a flag nor a path: .* \(in the group AUTH /v1, of router.Controllers\)$`),
		Entry("in a route of flags alone", grouped("AUTH", players()), `^group_test.go:\d+: has no path: write "AUTH /" \(in the group AUTH\)$`),
		Entry("in a route without anything", grouped("", players()), `^group_test.go:\d+: has no path: write "/"`),
		Entry("in a method", grouped("GET /v1", players()), `^group_test.go:\d+: a group has no method: GET stands in the keys of its routes \(in the group GET /v1\)$`),
		Entry("in a parameter of both", grouped("/:id", router.Controllers{"GET /:id": router.F2(showPlayer)}), `^"GET /:id/:id" -> .*: offset 9: parameter id appears twice \(in the group /:id, of router.Controllers\)$`),
		Entry("in a function without the parameters of the group", grouped("/:team", router.Controllers{"GET /": router.F0(quiet)}),
			`^"GET /:team" -> router_test.quiet .*: controller takes 0 path parameter\(s\) \[\], route has 1 \[team\] \(in the group /:team, of router.Controllers\)$`),
		Entry("in routes that are the same", router.Group{Route: "/v1", Controllers: []core.Controller{
			router.Controllers{"GET /x": router.F0(quiet)}, router.Controllers{"GET /x": router.F0(quiet)},
		}}, `^"GET /v1/x" -> .*: same route as "GET /v1/x" -> `),
		Entry("in operations of one name", router.Group{Route: "/v1", Controllers: []core.Controller{
			router.Controllers{"GET /x": router.F0(quiet), "GET /y": router.F0(quiet)},
		}}, `operationId "routerQuiet" is that of "GET /v1/x" .*, or its group by Name \(in the group /v1, of router.Controllers\)$`),
		Entry("in a flag", grouped("AUHT /v1", router.Controllers{"GET /x": router.F0(quiet)}), `unknown flag AUHT: .* \(in the group AUHT /v1, of router.Controllers\)$`),
	)
})

func quiet(*router.Context) (router.None, error) { return router.None{}, nil }

func nameless(*router.Context, int) (router.None, error) { return router.None{}, nil }
