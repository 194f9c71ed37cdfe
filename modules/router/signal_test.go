package router_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
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
		opts = append(opts, router.WithDrainDelay(loadDelay))
	}
	r := router.New(opts...)
	var held, handled atomic.Int64
	r.Register(processRoutes{mode, released, &held, &handled})
	stopAnnouncing := announce(r)
	err := r.Start()
	stopAnnouncing()
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

// process is a running serverProgram.
type process struct {
	cmd     *exec.Cmd
	release io.Closer
	lines   chan string
	exited  chan error
}

func startProcess(mode string) *process {
	GinkgoHelper()
	p := &process{cmd: exec.Command(os.Args[0]), lines: make(chan string, 100), exited: make(chan error, 1)}
	p.cmd.Env = append(os.Environ(), programVariable+"="+mode, addressVariable+"="+loopback)
	in, err := p.cmd.StdinPipe()
	Expect(err).NotTo(HaveOccurred())
	out, err := p.cmd.StdoutPipe()
	Expect(err).NotTo(HaveOccurred())
	p.release = in
	Expect(p.cmd.Start()).To(Succeed())
	go func() {
		scanner := bufio.NewScanner(out)
		for scanner.Scan() {
			p.lines <- scanner.Text()
		}
		close(p.lines)
		p.exited <- p.cmd.Wait()
	}()
	DeferCleanup(func() {
		_ = p.cmd.Process.Kill() // it may have exited
		for range p.lines {      // until its output ends
		}
	})
	return p
}

// says waits for the next line of output, which begins with word, and returns
// the rest of it.
func (p *process) says(ctx context.Context, word string) string {
	GinkgoHelper()
	var line string
	Eventually(ctx, p.lines).Should(Receive(&line))
	first, rest, _ := strings.Cut(line, " ")
	Expect(first).To(Equal(word), line)
	return rest
}

func (p *process) terminate() {
	GinkgoHelper()
	Expect(p.cmd.Process.Signal(syscall.SIGTERM)).To(Succeed())
}

// exits waits until the process ends and returns its status.
func (p *process) exits(ctx context.Context) syscall.WaitStatus {
	GinkgoHelper()
	Eventually(ctx, p.exited).Should(Receive())
	return p.cmd.ProcessState.Sys().(syscall.WaitStatus)
}

var _ = Describe("A process that is told to end", func() {
	It("answers the 100 requests that are in flight and exits with 0 [RF14]", func(ctx SpecContext) {
		p := startProcess("held")
		address := p.says(ctx, "listening")
		client := http.Client{Transport: &http.Transport{}}
		DeferCleanup(client.CloseIdleConnections)
		answers := make(chan string, inFlight)
		for range inFlight {
			go func() { answers <- answer(client.Get("http://" + address + "/held")) }()
		}
		p.says(ctx, "full")

		p.terminate()
		Eventually(ctx, func() error { return dial(address) }).Should(MatchError(syscall.ECONNREFUSED))
		Expect(answers).NotTo(Receive())
		Expect(p.release.Close()).To(Succeed())

		for range inFlight {
			Eventually(ctx, answers).Should(Receive(Equal(`200 "held"`)))
		}
		Expect(p.says(ctx, "ended")).To(Equal("<nil>"))
		Expect(p.exits(ctx).ExitStatus()).To(BeZero())
	}, NodeTimeout(30*time.Second))

	It("cuts what is left at the second signal and says so [RF14]", func(ctx SpecContext) {
		p := startProcess("stuck")
		address := p.says(ctx, "listening")
		cut := make(chan error, 1)
		go func() {
			_, err := http.Get("http://" + address + "/stuck")
			cut <- err
		}()
		p.says(ctx, "stuck")
		p.terminate()
		Eventually(ctx, func() error { return dial(address) }).Should(MatchError(syscall.ECONNREFUSED))
		Expect(cut).NotTo(Receive())

		p.terminate()

		Expect(p.says(ctx, "ended")).To(Equal("router: cut short by a second signal (terminated): router: stop: context canceled"))
		Eventually(ctx, cut).Should(Receive(MatchError(io.EOF)))
		Expect(p.release.Close()).To(Succeed())
		Expect(p.exits(ctx).ExitStatus()).To(Equal(3))
	}, NodeTimeout(30*time.Second))

	It("does not lose a signal that comes before it listens [RF14]", func(ctx SpecContext) {
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
	}, NodeTimeout(30*time.Second))

	It("dies of a signal again when Start has returned", func(ctx SpecContext) {
		p := startProcess("idle")
		p.says(ctx, "listening")
		p.terminate()
		Expect(p.says(ctx, "ended")).To(Equal("<nil>"))

		p.terminate()

		Expect(p.exits(ctx).Signal()).To(Equal(syscall.SIGTERM))
	}, NodeTimeout(30*time.Second))

	// The clients send POST, which nobody repeats for them. What reaches a
	// controller is answered: the process counts the former, the clients the
	// latter. A request that fails on a new connection has not reached one then;
	// one on a connection that had answered before is never failed.
	It("fails no request of eight clients that go on asking, and exits with 0 [RF14]", func(ctx SpecContext) {
		p := startProcess("load")
		load := startLoad(ctx, p.says(ctx, "listening"))
		Eventually(ctx, load.answered.Load).Should(BeNumerically(">", 200))

		p.terminate()
		load.clients.Wait()

		Expect(load.failed.Load()).To(BeZero())
		Expect(p.says(ctx, "ended")).To(Equal("<nil>"))
		Expect(p.says(ctx, "handled")).To(Equal(fmt.Sprint(load.answered.Load())))
		Expect(p.release.Close()).To(Succeed())
		Expect(p.exits(ctx).ExitStatus()).To(BeZero())
	}, NodeTimeout(60*time.Second))
})
