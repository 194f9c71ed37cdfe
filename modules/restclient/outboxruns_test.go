package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// memoryJournal keeps the records of one queue for as long as the test runs.
type memoryJournal struct {
	mu      sync.Mutex
	records [][]byte
}

func (j *memoryJournal) Records(context.Context, string) ([][]byte, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.records), nil
}

func (j *memoryJournal) Append(_ context.Context, _ string, record []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.records = append(j.records, slices.Clone(record))
	return nil
}

func (j *memoryJournal) Rewrite(_ context.Context, _ string, records [][]byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.records = slices.Clone(records)
	return nil
}

func (j *memoryJournal) Forget(ctx context.Context, identity string) error {
	return j.Rewrite(ctx, identity, nil)
}

// forgetfulNetwork loses requests, and answers. The server behind it keeps its answers for
// the idempotency keys.
type forgetfulNetwork struct {
	*boardServer
	serving sync.Mutex
	kept    map[string]string
}

func (s *forgetfulNetwork) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	time.Sleep(s.moment * time.Duration(1+s.draw(10)))
	fault := s.draw(100)
	if fault < 10 {
		return nil, errLost
	}
	res := s.serveOnce(r)
	time.Sleep(s.moment * time.Duration(1+s.draw(10)))
	if fault < 30 {
		return nil, errLost
	}
	return res, ctx.Err()
}

func (s *forgetfulNetwork) serveOnce(r *core.Request) *core.Response {
	s.serving.Lock()
	defer s.serving.Unlock()
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		return s.serve(r)
	}
	answer, known := s.kept[key]
	if !known {
		res := s.serve(r)
		body, _ := io.ReadAll(res.Body)
		answer = fmt.Sprintf("%d %s", res.Status, body)
		s.kept[key] = answer
	}
	var status int
	_, _ = fmt.Sscan(answer, &status)
	return written(status, nil, answer[4:])
}

// run is one run of a program, whose network comes and goes. It finds what is called fresh
// in the end, when all was sent, and is not so.
func (s *forgetfulNetwork) run(t *testing.T, journal restclient.Journal, seed uint64) (found findings) {
	random := rand.New(rand.NewPCG(seed, 1))
	net := restclient.NewSwitch(random.IntN(2) == 0)
	opts := []restclient.OutboxOption{restclient.Queue(posts), restclient.WithOutboxRetry(10*s.moment, 40*s.moment)}
	if seed%2 == 0 {
		opts = append(opts, restclient.WithOrderPerEntity())
	}
	client, err := restclient.New(s, restclient.WithOutbox(journal, opts...), restclient.WithConnectivity(net))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx := client.Context(t.Context())
	var users sync.WaitGroup
	for n := range uint64(3) {
		random := rand.New(rand.NewPCG(seed, 2+n))
		users.Go(func() {
			for range 10 {
				time.Sleep(s.moment * time.Duration(1+random.IntN(15)))
				s.use(ctx, net, random)
			}
		})
	}
	users.Wait()
	if random.IntN(2) == 0 {
		return nil // with what is still queued
	}
	net.Set(true)
	time.Sleep(5 * time.Second)
	found.differ("queued", client.Outbox().Len(), 0)
	for table := range client.Store().Inspect(nil) {
		for _, l := range table.Lists() {
			if l.Status == store.Fresh {
				found.differ(l.Key.ID(), slices.SortedFunc(slices.Values(l.Rows), byKey), s.keys(l.Key))
			}
		}
	}
	for id := range 150 {
		if have, status := store.KindOf[post]().In(client.Store()).GetAt(nil, id); status == store.Fresh {
			found.differ(id, have.(post).label(), s.whole(s.posts[id]).label())
		}
	}
	return found
}

func byKey(a, b any) int { return a.(int) - b.(int) }

// keys are those of the posts in a list.
func (s *forgetfulNetwork) keys(list store.ListKey) (keys []any) {
	filter := postFilter{}
	for _, a := range list.Args {
		if a.Name == "team" {
			filter.Team, _ = strconv.Atoi(a.Value)
		}
	}
	for _, p := range s.rows(filter) {
		keys = append(keys, p.ID)
	}
	return keys
}

func (s *forgetfulNetwork) use(ctx context.Context, net *restclient.Switch, random *rand.Rand) {
	on, id, rank := posts.On(restclient.UseController(ctx)), 1+random.IntN(7), random.IntN(3)
	if random.IntN(2) == 0 {
		id = 100 + random.IntN(8)
	}
	switch random.IntN(14) {
	case 0, 1, 2, 3:
		_, _ = on.List(ctx, postFilters[random.IntN(len(postFilters))])
	case 4:
		_, _ = on.PartialUpdate(ctx, id, restclient.Fields{"rank": rank})
	case 5:
		_, _ = on.PartialUpdate(ctx, id, restclient.Fields{"team": 1 + rank%2})
	case 6, 7:
		_, _ = on.Create(ctx, postFilter{}, post{Kind: "post", Team: 1 + rank%2, Rank: rank, Author: &author{ID: 1, Name: "?"}})
	case 8, 9, 10:
		_ = on.Delete(ctx, id)
	case 11:
		_, _ = on.Get(ctx, id)
	default:
		net.Set(random.IntN(2) == 0)
	}
}

// TestWhatIsSentAgainIsNotShownAsItWas has a program run several times over one queue, whose
// mutations the server may have done before.
func TestWhatIsSentAgainIsNotShownAsItWas(t *testing.T) {
	first := rand.Uint64N(1 << 32)
	t.Logf("the first seed is %d", first)
	for i := range uint64(thorough.Times(100, 5000)) {
		synctest.Test(t, func(t *testing.T) {
			s := &forgetfulNetwork{boardServer: newBoardServer(first+i, false), kept: map[string]string{}}
			s.size = 0
			journal := &memoryJournal{}
			for run := range uint64(4) {
				if found := s.run(t, journal, first+i+run<<32); len(found) > 0 {
					t.Fatalf("seed %d: %s", first+i, strings.Join(append(found[:min(3, len(found))], s.log...), "\n"))
				}
			}
		})
	}
}

func TestAQueuedMutationIsSentAgainAfterAnHourAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answers := []*core.Response{nil, written(503, http.Header{"Retry-After": {"99999999999"}}, ""), written(200, nil, `{"id":1,"title":"a"}`)}
		client, err := restclient.New(core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			answer := answers[0]
			if answers = answers[1:]; answer == nil {
				return nil, &net.OpError{Op: "dial", Err: errLost}
			}
			return answer, nil
		}), restclient.WithOutbox(&memoryJournal{}, restclient.Queue(Todos)))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		if _, err := Todos.On(client).PartialUpdate(t.Context(), 1, restclient.Fields{"title": "a"}); !errors.Is(err, restclient.ErrQueued) {
			t.Fatal(err)
		}
		sleep(3500)
		if n := client.Outbox().Len(); n != 1 {
			t.Errorf("%d are queued before an hour has passed", n)
		}
		sleep(3600)
		if n := client.Outbox().Len(); n != 0 {
			t.Errorf("%d are still queued", n)
		}
	})
}

// A caller that drops a mutation learns whether it is sent, also at the moment at which it is due.
func TestWhatIsDroppedIsNotSent(t *testing.T) {
	for range thorough.Times(1000, 30000) {
		var sent atomic.Int64
		client, err := restclient.New(core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			if sent.Add(1) == 1 {
				return nil, &net.OpError{Op: "dial", Err: errLost} // and so it is queued
			}
			return written(200, nil, `{"id":1,"title":"a"}`), nil
		}), restclient.WithOutbox(&memoryJournal{}, restclient.Queue(Todos)))
		if err != nil {
			t.Fatal(err)
		}
		queued := make(chan struct{})
		go func() {
			defer close(queued)
			_, _ = Todos.On(client).PartialUpdate(t.Context(), 1, restclient.Fields{"title": "a"})
		}()
		dropped := false
		for !dropped && sent.Load() < 2 {
			for _, m := range client.Outbox().Mutations() {
				dropped = client.Outbox().Drop(m.ID)
			}
		}
		<-queued
		client.Close()
		if dropped && sent.Load() > 1 {
			t.Fatal("it was dropped, and sent")
		}
	}
}
