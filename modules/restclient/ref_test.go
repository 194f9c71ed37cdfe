package restclient_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

var _ = Describe("A Ref", func() {
	It("is an entity or its key, and is written as the key", func(ctx SpecContext) {
		server := newAnswers(map[string]string{
			"GET /articles/1": `{"id":1,"author":{"id":7},"related":{"id":2,"title":"Two","author":{"id":7}}}`,
			"GET /articles/3": `{"id":3,"author":{"id":7},"related":2}`,
			"PUT /articles/3": `{"id":3,"author":{"id":7},"related":1}`,
		})
		client := start(server)
		articles := Stories.On(client)

		first := must(articles.Get(ctx, 1))
		third := must(articles.Get(ctx, 3))
		two, ok := third.Related.Get()

		Expect(ok).To(BeTrue())
		Expect(two.Title).To(Equal("Two"))
		Expect(third.Related == first.Related).To(BeTrue())
		Expect(third.Related.Key()).To(Equal(2))
		must(articles.Update(ctx, 3, third))
		Expect(server.lastBody()).To(ContainSubstring(`"related":2`))
		Expect(must(articles.Get(ctx, 3)).Related.Key()).To(Equal(1))
	})

	It("stands for nothing that is not stored", func(ctx SpecContext) {
		client := start(newAnswers(map[string]string{"GET /articles/1": `{"id":1,"author":{"id":7},"related":404}`}))
		article := must(Stories.On(client).Get(ctx, 1))

		_, ok := restclient.UseRef(client.Context(ctx), article.Related)

		Expect(ok).To(BeFalse())
		_, ok = restclient.UseRef(ctx, restclient.Ref[Story]{})
		Expect(ok).To(BeFalse())
	})

	It("can be made for the body of a mutation", func(ctx SpecContext) {
		server := newAnswers(map[string]string{"POST /articles": `{"id":5,"author":{"id":7},"related":4}`})
		articles := Stories.On(start(server))

		must(articles.Create(ctx, FeedFilter{}, Story{Related: restclient.RefKey[Story](4)}))
		Expect(server.lastBody()).To(ContainSubstring(`"related":4`))

		must(articles.Create(ctx, FeedFilter{}, Story{Related: restclient.RefTo(Story{ID: 6})}))
		Expect(server.lastBody()).To(ContainSubstring(`"related":6`))
	})
})

var _ = Describe("Chains and circles of Refs", func() {
	It("may be thousands of entities long, the last of which leads to the first", func(ctx SpecContext) {
		length := thorough.Times(10_000, 100_000)
		var b strings.Builder
		b.WriteByte('[')
		for i := range length {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"id":%d,"next":%d}`, i, (i+1)%length)
		}
		b.WriteByte(']')
		client := start(newAnswers(map[string]string{"GET /nodes": b.String()}), restclient.WithMaxEntities(2*length))
		must(Nodes.On(client).List(ctx, restclient.None{}))

		node := must(Nodes.On(client).Get(ctx, 0))
		steps := 0
		for {
			next, ok := node.Next.Get()
			if !ok {
				Fail(fmt.Sprintf("node %d leads nowhere", node.ID))
			}
			steps++
			if node = next; node.ID == 0 {
				break
			}
		}

		Expect(steps).To(Equal(length))
	})

	DescribeTable("may be in one response, and are followed without end",
		func(ctx SpecContext, body string, next, afterNext int) {
			client := start(newAnswers(map[string]string{"GET /nodes/1": body, "DELETE /nodes/2": ""}))

			one := must(Nodes.On(client).Get(ctx, 1))
			second, ok := one.Next.Get()
			Expect(ok).To(BeTrue())
			third, ok := second.Next.Get()
			Expect(ok).To(BeTrue())

			Expect([]int{second.ID, third.ID}).To(Equal([]int{next, afterNext}))
			Expect(json.Marshal(one)).To(MatchJSON(fmt.Sprintf(`{"id":1,"next":%d}`, next)))
		},
		Entry("to itself", `{"id":1,"next":1}`, 1, 1),
		Entry("to itself, as a whole", `{"id":1,"next":{"id":1,"next":1}}`, 1, 1),
		Entry("by way of another", `{"id":1,"next":{"id":2,"next":1}}`, 2, 1),
		Entry("by way of another, each as a whole", `{"id":1,"next":{"id":2,"next":{"id":1,"next":2}}}`, 2, 1),
	)

	It("may lose one, which ends them", func(ctx SpecContext) {
		client := start(newAnswers(map[string]string{"GET /nodes/1": `{"id":1,"next":{"id":2,"next":1}}`, "DELETE /nodes/2": ""}))
		must(Nodes.On(client).Get(ctx, 1))

		Expect(Nodes.On(client).Delete(ctx, 2)).To(Succeed())

		one := must(Nodes.On(client).Get(ctx, 1))
		_, ok := one.Next.Get()
		Expect(ok).To(BeFalse())
		Expect(one.Next.Key()).To(Equal(2))
	})

	It("may be nested in one response as deep as JSON may be", func(ctx SpecContext) {
		const depth = 4000
		var b strings.Builder
		for i := range depth {
			fmt.Fprintf(&b, `{"id":%d,"next":`, i)
		}
		b.WriteString("0" + strings.Repeat("}", depth))
		client := start(newAnswers(map[string]string{"GET /nodes/0": b.String()}))

		must(Nodes.On(client).Get(ctx, 0))

		last := must(Nodes.On(client).Get(ctx, depth-1))
		Expect(last.Next.Key()).To(Equal(0))
	})
})
