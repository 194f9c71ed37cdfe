package restclient_test

import (
	"context"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("A map", func() {
	var (
		server *answerServer
		client *restclient.Client
	)

	BeforeEach(func() {
		server = newAnswers(map[string]string{
			"GET /staff":        `{"cto":{"id":1,"name":"Ann"},"ceo":null,"cfo":{"id":2,"name":"Bob"}}`,
			"POST /staff":       `{"coo":{"id":3,"name":"Cleo"}}`,
			"DELETE /authors/1": "",
		})
		client = start(server)
	})

	It("drops members that are null, and entities that are deleted", func(ctx SpecContext) {
		uctx := client.Context(ctx)
		staff := must(restclient.UseSuspense(uctx, GetStaff, restclient.None{}))
		Expect(staff.Len()).To(Equal(2))
		_, ok := staff.Get("ceo")
		Expect(ok).To(BeFalse())

		Expect(Authors.On(client).Delete(ctx, 1)).To(Succeed())

		staff = must(restclient.UseSuspense(uctx, GetStaff, restclient.None{}))
		Expect(staff.Len()).To(Equal(1))
		for name, author := range staff.All() {
			Expect(name).To(Equal("cfo"))
			Expect(author.Name).To(Equal("Bob"))
		}
	})

	It("takes members that are assigned", func(ctx SpecContext) {
		uctx := client.Context(ctx)
		must(restclient.UseSuspense(uctx, GetStaff, restclient.None{}))

		added := must(restclient.Mutate(uctx, AddStaff, restclient.None{}, map[string]Author{"coo": {Name: "Cleo"}}))

		Expect(added.Len()).To(Equal(1))
		staff := must(restclient.UseSuspense(uctx, GetStaff, restclient.None{}))
		coo, ok := staff.Get("coo")
		Expect(ok).To(BeTrue())
		Expect(coo.Name).To(Equal("Cleo"))
		Expect(staff.Len()).To(Equal(3))
		Expect(server.count()).To(Equal(2))
	})

	It("that was never read is not made by assigning", func(ctx SpecContext) {
		uctx := client.Context(ctx)

		must(restclient.Mutate(uctx, AddStaff, restclient.None{}, map[string]Author{}))

		_, ok := restclient.UseCache(uctx, GetStaff, restclient.None{})
		Expect(ok).To(BeFalse())
		Expect(must(Authors.On(client).Get(ctx, 3)).Name).To(Equal("Cleo"))
	})
})

var _ = Describe("A union", func() {
	It("types what it knows and passes on the rest", func(ctx SpecContext) {
		server := newAnswers(map[string]string{
			"GET /items":      `[null,{"type":"post","id":1,"text":"p"},{"type":"video","id":2},{"id":3},{"type":"link","id":1,"url":"u"}]`,
			"PATCH /posts/1":  `{"type":"post","id":1,"text":"changed"}`,
			"DELETE /links/1": "",
		})
		client := start(server)
		uctx := client.Context(ctx)

		all := must(restclient.UseSuspense(uctx, GetItems, restclient.None{}))

		Expect(all).To(HaveLen(5))
		_, ok := all[0].Value()
		Expect(ok).To(BeFalse())
		Expect(all[0].Raw()).To(BeNil())
		post, _ := all[1].Value()
		Expect(post).To(Equal(Post{1, "post", "p"}))
		Expect(string(all[2].Raw())).To(Equal(`{"type":"video","id":2}`))
		Expect(string(all[3].Raw())).To(Equal(`{"id":3}`))
		link, _ := all[4].Value()
		Expect(link).To(Equal(Link{1, "link", "u"}), "keys of different types do not collide")

		must(Posts.On(client).PartialUpdate(ctx, 1, restclient.Fields{"text": "changed"}))
		Expect(Links.On(client).Delete(ctx, 1)).To(Succeed())
		all = must(restclient.UseSuspense(uctx, GetItems, restclient.None{}))
		Expect(all).To(HaveLen(4))
		post, _ = all[1].Value()
		Expect(post).To(Equal(Post{1, "post", "changed"}))
	})
})

var _ = Describe("A union in a body", func() {
	It("is sent as the entity that it is made of", func(ctx SpecContext) {
		type draft struct {
			Item  restclient.OneOf[Item]   `json:"item"`
			Items []restclient.OneOf[Item] `json:"items"`
		}
		server := newAnswers(map[string]string{"POST /items": `{"type":"post","id":4,"text":"p"}`})
		add := restclient.RestMutation[restclient.None, draft, restclient.OneOf[Item]]("/items", apiPrefix,
			restclient.WithSchema(restclient.ObjectOf[restclient.OneOf[Item]](restclient.UnionOf[Item]("type", restclient.Case("post", restclient.EntityOf[Post]())))))
		link := restclient.OneOfValue[Item](Link{2, "link", "u"})

		made := must(restclient.Mutate(start(server).Context(ctx), add, restclient.None{}, draft{restclient.OneOfValue[Item](Post{Type: "post", Text: "p"}), []restclient.OneOf[Item]{link}}))

		Expect(server.lastBody()).To(MatchJSON(`{"item":{"type":"post","id":0,"text":"p"},"items":[{"type":"link","id":2,"url":"u"}]}`))
		post, ok := made.Value()
		Expect(ok).To(BeTrue())
		Expect(post).To(Equal(Post{4, "post", "p"}))
		sent, ok := link.Value()
		Expect(ok).To(BeTrue())
		Expect(sent).To(Equal(Link{2, "link", "u"}))
	})
})

var _ = Describe("A union that a number tells apart", func() {
	It("has the case of the number, however that is written", func(ctx SpecContext) {
		server := newAnswers(map[string]string{"GET /items": `[{"type":1.0,"id":1,"text":"p"},{"type":2,"id":1,"url":"u"}]`})
		get := restclient.RestEndpoint[restclient.None, []restclient.OneOf[any]]("/items", apiPrefix,
			restclient.WithSchema(restclient.ObjectOf[[]restclient.OneOf[any]](restclient.UnionOf[any]("type",
				restclient.Case("1", restclient.EntityOf[account]()), restclient.Case("2", restclient.EntityOf[Author]())))))

		all := must(restclient.UseSuspense(start(server).Context(ctx), get, restclient.None{}))

		first, _ := all[0].Value()
		second, _ := all[1].Value()
		Expect([]any{first, second}).To(HaveExactElements(HaveField("ID", 1), Equal(Author{ID: 1})))
	})
})

var _ = Describe("A creation that may answer with something else than the entity", func() {
	// created is {"todo": {…}}, {"todos": […]} or {"job": "…"}.
	type created struct {
		Todo  *Todo  `json:"todo"`
		Todos []Todo `json:"todos"`
		Job   string `json:"job"`
	}
	var (
		server *answerServer
		client *restclient.Client
		push   = restclient.WithResult(wrappedTodos(restclient.WithOptimistic()).GetList.Push, restclient.Schema[created]{})
		shown  = func(ctx SpecContext) []string {
			return titles(must(wrappedTodos().On(client).List(ctx, TodoFilter{})))
		}
	)

	BeforeEach(func(ctx SpecContext) {
		server = newAnswers(map[string]string{"GET /todos": `{"data":{"todos":[{"id":1,"title":"a"}]}}`})
		client = start(server)
		Expect(shown(ctx)).To(Equal([]string{"a"}))
	})

	It("adds the entity to its lists", func(ctx SpecContext) {
		server.set("POST /todos", `{"todo":{"id":2,"title":"b"}}`)

		made := must(restclient.Mutate(client.Context(ctx), push, TodoFilter{}, Todo{Title: "b"}))

		Expect(made).To(Equal(created{Todo: &Todo{ID: 2, Title: "b"}}))
		Expect(shown(ctx)).To(Equal([]string{"a", "b"}))
		Expect(server.count()).To(Equal(2))
	})

	DescribeTable("returns something else, and the lists are stale",
		func(ctx SpecContext, answer string, want created) {
			server.set("POST /todos", answer)

			made := must(restclient.Mutate(client.Context(ctx), push, TodoFilter{}, Todo{Title: "b"}))

			Expect(made).To(Equal(want))
			Expect(listStatuses(client)).To(Equal(map[string]store.Status{"http://api.test/todos": store.Stale}))
			Expect(shown(ctx)).To(Equal([]string{"a"}))
		},
		Entry("several", `{"todos":[{"id":2,"title":"b"},{"id":3,"title":"c"}]}`, created{Todos: []Todo{{ID: 2, Title: "b"}, {ID: 3, Title: "c"}}}),
		Entry("what tells of it", `{"job":"j1"}`, created{Job: "j1"}),
		Entry("nothing", "", created{}),
	)

	It("refuses what is not of its type", func(ctx SpecContext) {
		server.set("POST /todos", `["todo"]`)

		_, err := restclient.Mutate(client.Context(ctx), push, TodoFilter{}, Todo{Title: "b"})

		Expect(kind(err)).To(Equal(restclient.KindDecode))
	})
})

var _ = Describe("A creation that answers with one of several entities", func() {
	var (
		server *answerServer
		client *restclient.Client
		posts  = restclient.CreateResource[Post, int, restclient.None]("/posts/:id", apiPrefix, restclient.WithOptimistic())
		push   = restclient.WithResult(posts.GetList.Push, restclient.ObjectOf[restclient.OneOf[Item]](restclient.UnionOf[Item]("type",
			restclient.Case("post", restclient.EntityOf[Post]()), restclient.Case("link", restclient.EntityOf[Link]()))))
		shown = func(ctx SpecContext) []Post { return must(posts.On(client).List(ctx, restclient.None{})).Slice() }
	)

	BeforeEach(func(ctx SpecContext) {
		server = newAnswers(map[string]string{"GET /posts": `[{"type":"post","id":1,"text":"p"}]`})
		client = start(server)
		Expect(shown(ctx)).To(HaveLen(1))
	})

	It("adds the one that its resource has to the lists of that", func(ctx SpecContext) {
		server.set("POST /posts", `{"type":"post","id":2,"text":"q"}`)

		made, _ := must(restclient.Mutate(client.Context(ctx), push, restclient.None{}, Post{Text: "q"})).Value()

		Expect(made).To(Equal(Post{2, "post", "q"}))
		Expect(shown(ctx)).To(Equal([]Post{{1, "post", "p"}, {2, "post", "q"}}))
		Expect(server.count()).To(Equal(2))
	})

	It("shows the one in place of what was expected", func(ctx SpecContext) {
		ctxt, stop := context.WithCancel(ctx)
		defer stop()
		server.set("POST /posts", `{"type":"post","id":2,"text":"q"}`)
		var seen []string
		for l, err := range posts.On(client).WatchList(ctxt, restclient.None{}) {
			Expect(err).NotTo(HaveOccurred())
			var texts []string
			for _, p := range l.All() {
				texts = append(texts, fmt.Sprintf("%d %s", min(p.ID, 3), p.Text))
			}
			seen = append(seen, strings.Join(texts, ", "))
			switch {
			case len(seen) == 1:
				go func() {
					defer GinkgoRecover()
					must(restclient.Mutate(client.Context(ctx), push, restclient.None{}, Post{Text: "draft"}))
				}()
			case l.Len() == 2 && l.At(1).ID == 2:
				stop()
			}
		}
		Expect(seen).To(Or(Equal([]string{"1 p", "-1 draft, 1 p", "1 p, 2 q"}), Equal([]string{"1 p", "1 p, -1 draft", "1 p, 2 q"}), Equal([]string{"1 p", "1 p, 2 q"})))
	})

	DescribeTable("takes no other one for it, and the lists are stale",
		func(ctx SpecContext, answer string, want types.GomegaMatcher) {
			server.set("POST /posts", answer)

			made, _ := must(restclient.Mutate(client.Context(ctx), push, restclient.None{}, Post{Text: "q"})).Value()

			Expect(made).To(want)
			Expect(listStatuses(client)).To(Equal(map[string]store.Status{"http://api.test/posts": store.Stale}))
			Expect(shown(ctx)).To(Equal([]Post{{1, "post", "p"}}))
			_, ok := restclient.UseCache(client.Context(ctx), posts.Get, 2)
			Expect(ok).To(BeFalse())
		},
		Entry("one of another type", `{"type":"link","id":2,"url":"u"}`, Equal(Link{2, "link", "u"})),
		Entry("one of a type that is not known", `{"type":"video","id":2}`, BeNil()),
	)

	It("refuses what has no key", func(ctx SpecContext) {
		server.set("POST /posts", `{"type":"post","text":"q"}`)

		_, err := restclient.Mutate(client.Context(ctx), push, restclient.None{}, Post{Text: "q"})

		Expect(kind(err)).To(Equal(restclient.KindSchema))
	})
})

var _ = Describe("All entities of a type", func() {
	It("are missing until one was stored, then every one that is not deleted", func(ctx SpecContext) {
		server := newAnswers(map[string]string{
			"GET /authors/2":    `{"id":2,"name":"Bob"}`,
			"GET /articles/1":   firstStory,
			"DELETE /authors/7": "",
		})
		client := start(server)
		uctx := client.Context(ctx)
		all := restclient.AllOf(Authors)
		names := restclient.NewQuery(all, func(l restclient.List[Author], _ restclient.None) (s []string) {
			for _, a := range l.All() {
				s = append(s, a.Name)
			}
			return s
		})
		_, ok := restclient.UseQuery(uctx, names, restclient.None{})
		Expect(ok).To(BeFalse())

		must(Stories.On(client).Get(ctx, 1))
		must(Authors.On(client).Get(ctx, 2))

		got, ok := restclient.UseQuery(uctx, names, restclient.None{})
		Expect(ok).To(BeTrue())
		Expect(got).To(Equal([]string{"Bob", "Ann", "Bob"}))
		Expect(Authors.On(client).Delete(ctx, 7)).To(Succeed())
		list, ok := restclient.UseCache(uctx, all, restclient.None{})
		Expect(ok).To(BeTrue())
		Expect(list.Len()).To(Equal(2))
	})

	It("are what a query is asked over again", func(ctx SpecContext) {
		client := start(newAnswers(map[string]string{"GET /authors/2": `{"id":2,"name":"Bob"}`}))
		count := restclient.NewQuery(restclient.AllOf(Authors), func(all restclient.List[Author], _ restclient.None) int { return all.Len() })
		must(Authors.On(client).Get(ctx, 2))

		for range 3 {
			n, ok := count.Use(client, restclient.None{})

			Expect(ok).To(BeTrue())
			Expect(n).To(Equal(1))
		}
	})

	It("are never asked for", func(ctx SpecContext) {
		server := newAnswers(nil)
		client := start(server)

		_, err := restclient.UseSuspense(client.Context(ctx), restclient.AllOf(Authors), restclient.None{})

		Expect(err).To(MatchError(restclient.ErrNoValue))
		Expect(server.count()).To(BeZero())
	})
})

var _ = Describe("An index", func() {
	It("finds an entity by its present key only, and answers an endpoint", func(ctx SpecContext) {
		server := newAnswers(map[string]string{
			"GET /articles/1":   firstStory,
			"PATCH /articles/1": `{"id":1,"slug":"uno","author":{"id":7}}`,
		})
		client := start(server)
		uctx := client.Context(ctx)
		_, ok := BySlug.Use(client, "one")
		Expect(ok).To(BeFalse())
		must(Stories.On(client).Get(ctx, 1))

		article := must(restclient.UseSuspense(uctx, GetBySlug, "one"))
		Expect(article.Title).To(Equal("One"))
		must(Stories.On(client).PartialUpdate(ctx, 1, restclient.Fields{"slug": "uno"}))

		_, ok = restclient.UseIndex(uctx, BySlug, "one")
		Expect(ok).To(BeFalse())
		article, ok = restclient.UseIndex(uctx, BySlug, "uno")
		Expect(ok).To(BeTrue())
		Expect(article.ID).To(Equal(1))
		Expect(server.count()).To(Equal(2))
	})

	It("of a client that is missing finds nothing", func() {
		_, ok := BySlug.Use(nil, "one")
		Expect(ok).To(BeFalse())
	})
})
