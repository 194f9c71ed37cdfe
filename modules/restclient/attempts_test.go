package restclient_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

var _ = Describe("The attempts of an error", func() {
	get := func(ctx context.Context) error {
		_, err := restclient.Fetch(ctx, Todos.Get, 1)
		return err
	}
	update := func(ctx context.Context) error {
		_, err := restclient.Mutate(ctx, Todos.Update, 1, Todo{ID: 1})
		return err
	}
	open := func(ctx context.Context) error {
		_, err := restclient.Fetch(ctx, export, 1)
		return err
	}
	follow := func(ctx context.Context) error {
		for _, err := range restclient.Events(ctx, export, 1) {
			return err
		}
		return nil
	}

	DescribeTable("are the requests that were made",
		func(ctx SpecContext, call func(context.Context) error, status int, policies []policy.Middleware, attempts int) {
			server := three()
			server.answers(status, "application/json", "null")
			client := start(server, restclient.WithMiddleware(policies...))

			err := call(client.Context(ctx))

			Expect(err).To(HaveField("Attempts", attempts), "%v", err)
		},
		Entry("of a read that is refused", get, 404, nil, 1),
		Entry("of a read whose answer cannot be used", get, 200, nil, 1),
		Entry("of a mutation that is refused", update, 409, nil, 1),
		Entry("of a body that is read as it arrives", open, 404, nil, 1),
		Entry("of a stream of events", follow, 404, nil, 1),
		Entry("with a policy that repeats nothing", get, 404, []policy.Middleware{quick()}, 1),
		Entry("with a policy that repeats", get, 503, []policy.Middleware{quick()}, 3),
		Entry("of a body that is read as it arrives, repeated", open, 503, []policy.Middleware{quick()}, 3),
	)

	It("are one when there was no way to the server, and none when nothing was to be sent", func(ctx SpecContext) {
		refused := core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			return nil, &net.OpError{Op: "dial", Err: io.ErrClosedPipe}
		})
		client, err := restclient.New(refused)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)

		Expect(get(client.Context(ctx))).To(HaveField("Attempts", 1))
		_, err = restclient.Fetch(client.Context(ctx), articles.Get, "")
		Expect(err).To(HaveField("Attempts", 0))
	})

	It("are without the one that a policy has kept back", func(ctx SpecContext) {
		server := three()
		server.answers(503, "application/json", "null")
		breaker := policy.NewBreaker(policy.WithFailureRatio(0.5, 2))
		client := start(server, restclient.WithMiddleware(quick(), policy.Break(breaker)))

		Expect(get(client.Context(ctx))).To(SatisfyAll(MatchError(policy.ErrOpen), HaveField("Attempts", 2)))
		Expect(update(client.Context(ctx))).To(SatisfyAll(MatchError(policy.ErrOpen), HaveField("Attempts", 0)))
	})

	It("that may have arrived leave the outcome of Do unknown, whatever the last one did", func(ctx SpecContext) {
		ends := []error{io.ErrUnexpectedEOF, &net.OpError{Op: "dial", Err: io.ErrClosedPipe}, &net.OpError{Op: "dial", Err: io.ErrClosedPipe}}
		lost := core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			err := ends[0]
			ends = slices.Delete(ends, 0, 1)
			return nil, err
		})
		client, err := restclient.New(lost, restclient.WithMiddleware(quick()))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)

		_, err = client.Do(ctx, &core.Request{Method: http.MethodPut, URL: "http://api.test/x", Body: func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("x")), nil
		}})

		Expect(err).To(HaveField("Attempts", 3))
		Expect(err).To(HaveField("OutcomeUnknown", true))
	})
})
