package restclient_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

type Todo struct {
	ID        int    `json:"id,omitzero"`
	UserID    int    `json:"userId,omitzero"`
	Title     string `json:"title"`
	Completed bool   `json:"completed"`
}

func (t Todo) PK() int { return t.ID }

type TodoFilter struct {
	UserID  *int   `query:"userId"`
	OrderBy string `query:"orderBy,omitempty"`
	Page    int    `query:"page,omitempty"`
}

var Todos = restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id",
	restclient.WithURLPrefix("http://api.test"),
	restclient.WithPaginationField("page"))

func user(id int) TodoFilter { return TodoFilter{UserID: &id} }

// recorder answers like jsonplaceholder and remembers what it was asked.
type recorder struct {
	mu       sync.Mutex
	requests []string
	bodies   []string
	todos    []Todo
	// answer, when set, answers instead.
	answer http.HandlerFunc
}

func newRecorder(todos ...Todo) *recorder { return &recorder{todos: todos} }

func (s *recorder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+r.RequestURI)
	s.bodies = append(s.bodies, string(body))
	answer := s.answer
	s.mu.Unlock()
	if answer != nil {
		answer(w, r)
		return
	}
	s.serve(w, r, body)
}

func (s *recorder) serve(w http.ResponseWriter, r *http.Request, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /todos/{id}", func(w http.ResponseWriter, r *http.Request) { s.withTodo(w, r, func(*Todo) error { return nil }) })
	mux.HandleFunc("PUT /todos/{id}", func(w http.ResponseWriter, r *http.Request) {
		s.withTodo(w, r, func(t *Todo) error {
			changed := Todo{}
			err := json.Unmarshal(body, &changed)
			changed.ID = t.ID
			*t = changed
			return err
		})
	})
	mux.HandleFunc("PATCH /todos/{id}", func(w http.ResponseWriter, r *http.Request) {
		s.withTodo(w, r, func(t *Todo) error { return json.Unmarshal(body, t) })
	})
	mux.HandleFunc("DELETE /todos/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		s.todos = slices.DeleteFunc(s.todos, func(t Todo) bool { return t.ID == id })
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET /todos", s.list)
	mux.HandleFunc("POST /todos", func(w http.ResponseWriter, r *http.Request) {
		todo := Todo{ID: 100 + len(s.todos)}
		if err := json.Unmarshal(body, &todo); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		s.todos = append(s.todos, todo)
		writeJSON(w, http.StatusCreated, todo)
	})
	mux.ServeHTTP(w, r)
}

// withTodo answers with a todo after f, whose error is answered with 500.
func (s *recorder) withTodo(w http.ResponseWriter, r *http.Request, f func(*Todo) error) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	for i := range s.todos {
		if s.todos[i].ID == id {
			if err := f(&s.todos[i]); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			writeJSON(w, http.StatusOK, s.todos[i])
			return
		}
	}
	w.WriteHeader(http.StatusNotFound)
}

const pageSize = 2

func (s *recorder) list(w http.ResponseWriter, r *http.Request) {
	found := []Todo{}
	for _, t := range s.todos {
		if u := r.FormValue("userId"); u == "" || u == strconv.Itoa(t.UserID) {
			found = append(found, t)
		}
	}
	if page, err := strconv.Atoi(r.FormValue("page")); err == nil {
		start := min((page-1)*pageSize, len(found))
		found = found[start:min(start+pageSize, len(found))]
	}
	writeJSON(w, http.StatusOK, found)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// answers makes the server answer everything alike.
func (s *recorder) answers(status int, contentType, body string) {
	s.set(func(w http.ResponseWriter, _ *http.Request) {
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

func (s *recorder) set(answer http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

func (s *recorder) seen() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

func (s *recorder) lastBody() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bodies[len(s.bodies)-1]
}

// clock is a time that tests move.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// start makes a client of an in-process server, closed after the spec.
func start(h http.Handler, opts ...restclient.Option) *restclient.Client {
	GinkgoHelper()
	transport := httptransport.InProcess(h)
	client, err := restclient.New(transport, opts...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(transport.Wait)
	DeferCleanup(client.Close)
	return client
}

func titles(l restclient.List[Todo]) []string {
	var s []string
	for _, t := range l.All() {
		s = append(s, t.Title)
	}
	return s
}

func ids(l restclient.List[Todo]) []int {
	var s []int
	for _, t := range l.All() {
		s = append(s, t.ID)
	}
	return s
}

func three() *recorder {
	return newRecorder(Todo{ID: 1, UserID: 1, Title: "a"}, Todo{ID: 2, UserID: 1, Title: "b"}, Todo{ID: 3, UserID: 2, Title: "c"})
}
