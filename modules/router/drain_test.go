package router_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// slowAccept is a listener whose Accept takes a connection and returns it later.
type slowAccept struct {
	*pipes
	taken, released chan struct{}
}

func (l slowAccept) Accept() (net.Conn, error) {
	conn, err := l.pipes.Accept()
	if err == nil {
		close(l.taken)
		<-l.released
	}
	return conn, err
}

func TestStopAnswersTheConnectionThatAcceptReturnsMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		r := router.New(router.WithLogger(nil))
		r.Register(router.Controllers{"GET /": func(c *router.Context) error { return c.Render("ok") }})
		l := slowAccept{newPipes(), make(chan struct{}), make(chan struct{})}
		client := http.Client{Transport: &http.Transport{DialContext: l.dial}}
		served, answers := make(chan error, 1), make(chan string, 1)
		go func() { served <- r.Serve(l) }()
		go func() { answers <- answer(client.Get("http://pipe/")) }()
		<-l.taken

		stopped := make(chan error, 1)
		go func() { stopped <- r.Stop(t.Context()) }()
		synctest.Wait()
		close(l.released)

		g.Expect(<-answers).To(Equal(`200 "ok"`))
		g.Expect(<-stopped).To(Succeed())
		g.Expect(<-served).To(Succeed())
	})
}

// TestStopAnswersARequestWhoseHeaderHasArrived holds a connection behind its
// StateActive, where net/http looks whether the server shuts down.
func TestStopAnswersARequestWhoseHeaderHasArrived(t *testing.T) {
	for name, before := range map[string]int{"on a new connection": 0, "on a connection that has answered before": 1} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				r := router.New(router.WithLogger(nil))
				r.Register(router.Controllers{"POST /": func(c *router.Context) error { return c.Render("ok") }})
				requests, arrived, released := 0, make(chan struct{}), make(chan struct{})
				r.OnConnState(func(_ net.Conn, state http.ConnState) {
					if state != http.StateActive {
						return
					}
					if requests++; requests > before {
						close(arrived)
						<-released
					}
				})
				l, served, answers := newPipes(), make(chan error, 1), make(chan string, 1)
				client := http.Client{Transport: &http.Transport{DialContext: l.dial}}
				defer client.CloseIdleConnections()
				go func() { served <- r.Serve(l) }()
				for range before {
					g.Expect(answer(client.Post("http://pipe/", "", nil))).To(Equal(`200 "ok"`))
				}
				go func() { answers <- answer(client.Post("http://pipe/", "", nil)) }()
				<-arrived

				stopped, begun := make(chan error, 1), time.Now()
				go func() { stopped <- r.Stop(t.Context()) }()
				synctest.Wait()
				close(released)

				g.Expect(<-answers).To(Equal(`200 "ok"`))
				g.Expect(<-stopped).To(Succeed())
				g.Expect(<-served).To(Succeed())
				g.Expect(time.Since(begun)).To(BeNumerically("<", time.Second), "nothing waits for a request that is answered")
			})
		})
	}
}

func TestStopServesOnForTheDrainDelayAndSaysThatItIsNotReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, begun := NewWithT(t), time.Now()
		p := newPiped(t, router.Controllers{"GET /x": func(c *router.Context) error { return c.Render("x") }},
			router.WithHealth("/livez", "/readyz"), router.WithDrainDelay(2*time.Second))
		res, _ := p.get(t, "/readyz")
		g.Expect(res.StatusCode).To(Equal(200))
		g.Expect(p.Ready()).To(BeTrue())

		stopped := make(chan time.Duration, 1)
		go func() {
			g.Expect(p.Stop(t.Context())).To(Succeed())
			stopped <- time.Since(begun)
		}()
		synctest.Wait()

		g.Expect(p.Ready()).To(BeFalse())
		res, _ = p.get(t, "/readyz")
		g.Expect(res.StatusCode).To(Equal(503))
		g.Expect(res.Close).To(BeTrue())
		res, _ = p.get(t, "/livez")
		g.Expect(res.StatusCode).To(Equal(200))
		_, body := p.get(t, "/x")
		g.Expect(body).To(Equal(`"x"`))
		g.Expect(<-stopped).To(Equal(2 * time.Second))
		g.Expect(p.Stop(t.Context())).To(Succeed())
		g.Expect(time.Since(begun)).To(Equal(2*time.Second), "the delay is not repeated")
	})
}

// backgrounds are the ways to run a function behind a request, given its context.
var backgrounds = map[string]func(r *router.Router, fn func(context.Context)) error{
	"of the router": func(r *router.Router, fn func(context.Context)) error { return r.Background(context.Background(), fn) },
	"of a request": func(r *router.Router, fn func(context.Context)) error {
		r.Register(router.Controllers{"GET /x": func(c *router.Context) error {
			return c.Go(func(c *router.Context) { fn(c.Context()) })
		}})
		h, err := r.Handler()
		if err == nil {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/x", nil))
		}
		return err
	},
}

func TestStopWaitsForWhatRunsInTheBackground(t *testing.T) {
	for name, start := range backgrounds {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				r := router.New(router.WithLogger(nil), router.WithDrainTimeout(time.Minute))
				leave, ended := make(chan struct{}), make(chan error, 1)
				g.Expect(start(r, func(ctx context.Context) { <-leave; ended <- ctx.Err() })).To(Succeed())

				stopped := make(chan error, 1)
				go func() { stopped <- r.Stop(t.Context()) }()
				time.Sleep(59 * time.Second)
				synctest.Wait()
				g.Expect(stopped).NotTo(Receive())
				close(leave)

				g.Expect(<-stopped).To(Succeed())
				g.Expect(ended).To(Receive(BeNil()))
			})
		})
	}
}

func TestStopCancelsWhatRunsInTheBackgroundWhenItsTimeIsOver(t *testing.T) {
	for name, start := range backgrounds {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, begun := NewWithT(t), time.Now()
				r := router.New(router.WithLogger(nil), router.WithDrainTimeout(20*time.Second))
				cancelled := make(chan time.Duration, 1)
				g.Expect(start(r, func(ctx context.Context) { <-ctx.Done(); cancelled <- time.Since(begun) })).To(Succeed())

				g.Expect(r.Stop(t.Context())).To(MatchError(context.DeadlineExceeded))

				g.Expect(<-cancelled).To(Equal(20*time.Second), "not before")
			})
		})
	}
}

func TestStopCountsWhatStillRunsInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		r := router.New(router.WithLogger(nil))
		leave := make(chan struct{})
		defer close(leave)
		for range 2 {
			g.Expect(r.Background(t.Context(), func(ctx context.Context) { <-ctx.Done() })).To(Succeed())
		}
		g.Expect(r.Background(t.Context(), func(context.Context) { <-leave })).To(Succeed())

		err := r.Stop(t.Context())

		g.Expect(err).To(MatchError(context.DeadlineExceeded))
		g.Expect(err).To(MatchError(HaveSuffix("3 background functions were cancelled, 1 of them still run")))
		g.Expect(r.Background(t.Context(), func(context.Context) { t.Error("runs") })).NotTo(Succeed())
	})
}

func TestAPanicOnPurposeExitsWhenTheOthersHaveFinished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		exited := make(chan int, 1)
		entered, leave := make(chan struct{}), make(chan struct{})
		p := newPiped(t, router.Controllers{
			"GET /slow": func(c *router.Context) error { close(entered); <-leave; return c.Render("done") },
			"GET /boom": func(*router.Context) error { panic(errors.New("on purpose")) },
		}, router.WithExit(func(code int) { exited <- code }))
		answers := make(chan string, 1)
		go func() { answers <- answer(p.client.Get("http://pipe/slow")) }()
		<-entered

		res, _ := p.get(t, "/boom")
		g.Expect(res.StatusCode).To(Equal(500))
		g.Expect(res.Close).To(BeTrue())
		time.Sleep(10 * time.Second)
		synctest.Wait()
		g.Expect(exited).NotTo(Receive())
		close(leave)

		g.Expect(<-answers).To(Equal(`200 "done"`))
		g.Expect(<-exited).To(Equal(70))
	})
}

func TestServeDoesNotReturnBeforeAPanicOnPurposeHasEndedTheProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		exiting, exit := make(chan int), make(chan struct{})
		r := router.New(router.WithLogger(nil), router.WithExit(func(code int) { exiting <- code; <-exit }))
		r.Register(router.Controllers{"GET /boom": func(*router.Context) error { panic(errors.New("on purpose")) }})
		l, served := newPipes(), make(chan error, 1)
		go func() { served <- r.Serve(l) }()
		client := http.Client{Transport: &http.Transport{DialContext: l.dial}}
		g.Expect(answer(client.Get("http://pipe/boom"))).To(HavePrefix("500 "))

		g.Expect(<-exiting).To(Equal(70))
		synctest.Wait()

		g.Expect(served).NotTo(Receive(), "main would return, and the status be 0")
		close(exit)
		g.Expect(<-served).To(Succeed())
	})
}
