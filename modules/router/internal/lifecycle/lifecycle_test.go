package lifecycle_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/lifecycle"
	"github.com/trefoil-go/trefoil/modules/router/internal/pipetest"
)

// saying is a server whose every answer is "ok".
func saying() *lifecycle.Server { return lifecycle.New(config(), saysOK) }

func config() lifecycle.Config {
	return lifecycle.Config{Logger: slog.New(slog.DiscardHandler), DrainTimeout: 15 * time.Second, After: time.After}
}

func saysOK() (http.Handler, error) {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") }), nil
}

// post asks with what no transport repeats.
func post(client *http.Client) string {
	res, err := client.Post("http://pipe/", "", nil)
	if err != nil {
		return err.Error()
	}
	body, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return err.Error()
	}
	return fmt.Sprint(res.StatusCode, " ", string(body))
}

func TestServeReturnsTheErrorOfTheHandlerAndClosesTheListener(t *testing.T) {
	g := NewWithT(t)
	wrong := errors.New("wrong")
	s := lifecycle.New(lifecycle.Config{Logger: slog.New(slog.DiscardHandler)}, func() (http.Handler, error) { return nil, wrong })
	l := pipetest.Listen()

	g.Expect(s.Serve(l)).To(MatchError(wrong))

	_, err := l.Accept()
	g.Expect(err).To(MatchError(net.ErrClosed))
	_, err = s.Listen()
	g.Expect(err).To(MatchError(wrong))
	g.Expect(s.Address()).To(BeEmpty())
}

// TestServeTakesAnotherListenerWhileItServes is for the race detector: requests of the
// first listener are served meanwhile.
func TestServeTakesAnotherListenerWhileItServes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		s, served := saying(), make(chan error, 2)
		var clients []*http.Client
		for range 2 {
			l := pipetest.Listen()
			go func() { served <- s.Serve(l) }()
			client := &http.Client{Transport: &http.Transport{DialContext: l.Dial}}
			defer client.CloseIdleConnections()
			clients = append(clients, client)
			for _, known := range clients {
				g.Expect(post(known)).To(Equal("200 ok"))
			}
		}

		g.Expect(s.Stop(t.Context())).To(Succeed())

		g.Expect(<-served).To(Succeed())
		g.Expect(<-served).To(Succeed())
	})
}

func TestLeaveRunsOnceAndServeReturnsBehindIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		s, l, served, exit := saying(), pipetest.Listen(), make(chan error, 1), make(chan struct{})
		go func() { served <- s.Serve(l) }()
		synctest.Wait()

		for range 2 {
			s.Leave(func() { g.Expect(s.Stop(context.Background())).To(Succeed()); <-exit })
		}
		synctest.Wait()
		g.Expect(s.Ready()).To(BeFalse())
		g.Expect(served).NotTo(Receive())
		close(exit)

		g.Expect(<-served).To(Succeed())
	})
}

// slowAccept is a listener whose Accept takes a connection and returns it later.
type slowAccept struct {
	*pipetest.Listener
	taken, released chan struct{}
}

func (l slowAccept) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err == nil {
		close(l.taken)
		<-l.released
	}
	return conn, err
}

func TestStopAnswersTheConnectionThatAcceptReturnsMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		s := saying()
		l := slowAccept{pipetest.Listen(), make(chan struct{}), make(chan struct{})}
		client := &http.Client{Transport: &http.Transport{DialContext: l.Dial}}
		served, answers := make(chan error, 1), make(chan string, 1)
		go func() { served <- s.Serve(l) }()
		go func() { answers <- post(client) }()
		<-l.taken

		stopped := make(chan error, 1)
		go func() { stopped <- s.Stop(t.Context()) }()
		synctest.Wait()
		close(l.released)

		g.Expect(<-answers).To(Equal("200 ok"))
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
				s := saying()
				requests, arrived, released := 0, make(chan struct{}), make(chan struct{})
				s.OnConnState(func(_ net.Conn, state http.ConnState) {
					if state != http.StateActive {
						return
					}
					if requests++; requests > before {
						close(arrived)
						<-released
					}
				})
				l, served, answers := pipetest.Listen(), make(chan error, 1), make(chan string, 1)
				client := &http.Client{Transport: &http.Transport{DialContext: l.Dial}}
				defer client.CloseIdleConnections()
				go func() { served <- s.Serve(l) }()
				for range before {
					g.Expect(post(client)).To(Equal("200 ok"))
				}
				go func() { answers <- post(client) }()
				<-arrived

				stopped, begun := make(chan error, 1), time.Now()
				go func() { stopped <- s.Stop(t.Context()) }()
				synctest.Wait()
				close(released)

				g.Expect(<-answers).To(Equal("200 ok"))
				g.Expect(<-stopped).To(Succeed())
				g.Expect(<-served).To(Succeed())
				g.Expect(time.Since(begun)).To(BeNumerically("<", time.Second), "nothing waits for a request that is answered")
			})
		})
	}
}

func TestStopHangsUpOnConnectionsWithoutAWholeRequest(t *testing.T) {
	for name, sent := range map[string]string{
		"nothing": "", "a request line": "POST / HTTP/1.1\r\n", "a part of a header": "POST / HTTP/1.1\r\nHost: pipe\r\n", "a part of a preface of HTTP/2": "PRI * HT",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				c := config()
				c.UnencryptedHTTP2, c.HeaderTimeout = true, time.Minute
				s, l, served := lifecycle.New(c, saysOK), pipetest.Listen(), make(chan error, 1)
				go func() { served <- s.Serve(l) }()
				conn, err := l.Dial(t.Context(), "", "")
				g.Expect(err).NotTo(HaveOccurred())
				_, err = io.WriteString(conn, sent)
				g.Expect(err).NotTo(HaveOccurred())
				begun := time.Now()

				g.Expect(s.Stop(t.Context())).To(Succeed())

				g.Expect(time.Since(begun)).To(BeNumerically("<", 3*time.Second))
				g.Expect(io.ReadAll(conn)).To(BeEmpty())
				g.Expect(<-served).To(Succeed())
			})
		})
	}
}

func TestStopAnswersTheRequestThatArrivesBeforeItHangsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		s, l, served, stopped := saying(), pipetest.Listen(), make(chan error, 1), make(chan error, 1)
		go func() { served <- s.Serve(l) }()
		conn, err := l.Dial(t.Context(), "", "")
		g.Expect(err).NotTo(HaveOccurred())
		_, err = io.WriteString(conn, "POST / HTTP/1.1\r\nHost: pipe\r\nContent-Length: 1\r\n")
		g.Expect(err).NotTo(HaveOccurred())
		go func() { stopped <- s.Stop(t.Context()) }()
		synctest.Wait()

		_, err = io.WriteString(conn, "\r\n")
		g.Expect(err).NotTo(HaveOccurred())
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		g.Expect(err).NotTo(HaveOccurred())

		g.Expect(res.StatusCode).To(Equal(200), "its body comes later")
		g.Expect(conn.Close()).To(Succeed())
		g.Expect(<-stopped).To(Succeed())
		g.Expect(<-served).To(Succeed())
	})
}

func TestStopWaitsForWhatRunsInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, s := NewWithT(t), saying()
		type key struct{}
		request, end := context.WithCancel(context.WithValue(t.Context(), key{}, "value"))
		leave, got := make(chan struct{}), make(chan any, 2)
		g.Expect(s.Go(request, func(ctx context.Context) {
			<-leave
			got <- ctx.Value(key{})
			got <- ctx.Err()
		})).To(Succeed())
		end()

		stopped := make(chan error, 1)
		go func() { stopped <- s.Stop(t.Context()) }()
		synctest.Wait()
		g.Expect(s.Closing()).To(BeClosed())
		g.Expect(stopped).NotTo(Receive())
		close(leave)

		g.Expect(<-stopped).To(Succeed())
		g.Expect(got).To(Receive(Equal("value")))
		g.Expect(got).To(Receive(BeNil()), "the end of the request is not its end")
	})
}

func TestWhatRunsInTheBackgroundStartsWhileTheServerDrainsAndNotBehindIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, s := NewWithT(t), saying()
		leave, second := make(chan struct{}), make(chan error, 1)
		g.Expect(s.Go(t.Context(), func(ctx context.Context) {
			<-s.Closing()
			second <- s.Go(ctx, func(context.Context) { <-leave })
		})).To(Succeed())
		stopped := make(chan error, 1)
		go func() { stopped <- s.Stop(t.Context()) }()
		g.Expect(<-second).To(Succeed())
		close(leave)
		g.Expect(<-stopped).To(Succeed())

		err := s.Go(t.Context(), func(context.Context) { t.Error("runs") })

		g.Expect(err).To(MatchError("router: nothing runs in the background after the router has stopped"))
	})
}

func TestStopCountsWhatStillRunsInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		s := saying()
		leave := make(chan struct{})
		defer close(leave)
		for range 2 {
			g.Expect(s.Go(t.Context(), func(ctx context.Context) { <-ctx.Done() })).To(Succeed())
		}
		g.Expect(s.Go(t.Context(), func(context.Context) { <-leave })).To(Succeed())

		err := s.Stop(t.Context())

		g.Expect(err).To(MatchError(context.DeadlineExceeded))
		g.Expect(err).To(MatchError(HaveSuffix("3 background functions were cancelled, 1 of them still run")))
		g.Expect(s.Go(t.Context(), func(context.Context) { t.Error("runs") })).NotTo(Succeed())
	})
}
