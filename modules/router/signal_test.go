package router_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/router"
)

// inFlight is how many requests the process holds until it says "full".
const inFlight = 100

// serverProgram is the program of the specs below: a router that is started with
// Start. It says on its output what happens, and goes on where it waits when its
// input is closed. Its status is 0, 3 when Start returns an error and 4 when it
// leaves a goroutine behind.
func serverProgram(mode string) func(address string) error {
	return func(address string) error {
		os.Exit(serveUntilSignal(mode, address))
		return nil
	}
}

func serveUntilSignal(mode, address string) (status int) {
	before := goleak.IgnoreCurrent()
	released := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(released)
	}()
	opts := []router.Option{router.WithAddress(address), router.WithLogger(nil)}
	if mode == "load" {
		over := make(chan time.Time)
		go func() { <-released; close(over) }()
		opts = append(opts, router.WithDrainDelayUntil(over))
	}
	r := router.New(opts...)
	var held, handled atomic.Int64
	r.Register(processRoutes{mode, released, &held, &handled})
	err := announced(r)
	fmt.Println("ended", err)
	fmt.Println("handled", handled.Load())
	<-released
	if err != nil {
		return 3
	}
	if err := goleak.Find(before); err != nil {
		fmt.Println(err)
		return 4
	}
	return 0
}

// announce says where r listens as soon as it does.
func announce(r *router.Router) (stop func()) {
	ended, said := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(said)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for !r.Ready() {
			select {
			case <-tick.C:
			case <-ended:
				return
			}
		}
		fmt.Println("listening", r.Address())
	}()
	return func() { close(ended); <-said }
}

type processRoutes struct {
	mode          string
	released      <-chan struct{}
	held, handled *atomic.Int64
}

func (p processRoutes) Routes() map[string]any {
	if p.mode == "build" {
		fmt.Println("building")
		<-p.released
	}
	return map[string]any{
		"POST /": func(c *router.Context) error {
			p.handled.Add(1)
			return c.Render("ok")
		},
		"GET /held": func(c *router.Context) error {
			if p.held.Add(1) == inFlight {
				fmt.Println("full")
			}
			<-p.released
			return c.Render("held")
		},
		"GET /stuck": func(c *router.Context) error {
			fmt.Println("stuck")
			<-c.Context().Done()
			return c.Context().Err()
		},
	}
}

var _ = Describe("A process that is told to end", func() {
	It("answers the 100 requests that are in flight and exits with 0", func(ctx SpecContext) {
		p := listening(ctx, "held")
		client := http.Client{Transport: &http.Transport{}}
		DeferCleanup(client.CloseIdleConnections)
		answers := make(chan string, inFlight)
		for range inFlight {
			go func() { answers <- answer(client.Get("http://" + p.address + "/held")) }()
		}
		p.says(ctx, "full")

		p.terminate()
		p.refuses(ctx)
		Expect(answers).NotTo(Receive())
		Expect(p.release.Close()).To(Succeed())

		for range inFlight {
			Eventually(ctx, answers).Should(Receive(Equal(`200 "held"`)))
		}
		Expect(p.says(ctx, "ended")).To(Equal("<nil>"))
		Expect(p.exits(ctx).ExitStatus()).To(BeZero())
	})

	It("cuts what is left at the second signal and says so", func(ctx SpecContext) {
		p := listening(ctx, "stuck")
		cut := make(chan error, 1)
		go func() {
			_, err := http.Get("http://" + p.address + "/stuck")
			cut <- err
		}()
		p.says(ctx, "stuck")
		p.terminate()
		p.refuses(ctx)
		Expect(cut).NotTo(Receive())

		p.terminate()

		Expect(p.says(ctx, "ended")).To(Equal("router: cut short by a second signal (terminated): router: stop: context canceled"))
		Eventually(ctx, cut).Should(Receive(MatchError(io.EOF)))
		Expect(p.release.Close()).To(Succeed())
		Expect(p.exits(ctx).ExitStatus()).To(Equal(3))
	})

	It("does not lose a signal that comes before it listens", func(ctx SpecContext) {
		p := startProcess("build")
		p.says(ctx, "building")
		p.terminate()

		Expect(p.release.Close()).To(Succeed())

		var line string
		Eventually(ctx, p.lines).Should(Receive(&line))
		if strings.HasPrefix(line, "listening") { // for a moment
			Eventually(ctx, p.lines).Should(Receive(&line))
		}
		Expect(line).To(Equal("ended <nil>"))
		Expect(p.exits(ctx).ExitStatus()).To(BeZero())
	})

	It("dies of a signal again when Start has returned", func(ctx SpecContext) {
		p := listening(ctx, "idle")
		p.terminate()
		Expect(p.says(ctx, "ended")).To(Equal("<nil>"))

		p.terminate()

		Expect(p.exits(ctx).Signal()).To(Equal(syscall.SIGTERM))
	})

	// The clients send POST, which nobody repeats for them. What reaches a
	// controller is answered: the process counts the former, the clients the
	// latter. A request that fails on a new connection has not reached one then;
	// one on a connection that had answered before is never failed.
	It("fails no request of eight clients that go on asking, and exits with 0", func(ctx SpecContext) {
		p := listening(ctx, "load")
		load := startLoad(ctx, p.address)
		eventually(ctx, load.answered.Load).Should(BeNumerically(">", 200))

		p.terminate()
		load.leaving.Wait() // each keeps a connection only for as long as the server allows
		Expect(p.release.Close()).To(Succeed())
		load.clients.Wait()

		Expect(load.failed.Load()).To(BeZero())
		Expect(p.says(ctx, "ended")).To(Equal("<nil>"))
		Expect(p.says(ctx, "handled")).To(Equal(fmt.Sprint(load.answered.Load())))
		Expect(p.exits(ctx).ExitStatus()).To(BeZero())
	})
})
