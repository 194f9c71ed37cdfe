package router_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

// The variables that make a program of the test binary.
const (
	programVariable = "ROUTER_TEST_PROGRAM"
	addressVariable = "ROUTER_TEST_ADDRESS"
)

// programs are what the test binary is when ROUTER_TEST_PROGRAM names one of
// them. They end with status 1 after an error, as a main function would.
var programs = map[string]func(address string) error{
	"recover":  func(address string) error { return announced(throwingRouter(address, router.Recover)) },
	"exit":     func(address string) error { return announced(throwingRouter(address, router.Exit)) },
	"crash":    func(address string) error { return announced(throwingRouter(address, router.Crash)) },
	"early":    func(address string) error { return signalledEarly(address).Start() },
	"held":     serverProgram("held"),
	"stuck":    serverProgram("stuck"),
	"build":    serverProgram("build"),
	"idle":     serverProgram("idle"),
	"load":     serverProgram("load"),
	"mistakes": func(address string) error { return announced(mistaken(router.WithAddress(address))) },
}

func TestMain(m *testing.M) {
	program, ok := programs[os.Getenv(programVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	if err := program(os.Getenv(addressVariable)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// announced starts r and says where it listens.
func announced(r *router.Router) error {
	stopAnnouncing := announce(r)
	err := r.Start()
	stopAnnouncing()
	return err
}

// throwingRouter has routes that throw, and one that ends with the standard
// input.
func throwingRouter(address string, policy router.PanicPolicy) *router.Router {
	r := router.New(router.WithPanicPolicy(policy), router.WithAddress(address))
	r.Register(router.Controllers{
		"GET /ok":    func(c *router.Context) error { return c.Render("ok") },
		"GET /bugs":  func(c *router.Context) error { return c.Render(r.Bugs()) },
		"GET /bug":   func(c *router.Context) error { var u *user; return c.Render(u.Name) },
		"GET /throw": throwOnPurpose,
		"GET /crash": func(c *router.Context) error { c.Crash(errors.New("crashed on purpose")); return nil },
		"GET /go":    func(c *router.Context) error { return c.Go(func(*router.Context) { panic("behind on purpose") }) },
		"GET /slow": func(c *router.Context) error {
			fmt.Println("entered")
			_, _ = io.Copy(io.Discard, os.Stdin)
			return c.Render("finished")
		},
	})
	return r
}

func throwOnPurpose(*router.Context) error { panic(errors.New("thrown on purpose")) }

// signalledEarly is told to stop while its table is read.
func signalledEarly(address string) *router.Router {
	r := router.New(router.WithAddress(address), router.WithLogger(nil))
	r.Register(core.ControllerFunc(func() map[string]any {
		fmt.Fprintln(os.Stderr, "signalled:", syscall.Kill(os.Getpid(), syscall.SIGTERM))
		return map[string]any{"GET /ok": nothing}
	}))
	return r
}

// process is the test binary, running one of the programs.
type process struct {
	cmd     *exec.Cmd
	address string      // of a program that listens
	release io.Closer   // of its standard input
	lines   chan string // of its standard output
	errors  sharedLog   // its standard error
	exited  chan error
}

// startProcess runs a program, at a free port unless it is told an address.
func startProcess(program string, address ...string) *process {
	GinkgoHelper()
	p := &process{cmd: exec.Command(os.Args[0]), lines: make(chan string, 2*inFlight), exited: make(chan error, 1)}
	p.cmd.Env = append(os.Environ(), programVariable+"="+program, addressVariable+"="+append(address, loopback)[0],
		"GORACE=atexit_sleep_ms=0") // instead of a second
	in, err := p.cmd.StdinPipe()
	Expect(err).NotTo(HaveOccurred())
	out, err := p.cmd.StdoutPipe()
	Expect(err).NotTo(HaveOccurred())
	p.release, p.cmd.Stderr = in, &p.errors
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

// listening starts a program and waits until it serves.
func listening(ctx SpecContext, program string) *process {
	GinkgoHelper()
	p := startProcess(program)
	p.address = p.says(ctx, "listening")
	return p
}

// says waits for the next line of output, which begins with word, and returns
// the rest of it.
func (p *process) says(ctx context.Context, word string) string {
	GinkgoHelper()
	var line string
	eventually(ctx, p.lines).Should(Receive(&line), p.errors.String)
	first, rest, _ := strings.Cut(line, " ")
	Expect(first).To(Equal(word), line)
	return rest
}

func (p *process) terminate() {
	GinkgoHelper()
	Expect(p.cmd.Process.Signal(syscall.SIGTERM)).To(Succeed())
}

// refuses waits until nobody listens at its address.
func (p *process) refuses(ctx context.Context) {
	GinkgoHelper()
	eventually(ctx, func() error { return dial(p.address) }).Should(MatchError(syscall.ECONNREFUSED))
}

// exits waits until the process ends and returns its status.
func (p *process) exits(ctx context.Context) syscall.WaitStatus {
	GinkgoHelper()
	eventually(ctx, p.exited).Should(Receive(), p.errors.String)
	return p.cmd.ProcessState.Sys().(syscall.WaitStatus)
}

// get returns status and body of an answer, 0 when the connection is cut. Each
// request has a connection of its own, so that none waits for a request.
func (p *process) get(path string) (status int, body string) {
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Get("http://" + p.address + path)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	text, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(text)
}

// slow asks for what ends with the standard input of the process.
func (p *process) slow(ctx context.Context) chan string {
	GinkgoHelper()
	answer := make(chan string, 1)
	go func() { _, body := p.get("/slow"); answer <- body }()
	p.says(ctx, "entered")
	return answer
}

var _ = Describe("The panic policy of a process", func() {
	It("Recover: 500, the process lives, and ends with 0 when it is told to", func(ctx SpecContext) {
		p := listening(ctx, "recover")
		answer := p.slow(ctx)

		for _, path := range []string{"/throw", "/crash", "/bug"} {
			status, _ := p.get(path)
			Expect(status).To(Equal(500), path)
		}
		status, _ := p.get("/go")
		Expect(status).To(Equal(204))
		eventually(ctx, p.errors.String).Should(And(ContainSubstring("thrown on purpose"), ContainSubstring("behind on purpose")))
		Expect(p.release.Close()).To(Succeed())
		eventually(ctx, answer).Should(Receive(Equal(`"finished"`)))
		p.terminate()

		Expect(p.exits(ctx).ExitStatus()).To(Equal(0))
		Expect(p.errors.String()).To(ContainSubstring("throwOnPurpose"), "the stack is logged")
	})

	for _, path := range []string{"/throw", "/crash"} {
		It("Exit: "+path+" is 500, the request being served finishes, and the status is 70", func(ctx SpecContext) {
			p := listening(ctx, "exit")
			answer := p.slow(ctx)

			status, _ := p.get(path)
			Expect(status).To(Equal(500))
			p.refuses(ctx)
			Expect(answer).NotTo(Receive())
			Expect(p.release.Close()).To(Succeed())

			eventually(ctx, answer).Should(Receive(Equal(`"finished"`)))
			Expect(p.exits(ctx).ExitStatus()).To(Equal(70))
			Expect(p.errors.String()).To(And(ContainSubstring("on purpose"), ContainSubstring("process_test.go")))
		})

		It("Crash: "+path+" cuts every connection, the status is 2 and the stack of the controller is on standard error", func(ctx SpecContext) {
			p := listening(ctx, "crash")
			answer := p.slow(ctx)

			status, _ := p.get(path)

			Expect(status).To(BeZero())
			eventually(ctx, answer).Should(Receive(ContainSubstring("EOF")))
			Expect(p.exits(ctx).ExitStatus()).To(Equal(2))
			Expect(p.errors.String()).To(MatchRegexp(`panic: .*on purpose`))
			Expect(p.errors.String()).To(ContainSubstring("process_test.go"), "the place that has thrown")
		})
	}

	It("Exit: what runs behind a request ends the process too", func(ctx SpecContext) {
		p := listening(ctx, "exit")

		status, _ := p.get("/go")

		Expect(status).To(Equal(204))
		Expect(p.exits(ctx).ExitStatus()).To(Equal(70))
		Expect(p.errors.String()).To(ContainSubstring("behind on purpose"))
	})

	for _, policy := range []string{"recover", "exit", "crash"} {
		It("a bug never ends the process and is counted: "+policy, func(ctx SpecContext) {
			p := listening(ctx, policy)

			for range 3 {
				status, _ := p.get("/bug")
				Expect(status).To(Equal(500))
			}

			_, body := p.get("/bugs")
			Expect(body).To(Equal("3"))
			Expect(p.exited).NotTo(Receive())
		})
	}
})

var _ = Describe("A process with a logger", func() {
	It("that is told to stop: all requests in flight complete, and the status is 0", func(ctx SpecContext) {
		p := listening(ctx, "recover")
		var group sync.WaitGroup
		answers := make(chan string, inFlight)
		for range inFlight {
			group.Go(func() { _, body := p.get("/slow"); answers <- body })
		}
		for range inFlight {
			p.says(ctx, "entered")
		}

		p.terminate()
		p.refuses(ctx)
		Expect(p.release.Close()).To(Succeed())

		group.Wait()
		for range inFlight {
			Expect(<-answers).To(Equal(`"finished"`))
		}
		Expect(p.exits(ctx).ExitStatus()).To(Equal(0))
	})

	It("that is told to stop twice: it cuts what is left and says so", func(ctx SpecContext) {
		p := listening(ctx, "recover")
		answer := make(chan string, 1)
		go func() { _, body := p.get("/slow"); answer <- body }()
		p.says(ctx, "entered")

		p.terminate()
		p.refuses(ctx)
		p.terminate()

		Expect(p.exits(ctx).ExitStatus()).To(Equal(1))
		Expect(p.errors.String()).To(ContainSubstring("cut short by a second signal"))
		eventually(ctx, answer).Should(Receive(ContainSubstring("EOF")))
	})

	It("that is told to stop before it listens: the status is 0", func(ctx SpecContext) {
		p := startProcess("early")

		Expect(p.exits(ctx).ExitStatus()).To(BeZero(), p.errors.String())
		Expect(p.errors.String()).To(Equal("signalled: <nil>\n"))
	})

	It("whose port is taken: a message and another status than 0", func(ctx SpecContext) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(l.Close)
		p := startProcess("recover", l.Addr().String())

		Expect(p.exits(ctx).ExitStatus()).To(Equal(1))
		Expect(p.errors.String()).To(HavePrefix("router: listen at " + l.Addr().String() + ": "))
	})
})
