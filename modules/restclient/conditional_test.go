package restclient_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// turns answers each request by the next of some functions, and remembers what
// If-None-Match said.
type turns struct {
	mu    sync.Mutex
	asked []string
	next  []http.HandlerFunc
}

func (t *turns) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked = append(t.asked, r.Header.Get("If-None-Match"))
	if len(t.next) == 0 {
		w.WriteHeader(http.StatusGone)
		return
	}
	t.next[0](w, r)
	t.next = t.next[1:]
}

// says answers with a todo, or with 304 when it has no title.
func says(title string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		if title == "" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		writeJSON(w, http.StatusOK, Todo{ID: 1, Title: title})
	}
}

var _ = Describe("What answers say about themselves", func() {
	fetchAll := func(ctx context.Context, server *turns, opts ...restclient.Option) (shown []string) {
		GinkgoHelper()
		todos := Todos.On(start(server, opts...))
		for range len(server.next) {
			shown = append(shown, must(todos.Fetch(ctx, 1)).Title)
		}
		return shown
	}

	It("is confirmed by 304 with the same entity tag, weak or strong", func(ctx SpecContext) {
		server := &turns{next: []http.HandlerFunc{
			says("a", "ETag", `"1"`), says("", "ETag", `"1"`), says("", "ETag", `W/"1"`), says("b", "ETag", `"3"`),
		}}

		Expect(fetchAll(ctx, server)).To(Equal([]string{"a", "a", "a", "b"}))

		Expect(server.asked).To(Equal([]string{"", `"1"`, `"1"`, `W/"1"`}))
	})

	It("is not confirmed by 304 with another entity tag, and asked for once more", func(ctx SpecContext) {
		server := &turns{next: []http.HandlerFunc{says("a", "ETag", `"1"`), says("", "ETag", `"2"`), says("b", "ETag", `"2"`)}}
		todos := Todos.On(start(server))

		Expect(must(todos.Fetch(ctx, 1)).Title).To(Equal("a"))
		Expect(must(todos.Fetch(ctx, 1)).Title).To(Equal("b"))

		Expect(server.asked).To(Equal([]string{"", `"1"`, ""}))
	})

	It("is not confirmed by 304 with another date, such as of a file that was restored", func(ctx SpecContext) {
		const first, before = "Thu, 02 Jan 2025 00:00:00 GMT", "Wed, 01 Jan 2025 00:00:00 GMT"
		server := &turns{next: []http.HandlerFunc{
			says("a", "Last-Modified", first), says("", "Last-Modified", first), says("", "Last-Modified", before), says("b", "Last-Modified", before),
		}}
		todos := Todos.On(start(server))

		for _, title := range []string{"a", "a", "b"} {
			Expect(must(todos.Fetch(ctx, 1)).Title).To(Equal(title))
		}

		Expect(server.next).To(BeEmpty())
	})

	It("is kept by 304 without an entity tag", func(ctx SpecContext) {
		server := &turns{next: []http.HandlerFunc{says("a", "ETag", `"1"`), says(""), says("")}}

		Expect(fetchAll(ctx, server)).To(Equal([]string{"a", "a", "a"}))

		Expect(server.asked).To(Equal([]string{"", `"1"`, `"1"`}))
	})

	It("is forgotten when an answer has no entity tag, or varies with everything", func(ctx SpecContext) {
		server := &turns{next: []http.HandlerFunc{
			says("a", "ETag", `"1"`), says("b"), says("c", "ETag", `"3"`, "Vary", "Accept, *"), says("d"),
		}}

		Expect(fetchAll(ctx, server)).To(Equal([]string{"a", "b", "c", "d"}))

		Expect(server.asked).To(Equal([]string{"", `"1"`, "", ""}))
	})

	It("is used when an answer varies with headers that are the same each time", func(ctx SpecContext) {
		server := &turns{next: []http.HandlerFunc{says("a", "ETag", `"1"`, "Vary", "Accept, Authorization"), says("")}}

		Expect(fetchAll(ctx, server)).To(Equal([]string{"a", "a"}))

		Expect(server.asked).To(Equal([]string{"", `"1"`}))
	})

	It("says nothing about what is stored when there is no body", func(ctx SpecContext) {
		empty := func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("ETag", `"2"`)
			w.WriteHeader(http.StatusNoContent)
		}
		server := &turns{next: []http.HandlerFunc{says("a", "ETag", `"1"`), empty, says("c")}}
		todos := Todos.On(start(server))
		must(todos.Fetch(ctx, 1))

		_, err := todos.Fetch(ctx, 1)
		Expect(kind(err)).To(Equal(restclient.KindNoValue))
		must(todos.Fetch(ctx, 1))

		Expect(server.asked).To(HaveLen(3))
		Expect(server.asked).NotTo(ContainElement(`"2"`))
	})

	It("makes an answer fresh for as long as 304 says, and no longer", func(ctx SpecContext) {
		now := newClock()
		server := &turns{next: []http.HandlerFunc{
			says("a", "ETag", `"1"`, "Cache-Control", "max-age=10"), says("", "Cache-Control", "max-age=600"),
		}}
		todos := Todos.On(start(server, restclient.WithClock(now.Now)))
		must(todos.Fetch(ctx, 1))
		must(todos.Fetch(ctx, 1))
		now.Advance(599e9)

		Expect(must(todos.Get(ctx, 1)).Title).To(Equal("a"))

		server.mu.Lock()
		defer server.mu.Unlock()
		Expect(server.asked).To(HaveLen(2))
	})

	DescribeTable("keeps what they have said of their time where 304 says nothing",
		func(ctx SpecContext, name, value string, after time.Duration, want store.Status) {
			now := newClock()
			server := &turns{next: []http.HandlerFunc{says("a", "ETag", `"1"`, "Date", "Thu, 01 Jan 2026 00:00:00 GMT", name, value), says(""), says("")}}
			client := start(server, restclient.WithClock(now.Now))
			for range 3 {
				must(Todos.On(client).Fetch(ctx, 1))
			}
			now.Advance(after)

			_, status := todoStatus(client, 1)

			Expect(status).To(Equal(want))
		},
		Entry("a long one", "Cache-Control", "max-age=600", 599*time.Second, store.Fresh),
		Entry("a long one in a date", "Expires", "Thu, 01 Jan 2026 00:10:00 GMT", 599*time.Second, store.Fresh),
		Entry("none", "Cache-Control", "no-cache", time.Duration(0), store.Stale),
		Entry("one that has passed", "Expires", "Thu, 01 Jan 1970 00:00:00 GMT", time.Duration(0), store.Stale),
	)

	DescribeTable("may forbid to show what is stale",
		func(ctx SpecContext, control, want string, opts ...restclient.EndpointOption) {
			now := newClock()
			server := &turns{next: []http.HandlerFunc{says("a", "Cache-Control", control), says("b", "Cache-Control", control)}}
			get := restclient.RestEndpoint[int, Todo]("/todos/:id", append(opts, apiPrefix)...)
			used := start(server, restclient.WithClock(now.Now)).Context(ctx)
			must(restclient.UseSuspense(used, get, 1))
			now.Advance(11 * time.Second)

			Expect(must(restclient.UseSuspense(used, get, 1)).Title).To(Equal(want))
		},
		Entry("with must-revalidate", "max-age=10, must-revalidate", "b"),
		Entry("with no-cache", "no-cache", "b"),
		Entry("not with a time alone", "max-age=10", "a"),
		Entry("not where the endpoint says how long answers are fresh", "no-cache", "a", restclient.WithExpiry(10*time.Second)),
	)

	It("forbids to show what is stale while the server fails, and after a mutation", func(ctx SpecContext) {
		now := newClock()
		server := &turns{next: []http.HandlerFunc{
			says("a", "ETag", `"1"`, "Cache-Control", "max-age=10, must-revalidate"),
			says("b", "ETag", `"2"`, "Cache-Control", "max-age=10"),
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
			says("b"),
		}}
		todos := Todos.On(start(server, restclient.WithClock(now.Now)))
		must(todos.Get(ctx, 1))
		must(todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "b"}))
		now.Advance(11 * time.Second)

		for range 2 {
			_, err := todos.Get(ctx, 1)
			Expect(err).To(MatchError(restclient.ErrServer))
		}
		now.Advance(2 * time.Second)
		Expect(must(todos.Get(ctx, 1)).Title).To(Equal("b"))
	})
})

// rack is an answer with entities.
type rack struct {
	Name  string                `json:"name"`
	Top   Todo                  `json:"top"`
	Todos restclient.List[Todo] `json:"todos"`
}

var _ = Describe("What an answer with entities says about itself", func() {
	const first = `{"name":"s","top":{"id":1,"userId":1,"title":"a","completed":false},"todos":[{"id":2,"userId":1,"title":"b","completed":false}]}`
	racks := restclient.RestEndpoint[restclient.None, rack]("/rack", apiPrefix, restclient.WithSchema(restclient.ObjectOf[rack](restclient.EntityOf[Todo]())))
	answers := func(body, etag string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("ETag", etag)
			if body == "" {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(body))
		}
	}
	shown := func(ctx context.Context) []string {
		GinkgoHelper()
		s := must(restclient.Fetch(ctx, racks, restclient.None{}))
		return append(titles(s.Todos), s.Top.Title)
	}

	It("is asked for, and makes fresh all that is in it", func(ctx SpecContext) {
		now := newClock()
		server := &turns{next: []http.HandlerFunc{answers(first, `"1"`), answers("", `"1"`)}}
		client := start(server, restclient.WithClock(now.Now))
		used := client.Context(ctx)
		Expect(shown(used)).To(Equal([]string{"b", "a"}))
		now.Advance(59 * time.Second)

		Expect(shown(used)).To(Equal([]string{"b", "a"}))

		Expect(server.asked).To(Equal([]string{"", `"1"`}))
		now.Advance(59 * time.Second)
		Expect(must(restclient.UseSuspense(used, racks, restclient.None{})).Name).To(Equal("s"))
		for id := range 2 {
			_, status := todoStatus(client, 1+id)
			Expect(status).To(Equal(store.Fresh))
		}
	})

	DescribeTable("is not about what is stored any more",
		func(ctx SpecContext, change func(todos *restclient.Bound[Todo, int, TodoFilter])) {
			server := &turns{next: []http.HandlerFunc{
				answers(first, `"1"`), says("c"), answers(first, `"2"`),
			}}
			client := start(server)
			used := client.Context(ctx)
			shown(used)
			change(Todos.On(client))

			Expect(shown(used)).To(Equal([]string{"b", "a"}))

			Expect(server.asked).To(HaveLen(3))
			Expect(server.asked[2]).To(BeEmpty())
		},
		Entry("after an entity in it was read otherwise", func(todos *restclient.Bound[Todo, int, TodoFilter]) {
			must(todos.Fetch(context.Background(), 1))
		}),
		Entry("after a mutation", func(todos *restclient.Bound[Todo, int, TodoFilter]) {
			must(todos.PartialUpdate(context.Background(), 1, restclient.Fields{"title": "c"}))
		}),
	)

	It("is not kept of an answer that a later request outweighs", func(ctx SpecContext) {
		release := make(chan struct{})
		late := func(w http.ResponseWriter, r *http.Request) {
			<-release
			answers(first, `"1"`)(w, r)
		}
		asked := make(chan string, 3)
		var n atomic.Int32
		client := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked <- r.Header.Get("If-None-Match")
			switch n.Add(1) {
			case 1:
				late(w, r)
			case 2:
				says("c")(w, r)
			default:
				answers(first, `"1"`)(w, r)
			}
		}))
		used := client.Context(ctx)
		done := make(chan []string)
		go func() {
			defer GinkgoRecover()
			done <- shown(used)
		}()
		Expect(<-asked).To(BeEmpty())
		must(Todos.On(client).Fetch(ctx, 1))
		close(release)

		Expect(<-done).To(Equal([]string{"b", "c"}))

		Expect(<-asked).To(BeEmpty())
		Expect(shown(used)).To(Equal([]string{"b", "a"}))
		Expect(<-asked).To(BeEmpty())
	})
})

var _ = Describe("An entity whose part was invalidated", func() {
	It("is asked for in full, because what has not changed may be without the part", func(ctx SpecContext) {
		answer := func(story string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("ETag", `"1"`)
				if r.Header.Get("If-None-Match") != "" {
					w.WriteHeader(http.StatusNotModified)
					return
				}
				writeJSON(w, http.StatusOK, json.RawMessage(story))
			}
		}
		renamed := strings.ReplaceAll(firstStory, "Ann", "Anna")
		server := &turns{next: []http.HandlerFunc{answer(firstStory), answer(renamed), answer(renamed)}}
		client := start(server)
		stories := Stories.On(client)
		must(stories.Get(ctx, 1))
		Expect(Authors.On(client).Invalidate(ctx, 7)).To(Succeed())

		Expect(must(stories.Get(ctx, 1)).Author.Name).To(Equal("Anna"))
		Expect(must(stories.Get(ctx, 1)).Author.Name).To(Equal("Anna"))

		Expect(server.asked).To(Equal([]string{"", ""}))
	})
})
