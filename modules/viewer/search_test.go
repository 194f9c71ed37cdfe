package viewer_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// space is a description with a word of its own in every place that is searched.
func space() core.SpecSource {
	text, err := os.ReadFile("internal/search/testdata/space.yaml")
	Expect(err).NotTo(HaveOccurred())
	return openapi.FromContent(string(text))
}

// answer is what a search answers in JSON.
type answer struct {
	Total   int
	Notes   []string
	Results []struct {
		Kind, Title, Where, Excerpt, URL string
		TitleParts, ExcerptParts         []string
	}
}

func find(v http.Handler, query string) (a answer) {
	GinkgoHelper()
	body := get(v, "/search?q="+url.QueryEscape(query), "Accept", "application/json").Body.Bytes()
	Expect(json.Unmarshal(body, &a)).To(Succeed())
	return a
}

var _ = Describe("The search of a viewer", func() {
	It("finds everything as soon as the description has been read", func(ctx SpecContext) {
		v := start(ctx, space())

		Eventually(func() answer { return find(v, "gravity newtons") }).WithContext(ctx).Should(HaveField("Total", BeNumerically(">", 0)))
		first := find(v, "exclusiveMaximum 77").Results[0]
		Expect(first.URL).To(Equal("operations/book_trip#request-body.application-json.passenger.seats"))
		Expect(first.Where).To(Equal("constraint of field passenger.seats"))
		Expect(first.ExcerptParts).To(HaveExactElements("", "exclusiveMaximum", " ", "77"))
		Expect(find(v, "harbour").Results[0].URL).To(Equal("#security-key"))
	})

	It("works without JavaScript through ?q=", func(ctx SpecContext) {
		v := start(ctx, space())
		Eventually(func() int { return find(v, "breadcrumb").Total }).WithContext(ctx).Should(Equal(1))

		page := read(v, "/search?q=breadcrumb")

		Expect(page.Find("main a.result").Attributes("href")).To(HaveExactElements("./operations/listPlanets#parameter.header.X-Trace-Id"))
		Expect(page.Find("main .result-where").Text()).To(ContainSubstring("header parameter X-Trace-Id"))
		Expect(page.Find("main .result mark").Text()).To(Equal("breadcrumb"))
		Expect(page.Find("main input[name=q]").Attributes("value")).To(HaveExactElements("breadcrumb"))
	})

	DescribeTable("says in the language of the page what is to be known about the results",
		func(ctx SpecContext, query, want string) {
			fixed := start(ctx, space(), viewer.WithConfiguration(viewer.Configuration{Language: "de"}))
			v := start(ctx, space())
			for _, in := range []http.Handler{fixed, v} {
				Eventually(func() int { return find(in, "breadcrumb").Total }).WithContext(ctx).Should(Equal(1))
			}
			path := "/search?q=" + url.QueryEscape(query)

			Expect(find(fixed, query).Notes).To(HaveExactElements(want))
			answered := get(v, path, "Accept", "application/json", "Accept-Language", "de-CH")
			Expect(answered.Header()["Vary"]).To(ContainElement("Accept-Language"))
			var in answer
			Expect(json.Unmarshal(answered.Body.Bytes(), &in)).To(Succeed())
			Expect(in.Notes).To(HaveExactElements(want))
			page := htmltest.Parse(get(v, path, "Accept-Language", "de").Body.Bytes())
			Expect(page.Find("[data-search-note]").Text()).To(Equal(want))
			Expect(page.Find("[data-search-note][lang]")).To(BeEmpty())
		},
		Entry("a filter that there is not", "colour:red", "„colour:“ ist kein Filter und wird als Wort gesucht. Filter: method, tag, path, kind, deprecated, auth, status, in."),
		Entry("a value that a filter has not", "deprecated:maybe", "deprecated: nimmt yes, no, true, false, 1, 0, nicht „maybe“."),
	)

	It("keeps the letters of a word together where it is marked", func(ctx SpecContext) {
		v := start(ctx, space())

		Expect(get(v, "/search?q=creat").Body.String()).To(ContainSubstring("<mark>Creat</mark>e a planet"))
	})

	It("is not there when it is hidden", func(ctx SpecContext) {
		v := start(ctx, space(), viewer.WithConfiguration(viewer.Configuration{HideSearch: true}))

		Expect(get(v, "/search?q=planet").Code).To(Equal(404))
	})

	It("stops reading when the viewer is closed", func(ctx SpecContext) {
		v := start(ctx, space())
		for range 20 {
			Expect(v.Reload(context.Background())).To(Succeed())
		}

		Expect(v.Close()).To(Succeed()) // goleak sees to the rest
		Expect(v.Reload(ctx)).To(MatchError(viewer.ErrClosed))
	})
})
