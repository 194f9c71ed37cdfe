package router_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/internal/pipetest"
)

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

// behind runs fn behind a request that a router has answered.
func behind(r *router.Router, fn func(context.Context)) error {
	r.Register(router.Controllers{"GET /x": func(c *router.Context) error {
		return c.Go(func(c *router.Context) { fn(c.Context()) })
	}})
	h, err := r.Handler()
	if err == nil {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/x", nil))
	}
	return err
}

func TestStopWaitsForWhatRunsBehindARequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		r := router.New(router.WithLogger(nil), router.WithDrainTimeout(time.Minute))
		leave, ended := make(chan struct{}), make(chan error, 1)
		g.Expect(behind(r, func(ctx context.Context) { <-leave; ended <- ctx.Err() })).To(Succeed())

		stopped := make(chan error, 1)
		go func() { stopped <- r.Stop(t.Context()) }()
		time.Sleep(59 * time.Second)
		synctest.Wait()
		g.Expect(stopped).NotTo(Receive())
		close(leave)

		g.Expect(<-stopped).To(Succeed())
		g.Expect(ended).To(Receive(BeNil()))
	})
}

func TestStopCancelsWhatRunsBehindARequestWhenItsTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, begun := NewWithT(t), time.Now()
		r := router.New(router.WithLogger(nil), router.WithDrainTimeout(20*time.Second))
		cancelled := make(chan time.Duration, 1)
		g.Expect(behind(r, func(ctx context.Context) { <-ctx.Done(); cancelled <- time.Since(begun) })).To(Succeed())

		g.Expect(r.Stop(t.Context())).To(MatchError(context.DeadlineExceeded))

		g.Expect(<-cancelled).To(Equal(20*time.Second), "not before")
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
		l, served := pipetest.Listen(), make(chan error, 1)
		go func() { served <- r.Serve(l) }()
		client := http.Client{Transport: &http.Transport{DialContext: l.Dial}}
		g.Expect(answer(client.Get("http://pipe/boom"))).To(HavePrefix("500 "))

		g.Expect(<-exiting).To(Equal(70))
		synctest.Wait()

		g.Expect(served).NotTo(Receive(), "main would return, and the status be 0")
		close(exit)
		g.Expect(<-served).To(Succeed())
	})
}

func TestStopWaitsForConnectionsWithoutARequestNoLongerThanTheDocumentsSay(t *testing.T) {
	const begun = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
	for name, c := range map[string]struct {
		sends string
		waits time.Duration
	}{
		"nothing":                    {"", 2 * time.Second},
		"half a header":              {"GET / HTTP/1.1\r\nHost", 2 * time.Second},
		"HTTP/2 without a request":   {begun, time.Second},
		"half a frame of HTTP/2":     {begun + "\x00\x00\x08\x07\x00\x00", time.Second},
		"half of the HTTP/2 preface": {begun[:10], 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				p := newPiped(t, router.Controllers{"GET /x": func(c *router.Context) error { return c.Render("x") }}, router.WithUnencryptedHTTP2())
				conn := p.connect(t)
				go func() { _, _ = io.Copy(io.Discard, conn) }()
				_, err := io.WriteString(conn, c.sends)
				g.Expect(err).NotTo(HaveOccurred())
				synctest.Wait()
				told := time.Now()

				g.Expect(p.Stop(t.Context())).To(Succeed())

				g.Expect(time.Since(told)).To(BeNumerically("~", c.waits, 100*time.Millisecond)) // net/http looks every so often
			})
		})
	}
}
