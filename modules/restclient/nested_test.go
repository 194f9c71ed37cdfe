package restclient_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

var _ = Describe("Entities inside an entity", func() {
	var (
		server *answerServer
		client *restclient.Client
	)

	BeforeEach(func() {
		server = newAnswers(map[string]string{
			"GET /articles/1":   firstStory,
			"GET /articles":     `[` + firstStory + `]`,
			"PATCH /authors/7":  `{"id":7,"name":"Anna"}`,
			"DELETE /authors/7": "",
			"DELETE /authors/8": "",
			"DELETE /tags/go":   "",
		})
		client = start(server)
	})

	It("are stored once and answer their own reads", func(ctx SpecContext) {
		must(Stories.On(client).Get(ctx, 1))

		author := must(Authors.On(client).Get(ctx, 7))
		tag := must(Tags.On(client).Get(ctx, "go"))

		Expect(author.Name).To(Equal("Ann"))
		Expect(tag.Label).To(Equal("Go"))
		Expect(server.count()).To(Equal(1))
	})

	It("show a change in every parent, as a value, in a slice and in a map", func(ctx SpecContext) {
		articles := Stories.On(client)
		list := must(articles.List(ctx, FeedFilter{}))

		must(Authors.On(client).PartialUpdate(ctx, 7, restclient.Fields{"name": "Anna"}))

		article := must(articles.Get(ctx, 1))
		Expect(article.Author.Name).To(Equal("Anna"))
		Expect(article.ByName).To(HaveKeyWithValue("a", Author{7, "Anna"}))
		after := must(articles.List(ctx, FeedFilter{}))
		Expect(after.At(0).Author.Name).To(Equal("Anna"))
		Expect(after).NotTo(Equal(list), "the list is another one, because a row in it is")
		Expect(list.At(0).Author.Name).To(Equal("Ann"), "what was read before stays")
	})

	It("are not sent by an edit of the parent that leaves them alone, whatever they have become", func(ctx SpecContext) {
		articles := Stories.On(client)
		must(articles.Get(ctx, 1))
		server.set("PATCH /articles/1", `{"id":1,"slug":"one","title":"Two"}`)
		must(Authors.On(client).PartialUpdate(ctx, 7, restclient.Fields{"name": "Anna"}))

		must(articles.Edit(ctx, 1, func(*Story) {}))
		Expect(server.count()).To(Equal(2))
		must(articles.Edit(ctx, 1, func(s *Story) { s.Title = "Two" }))

		Expect(server.lastBody()).To(MatchJSON(`{"title":"Two"}`))
	})

	It("leave the identity of parents alone when nothing changes", func(ctx SpecContext) {
		articles := Stories.On(client)
		list := must(articles.List(ctx, FeedFilter{}))

		must(articles.FetchList(ctx, FeedFilter{}))

		after := must(articles.List(ctx, FeedFilter{}))
		Expect(after == list).To(BeTrue())
	})

	It("make queries over their parents compute again", func(ctx SpecContext) {
		calls := 0
		names := restclient.NewQuery(Stories.GetList, func(l restclient.List[Story], _ FeedFilter) string {
			calls++
			return l.At(0).Author.Name
		})
		must(Stories.On(client).List(ctx, FeedFilter{}))
		before, _ := names.Use(client, FeedFilter{})

		must(Authors.On(client).PartialUpdate(ctx, 7, restclient.Fields{"name": "Anna"}))
		after, _ := names.Use(client, FeedFilter{})
		again, _ := names.Use(client, FeedFilter{})

		Expect([]string{before, after, again}).To(Equal([]string{"Ann", "Anna", "Anna"}))
		Expect(calls).To(Equal(2))
	})

	It("make the parent invalid when a required one is deleted, until it is read again", func(ctx SpecContext) {
		articles := Stories.On(client)
		must(articles.Get(ctx, 1))

		Expect(Authors.On(client).Delete(ctx, 7)).To(Succeed())

		_, ok := restclient.UseCache(client.Context(ctx), Stories.Get, 1)
		Expect(ok).To(BeFalse())
		server.set("GET /articles/1", `{"id":1,"title":"One","author":{"id":9,"name":"Cleo"}}`)
		article := must(articles.Get(ctx, 1))
		Expect(article.Author.Name).To(Equal("Cleo"))
	})

	It("are nil as a pointer, and gone from slices and maps, when they are deleted", func(ctx SpecContext) {
		articles := Stories.On(client)
		must(articles.Get(ctx, 1))

		Expect(Authors.On(client).Delete(ctx, 8)).To(Succeed())
		Expect(Tags.On(client).Delete(ctx, "go")).To(Succeed())

		article := must(articles.Get(ctx, 1))
		Expect(article.Editor).To(BeNil())
		Expect(article.ByName).To(Equal(map[string]Author{"a": {7, "Ann"}}))
		Expect(article.Tags).To(Equal([]Tag{{"db", "Databases"}}))
		Expect(server.count()).To(Equal(3), "nothing was read again")
	})

	It("come back into their parents when the server sends them again", func(ctx SpecContext) {
		articles := Stories.On(client)
		must(articles.Get(ctx, 1))
		Expect(Authors.On(client).Delete(ctx, 8)).To(Succeed())
		server.set("GET /authors/8", `{"id":8,"name":"Robert"}`)

		must(Authors.On(client).Fetch(ctx, 8))

		Expect(must(articles.Get(ctx, 1)).Editor).To(Equal(&Author{8, "Robert"}))
	})

	It("cannot be changed through what was read", func(ctx SpecContext) {
		articles := Stories.On(client)
		article := must(articles.Get(ctx, 1))

		article.Tags[0].Label, article.Editor.Name, article.ByName["a"] = "x", "x", Author{}

		Expect(must(articles.Get(ctx, 1)).Tags[0].Label).To(Equal("Go"))
		Expect(must(articles.Get(ctx, 1)).Editor.Name).To(Equal("Bob"))
		Expect(must(articles.Get(ctx, 1)).ByName["a"].Name).To(Equal("Ann"))
	})

	It("of different types never collide", func(ctx SpecContext) {
		server.set("GET /posts/7", `{"id":7,"type":"post","text":"t"}`)
		must(Stories.On(client).Get(ctx, 1))

		must(Posts.On(client).Get(ctx, 7))

		Expect(must(Authors.On(client).Get(ctx, 7)).Name).To(Equal("Ann"))
		Expect(must(Posts.On(client).Get(ctx, 7)).Text).To(Equal("t"))
	})

	It("merge in the order of the JSON when one occurs twice (A.3)", func(ctx SpecContext) {
		server.set("GET /articles/1", `{"id":1,"author":{"id":7,"name":"first"},"editor":{"id":7,"name":"last"}}`)

		article := must(Stories.On(client).Get(ctx, 1))

		Expect(article.Author.Name).To(Equal("last"))
	})

	It("keep the fields that a part of a response lacks", func(ctx SpecContext) {
		must(Stories.On(client).Get(ctx, 1))
		server.set("GET /articles/2", `{"id":2,"title":"Two","author":{"id":7}}`)

		article := must(Stories.On(client).Get(ctx, 2))

		Expect(article.Author.Name).To(Equal("Ann"))
	})

	DescribeTable("of a wrong shape store nothing, CF16)",
		func(ctx SpecContext, author string, kind restclient.Kind) {
			server.set("GET /articles/1", `{"id":1,"author":`+author+`,"editor":{"id":8,"name":"Bob"}}`)

			_, err := Stories.On(client).Get(ctx, 1)

			Expect(err).To(HaveField("Kind", kind))
			_, ok := restclient.UseCache(client.Context(ctx), Authors.Get, 8)
			Expect(ok).To(BeFalse())
		},
		Entry("an array", `[{"id":7}]`, restclient.KindDecode),
		Entry("without an id", `{"name":"Ann"}`, restclient.KindSchema),
		Entry("null where one is required", `null`, restclient.KindDecode),
		Entry("a key alone, which only a Ref takes", `7`, restclient.KindDecode),
	)

	It("may have 0 as their key", func(ctx SpecContext) {
		server.set("GET /articles/1", `{"id":1,"author":{"id":0,"name":"Root"}}`)

		Expect(must(Stories.On(client).Get(ctx, 1)).Author.Name).To(Equal("Root"))
		Expect(must(Authors.On(client).Get(ctx, 0)).Name).To(Equal("Root"))
	})
})
