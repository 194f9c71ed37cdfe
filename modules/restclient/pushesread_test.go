package restclient_test

import (
	"testing"
	"testing/synctest"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
)

func TestAPushOfWhatAReadHasToldAndAListThatWasReadBeforeLacks(t *testing.T) {
	const row = `{"id":1,"userId":2,"title":"a"}`
	for name, all := range map[string]bool{"a row that no list holds": false, "a row that another list holds": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				made := false
				server := newScript(func(_ int, r *core.Request) (int, string) {
					switch {
					case !made:
						return 200, "[]"
					case r.URL == "http://api.test/todos/1":
						return 200, row
					}
					return 200, "[" + row + "]"
				})
				client, ctx := clientFor(t, server)
				todos := Todos.On(client)
				g.Expect(todos.List(ctx, user(2))).To(HaveField("Len()", 0))
				made = true
				if all {
					_, err := todos.List(ctx, TodoFilter{})
					g.Expect(err).NotTo(HaveOccurred())
				} else {
					_, err := todos.Get(ctx, 1)
					g.Expect(err).NotTo(HaveOccurred())
				}

				g.Expect(todos.Ingest(ctx, pushes(upsert(row)))).To(Succeed())

				g.Expect(readAgain(ctx, todos, user(2))).To(Equal([]Todo{{ID: 1, UserID: 2, Title: "a"}}))
				server.seen()
				g.Expect(todos.Ingest(ctx, pushes(upsert(row)))).To(Succeed())
				_, err := readAgain(ctx, todos, user(2))
				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(server.seen()).To(BeEmpty(), "the list has it")
			})
		})
	}
}
