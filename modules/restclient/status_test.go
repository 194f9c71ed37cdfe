package restclient_test

import (
	"context"
	"testing"
	"testing/synctest"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// deaf does not notice that a call has been given up.
type deaf struct{ core.Transport }

func (d deaf) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	return d.Transport.Do(context.WithoutCancel(ctx), r)
}

func refuse(int, *core.Request) (int, string) { return 401, "" }

// The observer of a status.

func TestUnauthorizedResets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), todoScript()
		client, ctx := clientFor(t, server, restclient.ResetOnUnauthorized())
		alice, bob := client.ForIdentity("alice"), client.ForIdentity("bob")
		for _, c := range []*restclient.Client{alice, bob} {
			_, err := Todos.On(c).Get(ctx, 1)
			g.Expect(err).NotTo(HaveOccurred())
		}
		server.set(refuse)

		_, err := Todos.On(alice).Get(ctx, 2)

		g.Expect(err).To(MatchError(restclient.ErrUnauthorized), "the caller gets its own error")
		_, ok := restclient.UseCache(alice.Context(ctx), Todos.Get, 1)
		g.Expect(ok).To(BeFalse())
		_, ok = restclient.UseCache(bob.Context(ctx), Todos.Get, 1)
		g.Expect(ok).To(BeTrue(), "another identity")
	})
}

func TestUnauthorizedDoesNotRunInCircles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), todoScript()
		ok := server.answer
		client, ctx := clientFor(t, server, restclient.ResetOnUnauthorized())
		server.set(func(n int, r *core.Request) (int, string) {
			if r.URL == "http://api.test/todos/2" {
				return 401, ""
			}
			return ok(n, r)
		})
		l := follow(ctx, live(pair))
		sleep(3600)
		_, errs := l.got()
		g.Expect(errs).NotTo(BeEmpty())
		g.Expect(errs).To(HaveEach(MatchError(restclient.ErrUnauthorized)))
		g.Expect(len(server.times())).To(BeNumerically("<=", 4), "requests in an hour")
		l.stop()
		g.Expect(client.Loops()).To(BeZero())
	})
}

func TestAStatusHandlerOfOnesOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), todoScript()
		var seen []string
		replay := func(next core.Transport) core.Transport { // as policy.Auth does
			return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
				res, err := next.Do(ctx, r)
				if err == nil && res.Status == 401 {
					_ = res.Body.Close()
					return next.Do(ctx, r)
				}
				return res, err
			})
		}
		client, ctx := clientFor(t, server, restclient.WithMiddleware(replay),
			restclient.WithOnStatus(401, func(_ context.Context, c *restclient.Client, err *restclient.Error) {
				_, status := Todos.On(c).Get(c.Context(t.Context()), 9) // may use the client
				g.Expect(status).To(HaveOccurred())
				seen = append(seen, err.Op)
			}))
		ok := server.answer
		server.set(func(n int, r *core.Request) (int, string) {
			if n == 1 {
				return 401, ""
			}
			return ok(n, r)
		})
		_, err := Todos.On(client).Get(ctx, 1)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(seen).To(BeEmpty(), "what a middleware has mended")

		server.set(func(n int, r *core.Request) (int, string) {
			if r.URL == "http://api.test/todos/9" {
				return 500, ""
			}
			return 401, ""
		})
		_, err = Todos.On(client).PartialUpdate(ctx, 1, restclient.Fields{"title": "x"})
		g.Expect(err).To(MatchError(restclient.ErrUnauthorized))
		g.Expect(seen).To(Equal([]string{"Todo.partialUpdate"}))
		_, kept := restclient.UseCache(ctx, Todos.Get, 1)
		g.Expect(kept).To(BeTrue())
	})
}

func TestTheHandlerOfAStatusIsToldOfAllCalls(t *testing.T) {
	for name, call := range map[string]func(context.Context) error{
		"an upload": func(ctx context.Context) error {
			_, err := restclient.Mutate(ctx, importRows, restclient.None{}, csv{text: "a,b"})
			return err
		},
		"a body": func(ctx context.Context) error {
			_, err := restclient.Fetch(ctx, export, 5)
			return err
		},
		"a stream": func(ctx context.Context) (err error) {
			for _, err = range restclient.Stream(ctx, Todos.GetList, TodoFilter{}) {
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			g, server := NewWithT(t), todoScript()
			server.set(refuse)
			var told []*restclient.Error
			_, ctx := clientFor(t, server, restclient.WithOnStatus(401, func(_ context.Context, _ *restclient.Client, err *restclient.Error) {
				told = append(told, err)
			}))

			err := call(ctx)

			g.Expect(err).To(MatchError(restclient.ErrUnauthorized))
			g.Expect(told).To(ConsistOf(err))
		})
	}
}
