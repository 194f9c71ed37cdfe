package table_test

import (
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
	"github.com/trefoil-go/trefoil/modules/router/internal/table"
)

// routed is a route with an operationId of its own.
func routed(key string, f table.Function) table.Route {
	return table.Route{Key: key, Route: route.MustParse(key), Function: f, ID: key}
}

func messages(found []table.Mistake) []string {
	var all []string
	for _, m := range found {
		all = append(all, m.Message)
	}
	return all
}

var _ = Describe("The flags of a table", func() {
	bearer := &apidoc.SecurityScheme{Name: "bearer", Type: apidoc.HTTPAuth, Scheme: "bearer"}

	It("are those that are declared and those that something is registered for", func() {
		known, found := table.Flags([]table.Flag{{Name: "AUTH", Security: bearer}}, []table.Hook{
			{Stage: core.BeforeRender, Flag: "CACHE"}, {Middleware: true, Flag: "GZIP"}, {Stage: core.AfterResponse},
		})

		Expect(found).To(BeEmpty())
		Expect(known).To(HaveLen(3))
		Expect(known).To(HaveKeyWithValue("AUTH", table.Flag{Name: "AUTH", Security: bearer}))
	})

	DescribeTable("have mistakes",
		func(declared []table.Flag, hooks []table.Hook, message string) {
			_, found := table.Flags(declared, hooks)

			Expect(messages(found)).To(Equal([]string{message}))
		},
		Entry("in a name", []table.Flag{{Name: "auth"}}, nil, `flag "auth": flags are [A-Z][A-Z0-9_]*`),
		Entry("in the name of a hook's", nil, []table.Hook{{Stage: core.BeforeRender, Flag: "a"}}, `hook: flag "a": flags are [A-Z][A-Z0-9_]*`),
		Entry("in middleware without a flag", nil, []table.Hook{{Middleware: true}}, `middleware: flag "": flags are [A-Z][A-Z0-9_]*`),
		Entry("in a stage", nil, []table.Hook{{Stage: "later"}}, `stage "later" does not exist`),
		Entry("in a hook without a stage", nil, []table.Hook{{}}, `stage "" does not exist`),
		Entry("when there are two", []table.Flag{{Name: "A", At: origin.Origin{File: "a.go", Line: 7}}, {Name: "A"}}, nil, "flag A is declared twice, first at a.go:7"),
		Entry("when one needs itself", []table.Flag{{Name: "A", Needs: []string{"A"}}}, nil, "flag A needs itself"),
		Entry("when one needs what is not there", []table.Flag{{Name: "AUTH"}, {Name: "ADMIN", Needs: []string{"AUHT"}}}, nil,
			"flag ADMIN needs flag AUHT, which does not exist (did you mean AUTH?)"),
		Entry("when what it says about answers is wrong", []table.Flag{{Name: "A", Mistakes: []string{"42 is no status"}}}, nil, `flag A: 42 is no status`),
		Entry("when a scheme has a name that no component has", []table.Flag{{Name: "A", Security: &apidoc.SecurityScheme{Name: "my scheme"}}}, nil,
			`flag A: the name of security scheme "my scheme" has other characters than letters, digits, dots, hyphens and underscores`),
		Entry("when two schemes have one name", []table.Flag{{Name: "A", Security: bearer}, {Name: "B", Security: &apidoc.SecurityScheme{Name: "bearer"}}}, nil,
			`flags A and B define security scheme "bearer" differently`),
	)

	It("that no route carries are told", func() {
		hooks := []table.Hook{{Stage: core.BeforeRender, Flag: "A"}, {Stage: core.BeforeRender, Flag: "B"}, {Stage: core.BeforeRender}}

		Expect(table.Unused([]table.Route{routed("GET A /", table.Function{})}, hooks)).To(Equal(hooks[1:2]))
	})
})

var _ = Describe("A route", func() {
	input := func(t reflect.Type) *bind.Input {
		in, _ := bind.Compile(t, bind.Rules{})
		return in
	}
	body := input(reflect.TypeFor[struct {
		Name string `json:"name"`
	}]())
	path := input(reflect.TypeFor[struct {
		ID string `path:"id"`
	}]())

	DescribeTable("has a mistake",
		func(key string, f table.Function, message string) {
			Expect(messages(table.Check([]table.Route{routed(key, f)}, nil, nil))).To(Equal([]string{message}))
		},
		Entry("of its function", "GET /", table.Function{Mistakes: []string{"the function is nil"}}, "the function is nil"),
		Entry("in a flag", "GET AUTH /", table.Function{}, "unknown flag AUTH: declare it with Flag or register a hook for it"),
		Entry("in the number of parameters", "GET /:id", table.Function{}, "controller takes 0 path parameter(s) [], route has 1 [id]"),
		Entry("in a parameter that is an input", "POST /", table.Function{Params: []reflect.Type{reflect.TypeFor[*struct{ A int }]()}},
			"controller takes [*struct { A int }]: make a function that takes a struct with router.In, and read path parameters into fields of it with the tag path"),
		Entry("in the type of a parameter", "GET /:id", table.Function{Params: []reflect.Type{reflect.TypeFor[chan int]()}},
			"parameter id: a chan int cannot be read from a path: use a string, bool, number or encoding.TextUnmarshaler"),
		Entry("in a field that no parameter fills", "POST /", table.Function{Input: path}, `the struct takes path parameter "id", route has []`),
		Entry("in a parameter that no field takes", "POST /:n", table.Function{Input: body}, `no field of the struct takes path parameter "n"`),
		Entry("in a body that GET has not", "GET /", table.Function{Input: body}, "a GET request has no body to read"),
		Entry("in a result that is no data", "GET /", table.Function{Result: reflect.TypeFor[func()]()}, "result func() cannot be encoded: func() is no data"),
		Entry("in a setting for inputs", "GET /", table.Function{Strict: true}, "StrictQuery is for functions of router.In, which say what they know"),
		Entry("in a setting for events", "GET /", table.Function{Events: true}, "EventType is for functions that return router.Events"),
	)

	It("needs a hook for the security that its flag promises", func() {
		known := map[string]table.Flag{"AUTH": {Name: "AUTH", Security: &apidoc.SecurityScheme{Name: "bearer"}}}
		routes := []table.Route{routed("GET AUTH /", table.Function{})}

		Expect(messages(table.Check(routes, known, nil))).To(Equal([]string{
			`flag AUTH promises security scheme "bearer" in the description but no beforeFunctionCall hook enforces it`,
		}))
		Expect(table.Check(routes, known, []table.Hook{{Stage: core.BeforeFunctionCall, Flag: "AUTH"}})).To(BeEmpty())
	})

	It("asks who it is before a flag can answer with what it keeps", func() {
		known := map[string]table.Flag{"AUTH": {Name: "AUTH", Security: &apidoc.SecurityScheme{Name: "bearer"}}, "KEEP": {Name: "KEEP", Whole: true}, "LIMIT": {Name: "LIMIT"}}
		asked := []table.Hook{{Stage: core.BeforeFunctionCall, Flag: "AUTH"}}
		routes := []table.Route{routed("GET LIMIT AUTH KEEP /a", table.Function{}), routed("GET KEEP LIMIT AUTH /b", table.Function{})}

		Expect(messages(table.Check(routes, known, asked))).To(Equal([]string{
			"flag AUTH asks who it is behind flag KEEP, which may have answered before with what it keeps: name AUTH in front of it",
		}))
	})

	It("is there once, with a name of its own", func() {
		param := table.Function{Params: []reflect.Type{reflect.TypeFor[string]()}}
		named := routed("PUT /b", table.Function{})
		named.ID = "GET /:a"

		Expect(messages(table.Check([]table.Route{routed("GET /:a", param), routed("GET /:b", param), named}, nil, nil))).To(Equal([]string{
			`same route as "GET /:a"`,
			`operationId "GET /:a" is that of "GET /:a" ->  too: name one of them, as in router.With(fn, router.OperationID("putB"))`,
		}))
	})

	It("wins over those that it crosses further to the right", func() {
		all := []table.Route{routed("GET /a/:x", table.Function{}), routed("GET /:x/b", table.Function{}), routed("GET /:x/:y", table.Function{})}

		Expect(table.WonOver(all[0], all)).To(Equal([]string{"GET /:x/b"}))
		Expect(table.WonOver(all[1], all)).To(BeEmpty())
	})
})
