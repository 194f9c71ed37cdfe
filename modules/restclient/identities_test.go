package restclient_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

type identityKey struct{}

func as(ctx context.Context, user string) context.Context {
	return context.WithValue(ctx, identityKey{}, user)
}

func identityOf(ctx context.Context) string {
	user, _ := ctx.Value(identityKey{}).(string)
	return user
}

// authorize sends the identity of the context along, as a policy does.
func authorize(next core.Transport) core.Transport {
	return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
		r.Header.Set("X-User", identityOf(ctx))
		return next.Do(ctx, r)
	})
}

// private answers everybody with data of their own.
var private = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	secret := Todo{ID: 1, Title: r.Header.Get("X-User")}
	if r.URL.Path == "/todos" {
		writeJSON(w, http.StatusOK, []Todo{secret})
		return
	}
	writeJSON(w, http.StatusOK, secret)
})

var _ = Describe("Identities", func() {
	var (
		now    *clock
		client *restclient.Client
	)

	BeforeEach(func() {
		now = newClock()
		client = start(private, restclient.WithClock(now.Now), restclient.WithMiddleware(authorize),
			restclient.WithIdentity(identityOf), restclient.WithMaxIdentities(3))
	})

	// ask reads the same URLs in one of many ways.
	ask := func(ctx context.Context, user string, way int) (title string, err error) {
		ctx = as(ctx, user)
		var one Todo
		var list restclient.List[Todo]
		switch way % 6 {
		case 0:
			one, err = Todos.On(client).Get(ctx, 1)
		case 1:
			one, err = restclient.Fetch(client.Context(ctx), Todos.Get, 1)
		case 2:
			one, err = Todos.On(client.ForIdentity(user)).Get(ctx, 1)
		case 3:
			list, err = restclient.UseSuspense(client.Context(ctx), Todos.GetList, TodoFilter{})
			if err == nil {
				one = list.At(0)
			}
		case 4:
			client.Middleware(func(r *http.Request) string { return identityOf(r.Context()) })(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				one, err = restclient.UseSuspense(r.Context(), Todos.Get, 1)
			})).ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil))
		default:
			for one, err = range restclient.Live(client.Context(ctx), func(ctx context.Context) (Todo, error) {
				return restclient.UseSuspense(ctx, Todos.Get, 1)
			}) {
				break
			}
		}
		return one.Title, err
	}

	It("never share an entity, however it is read, expired and evicted (CF17)", func(ctx SpecContext) {
		var group sync.WaitGroup
		for worker := range 8 {
			random := rand.New(rand.NewPCG(40, uint64(worker)))
			group.Go(func() {
				defer GinkgoRecover()
				for range 200 {
					user, way := fmt.Sprint("user", random.IntN(5)), random.IntN(6)
					if random.IntN(4) == 0 {
						now.Advance(time.Minute)
					}
					title, err := ask(ctx, user, way)
					Expect(err).NotTo(HaveOccurred())
					Expect(title).To(Equal(user), "way %d", way)
				}
			})
		}
		group.Wait()
	}, NodeTimeout(time.Minute))

	It("are kept by reads in the background", func(ctx SpecContext) {
		asked := make(chan string, 10)
		client := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked <- r.Header.Get("X-User")
			private(w, r)
		}), restclient.WithClock(now.Now), restclient.WithMiddleware(authorize), restclient.WithIdentity(identityOf))
		for _, user := range []string{"ada", "bob"} {
			Expect(Todos.On(client).Get(as(ctx, user), 1)).To(HaveField("Title", user))
			Expect(asked).To(Receive(Equal(user)))
		}
		now.Advance(time.Hour)

		Expect(Todos.On(client).Get(as(ctx, "ada"), 1)).To(HaveField("Title", "ada"))

		Eventually(asked).WithContext(ctx).Should(Receive(Equal("ada")))
		Consistently(asked, "20ms").ShouldNot(Receive())
	}, NodeTimeout(time.Minute))

	It("are forgotten, those that were not used for longest first", func(ctx SpecContext) {
		ada := client.ForIdentity("ada")
		for _, user := range []string{"bob", "cleo"} {
			client.ForIdentity(user)
		}
		Expect(client.ForIdentity("ada")).To(BeIdenticalTo(ada))

		bob := client.ForIdentity("bob")
		client.ForIdentity("dora")
		client.ForIdentity("eve")

		Expect(client.ForIdentity("ada")).NotTo(BeIdenticalTo(ada))
		Expect(client.ForIdentity("bob")).NotTo(BeIdenticalTo(ada))
		_, err := Todos.On(bob).Get(as(ctx, "bob"), 1)
		Expect(err).NotTo(HaveOccurred())
	})

	It("share nothing when they are empty", func() {
		Expect(client.ForIdentity("")).NotTo(BeIdenticalTo(client.ForIdentity("")))
	})

	It("have views of their own inside requests that run at the same time", func(ctx SpecContext) {
		server := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			title := r.Header.Get("X-User")
			if r.Method == http.MethodPatch {
				title += " changed"
			}
			writeJSON(w, http.StatusOK, Todo{ID: 1, Title: title})
		})
		client := start(server, restclient.WithMiddleware(authorize), restclient.WithIdentity(identityOf))
		var group sync.WaitGroup
		watch := func(user string) (views chan string, leave func()) {
			views = make(chan string, 10)
			rctx, cancel := context.WithCancel(as(ctx, user))
			page := client.Middleware(func(r *http.Request) string { return identityOf(r.Context()) })(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				for view, err := range restclient.Live(r.Context(), func(ctx context.Context) (Todo, error) {
					return restclient.UseSuspense(ctx, Todos.Get, 1)
				}) {
					if err == nil {
						views <- view.Title
					}
				}
			}))
			group.Go(func() {
				page.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(rctx, http.MethodGet, "/", nil))
			})
			return views, cancel
		}
		ada, adaLeaves := watch("ada")
		bob, bobLeaves := watch("bob")
		Eventually(ada).WithContext(ctx).Should(Receive(Equal("ada")))
		Eventually(bob).WithContext(ctx).Should(Receive(Equal("bob")))

		must(Todos.On(client).PartialUpdate(as(ctx, "ada"), 1, restclient.Fields{"title": "x"}))
		Eventually(ada).WithContext(ctx).Should(Receive(Equal("ada changed")))
		Consistently(bob, "20ms").ShouldNot(Receive())
		must(Todos.On(client).PartialUpdate(as(ctx, "bob"), 1, restclient.Fields{"title": "x"}))
		Eventually(bob).WithContext(ctx).Should(Receive(Equal("bob changed")))

		adaLeaves()
		bobLeaves()
		group.Wait()
		Expect(ada).NotTo(Receive())
		Expect(bob).NotTo(Receive())
	}, NodeTimeout(time.Minute))
})

var _ = Describe("A client with tokens of many users", func() {
	It("sends each its own, also in the background", func(ctx SpecContext) {
		type userKey struct{}
		as := func(user string) context.Context { return context.WithValue(ctx, userKey{}, user) }
		perUser := policy.TokenSourceFunc(func(ctx context.Context, _ string) (policy.Token, error) {
			user, _ := policy.Identity(ctx)
			return policy.Token{Value: "token-of-" + user}, nil
		})
		server := newRecorder()
		server.set(func(w http.ResponseWriter, r *http.Request) {
			writeJSON(w, http.StatusOK, Todo{ID: 1, Title: r.Header.Get("Authorization")})
		})
		client := start(server,
			restclient.WithIdentity(func(ctx context.Context) string { user, _ := ctx.Value(userKey{}).(string); return user }),
			restclient.WithMiddleware(policy.Auth("http://api.test", perUser)))
		todos := Todos.On(client)

		for _, user := range []string{"ida", "bob", "ida", "bob"} {
			todo, err := todos.Get(as(user), 1)
			Expect(err).NotTo(HaveOccurred())
			Expect(todo.Title).To(Equal("Bearer token-of-" + user))
			Expect(todos.Expire(as(user), 1)).To(Succeed())
		}
		Expect(client.ForIdentity("eve")).NotTo(BeNil())
		todo, err := todos.Get(client.ForIdentity("eve").Context(as("eve")), 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(todo.Title).To(Equal("Bearer token-of-eve"))
	})

	It("sends each its own with what is read as it arrives", func(ctx SpecContext) {
		perUser := policy.TokenSourceFunc(func(ctx context.Context, _ string) (policy.Token, error) {
			user, _ := policy.Identity(ctx)
			return policy.Token{Value: "token-of-" + user}, nil
		})
		server := newRecorder()
		server.set(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case strings.Contains(r.Header.Get("Accept"), "event-stream"):
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = io.WriteString(w, "data: "+r.Header.Get("Authorization")+"\n\n")
			default:
				writeJSON(w, http.StatusOK, []Todo{{ID: 1, Title: r.Header.Get("Authorization")}})
			}
		})
		client := start(server, restclient.WithMiddleware(policy.Auth("http://api.test", perUser)))
		open := restclient.RestEndpoint[restclient.None, io.ReadCloser]("/todos", restclient.WithURLPrefix("http://api.test"))
		read := func(body io.ReadCloser) string {
			defer body.Close()
			return string(must(io.ReadAll(body)))
		}

		for _, user := range []string{"ida", "bob"} {
			mine := client.ForIdentity(user).Context(ctx)
			token := "Bearer token-of-" + user
			res, err := client.ForIdentity(user).Do(ctx, must(restclient.RequestOf(client, open, restclient.None{})))
			Expect(err).NotTo(HaveOccurred())
			Expect(read(res.Body)).To(ContainSubstring(token), "Do")
			Expect(read(must(restclient.Fetch(mine, open, restclient.None{})))).To(ContainSubstring(token), "a body")
			for todo, err := range restclient.Stream(mine, Todos.GetList, TodoFilter{}) {
				Expect(err).NotTo(HaveOccurred())
				Expect(todo.Title).To(Equal(token), "Stream")
			}
			for event, err := range restclient.Events(mine, open, restclient.None{}) {
				Expect(err).NotTo(HaveOccurred())
				Expect(string(event.Data)).To(Equal(token), "Events")
				break
			}
		}
	})
})

var _ = Describe("A client that is reset after a logout", func() {
	It("sends the token of the next user, and keeps that of other identities and of all", func(ctx SpecContext) {
		var user atomic.Value
		user.Store("ida")
		asked := policy.TokenSourceFunc(func(ctx context.Context, _ string) (policy.Token, error) {
			identity, _ := policy.Identity(ctx)
			return policy.Token{Value: identity + user.Load().(string)}, nil
		})
		server := newRecorder()
		server.set(func(w http.ResponseWriter, r *http.Request) {
			writeJSON(w, http.StatusOK, Todo{ID: 1, Title: r.Header.Get("Authorization") + " " + r.Header.Get("X-Key")})
		})
		client := start(server, restclient.WithMiddleware(policy.Auth("http://api.test", asked),
			policy.Auth("http://api.test", asked, policy.WithHeader("X-Key", ""), policy.WithSharedToken())))
		get := func(c *restclient.Client) string {
			GinkgoHelper()
			return must(Todos.On(c).Fetch(ctx, 1)).Title
		}
		Expect(get(client)).To(Equal("Bearer ida ida"))
		Expect(get(client.ForIdentity("of "))).To(Equal("Bearer of ida ida"))

		user.Store("bo")
		client.Reset(ctx)

		Expect(get(client)).To(Equal("Bearer bo ida"))
		Expect(get(client.ForIdentity("of "))).To(Equal("Bearer of ida ida"))
		client.ForIdentity("of ").Reset(ctx)
		Expect(get(client.ForIdentity("of "))).To(Equal("Bearer of bo ida"))
	})

	It("keeps the token of an identity whose data has gone for others", func(ctx SpecContext) {
		asked := 0
		source := policy.TokenSourceFunc(func(context.Context, string) (policy.Token, error) {
			asked++
			return policy.Token{Value: "t"}, nil
		})
		server := newRecorder()
		server.set(func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, Todo{ID: 1}) })
		client := start(server, restclient.WithMaxIdentities(1), restclient.WithMiddleware(policy.Auth("http://api.test", source)))

		for _, user := range []string{"ida", "bo", "ida", "bo"} {
			must(Todos.On(client.ForIdentity(user)).Fetch(ctx, 1))
		}

		Expect(asked).To(Equal(2))
	})
})
