package viewer_test

import (
	"context"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const (
	newPets = `{"openapi":"3.1.0","info":{"title":"Pets","version":"2"},"paths":{
		"/pets":{"get":{"operationId":"listPets"},"post":{"operationId":"createPet"}},"/cats":{"get":{"operationId":"listCats"}}},
		"components":{"schemas":{"Pet":{"type":"object"},"Cat":{"type":"object"}}}}`
	oldPets = `{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{
		"/pets":{"get":{"operationId":"listPets"},"post":{"operationId":"addPet"}}},"components":{"schemas":{"Pet":{"type":"object"}}}}`
)

var _ = Describe("A collection", func() {
	var c *viewer.Collection

	member := func(ctx context.Context, name, title, text string) viewer.Member {
		return viewer.Member{Name: name, Title: title, Viewer: start(ctx, openapi.FromContent(text))}
	}
	links := func(path string) []string {
		return read(c, path).Find(".documents a").Attributes("href")
	}

	BeforeEach(func(ctx SpecContext) {
		var err error
		c, err = viewer.NewCollection(member(ctx, "v2", "Version 2", newPets), member(ctx, "v1", "", oldPets))
		Expect(err).NotTo(HaveOccurred())
	})

	It("leads from its address to the first member, and adds slashes, relatively", func() {
		Expect(get(c, "/").Code).To(Equal(http.StatusTemporaryRedirect))
		Expect(get(c, "/").Header().Get("Location")).To(Equal("./v2/"))
		Expect(get(c, "/v1").Header().Get("Location")).To(Equal("./v1/"))
		Expect(get(c, "/v3/").Code).To(Equal(http.StatusNotFound))
	})

	It("serves each member below its name, wherever it is mounted", func() {
		mux := http.NewServeMux()
		mux.Handle("/docs/", c)
		mux.Handle("/stripped/", http.StripPrefix("/stripped", c))

		for _, root := range []string{"/docs/", "/stripped/"} {
			page := read(mux, root+"v1/operations/addPet")
			Expect(page.Find("h1").Text()).To(ContainSubstring("addPet"), root)
			sheet := page.Find("link[rel=stylesheet]").Attributes("href")[0]
			Expect(get(mux, root+"v1/"+strings.TrimPrefix(sheet, "../")).Code).To(Equal(http.StatusOK), sheet)
			Expect(get(mux, root+"v1/operations/createPet").Code).To(Equal(http.StatusNotFound))
		}
	})

	DescribeTable("leads to the same page of the others", func(path string, want ...string) {
		Expect(links(path)).To(Equal(want))
	},
		Entry("the overview", "/v2/", "./../v2/", "./../v1/"),
		Entry("an operation with the same id", "/v2/operations/listPets", "../../v2/operations/listPets", "../../v1/operations/listPets"),
		Entry("an operation with the same method and path", "/v2/operations/createPet", "../../v2/operations/createPet", "../../v1/operations/addPet"),
		Entry("the same, back", "/v1/operations/addPet", "../../v2/operations/createPet", "../../v1/operations/addPet"),
		Entry("the overview, where the operation is missing", "/v2/operations/listCats", "../../v2/operations/listCats", "../../v1/"),
		Entry("a model", "/v1/models/Pet", "../../v2/models/Pet", "../../v1/models/Pet"),
		Entry("the overview, where the model is missing", "/v2/models/Cat", "../../v2/models/Cat", "../../v1/"),
		Entry("a search", "/v2/search?q=pet%26x", "./../v2/search?q=pet%26x", "./../v1/search?q=pet%26x"),
	)

	It("names the members, and marks the one that is read", func() {
		page := read(c, "/v1/")

		Expect(page.Find(".documents a").Texts()).To(Equal([]string{"Version 2", "v1"}))
		Expect(page.Find(".documents a[aria-current=true]").Text()).To(Equal("v1"))
		Expect(page.Find(".documents summary").Text()).To(Equal("v1"))
	})

	It("offers no choice where there is one member", func(ctx SpecContext) {
		one, err := viewer.NewCollection(member(ctx, "v1", "", oldPets))
		Expect(err).NotTo(HaveOccurred())

		Expect(read(one, "/v1/").Find(".documents")).To(BeEmpty())
	})

	It("takes members in and out, and its pages show it", func(ctx SpecContext) {
		first, second := member(ctx, "v1", "", oldPets), member(ctx, "v2", "", newPets)
		changing, err := viewer.NewCollection(first)
		Expect(err).NotTo(HaveOccurred())
		titles := func() []string { return read(changing, "/v1/").Find(".documents a").Texts() }
		Expect(titles()).To(BeEmpty())

		Expect(changing.Set(second, first)).To(Succeed())
		Expect(titles()).To(Equal([]string{"v2", "v1"}))
		Expect(get(changing, "/").Header().Get("Location")).To(Equal("./v2/"))

		second.Name, second.Title = "next", "Next"
		Expect(changing.Set(first, second)).To(Succeed())
		Expect(titles()).To(Equal([]string{"v1", "Next"}))
		Expect(get(changing, "/v2/").Code).To(Equal(http.StatusNotFound))

		Expect(changing.Set(first)).To(Succeed())
		Expect(titles()).To(BeEmpty())
		Expect(changing.Set(first, second, first)).To(MatchError(ContainSubstring("two members")))
		Expect(get(changing, "/next/").Code).To(Equal(http.StatusNotFound))
	})

	It("says which member cannot be used", func(ctx SpecContext) {
		m := member(ctx, "v1", "", oldPets)
		refused := func(want string, members ...viewer.Member) {
			GinkgoHelper()
			_, err := viewer.NewCollection(members...)
			Expect(err).To(MatchError(ContainSubstring(want)))
		}

		refused("needs a member")
		refused(`"v1" has no Viewer`, viewer.Member{Name: "v1"})
		refused(`"../x" is no name`, viewer.Member{Name: "../x", Viewer: m.Viewer})
		refused(`two members "v1"`, m, m)
		_, err := viewer.NewCollection(m)
		Expect(err).NotTo(HaveOccurred())
		refused("in a collection already", m)
	})
})
