package restclient_test

import (
	"cmp"
	"context"
	"encoding/json"
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
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

type (
	author struct {
		ID   int    `json:"id,omitzero"`
		Name string `json:"name"`
	}
	entry interface{ label() string }
	post  struct {
		ID     int     `json:"id,omitzero"`
		Kind   string  `json:"kind"`
		Team   int     `json:"team"`
		Rank   int     `json:"rank"`
		Author *author `json:"author,omitzero"`
	}
	memo struct {
		ID   int    `json:"id,omitzero"`
		Kind string `json:"kind"`
		Rank int    `json:"rank"`
	}
	postFilter struct {
		Team int    `query:"team,omitempty"`
		Sort string `query:"sort,omitempty,nofilter"`
		Page int    `query:"page,omitempty,cursor"`
	}
	wall struct {
		Items []restclient.OneOf[entry] `json:"items"`
	}
)

func (a author) PK() int { return a.ID }
func (p post) PK() int   { return p.ID }
func (m memo) PK() int   { return m.ID }

func (post) Nested() []restclient.Nested {
	return []restclient.Nested{restclient.EntityOf[author]()}
}

func (p post) label() string {
	by := author{}
	if p.Author != nil {
		by = *p.Author
	}
	return fmt.Sprintf("post %d of team %d, %d, by %v", p.ID, p.Team, p.Rank, by)
}

func (m memo) label() string { return fmt.Sprintf("memo %d, %d", m.ID, m.Rank) }

func labels[E entry](all []E) []string {
	text := make([]string, len(all))
	for i, e := range all {
		text[i] = e.label()
	}
	return text
}

// boardServer has posts by authors. Some of them are memos on the wall. Requests are served
// in another order than they were sent.
type boardServer struct {
	moment time.Duration // what all times are multiples of
	size   int           // of a page; 0: a list is answered as a whole
	pushes bool          // all that changes is told

	mu      sync.Mutex
	random  *rand.Rand
	posts   map[int]post
	memos   map[int]bool
	authors map[int]author
	next    int
	events  []pushed
	log     []string
}

func newBoardServer(seed uint64, pushes bool) *boardServer {
	s := &boardServer{random: rand.New(rand.NewPCG(seed, 7)), posts: map[int]post{}, memos: map[int]bool{}, authors: map[int]author{}, next: 100, pushes: pushes}
	s.moment = []time.Duration{time.Microsecond, time.Millisecond}[seed%2]
	if seed%3 == 0 {
		s.size = 3
	}
	for id := 1; id < 6; id++ {
		s.authors[id%3+1] = author{id%3 + 1, "a"}
		s.posts[id] = post{ID: id, Kind: "post", Team: 1 + id%2, Rank: s.random.IntN(3), Author: &author{ID: 1 + s.random.IntN(3)}}
	}
	return s
}

func (s *boardServer) draw(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.IntN(n)
}

// rows are those of a list, in its order. The mutex is held, or nothing goes on.
func (s *boardServer) rows(f postFilter) []post {
	all := []post{}
	for _, id := range slices.Sorted(maps.Keys(s.posts)) {
		if p := s.posts[id]; f.Team == 0 || p.Team == f.Team {
			all = append(all, s.whole(p))
		}
	}
	if f.Sort == "rank" {
		slices.SortStableFunc(all, func(a, b post) int { return cmp.Compare(a.Rank, b.Rank) })
	}
	return all
}

// wall has every post, or the memo that it is.
func (s *boardServer) wall() []entry {
	all := []entry{}
	for _, p := range s.rows(postFilter{}) {
		if s.memos[p.ID] {
			all = append(all, memo{p.ID, "memo", p.Rank})
			continue
		}
		all = append(all, p)
	}
	return all
}

func (s *boardServer) whole(p post) post {
	if p.Author != nil {
		p.Author = new(s.authors[p.Author.ID])
	}
	return p
}

// put changes a post, or removes one that has no ID.
func (s *boardServer) put(id int, p post) {
	_, known := s.posts[id]
	delete(s.posts, id)
	if p.ID != 0 {
		s.posts[p.ID] = p
	}
	if !s.pushes {
		return
	}
	if known && p.ID != id {
		s.events = append(s.events, restclient.Deleted(id))
	}
	data, _ := json.Marshal(s.whole(p))
	switch {
	case p.ID == 0:
	case known && p.ID == id:
		s.events = append(s.events, restclient.Upserted[int](data))
	default:
		s.events = append(s.events, restclient.Created[int](data))
	}
}

// change has another client change something.
func (s *boardServer) change(random *rand.Rand) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := slices.Sorted(maps.Keys(s.posts))
	what := random.IntN(4)
	if what == 0 || len(ids) == 0 {
		s.next++
		s.put(s.next, post{ID: s.next, Kind: "post", Team: 1 + random.IntN(2), Rank: random.IntN(3), Author: &author{ID: 1 + random.IntN(3)}})
		s.log = append(s.log, fmt.Sprintf("%s another makes %s", time.Now().Format("05.000000"), s.posts[s.next].label()))
		return
	}
	p := s.posts[ids[random.IntN(len(ids))]]
	changed := [...]post{1: {}, 2: {p.ID, p.Kind, 3 - p.Team, p.Rank, p.Author}, 3: {p.ID, p.Kind, p.Team, random.IntN(3), p.Author}}[what]
	s.put(p.ID, changed)
	s.log = append(s.log, fmt.Sprintf("%s another makes %d %s", time.Now().Format("05.000000"), p.ID, changed.label()))
}

// feed yields the events, late, until it is done.
func (s *boardServer) feed(done <-chan struct{}) func(yield func(pushed, error) bool) {
	return func(yield func(pushed, error) bool) {
		for ended := false; ; time.Sleep(s.moment * time.Duration(1+s.draw(20))) {
			s.mu.Lock()
			n := min(1, len(s.events))
			next := s.events[:n]
			s.events = s.events[n:]
			s.mu.Unlock()
			if n == 0 && ended {
				return
			}
			for _, p := range next {
				if !yield(p, nil) {
					return
				}
			}
			select {
			case <-done:
				ended = true
			default:
			}
		}
	}
}

// Do serves a request somewhere between its sending and its answer.
func (s *boardServer) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	time.Sleep(s.moment * time.Duration(1+s.draw(10)))
	res := s.serve(r)
	time.Sleep(s.moment * time.Duration(1+s.draw(10)))
	return res, ctx.Err()
}

func (s *boardServer) serve(r *core.Request) *core.Response {
	s.mu.Lock()
	defer s.mu.Unlock()
	var body []byte
	if r.Body != nil {
		from, _ := r.Body()
		body, _ = io.ReadAll(from)
	}
	u, _ := url.Parse(r.URL)
	s.log = append(s.log, fmt.Sprintf("%s %s %s %s", time.Now().Format("05.000000"), r.Method, u.RequestURI(), body))
	kind, last, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	id, _ := strconv.Atoi(last)
	answer := s.answer(kind, r.Method, id, u.Query(), body)
	switch {
	case answer == nil:
		return written(http.StatusNotFound, nil, "{}")
	case r.Method == http.MethodDelete:
		return written(http.StatusNoContent, nil, "")
	}
	data, _ := json.Marshal(answer)
	return written(http.StatusOK, nil, string(data))
}

// answer is nil for what is not there.
func (s *boardServer) answer(kind, method string, id int, query url.Values, body []byte) any {
	if kind == "wall" {
		return map[string]any{"items": s.wall()}
	}
	if kind == "authors" {
		a, ok := s.authors[id]
		if !ok {
			return nil
		}
		_ = json.Unmarshal(body, &a) // nothing for a GET
		s.authors[id] = a
		return a
	}
	p, known := s.posts[id]
	switch {
	case id == 0 && method == http.MethodGet:
		team, _ := strconv.Atoi(query.Get("team"))
		page, _ := strconv.Atoi(query.Get("page"))
		return s.page(s.rows(postFilter{Team: team, Sort: query.Get("sort")}), page)
	case id == 0:
		s.next++
		id = s.next
	case !known:
		return nil
	case method == http.MethodDelete:
		s.put(id, post{})
		return true
	case method == http.MethodGet:
		return s.whole(p)
	}
	changed := post{ID: id, Kind: "post", Team: p.Team, Rank: p.Rank}
	_ = json.Unmarshal(body, &changed)
	if changed.Author = cmp.Or(changed.Author, p.Author); changed.Author != nil {
		changed.Author = &author{ID: changed.Author.ID}
	}
	s.put(id, changed)
	return s.whole(changed)
}

func (s *boardServer) page(all []post, page int) []post {
	if s.size == 0 {
		return all
	}
	from := min(len(all), max(0, page-1)*s.size)
	return all[from:min(len(all), from+s.size)]
}
