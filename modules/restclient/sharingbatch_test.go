package restclient_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

type todoIDs struct {
	IDs []int `query:"ids,comma,omitempty,nofilter"`
}

// Batched are todos that are read several at once.
var Batched = restclient.Must(restclient.CreateResource[Todo, int, todoIDs]("/todos/:id", restclient.WithURLPrefix("http://api.test"),
	restclient.WithBatchGet(func(ids []int) todoIDs { return todoIDs{IDs: slices.Sorted(slices.Values(ids))} })))

// several answers with the todos that a request names, one or a list.
func (s *sharing) several(header http.Header) {
	s.server.set(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), header)
		s.server.mu.Lock()
		defer s.server.mu.Unlock()
		list := []Todo{}
		for text := range strings.SplitSeq(r.URL.Query().Get("ids")+strings.TrimPrefix(r.URL.Path, "/todos"), ",") {
			id, _ := strconv.Atoi(strings.TrimPrefix(text, "/"))
			for _, todo := range s.server.todos {
				if todo.ID == id {
					list = append(list, todo)
				}
			}
		}
		if r.URL.Path == "/todos" {
			writeJSON(w, http.StatusOK, list)
			return
		}
		writeJSON(w, http.StatusOK, list[0])
	})
}

// titles reads several todos at once.
func (s *sharing) titles(c *restclient.Client, ids ...int) []string {
	all := make([]string, len(ids))
	var group sync.WaitGroup
	for i, id := range ids {
		group.Go(func() {
			time.Sleep(time.Duration(i) * time.Microsecond) // one after the other, within the window
			todo, err := Batched.On(c).Get(s.Context(), id)
			if all[i] = todo.Title; err != nil {
				all[i] = fmt.Sprint(kind(err))
			}
		})
	}
	group.Wait()
	return all
}

func TestWhatIsReadAtOnceIsSharedOneByOne(t *testing.T) {
	shared(t, func(s *sharing) {
		s.several(http.Header{"Etag": {`"of the list"`}})
		s.Expect(s.titles(s.client(), 1, 2)).To(Equal([]string{"one", "two"}))
		s.Expect(s.server.seen()).To(Equal([]string{"GET /todos?ids=1,2"}))

		seen := &endings{}
		s.Expect(s.title(s.client(restclient.WithObserver(seen)), 1)).To(Equal("one")) // without batches
		s.Expect(s.titles(s.client(restclient.WithObserver(seen)), 2)).To(Equal([]string{"two"}))
		s.Expect(s.titles(s.client(restclient.WithObserver(seen)), 2, 1)).To(Equal([]string{"two", "one"}))
		s.Expect(s.asked()).To(Equal(1))
		s.Expect(seen.take()).To(And(HaveLen(4), HaveEach(HaveField("FromShared", true))))
	})
}

func TestAGetThatIsAloneLooksAtOnce(t *testing.T) {
	shared(t, func(s *sharing) {
		s.several(nil)
		s.titles(s.client(), 1, 2, 3)
		other := s.client()
		s.blobs.set(func(f *faultyBlobs) { f.takes = time.Millisecond })
		began := time.Now()
		for _, id := range []int{1, 2, 3} {
			s.titles(other, id)
		}
		s.Expect(time.Since(began)).To(Equal(3 * time.Millisecond))
		s.Expect(s.asked()).To(Equal(1))
	})
}

func TestGetsThatBeginWhileAnotherLooksLookTogether(t *testing.T) {
	shared(t, func(s *sharing) {
		ids := make([]int, 150)
		s.server.set(func(w http.ResponseWriter, r *http.Request) {
			list := []Todo{}
			for text := range strings.SplitSeq(r.URL.Query().Get("ids"), ",") {
				id, _ := strconv.Atoi(text)
				list = append(list, Todo{ID: id, Title: "todo " + text})
			}
			writeJSON(w, http.StatusOK, list)
		})
		for i := range ids {
			ids[i] = i + 1
		}
		s.titles(s.client(), ids...)
		other, asked, looked := s.client(), s.asked(), s.blobs.looks()
		s.blobs.set(func(f *faultyBlobs) { f.takes = time.Millisecond })
		s.Expect(s.titles(other, ids...)).To(And(HaveLen(150), HaveEach(HavePrefix("todo "))))
		s.Expect(s.blobs.looks() - looked).To(Equal(3)) // the first, a hundred, and the rest
		s.Expect(s.asked()).To(Equal(asked))
	})
}

func TestABatchAsksForWhatIsNotFound(t *testing.T) {
	shared(t, func(s *sharing) {
		s.several(nil)
		s.title(s.client(), 2)
		other := s.client()
		s.Expect(s.titles(other, 1, 2, 3)).To(Equal([]string{"one", "two", "three"}))
		s.Expect(s.server.seen()[1:]).To(Equal([]string{"GET /todos?ids=1,3"}))
		s.Expect(Todos.On(other).Invalidate(s.Context(), 3)).To(Succeed())

		s.Expect(s.titles(s.client(), 1, 2, 3)).To(Equal([]string{"one", "two", "three"}))
		s.Expect(s.server.seen()[2:]).To(Equal([]string{"GET /todos/3"}))
	})
}

func TestAMemberFromBeforeAnInvalidationIsNotFound(t *testing.T) {
	shared(t, func(s *sharing) {
		s.signals = nil
		one, other := s.client(), s.client()
		asked, release := make(chan struct{}), make(chan struct{})
		s.server.set(func(w http.ResponseWriter, _ *http.Request) {
			close(asked)
			<-release
			writeJSON(w, http.StatusOK, []Todo{{ID: 1, Title: "old"}, {ID: 2, Title: "two"}})
		})
		var late sync.WaitGroup
		late.Go(func() { s.titles(one, 1, 2) })
		<-asked
		s.change(1, "new")
		s.Expect(Todos.On(other).Invalidate(s.Context(), 1)).To(Succeed())
		s.several(nil)
		close(release)
		late.Wait()

		s.Expect(s.titles(s.client(), 1, 2)).To(Equal([]string{"new", "two"}))
		s.Expect(s.server.seen()[1:]).To(Equal([]string{"GET /todos/1"}))
	})
}

func TestMembersThatAreNotToBeSharedAreNot(t *testing.T) {
	for name, header := range map[string]http.Header{
		"no-store":                  {"Cache-Control": {"no-store, max-age=60"}},
		"private, without identity": {"Cache-Control": {"private, max-age=60"}},
		"stale at once":             {"Cache-Control": {"max-age=0"}},
	} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				s.several(header)
				s.titles(s.client(), 1, 2)
				s.Expect(s.blobs.keys("answer")).To(BeEmpty())
			})
		})
	}
}

func TestAMemberThatIsNotThereIsNotShared(t *testing.T) {
	shared(t, func(s *sharing) {
		s.several(nil)
		s.Expect(s.titles(s.client(), 1, 9)).To(Equal([]string{"one", string(restclient.KindNoValue)}))
		s.Expect(s.blobs.keys("answer")).To(HaveLen(1))
	})
}

func TestWhileTheStoreFailsABatchAsksTheServerOnce(t *testing.T) {
	shared(t, func(s *sharing) {
		s.several(nil)
		s.blobs.set(func(f *faultyBlobs) { f.hangs = true })
		began := time.Now()
		s.Expect(s.titles(s.client(), 1, 2, 3)).To(Equal([]string{"one", "two", "three"}))
		s.Expect(s.server.seen()).To(Equal([]string{"GET /todos?ids=1,2,3"}))
		s.Expect(s.blobs.uses()).To(Equal(1))
		s.Expect(time.Since(began)).To(BeNumerically("<", 2*restclient.DefaultSharedTimeout))
	})
}

func TestWhatIsFoundIsOlderThanAMutationBehindTheLook(t *testing.T) {
	for name, ids := range map[string][]int{"alone": {1}, "in a batch": {1, 2}} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				s.title(s.client(), 1)
				s.title(s.client(), 2)
				one := s.client()
				s.blobs.set(func(f *faultyBlobs) {
					f.behind = func() {
						_, err := Todos.On(one).PartialUpdate(s.Context(), 1, restclient.Fields{"title": "new"})
						s.Expect(err).NotTo(HaveOccurred())
					}
				})
				s.titles(one, ids...)
				s.Expect(s.title(one, 1)).To(Equal("new"))
				s.Expect(s.title(s.client(), 1)).To(Equal("new"))
			})
		})
	}
}
