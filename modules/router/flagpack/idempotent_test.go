package flagpack_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

type booking struct {
	Seat string `json:"seat" minLength:"1"`
}

// bookings are replicas of one service, which share a store.
type bookings struct {
	now   *clock
	store *faulty
	done  atomic.Int64
	act   func(*router.Context) error // in the function
}

func newBookings() *bookings {
	b := &bookings{now: &clock{}, act: func(*router.Context) error { return nil }}
	b.store = newFaulty(b.now)
	return b
}

func (b *bookings) replica(change func(*flagpack.IdempotentOptions), opts ...router.Option) *fixture {
	o := flagpack.IdempotentOptions{
		Blobs: b.store, By: byQuery, MaxAnswer: 100,
		Store: flagpack.StoreOptions{Now: b.now.now, Timeout: time.Minute},
	}
	if change != nil {
		change(&o)
	}
	f := newFixture(opts...)
	f.Install(flagpack.Idempotent("ONCE", o), flagpack.Compress("COMPRESS", flagpack.CompressOptions{MinSize: 1}))
	book := func(c *router.Context, in *booking) (router.Created[booking], error) {
		n := b.done.Add(1)
		c.SetHeader("X-Done", fmt.Sprint(n))
		return router.Created[booking]{Value: *in, Location: fmt.Sprintf("/bookings/%d", n)}, b.act(c)
	}
	f.Register(router.Controllers{"POST ONCE /bookings": router.In(book), "PUT ONCE /bookings": router.With(router.In(book), router.OperationID("again")), "POST ONCE COMPRESS /small": router.With(router.In(book), router.OperationID("small"))})
	return f
}

// late is a store that first answers after it was waited for.
type late struct {
	state.Blobs
	answered bool
}

func (l *late) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	put, err := l.Blobs.PutAbsent(ctx, key, value, lifetime)
	if !l.answered {
		l.answered = true
		return false, context.DeadlineExceeded
	}
	return put, err
}

// crammed is a store that takes no value which is longer than the one in its place.
type crammed struct{ state.Blobs }

func (c crammed) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	before, _, err := c.Get(ctx, key)
	if err == nil && len(value) > len(before) {
		err = state.ErrFull
	}
	if err != nil {
		return err
	}
	return c.Blobs.Put(ctx, key, value, lifetime)
}

// post books a seat. Headers are names and values.
func post(f *fixture, target, body string, headers ...string) *httptest.ResponseRecorder {
	GinkgoHelper()
	return send(f, http.MethodPost, target, body, headers...)
}

func send(f *fixture, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	GinkgoHelper()
	h, err := f.Handler()
	Expect(err).NotTo(HaveOccurred())
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	if r.Header["Content-Type"] == nil {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const seat = `{"seat":"1A"}`

var _ = Describe("Idempotent", func() {
	var b *bookings

	BeforeEach(func() { b = newBookings() })

	once := func(f *fixture, headers ...string) *httptest.ResponseRecorder {
		GinkgoHelper()
		return post(f, "/bookings?key=ida", seat, append([]string{"Idempotency-Key", `"k1"`}, headers...)...)
	}

	It("does once what is asked for twice, on any replica, and answers alike", func() {
		one, other := b.replica(nil), b.replica(nil)

		first, second := once(one), once(other)

		Expect(b.done.Load()).To(Equal(int64(1)))
		Expect(first.Code).To(Equal(201))
		Expect(first.Header()).NotTo(HaveKey("Idempotent-Replayed"))
		Expect(second.Code).To(Equal(201))
		Expect(second.Body.String()).To(Equal(seat))
		Expect(second.Header()).To(Equal(http.Header{
			"Content-Type": {"application/json"}, "X-Content-Type-Options": {"nosniff"}, "Location": {"/bookings/1"}, "X-Done": {"1"}, "Idempotent-Replayed": {"true"}, "X-Request-Id": {"id-1"},
		}))
	})

	It("keeps the headers of the function, and none of the hooks in front", func() {
		f := newFixture()
		o := flagpack.IdempotentOptions{Blobs: b.store, By: byQuery, Store: flagpack.StoreOptions{Now: b.now.now}}
		cors := flagpack.CORS("CORS", flagpack.CORSOptions{Allow: func(origin string) bool { return origin != "" }})
		f.Install(cors, flagpack.Idempotent("ONCE", o))
		f.BeforeResponse("CORS", func(c *router.Context, next func() error) error {
			c.ResponseWriter().Header().Add("Set-Cookie", "seen="+c.Header("Origin"))
			return next()
		})
		f.register("POST CORS ONCE /x", router.F0(func(c *router.Context) (int, error) {
			c.SetHeader("Set-Cookie", "own=1")
			c.SetHeader("Etag", `"of what is not sent"`)
			return 0, c.Error(409, "no")
		}))

		for _, origin := range []string{"https://a.example", "https://b.example"} {
			h := post(f, "/x", "", "Idempotency-Key", "k", "Origin", origin).Header()

			Expect(h["Access-Control-Allow-Origin"]).To(Equal([]string{origin}))
			Expect(h["Set-Cookie"]).To(Equal([]string{"own=1", "seen=" + origin}))
			Expect(strings.Count(strings.Join(h["Vary"], " "), "Origin")).To(Equal(1))
			Expect(h).NotTo(HaveKey("Etag"))
		}
		Expect(post(f, "/x", "", "Idempotency-Key", "k").Header()).NotTo(HaveKey("Access-Control-Allow-Origin"))
	})

	It("sends again the cookies of the function beside those of hooks in front", func() {
		f := newFixture()
		seen := 0
		f.BeforeFunctionCall("SEEN", func(c *router.Context, next func() error) error {
			seen++
			c.ResponseWriter().Header().Add("Set-Cookie", fmt.Sprintf("seen=%d", seen))
			c.ResponseWriter().Header().Add("Vary", "Cookie")
			return next()
		})
		f.Install(flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{Blobs: b.store, By: byQuery, Store: flagpack.StoreOptions{Now: b.now.now}}))
		f.register("POST SEEN ONCE /login", router.F0(func(c *router.Context) (int, error) {
			c.ResponseWriter().Header().Add("Set-Cookie", "session=1")
			c.ResponseWriter().Header().Add("Vary", "X-Tenant")
			return 0, nil
		}))

		for _, n := range []string{"1", "2"} {
			h := post(f, "/login", "", "Idempotency-Key", "k").Header()

			Expect(h["Set-Cookie"]).To(ConsistOf("seen="+n, "session=1"))
			Expect(h["Vary"]).To(ContainElements("Cookie", "X-Tenant"))
		}
	})

	DescribeTable("answers again without a body", func(fn any, status int) {
		f := newFixture()
		f.Install(flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{Blobs: b.store, By: byQuery, Store: flagpack.StoreOptions{Now: b.now.now}}))
		f.register("DELETE ONCE /x", fn)

		for _, replayed := range []string{"", "true"} {
			w := send(f, "DELETE", "/x", "", "Idempotency-Key", "k")

			Expect(w.Code).To(Equal(status))
			Expect(w.Body.String()).To(BeEmpty())
			Expect(w.Header().Get("Idempotent-Replayed")).To(Equal(replayed))
		}
	},
		Entry("as what has none", router.F0(func(*router.Context) (router.None, error) { return router.None{}, nil }), 204),
		Entry("as a redirect", router.F0(func(*router.Context) (router.Redirect, error) { return router.Redirect{To: "/y"}, nil }), 303),
		Entry("as an error that has none", router.F0(func(c *router.Context) (int, error) { return 0, c.Error(304, "no") }), 304),
	)

	It("does again what ended because its client had gone", func() {
		f := b.replica(nil)
		ctx, leave := context.WithCancel(GinkgoTB().Context())
		b.act = func(c *router.Context) error {
			leave()
			return c.Context().Err()
		}
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		r := httptest.NewRequest("POST", "/bookings?key=ida", strings.NewReader(seat)).WithContext(ctx)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", `"k1"`)
		h.ServeHTTP(httptest.NewRecorder(), r)
		b.act = func(*router.Context) error { return nil }

		Expect(once(f).Code).To(Equal(201))
		Expect(b.done.Load()).To(Equal(int64(2)))
	})

	DescribeTable("knows what was done where a hook in front fails, or is not asked", func(act, hook func() error, second int, calls int) {
		f, did := newFixture(), 0
		f.Install(flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{Blobs: b.store, By: byQuery, Store: patient}))
		f.BeforeResponse(func(c *router.Context, next func() error) error {
			if c.Header("X-First") == "" {
				return next()
			}
			return hook()
		})
		f.register("POST ONCE /x", router.F0(func(*router.Context) (int, error) {
			if did++; did == 1 {
				return did, act()
			}
			return did, nil
		}))
		func() {
			defer func() { _ = recover() }()
			post(f, "/x", "", "Idempotency-Key", "k", "X-First", "1")
		}()

		w := post(f, "/x", "", "Idempotency-Key", "k")

		Expect(w.Code).To(Equal(second))
		Expect(w.Header()).NotTo(HaveKey("Retry-After"))
		Expect(did).To(Equal(calls))
	},
		Entry("as a new request", works, func() error { return errDown }, 200, 2),
		Entry("as a new request behind a panic", works, func() error { panic("bug") }, 200, 2),
		Entry("as a new request where the function cuts the connection", func() error { panic(http.ErrAbortHandler) }, works, 200, 2),
		Entry("as it was done", works, func() error { return &router.ClientError{Status: 403, Message: "no"} }, 409, 1),
	)

	It("does each time what has no key", func() {
		f := b.replica(nil)
		post(f, "/bookings", seat)
		post(f, "/bookings", seat)

		Expect(b.done.Load()).To(Equal(int64(2)))
	})

	It("demands a key where it is told to", func() {
		f := b.replica(func(o *flagpack.IdempotentOptions) { o.Required = true })

		expectProblem(post(f, "/bookings", seat), 400, "the header Idempotency-Key is missing")
		Expect(b.done.Load()).To(BeZero())
	})

	DescribeTable("keeps apart", func(method, target string, headers ...string) {
		f := b.replica(nil)
		once(f)

		w := send(f, method, target, seat, append(headers, "Idempotency-Key", `"k1"`)...)

		Expect(w.Code).To(Equal(201))
		Expect(b.done.Load()).To(Equal(int64(2)))
	},
		Entry("callers", "POST", "/bookings?key=ben"),
		Entry("methods", "PUT", "/bookings?key=ida"),
		Entry("routes", "POST", "/small?key=ida"),
	)

	DescribeTable("refuses a key that was used for another request", func(target, body string, headers ...string) {
		f := b.replica(nil)
		once(f)

		expectProblem(post(f, target, body, append(headers, "Idempotency-Key", `"k1"`)...), 422, "the Idempotency-Key was used for another request")
		Expect(b.done.Load()).To(Equal(int64(1)))
	},
		Entry("with another body", "/bookings?key=ida", `{"seat":"1B"}`),
		Entry("with another query", "/bookings?key=ida&x=1", seat),
	)

	DescribeTable("reads the key", func(code int, values ...string) {
		f := b.replica(nil)
		var headers []string
		for _, v := range values {
			headers = append(headers, "Idempotency-Key", v)
		}

		Expect(post(f, "/bookings", seat, headers...).Code).To(Equal(code))
	},
		Entry("in quotes", 201, `"8e03978e-40d5-43e8-bc93-6894a57f9324"`),
		Entry("without them", 201, `8e03978e-40d5-43e8-bc93-6894a57f9324`),
		Entry("of 255 characters", 201, strings.Repeat("k", 255)),
		Entry("with a comma in quotes", 201, `"a,b"`),
		Entry("with a quote that is escaped", 201, `"a\"b"`),
		Entry("with a backslash that is escaped", 201, `"a\\b"`),
		Entry("with an escape that there is not", 400, `"a\b"`),
		Entry("with an escape of its end", 400, `"a\"`),
		Entry("that is too long", 400, strings.Repeat("k", 256)),
		Entry("that is empty", 400, `""`),
		Entry("without its end", 400, `"k`),
		Entry("in a list", 400, `"a", "b"`),
		Entry("that is there twice", 400, `"a"`, `"a"`),
		Entry("beyond ASCII", 400, `"ключ"`),
	)

	It("takes one key in both spellings", func() {
		f := b.replica(nil)
		once(f)

		Expect(post(f, "/bookings?key=ida", seat, "Idempotency-Key", "k1").Header()).To(HaveKey("Idempotent-Replayed"))
	})

	It("takes a form for the same that is sent with another boundary", func() {
		f := newFixture()
		f.Install(flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{Blobs: b.store, By: byQuery}))
		f.register("POST ONCE /photos", router.In(func(_ *router.Context, in *struct {
			Title string `form:"title"`
		},
		) (string, error) {
			return fmt.Sprint(in.Title, b.done.Add(1)), nil
		}))
		upload := func(boundary, title string) *httptest.ResponseRecorder {
			body := fmt.Sprintf("--%[1]s\r\nContent-Disposition: form-data; name=title\r\n\r\n%[2]s\r\n--%[1]s--\r\n", boundary, title)
			return post(f, "/photos", body, "Idempotency-Key", "k", "Content-Type", "multipart/form-data; boundary="+boundary)
		}

		Expect(upload("b1", "sea").Body.String()).To(Equal(`"sea1"`))
		Expect(upload("other", "sea").Body.String()).To(Equal(`"sea1"`))
		Expect(upload("other", "lake").Code).To(Equal(422))
	})

	It("answers 409 while the first is not answered", func() {
		f := b.replica(nil)
		var w *httptest.ResponseRecorder
		b.act = func(*router.Context) error { w = once(f); return nil }

		Expect(once(f).Code).To(Equal(201))

		expectProblem(w, 409, "the request with this Idempotency-Key is not answered yet")
		Expect(w.Header().Get("Retry-After")).To(Equal("1"))
		Expect(b.done.Load()).To(Equal(int64(1)))
	})

	It("does once what many ask for at once", func() {
		replicas := []*fixture{b.replica(nil), b.replica(nil), b.replica(nil)}
		for _, f := range replicas {
			_, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
		}
		var wg sync.WaitGroup
		codes := make([]int, 60)
		for i := range codes {
			wg.Go(func() {
				defer GinkgoRecover()
				codes[i] = once(replicas[i%len(replicas)]).Code
			})
		}
		wg.Wait()

		Expect(b.done.Load()).To(Equal(int64(1)))
		Expect(codes).To(ContainElement(201))
		Expect(codes).To(HaveEach(Or(Equal(201), Equal(409))))
	})

	DescribeTable("keeps errors that say what was done", func(err error, status int, calls int64) {
		f := b.replica(nil)
		b.act = func(*router.Context) error { return err }

		Expect(once(f).Code).To(Equal(status))
		Expect(once(f).Code).To(Equal(status))
		Expect(b.done.Load()).To(Equal(calls))
	},
		Entry("such as 404", &router.ClientError{Status: 404, Message: "no"}, 404, int64(1)),
		Entry("but not 429", &router.ClientError{Status: 429, Message: "no"}, 429, int64(2)),
		Entry("nor 500", errors.New("no"), 500, int64(2)),
		Entry("nor 503", &router.ClientError{Status: 503, Message: "no"}, 503, int64(2)),
	)

	It("calls the function again when a process has died, behind the lease and not before", func() {
		f := b.replica(nil)
		b.act = func(*router.Context) error { b.store.fail(errDown); panic(http.ErrAbortHandler) } // nothing is answered, nor stored
		func() {
			defer func() { Expect(recover()).To(Equal(http.ErrAbortHandler)) }()
			once(f)
		}()
		b.store.fails.Store(nil)
		b.act = func(*router.Context) error { return nil }

		Expect(once(f).Code).To(Equal(409))
		b.now.advance(time.Minute)
		Expect(once(f).Code).To(Equal(201))
		Expect(b.done.Load()).To(Equal(int64(2)))
	})

	It("leaves the key to the other when the lease has ended meanwhile", func() {
		f := b.replica(nil)
		b.act = func(*router.Context) error {
			b.act = func(*router.Context) error { return nil }
			b.now.advance(time.Minute)
			Expect(once(f).Header().Get("X-Done")).To(Equal("2"))
			return nil
		}

		once(f)

		Expect(once(f).Header().Get("X-Done")).To(Equal("2"))
	})

	It("does again what has written a part and failed", func() {
		f := newFixture()
		f.Install(flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{Blobs: b.store, By: byQuery, Store: flagpack.StoreOptions{Now: b.now.now}}))
		calls := 0
		f.register("POST ONCE /x", func(c *router.Context) error {
			calls++
			_, _ = c.ResponseWriter().Write([]byte("half"))
			return errors.New("no disk")
		})

		for range 2 {
			Expect(post(f, "/x", "", "Idempotency-Key", "k").Code).To(Equal(500))
		}
		Expect(calls).To(Equal(2))
	})

	DescribeTable("goes by the status of what the function writes itself", func(status, again, done int) {
		f := newFixture()
		f.Install(flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{Blobs: b.store, By: byQuery, Store: flagpack.StoreOptions{Now: b.now.now}}))
		calls := 0
		f.register("POST ONCE /x", func(c *router.Context) error { calls++; c.ResponseWriter().WriteHeader(status); return nil })

		Expect(post(f, "/x", "", "Idempotency-Key", "k").Code).To(Equal(status))
		Expect(post(f, "/x", "", "Idempotency-Key", "k").Code).To(Equal(again))
		Expect(calls).To(Equal(done))
	},
		Entry("that it was done", 201, 409, 1), Entry("that it was not", 404, 409, 1), Entry("that it may not have been done", 503, 503, 2), Entry("that it is to come again", 429, 429, 2),
	)

	It("forgets a key in time", func() {
		f := b.replica(func(o *flagpack.IdempotentOptions) { o.KeepFor = time.Hour })
		once(f)
		b.now.advance(time.Hour)
		once(f)

		Expect(b.done.Load()).To(Equal(int64(2)))
	})

	It("does not do again what was answered at too great a length", func() {
		f := b.replica(nil)
		long := `{"seat":"` + strings.Repeat("x", 200) + `"}`
		Expect(post(f, "/bookings", long, "Idempotency-Key", "k").Code).To(Equal(201))

		expectProblem(post(f, "/bookings", long, "Idempotency-Key", "k"), 409, "the request with this Idempotency-Key was done, and its answer was not kept")
	})

	It("keeps the answer as it is before it is sent in another coding", func() {
		f := b.replica(nil)
		body := `{"seat":"` + strings.Repeat("x", 60) + `"}`
		Expect(post(f, "/small", body, "Idempotency-Key", "k", "Accept-Encoding", "gzip").Header().Get("Content-Encoding")).To(Equal("gzip"))

		w := post(f, "/small", body, "Idempotency-Key", "k")

		Expect(w.Header()).NotTo(HaveKey("Content-Encoding"))
		Expect(w.Body.String()).To(Equal(body))
	})

	It("refuses requests while the store fails, or serves them where that is said", func() {
		b.store.fail(errDown)

		expectProblem(once(b.replica(nil)), 503, "the service cannot tell at the moment: try again")
		Expect(once(b.replica(func(o *flagpack.IdempotentOptions) { o.Open = true })).Code).To(Equal(201))
	})

	DescribeTable("frees a key that the store has given too late", func(open bool, first int, others int64) {
		b.store.Blobs = &late{Blobs: b.store.Blobs}
		f := b.replica(func(o *flagpack.IdempotentOptions) { o.Open = open })

		Expect(once(f).Code).To(Equal(first))
		Expect(once(f).Code).To(Equal(201))
		Expect(once(f).Header().Get("Idempotent-Replayed")).To(Equal("true"))
		Expect(b.done.Load()).To(Equal(others))
	},
		Entry("to a request that it refuses", false, 503, int64(1)), Entry("to one that it serves each time", true, 201, int64(2)),
	)

	It("frees a key that the store has given to a client that had gone", func() {
		left := &leaving{Blobs: b.store.Blobs}
		b.store.Blobs = left
		f := b.replica(nil)
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		var ctx context.Context
		ctx, left.leave = context.WithCancel(context.Background())
		left.err = context.Canceled
		r := httptest.NewRequest(http.MethodPost, "/bookings?user=ida", strings.NewReader(`{"seat":"1A"}`)).WithContext(ctx)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "k")
		h.ServeHTTP(httptest.NewRecorder(), r)
		left.err = nil

		w := post(f, "/bookings?user=ida", `{"seat":"1A"}`, "Content-Type", "application/json", "Idempotency-Key", "k")

		Expect(w.Code).To(Equal(201))
	})

	It("leaves a key to the one that has it where the store answers too late", func() {
		slow := &late{Blobs: b.store.Blobs}
		b.store.Blobs = slow
		f := b.replica(nil)
		slow.answered = true
		b.act = func(*router.Context) error {
			slow.answered = false
			Expect(once(f).Code).To(Equal(503))
			Expect(once(f).Code).To(Equal(409))
			return nil
		}

		Expect(once(f).Code).To(Equal(201))
	})

	It("sends the answer though it cannot be kept", func() {
		f := b.replica(nil)
		b.act = func(*router.Context) error { b.store.fail(errDown); return nil }

		Expect(once(f).Code).To(Equal(201))
	})

	It("does not do again what the store has no room to keep the answer of", func() {
		b.store.Blobs = crammed{b.store.Blobs}
		f := b.replica(nil)
		Expect(once(f).Code).To(Equal(201))

		b.now.advance(time.Hour)

		expectProblem(once(f), 409, "the request with this Idempotency-Key was done, and its answer was not kept")
	})

	DescribeTable("takes what it cannot read in the store for a failure", func(garbage string) {
		f := b.replica(nil)
		once(f)
		Expect(b.store.Blobs.Put(context.Background(), b.store.keys[0], []byte(garbage), time.Hour)).To(Succeed())

		for range 6 {
			Expect(once(f).Code).To(Equal(503))
		}

		Expect(post(f, "/bookings?key=ben", seat, "Idempotency-Key", "k2").Code).To(Equal(201), "the store is not to blame")
	},
		Entry("nothing", ""), Entry("another version", "\x09{}"), Entry("no JSON", "\x01garbage"))

	DescribeTable("does not start with what is sent part by part", func(fn any) {
		f := b.replica(nil)
		f.register("POST ONCE /parts", fn)

		_, err := f.Handler()

		Expect(err).To(MatchError(ContainSubstring("flag ONCE needs a response that is there as a whole, and this one is sent part by part")))
	},
		Entry("a stream", router.F0(func(*router.Context) (router.Stream[int], error) { return nil, nil })),
		Entry("events", router.F0(func(*router.Context) (router.Events, error) { return nil, nil })),
		Entry("a file", router.F0(func(*router.Context) (router.Content, error) { return router.Content{}, nil })),
		Entry("a handler", http.NotFoundHandler()),
	)

	DescribeTable("describes its header and statuses", func(required bool) {
		f := b.replica(func(o *flagpack.IdempotentOptions) { o.Required = required })
		f.register("DELETE ONCE /bookings", router.F0(func(*router.Context) (router.None, error) { return router.None{}, nil }))
		op := f.description()["paths"].(map[string]any)["/bookings"].(map[string]any)["delete"].(map[string]any)

		Expect(op["responses"]).To(And(HaveKey("400"), HaveKey("409"), HaveKey("422"), HaveKey("503")))
		header := op["parameters"].([]any)[0]
		Expect(header).To(And(HaveKeyWithValue("name", "Idempotency-Key"), HaveKeyWithValue("description", HaveSuffix("in quotes, for 24h."))))
		Expect(header.(map[string]any)["required"] == true).To(Equal(required))
	}, Entry("of a key that is required", true), Entry("of one that is not", false))

	DescribeTable("panics without", func(o flagpack.IdempotentOptions) {
		Expect(func() { flagpack.Idempotent("ONCE", o) }).To(Panic())
	},
		Entry("a store", flagpack.IdempotentOptions{By: byQuery}),
		Entry("a caller", flagpack.IdempotentOptions{Blobs: state.NewMemoryBlobs(state.MemoryOptions{})}),
		Entry("a lease that a store can keep", flagpack.IdempotentOptions{Blobs: state.NewMemoryBlobs(state.MemoryOptions{}), By: byQuery, Lease: time.Microsecond}),
	)
})
