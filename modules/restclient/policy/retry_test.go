package policy_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

var _ = DescribeTable("Retry, by method and fault",
	func(ctx SpecContext, method string, fault int, key string, attempts int) {
		s := serving(fault)
		r := withBody(method, "whole")
		if key != "" {
			r.Header = http.Header{"Idempotency-Key": {key}}
		}
		counting, count := policy.Count(ctx)

		status, err := do(counting, policy.Retry(policy.WithBackoff(0, 0))(s), r)

		Expect(s.count()).To(Equal(attempts))
		Expect(count.N()).To(Equal(attempts))
		Expect(s.requests()).To(HaveEach(HaveField("Body", "whole")))
		Expect(s.open.Load()).To(BeZero())
		if fault < 0 {
			Expect(err).To(HaveOccurred())
			Expect(count.MaybeSent()).To(Equal(fault == reset && attempts > 1))
			return
		}
		Expect(err).NotTo(HaveOccurred())
		Expect(status).To(Equal(fault))
	}, matrix())

// matrix is every method with every fault, with a key and without.
func matrix() []TableEntry {
	idempotent := []string{"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "QUERY"}
	passing := []int{reset, dial, 408, 425, 429, 502, 503, 504}
	var entries []TableEntry
	for _, method := range append(idempotent, "POST", "PATCH") {
		for _, fault := range append(passing, 200, 400, 401, 404, 409, 500, 501) {
			for _, key := range []string{"", "k-1"} {
				attempts := 1
				if slices.Contains(passing, fault) && (slices.Contains(idempotent, method) || key != "") {
					attempts = 3
				}
				entries = append(entries, Entry(fmt.Sprintf("%s with fault %d and key %q: %d", method, fault, key, attempts), method, fault, key, attempts))
			}
		}
	}
	return entries
}

var _ = Describe("Retry", func() {
	It("does not repeat what would fail again", func(ctx SpecContext) {
		for _, permanent := range []error{
			&policy.OpenError{Origin: "https://api.test"},
			fmt.Errorf("limit: %w", policy.ErrNotSent),
			&tls.CertificateVerificationError{Err: errors.New("expired")},
			&policy.RefusedError{Status: 401, Err: errors.New("no token")},
		} {
			s := serving()
			s.answer = func(context.Context, int, *core.Request) (*core.Response, error) { return nil, permanent }

			_, err := do(ctx, policy.Retry(policy.WithBackoff(0, 0))(s), request("GET"))

			Expect(err).To(MatchError(permanent))
			Expect(s.count()).To(Equal(1))
		}
	})

	It("returns the first answer when the body cannot be opened again (CF4)", func(ctx SpecContext) {
		s := serving(503, 200)
		res, err := policy.Retry(policy.WithBackoff(0, 0))(s).Do(ctx, withBodyOnce("PUT"))

		Expect(err).NotTo(HaveOccurred())
		Expect(res.Status).To(Equal(503))
		Expect(io.ReadAll(res.Body)).To(BeEquivalentTo("hello"))
		Expect(res.Body.Close()).To(Succeed())
		Expect(s.count()).To(Equal(1))
	})

	It("breaks off a request whose body has been drained (CF4)", func(ctx SpecContext) {
		s := serving(503, 200)
		drained := strings.NewReader("only once")
		r := request("PUT")
		r.ContentLength = -1
		r.Body = func() (io.ReadCloser, error) { return io.NopCloser(drained), nil }

		_, err := do(ctx, policy.Retry(policy.WithBackoff(0, 0))(s), r)

		Expect(err).To(MatchError("the body is shorter than in the attempt before"))
		Expect(s.requests()).To(ConsistOf(HaveField("Body", "only once")))
	})

	It("gives up an answer to a body that was broken off (CF4)", func(ctx SpecContext) {
		s := serving()
		s.ignoreBodyErrors = true
		s.script = []int{503, 200}
		drained := strings.NewReader("only once")
		r := request("PUT")
		r.Body = func() (io.ReadCloser, error) { return io.NopCloser(drained), nil }

		_, err := do(ctx, policy.Retry(policy.WithBackoff(0, 0))(s), r)

		Expect(err).To(MatchError("the body is shorter than in the attempt before"))
		Expect(s.count()).To(Equal(2))
		Expect(s.open.Load()).To(BeZero())
	})

	It("closes a body that was opened again and not sent", func(ctx SpecContext) {
		once := 0
		limit := policy.RateLimit(policy.LimiterFunc(func(context.Context) error {
			if once++; once > 1 {
				return errors.New("enough")
			}
			return nil
		}))
		for _, rest := range []policy.Middleware{policy.Retry(policy.WithBudget(0, 0)), policy.Chain(policy.Retry(policy.WithBackoff(0, 0)), limit)} {
			opened, closed := 0, 0
			r := request("PUT")
			r.Body = func() (io.ReadCloser, error) {
				opened++
				return closer{strings.NewReader("x"), func() { closed++ }}, nil
			}
			s := serving(503)

			_, _ = do(ctx, rest(s), r)

			Expect(opened).To(Equal(2))
			Expect(closed).To(Equal(2))
			Expect(s.count()).To(Equal(1))
		}
	})

	It("leaves the request as it was", func(ctx SpecContext) {
		r := withBody("POST", "x")
		chain := policy.Chain(policy.IdempotencyKey(), policy.UserAgent("t"), policy.Retry(policy.WithBackoff(0, 0)))

		_, err := do(ctx, chain(serving(503, 200)), r)

		Expect(err).NotTo(HaveOccurred())
		Expect(r.Header).To(BeNil())
	})

	It("repeats what its options say", func(ctx SpecContext) {
		s := serving(500)
		never := policy.WithIdempotent(func(r *core.Request) bool { return r.Op != "once" })
		t := policy.Retry(policy.WithBackoff(0, 0), policy.WithStatuses(500), policy.WithMaxAttempts(2), never, policy.WithClock(nil))(s)
		once := request("GET")
		once.Op = "once"

		Expect(do(ctx, t, request("POST"))).To(Equal(500))
		Expect(s.count()).To(Equal(2))
		Expect(do(ctx, t, once)).To(Equal(500))
		Expect(s.count()).To(Equal(3))
		s.script = []int{503}
		Expect(do(ctx, t, request("GET"))).To(Equal(503))
		Expect(s.count()).To(Equal(4))
	})

	It("remembers that an attempt may have been sent when the last one was not", func(ctx SpecContext) {
		counting, count := policy.Count(ctx)

		_, err := do(counting, policy.Retry(policy.WithBackoff(0, 0))(serving(reset, dial)), request("PUT"))

		Expect(err).To(MatchError(ContainSubstring("dial")))
		Expect(count.MaybeSent()).To(BeTrue())
	})
})

type closer struct {
	io.Reader
	close func()
}

func (c closer) Close() error { c.close(); return nil }

func TestRetryWaits(t *testing.T) { inBubbles(t, waitSpecs) }

var waitSpecs = []spec{
	{"three attempts with full jitter, twice as long each time (CF3)", func(g Gomega, ctx context.Context) {
		s := serving(503, 503, 200)
		retry := policy.Retry(policy.WithRand(half), policy.WithBackoff(100*time.Millisecond, time.Second))

		g.Expect(do(ctx, retry(s), request("GET"))).To(Equal(200))

		g.Expect(s.times()).To(Equal([]time.Duration{0, 50 * time.Millisecond, 150 * time.Millisecond}))
		g.Expect(s.open.Load()).To(BeZero())
	}},
	{"never longer than the longest", func(g Gomega, ctx context.Context) {
		s := serving(503)
		retry := policy.Retry(policy.WithRand(func() float64 { return 1 }), policy.WithBackoff(time.Second, 3*time.Second), policy.WithMaxAttempts(5))

		g.Expect(do(ctx, retry(s), request("GET"))).To(Equal(503))

		g.Expect(s.times()).To(Equal([]time.Duration{0, time.Second, 3 * time.Second, 6 * time.Second, 9 * time.Second}))
	}},
	{"a random part of the backoff", func(g Gomega, ctx context.Context) {
		different := map[time.Duration]bool{}
		for range 20 {
			s := serving(503, 200)
			g.Expect(do(ctx, policy.Retry()(s), request("GET"))).To(Equal(200))
			g.Expect(s.times()[1]).To(BeNumerically("<", 100*time.Millisecond))
			different[s.times()[1]] = true
		}
		g.Expect(len(different)).To(BeNumerically(">", 10))
	}},
	{"as long as the server asks, in seconds and as a date (CF5)", func(g Gomega, ctx context.Context) {
		for _, value := range []string{"2", "Thu, 01 Jan 2026 12:00:02 GMT"} {
			s := serving(429, 200)
			s.header = http.Header{"Retry-After": {value}, "Date": {"Thu, 01 Jan 2026 12:00:00 GMT"}}
			retry := policy.Retry(policy.WithRand(half), policy.WithBackoff(100*time.Millisecond, time.Second))

			g.Expect(do(ctx, retry(s), request("GET"))).To(Equal(200))

			g.Expect(s.times()).To(Equal([]time.Duration{0, 2050 * time.Millisecond}), value)
		}
	}},
	{"not at all when the server asks for more than the limit", func(g Gomega, ctx context.Context) {
		for _, value := range []string{"31", "99999999999999999999"} {
			s := serving(503)
			s.header = http.Header{"Retry-After": {value}}

			g.Expect(do(ctx, policy.Retry()(s), request("GET"))).To(Equal(503))

			g.Expect(s.times()).To(Equal([]time.Duration{0}))
			g.Expect(time.Since(s.start)).To(BeZero())
		}
	}},
	{"as long as it may be made to", func(g Gomega, ctx context.Context) {
		s := serving(503, 200)
		s.header = http.Header{"Retry-After": {"3600"}}

		g.Expect(do(ctx, policy.Retry(policy.WithBackoff(0, 0), policy.WithMaxRetryAfter(time.Hour))(s), request("GET"))).To(Equal(200))

		g.Expect(time.Since(s.start)).To(Equal(time.Hour))
	}},
	{"until its context ends, after a status too", func(g Gomega, ctx context.Context) {
		ctx, cancel := context.WithCancel(ctx)
		time.AfterFunc(time.Second, cancel)
		s := serving(503)
		s.header = http.Header{"Retry-After": {"2"}}

		_, err := do(ctx, policy.Retry()(s), request("GET"))

		g.Expect(err).To(MatchError("wait after attempt 1: context canceled"))
		g.Expect(err).To(MatchError(context.Canceled))
		g.Expect(s.open.Load()).To(BeZero())
	}},
	{"not at all when the deadline would pass (CF5)", func(g Gomega, ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		s := serving(429)
		s.header = http.Header{"Retry-After": {"2"}}

		g.Expect(do(ctx, policy.Retry()(s), request("GET"))).To(Equal(429))

		g.Expect(time.Since(s.start)).To(BeZero())
		g.Expect(s.count()).To(Equal(1))
	}},
	{"until its context ends", func(g Gomega, ctx context.Context) {
		ctx, cancel := context.WithCancel(ctx)
		time.AfterFunc(time.Second, cancel)
		s := serving(reset)
		retry := policy.Retry(policy.WithRand(half), policy.WithBackoff(10*time.Second, 10*time.Second))

		_, err := do(ctx, retry(s), request("GET"))

		g.Expect(err).To(MatchError(context.Canceled))
		g.Expect(err).To(MatchError("wait after attempt 1: context canceled; it failed: read tcp: connection reset by peer"))
		g.Expect(time.Since(s.start)).To(Equal(time.Second))
	}},
	{"no longer than a moment for a body that never ends", func(g Gomega, ctx context.Context) {
		s := serving(503, 200)
		s.answer = func(_ context.Context, n int, _ *core.Request) (*core.Response, error) {
			if n > 1 {
				return s.reply(200)
			}
			body, _ := io.Pipe() // nobody writes
			return &core.Response{Status: 503, Header: http.Header{}, Body: body, ContentLength: -1}, nil
		}

		g.Expect(do(ctx, policy.Retry(policy.WithBackoff(0, 0))(s), request("GET"))).To(Equal(200))

		g.Expect(s.times()).To(Equal([]time.Duration{0, 250 * time.Millisecond}))
	}},
}

func TestRetryBudget(t *testing.T) { inBubbles(t, budgetSpecs) }

var budgetSpecs = []spec{
	{"lets a dead server have a tenth more load, and the floor (CF13)", func(g Gomega, ctx context.Context) {
		const calls, floor = 2000, 10
		s := serving(503)
		retry := policy.Retry(policy.WithBackoff(0, 0))(s)
		var all sync.WaitGroup
		for range calls {
			all.Go(func() { _, _ = do(ctx, retry, request("GET")) })
		}
		all.Wait()

		extra := s.count() - calls
		g.Expect(extra).To(BeNumerically("<=", calls/10+floor))
		g.Expect(extra).To(BeNumerically(">", floor))
	}},
	{"is never saved beyond the floor", func(g Gomega, ctx context.Context) {
		s := serving(200)
		retry := policy.Retry(policy.WithBackoff(0, 0), policy.WithBudget(0.5, 5), policy.WithMaxAttempts(100))(s)
		for range 100 {
			g.Expect(do(ctx, retry, request("GET"))).To(Equal(200))
		}
		s.script = []int{503}

		g.Expect(do(ctx, retry, request("GET"))).To(Equal(503))

		g.Expect(s.count()).To(Equal(100 + 1 + 5))
	}},
	{"grows by the floor each minute, though nobody calls", func(g Gomega, ctx context.Context) {
		now := time.Now()
		s := serving(503)
		retry := policy.Retry(policy.WithBackoff(0, 0), policy.WithBudget(0, 6), policy.WithMaxAttempts(100), policy.WithClock(func() time.Time { return now }))(s)
		spend := func() int {
			before := s.count()
			_, _ = do(ctx, retry, request("GET"))
			return s.count() - before - 1
		}

		g.Expect(spend()).To(Equal(6))
		g.Expect(spend()).To(Equal(0))
		now = now.Add(20 * time.Second)
		g.Expect(spend()).To(Equal(2))
		now = now.Add(-time.Hour)
		g.Expect(spend()).To(Equal(0))
		now = now.Add(10 * time.Second)
		g.Expect(spend()).To(Equal(1))
		now = now.Add(time.Hour)
		g.Expect(spend()).To(Equal(6))
	}},
}

var _ = DescribeTable("RetryAfter",
	func(value, date string, want time.Duration, ok bool) {
		now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
		h := http.Header{"Retry-After": {value}}
		if date != "" {
			h.Set("Date", date)
		}

		d, found := policy.RetryAfter(h, now)

		Expect(found).To(Equal(ok))
		Expect(d).To(Equal(want))
	},
	Entry("reads seconds", "120", "", 2*time.Minute, true),
	Entry("reads zero", "0", "", time.Duration(0), true),
	Entry("takes more than time can hold for forever", "99999999999999999999", "", time.Duration(1<<62), true),
	Entry("reads a date", "Thu, 01 Jan 2026 12:00:30 GMT", "", 30*time.Second, true),
	Entry("compares a date with that of the server", "Thu, 01 Jan 2026 13:00:30 GMT", "Thu, 01 Jan 2026 13:00:00 GMT", 30*time.Second, true),
	Entry("takes a date that has passed for now", "Thu, 01 Jan 2026 11:00:00 GMT", "", time.Duration(0), true),
	Entry("refuses negative seconds", "-1", "", time.Duration(0), false),
	Entry("refuses fractions", "1.5", "", time.Duration(0), false),
	Entry("refuses words", "soon", "", time.Duration(0), false),
	Entry("knows that there is none", "", "", time.Duration(0), false),
)

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"120", "Thu, 01 Jan 2026 12:00:30 GMT", "-1", "9223372036854775807", "Thursday, 01-Jan-26 12:00:00 GMT"} {
		f.Add(seed, "")
		f.Add("Fri, 31 Dec 9999 23:59:59 GMT", seed)
	}
	f.Fuzz(func(t *testing.T, value, date string) {
		d, ok := policy.RetryAfter(http.Header{"Retry-After": {value}, "Date": {date}}, time.Unix(0, 0))
		if d < 0 || d > 1<<62 || !ok && d != 0 {
			t.Errorf("%q, %q: %v %v", value, date, d, ok)
		}
	})
}
