package router_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

type parcel struct {
	Name   string  `json:"name" min:"2" max:"64"`
	Email  string  `json:"email" format:"email"`
	Weight float64 `json:"weight" minimum:"0"`
	City   string  `json:"city" max:"80"`
	Land   string  `json:"land" min:"2" max:"2"`
}

// parcels are four routes of each resource: a list, one of it, POST and DELETE.
func parcels(resources int) *fixture {
	f := newFixture()
	for i := range resources {
		all, one := fmt.Sprintf("/resource%d", i), fmt.Sprintf("/resource%d/:id", i)
		f.Register(router.Controllers{
			"GET " + all:    router.F0(func(*router.Context) ([]parcel, error) { return nil, nil }),
			"GET " + one:    router.F1(func(*router.Context, int) (parcel, error) { return parcel{}, nil }),
			"POST " + all:   router.In(func(*router.Context, *parcel) (router.Created[parcel], error) { return router.Created[parcel]{}, nil }),
			"DELETE " + one: router.F1(func(*router.Context, int) (router.None, error) { return router.None{}, nil }),
		})
	}
	return f
}

var _ = Describe("The size of the description", func() {
	It("is at most 400 bytes per route", func(ctx SpecContext) {
		few, err := parcels(1).Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		many, err := parcels(251).Load(ctx)
		Expect(err).NotTo(HaveOccurred())

		Expect((len(many.Text.Data) - len(few.Text.Data)) / 1000).To(BeNumerically("<=", 400))
		Expect(len(few.Text.Data)).To(BeNumerically("<=", 4400), "with the schema of a problem, which is there once")
	})

	It("has a problem once that several routes answer with", func() {
		f := newFixture(router.WithDocument("/openapi.json"))
		f.Flag(router.Flag{Name: "LIMITED", Answers: []router.Answer{{Status: 429, Description: "Ask again, in a minute"}}})
		missing := router.Status(404, "No such tree")
		f.Register(router.Controllers{
			"GET LIMITED /a": router.With(func(*router.Context) error { return nil }, missing, router.Status(304, "")),
			"GET LIMITED /b": router.With(func(*router.Context) error { return nil }, missing, router.Status(410, "")),
			"GET /c/:id":     router.With(func(*router.Context, int) error { return nil }, router.Status(404, "No such bush")),
		})

		doc := parse(f.get("/openapi.json").Body.String())

		problem := func(description string) any {
			return parse(`{"description": "` + description + `", "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}`)
		}
		Expect(at(doc, "components", "responses")).To(Equal(map[string]any{
			"BadRequest":                       problem("A value cannot be read"),
			"AskAgainInAMinuteTooManyRequests": problem("Ask again, in a minute"),
			"NoSuchTreeNotFound":               problem("No such tree"),
			"Gone":                             problem("Gone"),
			"Error":                            problem("An error"),
		}))
		Expect(at(doc, "paths", "/a", "get", "responses")).To(And(
			HaveKeyWithValue("304", parse(`{"description": "Not Modified"}`)),
			HaveKeyWithValue("404", parse(`{"$ref": "#/components/responses/NoSuchTreeNotFound"}`)),
			HaveKeyWithValue("429", parse(`{"$ref": "#/components/responses/AskAgainInAMinuteTooManyRequests"}`)),
			HaveKeyWithValue("default", parse(`{"$ref": "#/components/responses/Error"}`)),
		))
		Expect(at(doc, "paths", "/c/{id}", "get", "responses", "404")).To(Equal(problem("No such bush")))
	})

	It("has the descriptions apart that would have one name", func() {
		f := newFixture(router.WithDocument("/openapi.json"))
		for i, description := range []string{"No tree!", "No tree", "No tree!", "No tree"} {
			register(f, fmt.Sprintf("GET /%d", i), router.With(func(*router.Context) error { return nil }, router.Status(404, description)))
		}

		doc := parse(f.get("/openapi.json").Body.String())

		Expect(at(doc, "components", "responses", "NoTreeNotFound", "description")).To(Equal("No tree"))
		Expect(at(doc, "paths", "/0", "get", "responses", "404", "description")).To(Equal("No tree!"))
		Expect(at(doc, "paths", "/1", "get", "responses", "404")).To(HaveLen(1))
	})
})
