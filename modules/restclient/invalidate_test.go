package restclient_test

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

var tagged = restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id",
	restclient.WithURLPrefix("http://api.test"),
	restclient.WithTags("todos"),
	restclient.WithTagsOf(func(f TodoFilter) []string {
		if f.UserID == nil {
			return nil
		}
		return []string{fmt.Sprintf("user:%d", *f.UserID)}
	}))

// reader is a client with two todos and two lists, read and watched.
type reader struct {
	*testing.T
	g      *WithT
	server *script
	client *restclient.Client
	ctx    context.Context
	loops  []interface{ stop() }
}

func newReader(t *testing.T, opts ...restclient.Option) *reader {
	r := &reader{T: t, g: NewWithT(t), server: todoScript()}
	r.client, r.ctx = clientFor(t, r.server, opts...)
	todos := tagged.On(r.client)
	for _, id := range []int{7, 8} {
		for range 3 {
			r.loops = append(r.loops, follow(r.ctx, func(ctx context.Context) iter.Seq2[Todo, error] { return todos.Watch(ctx, id) }))
		}
	}
	for _, f := range []TodoFilter{user(1), user(2)} {
		for range 3 {
			r.loops = append(r.loops, follow(r.ctx, func(ctx context.Context) iter.Seq2[restclient.List[Todo], error] {
				return todos.WatchList(ctx, f)
			}))
		}
	}
	synctest.Wait()
	r.g.Expect(r.server.seen()).To(ConsistOf("GET /todos/7", "GET /todos/8", "GET /todos?userId=1", "GET /todos?userId=2"))
	return r
}

func (r *reader) leave() {
	for _, l := range r.loops {
		l.stop()
	}
	r.loops = nil
}

// refetches returns what is asked for by live loops, and by later reads of
// everything when there are none.
func (r *reader) refetches() []string {
	synctest.Wait()
	return r.server.seen()
}

func (r *reader) readAll() []string {
	todos := tagged.On(r.client)
	for _, id := range []int{7, 8} {
		_, err := todos.Get(r.ctx, id)
		r.g.Expect(err).NotTo(HaveOccurred())
	}
	for _, f := range []TodoFilter{user(1), user(2)} {
		_, err := todos.List(r.ctx, f)
		r.g.Expect(err).NotTo(HaveOccurred())
	}
	return r.refetches()
}

func TestRefetchesAreExact(t *testing.T) {
	byURL := func(a restclient.Answer) bool { return strings.HasSuffix(a.URL, "/8") }
	byArgs := func(a restclient.Answer) bool { f, ok := a.Args.(TodoFilter); return ok && *f.UserID == 2 }
	byName := func(a restclient.Answer) bool { return a.Endpoint == "Todo.get" && a.Method == "GET" }
	all := []string{"GET /todos/7", "GET /todos/8", "GET /todos?userId=1", "GET /todos?userId=2"}
	matched := func(f func(context.Context, restclient.Match) (int, error), m restclient.Match) func(*reader) int {
		return func(r *reader) int {
			n, err := f(r.ctx, m)
			r.g.Expect(err).NotTo(HaveOccurred())
			return n
		}
	}
	one := func(f func(*reader) error) func(*reader) int {
		return func(r *reader) int { r.g.Expect(f(r)).To(Succeed()); return 1 }
	}
	for name, c := range map[string]struct {
		touch func(*reader) int
		want  []string
	}{
		"endpoint and arguments": {one(func(r *reader) error { return restclient.Invalidate(r.ctx, tagged.Get, 7) }), all[:1]},
		"list and arguments":     {one(func(r *reader) error { return restclient.Expire(r.ctx, tagged.GetList, user(2)) }), all[3:]},
		"entity, invalid":        {one(func(r *reader) error { return tagged.On(r.client).Invalidate(r.ctx, 8) }), all[1:2]},
		"entity, stale":          {one(func(r *reader) error { return tagged.On(r.client).Expire(r.ctx, 8) }), all[1:2]},
		"list, invalid":          {one(func(r *reader) error { return tagged.On(r.client).InvalidateList(r.ctx, user(1)) }), all[2:3]},
		"list, stale":            {one(func(r *reader) error { return tagged.On(r.client).ExpireList(r.ctx, user(1)) }), all[2:3]},
		"all of an endpoint":     {matched(restclient.InvalidateAll, restclient.AnswersOf(tagged.Get)), all[:2]},
		"all of a list":          {matched(restclient.ExpireAll, restclient.AnswersOf(tagged.GetList)), all[2:]},
		"a tag, invalid":         {matched(restclient.InvalidateAll, restclient.Tagged("todos")), all},
		"a tag, stale":           {matched(restclient.ExpireAll, restclient.Tagged("todos", "other")), all},
		"a tag of arguments":     {matched(restclient.ExpireAll, restclient.Tagged("user:1")), all[2:3]},
		"an unknown tag":         {matched(restclient.ExpireAll, restclient.Tagged("other")), nil},
		"a URL":                  {matched(restclient.InvalidateAll, byURL), all[1:2]},
		"arguments":              {matched(restclient.InvalidateAll, byArgs), all[3:]},
		"a name":                 {matched(restclient.ExpireAll, byName), all[:2]},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newReader(t)
				r.g.Expect(c.touch(r)).To(Equal(len(c.want)))
				r.g.Expect(r.refetches()).To(ConsistOf(c.want), "by live loops")
				r.g.Expect(r.readAll()).To(BeEmpty())

				r.leave()
				r.g.Expect(c.touch(r)).To(Equal(len(c.want)))
				r.g.Expect(r.refetches()).To(BeEmpty())
				r.g.Expect(r.readAll()).To(ConsistOf(c.want), "by later reads")
			})
		})
	}
}

func TestInvalidatingAnEntityLeavesListsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), todoScript()
		client, ctx := clientFor(t, server)
		todos := Todos.On(client)
		_, err := todos.Get(ctx, 1)
		g.Expect(err).NotTo(HaveOccurred())
		_, err = todos.List(ctx, TodoFilter{})
		g.Expect(err).NotTo(HaveOccurred())
		server.seen()

		n, err := restclient.InvalidateAll(ctx, restclient.AnswersOf(Todos.Get))
		g.Expect(n, err).To(Equal(1))

		_, ok := restclient.UseCache(ctx, Todos.Get, 1)
		g.Expect(ok).To(BeFalse())
		l, ok := restclient.UseCache(ctx, Todos.GetList, TodoFilter{})
		g.Expect(ok).To(BeTrue())
		g.Expect(titles(l)).To(Equal([]string{"t1", "t2"}), "B53")
		_, err = todos.List(ctx, TodoFilter{})
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(server.seen()).To(BeEmpty())
	})
}

func TestWhatIsUnderWayDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), counter()
		server.delay = 0
		_, ctx := clientFor(t, server)
		g.Expect(restclient.UseSuspense(ctx, count, restclient.None{})).To(Equal(1))
		server.delay = 1e9
		go func() { _, _ = restclient.Fetch(ctx, count, restclient.None{}) }()
		sleep(0.5)
		g.Expect(restclient.Invalidate(ctx, count, restclient.None{})).To(Succeed())

		g.Expect(restclient.UseSuspense(ctx, count, restclient.None{})).To(Equal(3), "an answer from before proves nothing")
		g.Expect(restclient.UseSuspense(ctx, count, restclient.None{})).To(Equal(3))
	})
}

func TestAnInvalidListThatGrowsWhileItIsReadIsUsable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		client, ctx := clientFor(t, newScript(func(n int, r *core.Request) (int, string) {
			if r.Method == http.MethodPost {
				return 201, fmt.Sprintf(`{"id":%d,"title":"new"}`, 100+n)
			}
			sleep(2)
			return 200, `[{"id":1,"title":"t1"}]`
		}))
		todos := Todos.On(client)
		_, err := todos.List(ctx, TodoFilter{})
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(todos.InvalidateList(ctx, TodoFilter{})).To(Succeed())
		go func() {
			sleep(1)
			_, _ = todos.Create(ctx, TodoFilter{}, Todo{Title: "new"})
		}()

		read, err := todos.List(ctx, TodoFilter{})

		g.Expect(err).NotTo(HaveOccurred())
		shown, ok := restclient.UseCache(ctx, Todos.GetList, TodoFilter{})
		g.Expect(ok).To(BeTrue())
		g.Expect(titles(shown)).To(Equal(titles(read)))
		began := time.Now()
		_, err = todos.List(ctx, TodoFilter{})
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(time.Since(began)).To(BeZero(), "it is stale, since it may lack what was created")
	})
}

func TestTheAnswersRememberedAreBounded(t *testing.T) {
	g := NewWithT(t)
	client, ctx := clientFor(t, todoScript(), restclient.WithMaxEntities(500))
	for id := range 2000 {
		_, err := Todos.On(client).Get(ctx, id)
		g.Expect(err).NotTo(HaveOccurred())
	}
	g.Expect(client.Answers()).To(BeNumerically("<=", 1000+1))
	n, err := restclient.InvalidateAll(ctx, restclient.AnswersOf(Todos.Get))
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(n).To(BeNumerically(">", 300), "what is stored is known")
	g.Expect(n).To(BeNumerically("<=", 500))
}

func TestTagsOfOtherArgumentsAreAFault(t *testing.T) {
	g, tags := NewWithT(t), restclient.WithTagsOf(func(string) []string { return nil })
	g.Expect(counting(tags).Err()).To(MatchError(ContainSubstring("WithTagsOf")))
	g.Expect(restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", tags).Err()).To(MatchError(ContainSubstring("WithTagsOf")))
	_, err := restclient.ExpireAll(t.Context(), restclient.Tagged("x"))
	g.Expect(err).To(MatchError(restclient.ErrNoController))
}

func TestReset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newReader(t)
		r.server.delay = 1e9
		errs := make(chan error, 3)
		go func() { _, err := tagged.On(r.client).Fetch(r.ctx, 7); errs <- err }()
		go func() { _, err := tagged.On(r.client).FetchList(r.ctx, user(1)); errs <- err }()
		go func() {
			_, err := tagged.On(r.client).PartialUpdate(r.ctx, 7, restclient.Fields{"title": "x"})
			r.g.Expect(err).To(HaveField("OutcomeUnknown", true))
			errs <- err
		}()
		sleep(0.5)
		r.server.seen()

		r.client.Reset(r.ctx)
		for range 3 {
			r.g.Expect(<-errs).To(SatisfyAll(MatchError(restclient.ErrReset), HaveField("Kind", restclient.KindReset)), "B58")
		}
		_, ok := restclient.UseCache(r.ctx, tagged.Get, 7)
		r.g.Expect(ok).To(BeFalse())
		r.g.Expect(r.refetches()).To(ConsistOf("GET /todos/7", "GET /todos/8", "GET /todos?userId=1", "GET /todos?userId=2"), "what is watched")
		sleep(2)
		r.g.Expect(r.readAll()).To(BeEmpty())
		r.leave()
		r.g.Expect(r.client.Loops()).To(BeZero())
	})
}

func TestALateAnswerIsNotStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, stubborn := NewWithT(t), counter()
		client, ctx := clientFor(t, deaf{stubborn})
		stubborn.delay = 1e9
		result := make(chan error)
		go func() { _, err := restclient.UseSuspense(ctx, count, restclient.None{}); result <- err }()
		sleep(0.5)
		client.Reset(ctx)
		g.Expect(<-result).To(MatchError(restclient.ErrReset), "without waiting for the transport")
		sleep(10)
		_, ok := restclient.UseCache(ctx, count, restclient.None{})
		g.Expect(ok).To(BeFalse())
	})
}

func TestPollsGoOnAfterAReset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), counter()
		client, ctx := clientFor(t, server)
		l := follow(ctx, poll(1e9))
		sleep(1.5)
		client.Reset(ctx)
		sleep(2)
		g.Expect(server.times()).To(Equal(seconds(0, 1, 1.5, 2.5, 3.5)))
		g.Expect(client.Timers()).To(Equal(1))
		l.stop()
		g.Expect(client.Timers()).To(BeZero())
	})
}

func TestAWatcherIsWokenByAReset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		client, ctx := clientFor(t, todoScript())
		w := restclient.Watch(ctx, Todos.Get, 1)
		defer w.Close()
		g.Expect(w.Next(ctx)).To(HaveField("Title", "t1"))
		changed := w.Changed()
		client.Reset(ctx)
		g.Expect(changed).To(Receive())
		g.Expect(w.Value(ctx)).To(HaveField("Title", "t1"))
		put(client, "later", 1)
		g.Expect(changed).To(Receive(), "the channel stays the same")
		g.Expect(w.Value(ctx)).To(HaveField("Title", "later"))
	})
}

func ExampleInvalidateAll() {
	client := newClient()
	defer client.Close()
	ctx := client.Context(context.Background())
	for _, id := range []int{1, 2} {
		_, _ = restclient.UseSuspense(ctx, Todos.Get, id)
	}

	fmt.Println(restclient.InvalidateAll(ctx, restclient.AnswersOf(Todos.Get)))
	_, ok := restclient.UseCache(ctx, Todos.Get, 1)
	fmt.Println(ok)
	// Output:
	// 2 <nil>
	// false
}
