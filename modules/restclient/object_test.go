package restclient_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

var _ = Describe("An object with entities", func() {
	var (
		server *answerServer
		client *restclient.Client
		read   func(SpecContext) Feed
	)

	BeforeEach(func() {
		server = newAnswers(map[string]string{
			"GET /articles?tag=go":          `{"results":[{"id":1,"title":"One","author":{"id":7,"name":"Ann"}},{"id":2,"title":"Two","author":{"id":7}}],"nextPage":"b","pinned":2}`,
			"GET /articles?cursor=b&tag=go": `{"results":[{"id":2,"title":"Two","author":{"id":7}},{"id":3,"title":"Three","author":{"id":7}}],"nextPage":"c","pinned":3}`,
			"GET /articles?tag=db":          `{"results":[{"id":9,"title":"Nine","author":{"id":7}}],"nextPage":"","pinned":null}`,
			"PATCH /articles/1":             `{"id":1,"title":"Changed","author":{"id":7}}`,
			"POST /articles?tag=go":         `{"id":4,"title":"Four","author":{"id":7}}`,
		})
		client = start(server)
		read = func(ctx SpecContext) Feed {
			GinkgoHelper()
			return must(restclient.UseSuspense(client.Context(ctx), GetFeed, FeedFilter{Tag: "go"}))
		}
	})

	It("is answered from the store, with lists and Refs", func(ctx SpecContext) {
		read(ctx)

		feed := read(ctx)

		Expect(storyTitles(feed.Results)).To(Equal([]string{"One", "Two"}))
		Expect(feed.NextPage).To(Equal("b"))
		pinned, ok := feed.Pinned.Get()
		Expect(ok).To(BeTrue())
		Expect(pinned.Title).To(Equal("Two"))
		Expect(server.count()).To(Equal(1))
	})

	It("follows the changes of what is in it", func(ctx SpecContext) {
		read(ctx)

		must(Stories.On(client).PartialUpdate(ctx, 1, restclient.Fields{"title": "Changed"}))

		Expect(storyTitles(read(ctx).Results)).To(Equal([]string{"Changed", "Two"}))
	})

	It("has the list of the resource with that path and these arguments", func(ctx SpecContext) {
		read(ctx)
		list := must(Stories.On(client).List(ctx, FeedFilter{Tag: "go"}))
		Expect(list == read(ctx).Results).To(BeTrue())

		must(Stories.On(client).Create(ctx, FeedFilter{Tag: "go"}, Story{Title: "Four"}))

		pushed := must(Stories.On(client).List(ctx, FeedFilter{Tag: "go"}))
		Expect(pushed == read(ctx).Results).To(BeTrue())
		Expect(storyTitles(pushed)).To(Equal([]string{"One", "Two", "Four"}))
	})

	It("is extended by pages, which replace its other fields and leave other lists alone", func(ctx SpecContext) {
		read(ctx)
		uctx := client.Context(ctx)
		must(restclient.UseSuspense(uctx, GetFeed, FeedFilter{Tag: "db"}))

		page := must(restclient.Fetch(uctx, FeedPage, FeedFilter{Tag: "go", Cursor: "b"}))

		feed := read(ctx)
		Expect(storyTitles(feed.Results)).To(Equal([]string{"One", "Two", "Three"}))
		Expect(feed.NextPage).To(Equal("c"))
		Expect(feed.Pinned.Key()).To(Equal(3))
		Expect(page.NextPage).To(Equal("c"))
		other := must(restclient.UseSuspense(uctx, GetFeed, FeedFilter{Tag: "db"}))
		Expect(storyTitles(other.Results)).To(Equal([]string{"Nine"}))
		Expect(server.count()).To(Equal(3))
	})

	It("is not made by a page before it was read, but what is in the page is stored", func(ctx SpecContext) {
		uctx := client.Context(ctx)

		page := must(restclient.Fetch(uctx, FeedPage, FeedFilter{Tag: "go", Cursor: "b"}))

		Expect(storyTitles(page.Results)).To(Equal([]string{"Two", "Three"}))
		Expect(page.NextPage).To(Equal("c"))
		_, ok := restclient.UseCache(uctx, GetFeed, FeedFilter{Tag: "go"})
		Expect(ok).To(BeFalse())
		_, ok = restclient.UseCache(uctx, Stories.GetList, FeedFilter{Tag: "go"})
		Expect(ok).To(BeFalse())
		Expect(must(Stories.On(client).Get(ctx, 3)).Title).To(Equal("Three"))
		Expect(storyTitles(read(ctx).Results)).To(Equal([]string{"One", "Two"}))
	})

	It("is not made valid again by a page", func(ctx SpecContext) {
		read(ctx)
		uctx := client.Context(ctx)
		Expect(restclient.Invalidate(uctx, GetFeed, FeedFilter{Tag: "go"})).To(Succeed())

		must(restclient.Fetch(uctx, FeedPage, FeedFilter{Tag: "go", Cursor: "b"}))

		_, ok := restclient.UseCache(uctx, GetFeed, FeedFilter{Tag: "go"})
		Expect(ok).To(BeFalse())
		Expect(must(Stories.On(client).Get(ctx, 3)).Title).To(Equal("Three"))
	})

	It("is refused when its arguments select a page of it", func(ctx SpecContext) {
		type filter struct {
			Tag    string `query:"tag"`
			Cursor string `query:"cursor,omitempty,cursor"`
		}
		feed := restclient.RestEndpoint[filter, Feed]("/articles", apiPrefix,
			restclient.WithSchema(restclient.ObjectOf[Feed](restclient.EntityOf[Story]())))

		_, err := restclient.UseSuspense(client.Context(ctx), feed, filter{Tag: "go", Cursor: "b"})

		Expect(err).To(HaveField("Kind", restclient.KindArgument))
		Expect(err).To(MatchError(ContainSubstring("read one page with GetPage or PageOf")))
		Expect(server.count()).To(BeZero())
	})

	It("has pages that are read with Fetch only", func(ctx SpecContext) {
		read(ctx)
		uctx, more := client.Context(ctx), FeedFilter{Tag: "go", Cursor: "b"}
		asked := server.count()

		_, err := restclient.UseSuspense(uctx, FeedPage, more)
		Expect(err).To(HaveField("Kind", restclient.KindArgument))
		Expect(restclient.UseDLE(uctx, FeedPage, more).Err).To(HaveField("Kind", restclient.KindArgument))
		_, ok := restclient.UseCache(uctx, FeedPage, more)
		Expect(ok).To(BeFalse())

		Expect(server.count()).To(Equal(asked))
	})

	It("is read again after it was invalidated, and shown after it expired", func(ctx SpecContext) {
		read(ctx)
		uctx := client.Context(ctx)

		Expect(restclient.Expire(uctx, GetFeed, FeedFilter{Tag: "go"})).To(Succeed())
		_, ok := restclient.UseCache(uctx, GetFeed, FeedFilter{Tag: "go"})
		Expect(ok).To(BeTrue())
		Expect(restclient.Invalidate(uctx, GetFeed, FeedFilter{Tag: "go"})).To(Succeed())
		_, ok = restclient.UseCache(uctx, GetFeed, FeedFilter{Tag: "go"})

		Expect(ok).To(BeFalse())
		read(ctx)
		Expect(server.count()).To(Equal(2))
	})

	It("that answers a mutation stores what is in it", func(ctx SpecContext) {
		server.set("POST /publish", `{"results":[{"id":1,"title":"Public","author":{"id":7}}],"nextPage":"","pinned":1}`)
		publish := restclient.RestMutation[restclient.None, restclient.None, Feed]("/publish", apiPrefix,
			restclient.WithSchema(restclient.ObjectOf[Feed](restclient.EntityOf[Story]())))

		feed := must(restclient.Mutate(client.Context(ctx), publish, restclient.None{}, restclient.None{}))

		Expect(storyTitles(feed.Results)).To(Equal([]string{"Public"}))
		Expect(must(Stories.On(client).Get(ctx, 1)).Title).To(Equal("Public"))
	})

	DescribeTable("of a wrong shape is an error",
		func(ctx SpecContext, body string, kind restclient.Kind) {
			server.set("GET /articles?tag=go", body)

			_, err := restclient.UseSuspense(client.Context(ctx), GetFeed, FeedFilter{Tag: "go"})

			Expect(err).To(HaveField("Kind", kind))
		},
		Entry("an array", `[]`, restclient.KindDecode),
		Entry("a list that is an object", `{"results":{}}`, restclient.KindDecode),
		Entry("a row without a key", `{"results":[{"title":"x","author":{"id":1}}]}`, restclient.KindSchema),
		Entry("a null row", `{"results":[null]}`, restclient.KindDecode),
		Entry("a Ref with a key of another type", `{"pinned":"x"}`, restclient.KindDecode),
	)
})

var _ = Describe("A list inside an entity", func() {
	It("is the list of its arguments, before and after a push", func(ctx SpecContext) {
		server := newAnswers(map[string]string{
			"GET /owners/1":         `{"id":1,"tasks":[{"id":1,"ownerId":1,"title":"a"}]}`,
			"POST /tasks?ownerId=1": `{"id":2,"ownerId":1,"title":"b"}`,
		})
		client := start(server)
		owner := must(Owners.On(client).Get(ctx, 1))
		tasks := must(Tasks.On(client).List(ctx, TaskFilter{OwnerID: 1}))
		Expect(owner.Tasks == tasks).To(BeTrue())

		must(Tasks.On(client).Create(ctx, TaskFilter{OwnerID: 1}, Task{OwnerID: 1, Title: "b"}))

		owner = must(Owners.On(client).Get(ctx, 1))
		tasks = must(Tasks.On(client).List(ctx, TaskFilter{OwnerID: 1}))
		Expect(owner.Tasks == tasks).To(BeTrue())
		Expect(tasks.Len()).To(Equal(2))
		Expect(server.count()).To(Equal(2))
	})
})
