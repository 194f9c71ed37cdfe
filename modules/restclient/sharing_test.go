package restclient_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// sharing is a server, and what the clients of it share.
type sharing struct {
	*testing.T
	*WithT
	server  *recorder
	blobs   *faultyBlobs
	signals state.Signals
	log     bytes.Buffer
	logger  *slog.Logger
}

func newSharing(t *testing.T) *sharing {
	s := &sharing{T: t, WithT: NewWithT(t), server: newRecorder(Todo{ID: 1, UserID: 1, Title: "one"}, Todo{ID: 2, UserID: 1, Title: "two"}, Todo{ID: 3, UserID: 2, Title: "three"}), blobs: newFaultyBlobs(), signals: &state.MemorySignals{}}
	s.logger = slog.New(slog.NewTextHandler(&s.log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return s
}

// client makes a client of another process.
func (s *sharing) client(opts ...restclient.Option) *restclient.Client {
	s.Helper()
	return s.sharing(nil, opts...)
}

func (s *sharing) sharing(how []restclient.SharedOption, opts ...restclient.Option) *restclient.Client {
	s.Helper()
	all := append([]restclient.Option{
		restclient.WithShared("todos", s.blobs, s.signals, how...),
		restclient.WithLogger(s.logger),
	}, opts...)
	c, err := restclient.New(httptransport.InProcess(s.server), all...)
	s.Expect(err).NotTo(HaveOccurred())
	s.Cleanup(c.Close)
	s.settle() // it has subscribed
	return c
}

// settle lets what was signalled be heard.
func (s *sharing) settle() {
	time.Sleep(100 * time.Millisecond)
	synctest.Wait()
}

func (s *sharing) title(c *restclient.Client, id int) string {
	s.Helper()
	todo, err := Todos.On(c).Get(s.Context(), id)
	s.Expect(err).NotTo(HaveOccurred())
	return todo.Title
}

// change changes a todo behind the back of all clients.
func (s *sharing) change(id int, title string) {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	for i := range s.server.todos {
		if s.server.todos[i].ID == id {
			s.server.todos[i].Title = title
		}
	}
}

func (s *sharing) asked() int { return len(s.server.seen()) }

// shared runs a test with clients that share in a bubble.
func shared(t *testing.T, f func(s *sharing)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(newSharing(t)) })
}

func TestWhatOneProcessHasReadAnotherFinds(t *testing.T) {
	shared(t, func(s *sharing) {
		one, other := s.client(), s.client()
		s.Expect(s.title(one, 1)).To(Equal("one"))
		list, err := Todos.On(one).List(s.Context(), user(1))
		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(s.asked()).To(Equal(2))

		s.Expect(s.title(other, 1)).To(Equal("one"))
		same, err := Todos.On(other).List(s.Context(), user(1))
		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(same.Slice()).To(Equal(list.Slice()))
		s.Expect(s.asked()).To(Equal(2))
	})
}

// endings are an observer of how operations have ended.
type endings struct {
	mu  sync.Mutex
	all []restclient.Result
}

func (*endings) Served(context.Context, restclient.Operation) {}

func (e *endings) Start(ctx context.Context, _ restclient.Operation) (context.Context, func(restclient.Result)) {
	return ctx, func(r restclient.Result) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.all = append(e.all, r)
	}
}

// take returns what has ended since it was called before.
func (e *endings) take() []restclient.Result {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := e.all
	e.all = nil
	return all
}

func TestAResultSaysThatTheAnswerCameFromWhatIsShared(t *testing.T) {
	shared(t, func(s *sharing) {
		seen := &endings{}
		one := s.client()
		other := s.sharing([]restclient.SharedOption{restclient.WithRecheck(0)}, restclient.WithObserver(seen))
		s.title(one, 1)
		s.title(other, 1)
		s.title(other, 1) // the same again, without its body
		s.Expect(seen.take()).To(HaveEach(restclient.Result{FromShared: true}))
		s.Expect(other.Inspect().Answers()).To(ConsistOf(HaveField("FromShared", true)))

		_, err := Todos.On(other).Fetch(s.Context(), 1)
		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(seen.take()).To(ConsistOf(And(HaveField("FromShared", false), HaveField("Status", http.StatusOK))))
		s.Expect(other.Inspect().Answers()).To(ConsistOf(HaveField("FromShared", false)))
	})
}

func TestASharedAnswerIsFreshForAsLongAsItWasWhenItCame(t *testing.T) {
	shared(t, func(s *sharing) {
		one, other := s.client(), s.client()
		s.title(one, 1)
		time.Sleep(restclient.DefaultExpiry - time.Second)
		s.title(other, 1)
		s.change(1, "new")
		time.Sleep(time.Second - time.Millisecond)
		s.Expect(s.title(other, 1)).To(Equal("one"))
		s.Expect(s.asked()).To(Equal(1))

		time.Sleep(2 * time.Millisecond)
		s.title(other, 1) // what is stale, and the server is asked
		synctest.Wait()
		s.Expect(s.title(other, 1)).To(Equal("new"))
		s.Expect(s.asked()).To(Equal(2))
	})
}

func TestASharedAnswerIsReadByAProgramWithOtherTypes(t *testing.T) {
	type title struct {
		Title string `json:"title"`
	}
	type newer struct {
		title
		Completed *bool `json:"completed"`
	}
	shared(t, func(s *sharing) {
		const path = "/todos/:id"
		base := restclient.WithBaseURL("http://api.test")
		one, err := restclient.UseSuspense(s.client(base).Context(s.Context()), restclient.RestEndpoint[int, title](path), 2)
		s.Expect(err).NotTo(HaveOccurred())
		other, err := restclient.UseSuspense(s.client(base).Context(s.Context()), restclient.RestEndpoint[int, newer](path), 2)
		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(other.title).To(Equal(one))
		s.Expect(other.Completed).To(HaveValue(BeFalse()))
		s.Expect(s.asked()).To(Equal(1))
	})
}

func TestAMutationIsSeenByAllProcesses(t *testing.T) {
	for name, mutate := range map[string]func(c *restclient.Client) error{
		"Update": func(c *restclient.Client) error {
			_, err := Todos.On(c).Update(context.Background(), 1, Todo{ID: 1, UserID: 1, Title: "new"})
			return err
		},
		"PartialUpdate": func(c *restclient.Client) error {
			_, err := Todos.On(c).PartialUpdate(context.Background(), 1, restclient.Fields{"title": "new"})
			return err
		},
		"Edit": func(c *restclient.Client) error {
			_, err := Todos.On(c).Edit(context.Background(), 1, func(t *Todo) { t.Title = "new" })
			return err
		},
		"a mutation elsewhere that answers with the entity": func(c *restclient.Client) error {
			rename := restclient.RestMutation[int, restclient.Fields, Todo]("/todos/:id", restclient.WithURLPrefix("http://api.test"),
				restclient.WithMethod(http.MethodPatch), restclient.WithSchema(restclient.EntityOf[Todo]()))
			_, err := restclient.Mutate(c.Context(context.Background()), rename, 1, restclient.Fields{"title": "new"})
			return err
		},
		"a mutation of nobody knows what at its URL": func(c *restclient.Client) error {
			rename := restclient.RestMutation[int, restclient.Fields, restclient.None]("/todos/:id",
				restclient.WithURLPrefix("http://api.test"), restclient.WithMethod(http.MethodPatch))
			_, err := restclient.Mutate(c.Context(context.Background()), rename, 1, restclient.Fields{"title": "new"})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				s.signals = nil
				one, other := s.client(), s.sharing([]restclient.SharedOption{restclient.WithRecheck(0)})
				for _, c := range []*restclient.Client{one, other} {
					s.title(c, 1)
					_, err := Todos.On(c).List(s.Context(), user(1))
					s.Expect(err).NotTo(HaveOccurred())
				}
				s.Expect(mutate(one)).To(Succeed())

				s.Expect(s.title(other, 1)).To(Equal("new"))
				third := s.client()
				s.Expect(s.title(third, 1)).To(Equal("new"))
				if name == "a mutation of nobody knows what at its URL" {
					return
				}
				for _, c := range []*restclient.Client{other, s.client()} {
					list, err := Todos.On(c).List(s.Context(), user(1))
					s.Expect(err).NotTo(HaveOccurred())
					s.Expect(list.At(0).Title).To(Equal("new"))
				}
			})
		})
	}
}

func TestWhatIsCreatedAndDeletedIsSeenByAllProcesses(t *testing.T) {
	shared(t, func(s *sharing) {
		one, other := s.client(), s.sharing([]restclient.SharedOption{restclient.WithRecheck(0)})
		count := func(c *restclient.Client) int {
			list, err := Todos.On(c).List(s.Context(), TodoFilter{})
			s.Expect(err).NotTo(HaveOccurred())
			return list.Len()
		}
		before := count(one)
		s.Expect(count(other)).To(Equal(before))
		made, err := Todos.On(one).Create(s.Context(), TodoFilter{}, Todo{Title: "four"})
		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(count(other)).To(Equal(before + 1))
		s.Expect(s.title(other, made.ID)).To(Equal("four"))

		s.Expect(Todos.On(other).Delete(s.Context(), made.ID)).To(Succeed())
		third := s.client()
		s.Expect(count(third)).To(Equal(before))
		_, err = Todos.On(third).Get(s.Context(), made.ID)
		s.Expect(err).To(MatchError(restclient.ErrNotFound))
	})
}

func TestNoProcessFindsWhatWasInvalidated(t *testing.T) {
	for name, invalidate := range map[string]func(c *restclient.Client) error{
		"Invalidate": func(c *restclient.Client) error { return Todos.On(c).Invalidate(context.Background(), 1) },
		"Expire":     func(c *restclient.Client) error { return Todos.On(c).Expire(context.Background(), 1) },
		"InvalidateAll": func(c *restclient.Client) error {
			_, err := restclient.InvalidateAll(c.Context(context.Background()), restclient.AnswersOf(Todos.Get))
			return err
		},
		"ExpireAll without an answer": func(c *restclient.Client) error {
			_, err := restclient.ExpireAll(c.Context(context.Background()), func(restclient.Answer) bool { return false })
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				one, other := s.client(), s.client()
				s.title(one, 1)
				s.change(1, "new")
				s.Expect(invalidate(other)).To(Succeed())

				s.Expect(s.title(other, 1)).To(Equal("new"))
				s.Expect(s.title(s.client(), 1)).To(Equal("new"))
			})
		})
	}
}

func TestASignalMakesStaleWhatOtherProcessesHave(t *testing.T) {
	shared(t, func(s *sharing) {
		one, other := s.client(), s.client()
		s.title(one, 1)
		_, err := Todos.On(other).List(s.Context(), TodoFilter{}) // which has todo 1, too
		s.Expect(err).NotTo(HaveOccurred())

		_, err = Todos.On(one).PartialUpdate(s.Context(), 1, restclient.Fields{"title": "new"})
		s.Expect(err).NotTo(HaveOccurred())
		s.settle()
		asked := s.asked()
		s.title(one, 1) // it knows
		s.title(other, 2)
		s.Expect(s.asked()).To(Equal(asked))

		s.title(other, 1) // stale, and read again
		synctest.Wait()
		s.Expect(s.title(other, 1)).To(Equal("new"))
		list, err := Todos.On(other).List(s.Context(), TodoFilter{})
		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(list.At(0).Title).To(Equal("new"))
	})
}

func TestASignalOfAnInvalidationHidesWhatOtherProcessesHave(t *testing.T) {
	shared(t, func(s *sharing) {
		one, other := s.client(), s.client()
		s.title(other, 1)
		s.change(1, "new")
		s.Expect(Todos.On(one).Invalidate(s.Context(), 1)).To(Succeed())
		s.settle()

		s.Expect(s.title(other, 1)).To(Equal("new"))
	})
}

func TestASignalIsLostAndTheLifetimeEnds(t *testing.T) {
	for recheck, bound := range map[time.Duration]time.Duration{-1: restclient.DefaultExpiry, 5 * time.Second: 5 * time.Second} {
		t.Run(bound.String(), func(t *testing.T) {
			shared(t, func(s *sharing) {
				s.signals = &lostSignals{}
				one, other := s.client(), s.sharing([]restclient.SharedOption{restclient.WithRecheck(recheck)})
				s.title(other, 1)
				_, err := Todos.On(one).PartialUpdate(s.Context(), 1, restclient.Fields{"title": "new"})
				s.Expect(err).NotTo(HaveOccurred())
				time.Sleep(bound - time.Millisecond)
				s.Expect(s.title(other, 1)).To(Equal("one"))

				time.Sleep(2 * time.Millisecond)
				s.title(other, 1)
				synctest.Wait()
				s.Expect(s.title(other, 1)).To(Equal("new"))
			})
		})
	}
}

func TestASubscriptionThatBeginsAnewMakesAllStale(t *testing.T) {
	shared(t, func(s *sharing) {
		signals := &breakingSignals{}
		s.signals = signals
		one, other := s.client(), s.client()
		s.title(other, 1)
		signals.fail()
		_, err := Todos.On(one).PartialUpdate(s.Context(), 1, restclient.Fields{"title": "new"})
		s.Expect(err).NotTo(HaveOccurred())
		synctest.Wait()
		s.Expect(s.title(other, 1)).To(Equal("one"))

		time.Sleep(11 * time.Second)
		s.title(other, 1)
		synctest.Wait()
		s.Expect(s.title(other, 1)).To(Equal("new"))
	})
}

// breakingSignals end their subscriptions when they are told to.
type breakingSignals struct {
	state.MemorySignals
	mu      sync.Mutex
	cancels []context.CancelFunc
}

func (b *breakingSignals) Subscribe(ctx context.Context, topic string, receive func([]byte)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b.mu.Lock()
	b.cancels = append(b.cancels, cancel)
	b.mu.Unlock()
	return b.MemorySignals.Subscribe(ctx, topic, receive)
}

func (b *breakingSignals) fail() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, cancel := range b.cancels {
		cancel()
	}
	synctest.Wait()
}

func TestIdentitiesNeverMixInWhatIsShared(t *testing.T) {
	shared(t, func(s *sharing) {
		s.server.set(private)
		opts := []restclient.Option{restclient.WithMiddleware(authorize), restclient.WithIdentity(identityOf)}
		one, other := s.client(opts...), s.client(opts...)
		get := func(c *restclient.Client, who string) string {
			todo, err := Todos.On(c).Get(as(s.Context(), who), 1)
			s.Expect(err).NotTo(HaveOccurred())
			return todo.Title
		}
		for range 2 {
			for _, c := range []*restclient.Client{one, other} {
				for _, who := range []string{"ida", "ben", "every ida"} {
					s.Expect(get(c, who)).To(Equal(who))
				}
			}
		}
		s.Expect(s.asked()).To(Equal(3))

		for range 2 { // that without a name shares nothing
			get(one, "")
			get(other, "")
		}
		s.Expect(s.asked()).To(Equal(7))
		s.Expect(s.blobs.keys("answer")).To(HaveLen(3))
	})
}

func TestWhatOneIdentityChangesIsStaleForTheOthers(t *testing.T) {
	shared(t, func(s *sharing) {
		opts := []restclient.Option{restclient.WithMiddleware(authorize), restclient.WithIdentity(identityOf)}
		one, other := s.client(opts...), s.client(opts...)
		for _, c := range []*restclient.Client{one, other} {
			_, err := Todos.On(c).Get(as(s.Context(), "ida"), 1)
			s.Expect(err).NotTo(HaveOccurred())
		}
		_, err := Todos.On(one).PartialUpdate(as(s.Context(), "ben"), 1, restclient.Fields{"title": "new"})
		s.Expect(err).NotTo(HaveOccurred())
		s.settle()
		for _, c := range []*restclient.Client{one, other} {
			_, err := Todos.On(c).Get(as(s.Context(), "ida"), 1)
			s.Expect(err).NotTo(HaveOccurred())
			synctest.Wait()
			todo, err := Todos.On(c).Get(as(s.Context(), "ida"), 1)
			s.Expect(err).NotTo(HaveOccurred())
			s.Expect(todo.Title).To(Equal("new"))
		}
	})
}

func TestAResetForgetsWhatIsSharedForTheIdentity(t *testing.T) {
	shared(t, func(s *sharing) {
		one := s.client()
		s.title(one, 1)
		s.change(1, "new")
		one.Reset(s.Context())
		s.Expect(s.title(one, 1)).To(Equal("new"))
	})
}

func TestAnAnswerIsSharedAsLongAsItIsFreshForOthers(t *testing.T) {
	for name, c := range map[string]struct {
		control string
		asked   int // by two clients, the second one after 20 seconds
		of      func(s *sharing) *restclient.Client
	}{
		"with s-maxage":        {"max-age=60, s-maxage=10", 2, func(s *sharing) *restclient.Client { return s.client() }},
		"with a longer one":    {"max-age=60, s-maxage=600", 1, func(s *sharing) *restclient.Client { return s.client() }},
		"with one of nonsense": {"max-age=60, s-maxage=soon", 2, func(s *sharing) *restclient.Client { return s.client() }},
		"for an identity":      {"max-age=60, s-maxage=10", 1, func(s *sharing) *restclient.Client { return s.client().ForIdentity("ida") }},
	} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				s.server.set(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Cache-Control", c.control)
					writeJSON(w, http.StatusOK, Todo{ID: 1})
				})
				one, other := c.of(s), c.of(s)
				s.title(one, 1)
				time.Sleep(20 * time.Second)
				s.title(one, 1)
				s.title(other, 1)
				s.Expect(s.asked()).To(Equal(c.asked))
			})
		})
	}
}

func TestAnswersThatAreNotToBeSharedAreNot(t *testing.T) {
	for name, header := range map[string]http.Header{
		"no-store":                   {"Cache-Control": {"max-age=60, no-store"}},
		"private, without identity":  {"Cache-Control": {"private, max-age=60"}},
		"stale at once":              {"Cache-Control": {"max-age=0"}},
		"stale at once for others":   {"Cache-Control": {"max-age=60, s-maxage=0"}},
		"nothing about the next one": {"Vary": {"Accept, *"}},
		"too large":                  {},
	} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				text := "x"
				if name == "too large" {
					text = strings.Repeat("x", restclient.DefaultMaxShared)
				}
				s.server.set(func(w http.ResponseWriter, _ *http.Request) {
					maps.Copy(w.Header(), header)
					writeJSON(w, http.StatusOK, Todo{ID: 1, Title: text})
				})
				s.title(s.client(), 1)
				s.Expect(s.blobs.keys("answer")).To(BeEmpty())
				s.title(s.client(), 1)
				s.Expect(s.asked()).To(Equal(2))
			})
		})
	}
	shared(t, func(s *sharing) { // what is not saved
		secret := restclient.RestEndpoint[int, Todo]("/todos/:id", restclient.WithURLPrefix("http://api.test"), restclient.WithoutPersistence())
		for range 2 {
			_, err := restclient.UseSuspense(s.client().Context(s.Context()), secret, 1)
			s.Expect(err).NotTo(HaveOccurred())
		}
		s.Expect(s.asked()).To(Equal(2))
		s.Expect(s.blobs.uses()).To(BeZero())
	})
}

func TestAFetchAsksTheServerAndSharesWhatItSays(t *testing.T) {
	shared(t, func(s *sharing) {
		one, other := s.client(), s.client()
		s.title(one, 1)
		s.change(1, "new")
		todo, err := Todos.On(other).Fetch(s.Context(), 1)
		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(todo.Title).To(Equal("new"))
		s.Expect(s.title(s.client(), 1)).To(Equal("new"))
		s.Expect(s.asked()).To(Equal(2))
	})
}

func TestAnAnswerFromBeforeAnInvalidationIsNotFoundHoweverLateItCame(t *testing.T) {
	shared(t, func(s *sharing) {
		s.signals = nil
		one, other := s.client(), s.client()
		asked, release := make(chan struct{}), make(chan struct{})
		s.server.set(func(w http.ResponseWriter, _ *http.Request) {
			close(asked)
			<-release
			writeJSON(w, http.StatusOK, Todo{ID: 1, Title: "old"})
		})
		var late sync.WaitGroup
		late.Go(func() { s.title(one, 1) })
		<-asked
		s.Expect(Todos.On(other).Invalidate(s.Context(), 1)).To(Succeed())
		s.server.set(nil)
		s.change(1, "new")
		close(release)
		late.Wait()

		s.Expect(s.blobs.keys("answer")).To(HaveLen(1))
		s.Expect(s.title(other, 1)).To(Equal("new"))
	})
}

func TestAReadThatRechecksDoesNotJoinOneThatHasBegunBefore(t *testing.T) {
	shared(t, func(s *sharing) {
		s.signals = nil
		one, other := s.sharing([]restclient.SharedOption{restclient.WithRecheck(0)}), s.client()
		asked, release := make(chan struct{}), make(chan struct{})
		s.server.set(func(w http.ResponseWriter, _ *http.Request) {
			close(asked)
			<-release
			writeJSON(w, http.StatusOK, Todo{ID: 1, Title: "old"})
		})
		titles := make(chan string, 2)
		go func() { titles <- s.title(one, 1) }()
		<-asked
		s.Expect(Todos.On(other).Invalidate(s.Context(), 1)).To(Succeed())
		go func() { titles <- s.title(one, 1) }()
		synctest.Wait()
		s.server.set(nil)
		s.change(1, "new")
		close(release)

		s.Expect([]string{<-titles, <-titles}).To(ConsistOf("old", "new"))
	})
}

func ExampleWithShared() {
	blobs, signals := state.NewMemoryBlobs(state.MemoryOptions{}), &state.MemorySignals{}
	server := newRecorder(Todo{ID: 7, Title: "Water the plants"})
	for _, process := range []string{"one process", "another one"} {
		client, err := restclient.New(httptransport.InProcess(server), restclient.WithShared("todos", blobs, signals))
		if err != nil {
			fmt.Println(err)
			return
		}
		defer client.Close()
		todo, err := Todos.On(client).Get(context.Background(), 7)
		fmt.Println(process, todo.Title, err, len(server.seen()))
	}
	// Output:
	// one process Water the plants <nil> 1
	// another one Water the plants <nil> 1
}
