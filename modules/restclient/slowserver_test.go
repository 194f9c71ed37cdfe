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
	"testing/synctest"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// slowServer is a server behind a network that takes its time: requests are
// served in another order than they were sent, and answered in yet another one.
type slowServer struct {
	tagged bool // answers have entity tags
	makes  bool // a PUT makes what is not there, and writers delete what they change
	faults int  // of a hundred requests
	// moment is what all times are multiples of: a millisecond lets several things
	// happen at once, a microsecond hardly ever, so that a seed plays the same again.
	moment time.Duration

	mu       sync.Mutex
	random   *rand.Rand
	todos    map[int]Todo
	versions map[int]int
	next     int
	busy     map[int]int // of a todo, the writers that wait for an answer
	log      []string
}

func newSlowServer(seed uint64) *slowServer {
	s := &slowServer{random: rand.New(rand.NewPCG(seed, 1)), todos: map[int]Todo{}, versions: map[int]int{}, next: 100, busy: map[int]int{}}
	s.moment = []time.Duration{time.Microsecond, time.Millisecond}[seed%2]
	s.tagged, s.faults, s.makes = s.random.IntN(2) == 0, s.random.IntN(3)*15, s.random.IntN(2) == 0
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

// upTo draws a time of at least one moment.
func (s *slowServer) upTo(d time.Duration, draw func(int) int) time.Duration {
	return s.moment * time.Duration(1+draw(int(d/s.moment)))
}

func (s *slowServer) travel(ctx context.Context) error {
	select {
	case <-time.After(s.upTo(40*time.Millisecond, s.draw)):
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
	match, status := r.Header.Get("If-Match"), 200
	switch {
	case !ok && s.makes && r.Method == http.MethodPut:
		todo, status = Todo{ID: id}, 201
		_ = json.Unmarshal(body, &todo)
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
	return s.put(status, todo)
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

// write changes a todo, again and again.
func (s *slowServer) write(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter], id int, random *rand.Rand) {
	for n := range 4 {
		time.Sleep(s.upTo(60*time.Millisecond, random.IntN))
		s.setBusy(id, 1)
		s.change(ctx, todos, id, n, random)
		s.setBusy(id, -1)
	}
}

func (s *slowServer) setBusy(id, by int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy[id] += by
}

func (s *slowServer) change(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter], id, n int, random *rand.Rand) {
	title, owner, kinds := fmt.Sprintf("%d.%d", id, n), 1+random.IntN(2), 7
	if s.makes {
		kinds = 10
	}
	switch random.IntN(kinds) {
	case 0:
		_, _ = todos.PartialUpdate(ctx, id, restclient.Fields{"title": title})
	case 1:
		_, _ = todos.PartialUpdate(ctx, id, restclient.Fields{"completed": n%2 == 0})
	case 2:
		_, _ = todos.PartialUpdate(ctx, id, restclient.Fields{"userId": owner})
	case 3:
		_, _ = todos.Edit(ctx, id, func(t *Todo) { t.Title = title })
	case 4:
		_, _ = todos.Edit(ctx, id, func(t *Todo) { t.UserID = owner })
	case 5, 7:
		_, _ = todos.Update(ctx, id, Todo{UserID: owner, Title: title})
	case 6:
		made, err := todos.Create(ctx, user(1+random.IntN(2)), Todo{UserID: owner, Title: title})
		if err == nil && random.IntN(2) == 0 {
			_ = todos.Delete(ctx, made.ID)
		}
	case 8, 9:
		_ = todos.Delete(ctx, id)
	}
}

type todoKey struct {
	ID     int    `path:"id"`
	Expand string `query:"expand,omitempty"`
}

// queried reads todos with a query, which a slow server does not look at.
var queried = restclient.CreateResource[Todo, todoKey, TodoFilter]("/todos/:id", apiPrefix)

func (s *slowServer) read(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter], apart *restclient.Bound[Todo, todoKey, TodoFilter], random *rand.Rand) {
	filters := []TodoFilter{{}, user(1), user(2)}
	for range 8 {
		time.Sleep(s.upTo(40*time.Millisecond, random.IntN))
		id, filter := 1+random.IntN(4), filters[random.IntN(3)]
		switch random.IntN(6) {
		case 4:
			_, _ = apart.Get(ctx, todoKey{id, "all"})
		case 5:
			_, _ = apart.Fetch(ctx, todoKey{id, "all"})
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

// watch compares what is fresh with what the server has, again and again until the
// users are done, and when what they have begun is done, too.
func (s *slowServer) watch(client *restclient.Client, users *sync.WaitGroup) (differs string) {
	done := make(chan struct{})
	go func() {
		users.Wait()
		close(done)
	}()
	for left := true; left; {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-done:
			left = false
			time.Sleep(time.Second)
		}
		synctest.Wait()
		if differs == "" {
			differs = s.compare(client)
		}
	}
	return differs
}

// settled reports whether nobody is changing a todo. Those that were made have the
// number of the todo of their writer in the title.
func (s *slowServer) settled(todo Todo) bool {
	writer := todo.ID
	if writer < 1 || writer > 4 {
		_, _ = fmt.Sscanf(todo.Title, "%d.", &writer)
	}
	return s.busy[writer] == 0
}

// compare tells what is fresh and not what the server has, of what is settled.
func (s *slowServer) compare(client *restclient.Client) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var wrong bytes.Buffer
	table := store.KindOf[Todo]().In(client.Store())
	for id := range 5 {
		url := fmt.Sprintf("GET http://api.test/todos/%d?expand=all", id)
		if todo, status := store.KindOf[Todo]().Apart(client.Store()).GetAt(nil, id, url); status == store.Fresh && s.settled(todo.(Todo)) && todo != s.todos[id] {
			fmt.Fprintf(&wrong, "apart, fresh %+v, the server has %+v; ", todo, s.todos[id])
		}
	}
	for info := range client.Store().Inspect(nil) {
		if info.Kind != "entity" {
			continue
		}
		for _, key := range info.Keys() {
			if todo, status := store.Get[Todo](table, nil, key.(int)); status == store.Fresh && s.settled(*todo) && *todo != s.todos[key.(int)] {
				fmt.Fprintf(&wrong, "fresh %+v, the server has %+v; ", *todo, s.todos[key.(int)])
			}
		}
		for _, l := range info.Lists() {
			_, user, _ := strings.Cut(l.Key.ID(), "userId=")
			list, status := table.ListAt(nil, l.Key)
			var rows []Todo
			for i := range list.Len() {
				rows = append(rows, list.At(i).(Todo))
			}
			shown, has := s.settledOf(rows), s.settledOf(s.rows(user))
			slices.SortFunc(shown, func(a, b Todo) int { return a.ID - b.ID })
			if status == store.Fresh && !slices.Equal(shown, has) {
				fmt.Fprintf(&wrong, "fresh list of user %q %+v, the server has %+v; ", user, shown, has)
			}
		}
	}
	if wrong.Len() == 0 {
		return ""
	}
	return time.Now().Format("05.000 ") + wrong.String()
}

func (s *slowServer) settledOf(todos []Todo) []Todo {
	return slices.DeleteFunc(todos, func(t Todo) bool { return !s.settled(t) })
}
