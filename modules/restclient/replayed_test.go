package restclient_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// keyed answers what has a key that it knows as it did at first. The first answer to each
// mutation is lost, and what meanwhile does happens before it is sent again.
func keyed(next core.Transport, meanwhile func()) core.Transport {
	kept, lost := map[string]func() *core.Response{}, map[string]bool{}
	return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
		if r.Method == http.MethodGet {
			return next.Do(ctx, r)
		}
		key := r.Header.Get(policy.KeyHeader)
		if answer := kept[key]; answer != nil {
			return answer(), nil
		}
		res, err := next.Do(ctx, r)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(res.Body)
		if err != nil {
			return nil, err
		}
		answer := func() *core.Response {
			again := *res
			again.Body = io.NopCloser(bytes.NewReader(body))
			return &again
		}
		if key != "" {
			kept[key] = answer
		}
		if lost[r.Method] {
			return answer(), nil
		}
		lost[r.Method] = true
		meanwhile()
		return nil, io.ErrUnexpectedEOF
	})
}

var _ = Describe("The answer to a mutation that was sent again, which may be the first one", func() {
	var server *recorder

	repeating := func(meanwhile func()) *restclient.Client {
		GinkgoHelper()
		transport := httptransport.InProcess(server)
		client, err := restclient.New(keyed(transport, meanwhile), restclient.WithMiddleware(policy.IdempotencyKey(), quick()), restclient.WithClock(newClock().Now))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(transport.Wait)
		DeferCleanup(client.Close)
		return client
	}
	change := func(f func()) func() {
		return func() {
			server.mu.Lock()
			defer server.mu.Unlock()
			f()
		}
	}
	BeforeEach(func() { server = three() })

	It("does not show for good what was made, and then deleted by another program", func(ctx SpecContext) {
		client := repeating(change(func() { server.todos = server.todos[:3] }))
		must(Todos.On(client).List(ctx, TodoFilter{}))

		made := must(Todos.On(client).Create(ctx, TodoFilter{}, Todo{Title: "d"}))

		must(Todos.On(client).Get(ctx, made.ID)) // stale, and read again
		Eventually(func() error { _, err := Todos.On(client).Get(ctx, made.ID); return err }).WithContext(ctx).Should(MatchError(restclient.ErrNotFound))
		must(Todos.On(client).List(ctx, TodoFilter{}))
		Eventually(func() []string { return titles(must(Todos.On(client).List(ctx, TodoFilter{}))) }).WithContext(ctx).Should(Equal([]string{"a", "b", "c"}))
	})

	It("does not show for good what was changed, and then changed by another program", func(ctx SpecContext) {
		client := repeating(change(func() { server.todos[0].Title = "theirs" }))
		must(Todos.On(client).List(ctx, TodoFilter{}))

		Expect(must(Todos.On(client).PartialUpdate(ctx, 1, restclient.Fields{"title": "ours"})).Title).To(Equal("ours"))

		Eventually(func() string { return must(Todos.On(client).Get(ctx, 1)).Title }).WithContext(ctx).Should(Equal("theirs"))
		Eventually(func() []string { return titles(must(Todos.On(client).List(ctx, TodoFilter{}))) }).WithContext(ctx).Should(Equal([]string{"theirs", "b", "c"}))
	})

	It("is read again where it has entities in it", func(ctx SpecContext) {
		type page struct {
			Todos []Todo `json:"todos"`
		}
		give := restclient.RestMutation[restclient.None, restclient.None, page]("/give", apiPrefix, restclient.WithSchema(restclient.ObjectOf[page](restclient.EntityOf[Todo]())))
		client := repeating(change(func() { server.todos[0].Title = "theirs" }))
		must(Todos.On(client).Get(ctx, 1))
		server.set(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				writeJSON(w, 200, page{[]Todo{{ID: 1, UserID: 1, Title: "ours"}}})
				return
			}
			server.serve(w, r, nil)
		})

		must(restclient.Mutate(client.Context(ctx), give, restclient.None{}, restclient.None{}))

		Eventually(func() string { return must(Todos.On(client).Get(ctx, 1)).Title }).WithContext(ctx).Should(Equal("theirs"))
	})

	It("is read again where net/http has sent it again by itself, on a connection of its own", func(ctx SpecContext) {
		kept, answers := map[string]*httptest.ResponseRecorder{}, sync.Mutex{}
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answers.Lock()
			defer answers.Unlock()
			key := r.Header.Get(policy.KeyHeader)
			again := kept[key]
			if key == "" {
				server.ServeHTTP(w, r)
				return
			}
			if again == nil {
				kept[key] = httptest.NewRecorder()
				server.ServeHTTP(kept[key], r)
				server.mu.Lock()
				server.todos = server.todos[:3] // by another program
				server.mu.Unlock()
				panic(http.ErrAbortHandler)
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(again.Code)
			_, _ = w.Write(again.Body.Bytes())
		}))
		DeferCleanup(site.Close)
		dials, answered := 0, make(chan struct{})
		transport := httptransport.New(&http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := new(net.Dialer).DialContext(ctx, network, address)
			if dials++; dials == 2 { // is told that it has written after the answer has come
				conn = slowlyWritten{conn, answered}
			}
			return conn, err
		}}})
		client, err := restclient.New(core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			there := *r
			there.URL = site.URL + strings.TrimPrefix(r.URL, "http://api.test")
			return transport.Do(ctx, &there)
		}), restclient.WithMiddleware(policy.IdempotencyKey()), restclient.WithClock(newClock().Now))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
		must(Todos.On(client).List(ctx, TodoFilter{})) // a connection that was used is sent on again

		made := must(Todos.On(client).Create(ctx, TodoFilter{}, Todo{Title: "d"}))
		close(answered)

		must(Todos.On(client).Get(ctx, made.ID)) // stale, and read again
		Eventually(func() error { _, err := Todos.On(client).Get(ctx, made.ID); return err }).WithContext(ctx).Should(MatchError(restclient.ErrNotFound))
	}, SpecTimeout(30*time.Second))

	It("is that of the last attempt where nothing has a key: a PUT does the same again", func(ctx SpecContext) {
		client := repeating(func() {})
		must(Todos.On(client).Update(ctx, 1, Todo{ID: 1, UserID: 1, Title: "ours"}))

		Expect(must(Todos.On(client).Get(ctx, 1)).Title).To(Equal("ours"))
		Expect(server.seen()).To(Equal([]string{"PUT /todos/1", "PUT /todos/1"}))
	})
})

// slowlyWritten is a connection on which a request is written long after all of it has
// arrived.
type slowlyWritten struct {
	net.Conn
	until <-chan struct{}
}

func (c slowlyWritten) Write(data []byte) (int, error) {
	n, err := c.Conn.Write(data)
	if bytes.HasSuffix(data, []byte("}")) {
		<-c.until
	}
	return n, err
}
