package router_test

import (
	"encoding/json"
	"math"
	"path"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// account is an input with five members that may be wrong.
type account struct {
	Name    string          `json:"name" min:"2" max:"64"`
	Email   string          `json:"email" format:"email"`
	Age     int             `json:"age" minimum:"0" maximum:"150"`
	Plan    string          `json:"plan" enum:"free,paid"`
	Address accountAddress  `json:"address"`
	Nick    router.Opt[int] `json:"nick"`
}

type accountAddress struct {
	City string `json:"city" minLength:"1"`
}

func echoAccount(_ *router.Context, in *account) (account, error) { return *in, nil }

// tellOpt says what arrived in an Opt.
func tellOpt(o router.Opt[int]) string { return o.String() }

var _ = Describe("An Opt, which tells absent, null and zero apart,", func() {
	type input struct {
		Body  router.Opt[int] `json:"n"`
		Query router.Opt[int] `query:"n"`
		Must  int             `json:"must"`
	}
	var f *fixture

	BeforeEach(func() {
		f = newFixture()
		f.Register(router.Controllers{"POST /x": router.In(func(_ *router.Context, in *input) ([]string, error) {
			return []string{tellOpt(in.Body), tellOpt(in.Query)}, nil
		})})
	})

	DescribeTable("in the body and in the query",
		func(target, body, want string) {
			w := f.do("POST", target, body, "Content-Type", "application/json")

			Expect(w.Body.String()).To(Equal(want))
		},
		Entry("absent", "/x", `{"must":1}`, `["absent","absent"]`),
		Entry("null", "/x?n=", `{"must":1,"n":null}`, `["null","null"]`),
		Entry("zero", "/x?n=0", `{"must":1,"n":0}`, `["0","0"]`),
	)

	It("is described as nullable and not required", func(ctx SpecContext) {
		document, err := f.Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		var doc map[string]any
		Expect(json.Unmarshal(document.Text.Data, &doc)).To(Succeed())

		ref := at(doc, "paths", "/x", "post", "requestBody", "content", "application/json", "schema", "$ref").(string)
		s := at(doc, "components", "schemas", path.Base(ref))

		Expect(at(s, "required")).To(Equal([]any{"must"}))
		Expect(at(s, "properties", "n", "type")).To(Equal([]any{"integer", "null"}))
	})
})

var _ = Describe("An input with several errors", func() {
	It("is one 422 with a pointer for each, two of them of the wrong type", func() {
		f := newFixture()
		f.Register(router.Controllers{"POST /accounts": router.In(echoAccount)})

		w := f.do("POST", "/accounts", `{"name":"I","email":"nobody","age":"old","plan":7,"address":{"city":""}}`, "Content-Type", "application/json")

		Expect(w.Code).To(Equal(422))
		var p struct{ Errors []router.FieldError }
		Expect(json.Unmarshal(w.Body.Bytes(), &p)).To(Succeed())
		var pointers []string
		for _, e := range p.Errors {
			pointers = append(pointers, e.Pointer)
		}
		Expect(pointers).To(ConsistOf("/name", "/email", "/age", "/plan", "/address/city"))
	})
})

var _ = Describe("A JSON body", func() {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

	DescribeTable("is refused",
		func(body string, status int, detail string) {
			f := newFixture()
			f.Register(router.Controllers{"POST /x": router.In(func(_ *router.Context, in *struct {
				V any `json:"v"`
			},
			) (any, error) {
				return in.V, nil
			})})

			w := f.do("POST", "/x", body, "Content-Type", "application/json")

			Expect(w.Code).To(Equal(status), w.Body.String())
			Expect(w.Body.String()).To(ContainSubstring(detail))
		},
		Entry("an unknown member", `{"v":1,"w":2}`, 422, "/w"),
		Entry("a member twice", `{"v":1,"v":2}`, 400, "/v appears twice"),
		Entry("what stands behind the value", `{"v":1} x`, 400, "not JSON"),
		Entry("65 levels", `{"v":`+deep(64)+`}`, 400, "levels"),
		Entry("1 MiB and a byte", `{"v":"`+strings.Repeat("x", 1<<20-7)+`"}`, 413, "1048576"),
	)

	It("has up to 64 levels and 1 MiB, and what a route allows", func() {
		f := newFixture()
		read := router.In(func(_ *router.Context, in *struct {
			V any `json:"v"`
		},
		) (bool, error) {
			return in.V != nil, nil
		})
		f.Register(router.Controllers{
			"POST /x":       read,
			"POST /lenient": router.With(read, router.AllowUnknownMembers(), router.AllowDuplicateMembers()),
		})
		send := func(target, body string) int {
			return f.do("POST", target, body, "Content-Type", "application/json").Code
		}

		Expect(send("/x", `{"v":`+deep(63)+`}`)).To(Equal(200))
		Expect(send("/x", `{"v":"`+strings.Repeat("x", 1<<20-8)+`"}`)).To(Equal(200))
		Expect(send("/lenient", `{"v":1,"v":2,"w":3}`)).To(Equal(200))
		Expect(send("/x", `{"v":1,"w":3}`)).To(Equal(422))
	})

	It("has further members at every depth where it may, as the description says", func() {
		type part struct {
			N int `json:"n"`
		}
		type whole struct {
			Parts []part `json:"parts"`
		}
		read := router.In(func(_ *router.Context, in *whole) (int, error) { return in.Parts[0].N, nil })
		f := newFixture(router.WithDocument("/openapi.json"))
		f.Register(router.Controllers{
			"POST /x":       read,
			"POST /lenient": router.With(read, router.AllowUnknownMembers(), router.OperationID("lenient")),
		})

		Expect(f.do("POST", "/lenient", `{"parts":[{"n":1,"m":2}],"more":3}`, "Content-Type", "application/json").Code).To(Equal(200))
		doc := decoded(f.get("/openapi.json").Body.String())
		for path, closed := range map[string]bool{"/x": true, "/lenient": false} {
			body := at(doc, "paths", path, "post", "requestBody", "content", "application/json", "schema")
			if ref, ok := at(body, "$ref").(string); ok {
				body = at(doc, "components", "schemas", strings.TrimPrefix(ref, "#/components/schemas/"))
			}
			ref, _ := at(body, "properties", "parts", "items", "$ref").(string)
			item := at(doc, "components", "schemas", strings.TrimPrefix(ref, "#/components/schemas/"))
			Expect(at(body, "additionalProperties") == false).To(Equal(closed), path)
			Expect(at(item, "additionalProperties") == false).To(Equal(closed), path)
		}
	})

	It("has no schema of its own in the description where it may have further members", func() {
		type letter struct {
			Text string `json:"text"`
		}
		f := newFixture(router.WithDocument("/openapi.json"))
		f.Register(router.Controllers{
			"POST /x": router.With(router.In(func(_ *router.Context, in *letter) (string, error) { return in.Text, nil }), router.AllowUnknownMembers()),
		})

		doc := decoded(f.get("/openapi.json").Body.String())

		Expect(at(doc, "components", "schemas")).NotTo(HaveKey("letter"))
	})
})

var _ = Describe("Validation", func() {
	It("checks what is right without an allocation of its own", func() {
		type unchecked struct {
			Name  string `json:"name"`
			Email string `json:"email"`
			Age   int    `json:"age"`
			Plan  string `json:"plan"`
		}
		f := newFixture(router.WithLogger(nil))
		f.Register(router.Controllers{
			"POST /checked": router.In(func(_ *router.Context, _ *struct {
				Name  string `json:"name" min:"2" max:"64"`
				Email string `json:"email" format:"email"`
				Age   int    `json:"age" minimum:"0" maximum:"150"`
				Plan  string `json:"plan" enum:"free,paid"`
			},
			) (router.None, error) {
				return router.None{}, nil
			}),
			"POST /unchecked": router.In(func(_ *router.Context, _ *unchecked) (router.None, error) { return router.None{}, nil }),
		})
		body := `{"name":"Ida","email":"ida@example.com","age":36,"plan":"free"}`
		cost := func(target string) float64 { // of the cheapest run: pools lose things now and then
			least := math.Inf(1)
			for range 200 {
				least = min(least, testing.AllocsPerRun(1, func() { f.do("POST", target, body, "Content-Type", "application/json") }))
			}
			return least
		}

		Expect(f.do("POST", "/checked", body, "Content-Type", "application/json").Code).To(Equal(204))
		Expect(cost("/checked")).To(BeNumerically("<=", cost("/unchecked")))
	})
})

var _ = Describe("Flag packs", func() {
	It("document themselves and do what they say", func(ctx SpecContext) {
		f, who := newFixture(), router.NewKey[string]("user")
		f.Install(
			flagpack.Basic("AUTH", who, func(_ *router.Context, name, password string) (string, error) {
				if !flagpack.Equal(password, "rocket") {
					return "", flagpack.ErrDenied
				}
				return name, nil
			}),
			flagpack.Cache("CACHE", flagpack.CacheOptions{}),
			flagpack.Limit("LIMIT", flagpack.LimitOptions{Rate: 0.001, Burst: 3, By: func(*router.Context) string { return "all" }}),
		)
		f.Register(router.Controllers{"GET LIMIT AUTH CACHE /me": router.F0(func(c *router.Context) (string, error) {
			name, _ := who.Get(c)
			return name, nil
		})})
		const ida = "Basic aWRhOnJvY2tldA=="

		first := f.get("/me", "Authorization", ida)
		Expect(first.Code).To(Equal(200))
		Expect(f.get("/me", "Authorization", ida, "If-None-Match", first.Header().Get("Etag")).Code).To(Equal(304))
		Expect(f.get("/me").Code).To(Equal(401))
		Expect(f.get("/me", "Authorization", ida).Code).To(Equal(429))
		document, err := f.Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		var doc map[string]any
		Expect(json.Unmarshal(document.Text.Data, &doc)).To(Succeed())
		Expect(at(doc, "paths", "/me", "get", "responses")).To(And(HaveKey("200"), HaveKey("304"), HaveKey("401"), HaveKey("403"), HaveKey("429")))
		Expect(at(doc, "paths", "/me", "get", "security")).To(Equal([]any{map[string]any{"basic": []any{}}}))
	})
})
