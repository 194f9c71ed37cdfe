package restclient_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

func TestASignalMakesStaleWhatAListUnderWaySaysOfAnEntityThatIsNotKnown(t *testing.T) {
	for name, change := range map[string]func(ctx context.Context) error{
		"when it was changed": func(ctx context.Context) error {
			_, err := restclient.Mutate(ctx, Todos.PartialUpdate, 1, restclient.Fields{"title": "new"})
			return err
		},
		"when any may have been": func(ctx context.Context) error {
			_, err := restclient.Mutate(ctx, renameTodos, restclient.None{}, restclient.None{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				var title atomic.Value
				title.Store("old")
				server := newScript(func(_ int, r *core.Request) (int, string) {
					row := fmt.Sprintf(`{"id":1,"title":%q}`, title.Load())
					switch {
					case r.Method == "GET" && strings.HasSuffix(r.URL, "/todos"):
						time.Sleep(2 * time.Second)
						return 200, "[" + row + "]"
					case r.Method == "POST":
						title.Store("new")
						return 200, `{"rows":[]}`
					case r.Method == "PATCH":
						title.Store("new")
						return 200, `{"id":1,"title":"new"}`
					}
					return 200, row
				})
				sharing := restclient.WithShared("todos", s.blobs, s.signals)
				_, one := clientFor(s.T, server, sharing)
				_, other := clientFor(s.T, server, sharing)
				var reading sync.WaitGroup
				reading.Go(func() { _, _ = restclient.UseSuspense(one, Todos.GetList, TodoFilter{}) })
				sleep(1)

				s.Expect(change(other)).To(Succeed())
				reading.Wait()
				_, err := restclient.UseSuspense(one, Todos.Get, 1) // stale, and read again
				s.Expect(err).NotTo(HaveOccurred())
				synctest.Wait()

				shown, _ := restclient.UseCache(one, Todos.Get, 1)
				s.Expect(shown.Title).To(Equal("new"))
			})
		})
	}
}

// renameTodos changes todos, and does not say which.
var renameTodos = restclient.RestMutation[restclient.None, restclient.None, rowsPage]("/rename", apiPrefix, restclient.WithSchema(restclient.ObjectOf[rowsPage](restclient.EntityOf[Todo]())))

func TestOthersLearnOfWhatStandsBesideTheEntityOfAMutation(t *testing.T) {
	shared(t, func(s *sharing) {
		type changed struct {
			Todo Todo   `json:"todo"`
			By   Author `json:"by"`
		}
		change := restclient.WithResult(
			restclient.CreateResource[Todo, int, restclient.None]("/todos/:id", apiPrefix, restclient.WithEntityIn("todo")).Update,
			restclient.ObjectOf[changed](restclient.EntityOf[Todo](), restclient.EntityOf[Author]()))
		server := newAnswers(map[string]string{
			"GET /authors/7": `{"id":7,"name":"Ann"}`,
			"PUT /todos/1":   `{"todo":{"id":1,"title":"x"},"by":{"id":7,"name":"Anna"}}`,
		})
		transport := httptransport.InProcess(server)
		var clients [2]*restclient.Client
		for i := range clients {
			c, err := restclient.New(transport, restclient.WithShared("todos", s.blobs, s.signals))
			s.Expect(err).NotTo(HaveOccurred())
			s.Cleanup(c.Close)
			clients[i] = c
		}
		s.settle()
		name := func(c *restclient.Client) string {
			author, err := Authors.On(c).Get(s.Context(), 7)
			s.Expect(err).NotTo(HaveOccurred())
			return author.Name
		}
		s.Expect(name(clients[1])).To(Equal("Ann"))

		server.set("GET /authors/7", `{"id":7,"name":"Anna"}`)
		_, err := restclient.Mutate(clients[0].Context(s.Context()), change, 1, Todo{ID: 1, Title: "x"})
		s.Expect(err).NotTo(HaveOccurred())
		s.settle()
		name(clients[1]) // which reads it again
		s.settle()

		s.Expect(name(clients[1])).To(Equal("Anna"))
	})
}
