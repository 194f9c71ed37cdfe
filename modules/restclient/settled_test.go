package restclient_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// unsure is a server of todos that takes its time before and after it serves a request, and
// refuses some, or loses the requests or the answers to them, until it is calm.
type unsure struct {
	mu    sync.Mutex
	rand  *rand.Rand
	todos map[int]Todo
	last  int
	calm  bool
}

func newUnsure(seed uint64) *unsure {
	return &unsure{rand: rand.New(rand.NewPCG(seed, 0)), todos: map[int]Todo{1: {ID: 1, UserID: 1}, 2: {ID: 2, UserID: 2}, 3: {ID: 3, UserID: 1}}, last: 3}
}

func (u *unsure) dice(sides int) int {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.calm {
		return sides - 1
	}
	return u.rand.IntN(sides)
}

func (u *unsure) pause(ctx context.Context) error {
	select {
	case <-time.After(time.Duration(u.dice(1000)) * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (u *unsure) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if err := u.pause(ctx); err != nil {
		return nil, err
	}
	luck := u.dice(8)
	switch luck {
	case 0:
		return nil, io.ErrUnexpectedEOF
	case 1:
		return written(http.StatusServiceUnavailable, nil, ""), nil
	case 2:
		return written(http.StatusUnprocessableEntity, nil, ""), nil
	}
	status, body := u.serve(r)
	if err := u.pause(ctx); err != nil {
		return nil, err
	}
	if luck == 3 {
		return nil, io.ErrUnexpectedEOF
	}
	return written(status, nil, body), nil
}

func (u *unsure) serve(r *core.Request) (status int, body string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	id := 0
	_, _ = fmt.Sscanf(strings.TrimPrefix(r.URL, "http://api.test/todos"), "/%d", &id)
	todo, found := u.todos[id]
	if id != 0 && !found {
		return http.StatusNotFound, "{}"
	}
	answer := any(todo)
	switch r.Method {
	case http.MethodGet:
		if id == 0 {
			answer = u.list(strings.HasSuffix(r.URL, "?userId=1"))
		}
	case http.MethodDelete:
		delete(u.todos, id)
		return http.StatusNoContent, ""
	default:
		sent, _ := r.Body()
		_ = json.NewDecoder(sent).Decode(&todo)
		if todo.ID = id; id == 0 {
			u.last++
			todo.ID = u.last
		}
		u.todos[todo.ID], answer = todo, todo
	}
	data, _ := json.Marshal(answer)
	return http.StatusOK, string(data)
}

func (u *unsure) list(ofOne bool) []Todo {
	all := []Todo{}
	for _, id := range slices.Sorted(maps.Keys(u.todos)) {
		if todo := u.todos[id]; !ofOne || todo.UserID == 1 {
			all = append(all, todo)
		}
	}
	return all
}

// someone uses todos at random for a while, and leaves some calls early.
func someone(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter], dice *rand.Rand) {
	for range 6 {
		time.Sleep(time.Duration(dice.IntN(800)) * time.Millisecond)
		ctx, leave := context.WithTimeout(ctx, time.Duration(500+dice.IntN(6000))*time.Millisecond)
		id := 1 + dice.IntN(4)
		switch dice.IntN(8) {
		case 0:
			_, _ = todos.Get(ctx, id)
		case 1:
			_, _ = todos.Fetch(ctx, id)
		case 2:
			_, _ = todos.List(ctx, TodoFilter{})
		case 3:
			_, _ = todos.List(ctx, user(1))
		case 4:
			_, _ = todos.PartialUpdate(ctx, id, restclient.Fields{"userId": 1 + dice.IntN(2)})
		case 5:
			_, _ = todos.Edit(ctx, id, func(t *Todo) { t.Title, t.Completed = t.Title+"x", !t.Completed })
		case 6:
			_, _ = todos.Create(ctx, TodoFilter{}, Todo{UserID: 1 + dice.IntN(2)})
		case 7:
			_ = todos.Delete(ctx, id)
		}
		leave()
	}
}

// Several use a client at once while answers are late, lost and out of order. When all of that
// is over, and what is stale has been read again, the client shows what the server has.
func TestWhatIsShownWhenAllIsOverIsWhatTheServerHas(t *testing.T) {
	for name, opts := range map[string][]restclient.EndpointOption{
		"as it is":            nil,
		"shown before":        {restclient.WithOptimistic()},
		"one after the other": {restclient.WithOptimistic(), restclient.WithSerialMutations()},
		"as merge patches":    {restclient.WithOptimistic(), restclient.WithPatchFormat(restclient.MergePatch)},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(thorough.Times(100, 5000)) {
				synctest.Test(t, func(t *testing.T) {
					g, server := NewWithT(t), newUnsure(seed)
					client, ctx := clientFor(t, server)
					todos := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", append(opts, apiPrefix, restclient.WithExpiry(time.Hour))...).On(client)
					var all sync.WaitGroup
					for i := range uint64(3) {
						all.Go(func() { someone(ctx, todos, rand.New(rand.NewPCG(seed, 1+i))) })
					}
					all.Wait()
					sleep(10) // what was left goes on
					server.mu.Lock()
					server.calm = true
					server.mu.Unlock()

					for range 2 { // what is stale is read again
						_, _ = todos.List(ctx, TodoFilter{})
						_, _ = todos.List(ctx, user(1))
						for id := 1; id <= server.last; id++ {
							_, _ = todos.Get(ctx, id)
						}
						sleep(5)
					}

					for ofOne, filter := range map[bool]TodoFilter{false: {}, true: user(1)} {
						list, err := todos.List(ctx, filter)
						g.Expect(err).NotTo(HaveOccurred())
						g.Expect(list.Slice()).To(ConsistOf(server.list(ofOne)), "seed %d", seed)
					}
					for id := 1; id <= server.last; id++ {
						todo, err := todos.Get(ctx, id)
						want, found := server.todos[id]
						g.Expect(todo).To(Equal(want), "seed %d", seed)
						g.Expect(errors.Is(err, restclient.ErrNotFound)).To(Equal(!found), "seed %d: %v", seed, err)
					}
				})
			}
		})
	}
}
