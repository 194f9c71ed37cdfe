package restclient_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

func TestAnEntityThatAMutationGivesAnotherKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(_ int, r *core.Request) (int, string) {
			switch {
			case r.Method == http.MethodPatch:
				return 200, `{"id":9,"userId":1,"title":"b"}`
			case r.URL == "http://api.test/todos/1":
				return 404, ""
			}
			return 200, `[{"id":1,"userId":1,"title":"a"},{"id":2,"userId":1,"title":"c"}]`
		})
		client, ctx := clientFor(t, server)
		todos := Todos.On(client)
		for _, f := range []TodoFilter{{}, user(1), user(2)} {
			_, err := todos.List(ctx, f)
			g.Expect(err).NotTo(HaveOccurred())
		}
		server.seen()

		_, err := todos.PartialUpdate(ctx, 1, restclient.Fields{"id": 9})
		g.Expect(err).NotTo(HaveOccurred())

		for _, f := range []TodoFilter{{}, user(1)} {
			list, err := todos.List(ctx, f)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(list.Slice()).To(Equal([]Todo{{ID: 9, UserID: 1, Title: "b"}, {ID: 2, UserID: 1, Title: "c"}}))
		}
		g.Expect(server.seen()).To(Equal([]string{"PATCH /todos/1"}))
		_, err = todos.Get(ctx, 1)
		g.Expect(err).To(MatchError(restclient.ErrNotFound))
		found, ok := restclient.UseCache(ctx, Todos.Get, 9)
		g.Expect(ok).To(BeTrue())
		g.Expect(found.Title).To(Equal("b"))
	})
}

// The post is at first in no list that is stored. Its list is answered last, or the page of
// that, as it was before the post got another key.
func TestAListWithoutAnEntityThatAMutationGivesAnotherKey(t *testing.T) {
	for name, read := range map[string]func(context.Context, *boundPosts){
		"it was never read":      func(context.Context, *boundPosts) {},
		"it was of another list": func(ctx context.Context, posts *boundPosts) { _, _ = posts.Get(ctx, 1) },
		"a list that has it was read meanwhile": func(ctx context.Context, posts *boundPosts) {
			go func() { _, _ = posts.FetchList(ctx, postFilter{Team: 1}) }()
		},
		"a page that has it was read meanwhile": func(ctx context.Context, posts *boundPosts) {
			go func() { _, _ = posts.Page(ctx, postFilter{Team: 1, Page: 2}) }()
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				server := newScript(func(n int, r *core.Request) (int, string) {
					switch {
					case n == 1:
						return 200, `[]`
					case r.Method == http.MethodPatch:
						time.Sleep(time.Second)
						return 200, `{"id":9,"kind":"post","team":1}`
					case strings.HasSuffix(r.URL, "/1"):
						return 200, `{"id":1,"kind":"post","team":2}`
					}
					time.Sleep(2 * time.Second)
					return 200, `[{"id":1,"kind":"post","team":1}]`
				})
				client, ctx := clientFor(t, server)
				posts := posts.On(client)
				_, err := posts.List(ctx, postFilter{Team: 1})
				g.Expect(err).NotTo(HaveOccurred())
				read(ctx, posts)
				synctest.Wait()

				_, err = posts.PartialUpdate(ctx, 1, restclient.Fields{"id": 9})
				g.Expect(err).NotTo(HaveOccurred())
				sleep(2)

				g.Expect(listStatuses(client)).To(Equal(map[string]store.Status{"http://api.test/posts?team=1": store.Stale}), "it lacks 9")
			})
		})
	}
}

type boundPosts = restclient.Bound[post, int, postFilter]
