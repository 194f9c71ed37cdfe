package restclient_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

var (
	authors = restclient.CreateResource[author, int, restclient.None]("/authors/:id", apiPrefix, restclient.WithOptimistic())
	posts   = restclient.CreateResource[post, int, postFilter]("/posts/:id", apiPrefix, restclient.WithOptimistic(), restclient.WithPaginationField("page"))
	theWall = restclient.RestEndpoint[restclient.None, wall]("/wall", apiPrefix, restclient.WithSchema(restclient.ObjectOf[wall](
		restclient.UnionOf[entry]("kind", restclient.Case("post", restclient.EntityOf[post]()), restclient.Case("memo", restclient.EntityOf[memo]())))))
	allPosts = restclient.AllOf(posts)

	ranked    = restclient.NewQuery(posts.GetList, func(l restclient.List[post], _ postFilter) []string { return byRank(l.Slice()) })
	signed    = restclient.NewQuery(posts.GetList, func(l restclient.List[post], _ postFilter) string { return byName(l.Slice()) })
	allRanked = restclient.NewQuery(allPosts, func(l restclient.List[post], _ restclient.None) []string { return byRank(l.Slice()) })

	postFilters = []postFilter{{}, {Team: 1}, {Team: 2}, {Sort: "rank"}, {Team: 1, Sort: "rank"}}
)

// byRank sorts posts, most of which have the rank of another one.
func byRank(all []post) []string {
	slices.SortStableFunc(all, func(a, b post) int { return cmp.Compare(a.Rank, b.Rank) })
	return labels(all)
}

// byName joins posts with their authors.
func byName(all []post) string {
	count := map[string]int{}
	for _, p := range all {
		if p.Author != nil {
			count[p.Author.Name]++
		}
	}
	var text []string
	for _, name := range slices.Sorted(maps.Keys(count)) {
		text = append(text, fmt.Sprint(name, count[name]))
	}
	return strings.Join(text, " ")
}

// findings are what is wrong with what is shown.
type findings []string

func (f *findings) differ(what, have, want any) {
	if fmt.Sprint(have) != fmt.Sprint(want) {
		*f = append(*f, fmt.Sprintf("%v:\n have %v\n want %v", what, have, want))
	}
}

// lookAtBoard compares all that one run of a render function shows.
func lookAtBoard(ctx context.Context) (findings, error) {
	var found findings
	for _, filter := range postFilters {
		l, ok := restclient.UseCache(ctx, posts.GetList, filter)
		sorted, hasSorted := restclient.UseQuery(ctx, ranked, filter)
		names, hasNames := restclient.UseQuery(ctx, signed, filter)
		found.differ("the queries are there when the list is", []bool{hasSorted, hasNames}, []bool{ok, ok})
		if !ok {
			continue
		}
		found.differ(fmt.Sprint("sorted ", filter), sorted, byRank(l.Slice()))
		found.differ(fmt.Sprint("joined ", filter), names, byName(l.Slice()))
		for i, p := range l.All() {
			found.differ("where a row stands", slices.IndexFunc(l.Slice(), func(other post) bool { return other.ID == p.ID }), i)
			found.differ("the team of a row", cmp.Or(filter.Team, p.Team), p.Team)
			if one, ok := restclient.UseCache(ctx, posts.Get, p.ID); ok {
				found.differ("a row alone", one.label(), p.label())
			}
			if p.Author == nil {
				continue
			}
			if one, ok := restclient.UseCache(ctx, authors.Get, p.Author.ID); ok {
				found.differ("the author of a row", *p.Author, one)
			}
		}
	}
	if all, ok := restclient.UseCache(ctx, allPosts, restclient.None{}); ok {
		sorted, _ := restclient.UseQuery(ctx, allRanked, restclient.None{})
		found.differ("all of them sorted", sorted, byRank(all.Slice()))
	}
	w, _ := restclient.UseCache(ctx, theWall, restclient.None{})
	for _, item := range w.Items {
		if p, ok := item.Value(); ok {
			if one, ok := restclient.UseCache(ctx, posts.Get, p.(interface{ PK() int }).PK()); ok && strings.HasPrefix(p.label(), "post") {
				found.differ("an item alone", one.label(), p.label())
			}
		}
	}
	return found, nil
}

// readBoard reads again what is stale, as others do.
func readBoard(ctx context.Context) (int, error) {
	rows := 0
	for _, filter := range postFilters {
		l := restclient.UseDLE(ctx, posts.GetList, filter).Data
		rows += l.Len()
	}
	return rows, nil
}

// useBoard does one thing with it.
func useBoard(ctx context.Context, client *restclient.Client, s *boardServer, random *rand.Rand) {
	on, filter, id := posts.On(client), postFilters[random.IntN(len(postFilters))], 1+random.IntN(7)
	if random.IntN(4) == 0 {
		id = 100 + random.IntN(5)
	}
	what := random.IntN(14)
	if s.pushes && what > 10 { // what is pushed of a post has its author as it was
		s.change(random)
		return
	}
	switch what {
	case 0, 1, 2:
		_, _ = on.List(ctx, filter)
	case 3:
		_, _ = on.Get(ctx, id)
	case 4, 5:
		_, _ = on.PartialUpdate(ctx, id, restclient.Fields{"rank": random.IntN(3)})
	case 6:
		_, _ = on.PartialUpdate(ctx, id, restclient.Fields{"team": 1 + random.IntN(2)})
	case 7:
		_, _ = on.Create(ctx, postFilter{}, post{Kind: "post", Team: 1 + random.IntN(2), Rank: random.IntN(3), Author: &author{ID: 1 + random.IntN(3), Name: "?"}})
	case 8:
		_ = on.Delete(ctx, id)
	case 9:
		_, _ = restclient.Fetch(ctx, theWall, restclient.None{})
	case 10:
		_, _ = restclient.ExpireAll(ctx, func(restclient.Answer) bool { return random.IntN(2) == 0 })
	case 11:
		_, _ = authors.On(client).PartialUpdate(ctx, 1+random.IntN(3), restclient.Fields{"name": string(rune('a' + random.IntN(3)))})
	case 12:
		_, _ = on.PartialUpdate(ctx, id, restclient.Fields{"id": 200 + random.IntN(1000)})
	case 13:
		s.mu.Lock()
		s.memos[id] = !s.memos[id]
		s.mu.Unlock()
		if s.size > 0 {
			filter.Page = 1 + random.IntN(3)
			_, _ = on.Page(ctx, filter)
		}
	}
}

// settledBoard compares what is shown with what the server has, when nothing goes on: first
// what is called fresh, whatever the order, and then what is read again.
func settledBoard(ctx context.Context, client *restclient.Client, s *boardServer) (found findings) {
	on := posts.On(client)
	for _, filter := range postFilters {
		asked := len(s.log)
		l, err := on.List(ctx, filter)
		time.Sleep(100 * s.moment)
		synctest.Wait()
		if err == nil && len(s.log) == asked && s.size == 0 {
			found.differ(fmt.Sprint("fresh ", filter), slices.Sorted(slices.Values(labels(l.Slice()))), slices.Sorted(slices.Values(labels(s.rows(filter)))))
		}
	}
	for _, filter := range postFilters {
		_, err := on.FetchList(ctx, filter)
		for page := filter; err == nil && s.size > 0 && page.Page*s.size < len(s.posts); {
			page.Page++
			_, err = on.Page(ctx, page)
		}
		l, _ := restclient.UseCache(ctx, posts.GetList, filter)
		found.differ("reading it", err, error(nil))
		found.differ(fmt.Sprint("read again ", filter), labels(l.Slice()), labels(s.rows(filter)))
	}
	w, err := restclient.Fetch(ctx, theWall, restclient.None{})
	found.differ("the wall", err, error(nil))
	var items []entry
	for _, item := range w.Items {
		e, _ := item.Value()
		items = append(items, e)
	}
	found.differ("the wall", labels(items), labels(s.wall()))
	return found
}

// playBoard lets several use a board while it is looked at.
func playBoard(t *testing.T, seed uint64, pushes bool) (found findings) {
	synctest.Test(t, func(t *testing.T) {
		s := newBoardServer(seed, pushes)
		client, ctx := clientFor(t, s)
		shown, done := make(chan findings, 10_000), make(chan struct{})
		looking, leave := context.WithCancel(ctx)
		var lookers, users, feeders sync.WaitGroup
		lookers.Go(func() {
			for wrong := range restclient.Live(looking, lookAtBoard) {
				shown <- wrong
			}
		})
		lookers.Go(func() {
			for range restclient.Live(looking, readBoard) {
			}
		})
		if pushes {
			feeders.Go(func() { _ = posts.On(client).Ingest(ctx, s.feed(done), restclient.WithIngestWindow(10*s.moment)) })
		}
		for n := range 4 {
			random := rand.New(rand.NewPCG(seed, uint64(n)))
			users.Go(func() {
				for range 25 {
					time.Sleep(s.moment * time.Duration(1+random.IntN(15)))
					useBoard(ctx, client, s, random)
				}
			})
		}
		users.Wait()
		close(done)
		feeders.Wait()
		time.Sleep(time.Second)
		synctest.Wait()
		found = settledBoard(ctx, client, s)
		leave()
		lookers.Wait()
		close(shown)
		for wrong := range shown {
			found = append(found, wrong...)
		}
		if len(found) > 0 {
			found = append(found[:min(3, len(found))], s.log...)
		}
	})
	return found
}

func TestBoardsShowOneState(t *testing.T) {
	first := rand.Uint64N(1 << 32)
	t.Logf("the first seed is %d", first)
	for i := range uint64(thorough.Times(14, 4000)) {
		if found := playBoard(t, first+i, i%4 == 0); len(found) > 0 {
			t.Fatalf("seed %d, pushes %v: %s", first+i, i%4 == 0, strings.Join(found, "\n"))
		}
	}
}
