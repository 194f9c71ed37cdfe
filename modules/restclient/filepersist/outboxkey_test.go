package filepersist_test

import (
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

// signed are arguments of a mutation that brings its own key.
type signed struct {
	ID  int    `path:"id"`
	Key string `header:"Idempotency-Key,omitempty"`
}

var touchTodo = restclient.RestMutation[signed, restclient.None, restclient.None]("/todos/:id/touch",
	restclient.WithURLPrefix(api), restclient.WithName("Todo.touch"))

var _ = Describe("The Idempotency-Key of a mutation that may be queued", func() {
	var path string
	BeforeEach(func(ctx SpecContext) { path = seen(ctx) })

	It("is there when the mutation is sent at once, one for each", func(ctx SpecContext) {
		fake := server()
		f := startOffline(path, fake)
		f.net.Set(true)

		Expect(second(f.todos().PartialUpdate(ctx, 1, rename("a")))).To(Succeed())
		Expect(second(f.todos().PartialUpdate(ctx, 1, rename("b")))).To(Succeed())

		Expect(keys(fake)).To(HaveLen(2))
		Expect(keys(fake)).NotTo(HaveKey(""))
	})

	It("is another one when Edit sends another difference", func(ctx SpecContext) {
		changed := restfake.Sequence(restfake.Status(http.StatusPreconditionFailed), restfake.JSON(200, Todo{1, 1, "x"}))
		fake := server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/1", changed) })
		f := startOffline(path, fake)
		f.net.Set(true)

		Expect(second(f.todos().Edit(ctx, 1, func(t *Todo) { t.Title = "x" }))).To(Succeed())

		Expect(keys(fake)).To(HaveLen(2))
		Expect(keys(fake)).NotTo(HaveKey(""))
	})

	It("is that of the arguments, if they have one, however often it is used", func(ctx SpecContext) {
		fake := server(func(fake *restfake.Server) {
			fake.On("POST", "/todos/1/touch", restfake.Always(restfake.Status(http.StatusNoContent)))
		})
		first := startOffline(path, fake, restclient.Queue(touchTodo))
		for range 2 {
			args := signed{ID: 1, Key: "mine"}
			queued(nil, second(restclient.Mutate(first.ctx(ctx), touchTodo, args, restclient.None{})))
		}
		first.stop()

		next := startOffline(path, fake, restclient.Queue(touchTodo))
		waiting := next.client.Outbox().Mutations()
		next.net.Set(true)

		Eventually(next.client.Outbox().Len).WithContext(ctx).Should(BeZero())
		Expect(waiting).To(HaveLen(2))
		Expect(waiting[0].ID).NotTo(Equal(waiting[1].ID))
		Expect(keys(fake)).To(Equal(map[string]int{"mine": 2}))
	})
})
