package restclient_test

import (
	"net/http"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("Inspect", func() {
	var (
		server *recorder
		time_  *clock
		client *restclient.Client
	)

	BeforeEach(func() {
		server, time_ = three(), newClock()
		client = start(server, restclient.WithClock(time_.Now))
	})

	It("has the answers, and how far they can be trusted", func(ctx SpecContext) {
		todos := Todos.On(client)
		must(todos.List(ctx, user(1)))
		must(todos.Get(ctx, 3))
		time_.Advance(time.Minute)
		must(todos.Fetch(ctx, 3))
		Expect(todos.InvalidateList(ctx, user(1))).To(Succeed())

		answers := client.Inspect().Answers()

		Expect(answers).To(HaveLen(2))
		Expect(answers[0]).To(And(HaveField("Endpoint", "Todo.get"), HaveField("Args", 3), HaveField("Status()", store.Fresh)))
		Expect(answers[1]).To(And(HaveField("URL", "http://api.test/todos?userId=1"), HaveField("Status()", store.Invalid)))
		Expect(answers[1].At).To(BeTemporally("~", time.Now(), time.Minute))
	})

	It("has the store", func(ctx SpecContext) {
		must(Todos.On(client).Get(ctx, 1))

		var keys []any
		for table := range client.Inspect().Store.Inspect(nil) {
			if table.Kind == "entity" {
				keys = append(keys, table.Keys()...)
			}
		}
		Expect(keys).To(Equal([]any{1}))
	})

	It("has the calls that are under way, without secrets", func(ctx SpecContext) {
		type search struct {
			Token string `query:"token"`
		}
		found := restclient.RestEndpoint[search, []Todo]("/todos", restclient.WithURLPrefix("http://api.test"), restclient.WithName("search"))
		entered, release := make(chan struct{}), make(chan struct{})
		server.set(func(w http.ResponseWriter, _ *http.Request) {
			close(entered)
			<-release
			writeJSON(w, http.StatusOK, []Todo{})
		})
		done := make(chan error)
		go func() { _, err := restclient.Fetch(client.Context(ctx), found, search{"hush"}); done <- err }()
		<-entered

		Expect(client.Inspect().Calls).To(ConsistOf(And(
			HaveField("Name", "search"), HaveField("Purpose", restclient.ForFetch), HaveField("Method", "GET"),
			HaveField("URL", "http://api.test/todos?token=REDACTED"))))
		close(release)
		Expect(<-done).To(Succeed())
		Expect(client.Inspect().Calls).To(BeEmpty())
	})

	It("keeps identities apart", func(ctx SpecContext) {
		must(Todos.On(client.ForIdentity("ida")).Get(ctx, 1))
		must(Todos.On(client.ForIdentity("bo")).List(ctx, TodoFilter{}))

		Expect(client.Inspect()).To(And(HaveField("Identities", []string{"bo", "ida"}), HaveField("Answers()", BeEmpty())))
		Expect(client.ForIdentity("ida").Inspect()).To(And(
			HaveField("Identity", "ida"), HaveField("Identities", BeEmpty()), HaveField("Answers()", HaveLen(1)), HaveField("AnswerCount", 1)))
	})

	It("has nothing of no client", func(ctx SpecContext) {
		var none *restclient.Client

		Expect(none.Inspect()).To(BeZero())
		none.OnReset(nil)()
	})
})

var _ = Describe("OnReset", func() {
	It("is told when there is another store", func(ctx SpecContext) {
		client := start(three())
		ida := client.ForIdentity("ida")
		var stores []*store.Store
		remove := ida.OnReset(func() { stores = append(stores, ida.Inspect().Store) })
		old := ida.Inspect().Store

		ida.Reset(ctx)
		client.Reset(ctx)

		Expect(stores).To(HaveLen(1))
		Expect(stores[0]).NotTo(BeIdenticalTo(old))
		Expect(stores[0]).To(BeIdenticalTo(ida.Inspect().Store))
		remove()
		ida.Reset(ctx)
		Expect(stores).To(HaveLen(1))
	})

	It("is told of a session that has ended", func(ctx SpecContext) {
		server := three()
		server.answers(http.StatusUnauthorized, "", "")
		client := start(server, restclient.ResetOnUnauthorized())
		resets := 0
		client.OnReset(func() { resets++ })

		_, err := Todos.On(client).Get(ctx, 1)

		Expect(err).To(MatchError(restclient.ErrUnauthorized))
		Expect(resets).To(Equal(1))
	})
})
