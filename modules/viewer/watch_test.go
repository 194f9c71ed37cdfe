package viewer_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// The tests of this file run in bubbles: time passes when everything waits.

// bubbleTest is a test in a bubble.
type bubbleTest struct {
	text string
	run  func(t *testing.T, g Gomega)
}

func inBubbles(t *testing.T, tests []bubbleTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test.run(t, NewWithT(t)) })
		})
	}
}

// pass lets time pass, and what has begun by then end.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

const (
	looks = 20 * time.Millisecond // between two looks at a source
	soon  = time.Second           // by when a change is shown
)

// spec is a description with a title, in a file.
func spec(title string) string {
	return `{"openapi":"3.1.0","info":{"title":"` + title + `","version":"1"},"paths":{}}`
}

// watching is a viewer that watches a source, whose first load has ended.
func watching(t *testing.T, g Gomega, source core.SpecSource, options ...viewer.Option) *viewer.Viewer {
	t.Helper()
	v, err := viewer.New(source, htmlrender.New(), append(options, viewer.WithWatch(looks))...)
	g.Expect(err).NotTo(HaveOccurred())
	t.Cleanup(func() { g.Expect(v.Close()).To(Succeed()) })
	g.Expect(v.Wait(t.Context())).To(Succeed())
	return v
}

// watched is a viewer that watches a file, and writes the file.
func watched(t *testing.T, g Gomega, options ...viewer.Option) (v *viewer.Viewer, file string, write func(text string)) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "api.json")
	write = func(text string) {
		t.Helper()
		g.Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
	}
	write(spec("one"))
	source, err := openapi.FromFile(file)
	g.Expect(err).NotTo(HaveOccurred())
	return watching(t, g, source, options...), file, write
}

func titleOf(h http.Handler) string { return read(h, "/").Find("h1").Text() }

func TestAFileThatIsWatched(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"is shown after its change, which is told once", func(t *testing.T, g Gomega) {
			var told atomic.Int64
			v, _, write := watched(t, g, viewer.WithOnUpdate(func(string) { told.Add(1) }))
			g.Expect(titleOf(v)).To(Equal("one"))

			write(spec("two"))
			pass(soon)

			g.Expect(titleOf(v)).To(Equal("two"))
			write(spec("two"))
			pass(time.Minute)
			g.Expect(told.Load()).To(Equal(int64(1)))
		}},
		{"is read when a change of it has ended", func(t *testing.T, g Gomega) {
			v, _, write := watched(t, g)

			for n := range 10 {
				write(spec("two")[:20+n])
				pass(looks)
			}
			g.Expect(v.Err()).NotTo(HaveOccurred())
			write(spec("two"))
			pass(soon)

			g.Expect(titleOf(v)).To(Equal("two"))
			g.Expect(v.Err()).NotTo(HaveOccurred())
		}},
	})
}

func TestAWatchedSource(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"stays as it was when it breaks, with what is wrong where, and comes back", func(t *testing.T, g Gomega) {
			v, _, write := watched(t, g)

			write("{\n  \"openapi\": \"3.1.0\",\n  oops\n}")
			pass(soon)

			stale := func() string { return read(v, "/").Find("[data-stale]").Text() }
			g.Expect(stale()).To(ContainSubstring("line 3, column 3"))
			g.Expect(titleOf(v)).To(Equal("one"))
			answer := get(v, "/_/health")
			var report map[string]any
			g.Expect(json.Unmarshal(answer.Body.Bytes(), &report)).To(Succeed())
			g.Expect(answer.Code).To(Equal(http.StatusOK))
			g.Expect(report).To(SatisfyAll(HaveKeyWithValue("state", "stale"), HaveKeyWithValue("line", 3.0), HaveKeyWithValue("column", 3.0)))

			write(spec("one"))
			pass(soon)
			g.Expect(stale()).To(BeEmpty())
		}},
		{"may be gone for a while", func(t *testing.T, g Gomega) {
			v, file, write := watched(t, g)

			g.Expect(os.Remove(file)).To(Succeed())
			pass(soon)
			g.Expect(v.Err()).To(MatchError(ContainSubstring("there is no such file")))
			g.Expect(titleOf(v)).To(Equal("one"))

			write(spec("two"))
			pass(soon)
			g.Expect(titleOf(v)).To(Equal("two"))
			g.Expect(v.Err()).NotTo(HaveOccurred())
		}},
		{"may be any source: one that cannot be asked is loaded", func(t *testing.T, g Gomega) {
			var loads atomic.Int64
			v := watching(t, g, core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
				if loads.Add(1) < 3 {
					return titled("one"), nil
				}
				return titled("two"), nil
			}))

			pass(looks)
			g.Expect(titleOf(v)).To(Equal("one"))
			pass(looks)
			g.Expect(titleOf(v)).To(Equal("two"))
		}},
	})
}

// memory is a network of one server in memory: a bubble's time does not pass
// while something waits for a socket.
type memory struct {
	accept chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (m *memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.accept:
		return c, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

func (m *memory) Close() error {
	m.once.Do(func() { close(m.closed) })
	return nil
}

func (m *memory) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "unix"} }

func (m *memory) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case m.accept <- there:
		return here, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// follow serves a viewer in memory and returns the answer to one who follows its
// events, and what these say, one after the other.
func follow(t *testing.T, g Gomega, v *viewer.Viewer, server *http.Server) (response *http.Response, told <-chan map[string]any) {
	t.Helper()
	m := &memory{accept: make(chan net.Conn), closed: make(chan struct{})}
	server.Handler = v
	go func() { _ = server.Serve(m) }()
	transport := &http.Transport{DialContext: m.dial}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://docs.example/_/events", nil)
	g.Expect(err).NotTo(HaveOccurred())
	response, err = transport.RoundTrip(request)
	g.Expect(err).NotTo(HaveOccurred())
	t.Cleanup(func() {
		_ = response.Body.Close()
		transport.CloseIdleConnections()
		_ = server.Close()
	})
	lines := make(chan map[string]any, 16)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(response.Body); scanner.Scan(); {
			if data, ok := strings.CutPrefix(scanner.Text(), "data: "); ok {
				var state map[string]any
				if json.Unmarshal([]byte(data), &state) == nil {
					lines <- state
				}
			}
		}
	}()
	return response, lines
}

func TestEvents(t *testing.T) {
	inBubbles(t, []bubbleTest{
		{"tell of the state, and of every one to come, until the viewer is closed", func(t *testing.T, g Gomega) {
			v, _, write := watched(t, g)
			response, told := follow(t, g, v, &http.Server{})
			g.Expect(response.Header.Get("Content-Type")).To(Equal("text/event-stream"))
			g.Expect(response.Header.Get("Cache-Control")).To(Equal("no-store"))
			first := <-told
			g.Expect(first).To(SatisfyAll(HaveKeyWithValue("state", "ready"), HaveKeyWithValue("tag", read(v, "/").Find("meta[name=trefoil-version]").Attributes("content")[0])))

			write(spec("two"))
			second := <-told
			g.Expect(second).To(HaveKeyWithValue("title", "two"))
			g.Expect(second["tag"]).NotTo(Equal(first["tag"]))

			write("{")
			g.Expect(<-told).To(HaveKeyWithValue("state", "stale"))

			g.Expect(v.Close()).To(Succeed())
			synctest.Wait()
			g.Expect(told).To(BeClosed())
		}},
		{"outlive the time that the server gives an answer", func(t *testing.T, g Gomega) {
			v, _, write := watched(t, g)
			_, told := follow(t, g, v, &http.Server{WriteTimeout: 400 * time.Millisecond})
			g.Expect(<-told).To(HaveKeyWithValue("state", "ready"))
			pass(time.Minute)
			g.Expect(told).NotTo(Receive())

			write(spec("two"))
			pass(soon)

			g.Expect(told).To(Receive(HaveKeyWithValue("title", "two")))
		}},
		{"are refused when too many wait, and given again when some have gone", func(t *testing.T, g Gomega) {
			v, _, _ := watched(t, g)
			ask := func(ctx context.Context) int {
				w := httptest.NewRecorder()
				v.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/_/events", nil))
				return w.Code
			}
			waiting, leave := context.WithCancel(t.Context())
			for range 512 / 32 {
				for range 32 { // as many of one client as are let in at once
					go ask(waiting)
				}
				synctest.Wait()
			}
			asking, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()

			g.Expect(ask(asking)).To(Equal(http.StatusServiceUnavailable))
			leave()
			synctest.Wait()
			g.Expect(ask(asking)).To(Equal(http.StatusOK))
		}},
	})
}
