package devtools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/devtools"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

var _ = Describe("The overview", func() {
	It("counts what is stored", func(ctx SpecContext) {
		s := newSite()
		must(s.todos.List(ctx, TodoFilter{}))
		must(s.todos.List(ctx, TodoFilter{UserID: 1}))

		p := s.get(ctx, "")

		var numbers []string
		for _, n := range p.all("", "dd") {
			numbers = append(numbers, words(n))
		}
		Expect(numbers).To(Equal([]string{"3", "2", "2", "0", "0", "2"}))
		Expect(p.rows("tables")[0]).To(Equal([]string{todoTable, "entity", "3", "2"}))
	})

	It("leads to the tables of the program, and to those of the client itself only from its own list", func(ctx SpecContext) {
		share := []restclient.Option{restclient.WithShared("todos", state.NewMemoryBlobs(state.MemoryOptions{}), nil)}
		one, other := newSiteSharing(restfake.New(), share), newSiteSharing(restfake.New(), share)
		must(one.todos.Get(ctx, 1))
		must(other.todos.Get(ctx, 1))
		_, err := other.todos.Get(ctx, 77)
		Expect(err).To(MatchError(restclient.ErrNotFound))

		p := other.get(ctx, "")

		Expect(p.column("tables", 0)).To(ContainElements(todoTable, "call.failure", "call.seen"))
		var beside []string
		for n := range p.all("", "nav")[0].Descendants() {
			if attribute(n, "class") == "code" {
				beside = append(beside, words(n))
			}
		}
		Expect(beside).To(Equal([]string{todoTable}))
	})

	It("shows calls under way, without secrets", func(ctx SpecContext) {
		s := newSite()
		s.fake.On("GET", "/slow", restfake.Always(restfake.Hang()))
		slow := restclient.RestEndpoint[TodoFilter, string]("/slow", restclient.WithURLPrefix("http://u:p@api.test"), restclient.WithName("slow"))
		asking, leave := context.WithCancel(s.client.Context(ctx))
		done := make(chan error)
		go func() { _, err := restclient.Fetch(asking, slow, TodoFilter{Token: "hush"}); done <- err }()

		Eventually(func() [][]string { return s.get(ctx, "").rows("calls") }).WithContext(ctx).Should(HaveLen(1))
		p := s.get(ctx, "")
		leave()
		<-done

		Expect(p.rows("calls")[0][:3]).To(Equal([]string{"slow", "fetch", "GET http://REDACTED@api.test/slow?token=REDACTED"}))
		Expect(p.text).NotTo(ContainSubstring("hush"))
	})

	It("shows what is shown before it is answered", func(ctx SpecContext) {
		fake, release := restfake.New(), make(chan struct{})
		fake.On("PATCH", "/todos/1", func(*restfake.Request) restfake.Reply {
			<-release
			return restfake.JSON(200, Todo{ID: 1, Title: "done"})
		})
		s := newSiteOf(fake)
		must(s.todos.Get(ctx, 1))
		done := make(chan error)
		go func() {
			_, err := s.todos.Edit(ctx, 1, func(t *Todo) { t.Title = "soon" })
			done <- err
		}()

		Eventually(func() [][]string { return s.get(ctx, "").rows("layers") }).WithContext(ctx).Should(HaveLen(1))
		p := s.get(ctx, "")
		row := s.get(ctx, p.link(todoTable+" 1"))
		close(release)
		Expect(<-done).To(Succeed())

		Expect(p.rows("layers")[0][2]).To(Equal(todoTable + " 1"))
		Expect(row.text).To(ContainSubstring("soon"))
		Expect(s.get(ctx, "").rows("layers")).To(BeEmpty())
	})

	It("leads to identities, which are apart", func(ctx SpecContext) {
		s := newSite()
		must(Todos.On(s.client.ForIdentity("ida<b>")).Get(ctx, 1))
		p := s.get(ctx, "")
		Expect(p.link("ida<b>")).NotTo(ContainSubstring("ida"))

		ida := s.get(ctx, p.link("ida<b>"))
		Expect(ida.rows("tables")[0]).To(HaveExactElements(todoTable, "entity", "1", "0"))
		must(Todos.On(s.client.ForIdentity("ida<b>")).Get(ctx, 2))

		ida = s.get(ctx, ida.link("Overview"))
		Expect(ida.rows("last")).To(HaveLen(1), "its commits are kept since it was looked at")
		Expect(s.get(ctx, "").rows("last")).To(BeEmpty())
		rows := s.get(ctx, ida.link(todoTable))
		Expect(rows.column("rows", 0)).To(Equal([]string{"1", "2"}))
		Expect(s.get(ctx, rows.link("the client itself")).rows("tables")).To(BeEmpty())
	})
})

var _ = Describe("The page of answers", func() {
	It("says what came from what processes share", func(ctx SpecContext) {
		share := []restclient.Option{restclient.WithShared("todos", state.NewMemoryBlobs(state.MemoryOptions{}), nil)}
		one, other := newSiteSharing(restfake.New(), share), newSiteSharing(restfake.New(), share)
		must(one.todos.Get(ctx, 1))
		must(other.todos.Get(ctx, 1))
		must(other.todos.Get(ctx, 2))

		Expect(other.get(ctx, "answers").column("main", 3)).To(HaveExactElements(
			HaveSuffix("ago, from what is shared"), HaveSuffix("ago")))
	})
})

var _ = Describe("The page of a table", func() {
	It("shows values without secrets and without effect", func(ctx SpecContext) {
		s := newSite()
		s.put(Todo{ID: 1, Title: "<script>alert(1)</script>", Token: "hush", Link: "https://x.test/?token=hush"})
		must(s.todos.List(ctx, TodoFilter{Token: "hush"}))

		p := s.get(ctx, "table?table="+todoTable)

		Expect(p.text).NotTo(Or(ContainSubstring("hush"), ContainSubstring("<script>alert")))
		Expect(p.rows("rows")[0][3]).To(Equal(`{"id": 1, "title": "<script>alert(1)</script>", "apiToken": "REDACTED", "link": "https://x.test/?token=REDACTED"}`))
		Expect(p.rows("lists")[0][0]).To(Equal("http://api.test/todos?token=REDACTED"))
		Expect(p.rows("lists")[0][3]).To(Equal("1 2 3"))
	})

	It("has pages", func(ctx SpecContext) {
		s := newSite()
		for id := 4; id <= 120; id++ {
			s.put(Todo{ID: id})
		}
		must(s.todos.List(ctx, TodoFilter{}))

		p := s.get(ctx, "table?table="+todoTable)
		Expect(p.column("rows", 0)).To(HaveLen(50))
		Expect(p.text).To(ContainSubstring("1–50 of 120"))
		p = s.get(ctx, p.link("Next"))
		p = s.get(ctx, p.link("Next"))

		Expect(p.column("rows", 0)).To(And(HaveLen(20), ContainElement("120")))
		Expect(s.get(ctx, p.link("Previous")).column("rows", 0)).To(HaveLen(50))
		Expect(s.get(ctx, "table?table="+todoTable+"&page=-7").column("rows", 0)[0]).To(Equal("1"))
		Expect(s.get(ctx, "table?table="+todoTable+"&page=99").column("rows", 0)).To(HaveLen(20))
	})

	It("shows numbers that Go has no type for as numbers, with each digit", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("GET", "/meter", restfake.Always(restfake.JSON(200, json.RawMessage(`{"count":9007199254740993}`))))
		s := newSiteOf(fake)
		meter := restclient.RestEndpoint[restclient.None, map[string]any]("/meter", restclient.WithURLPrefix("http://api.test"))
		must(restclient.UseSuspense(s.client.Context(ctx), meter, restclient.None{}))

		var shown []string
		for _, row := range s.get(ctx, s.get(ctx, "").link("map[string]interface {}")).rows("rows") {
			shown = append(shown, row...)
		}
		Expect(shown).To(ContainElement(`{"count": 9007199254740993}`))
	})

	It("has pages of lists, too", func(ctx SpecContext) {
		s := newSite()
		for user := range 60 {
			must(s.todos.List(ctx, TodoFilter{UserID: user + 1}))
		}

		p := s.get(ctx, "table?table="+todoTable)
		Expect(p.column("lists", 0)).To(HaveLen(50))
		Expect(p.link("60 lists")).To(Equal("#lists"))
		Expect(s.get(ctx, p.link("Next")).column("lists", 0)).To(HaveLen(10))
	})

	It("leads to rows, and those to the commits that changed them", func(ctx SpecContext) {
		s := newSite()
		must(s.todos.List(ctx, TodoFilter{}))
		s.put(Todo{ID: 2, Title: "changed"})
		must(s.todos.Fetch(ctx, 2))

		p := s.get(ctx, attribute(s.get(ctx, "table?table="+todoTable).all("rows", "a")[2], "href"))

		Expect(p.title()).To(Equal(todoTable + " 2"))
		Expect(p.text).To(ContainSubstring("&#34;title&#34;: &#34;changed&#34;"))
		Expect(p.rows("history")).To(HaveLen(2))
	})

	It("shows errors and validators as text", func(ctx SpecContext) {
		s := newSite()
		_, err := s.todos.Get(ctx, 77)
		Expect(err).To(MatchError(restclient.ErrNotFound))

		p := s.get(ctx, "table?table=call.failure")

		Expect(p.rows("rows")[0][0]).To(Equal("GET http://api.test/todos/77"))
		Expect(p.rows("rows")[0][3]).To(HavePrefix("Todo.get GET http://api.test/todos/77: 404 Not Found"))
	})
})

var _ = Describe("The page of a commit", func() {
	It("shows what was before and after it", func(ctx SpecContext) {
		s := newSite()
		must(s.todos.List(ctx, TodoFilter{UserID: 1}))
		s.put(Todo{ID: 2, UserID: 2, Title: "write"})
		must(s.todos.Fetch(ctx, 2))

		p := s.get(ctx, s.get(ctx, "commits").link(fmt.Sprint(s.client.Inspect().Store.Seq())))

		var changed []string
		for _, tag := range []string{"del", "ins"} {
			for _, n := range p.all("", tag) {
				changed = append(changed, tag+" "+words(n))
			}
		}
		Expect(changed).To(Equal([]string{`del "userId": 1,`, `ins "userId": 2,`}))
		Expect(words(p.all("", "h2")[1])).To(ContainSubstring(todoTable + " entity 2"))
	})

	It("shows how a list has changed", func(ctx SpecContext) {
		s := newSite()
		must(s.todos.List(ctx, TodoFilter{}))
		s.put(Todo{ID: 4, Title: "new"})
		must(restclient.Fetch(s.client.Context(ctx), Todos.GetList, TodoFilter{}))

		p := s.get(ctx, fmt.Sprintf("commit?seq=%d", s.client.Inspect().Store.Seq()))

		Expect(words(p.all("", "main")[0])).To(And(ContainSubstring("Before[ 1, 2, 3 ]"), ContainSubstring("After[ 1, 2, 3, 4 ]")))
	})

	It("leads to the one before and the one after", func(ctx SpecContext) {
		s := newSite()
		for id := 1; id <= 3; id++ {
			must(s.todos.Get(ctx, id))
		}
		seq := s.client.Inspect().Store.Seq()

		p := s.get(ctx, fmt.Sprintf("commit?seq=%d", seq-1))

		Expect(s.get(ctx, p.link("Earlier commit")).title()).To(Equal(fmt.Sprintf("Commit %d", seq-2)))
		Expect(s.get(ctx, p.link("Later commit")).title()).To(Equal(fmt.Sprintf("Commit %d", seq)))
	})
})

var _ = Describe("Time travel", func() {
	It("shows at each commit what was shown then", func(ctx SpecContext) {
		s := newSite()
		random := rand.New(rand.NewPCG(1, uint64(GinkgoRandomSeed())))
		look := func(at string) []string {
			p := s.get(ctx, "table?table="+todoTable+at)
			if p.status == http.StatusNotFound {
				return nil
			}
			var all []string
			for _, row := range p.rows("rows") {
				all = append(all, row[0]+row[3])
			}
			if strings.Contains(p.text, `id="lists"`) {
				for _, row := range p.rows("lists") {
					all = append(all, row[0]+" "+row[3])
				}
			}
			return all
		}
		seen := map[uint64][]string{}
		for range 40 {
			s.step(ctx, random)
			seq, rows := s.client.Inspect().Store.Seq(), look("")
			if s.client.Inspect().Store.Seq() == seq { // what is stale is read again beside this
				seen[seq] = rows
			}
		}

		Expect(len(seen)).To(BeNumerically(">", 5))
		for seq, then := range seen {
			Expect(look(fmt.Sprintf("&at=%d", seq))).To(Equal(then), "after commit %d", seq)
		}
	})

	It("leads from state to state, and back", func(ctx SpecContext) {
		s := newSite()
		for id := 1; id <= 3; id++ {
			must(s.todos.Get(ctx, id))
		}
		seq := s.client.Inspect().Store.Seq()
		p := s.get(ctx, fmt.Sprintf("?at=%d", seq-1))
		count := func(p page) string { return p.rows("tables")[0][2] }

		Expect(count(p)).To(Equal("2"))
		Expect(count(s.get(ctx, p.link("Earlier")))).To(Equal("1"))
		Expect(count(s.get(ctx, p.link("Later")))).To(Equal("3"))
		Expect(count(s.get(ctx, p.link("Back to now")))).To(Equal("3"))
		Expect(s.get(ctx, p.link(todoTable)).column("rows", 1)).To(HaveEach("stored"))
		Expect(attribute(p.all("", "body")[0], "data-events")).To(BeEmpty(), "the past does not change")
	})

	It("goes back as far as it is told", func(ctx SpecContext) {
		s := newSite(devtools.WithCommits(4))
		for i := range 20 {
			s.put(Todo{ID: 1, Title: fmt.Sprint(i)})
			must(s.todos.Fetch(ctx, 1))
		}
		seq := s.client.Inspect().Store.Seq()

		Expect(len(s.get(ctx, "commits").rows("main"))).To(BeNumerically("~", 4, 1))
		Expect(s.get(ctx, fmt.Sprintf("?at=%d", seq-3)).status).To(Equal(http.StatusOK))
		Expect(s.get(ctx, fmt.Sprintf("?at=%d", seq-9)).status).To(Equal(http.StatusGone))
	})
})

// step makes a client do something.
func (s *site) step(ctx context.Context, random *rand.Rand) {
	GinkgoHelper()
	id := 1 + random.IntN(4)
	todo := Todo{ID: id, UserID: 1 + random.IntN(2), Title: fmt.Sprint(random.IntN(100))}
	switch random.IntN(7) {
	case 0:
		must(s.todos.List(ctx, TodoFilter{UserID: random.IntN(3)}))
	case 1:
		Expect(s.todos.InvalidateList(ctx, TodoFilter{UserID: random.IntN(3)})).To(Succeed())
	case 2:
		Expect(s.todos.Invalidate(ctx, id)).To(Succeed())
	case 3:
		_ = s.todos.Delete(ctx, id)
	case 4:
		_, _ = s.todos.Edit(ctx, id, func(t *Todo) { t.UserID, t.Title = todo.UserID, todo.Title })
	default:
		s.put(todo)
		must(s.todos.Fetch(ctx, id))
	}
}
