package describe_test

import (
	"net/http"
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/describe"
	"github.com/trefoil-go/trefoil/modules/router/internal/heading"
)

// described is a route that returns text.
func described(key string) describe.Route {
	r := route.MustParse(key)
	return describe.Route{Key: key, Route: r, ID: describe.RouteID(r), Result: describe.Result{
		Status: http.StatusOK, Body: reflect.TypeFor[string](), Types: []string{"application/json", "text/plain"},
	}}
}

func write(routes ...describe.Route) describe.Description {
	return describe.Write(describe.API{Outline: apidoc.Outline{SpecVersion: "3.1.0"}, Routes: routes})
}

// statuses are those of an operation, in order.
func statuses(op *apidoc.Operation) []string {
	var all []string
	for _, r := range op.Responses {
		all = append(all, r.Status)
	}
	return all
}

var _ = Describe("A description", func() {
	It("has one path for routes whose parameters have other names", func() {
		d := write(described("GET /users/:id"), described("DELETE /users/:key"))

		Expect(d.Document.Operations).To(HaveEach(HaveField("Path", "/users/{id}")))
		Expect(d.Operations["DELETE /users/:key"].Parameters).To(ConsistOf(HaveField("Name", "id")))
	})

	It("tells a catch-all from a parameter at the same place", func() {
		d := write(described("GET /files/*path"), described("GET /files/:name"))

		Expect(d.Document.Operations).To(HaveExactElements(HaveField("Path", "/files/{path}#rest"), HaveField("Path", "/files/{name}")))
	})

	DescribeTable("has the statuses of a route",
		func(change func(*describe.Route), want ...string) {
			r := described("POST /x")
			change(&r)

			Expect(statuses(write(r).Operations["POST /x"])).To(Equal(want))
		},
		Entry("without input", func(*describe.Route) {}, "200", "default"),
		Entry("that makes something", func(r *describe.Route) { r.Result.Status = http.StatusCreated }, "201", "default"),
		Entry("without a result", func(r *describe.Route) { r.Result = describe.Result{Status: http.StatusNoContent} }, "204", "default"),
		Entry("with a body", func(r *describe.Route) {
			r.Input, _ = bind.Compile(reflect.TypeFor[struct {
				N int `json:"n"`
			}](), bind.Rules{})
		}, "200", "400", "413", "415", "422", "default"),
		Entry("with statuses of its own", func(r *describe.Route) { r.About.Statuses = []describe.Status{{Code: 404, Description: "Gone"}} }, "200", "404", "default"),
		Entry("that writes itself", func(r *describe.Route) { r.Handler = true }, "default"),
	)

	It("has what flags promise", func() {
		bearer := &apidoc.SecurityScheme{Name: "bearer", Type: apidoc.HTTPAuth, Scheme: "bearer"}
		d := describe.Write(describe.API{
			Outline: apidoc.Outline{SpecVersion: "3.1.0"},
			Flags: map[string]describe.Flag{
				"AUTH": {Security: bearer, Optional: true}, "LIMIT": {Answers: []describe.Answer{{Status: 429, Description: "Too often"}}, Tag: "limited"},
			},
			Routes: []describe.Route{described("GET AUTH LIMIT /x")},
		})

		op := d.Operations["GET AUTH LIMIT /x"]
		Expect(statuses(op)).To(Equal([]string{"200", "401", "403", "429", "default"}))
		Expect(op.Security).To(HaveLen(2), "with and without credentials")
		Expect(d.Document.SecuritySchemes).To(ConsistOf(*bearer))
		Expect(d.Document.Operations[0].Tags).To(Equal([]string{"limited"}))
	})

	It("has what the router, flags and the route say of one status", func() {
		words := func(code int, description string) describe.Flag {
			return describe.Flag{Answers: []describe.Answer{{Status: code, Description: description}, {Status: 409, Description: "It is there."}}}
		}
		secured := words(401, "The token is old")
		secured.Security = &apidoc.SecurityScheme{Name: "bearer"}
		r := described("PUT AUTH ONCE /x")
		r.Input, _ = bind.Compile(reflect.TypeFor[struct {
			N int `query:"n"`
		}](), bind.Rules{})
		r.About.Statuses = []describe.Status{{Code: 403, Description: "Not yours"}}
		d := describe.Write(describe.API{
			Outline: apidoc.Outline{SpecVersion: "3.1.0"}, Routes: []describe.Route{r},
			Flags: map[string]describe.Flag{"AUTH": secured, "ONCE": words(422, "The key was used")},
		})

		got := map[string]string{}
		for _, response := range d.Operations["PUT AUTH ONCE /x"].Responses {
			got[response.Status] = response.Description
		}
		Expect(got).To(And(
			HaveKeyWithValue("401", "Nobody is logged in. The token is old"), HaveKeyWithValue("403", "Not yours"),
			HaveKeyWithValue("409", "It is there."), HaveKeyWithValue("422", "A value does not fit. The key was used"),
		))
	})

	DescribeTable("requires what is not optional, with and without each of the others",
		func(key string, want ...string) {
			scheme := func(name string) *apidoc.SecurityScheme { return &apidoc.SecurityScheme{Name: name} }
			d := describe.Write(describe.API{
				Outline: apidoc.Outline{SpecVersion: "3.1.0"}, Routes: []describe.Route{described(key)},
				Flags: map[string]describe.Flag{
					"A": {Security: scheme("a")}, "O": {Security: scheme("o"), Optional: true}, "P": {Security: scheme("p"), Optional: true},
					"Q": {Security: scheme("q"), Optional: true}, "R": {Security: scheme("r"), Optional: true}, "SAME": {Security: scheme("a"), Optional: true},
				},
			})

			var got []string
			for _, r := range d.Operations[key].Security {
				names := ""
				for _, s := range r.Schemes {
					names += s.Name
				}
				got = append(got, names)
			}
			Expect(got).To(Equal(want))
		},
		Entry("one that is required", "GET A /x", "a"),
		Entry("one that is not", "GET O /x", "o", ""),
		Entry("one of each", "GET A O /x", "ao", "a"),
		Entry("two that are not", "GET O P /x", "op", "p", "o", ""),
		Entry("one that others require", "GET A SAME /x", "a"),
		Entry("many that are not, together", "GET A O P Q R /x", "aopqr", "a"),
	)

	Context("with headers of flags", func() {
		headers := func(names ...string) (all []apidoc.Header) {
			for _, name := range names {
				all = append(all, apidoc.Header{Name: name})
			}
			return all
		}
		named := func(response apidoc.Response) (names []string) {
			for _, h := range response.Headers {
				names = append(names, h.Name)
			}
			return names
		}
		describing := func(flags map[string]describe.Flag, routes ...describe.Route) describe.Description {
			return describe.Write(describe.API{Outline: apidoc.Outline{SpecVersion: "3.1.0"}, Flags: flags, Routes: routes})
		}

		It("has them where the flag says that they are", func() {
			get := func(method string) bool { return method == "GET" }
			d := describing(map[string]describe.Flag{"F": {Answers: []describe.Answer{
				{Headers: headers("All")},
				{Status: 200, Headers: headers("Of-200", "all")},
				{Status: 202, Headers: headers("Of-202")},
				{Status: 429, Headers: headers("Of-429")},
				{Status: 304, Headers: headers("Of-304"), Methods: get},
			}}}, described("GET F /x"), described("PUT F /x"))

			get200 := d.Operations["GET F /x"].Responses
			Expect(statuses(d.Operations["GET F /x"])).To(Equal([]string{"200", "304", "429", "default"}))
			Expect(named(get200[0])).To(Equal([]string{"All", "Of-200"}))
			Expect(named(get200[1])).To(Equal([]string{"All", "Of-304"}))
			Expect(named(get200[2])).To(Equal([]string{"All", "Of-429"}))
			Expect(named(get200[3])).To(Equal([]string{"All"}))
			Expect(statuses(d.Operations["PUT F /x"])).To(Equal([]string{"200", "429", "default"}))
		})

		It("has the schema of text where they have none, and each once among the components", func() {
			odd := []apidoc.Header{{Name: "Odd", Description: "first"}}
			d := describing(map[string]describe.Flag{
				"A": {Answers: []describe.Answer{{Headers: append(headers("Same", "a!b"), odd...)}}},
				"B": {Answers: []describe.Answer{{Headers: headers("Same", "Odd")}}},
			}, described("GET A /a"), described("GET B /b"))

			of := d.Operations["GET A /a"].Responses[0].Headers
			Expect(of).To(HaveEach(HaveField("Schema.Types", []string{"string"})))
			Expect(of).To(HaveExactElements(HaveField("Ref", "#/components/headers/Same"), HaveField("Ref", ""), HaveField("Ref", "")))
			Expect(odd[0].Schema).To(BeNil(), "those of the flag are its own")
		})

		It("names what one problem is with and without them", func() {
			d := describing(map[string]describe.Flag{"F": {Answers: []describe.Answer{{Headers: headers("All")}}}}, described("GET F /x"), described("GET /y"))

			refs := []string{d.Operations["GET F /x"].Responses[1].Ref, d.Operations["GET /y"].Responses[1].Ref}
			Expect(refs).To(Equal([]string{"#/components/responses/ErrorF", "#/components/responses/Error"}))
		})
	})

	It("has no bodies of HEAD", func() {
		Expect(write(described("HEAD /x")).Operations["HEAD /x"].Responses).To(HaveExactElements(
			And(HaveField("Status", "200"), HaveField("Content", BeEmpty())),
			And(HaveField("Status", "default"), HaveField("Content", BeEmpty()), HaveField("Ref", "")),
		))
	})

	It("has a header once that a result has twice", func() {
		r := described("POST /x")
		r.Result.Status = http.StatusCreated
		r.Result.Headings, _ = heading.Compile(reflect.TypeFor[struct {
			Location string `json:"-" header:"Location"`
		}]())

		Expect(write(r).Operations["POST /x"].Responses[0].Headers).To(HaveExactElements(HaveField("Name", "Location")))
	})

	It("says of a result in the words of the route", func() {
		r := described("GET /x")
		r.About.Statuses = []describe.Status{{Code: 200, Description: "The tree"}}

		Expect(write(r).Operations["GET /x"].Responses[0]).To(And(HaveField("Description", "The tree"), HaveField("Content", HaveLen(2))))
		Expect(statuses(write(r).Operations["GET /x"])).To(Equal([]string{"200", "default"}))
	})

	DescribeTable("names an operation behind its groups",
		func(id string, groups ...string) { Expect(describe.GroupID(groups, "usersShow")).To(Equal(id)) },
		Entry("of which there are none", "usersShow"),
		Entry("from the outermost on", "v2BackOfficeUsersShow", "v2", "back office"),
		Entry("with letters alone", "usersShow", "–"),
	)

	It("describes no element of a list as null that a query or a form cannot send", func() {
		query, form := described("GET /query"), described("POST /form")
		query.Input, _ = bind.Compile(reflect.TypeFor[struct {
			Pages []*int `query:"page"`
		}](), bind.Rules{})
		form.Input, _ = bind.Compile(reflect.TypeFor[struct {
			Pages []*int `form:"page"`
		}](), bind.Rules{})

		d := write(query, form)

		Expect(d.Operations["GET /query"].Parameters[0].Schema.Items.Types).To(Equal([]string{"integer"}))
		Expect(d.Operations["POST /form"].RequestBody.Content[0].Schema.Properties[0].Schema.Items.Types).To(Equal([]string{"integer"}))
	})

	It("has the parameters of flags that the function has not", func() {
		r := described("GET LANG /x")
		r.Input, _ = bind.Compile(reflect.TypeFor[struct {
			Unit string `header:"x-unit"`
		}](), bind.Rules{})
		parameters := []apidoc.Parameter{{Name: "X-Unit", In: apidoc.InHeader}, {Name: "lang", In: apidoc.InQuery}, {Name: "x-unit", In: apidoc.InQuery}}
		d := describe.Write(describe.API{
			Outline: apidoc.Outline{SpecVersion: "3.1.0"}, Flags: map[string]describe.Flag{"LANG": {Parameters: parameters}}, Routes: []describe.Route{r},
		})

		Expect(d.Operations["GET LANG /x"].Parameters).To(HaveExactElements(
			And(HaveField("Name", "x-unit"), HaveField("In", apidoc.InHeader)), HaveField("Name", "lang"), HaveField("Name", "x-unit")))
	})

	It("describes the parts of a stream", func() {
		values, events := described("GET /values"), described("GET /events")
		values.Result = describe.Result{Status: http.StatusOK, Stream: "application/x-ndjson", Item: reflect.TypeFor[int]()}
		events.Result = describe.Result{Status: http.StatusOK, Stream: "text/event-stream", Events: []describe.Event{{Name: "tick", Data: reflect.TypeFor[int]()}}}

		d := write(values, events)

		Expect(d.Operations["GET /values"].Responses[0].Content[0].ItemSchema.Types).To(Equal([]string{"integer"}))
		Expect(d.Operations["GET /events"].Responses[0].Content[0].ItemSchema.Required).To(Equal([]string{"event", "data"}))
	})
})
