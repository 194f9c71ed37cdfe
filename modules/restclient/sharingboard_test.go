package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// sharedBoard is a server of posts for several clients. It remembers what each post has been.
type sharedBoard struct {
	*boardServer
	faults  int // of a hundred requests, those that are lost, or whose answers are
	serving sync.Mutex

	// The mutex of the server guards what follows.
	at      int                 // how much has happened
	was     map[int][]moment    // of each post
	changed map[int]map[int]int // when a mutation was served, for each post that it has changed
	ended   map[int]int         // of a post: when the last mutation was served that has returned
	found   findings
}

// moment is what a post is from a moment on; nil: it is not there.
type moment struct {
	at   int
	post *post
}

func newSharedBoard(seed uint64) *sharedBoard {
	s := &sharedBoard{boardServer: newBoardServer(seed, false), faults: int(seed % 3 * 10)}
	s.size = 0
	s.was, s.changed, s.ended = map[int][]moment{}, map[int]map[int]int{}, map[int]int{}
	for id, p := range s.posts {
		s.was[id] = []moment{{0, &p}}
	}
	return s
}

// Do loses some requests, and some answers.
func (s *sharedBoard) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	time.Sleep(s.moment * time.Duration(1+s.draw(10)))
	fault := s.draw(100)
	if 2*fault < s.faults {
		return nil, errLost
	}
	res := s.remember(ctx, r)
	time.Sleep(s.moment * time.Duration(1+s.draw(10)))
	if fault < s.faults {
		return nil, errLost
	}
	res.Header.Set("Cache-Control", "max-age=60")
	return res, ctx.Err()
}

type mutationKey struct{}

// remember serves a request, and notes which posts that has changed.
func (s *sharedBoard) remember(ctx context.Context, r *core.Request) *core.Response {
	s.serving.Lock()
	defer s.serving.Unlock()
	before := maps.Clone(s.posts)
	res := s.serve(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at++
	mutation, _ := ctx.Value(mutationKey{}).(int)
	s.changed[mutation] = map[int]int{}
	note := func(id int, p *post) {
		s.was[id] = append(s.was[id], moment{s.at, p})
		s.changed[mutation][id] = s.at
	}
	for id, p := range s.posts {
		if old, known := before[id]; !known || old.label() != p.label() {
			note(id, &p)
		}
	}
	for id := range before {
		if _, there := s.posts[id]; !there {
			note(id, nil)
		}
	}
	return res
}

// begin returns, for each post, the last change that had returned.
func (s *sharedBoard) begin() map[int]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at++
	return maps.Clone(s.ended)
}

// mutate runs a mutation. What it has changed is to be seen from its end on.
func (s *sharedBoard) mutate(ctx context.Context, run func(context.Context) error) {
	s.begin()
	s.mu.Lock()
	mutation := s.at
	s.mu.Unlock()
	err := run(context.WithValue(ctx, mutationKey{}, mutation))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, fmt.Sprintf("%s mutation %d ends: %v", time.Now().Format("05.000000"), s.changed[mutation], err))
	for id, at := range s.changed[mutation] {
		s.ended[id] = max(s.ended[id], at)
	}
}

// compare finds what is shown of some posts and was not so since.
func (s *sharedBoard) compare(what string, since map[int]int, ids []int, filter postFilter, shown ...post) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		at := slices.IndexFunc(shown, func(p post) bool { return p.ID == id })
		explains := func(p *post) bool {
			has := p != nil && (filter.Team == 0 || p.Team == filter.Team)
			return has == (at >= 0) && (!has || p.Team == shown[at].Team && p.Rank == shown[at].Rank)
		}
		all, then := s.was[id], (*post)(nil)
		for len(all) > 0 && all[0].at <= since[id] {
			then, all = all[0].post, all[1:]
		}
		if !explains(then) && !slices.ContainsFunc(all, func(m moment) bool { return explains(m.post) }) {
			s.found = append(s.found, fmt.Sprintf("%s %s of %d: %v", time.Now().Format("05.000000"), what, id, labels(shown)))
		}
	}
}

func (s *sharedBoard) known() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.was))
}

// use does one thing with a client.
func (s *sharedBoard) use(ctx context.Context, random *rand.Rand) {
	on, id := plainPosts.On(restclient.UseController(ctx)), 1+random.IntN(6)
	if random.IntN(3) == 0 {
		id = 100 + random.IntN(6)
	}
	since, sent := s.begin(), post{ID: id, Kind: "post", Team: 1 + random.IntN(2), Rank: random.IntN(1000), Author: &author{ID: 1}}
	switch random.IntN(11) {
	case 0, 1, 2:
		filter := postFilters[random.IntN(len(postFilters))]
		if list, err := on.List(ctx, filter); err == nil {
			s.compare(fmt.Sprint("list ", filter), since, s.known(), filter, list.Slice()...)
		}
	case 3, 4:
		switch one, err := on.Get(ctx, id); {
		case err == nil:
			s.compare("entity", since, []int{id}, postFilter{}, one)
		case errors.Is(err, restclient.ErrNotFound):
			s.compare("error", since, []int{id}, postFilter{})
		}
	case 5:
		s.mutate(ctx, func(ctx context.Context) error { return on.Delete(ctx, id) })
	case 6:
		sent.ID = 0
		s.mutate(ctx, func(ctx context.Context) error { _, err := on.Create(ctx, postFilter{}, sent); return err })
	case 7:
		s.mutate(ctx, func(ctx context.Context) error { _, err := on.Update(ctx, id, sent); return err })
	default:
		fields := []restclient.Fields{{"rank": sent.Rank}, {"team": sent.Team}, {"id": 200 + random.IntN(1000)}}[random.IntN(3)]
		s.mutate(ctx, func(ctx context.Context) error { _, err := on.PartialUpdate(ctx, id, fields); return err })
	}
}

// TestClientsThatShareShowNothingOlderThanWhatTheyWereTold has three clients over one shared
// level change and read the posts of one server.
func TestClientsThatShareShowNothingOlderThanWhatTheyWereTold(t *testing.T) {
	first := rand.Uint64N(1 << 32)
	t.Logf("the first seed is %d", first)
	for i := range uint64(thorough.Times(120, 10_000)) {
		synctest.Test(t, func(t *testing.T) {
			s := newSharedBoard(first + i)
			pause := func() { time.Sleep(s.moment * time.Duration(s.draw(4))) }
			blobs := slowBlobs{state.NewMemoryBlobs(state.MemoryOptions{}), pause}
			var users sync.WaitGroup
			for n := range uint64(3) {
				_, ctx := clientFor(t, s, restclient.WithShared("board", blobs, &lostSignals{}, restclient.WithRecheck(0)))
				for user := range uint64(2) {
					random := rand.New(rand.NewPCG(first+i, 2*n+user))
					users.Go(func() {
						for range 15 {
							time.Sleep(s.moment * time.Duration(1+random.IntN(15)))
							s.use(ctx, random)
						}
					})
				}
			}
			users.Wait()
			if len(s.found) > 0 {
				t.Fatalf("seed %d: %s", first+i, strings.Join(append(s.found[:min(3, len(s.found))], s.log...), "\n"))
			}
		})
	}
}
