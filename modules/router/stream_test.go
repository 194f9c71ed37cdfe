package router_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

type events = iter.Seq2[router.Event, error]

// ticks yields n events, one after every pause, until nobody reads them.
func ticks(c *router.Context, n int, pause time.Duration) events {
	return func(yield func(router.Event, error) bool) {
		for i := range n {
			select {
			case <-time.After(pause):
			case <-c.Context().Done():
				return
			}
			if !yield(router.Event{ID: fmt.Sprint(i), Data: i}, nil) {
				return
			}
		}
	}
}

// failing yields events and then an error.
func failing(err error, before ...router.Event) events {
	return func(yield func(router.Event, error) bool) {
		for _, e := range before {
			if !yield(e, nil) {
				return
			}
		}
		yield(router.Event{}, err)
	}
}

// onEachEngine are entries with an engine in front of their arguments.
func onEachEngine(text string, args ...any) []TableEntry {
	var all []TableEntry
	for name, engine := range engines {
		all = append(all, Entry(text+", on "+name, append([]any{engine}, args...)...))
	}
	return all
}

var _ = Describe("A stream of events", func() {
	sse := func(fn func(*router.Context) events, opts ...router.Option) *served {
		return newServed(func(r *router.Router) { r.Register(router.Controllers{"GET /events": router.SSE(fn)}) }, opts...)
	}

	open := func(ctx SpecContext, s *served) (*http.Response, *bufio.Reader) {
		GinkgoHelper()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/events", nil)
		Expect(err).NotTo(HaveOccurred())
		res, err := s.client.Do(req)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(func() { _ = res.Body.Close() })
		return res, bufio.NewReader(res.Body)
	}

	DescribeTable("an error before the first event is a problem like any other",
		func(err error, status int, detail string, hooked bool) {
			f := newFixture()
			calls := 0
			if hooked {
				f.BeforeResponse(func(_ *router.Context, next func() error) error { return next() })
			}
			register(f, "GET /events", router.SSE(func(*router.Context) events {
				return func(yield func(router.Event, error) bool) { calls++; yield(router.Event{}, err) }
			}))

			w := f.get("/events")

			expectProblem(w, status, detail)
			Expect(w.Header().Get("Cache-Control")).NotTo(Equal("no-cache"))
			Expect(calls).To(Equal(1), "the stream is read once")
		},
		Entry("a ClientError", &router.ClientError{Status: 404, Message: "no such feed"}, 404, "no such feed", false),
		Entry("a ClientError behind a hook", &router.ClientError{Status: 404, Message: "no such feed"}, 404, "no such feed", true),
		Entry("a plain error", errors.New("secret"), 500, "", false),
	)

	It("a context.Canceled of the function's own before the first event is an internal error, when it is rendered too", func() {
		f := newFixture()
		f.Register(router.Controllers{
			"GET /typed":    router.SSE(func(*router.Context) events { return failing(context.Canceled) }),
			"GET /rendered": func(c *router.Context) error { return c.Render(router.Events(failing(context.Canceled))) },
		})

		expectProblem(f.get("/typed"), 500, "")
		expectProblem(f.get("/rendered"), 500, "")
	})

	DescribeTable("nil for a stream is a mistake of the function, which the log names",
		func(fn any) {
			f := newFixture()
			register(f, "GET /events", fn)

			expectProblem(f.get("/events"), 500, "")
			Expect(f.log.String()).To(ContainSubstring("nil for what it sends"))
		},
		Entry("events", router.SSE(func(*router.Context) events { return nil })),
		Entry("lines", router.NDJSON(func(*router.Context) iter.Seq2[int, error] { return nil })),
	)

	It("an error behind an event cuts the connection and is logged", func(ctx SpecContext) {
		s := sse(func(*router.Context) events { return failing(errors.New("feed broke"), router.Event{Data: "one"}) })

		_, body := open(ctx, s)
		text, err := io.ReadAll(body)

		Expect(err).To(MatchError(io.ErrUnexpectedEOF))
		Expect(string(text)).To(Equal("data: one\n\n"))
		eventually(ctx, s.log.String).Should(ContainSubstring("feed broke"))
	})

	DescribeTable("a panic of the stream is that of a controller",
		func(hooked bool) {
			f := newFixture(router.WithPanicPolicy(router.Recover))
			var ran counter
			if hooked {
				f.BeforeResponse(func(_ *router.Context, next func() error) error { return next() })
			}
			f.AfterResponse(func(*router.Context) { ran.add("after") })
			register(f, "GET /events", router.SSE(func(*router.Context) events {
				return func(func(router.Event, error) bool) { var u *user; u.Name = "x" }
			}))

			expectProblem(f.get("/events"), 500, "")

			Expect(ran.of("after")).To(Equal(1))
			Expect(f.Bugs()).To(Equal(int64(1)))
		},
		Entry("without hooks", false),
		Entry("behind a hook", true),
	)

	It("a panic of the stream on purpose follows the policy", func(ctx SpecContext) {
		exited := make(chan int, 1)
		s := sse(func(c *router.Context) events {
			return func(yield func(router.Event, error) bool) {
				yield(router.Event{Data: "one"}, nil)
				c.Crash(errors.New("on purpose"))
			}
		}, router.WithExit(func(code int) { exited <- code }))

		_, body := open(ctx, s)
		_, err := io.ReadAll(body)

		Expect(err).To(MatchError(io.ErrUnexpectedEOF))
		eventually(ctx, exited).Should(Receive(Equal(70)))
	})

	It("sees that the client is gone", func(ctx SpecContext) {
		gone := make(chan struct{})
		s := sse(func(c *router.Context) events {
			return func(yield func(router.Event, error) bool) {
				yield(router.Event{Data: "one"}, nil)
				<-c.Context().Done()
				close(gone)
			}
		})
		res, body := open(ctx, s)
		_, err := body.ReadString('\n')
		Expect(err).NotTo(HaveOccurred())

		Expect(res.Body.Close()).To(Succeed())

		eventually(ctx, gone).Should(BeClosed())
	})

	It("hears which event the client has seen last", func() {
		s := sse(func(c *router.Context) events {
			return func(yield func(router.Event, error) bool) { yield(router.Event{Data: "after " + c.LastEventID()}, nil) }
		})

		_, body := s.get("/events", "Last-Event-ID", "41")

		Expect(body).To(Equal("data: after 41\n\n"))
	})

	DescribeTable("ends complete when the router stops",
		func(ctx SpecContext, engine func() router.Engine, function func(func(*router.Context) events) any) {
			s := newServed(func(r *router.Router) {
				r.Register(router.Controllers{"GET /events": function(func(c *router.Context) events {
					return func(yield func(router.Event, error) bool) {
						yield(router.Event{Data: "one"}, nil)
						<-c.Context().Done()
						yield(router.Event{Data: "not sent"}, nil)
					}
				})})
			}, router.WithEngine(engine()))
			_, body := open(ctx, s)
			first, err := body.ReadString('\n')
			Expect(err).NotTo(HaveOccurred())
			Expect(first).To(Equal("data: one\n"))

			Expect(s.Stop(ctx)).To(Succeed())

			rest, err := io.ReadAll(body)
			Expect(err).NotTo(HaveOccurred())
			Expect(string(rest)).To(Equal("\n"))
			Expect(s.log.String()).NotTo(ContainSubstring("request failed"))
		},
		onEachEngine("as the result of a function", func(fn func(*router.Context) events) any { return router.SSE(fn) }),
		onEachEngine("as a result of which only its type says what it is", func(fn func(*router.Context) events) any {
			return router.F0(func(c *router.Context) (any, error) { return router.Events(fn(c)), nil })
		}),
		onEachEngine("when it is rendered", func(fn func(*router.Context) events) any {
			return func(c *router.Context) error { return c.Render(router.Events(fn(c))) }
		}),
	)

	It("answers HEAD with the headers of the stream and does not begin it", func() {
		s := sse(func(*router.Context) events {
			return func(func(router.Event, error) bool) { Fail("the stream begins") }
		})

		res, body := s.do(http.MethodHead, "/events", nil)

		Expect(res.StatusCode).To(Equal(200))
		Expect(res.Header.Get("Content-Type")).To(Equal("text/event-stream"))
		Expect(res.Header.Get("Cache-Control")).To(Equal("no-cache"))
		Expect(body).To(BeEmpty())
	})

	It("answers who does not take it", func() {
		f := newFixture()
		register(f, "GET /events", router.SSE(func(*router.Context) events { return failing(errors.New("not reached")) }))

		expectProblem(f.get("/events", "Accept", "text/html"), 406, "the answer is one of [text/event-stream]")
	})
})

var _ = Describe("A stream of typed events", func() {
	type odd struct {
		Level string `json:"level" enum:"low,high"`
	}
	yielding := func(all ...odd) *router.Function {
		return router.SSE(func(*router.Context) iter.Seq2[router.EventOf[*odd], error] {
			return func(yield func(router.EventOf[*odd], error) bool) {
				for _, o := range all {
					if !yield(router.EventOf[*odd]{Name: "level", Data: &o}, nil) {
						return
					}
				}
			}
		})
	}

	DescribeTable("sends",
		func(fn *router.Function, body string) {
			f := newFixture(router.WithEnvironment(router.Test))
			register(f, "GET /x", fn)

			w := f.get("/x")

			Expect(w.Body.String()).To(Equal(body))
			Expect(w.Header().Get("Content-Type")).To(Equal("text/event-stream"))
		},
		Entry("a value as JSON", typedEvents(user{ID: 1}), "data: {\"id\":1,\"name\":\"\"}\n\n"),
		Entry("a zero value, too", typedEvents(0), "data: 0\n\n"),
		Entry("text as it is", typedEvents("a\nb"), "data: a\ndata: b\n\n"),
		Entry("bytes as they are", typedEvents([]byte("a")), "data: a\n\n"),
		Entry("a type of strings as JSON", typedEvents(shade("a")), "data: \"a\"\n\n"),
		Entry("no data for nil, which opens it", typedEvents[*user](nil), ":\n\n"),
		Entry("what a function with parameters returns", router.F0(func(*router.Context) (router.EventsOf[int], error) {
			return router.EventsOf[int](one(router.EventOf[int]{ID: "7", Data: 7})), nil
		}), "id: 7\ndata: 7\n\n"),
	)

	DescribeTable("is compared with the description",
		func(environment router.Environment, told int) {
			f := newFixture(router.WithEnvironment(environment))
			register(f, "GET /x", yielding(odd{"low"}, odd{"none"}, odd{"none"}))

			Expect(f.get("/x").Body.String()).To(Equal("event: level\ndata: {\"level\":\"low\"}\n\n" + strings.Repeat("event: level\ndata: {\"level\":\"none\"}\n\n", 2)))
			Expect(strings.Count(f.log.String(), "the response is not what the description says")).To(Equal(told))
		},
		Entry("once in development", router.Development, 1),
		Entry("never in production", router.Production, 0),
	)

	It("is an error in test when it differs from the description", func() {
		f := newFixture(router.WithEnvironment(router.Test))
		register(f, "GET /x", yielding(odd{"none"}))

		expectProblem(f.get("/x"), 500, `encode the data of an event: the response is not what the description says: body: /level: is none of "low", "high"`)
	})
})

var _ = Describe("A stream of lines", func() {
	It("is an error in test when it differs from the description", func() {
		type odd struct {
			Level string `json:"level" enum:"low,high"`
		}
		f := newFixture(router.WithEnvironment(router.Test))
		register(f, "GET /x", router.NDJSON(func(*router.Context) iter.Seq2[odd, error] { return one(odd{"none"}) }))

		expectProblem(f.get("/x"), 500, `encode a value of the stream: the response is not what the description says: body: /level: is none of "low", "high"`)
	})

	numbers := func(n int, last error) iter.Seq2[user, error] {
		return func(yield func(user, error) bool) {
			for i := range n {
				if !yield(user{ID: i}, nil) {
					return
				}
			}
			if last != nil {
				yield(user{}, last)
			}
		}
	}
	lines := func(n int, last error) *served {
		return newServed(func(r *router.Router) {
			r.Register(router.Controllers{"GET /lines": router.NDJSON(func(*router.Context) iter.Seq2[user, error] { return numbers(n, last) })})
		})
	}

	DescribeTable("is whole whatever length the application has set", func(engine func() router.Engine, set func(*router.Router)) {
		s := newServed(func(r *router.Router) {
			r.Register(router.Controllers{"GET /lines": router.NDJSON(func(c *router.Context) iter.Seq2[user, error] {
				c.SetHeader("Content-Length", "3")
				return numbers(2, nil)
			})})
			set(r)
		}, router.WithEngine(engine()))

		res, body := s.get("/lines")

		Expect(res.ContentLength).To(Equal(int64(-1)))
		Expect(body).To(Equal("{\"id\":0,\"name\":\"\"}\n{\"id\":1,\"name\":\"\"}\n"))
		res, _ = s.do(http.MethodHead, "/lines", nil)
		Expect(res.Header).NotTo(HaveKey("Content-Length"))
	},
		onEachEngine("in its function", func(*router.Router) {}),
		onEachEngine("in the response of a hook", func(r *router.Router) {
			r.BeforeResponse(func(c *router.Context, next func() error) error {
				c.Response().Header = http.Header{"Content-Length": {"3"}}
				return next()
			})
		}),
	)

	It("is one JSON value per line", func() {
		res, body := lines(3, nil).get("/lines")

		Expect(res.Header.Get("Content-Type")).To(Equal("application/x-ndjson"))
		Expect(body).To(Equal("{\"id\":0,\"name\":\"\"}\n{\"id\":1,\"name\":\"\"}\n{\"id\":2,\"name\":\"\"}\n"))
	})

	It("is empty without values", func() {
		res, body := lines(0, nil).get("/lines")

		Expect(res.StatusCode).To(Equal(200))
		Expect(res.Header.Get("Content-Type")).To(Equal("application/x-ndjson"))
		Expect(body).To(BeEmpty())
	})

	DescribeTable("answers HEAD as GET, as far as its first value says",
		func(n int, last error, status int, mediaType string) {
			res, body := lines(n, last).do(http.MethodHead, "/lines", nil)

			Expect(res.StatusCode).To(Equal(status))
			Expect(res.Header.Get("Content-Type")).To(Equal(mediaType))
			Expect(body).To(BeEmpty())
		},
		Entry("a value", 1, errors.New("broke"), 200, "application/x-ndjson"),
		Entry("none", 0, nil, 200, "application/x-ndjson"),
		Entry("an error", 0, &router.ClientError{Status: 409, Message: "busy"}, 409, "application/problem+json"),
	)

	It("is cut by an error behind a value, and a problem by one before it", func(ctx SpecContext) {
		early := lines(0, &router.ClientError{Status: 409, Message: "busy"})
		res, body := early.get("/lines")
		Expect(res.StatusCode).To(Equal(409))
		Expect(decoded(body)).To(HaveKeyWithValue("detail", "busy"))

		late := lines(2, errors.New("broke"))
		res, err := late.client.Get(late.base + "/lines")
		Expect(err).NotTo(HaveOccurred())
		defer func() { _ = res.Body.Close() }()
		_, err = io.ReadAll(res.Body)
		Expect(err).To(MatchError(io.ErrUnexpectedEOF))
	})
})

// streamed serves a stream of events to a client that asks for it, in a bubble
// whose server has timeouts that are much shorter than the stream.
func streamed(t *testing.T, fn func(*router.Context) events, opts ...router.Option) (*http.Response, string) {
	t.Helper()
	opts = append([]router.Option{router.WithReadTimeout(serverTimeout), router.WithReadHeaderTimeout(serverTimeout), router.WithWriteTimeout(serverTimeout)}, opts...)
	p := newPiped(t, router.Controllers{"GET /events": router.SSE(fn)}, opts...)
	return p.get(t, "/events")
}

const serverTimeout = 10 * time.Second

func TestSSELastsLongerThanTheTimeoutsOfTheServer(t *testing.T) {
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, begun := NewWithT(t), time.Now()

				res, body := streamed(t, func(c *router.Context) events { return ticks(c, 10, serverTimeout/2) }, router.WithEngine(engine()))

				g.Expect(time.Since(begun)).To(Equal(5 * serverTimeout))
				g.Expect(res.Header.Get("Content-Type")).To(Equal("text/event-stream"))
				g.Expect(strings.Count(body, "data: ")).To(Equal(10))
				g.Expect(body).To(HaveSuffix("id: 9\ndata: 9\n\n"))
			})
		})
	}
}

func TestSSESendsAFirstEventThatComesLaterThanTheTimeoutsOfTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, body := streamed(t, func(c *router.Context) events { return ticks(c, 1, 5*serverTimeout) }, router.WithHeartbeat(time.Hour))

		NewWithT(t).Expect(body).To(Equal("id: 0\ndata: 0\n\n"))
	})
}

func TestSSELastsLongerThanTheTimeoutsOfTheServerOverHTTP2(t *testing.T) {
	for name, c := range map[string]struct {
		n     int
		pause time.Duration
		want  string
	}{
		"with its first event": {1, serverTimeout * 5 / 6, "id: 0\ndata: 0\n\n"},
		"with many events":     {12, serverTimeout / 12, "id: 11\ndata: 11\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			model := httptest.NewTLSServer(nil)
			model.Close()
			certificates, trust := model.TLS.Certificates, model.Client().Transport.(*http.Transport).TLSClientConfig
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				p := newPiped(t, router.Controllers{"GET /events": router.SSE(func(ctx *router.Context) events { return ticks(ctx, c.n, c.pause) })},
					router.WithTLS(&tls.Config{Certificates: certificates, MinVersion: tls.VersionTLS13, Time: certified}),
					router.WithReadTimeout(serverTimeout), router.WithReadHeaderTimeout(serverTimeout), router.WithWriteTimeout(serverTimeout))
				trust := trust.Clone()
				trust.Time = certified
				transport := &http.Transport{DialContext: p.Dial, TLSClientConfig: trust, ForceAttemptHTTP2: true}
				defer transport.CloseIdleConnections()
				client := http.Client{Transport: transport}

				res, err := client.Get("https://example.com/events")
				g.Expect(err).NotTo(HaveOccurred())
				body, err := io.ReadAll(res.Body)

				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(res.Body.Close()).To(Succeed())
				g.Expect(res.ProtoMajor).To(Equal(2))
				g.Expect(string(body)).To(HaveSuffix(c.want))
			})
		})
	}
}

// certified is a time at which the certificate of httptest is valid; the time of
// a bubble begins in the year 2000.
func certified() time.Time { return time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC) }

// TestSSEIsOpenThoughItIsSilent also sets headers and names the request while the response
// begins, which the race detector watches.
func TestSSEIsOpenThoughItIsSilent(t *testing.T) {
	dynamic := func(fn func(*router.Context) events) any {
		return func(c *router.Context) error { return c.Render(router.Events(fn(c))) }
	}
	for name, engine := range engines {
		for kind, table := range map[string]func(fn func(*router.Context) events) any{"SSE": func(fn func(*router.Context) events) any { return router.SSE(fn) }, "Render": dynamic} {
			t.Run(name+" "+kind, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					g, begun := NewWithT(t), time.Now()
					var status int
					p := newPiped(t, router.Controllers{"GET /events": table(func(c *router.Context) events {
						return func(yield func(router.Event, error) bool) {
							c.SetHeader("X-Early", "1")
							for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
								c.SetHeader("X-Late", "1")
								_ = c.RequestID()
							}
							status = c.Status()
							yield(router.Event{Data: "late"}, nil)
						}
					})}, router.WithEngine(engine()), router.WithWriteTimeout(0), router.WithHeartbeat(45*time.Second))

					res, err := p.client.Get("http://pipe/events")
					g.Expect(err).NotTo(HaveOccurred())
					g.Expect(time.Since(begun)).To(BeNumerically("<=", time.Second))
					g.Expect(res.Header).To(And(HaveKeyWithValue("Content-Type", []string{"text/event-stream"}), HaveKeyWithValue("Cache-Control", []string{"no-cache"}), Not(HaveKey("X-Late"))))
					body, err := io.ReadAll(res.Body)

					g.Expect(err).NotTo(HaveOccurred())
					g.Expect(res.Body.Close()).To(Succeed())
					g.Expect(string(body)).To(Equal(":\n\ndata: late\n\n"))
					g.Expect(time.Since(begun)).To(Equal(time.Minute))
					g.Expect(status).To(BeNumerically("<=", 200))
				})
			})
		}
	}
}

func TestSSEIsCutByAnErrorThatComesWhenItIsOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		p := newPiped(t, router.Controllers{"GET /events": router.SSE(func(*router.Context) events {
			return func(yield func(router.Event, error) bool) {
				time.Sleep(time.Minute)
				yield(router.Event{}, errors.New("feed broke"))
			}
		})})

		res, err := p.client.Get("http://pipe/events")
		g.Expect(err).NotTo(HaveOccurred())
		_, err = io.ReadAll(res.Body)

		g.Expect(res.StatusCode).To(Equal(200))
		g.Expect(err).To(MatchError(io.ErrUnexpectedEOF))
		g.Expect(res.Body.Close()).To(Succeed())
	})
}

func TestSSEHasTheHeadersThatItSetsBeforeItsFirstEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		res, body := streamed(t, func(c *router.Context) events {
			return func(yield func(router.Event, error) bool) {
				c.SetHeader("X-Feed", "7")
				yield(router.Event{Data: "one"}, nil)
			}
		})

		NewWithT(t).Expect(res.Header.Get("X-Feed") + body).To(Equal("7data: one\n\n"))
	})
}

func TestSSESendsAHeartbeatWhileItIsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, begun := NewWithT(t), time.Now()
		leave := make(chan struct{})
		p := newPiped(t, router.Controllers{"GET /events": router.SSE(func(*router.Context) events {
			return func(yield func(router.Event, error) bool) {
				yield(router.Event{}, nil)
				<-leave
			}
		})}, router.WithHeartbeat(20*time.Second))
		res, err := p.client.Get("http://pipe/events")
		g.Expect(err).NotTo(HaveOccurred())
		body := bufio.NewReader(res.Body)

		for range 4 {
			line, err := body.ReadString('\n')
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(line).To(Equal(":\n"))
			g.Expect(body.Discard(1)).To(Equal(1))
		}
		g.Expect(time.Since(begun)).To(BeNumerically("~", 80*time.Second, 20*time.Second))
		close(leave)
		g.Expect(res.Body.Close()).To(Succeed())
	})
}
