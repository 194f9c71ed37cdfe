package router_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/router"
)

// echo is what a request of the race test is answered with.
type echo struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Key  string `json:"key"`
}

// plainWriter keeps one response, and notices who writes at the same time as
// somebody else.
type plainWriter struct {
	header  http.Header
	status  int
	body    []byte
	writing atomic.Bool
	faults  *atomic.Int64
}

func (w *plainWriter) Header() http.Header { return w.header }

func (w *plainWriter) WriteHeader(status int) {
	if w.status != 0 {
		w.faults.Add(1)
	}
	w.status = status
}

func (w *plainWriter) Write(p []byte) (int, error) {
	if w.writing.Swap(true) {
		w.faults.Add(1)
	}
	defer w.writing.Store(false)
	w.body = append(w.body, p...)
	return len(p), nil
}

func (w *plainWriter) reset() {
	clear(w.header)
	w.status, w.body = 0, w.body[:0]
}

// echoRouter puts what a request is made of through path values, keys, results
// and hooks of all stages.
func echoRouter() *router.Router {
	r := router.New(router.WithLogger(nil), router.WithEnvironment(router.Production))
	token := router.NewKey[string]("token")
	r.BeforeFunctionCall("KEYED", func(c *router.Context, next func() error) error {
		token.Set(c, c.Header("X-Token"))
		return next()
	})
	r.BeforeRender("KEYED", func(c *router.Context, next func() error) error {
		got, _ := router.ResultOf[echo](c)
		got.Key, _ = token.Get(c)
		c.SetResult(got)
		return next()
	})
	r.AfterResponse("KEYED", func(c *router.Context) {
		if own, _ := token.Get(c); own != c.Header("X-Token") || c.Status() != http.StatusOK {
			panic("a key of another request")
		}
	})
	r.Register(router.Controllers{
		"GET /plain/:id/:name":       router.F2(func(_ *router.Context, id int, name string) (echo, error) { return echo{ID: id, Name: name}, nil }),
		"GET KEYED /keyed/:id/:name": router.F2(func(_ *router.Context, id int, name string) (echo, error) { return echo{ID: id, Name: name}, nil }),
		"GET /fails/:id/:name": router.F2(func(c *router.Context, id int, name string) (echo, error) {
			return echo{}, c.Error(http.StatusConflict, strconv.Itoa(id)+name)
		}),
	})
	return r
}

// TestRaceOfRequests sends 50,000 requests from 16 goroutines, a million with
// TREFOIL_THOROUGH=1, each with values of its own, and none may see those of
// another.
func TestRaceOfRequests(t *testing.T) {
	const clients = 16
	requests := 50_000 / clients
	if os.Getenv("TREFOIL_THOROUGH") != "" {
		requests *= 20
	}
	r := echoRouter()
	h, err := r.Handler()
	if err != nil {
		t.Fatal(err)
	}
	var faults atomic.Int64
	var group sync.WaitGroup
	for client := range clients {
		group.Go(func() { askEcho(t, h, client, requests, &faults) })
	}
	group.Wait()
	if n := faults.Load(); n > 0 {
		t.Errorf("%d responses were written twice", n)
	}
	if n := r.Bugs(); n > 0 {
		t.Errorf("%d bugs", n)
	}
}

func askEcho(t *testing.T, h http.Handler, client, requests int, faults *atomic.Int64) {
	w := &plainWriter{header: http.Header{}, faults: faults}
	req := httptest.NewRequest(http.MethodGet, "/", nil)
	for i := range requests {
		id := strconv.Itoa(client*requests + i)
		name := "n" + id
		kind, status, want := [3]string{"/plain/", "/keyed/", "/fails/"}[i%3], http.StatusOK, `{"id":`+id+`,"name":"`+name+`","key":""}`
		switch i % 3 {
		case 1:
			want = `{"id":` + id + `,"name":"` + name + `","key":"t` + id + `"}`
		case 2:
			status, want = http.StatusConflict, `"detail":"`+id+name+`"`
		}
		req.URL.Path = kind + id + "/" + name
		req.Header["X-Token"] = []string{"t" + id}
		w.reset()
		h.ServeHTTP(w, req)
		if w.status != status || !strings.Contains(string(w.body), want) {
			t.Errorf("%s: got %d %s, want %d with %s", req.URL.Path, w.status, w.body, status, want)
			return
		}
	}
}

// TestRaceOfTimeouts ends requests at about the time of their deadline: each is
// answered once, by its function or by the timeout.
func TestRaceOfTimeouts(t *testing.T) {
	const (
		clients  = 50
		requests = 10_000 / clients
		deadline = 2 * time.Millisecond
	)
	r := router.New(router.WithLogger(nil))
	r.Register(router.Controllers{"GET /near": router.With(func(c *router.Context) error {
		select {
		case <-time.After(deadline):
			return c.Render("done")
		case <-c.Context().Done():
			return c.Context().Err()
		}
	}, router.Timeout(deadline))})
	h, err := r.Handler()
	if err != nil {
		t.Fatal(err)
	}
	var faults, done, late atomic.Int64
	var group sync.WaitGroup
	for range clients {
		group.Go(func() {
			for range requests {
				w := &plainWriter{header: http.Header{}, faults: &faults}
				h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/near", nil))
				switch {
				case w.status == http.StatusOK && string(w.body) == `"done"`:
					done.Add(1)
				case w.status == http.StatusServiceUnavailable && strings.Count(string(w.body), "too long") == 1 && w.body[len(w.body)-1] == '}':
					late.Add(1)
				default:
					t.Errorf("got %d %s", w.status, w.body)
				}
			}
		})
	}
	group.Wait()
	if faults.Load() > 0 || done.Load()+late.Load() != clients*requests {
		t.Errorf("%d written twice, %d answered in time, %d late", faults.Load(), done.Load(), late.Load())
	}
	t.Logf("%d answered in time, %d late", done.Load(), late.Load())
}

// TestRaceOfKeptContexts keeps a thousand Contexts while ten times as many
// requests are served: each of them stays stale and writes nothing.
func TestRaceOfKeptContexts(t *testing.T) {
	const kept, requests = 1_000, 10_000
	r := router.New(router.WithLogger(nil))
	token := router.NewKey[string]("token")
	var mu sync.Mutex
	contexts := map[*router.Context]http.ResponseWriter{}
	r.Register(router.Controllers{"GET /keep/:id": func(c *router.Context, id string) error {
		token.Set(c, id)
		mu.Lock()
		defer mu.Unlock()
		if len(contexts) < kept {
			contexts[c] = c.ResponseWriter()
		}
		return c.Render(id)
	}})
	h, err := r.Handler()
	if err != nil {
		t.Fatal(err)
	}
	var faults atomic.Int64
	askKeep(t, h, kept, &faults).Wait()
	served := askKeep(t, h, requests, &faults)
	for c, w := range contexts {
		checkStale(t, c, w, token)
	}
	served.Wait()
	for c, w := range contexts {
		checkStale(t, c, w, token)
	}
	if len(contexts) != kept || faults.Load() > 0 {
		t.Errorf("kept %d contexts, %d responses were written twice", len(contexts), faults.Load())
	}
}

func askKeep(t *testing.T, h http.Handler, requests int, faults *atomic.Int64) *sync.WaitGroup {
	const clients = 4
	group := &sync.WaitGroup{}
	for client := range clients {
		group.Go(func() {
			w := &plainWriter{header: http.Header{}, faults: faults}
			for i := range requests / clients {
				id := strconv.Itoa(client*requests + i)
				w.reset()
				h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/keep/"+id, nil))
				if string(w.body) != `"`+id+`"` {
					t.Errorf("request %s is answered with %s", id, w.body)
				}
			}
		})
	}
	return group
}

func checkStale(t *testing.T, c *router.Context, w http.ResponseWriter, token *router.Key[string]) {
	value, found := token.Get(c)
	_, written := w.Write([]byte("late"))
	if found || value != "" || c.Param("id") != "" || c.Result() != nil || c.Context().Err() == nil ||
		!errors.Is(written, router.ErrStale) || !errors.Is(c.Render("late"), router.ErrStale) || !errors.Is(c.Err(), router.ErrStale) {
		t.Errorf("a kept Context sees %q, %q, %v; writing: %v", value, c.Param("id"), c.Result(), written)
	}
}

// TestRaceOfContextsThatOutlive uses Contexts in goroutines that go on while
// their requests end: each sees its own request or none, and reads nothing that
// is written at the same time.
func TestRaceOfContextsThatOutlive(t *testing.T) {
	const requests = 8_000
	r := router.New(router.WithLogger(nil))
	token := router.NewKey[string]("token")
	var group sync.WaitGroup
	r.Register(router.Controllers{"GET /keep/:id": func(c *router.Context, id string) error {
		token.Set(c, id)
		begun := make(chan struct{})
		group.Go(func() {
			close(begun)
			for c.Context().Err() == nil {
				value, found := token.Get(c)
				for _, seen := range []string{c.Param("id"), strings.TrimPrefix(c.Request().URL.Path, "/keep/"), c.Header("X-Id"), value} {
					if seen != id && seen != "" && seen != "/" {
						t.Errorf("the Context of request %s sees %q, %v", id, seen, found)
						return
					}
				}
			}
			if err := context.Cause(c.Context()); !errors.Is(err, router.ErrStale) {
				t.Errorf("the Context of request %s has ended with %v", id, err)
			}
		})
		<-begun
		return nil
	}})
	h, err := r.Handler()
	if err != nil {
		t.Fatal(err)
	}
	for i := range requests {
		id := strconv.Itoa(i)
		req := httptest.NewRequest(http.MethodGet, "/keep/"+id, nil)
		req.Header.Set("X-Id", id)
		h.ServeHTTP(httptest.NewRecorder(), req)
	}
	group.Wait()
}
