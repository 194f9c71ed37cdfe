package stream_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/router/internal/stream"
)

const beat = ":\n\n"

func beating(interval time.Duration) stream.Options {
	return stream.Options{Heartbeat: interval, HeartbeatBytes: []byte(beat)}
}

// recorder notes what is written and when, and fails the test when two write at
// once.
type recorder struct {
	t       *testing.T
	start   time.Time
	writing atomic.Bool
	slow    time.Duration // of each write
	fail    error

	mu    sync.Mutex
	log   []string
	flush int
}

func newRecorder(t *testing.T) *recorder { return &recorder{t: t, start: time.Now()} }

func (*recorder) Header() http.Header { return http.Header{} }
func (*recorder) WriteHeader(int)     {}

func (r *recorder) Write(p []byte) (int, error) {
	if r.writing.Swap(true) {
		r.t.Error("two writers at once")
	}
	defer r.writing.Store(false)
	if r.slow > 0 {
		<-time.After(r.slow)
	}
	if r.fail != nil {
		return 0, r.fail
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, fmt.Sprintf("%s %q", time.Since(r.start), p))
	return len(p), nil
}

func (r *recorder) FlushError() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flush++
	return nil
}

func (r *recorder) expect(want ...string) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if got := strings.Join(r.log, "\n"); got != strings.Join(want, "\n") {
		r.t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if r.flush != len(r.log) {
		r.t.Errorf("%d writes, %d flushes", len(r.log), r.flush)
	}
}

func get(ctx context.Context) *http.Request {
	return httptest.NewRequest("GET", "/", nil).WithContext(ctx)
}

func TestHeartbeatFillsSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newRecorder(t)
		s := stream.New(w, get(t.Context()), beating(10*time.Second))

		time.Sleep(25 * time.Second)
		if err := s.Send([]byte("a")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(12 * time.Second)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)

		w.expect(`10s ":\n\n"`, `20s ":\n\n"`, `25s "a"`, `35s ":\n\n"`)
	})
}

func TestHeartbeatStaysAwayWhileFramesCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newRecorder(t)
		s := stream.New(w, get(t.Context()), beating(10*time.Second))
		for range 3 {
			time.Sleep(9 * time.Second)
			if err := s.Send([]byte("a")); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		w.expect(`9s "a"`, `18s "a"`, `27s "a"`)
	})
}

func TestHeartbeatEndsWithTheRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newRecorder(t)
		ctx, cancel := context.WithCancel(t.Context())
		s := stream.New(w, get(ctx), beating(10*time.Second))
		time.Sleep(15 * time.Second)
		cancel()
		time.Sleep(time.Minute)

		if err := s.Send([]byte("a")); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want one that wraps %v", err, context.Canceled)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		w.expect(`10s ":\n\n"`)
	})
}

func TestOpensWhenItIsSilent(t *testing.T) {
	for name, c := range map[string]struct {
		options stream.Options
		want    []string
	}{
		"once":                   {stream.Options{Opening: time.Second}, []string{`1s ""`, `1m0s "a"`}},
		"and beats from there":   {stream.Options{Opening: time.Second, Heartbeat: 25 * time.Second, HeartbeatBytes: []byte(beat)}, []string{`1s ""`, `26s ":\n\n"`, `51s ":\n\n"`, `1m0s "a"`}},
		"unless a frame has":     {stream.Options{Opening: 2 * time.Minute}, []string{`1m0s "a"`}},
		"before its first beat":  {stream.Options{Opening: 40 * time.Second, Heartbeat: time.Second * 30, HeartbeatBytes: []byte(beat)}, []string{`40s ""`, `1m0s "a"`}},
		"and not without a time": {stream.Options{}, []string{`1m0s "a"`}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newRecorder(t)
				s := stream.New(w, get(t.Context()), c.options)
				time.Sleep(time.Minute)
				if err := errors.Join(s.Send([]byte("a")), s.Close()); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Hour)
				w.expect(c.want...)
			})
		})
	}
}

func TestHeartbeatNeedsBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newRecorder(t)
		s := stream.New(w, get(t.Context()), stream.Options{Heartbeat: time.Second})
		time.Sleep(time.Minute)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		w.expect()
	})
}

func TestOneWriterAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newRecorder(t)
		w.slow = 3 * time.Second
		s := stream.New(w, get(t.Context()), beating(time.Second))
		var senders sync.WaitGroup
		for range 4 {
			senders.Go(func() {
				for range 5 {
					if err := s.Send([]byte("a")); err != nil {
						t.Error(err)
					}
				}
			})
		}
		senders.Wait()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(strings.Join(w.log, ""), `"a"`); got != 20 {
			t.Errorf("got %d frames, want 20", got)
		}
	})
}

func TestCloseEndsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newRecorder(t)
		w.slow = 5 * time.Second
		s := stream.New(w, get(t.Context()), beating(time.Second))
		time.Sleep(2 * time.Second) // the heartbeat is being written

		var closers sync.WaitGroup
		for range 3 {
			closers.Go(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				if took := time.Since(w.start); took != 6*time.Second {
					t.Errorf("closed after %s, want 6s, the end of the heartbeat", took)
				}
			})
		}
		closers.Wait()
		if err := s.Send([]byte("late")); !errors.Is(err, stream.ErrClosed) {
			t.Errorf("got %v, want %v", err, stream.ErrClosed)
		}
		time.Sleep(time.Minute)
		w.expect(`6s ":\n\n"`)
	})
}

func TestCloseTellsWhatFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newRecorder(t)
		w.fail = errors.New("broken pipe")
		s := stream.New(w, get(t.Context()), beating(time.Second))
		time.Sleep(time.Minute)

		for name, err := range map[string]error{"Send": s.Send(nil), "Close": s.Close(), "second Close": s.Close()} {
			if !errors.Is(err, w.fail) {
				t.Errorf("%s: got %v, want the error of the heartbeat", name, err)
			}
		}
		w.expect()
	})
}

type deaf struct{ http.ResponseWriter } // can neither flush nor set deadlines

func TestSendNeedsFlush(t *testing.T) {
	s := stream.New(deaf{httptest.NewRecorder()}, get(t.Context()), stream.Options{WriteTimeout: time.Second})
	if err := s.Send([]byte("a")); !errors.Is(err, http.ErrNotSupported) {
		t.Errorf("got %v, want one that wraps %v", err, http.ErrNotSupported)
	}
	if err := s.Close(); !errors.Is(err, http.ErrNotSupported) {
		t.Errorf("Close: got %v, want one that wraps %v", err, http.ErrNotSupported)
	}
}

func TestSendNeedsNoDeadline(t *testing.T) {
	w := httptest.NewRecorder() // flushes, has no deadlines
	s := stream.New(w, get(t.Context()), stream.Options{WriteTimeout: time.Second})
	if err := errors.Join(s.Send(nil), s.Send([]byte("a")), s.Close()); err != nil {
		t.Fatal(err)
	}
	if got := w.Body.String(); got != "a" || !w.Flushed {
		t.Errorf("got %q, flushed %t", got, w.Flushed)
	}
}

// TestOutlivesTheServersTimeout has silences and a whole that are longer than
// the WriteTimeout of the server and that of the stream.
func TestOutlivesTheServersTimeout(t *testing.T) {
	for name, http2 := range map[string]bool{"HTTP/1.1": false, "HTTP/2": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { outlive(t, http2) })
		})
	}
}

func outlive(t *testing.T, http2 bool) {
	closed := make(chan error, 2)
	client, _ := pipe(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := stream.New(w, r, stream.Options{WriteTimeout: time.Second})
		for range 3 {
			time.Sleep(3 * serverTimeout)
			if err := s.Send([]byte("a")); err != nil {
				t.Error(err)
			}
		}
		time.Sleep(3 * serverTimeout)
		closed <- s.Close()
	}), http2)
	for range 2 { // the second one finds no deadline of the first
		res, err := client.Get("http://pipe/")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || string(body) != "aaa" {
			t.Errorf("got %q and %v, want the whole stream", body, err)
		}
		if err := <-closed; err != nil {
			t.Errorf("close: %v", err)
		}
	}
}

// TestCutsWhoDoesNotRead also shows that the end of the request is seen.
func TestCutsWhoDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type outcome struct {
			err   error
			after time.Duration
			ended error
		}
		cut := make(chan outcome, 1)
		_, l := pipe(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s := stream.New(w, r, stream.Options{WriteTimeout: 2 * time.Second})
			begin := time.Now()
			err := s.Send(bytes.Repeat([]byte("x"), 1<<20))
			<-r.Context().Done()
			cut <- outcome{errors.Join(err, s.Close()), time.Since(begin), r.Context().Err()}
		}), false)
		conn, err := l.dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: pipe\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		got := <-cut
		if !errors.Is(got.err, os.ErrDeadlineExceeded) || got.after != 2*time.Second || got.ended == nil {
			t.Errorf("got %v after %s, request %v; want %v after 2s", got.err, got.after, got.ended, os.ErrDeadlineExceeded)
		}
		_ = conn.Close()
	})
}

// TestCutsWhoDoesNotReadTheEnd stops reading before the chunk that net/http
// writes behind the last frame.
func TestCutsWhoDoesNotReadTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, l := pipe(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s := stream.New(w, r, stream.Options{WriteTimeout: 2 * time.Second})
			if err := errors.Join(s.Send([]byte("frame")), s.Close()); err != nil {
				t.Error(err)
			}
		}), false)
		conn, err := l.dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: pipe\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		var head []byte
		for b := make([]byte, 1); !bytes.HasSuffix(head, []byte("frame\r\n")); head = append(head, b...) {
			if _, err := io.ReadFull(conn, b); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(3 * time.Second)
		if rest, _ := io.ReadAll(conn); len(rest) > 0 {
			t.Errorf("got %q after the deadline, want a connection that was cut", rest)
		}
		_ = conn.Close()
	})
}

func TestMain(m *testing.M) {
	const ginkgos = "github.com/onsi/ginkgo/v2/internal/interrupt_handler.(*InterruptHandler).registerForInterrupts.func2"
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction(ginkgos))
}

func ExampleNew() {
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "text/event-stream")
	s := stream.New(w, httptest.NewRequest("GET", "/", nil), stream.Options{WriteTimeout: 10 * time.Second})

	frame, err := stream.AppendEvent(nil, stream.Event{ID: "1", Data: []byte("hello")})
	err = errors.Join(err, s.Send(frame), s.Close())

	fmt.Printf("%v\n%s", err, w.Body)
	// Output:
	// <nil>
	// id: 1
	// data: hello
}

func ExampleAppendEvent() {
	frame, err := stream.AppendEvent(nil, stream.Event{Name: "price", Data: []byte("EUR\n42")})
	fmt.Printf("%v\n%s", err, frame)
	// Output:
	// <nil>
	// event: price
	// data: EUR
	// data: 42
}
