package restclient_test

import (
	"net/http"
	"testing"
	"testing/synctest"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
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
