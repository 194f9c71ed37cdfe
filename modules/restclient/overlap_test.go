package restclient_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// slowServer is a server behind a network that takes its time: requests are
// served in another order than they were sent, and answered in yet another one.
type slowServer struct {
	tagged bool // answers have entity tags
	faults int  // of a hundred requests

	mu       sync.Mutex
	random   *rand.Rand
	todos    map[int]Todo
	versions map[int]int
	next     int
	log      []string
}

func newSlowServer(seed uint64) *slowServer {
	s := &slowServer{random: rand.New(rand.NewPCG(seed, 1)), todos: map[int]Todo{}, versions: map[int]int{}, next: 100}
	s.tagged, s.faults = s.random.IntN(2) == 0, s.random.IntN(3)*15
	for id := range 4 {
		s.todos[id+1], s.versions[id+1] = Todo{ID: id + 1, UserID: id%2 + 1, Title: "a"}, 1
	}
	return s
}

// draw returns a number below n.
func (s *slowServer) draw(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.IntN(n)
}

func (s *slowServer) travel(ctx context.Context) error {
	select {
	case <-time.After(time.Duration(1+s.draw(40)) * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

var errLost = errors.New("connection lost")

// Do serves a request somewhere between its sending and its answer.
func (s *slowServer) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	fault := s.draw(100)
	if err := s.travel(ctx); err != nil {
		return nil, err
	}
	if fault < s.faults/3 {
		return [](func() (*core.Response, error)){
			func() (*core.Response, error) { return nil, errLost },
			func() (*core.Response, error) { return written(500, nil, "{}"), nil },
			func() (*core.Response, error) {
				return written(200, http.Header{"Content-Type": {"text/html"}}, "<p>Log in"), nil
			},
		}[s.draw(3)]()
	}
	res := s.serve(r)
	if err := s.travel(ctx); err != nil {
		return nil, err
	}
	switch {
	case fault >= s.faults || res.Status > 299:
		return res, nil
	case r.Method == http.MethodGet || s.draw(2) == 0:
		return nil, errLost
	}
	return written(200, nil, `{"success":true}`), nil
}

func written(status int, header http.Header, body string) *core.Response {
	if header == nil {
		header = http.Header{"Content-Type": {"application/json"}}
	}
	return &core.Response{Status: status, Header: header, ContentLength: int64(len(body)), Body: io.NopCloser(strings.NewReader(body))}
}

func (s *slowServer) serve(r *core.Request) *core.Response {
	s.mu.Lock()
	defer s.mu.Unlock()
	var body []byte
	if r.Body != nil {
		from, _ := r.Body()
		body, _ = io.ReadAll(from)
	}
	u, _ := url.Parse(r.URL)
	s.log = append(s.log, fmt.Sprintf("%s serves %s %s %s", time.Now().Format("05.000"), r.Method, u.RequestURI(), body))
	id, err := strconv.Atoi(strings.TrimPrefix(u.Path, "/todos/"))
	if err != nil {
		return s.serveList(r.Method, u.Query().Get("userId"), body)
	}
	return s.serveOne(r, id, body)
}

func (s *slowServer) serveList(method, user string, body []byte) *core.Response {
	if method == http.MethodPost {
		s.next++
		todo := Todo{ID: s.next}
		_ = json.Unmarshal(body, &todo)
		return s.put(201, todo)
	}
	data, _ := json.Marshal(s.rows(user))
	return written(200, nil, string(data))
}

func (s *slowServer) rows(user string) []Todo {
	found := []Todo{}
	for _, id := range slices.Sorted(maps.Keys(s.todos)) {
		if user == "" || user == strconv.Itoa(s.todos[id].UserID) {
			found = append(found, s.todos[id])
		}
	}
	return found
}

func (s *slowServer) serveOne(r *core.Request, id int, body []byte) *core.Response {
	todo, ok := s.todos[id]
	match := r.Header.Get("If-Match")
	switch {
	case !ok:
		return written(404, nil, "{}")
	case match != "" && match != s.tag(id):
		return written(412, nil, "{}")
	case r.Method == http.MethodGet && r.Header.Get("If-None-Match") == s.tag(id) && s.tagged:
		return written(304, http.Header{"Etag": {s.tag(id)}}, "")
	case r.Method == http.MethodDelete:
		delete(s.todos, id)
		return written(204, nil, "")
	case r.Method == http.MethodPatch:
		_ = json.Unmarshal(body, &todo)
	case r.Method == http.MethodPut:
		todo = Todo{ID: id}
		_ = json.Unmarshal(body, &todo)
	}
	if r.Method != http.MethodGet {
		s.versions[id]++
	}
	return s.put(200, todo)
}

func (s *slowServer) tag(id int) string {
	return strconv.Quote(fmt.Sprintf("%d-%d", id, s.versions[id]))
}

func (s *slowServer) put(status int, todo Todo) *core.Response {
	s.todos[todo.ID] = todo
	header := http.Header{"Content-Type": {"application/json"}}
	if s.tagged {
		header.Set("Etag", s.tag(todo.ID))
	}
	data, _ := json.Marshal(todo)
	return written(status, header, string(data))
}

// write changes a todo of which nobody else is a writer, again and again.
func (s *slowServer) write(ctx context.Context, todos restclient.Bound[Todo, int, TodoFilter], id int, random *rand.Rand) {
	for n := range 4 {
		time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
		title := fmt.Sprintf("%d.%d", id, n)
		switch random.IntN(6) {
		case 0:
			_, _ = todos.PartialUpdate(ctx, id, restclient.Fields{"title": title})
		case 1:
			_, _ = todos.PartialUpdate(ctx, id, restclient.Fields{"completed": n%2 == 0})
		case 2:
			_, _ = todos.PartialUpdate(ctx, id, restclient.Fields{"userId": 1 + random.IntN(2)})
		case 3:
			_, _ = todos.Edit(ctx, id, func(t *Todo) { t.Title = title })
		case 4:
			_, _ = todos.Update(ctx, id, Todo{UserID: 1 + random.IntN(2), Title: title})
		case 5:
			owner := 1 + random.IntN(2)
			made, err := todos.Create(ctx, user(1+random.IntN(2)), Todo{UserID: owner, Title: title})
			if err == nil && random.IntN(2) == 0 {
				_ = todos.Delete(ctx, made.ID)
			}
		}
	}
}

func read(ctx context.Context, todos restclient.Bound[Todo, int, TodoFilter], random *rand.Rand) {
	filters := []TodoFilter{{}, user(1), user(2)}
	for range 8 {
		time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
		id, filter := 1+random.IntN(4), filters[random.IntN(3)]
		switch random.IntN(4) {
		case 0:
			_, _ = todos.Get(ctx, id)
		case 1:
			_, _ = todos.Fetch(ctx, id)
		case 2:
			_, _ = todos.List(ctx, filter)
		case 3:
			_, _ = todos.FetchList(ctx, filter)
		}
	}
}

// knownToDiffer bounds the rounds of a hundred in which something is fresh that is
// not what the server has. There are about one in five hundred: a filtered list
// lacks a row that a mutation has moved into it, when a read has told of that
// before the mutation was answered. The aim is 0.
const knownToDiffer = 2

// TestWhatIsFreshIsWhatTheServerHas lets one writer for each todo and some readers
// use one client at once, in random order. In the end nothing is shown as fresh
// that is not what the server has: answers that were under way at the same time
// do not take back what a mutation has changed.
func TestWhatIsFreshIsWhatTheServerHas(t *testing.T) {
	first, rounds := rand.Uint64(), thorough.Times(500, 10_000)
	t.Logf("the first seed is %d", first)
	var wrong []string
	for n := range uint64(rounds) {
		if said := playOverlap(t, first+n); said != "" {
			wrong = append(wrong, said)
		}
	}
	t.Logf("%d of %d rounds differ", len(wrong), rounds)
	if len(wrong) > rounds*knownToDiffer/100 {
		t.Errorf("%d of %d rounds differ; the first: %s", len(wrong), rounds, wrong[0])
	}
}

func playOverlap(t *testing.T, seed uint64) (wrong string) {
	synctest.Test(t, func(t *testing.T) {
		server := newSlowServer(seed)
		declared := []restclient.Resource[Todo, int, TodoFilter]{Todos, eager}[server.draw(2)]
		client, ctx := clientFor(t, server)
		todos := declared.On(client)
		var users sync.WaitGroup
		for id := range 4 {
			users.Go(func() { server.write(ctx, todos, id+1, rand.New(rand.NewPCG(seed, uint64(10+id)))) })
		}
		for i := range 3 {
			users.Go(func() { read(ctx, todos, rand.New(rand.NewPCG(seed, uint64(20+i)))) })
		}
		users.Wait()
		time.Sleep(time.Second)
		if differs := server.compare(client); differs != "" {
			wrong = fmt.Sprintf("seed %d: %s\n%s", seed, differs, strings.Join(server.log, "\n"))
		}
	})
	return wrong
}

// compare tells what is fresh and not what the server has.
func (s *slowServer) compare(client *restclient.Client) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var wrong bytes.Buffer
	table := entity.TableOf[Todo](client.Store())
	for info := range client.Store().Inspect(nil) {
		if info.Kind != "entity" {
			continue
		}
		for _, key := range info.Keys() {
			if todo, status := table.Get(key.(int)); status == entity.Fresh && todo != s.todos[key.(int)] {
				fmt.Fprintf(&wrong, "fresh %+v, the server has %+v; ", todo, s.todos[key.(int)])
			}
		}
		for _, l := range info.Lists() {
			_, user, _ := strings.Cut(l.Key.ID(), "userId=")
			rows, status := table.List(l.Key)
			shown := slices.SortedFunc(slices.Values(rows.Slice()), func(a, b Todo) int { return a.ID - b.ID })
			if status == entity.Fresh && !slices.Equal(shown, s.rows(user)) {
				fmt.Fprintf(&wrong, "fresh list of user %q %+v, the server has %+v; ", user, shown, s.rows(user))
			}
		}
	}
	return wrong.String()
}

// The PATCH is sent first; the GET is served before it, and answered after it.
func TestAReadThatOverlapsAMutationDoesNotTakeItBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(n int, r *core.Request) (int, string) {
			switch {
			case r.Method == http.MethodPatch:
				sleep(2)
				return 200, `{"id":1,"title":"new"}`
			case n == 2:
				sleep(3)
				return 200, `{"id":1,"title":"old","userId":7}`
			}
			return 200, `{"id":1,"title":"new","userId":7}`
		})
		client, ctx := clientFor(t, server)
		todos := Todos.On(client)
		put(client, "old", 1)
		go func() { _, _ = todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "new"}) }()
		synctest.Wait()

		read, err := todos.Fetch(ctx, 1)

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(read).To(Equal(Todo{ID: 1, UserID: 7, Title: "new"}), "what the mutation has not set is as it was read")
		_, status := todoStatus(client, 1)
		g.Expect(status).To(Equal(entity.Stale))
		_, err = todos.Get(ctx, 1)
		g.Expect(err).NotTo(HaveOccurred())
		sleep(1)
		shown, status := todoStatus(client, 1)
		g.Expect(shown).To(Equal(Todo{ID: 1, UserID: 7, Title: "new"}))
		g.Expect(status).To(Equal(entity.Fresh))
	})
}
