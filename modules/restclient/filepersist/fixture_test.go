package filepersist_test

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

type Todo struct {
	ID     int    `json:"id,omitzero"`
	UserID int    `json:"userId"`
	Title  string `json:"title"`
}

func (t Todo) PK() int { return t.ID }

type TodoFilter struct {
	UserID *int `query:"userId"`
}

type User struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (u User) PK() string { return u.ID }

const api = "http://api.test"

var (
	Todos = restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", restclient.WithURLPrefix(api))
	Users = restclient.CreateResource[User, string, restclient.None]("/users/:id", restclient.WithURLPrefix(api))
	Me    = restclient.RestEndpoint[restclient.None, User]("/me",
		restclient.WithURLPrefix(api), restclient.WithSchema(restclient.EntityOf[User]()))
	Motto = restclient.RestEndpoint[restclient.None, string]("/motto", restclient.WithURLPrefix(api))
	Code  = restclient.RestEndpoint[restclient.None, string]("/code", restclient.WithURLPrefix(api))
	Found = restclient.RestEndpoint[search, found]("/search",
		restclient.WithURLPrefix(api), restclient.WithSchema(restclient.ObjectOf[found](restclient.EntityOf[Todo]())))
)

type search struct {
	Query string `query:"q"`
}

type found struct {
	Total int                   `json:"total"`
	Todos restclient.List[Todo] `json:"todos"`
}

// server answers for all the endpoints. What routes answers comes before.
func server(routes ...func(*restfake.Server)) *restfake.Server {
	fake := restfake.New()
	for _, add := range routes {
		add(fake)
	}
	restfake.NewCollection(fake, "/todos/:id", Todo{1, 1, "read"}, Todo{2, 1, "write"}, Todo{3, 2, "rest"})
	restfake.NewCollection(fake, "/users/:id", User{"ida", "Ida"})
	fake.On("GET", "/me", restfake.Always(restfake.JSON(200, User{"ida", "Ida"})))
	fake.On("GET", "/motto", restfake.Always(restfake.Text(200, "onwards")))
	fake.On("GET", "/code", restfake.Always(restfake.Text(200, "0000")))
	fake.On("GET", "/search", restfake.Always(restfake.JSON(200, map[string]any{"total": 9, "todos": []Todo{{3, 2, "rest"}}})))
	return fake
}

// run is one run of a program.
type run struct {
	dir    *filepersist.Dir
	client *restclient.Client
	fake   *restfake.Server
}

// start begins a run on a directory. Nobody listens unless a server is given.
func start(path string, fake *restfake.Server, opts ...restclient.Option) *run {
	GinkgoHelper()
	if fake == nil {
		fake = restfake.New()
	}
	dir, err := filepersist.Open(path)
	Expect(err).NotTo(HaveOccurred())
	client, err := restclient.New(fake, append([]restclient.Option{keep(dir)}, opts...)...)
	Expect(err).NotTo(HaveOccurred())
	r := &run{dir, client, fake}
	DeferCleanup(r.stop)
	return r
}

func keep(p restclient.Persistence, more ...restclient.PersistOption) restclient.Option {
	return restclient.WithPersistence(p, append(more, restclient.Keep(Todos, Users, Me, Motto, Found))...)
}

func (r *run) stop() {
	r.client.Close()
	_ = r.dir.Close()
}

func (r *run) ctx(ctx context.Context) context.Context { return r.client.Context(ctx) }

func titles(l restclient.List[Todo]) []string {
	all := []string{}
	for _, t := range l.All() {
		all = append(all, t.Title)
	}
	return all
}

func one(n int) TodoFilter { return TodoFilter{UserID: &n} }

func second[T any](_ T, err error) error { return err }

// all reads to the end, or to the first error.
func all[T any](values iter.Seq2[T, error]) error {
	for _, err := range values {
		if err != nil {
			return err
		}
	}
	return nil
}

// contents returns all bytes in a directory.
func contents(path string) string {
	GinkgoHelper()
	var all strings.Builder
	for _, name := range names(path) {
		data, err := os.ReadFile(filepath.Join(path, name))
		Expect(err).NotTo(HaveOccurred())
		all.Write(data)
	}
	return all.String()
}

// keyed gives types inside functions a key.
type keyed struct {
	ID int `json:"id"`
}

func (k keyed) PK() int { return k.ID }

// memory is a Persistence that can be made to fail.
type memory struct {
	mu    sync.Mutex
	saved map[string][]restclient.SavedTable
	times []time.Time
	err   error
}

func (m *memory) Load(_ context.Context, identity string) ([]restclient.SavedTable, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.saved[identity], m.err
}

func (m *memory) Save(_ context.Context, identity string, tables []restclient.SavedTable) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.times = append(m.times, time.Now())
	if m.err == nil {
		m.saved[identity] = slices.Clone(tables)
	}
	return m.err
}

func (m *memory) Forget(_ context.Context, identity string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.saved, identity)
	return m.err
}

func (m *memory) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.err = err
}

// clear forgets when it was saved.
func (m *memory) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.times = nil
}

// since returns when it was saved.
func (m *memory) since(t time.Time) (all []time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, at := range m.times {
		all = append(all, at.Sub(t))
	}
	return all
}
