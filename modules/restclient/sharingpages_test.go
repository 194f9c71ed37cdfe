package restclient_test

import (
	"cmp"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

type shelfFilter struct {
	Page int `query:"page,omitempty"`
}

// shelf is a page of todos in an envelope.
type shelf struct {
	Next  int                   `json:"next"`
	Todos restclient.List[Todo] `json:"todos"`
}

var (
	Shelved   = restclient.Must(restclient.CreateResource[Todo, int, shelfFilter]("/todos/:id", apiPrefix, restclient.WithPaginationField("page")))
	GetShelf  = restclient.RestEndpoint[shelfFilter, shelf]("/shelf", apiPrefix, restclient.WithSchema(restclient.ObjectOf[shelf](restclient.EntityOf[Todo]())))
	ShelfPage = restclient.PageOf(GetShelf, "page")
)

// inPages answers with two todos a page, as an array or in an envelope.
func (s *sharing) inPages(header http.Header) {
	s.server.set(func(w http.ResponseWriter, r *http.Request) {
		for name, values := range header {
			w.Header()[name] = values
		}
		if id, err := strconv.Atoi(path.Base(r.URL.Path)); err == nil {
			writeJSON(w, http.StatusOK, Todo{ID: id, Title: "alone"})
			return
		}
		n, _ := strconv.Atoi(r.URL.Query().Get("page"))
		n = max(n, 1)
		page := []Todo{{ID: 2*n - 1}, {ID: 2 * n}}
		if r.URL.Path == "/shelf" {
			writeJSON(w, http.StatusOK, map[string]any{"next": n + 1, "todos": page})
			return
		}
		writeJSON(w, http.StatusOK, page)
	})
}

// paged is a list that is read page by page, in two ways.
type paged struct {
	list func(c *restclient.Client) string // its keys, and what follows
	page func(c *restclient.Client, n int)
}

func (s *sharing) paged() map[string]paged {
	keys := func(todos restclient.List[Todo], next int) string {
		all := ""
		for _, todo := range todos.All() {
			all += fmt.Sprint(todo.ID, " ")
		}
		return fmt.Sprint(all, "then ", next)
	}
	return map[string]paged{
		"array": {func(c *restclient.Client) string {
			todos, err := Shelved.On(c).List(s.Context(), shelfFilter{})
			s.Expect(err).NotTo(HaveOccurred())
			return keys(todos, todos.Len()/2+1)
		}, func(c *restclient.Client, n int) {
			_, err := Shelved.On(c).Page(s.Context(), shelfFilter{Page: n})
			s.Expect(err).NotTo(HaveOccurred())
		}},
		"envelope": {func(c *restclient.Client) string {
			found, err := restclient.UseSuspense(c.Context(s.Context()), GetShelf, shelfFilter{})
			s.Expect(err).NotTo(HaveOccurred())
			return keys(found.Todos, found.Next)
		}, func(c *restclient.Client, n int) {
			_, err := restclient.Fetch(c.Context(s.Context()), ShelfPage, shelfFilter{Page: n})
			s.Expect(err).NotTo(HaveOccurred())
		}},
	}
}

// eachPaged runs a test with each of them.
func eachPaged(t *testing.T, header http.Header, f func(s *sharing, p paged)) {
	for _, name := range []string{"array", "envelope"} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				s.inPages(header)
				f(s, s.paged()[name])
			})
		})
	}
}

func TestAListHasItsPagesAfterALookAtWhatIsShared(t *testing.T) {
	for _, recheck := range []time.Duration{0, time.Second} {
		for _, tag := range []string{"", `"1"`} {
			header := http.Header{"Etag": {tag}}
			if tag == "" {
				header = nil
			}
			t.Run(fmt.Sprint(recheck, cmp.Or(tag, " without a tag")), func(t *testing.T) {
				eachPaged(t, header, func(s *sharing, p paged) {
					how := []restclient.SharedOption{restclient.WithRecheck(recheck)}
					for _, c := range []*restclient.Client{s.sharing(how), s.sharing(how)} { // that asks, and that finds
						s.Expect(p.list(c)).To(Equal("1 2 then 2"))
						p.page(c, 2)
						for n := range 3 {
							s.Expect(p.list(c)).To(Equal("1 2 3 4 then 3"), "look %d", n)
							s.title(c, 3) // which changes what the list shows
							s.settle()
							time.Sleep(recheck)
						}
						p.page(c, 3)
						s.Expect(p.list(c)).To(Equal("1 2 3 4 5 6 then 4"))
					}
					s.Expect(s.blobs.keys("answer")).To(HaveLen(2)) // the list, and the todo that was read by itself
					lists := slices.DeleteFunc(s.server.seen(), func(r string) bool { return strings.HasPrefix(r, "GET /todos/") })
					s.Expect(lists).To(HaveLen(1 + 2 + 2)) // the first page once, and the others twice
				})
			})
		}
	}
}

func TestAListThatHasGrownShowsWhatItsAnswerSays(t *testing.T) {
	eachPaged(t, nil, func(s *sharing, p paged) {
		one, other := s.sharing(nil), s.sharing([]restclient.SharedOption{restclient.WithRecheck(0)})
		s.title(one, 1) // is "alone" there, and "" in the list
		p.list(other)
		p.page(other, 2)
		s.Expect(s.title(other, 1)).To(Equal("alone"))

		s.Expect(p.list(other)).To(Equal("1 2 3 4 then 3"))
		todo, _ := restclient.UseCache(other.Context(s.Context()), Shelved.Get, 1)
		s.Expect(todo.Title).To(BeEmpty())
	})
}

func TestAListHasNoPageFromBeforeAChangeThatHadEnded(t *testing.T) {
	eachPaged(t, nil, func(s *sharing, p paged) {
		s.signals = nil
		how := []restclient.SharedOption{restclient.WithRecheck(0)}
		one, other := s.sharing(how), s.sharing(how)
		p.list(other)
		p.page(other, 2)
		_, err := Shelved.On(one).PartialUpdate(s.Context(), 3, restclient.Fields{"title": "new"})
		s.Expect(err).NotTo(HaveOccurred())

		pages := s.server.answer
		s.server.set(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.RawQuery == "" { // the list, which is answered when a page has come
				time.Sleep(time.Second)
			}
			pages(w, r)
		})
		var more sync.WaitGroup
		more.Go(func() {
			time.Sleep(time.Second / 2)
			p.page(other, 3)
		})
		s.Expect(p.list(other)).To(Equal("1 2 then 2"))
		more.Wait()
	})
}

func TestAListOfAnotherAnswerHasNoPagesOfTheOneBefore(t *testing.T) {
	for name, change := range map[string]func(s *sharing, p paged, other *restclient.Client){
		"a mutation": func(s *sharing, _ paged, other *restclient.Client) {
			_, err := Shelved.On(other).PartialUpdate(s.Context(), 4, restclient.Fields{"title": "new"})
			s.Expect(err).NotTo(HaveOccurred())
		},
		"an invalidation": func(s *sharing, _ paged, other *restclient.Client) {
			s.Expect(Shelved.On(other).Invalidate(s.Context(), 4)).To(Succeed())
		},
		"a read that asks": func(s *sharing, _ paged, other *restclient.Client) {
			_, err := restclient.Fetch(other.Context(s.Context()), Shelved.GetList, shelfFilter{})
			s.Expect(err).NotTo(HaveOccurred())
			_, err = restclient.Fetch(other.Context(s.Context()), GetShelf, shelfFilter{})
			s.Expect(err).NotTo(HaveOccurred())
		},
		"the end of the answer": func(*sharing, paged, *restclient.Client) { time.Sleep(restclient.DefaultExpiry) },
	} {
		t.Run(name, func(t *testing.T) {
			eachPaged(t, nil, func(s *sharing, p paged) {
				s.signals = nil
				how := []restclient.SharedOption{restclient.WithRecheck(0)}
				one, other := s.sharing(how), s.sharing(how)
				p.list(one)
				p.page(one, 2)
				s.Expect(p.list(one)).To(Equal("1 2 3 4 then 3"))

				change(s, p, other)
				s.Expect(p.list(one)).To(Equal("1 2 then 2"))
			})
		})
	}
}
