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
			}](), nil)
		}, "200", "400", "413", "415", "422", "default"),
		Entry("with statuses of its own", func(r *describe.Route) { r.About.Statuses = []describe.Status{{Code: 404, Description: "Gone"}} }, "200", "404", "default"),
		Entry("that writes itself", func(r *describe.Route) { r.Handler = true }, "default"),
	)

	It("has what flags promise", func() {
		bearer := &apidoc.SecurityScheme{Name: "bearer", Type: apidoc.HTTPAuth, Scheme: "bearer"}
		d := describe.Write(describe.API{
			Outline: apidoc.Outline{SpecVersion: "3.1.0"},
			Flags: map[string]describe.Flag{
				"AUTH": {Security: bearer, Optional: true}, "LIMIT": {Statuses: map[int]string{429: "Too often"}, Tag: "limited"},
			},
			Routes: []describe.Route{described("GET AUTH LIMIT /x")},
		})

		op := d.Operations["GET AUTH LIMIT /x"]
		Expect(statuses(op)).To(Equal([]string{"200", "401", "403", "429", "default"}))
		Expect(op.Security).To(HaveLen(2), "with and without credentials")
		Expect(d.Document.SecuritySchemes).To(ConsistOf(*bearer))
		Expect(d.Document.Operations[0].Tags).To(Equal([]string{"limited"}))
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
		}](), nil)
		form.Input, _ = bind.Compile(reflect.TypeFor[struct {
			Pages []*int `form:"page"`
		}](), nil)

		d := write(query, form)

		Expect(d.Operations["GET /query"].Parameters[0].Schema.Items.Types).To(Equal([]string{"integer"}))
		Expect(d.Operations["POST /form"].RequestBody.Content[0].Schema.Properties[0].Schema.Items.Types).To(Equal([]string{"integer"}))
	})

	It("has the parameters of flags that the function has not", func() {
		r := described("GET LANG /x")
		r.Input, _ = bind.Compile(reflect.TypeFor[struct {
			Unit string `header:"x-unit"`
		}](), nil)
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
