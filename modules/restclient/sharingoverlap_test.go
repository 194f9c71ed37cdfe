package restclient_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

var (
	plainPosts   = restclient.CreateResource[post, int, postFilter]("/posts/:id", apiPrefix)
	batchedPosts = restclient.Must(restclient.CreateResource[post, int, todoIDs]("/posts/:id", apiPrefix,
		restclient.WithBatchGet(func(ids []int) todoIDs { return todoIDs{IDs: ids} })))
	frontPost = restclient.RestEndpoint[restclient.None, front]("/front", apiPrefix, restclient.WithSchema(restclient.ObjectOf[front](restclient.EntityOf[post]())))
)

type front struct {
	Post post `json:"post"`
}

// lateAnswers is a server of one post, which takes its time to answer the change to rank 2,
// and a little longer for the first read.
type lateAnswers struct {
	mu    sync.Mutex
	rank  int
	reads int
}

func (s *lateAnswers) Do(_ context.Context, r *core.Request) (*core.Response, error) {
	one, late := s.serve(r)
	time.Sleep(late)
	switch {
	case strings.HasSuffix(r.URL, "/front"):
		one = `{"post":` + one + `}`
	case !strings.HasSuffix(r.URL, "/1"):
		one = `[` + one + `,{"id":2,"kind":"post"}]`
	}
	return written(http.StatusOK, nil, one), nil
}

func (s *lateAnswers) serve(r *core.Request) (one string, late time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.Method == http.MethodGet:
		if s.reads++; s.reads == 1 {
			late = 5 * time.Second
		}
	default:
		body, _ := r.Body()
		sent, _ := io.ReadAll(body)
		if _, _ = fmt.Sscanf(string(sent), `{"rank":%d}`, &s.rank); s.rank == 2 {
			late = 4 * time.Second
		}
	}
	return fmt.Sprintf(`{"id":1,"kind":"post","rank":%d}`, s.rank), late
}

// The change of another client has ended when the read begins, and that of this client, which
// was served before, is answered before the read.
func TestAReadThatOverlapsAChangeHasWhatAnotherClientHasChangedSince(t *testing.T) {
	for name, read := range map[string]func(context.Context) (post, error){
		"of an entity": func(ctx context.Context) (post, error) { return restclient.UseSuspense(ctx, plainPosts.Get, 1) },
		"of a list": func(ctx context.Context) (post, error) {
			list, err := restclient.UseSuspense(ctx, plainPosts.GetList, postFilter{})
			return list.At(0), err
		},
		"of an object": func(ctx context.Context) (post, error) {
			all, err := restclient.UseSuspense(ctx, frontPost, restclient.None{})
			return all.Post, err
		},
		"of several": func(ctx context.Context) (one post, err error) {
			var both sync.WaitGroup
			both.Go(func() { one, err = restclient.UseSuspense(ctx, batchedPosts.Get, 1) })
			both.Go(func() { _, _ = restclient.UseSuspense(ctx, batchedPosts.Get, 2) })
			both.Wait()
			return one, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, server := NewWithT(t), &lateAnswers{rank: 1}
				one := changedByTwo(t, server, state.NewMemoryBlobs(state.MemoryOptions{}))

				shown, err := read(one)

				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(shown.Rank).To(Equal(3))
				g.Expect(server.reads).To(Equal(2))
			})
		})
	}
}

// changedByTwo makes two clients that share blobs and change the post 1: the first one to rank
// 2, which is under way, and the second one to rank 3, which has been answered. It returns a
// context of the first one.
func changedByTwo(t *testing.T, server *lateAnswers, blobs state.Blobs) context.Context {
	t.Helper()
	sharing := restclient.WithShared("posts", blobs, nil, restclient.WithRecheck(0))
	_, one := clientFor(t, server, sharing)
	_, other := clientFor(t, server, sharing)
	change := func(ctx context.Context, rank int) {
		_, err := restclient.Mutate(ctx, plainPosts.PartialUpdate, 1, restclient.Fields{"rank": rank})
		NewWithT(t).Expect(err).NotTo(HaveOccurred())
	}
	go change(one, 2)
	sleep(1)
	change(other, 3)
	return one
}

// slowAnswers are blobs that put something in between before the first answer is put.
type slowAnswers struct {
	*state.MemoryBlobs
	between atomic.Pointer[func()] // nil when it is done
}

func (b *slowAnswers) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if strings.Contains(key, ":answer:") {
		if f := b.between.Swap(nil); f != nil {
			(*f)()
		}
	}
	return b.MemoryBlobs.Put(ctx, key, value, lifetime)
}

// What the read was answered is refused, because the change of this client was answered since;
// another read of this client is behind both, and is answered before the first one returns.
func TestAReadThatOverlapsAChangeAndAnotherReadHasWhatAnotherClientHasChangedSince(t *testing.T) {
	readOne := func(ctx context.Context) (int, error) {
		one, err := restclient.UseSuspense(ctx, plainPosts.Get, 1)
		return one.Rank, err
	}
	readAll := func(ctx context.Context) (int, error) {
		list, err := restclient.UseSuspense(ctx, plainPosts.GetList, postFilter{})
		return list.At(0).Rank, err
	}
	for name, reads := range map[string][2]func(context.Context) (int, error){
		"of an entity": {readOne, readAll},
		"of a list":    {readAll, readOne},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, server, blobs := NewWithT(t), &lateAnswers{rank: 1}, &slowAnswers{MemoryBlobs: state.NewMemoryBlobs(state.MemoryOptions{})}
				one := changedByTwo(t, server, blobs)
				between := func() {
					rank, err := reads[1](one)
					g.Expect(err).NotTo(HaveOccurred())
					g.Expect(rank).To(Equal(3))
				}
				blobs.between.Store(&between)

				rank, err := reads[0](one)

				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(rank).To(Equal(3))
				g.Expect(blobs.between.Load()).To(BeNil())
			})
		})
	}
}

// The answer to the read is refused, because this client has added to the list since, and the
// list that it had may not be shown any more.
func TestAListThatIsAddedToAndInvalidatedWhileItIsReadIsReadAgain(t *testing.T) {
	shared(t, func(s *sharing) {
		slow := func(next core.Transport) core.Transport {
			return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
				res, err := next.Do(ctx, r)
				if err != nil || r.Method != http.MethodGet {
					return res, err
				}
				body, err := io.ReadAll(res.Body)
				res.Body = io.NopCloser(bytes.NewReader(body))
				time.Sleep(2 * time.Second)
				return res, err
			})
		}
		one := s.sharing([]restclient.SharedOption{restclient.WithRecheck(0)}, restclient.WithMiddleware(slow))
		other := s.client()
		_, err := Todos.On(one).List(s.Context(), user(1))
		s.Expect(err).NotTo(HaveOccurred())
		_, err = Todos.On(other).Create(s.Context(), user(1), Todo{UserID: 1, Title: "first"})
		s.Expect(err).NotTo(HaveOccurred())
		var list restclient.List[Todo]
		var reading sync.WaitGroup
		reading.Go(func() { list, err = Todos.On(one).List(s.Context(), user(1)) })
		sleep(1)
		_, made := Todos.On(one).Create(s.Context(), user(1), Todo{UserID: 1, Title: "second"})
		s.Expect(made).NotTo(HaveOccurred())
		s.Expect(Todos.On(other).Invalidate(s.Context(), 1)).To(Succeed())
		reading.Wait()

		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(list.Slice()).To(ContainElements(HaveField("Title", "first"), HaveField("Title", "second")))
	})
}

// A change of this client is answered after the read was, and before that is shared: what is
// stored is then of both.
func TestAReadReturnsNothingThatAChangeHasLeftInDoubtSince(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, now, blobs := NewWithT(t), post{ID: 1, Kind: "post", Team: 1, Rank: 1}, &slowAnswers{MemoryBlobs: state.NewMemoryBlobs(state.MemoryOptions{})}
		var mu sync.Mutex
		serve := func(r *core.Request) (text []byte, late bool) {
			mu.Lock()
			defer mu.Unlock()
			if r.Method == http.MethodGet {
				text, _ = json.Marshal([]post{now})
				return text, false
			}
			body, _ := r.Body()
			_ = json.NewDecoder(body).Decode(&now)
			text, _ = json.Marshal(now)
			return text, now.Rank == 2
		}
		server := core.TransportFunc(func(_ context.Context, r *core.Request) (*core.Response, error) {
			text, late := serve(r)
			if late {
				time.Sleep(4 * time.Second)
			}
			return written(http.StatusOK, nil, string(text)), nil
		})
		sharing := restclient.WithShared("posts", blobs, nil, restclient.WithRecheck(0))
		_, one := clientFor(t, server, sharing)
		_, other := clientFor(t, server, sharing)
		change := func(ctx context.Context, fields restclient.Fields) {
			_, err := restclient.Mutate(ctx, plainPosts.PartialUpdate, 1, fields)
			g.Expect(err).NotTo(HaveOccurred())
		}
		_, err := restclient.UseSuspense(one, plainPosts.GetList, postFilter{})
		g.Expect(err).NotTo(HaveOccurred())
		change(other, restclient.Fields{"team": 2})
		go change(one, restclient.Fields{"rank": 2})
		sleep(1)
		change(other, restclient.Fields{"team": 1, "rank": 3})
		between := func() { time.Sleep(5 * time.Second) }
		blobs.between.Store(&between)

		list, err := restclient.UseSuspense(one, plainPosts.GetList, postFilter{})

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(list.Slice()).To(HaveExactElements(post{ID: 1, Kind: "post", Team: 1, Rank: 3}))
		g.Expect(blobs.between.Load()).To(BeNil())
	})
}
