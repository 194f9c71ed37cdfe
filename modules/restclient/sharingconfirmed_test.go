package restclient_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// tagged answers with todo 1, whose entity tag is its title. It answers 304 when a request has that tag.
func (s *sharing) tagged(header http.Header) {
	s.server.set(func(w http.ResponseWriter, r *http.Request) {
		s.server.mu.Lock()
		todo := s.server.todos[0]
		s.server.mu.Unlock()
		w.Header().Set("Etag", fmt.Sprintf("%q", todo.Title))
		maps.Copy(w.Header(), header)
		if r.Header.Get("If-None-Match") == w.Header().Get("Etag") {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		writeJSON(w, http.StatusOK, todo)
	})
}

// confirm has a client ask the server for what has ended.
func (s *sharing) confirm(c *restclient.Client) {
	s.Helper()
	time.Sleep(restclient.DefaultExpiry + time.Millisecond)
	s.title(c, 1)
	synctest.Wait()
}

func TestWhatTheServerConfirmsIsSharedAgain(t *testing.T) {
	shared(t, func(s *sharing) {
		s.tagged(http.Header{"Link": {"</next>; rel=next"}})
		seen := &endings{}
		one, other := s.client(), s.client(restclient.WithObserver(seen))
		s.title(one, 1)
		s.confirm(one)
		s.Expect(s.asked()).To(Equal(2))

		time.Sleep(restclient.DefaultExpiry - time.Second)
		s.Expect(s.title(other, 1)).To(Equal("one"))
		s.Expect(seen.take()).To(ConsistOf(restclient.Result{FromShared: true}))
		time.Sleep(time.Second)
		s.confirm(other) // with the tag that came from there
		s.Expect(seen.take()).To(ConsistOf(HaveField("Status", http.StatusNotModified)))
		s.Expect(s.title(s.client(), 1)).To(Equal("one"))
		s.Expect(s.asked()).To(Equal(3))
	})
}

func TestWhatTheServerConfirmsIsAsOldAsItsConfirmation(t *testing.T) {
	shared(t, func(s *sharing) {
		s.tagged(http.Header{"Cache-Control": {"max-age=60"}, "Age": {"20"}})
		one := s.client()
		s.title(one, 1)
		s.tagged(http.Header{"Cache-Control": {"max-age=100"}})
		s.confirm(one)

		other := s.client()
		time.Sleep(99 * time.Second)
		s.title(other, 1)
		s.Expect(s.asked()).To(Equal(2))
		time.Sleep(time.Second)
		s.title(other, 1)
		synctest.Wait()
		s.Expect(s.asked()).To(Equal(3))
	})
}

func TestAConfirmationFromBeforeAnInvalidationIsNotFound(t *testing.T) {
	shared(t, func(s *sharing) {
		s.signals = nil
		s.tagged(nil)
		one, other := s.client(), s.client()
		s.title(one, 1)
		asked, release := make(chan struct{}), make(chan struct{})
		s.server.set(func(w http.ResponseWriter, _ *http.Request) {
			close(asked)
			<-release
			w.WriteHeader(http.StatusNotModified)
		})
		var late sync.WaitGroup
		late.Go(func() { _, _ = Todos.On(one).Fetch(context.Background(), 1) })
		<-asked
		s.change(1, "new")
		s.Expect(Todos.On(other).Invalidate(s.Context(), 1)).To(Succeed())
		s.tagged(nil)
		close(release)
		late.Wait()

		s.Expect(s.title(s.client(), 1)).To(Equal("new"))
	})
}

func TestATextOfAnotherTagIsNotShown(t *testing.T) {
	shared(t, func(s *sharing) {
		s.tagged(nil)
		one := s.client()
		s.title(one, 1)
		key := s.blobs.keys("text")[0]
		old := s.blobs.stored[key]
		s.change(1, "new")
		_, err := Todos.On(one).Fetch(s.Context(), 1)
		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(s.blobs.Put(s.Context(), key, old, time.Hour)).To(Succeed())

		s.Expect(s.title(s.client(), 1)).To(Equal("new"))
		s.Expect(s.asked()).To(Equal(3))
	})
}

func TestWhatTheServerConfirmsWithoutATagIsNotShared(t *testing.T) {
	for name, header := range map[string]http.Header{
		"by a date":      {"Last-Modified": {"Mon, 01 Jan 2024 00:00:00 GMT"}},
		"not to be kept": {"Etag": {`"1"`}, "Cache-Control": {"no-store"}},
		"of another tag": {"Etag": {`"2"`}},
	} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				s.server.set(func(w http.ResponseWriter, r *http.Request) {
					if r.Header.Get("If-None-Match")+r.Header.Get("If-Modified-Since") != "" {
						maps.Copy(w.Header(), header)
						w.WriteHeader(http.StatusNotModified)
						return
					}
					maps.Copy(w.Header(), header)
					w.Header().Del("Cache-Control")
					if name == "of another tag" {
						w.Header().Set("Etag", `"1"`)
					}
					writeJSON(w, http.StatusOK, Todo{ID: 1, Title: "one"})
				})
				one := s.client()
				s.title(one, 1)
				s.confirm(one)
				s.title(s.client(), 1)
				s.Expect(s.asked()).To(Equal(3))
			})
		})
	}
}

func TestATextEndsBehindItsAnswer(t *testing.T) {
	shared(t, func(s *sharing) {
		s.tagged(nil)
		one := s.sharing([]restclient.SharedOption{restclient.WithSharedLifetime(restclient.DefaultExpiry)})
		s.title(one, 1)
		s.confirm(one) // there is the text
		s.title(s.client(), 1)
		s.Expect(s.asked()).To(Equal(2))
		s.confirm(one) // which has ended
		s.title(s.client(), 1)
		s.Expect(s.asked()).To(Equal(4))
	})
}
