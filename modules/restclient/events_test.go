package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"io"
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

var stream = restclient.RestEndpoint[restclient.None, restclient.None]("/events", restclient.WithURLPrefix("http://api.test"))

// attempt is what a stream does when it is opened: a status, or a body and then
// an end or, when it holds, nothing.
type attempt struct {
	status int
	body   string
	err    error
	hold   bool
	lasts  time.Duration // until its end
	plain  bool
	later  string // of the header Retry-After
}

type streams struct {
	mu       sync.Mutex
	began    time.Time
	attempts []attempt
	opened   []string // when, and after which ID
	open     int
}

func (s *streams) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened = append(s.opened, strings.TrimSpace(fmt.Sprint(time.Since(s.began), " ", r.Header.Get("Last-Event-ID"))))
	a := attempt{hold: true}
	if len(s.attempts) > 0 {
		a, s.attempts = s.attempts[0], s.attempts[1:]
	}
	if a.err != nil {
		return nil, a.err
	}
	header := http.Header{"Content-Type": {"text/event-stream; charset=utf-8"}}
	if a.later != "" {
		header.Set("Retry-After", a.later)
	}
	if a.plain || r.Header.Get("Accept") != "text/event-stream" {
		header.Set("Content-Type", "text/plain")
	}
	s.open++
	body := &streamBody{s: s, ctx: ctx, r: strings.NewReader(a.body), hold: a.hold, lasts: a.lasts}
	return &core.Response{Status: max(a.status, 200), Header: header, Body: body, ContentLength: -1}, nil
}

type streamBody struct {
	s    *streams
	ctx  context.Context
	r    io.Reader
	hold bool

	lasts time.Duration
}

func (b *streamBody) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err == io.EOF && b.hold {
		<-b.ctx.Done()
		return 0, b.ctx.Err()
	}
	if err == io.EOF {
		time.Sleep(b.lasts)
	}
	return n, err
}

func (b *streamBody) Close() error {
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	b.s.open--
	return nil
}

func events(opts ...restclient.EventOption) func(context.Context) iter.Seq2[string, error] {
	opts = append(opts, restclient.WithRandom(func() float64 { return 0 }))
	return func(ctx context.Context) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for e, err := range restclient.Events(ctx, stream, restclient.None{}, opts...) {
				if !yield(e.Type+" "+e.ID+" "+string(e.Data), err) {
					return
				}
			}
		}
	}
}

// Server-sent events.

func TestEventsOpenTheStreamAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), &streams{began: time.Now(), attempts: []attempt{
			{body: "id: 1\ndata: a\n\ndata: b\n\n"},
			{err: errors.New("no network")},
			{status: 503},
			{status: 429},
			{body: "retry: 500\nid: 2\nevent: t\ndata: c\n\nid: 3\ndata: cut"},
			{body: "data: d\n\n", hold: true},
		}}
		client, ctx := clientFor(t, server, restclient.WithTimeout(time.Second))
		l := follow(ctx, events())
		sleep(3600)

		values, errs := l.got()
		g.Expect(values).To(Equal([]string{"message 1 a", "message 1 b", "t 2 c", "message 2 d"}))
		g.Expect(errs).To(BeEmpty())
		g.Expect(server.opened).To(Equal([]string{"0s", "3s 1", "6s 1", "12s 1", "24s 1", "24.5s 2"}))
		l.stop()
		g.Expect(server.open).To(BeZero())
		client.Close()
	})
}

func TestEventsWaitNoLongerAfterAStreamThatWasQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), &streams{began: time.Now(), attempts: []attempt{
			{body: ":\n\n", lasts: time.Minute}, {body: ":\n\n", lasts: time.Minute}, {body: ":\n\n", lasts: time.Second}, {lasts: time.Second},
		}}
		_, ctx := clientFor(t, server)
		l := follow(ctx, events())
		sleep(3600)

		g.Expect(server.opened).To(Equal([]string{"0s", "1m3s", "2m6s", "2m10s", "2m17s"}))
		l.stop()
	})
}

func TestEventsOpenTheStreamAgainWithoutAnIDThatNoHeaderCanHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), &streams{began: time.Now(), attempts: []attempt{{body: "id: a\x1b\ndata: 1\n\n"}}}
		_, ctx := clientFor(t, server)
		l := follow(ctx, events())
		sleep(3600)

		g.Expect(server.opened).To(Equal([]string{"0s", "3s"}))
		l.stop()
	})
}

func TestEventsAreNotAskedForBeforeTheServerWantsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), &streams{began: time.Now(), attempts: []attempt{{status: 503, later: "120"}, {status: 429, later: "1"}}}
		_, ctx := clientFor(t, server)
		l := follow(ctx, events())
		sleep(3600)

		g.Expect(server.opened).To(Equal([]string{"0s", "2m0s", "2m6s"}))
		l.stop()
	})
}

func TestEventsAreAskedForAfterAnHourAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), &streams{began: time.Now(), attempts: []attempt{{status: 503, later: "99999999999"}}}
		_, ctx := clientFor(t, server)
		l := follow(ctx, events())
		sleep(4000)

		g.Expect(server.opened).To(Equal([]string{"0s", "1h0m0s"}))
		l.stop()
	})
}

func TestEventsEnd(t *testing.T) {
	for name, c := range map[string]struct {
		attempt attempt
		want    any
	}{
		"with 204":             {attempt{status: 204}, BeEmpty()},
		"with 404":             {attempt{status: 404}, HaveExactElements(MatchError(restclient.ErrNotFound))},
		"with another content": {attempt{body: "data: a\n\n", plain: true}, HaveExactElements(HaveField("Kind", restclient.KindContentType))},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, server := NewWithT(t), &streams{began: time.Now(), attempts: []attempt{c.attempt}}
				_, ctx := clientFor(t, server)
				l := follow(ctx, events())
				<-l.done
				_, errs := l.got()
				g.Expect(errs).To(c.want.(interface {
					Match(any) (bool, error)
					FailureMessage(any) string
					NegatedFailureMessage(any) string
				}))
				g.Expect(server.opened).To(HaveLen(1))
				g.Expect(server.open).To(BeZero())
			})
		})
	}
}

func TestEventsEndWithTheClient(t *testing.T) {
	for name, end := range map[string]func(context.Context, *restclient.Client){
		"closed": func(_ context.Context, c *restclient.Client) { c.Close() },
		"reset":  func(ctx context.Context, c *restclient.Client) { c.Reset(ctx) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, server := NewWithT(t), &streams{began: time.Now()}
				client, ctx := clientFor(t, server)
				l := follow(ctx, events())
				sleep(1)
				end(ctx, client)
				<-l.done
				_, errs := l.got()
				if name == "reset" {
					g.Expect(errs).To(HaveExactElements(MatchError(restclient.ErrReset)))
				} else {
					g.Expect(errs).To(BeEmpty())
				}
			})
		})
	}
}

func TestBadEventsDoNotEndTheStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), &streams{began: time.Now(), attempts: []attempt{
			{body: "data: " + strings.Repeat("x", 100) + "\n\ndata: \xff\n\ndata: a\n\n", hold: true},
		}}
		_, ctx := clientFor(t, server)
		l := follow(ctx, events(restclient.WithMaxEvent(50)))
		sleep(1)
		values, errs := l.got()
		g.Expect(values).To(Equal([]string{"message  a"}))
		g.Expect(errs).To(HaveExactElements(HaveField("Kind", restclient.KindTooLarge), HaveField("Kind", restclient.KindDecode)))
		g.Expect(server.opened).To(HaveLen(1))
		l.stop()
	})
}

func TestWaitsAreBoundedAndSpread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), &streams{began: time.Now()}
		for range 6 {
			server.attempts = append(server.attempts, attempt{err: io.ErrUnexpectedEOF})
		}
		_, ctx := clientFor(t, server)
		half := restclient.WithRandom(func() float64 { return 0.5 })
		l := follow(ctx, func(ctx context.Context) iter.Seq2[restclient.Event, error] {
			return restclient.Events(ctx, stream, restclient.None{}, restclient.WithReconnect(4*time.Second, 8*time.Second), restclient.WithLastEventID("9"), half)
		})
		sleep(60)
		g.Expect(server.opened[:5]).To(Equal([]string{"0s 9", "5s 9", "15s 9", "25s 9", "35s 9"}))
		l.stop()
	})
}
