package search_test

import (
	"context"
	"testing"
	"unicode/utf8"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("A pasted request finds its operation:",
	func(query string, want ...string) {
		Expect(names(whole(search.Options{}).Find(query, 10).Results)).To(HaveExactElements(want))
	},
	Entry("with the base path of a server", "GET /v1/planets/7", "getPlanet"),
	Entry("without it", "GET /planets/7", "getPlanet"),
	Entry("with a base path that nothing names", "GET /gateway/api/planets/7", "getPlanet"),
	Entry("in small letters", "delete /planets/7", "deletePlanet"),
	Entry("with a version of HTTP and headers", "DELETE /v1/planets/7 HTTP/1.1\r\nHost: api.example.com", "deletePlanet"),
	Entry("the most specific first", "GET /v1/planets/mine", "myPlanets", "getPlanet"),
	Entry("with a query", "GET /v1/planets?per_page=3&sort=all", "listPlanets"),
	Entry("with a part of a segment", "GET /planets/7/export.json", "exportPlanet"),
	Entry("with encoded signs", "GET /planets/a%2Fb", "getPlanet"),
	Entry("a URL", "https://api.example.com/v1/planets/7?x=1#y", "getPlanet", "deletePlanet"),
	Entry("a URL of another host", "http://127.0.0.1:8080/trips", "book_trip"),
	Entry("curl", "curl https://api.example.com/v1/planets/7", "getPlanet"),
	Entry("curl with a method", "curl -X DELETE 'https://api.example.com/v1/planets/7' -H 'Accept: a/b'", "deletePlanet"),
	Entry("curl with a method glued on", "curl -sXDELETE https://api.example.com/v1/planets/7", "deletePlanet"),
	Entry("curl with a body", `curl https://api.example.com/v1/planets -H "Content-Type: application/json" -d '{"name": "x y"}'`, "createPlanet"),
	Entry("curl with lines that go on", "curl --request POST \\\n  --url https://api.example.com/v1/trips \\\n  --data '{}'", "book_trip"),
	Entry("curl with a value behind an equals sign", "curl --request=DELETE --url=https://api.example.com/v1/planets/7", "deletePlanet"),
	Entry("curl without a scheme", "curl api.example.com/v1/planets/mine", "myPlanets", "getPlanet"),
)

var _ = DescribeTable("A request finds first the operation whose path has its query or fragment:",
	func(ctx SpecContext, query, want string) {
		doc, err := openapi.FromContent(`
openapi: 3.0.3
info: {title: Remote, version: "1"}
servers: [{url: https://api.example.com/v1}]
paths:
  /#Target=A.Delete: {post: {operationId: delete, responses: {}}}
  /#Target=A.List: {post: {operationId: list, responses: {}}}
  /#Target=A.Read: {post: {operationId: read, responses: {}}}
  "/now?city={city}": {get: {operationId: city, responses: {}}}
  "/now?points={points}": {get: {operationId: points, responses: {}}}
`).Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		x, err := search.Build(ctx, doc, search.Options{})
		Expect(err).NotTo(HaveOccurred())

		Expect(names(x.Find(query, 10).Results)[0]).To(Equal(want))
	},
	Entry("a path", "/#Target=A.List", "list"),
	Entry("a method and a path", "POST /#Target=A.Read", "read"),
	Entry("a URL", "https://api.example.com/v1/#Target=A.List", "list"),
	Entry("curl", "curl -d '' 'https://api.example.com/v1/#Target=A.Read'", "read"),
	Entry("curl with an address by name", "curl -X GET --url 'https://api.example.com/v1/now?points={points}'", "points"),
	Entry("a path with a query", "/now?points={points}", "points"),
)

var _ = DescribeTable("A pasted payload finds the part that fits best:",
	func(query, want string) {
		Expect(names(whole(search.Options{}).Find(query, 10).Results)).To(ContainElement(want))
		Expect(names(whole(search.Options{}).Find(query, 10).Results)[0]).To(BeElementOf(want, "createPlanet", "listPlanets"))
	},
	Entry("of a request", `{"passenger": {"login": "x", "seats": 3}}`, "book_trip"),
	Entry("of a model", `{"name": "x", "gravity": 3}`, "model Planet"),
	Entry("in a list", `[{"cardNumber": "1", "expiresAt": "2020-01-01"}]`, "model Payment"),
)

var _ = Describe("A query that is no request", func() {
	It("is searched for when no operation answers the path", func() {
		Expect(names(whole(search.Options{}).Find("/planets/{planetId}/exp", 10).Results)).To(HaveExactElements("exportPlanet"))
	})

	It("shows the operations at a path first, then what has it in its path", func() {
		list := names(whole(search.Options{}).Find("/planets", 10).Results)

		Expect(list[:2]).To(ConsistOf("listPlanets", "createPlanet"))
		Expect(list).To(ContainElements("getPlanet", "exportPlanet"))
	})
})

func FuzzFind(f *testing.F) {
	x := whole(search.Options{})
	for _, seed := range []string{
		"delte planet", "ÄÖ\xff \"", `tag:"`, "method:get :: a:b", `"list my`, "GET /v1/planets/7", "curl -X", `curl '\`, `{"a":[{"b":1}]}`, "[[[[", "日本語 planet", "/{a}{b}/{", "İıſ", "a_b-cDeF",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		for _, r := range x.Find(query, 5).Results {
			check(t, r.Title, r.TitleMarks)
			check(t, r.Path, r.PathMarks)
			check(t, r.Excerpt, r.ExcerptMarks)
		}
	})
}

// check fails when marks overlap, or cut characters or the text.
func check(t *testing.T, text string, marks []core.Mark) {
	t.Helper()
	end := 0
	for _, m := range marks {
		if m.Start < end || m.End <= m.Start || m.End > len(text) || !utf8.ValidString(text[m.Start:m.End]) && utf8.ValidString(text) {
			t.Fatalf("mark %v of a text of %d bytes", m, len(text))
		}
		end = m.End
	}
}

var _ = Describe("A large description", func() {
	It("is indexed within bounds", func() {
		x, err := search.Build(context.Background(), space(), search.Options{})

		Expect(err).NotTo(HaveOccurred())
		Expect(x.String()).To(MatchRegexp(`^\d+ entries, \d+ parts, \d+ words, \d+ places$`))
	})
})
