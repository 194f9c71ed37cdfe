package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

func counting(opts ...restclient.EndpointOption) *restclient.Read[restclient.None, int] {
	return restclient.RestEndpoint[restclient.None, int]("/count", append(opts, restclient.WithURLPrefix("http://api.test"))...)
}

// Expiry, stale while revalidate, invalid if stale, error policies.

func TestFreshThenStaleThenInvalid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server, ep := NewWithT(t), counter(), counting(restclient.WithExpiry(10*time.Second))
		server.delay = time.Second
		_, ctx := clientFor(t, server)
		use := func() (int, error) { return restclient.UseSuspense(ctx, ep, restclient.None{}) }

		g.Expect(use()).To(Equal(1), "missing: it waits")
		sleep(9.9)
		g.Expect(use()).To(Equal(1))
		g.Expect(server.times()).To(Equal(seconds(0)), "fresh: no request")
		sleep(0.1)
		g.Expect(use()).To(Equal(1), "stale: at once, and a request in the background")
		sleep(1)
		g.Expect(use()).To(Equal(2))
		g.Expect(server.times()).To(Equal(seconds(11)))

		g.Expect(restclient.Invalidate(ctx, ep, restclient.None{})).To(Succeed())
		_, ok := restclient.UseCache(ctx, ep, restclient.None{})
		g.Expect(ok).To(BeFalse())
		g.Expect(use()).To(Equal(3), "invalid: it waits")
		g.Expect(server.times()).To(Equal(seconds(12)))
	})
}

func TestATimeThatAResponseSaysBeginsWhenItWasAskedFor(t *testing.T) {
	for name, header := range map[string]http.Header{
		"max-age":          {"Cache-Control": {"max-age=10"}},
		"max-age and Age":  {"Cache-Control": {"max-age=12"}, "Age": {"2"}},
		"Expires and Date": {"Date": {"Sat, 01 Jan 2000 00:00:00 GMT"}, "Expires": {"Sat, 01 Jan 2000 00:00:10 GMT"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, server, ep := NewWithT(t), counter(), counting()
				server.delay, server.header = 3*time.Second, header
				server.header.Set("Content-Type", "application/json")
				_, ctx := clientFor(t, server)
				use := func() (int, error) { return restclient.UseSuspense(ctx, ep, restclient.None{}) }
				g.Expect(use()).To(Equal(1))

				sleep(6.9)
				g.Expect(use()).To(Equal(1))
				synctest.Wait()
				g.Expect(server.times()).To(Equal(seconds(0)), "fresh")
				sleep(0.1)
				g.Expect(use()).To(Equal(1))
				synctest.Wait()
				g.Expect(server.times()).To(Equal(seconds(10)), "read again")
			})
		})
	}
}

func TestRowsThatComeInPartsAreFreshAsLongAsTheResponseSays(t *testing.T) {
	for name, read := range map[string]func(ctx context.Context, all *restclient.Bound[Todo, int, RowFilter]) error{
		"pages": func(ctx context.Context, all *restclient.Bound[Todo, int, RowFilter]) error {
			_, err := collect(all.All(ctx, RowFilter{}, restclient.ByLink()))
			return err
		},
		"a stream": func(ctx context.Context, all *restclient.Bound[Todo, int, RowFilter]) error {
			_, err := collect(all.Stream(ctx, RowFilter{}))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				server := newScript(func(_ int, r *core.Request) (int, string) {
					if strings.HasSuffix(r.URL, "/1") {
						return 200, `{"id":1,"title":"alone"}`
					}
					return 200, `[{"id":1,"title":"row"}]`
				})
				server.header.Set("Cache-Control", "max-age=10")
				client, _ := clientFor(t, server)
				all := rows.On(client)
				g.Expect(read(t.Context(), all)).To(Succeed())

				sleep(9.9)
				g.Expect(all.Get(t.Context(), 1)).To(HaveField("Title", "row"))
				synctest.Wait()
				g.Expect(server.seen()).To(HaveLen(1))
				sleep(0.1)
				g.Expect(all.Get(t.Context(), 1)).To(HaveField("Title", "row"))
				synctest.Wait()
				g.Expect(server.seen()).To(Equal([]string{"GET /rows/1"}))
			})
		})
	}
}

func TestAnErrorStandsNoMoreBehindWhatMayHaveEndedIt(t *testing.T) {
	for name, do := range map[string]func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error{
		"Invalidate": func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			return todos.Invalidate(ctx, 1)
		},
		"a mutation without an answer": func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			_, err := todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "there"})
			if kind(err) != restclient.KindNoValue {
				return err
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				server := newScript(func(_ int, r *core.Request) (int, string) {
					if r.Method == "PATCH" {
						return 204, ""
					}
					return 404, `{}`
				})
				client, _ := clientFor(t, server)
				todos := Todos.On(client)
				_, err := todos.Get(t.Context(), 1)
				g.Expect(err).To(MatchError(restclient.ErrNotFound))
				g.Expect(do(t.Context(), todos)).To(Succeed())
				server.seen()
				server.set(func(int, *core.Request) (int, string) { return 200, `{"id":1,"title":"there"}` })

				g.Expect(todos.Get(t.Context(), 1)).To(HaveField("Title", "there"))
				g.Expect(server.seen()).To(Equal([]string{"GET /todos/1"}))
			})
		})
	}
}

func TestAnErrorStandsNoMoreBehindAListThatHasTheEntity(t *testing.T) {
	for name, list := range map[string]time.Duration{
		"that was asked for later":                     3 * time.Second,
		"that was asked for before the error has come": time.Second,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				server := newScript(func(_ int, r *core.Request) (int, string) {
					if r.URL == "http://api.test/todos" {
						return 200, `[{"id":1,"title":"there"}]`
					}
					sleep(2)
					return 404, `{}`
				})
				client, ctx := clientFor(t, server)
				brief := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", apiPrefix, restclient.WithExpiry(500*time.Millisecond), restclient.WithErrorExpiry(time.Minute))
				todos := brief.On(client)
				go func() { _, _ = todos.Get(ctx, 1) }()
				time.Sleep(list)
				_, err := todos.List(ctx, TodoFilter{})
				g.Expect(err).NotTo(HaveOccurred())
				sleep(4)

				g.Expect(todos.Get(ctx, 1)).To(HaveField("Title", "there"), "it is stale")
				_, err = todos.FetchList(ctx, TodoFilter{})
				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(todos.Get(ctx, 1)).To(HaveField("Title", "there"))
				g.Expect(restclient.UseDLE(ctx, brief.Get, 1)).To(HaveField("Data.Title", "there"))
			})
		})
	}
}

func TestInvalidIfStaleWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), counter()
		ep := counting(restclient.WithExpiry(10*time.Second), restclient.WithInvalidIfStale())
		_, ctx := clientFor(t, server)
		g.Expect(restclient.UseSuspense(ctx, ep, restclient.None{})).To(Equal(1))
		sleep(10)

		g.Expect(restclient.UseDLE(ctx, ep, restclient.None{})).To(Equal(restclient.DLE[int]{Loading: true}))
		g.Expect(restclient.UseSuspense(ctx, ep, restclient.None{})).To(Equal(2))
		g.Expect(server.times()).To(Equal(seconds(0, 10)))
	})
}

func TestSoftErrorsAreHiddenHardOnesReplaceData(t *testing.T) {
	for _, c := range []struct {
		status int
		policy restclient.ErrorPolicy
	}{{500, restclient.Soft}, {429, restclient.Soft}, {404, restclient.Hard}, {401, restclient.Hard}} {
		t.Run(fmt.Sprint(c.status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, server, ep := NewWithT(t), counter(), counting(restclient.WithExpiry(10*time.Second))
				_, ctx := clientFor(t, server)
				use := func() (int, error) { return restclient.UseSuspense(ctx, ep, restclient.None{}) }
				g.Expect(use()).To(Equal(1))
				server.set(func(int, *core.Request) (int, string) { return c.status, "" })
				sleep(10)
				g.Expect(use()).To(Equal(1))
				synctest.Wait()
				server.times()

				value, err := use()
				dle := restclient.UseDLE(ctx, ep, restclient.None{})
				if c.policy == restclient.Soft {
					g.Expect(value, err).To(Equal(1))
					g.Expect(dle).To(Equal(restclient.DLE[int]{Data: 1, OK: true}))
				} else {
					g.Expect(err).To(HaveField("Status", c.status))
					g.Expect(dle.Err).To(HaveField("Status", c.status))
					g.Expect(dle.OK).To(BeFalse())
				}
				g.Expect(server.times()).To(BeEmpty(), "the error stands for a second")

				sleep(1)
				value, err = use()
				dle = restclient.UseDLE(ctx, ep, restclient.None{})
				synctest.Wait()
				g.Expect(server.times()).To(HaveLen(1), "then it is asked again")
				if c.policy == restclient.Soft {
					g.Expect(value, err).To(Equal(1))
				} else {
					g.Expect(err).To(HaveField("Status", c.status), "what the server has refused is not shown again")
					g.Expect(dle.Err).To(HaveField("Status", c.status))
				}

				sleep(600)
				server.set(func(int, *core.Request) (int, string) { return 200, "7" })
				value, err = use()
				if c.policy == restclient.Soft {
					g.Expect(value, err).To(Equal(1), "in the background")
				} else {
					g.Expect(value, err).To(Equal(7), "and the answer is waited for")
				}
				synctest.Wait()
				g.Expect(use()).To(Equal(7), "and a success clears it")
			})
		})
	}
}

func TestAServerThatIsGoneIsASoftError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server, ep := NewWithT(t), counter(), counting(restclient.WithExpiry(10*time.Second))
		refused, down := errors.New("connection refused"), false
		client, ctx := clientFor(t, core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			if down {
				return nil, refused
			}
			return server.Do(ctx, r)
		}))
		g.Expect(restclient.UseSuspense(ctx, ep, restclient.None{})).To(Equal(1))
		down = true

		_, err := restclient.Fetch(ctx, ep, restclient.None{})
		g.Expect(err).To(SatisfyAll(MatchError(refused), HaveField("Kind", restclient.KindNetwork), HaveField("Status", 0)))
		g.Expect(restclient.UseSuspense(ctx, ep, restclient.None{})).To(Equal(1), "what is stored is shown")
		_, err = Todos.On(client).Get(ctx, 1)
		g.Expect(err).To(MatchError(refused), "nothing is stored")
	})
}

func TestDefaultErrorPolicy(t *testing.T) {
	for status, want := range map[int]restclient.ErrorPolicy{
		400: restclient.Hard, 401: restclient.Hard, 403: restclient.Hard, 404: restclient.Hard, 409: restclient.Hard, 422: restclient.Hard,
		408: restclient.Soft, 425: restclient.Soft, 429: restclient.Soft, 500: restclient.Soft, 502: restclient.Soft, 503: restclient.Soft, 504: restclient.Soft,
	} {
		g := NewWithT(t)
		server := newScript(func(int, *core.Request) (int, string) { return status, "" })
		_, ctx := clientFor(t, server)
		_, err := restclient.Fetch(ctx, counting(), restclient.None{})
		var failure *restclient.Error
		g.Expect(errors.As(err, &failure)).To(BeTrue())
		g.Expect(restclient.DefaultErrorPolicy(failure)).To(Equal(want), "%d", status)
	}
}

func TestErrorExpiry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server, ep := NewWithT(t), counter(), counting(restclient.WithErrorExpiry(time.Minute))
		_, ctx := clientFor(t, server)
		server.set(func(int, *core.Request) (int, string) { return 500, "" })
		for range 3 {
			_, err := restclient.UseSuspense(ctx, ep, restclient.None{})
			g.Expect(err).To(MatchError(restclient.ErrServer))
			sleep(20)
		}
		g.Expect(server.times()).To(Equal(seconds(0)))
		_, err := restclient.UseSuspense(ctx, ep, restclient.None{})
		g.Expect(err).To(HaveOccurred())
		g.Expect(server.times()).To(Equal(seconds(60)))
	})
}

func TestAnEndedContextLeavesNoTrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server, ep := NewWithT(t), counter(), counting()
		server.delay = time.Second
		_, ctx := clientFor(t, server)
		soon, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		_, err := restclient.UseSuspense(soon, ep, restclient.None{})
		g.Expect(err).To(HaveField("Kind", restclient.KindTimeout))
		synctest.Wait()

		g.Expect(restclient.UseSuspense(ctx, ep, restclient.None{})).To(Equal(2))
	})
}

func TestThreeReadsAreOneRequestTwoMutationsTwo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), todoScript()
		server.delay = time.Second
		client, ctx := clientFor(t, server)
		for range 3 {
			go func() { _, _ = Todos.On(client).Get(ctx, 1) }()
		}
		for range 2 {
			go func() { _, _ = Todos.On(client).PartialUpdate(ctx, 2, restclient.Fields{"title": "t2"}) }()
		}
		sleep(2)
		g.Expect(server.seen()).To(ConsistOf("GET /todos/1", "PATCH /todos/2", "PATCH /todos/2"), "B55")
	})
}

func TestDeleteAndLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), todoScript()
		client, ctx := clientFor(t, server)
		l := follow(ctx, func(ctx context.Context) iter.Seq2[restclient.List[Todo], error] {
			return Todos.On(client).WatchList(ctx, TodoFilter{})
		})
		w := restclient.Watch(ctx, Todos.Get, 1)
		synctest.Wait()
		g.Expect(w.Next(ctx)).To(HaveField("ID", 1))
		g.Expect(Todos.On(client).Delete(ctx, 1)).To(Succeed())
		w.Close()
		sleep(60)
		g.Expect(server.seen()).To(Equal([]string{"GET /todos", "DELETE /todos/1"}), "B54")
		l.stop()
	})
}

func TestWhatMustNotBeUsedWhenStaleIsNotTakenForFreshWhileTheNextAnswerIsStored(t *testing.T) {
	brief := []restclient.EndpointOption{apiPrefix, restclient.WithExpiry(10 * time.Second), restclient.WithInvalidIfStale()}
	todos := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", brief...)
	t.Run("a value", func(t *testing.T) {
		neverStale(t, "", "%d", restclient.RestEndpoint[restclient.None, int]("/count", brief...), restclient.None{}, func(n int) int { return n })
	})
	t.Run("an entity", func(t *testing.T) {
		neverStale(t, "", `{"id":1,"userId":%d}`, todos.Get, 1, func(todo Todo) int { return todo.UserID })
	})
	t.Run("rows of a list", func(t *testing.T) {
		neverStale(t, "", `[{"id":1,"userId":%d}]`, todos.GetList, TodoFilter{}, func(all restclient.List[Todo]) int { return all.At(0).UserID })
	})
	t.Run("an entity, as its server says", func(t *testing.T) {
		said := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", apiPrefix)
		neverStale(t, "max-age=10, must-revalidate", `{"id":1,"userId":%d}`, said.Get, 1, func(todo Todo) int { return todo.UserID })
	})
}

// neverStale has readers read a number that counts what the server was asked for, again and
// again just after it has become stale.
func neverStale[A, R any](t *testing.T, control, body string, ep restclient.Readable[A, R], args A, number func(R) int) {
	synctest.Test(t, func(t *testing.T) {
		server := newScript(func(n int, _ *core.Request) (int, string) { return 200, fmt.Sprintf(body, n) })
		if control != "" {
			server.header.Set("Cache-Control", control)
		}
		_, ctx := clientFor(t, server)
		const rounds = 100
		for round := range rounds {
			var readers sync.WaitGroup
			for range 4 {
				readers.Go(func() {
					for range 40 {
						if used, err := restclient.UseSuspense(ctx, ep, args); err != nil || number(used) <= round {
							t.Errorf("in round %d: %v, %v", round, used, err)
						}
						if d := restclient.UseDLE(ctx, ep, args); d.Err != nil || d.OK && number(d.Data) <= round {
							t.Errorf("in round %d, at once: %v", round, d)
						}
					}
				})
			}
			readers.Wait()
			sleep(10)
		}
		NewWithT(t).Expect(server.times()).To(HaveLen(rounds))
	})
}
