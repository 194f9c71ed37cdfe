package restclient_test

import (
	"net/http"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// ticket counts within its project; its key is known to the server alone.
type ticket struct {
	ID     int    `json:"id"`
	Number int    `json:"number"`
	Title  string `json:"title"`
}

func (t ticket) PK() int { return t.ID }

type ticketKey struct {
	Project string `path:"project"`
	Number  int    `path:"number"`
}

type ticketFilter struct {
	Project string `path:"project"`
	State   string `query:"state,omitempty"`
}

var tickets = restclient.CreateResource[ticket, ticketKey, ticketFilter]("/projects/:project/tickets/:number",
	restclient.WithKeyInAnswer(), restclient.WithOptimistic())

var _ = Describe("A resource whose arguments do not hold the key", func() {
	var (
		mu       sync.Mutex
		requests []string
		held     chan struct{} // holds answers to mutations back, when set
		bound    *restclient.Bound[ticket, ticketKey, ticketFilter]
	)
	one := ticketKey{"trefoil", 1}

	BeforeEach(func() {
		requests, held = nil, nil
		bound = tickets.On(start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			requests = append(requests, r.Method+" "+r.RequestURI)
			wait := held
			mu.Unlock()
			if wait != nil && r.Method != http.MethodGet {
				<-wait
			}
			w.Header().Set("Content-Type", "application/json")
			answers := map[string]string{
				"GET /projects/trefoil/tickets/1":   `{"id":71,"number":1,"title":"a"}`,
				"GET /projects/other/tickets/1":     `{"id":99,"number":1,"title":"another"}`,
				"GET /projects/trefoil/tickets":     `[{"id":71,"number":1,"title":"a"},{"id":72,"number":2,"title":"b"}]`,
				"PATCH /projects/trefoil/tickets/1": `{"id":71,"number":1,"title":"new"}`,
				"POST /projects/trefoil/tickets":    `{"id":73,"number":3,"title":"c"}`,
				"DELETE /projects/trefoil/tickets/": ``,
			}
			for address, answer := range answers {
				if address == r.Method+" "+r.URL.Path || r.Method == http.MethodDelete && strings.HasPrefix(address, "DELETE") {
					_, _ = w.Write([]byte(answer))
				}
			}
		}), restclient.WithBaseURL("http://api.test")))
	})

	It("is declared without a fault", func() { Expect(tickets.Err()).To(Succeed()) })

	It("keeps what has the same number in other projects apart", func(ctx SpecContext) {
		first, err := bound.Get(ctx, one)
		Expect(err).NotTo(HaveOccurred())
		other, err := bound.Get(ctx, ticketKey{"other", 1})
		Expect(err).NotTo(HaveOccurred())
		again, err := bound.Get(ctx, one)
		Expect(err).NotTo(HaveOccurred())

		Expect([]int{first.ID, other.ID, again.ID}).To(Equal([]int{71, 99, 71}))
		Expect(requests).To(Equal([]string{"GET /projects/trefoil/tickets/1", "GET /projects/other/tickets/1"}))
	})

	It("shows a change in the lists that hold the entity, before it is answered", func(ctx SpecContext) {
		_, err := bound.Get(ctx, one)
		Expect(err).NotTo(HaveOccurred())
		_, err = bound.List(ctx, ticketFilter{Project: "trefoil"})
		Expect(err).NotTo(HaveOccurred())
		held = make(chan struct{})
		ended := make(chan error, 1)
		go func() {
			_, err := bound.Edit(ctx, one, func(t *ticket) { t.Title = "new" })
			ended <- err
		}()

		title := func() string {
			l, err := bound.List(ctx, ticketFilter{Project: "trefoil"})
			Expect(err).NotTo(HaveOccurred())
			return l.At(0).Title
		}
		Eventually(title).WithContext(ctx).Should(Equal("new"))
		close(held)
		Expect(<-ended).To(Succeed())
		Expect(title()).To(Equal("new"))
	})

	It("takes what is deleted out of the lists", func(ctx SpecContext) {
		_, err := bound.Get(ctx, one)
		Expect(err).NotTo(HaveOccurred())
		_, err = bound.List(ctx, ticketFilter{Project: "trefoil"})
		Expect(err).NotTo(HaveOccurred())

		Expect(bound.Delete(ctx, one)).To(Succeed())

		l, err := bound.List(ctx, ticketFilter{Project: "trefoil"})
		Expect(err).NotTo(HaveOccurred())
		Expect(l.Len()).To(Equal(1))
		Expect(requests).To(HaveLen(3))
	})

	It("reads the list again after the deletion of what was never read by its path", func(ctx SpecContext) {
		_, err := bound.List(ctx, ticketFilter{Project: "trefoil"})
		Expect(err).NotTo(HaveOccurred())
		Expect(bound.Delete(ctx, ticketKey{"trefoil", 2})).To(Succeed())

		_, err = bound.List(ctx, ticketFilter{Project: "trefoil"})
		Expect(err).NotTo(HaveOccurred())

		asked := func() int {
			mu.Lock()
			defer mu.Unlock()
			return len(requests)
		}
		Eventually(asked).WithContext(ctx).Should(Equal(3))
	}, NodeTimeout(time.Minute))

	It("adds what is created to the lists of its project", func(ctx SpecContext) {
		_, err := bound.List(ctx, ticketFilter{Project: "trefoil"})
		Expect(err).NotTo(HaveOccurred())

		made, err := bound.Create(ctx, ticketFilter{Project: "trefoil"}, ticket{Title: "c"})
		Expect(err).NotTo(HaveOccurred())
		l, err := bound.List(ctx, ticketFilter{Project: "trefoil"})
		Expect(err).NotTo(HaveOccurred())

		Expect(made.ID).To(Equal(73))
		Expect(l.Len()).To(Equal(3))
	})

	It("takes a deletion that is pushed, of what it has read", func(ctx SpecContext) {
		_, err := bound.Get(ctx, one)
		Expect(err).NotTo(HaveOccurred())
		_, err = bound.List(ctx, ticketFilter{Project: "trefoil"})
		Expect(err).NotTo(HaveOccurred())

		err = bound.Ingest(ctx, func(yield func(restclient.Pushed[ticketKey], error) bool) {
			_ = yield(restclient.Deleted(one), nil) && yield(restclient.Deleted(ticketKey{"never", 5}), nil)
		})

		Expect(err).NotTo(HaveOccurred())
		l, err := bound.List(ctx, ticketFilter{Project: "trefoil"})
		Expect(err).NotTo(HaveOccurred())
		Expect(l.Len()).To(Equal(1))
	})

	DescribeTable("is refused",
		func(err error, message string) { Expect(err).To(MatchError(ContainSubstring(message))) },
		Entry("for an endpoint of its own", restclient.RestEndpoint[int, ticket]("/tickets/:id", restclient.WithKeyInAnswer()).Err(), "WithKeyInAnswer is for resources"),
		Entry("with reads in batches", restclient.CreateResource[ticket, ticketKey, ticketFilter]("/projects/:project/tickets/:number", restclient.WithKeyInAnswer(),
			restclient.WithBatchGet(func(ids []int) ticketFilter { return ticketFilter{} })).Err(), "does not go with WithKeyInAnswer"),
	)
})
