package router_test

import (
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
	"recover":  func(address string) error { return throwingRouter(address, router.Recover).Start() },
	"exit":     func(address string) error { return throwingRouter(address, router.Exit).Start() },
	"crash":    func(address string) error { return throwingRouter(address, router.Crash).Start() },
	"early":    func(address string) error { return signalledEarly(address).Start() },
	"held":     serverProgram("held"),
	"stuck":    serverProgram("stuck"),
	"build":    serverProgram("build"),
	"idle":     serverProgram("idle"),
	"load":     serverProgram("load"),
	"mistakes": func(address string) error { return mistaken(router.WithAddress(address)).Start() },
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
	r := router.New(router.WithAddress(address))
	r.Register(core.ControllerFunc(func() map[string]any {
		fmt.Fprintln(os.Stderr, "signalled:", syscall.Kill(os.Getpid(), syscall.SIGTERM))
		return map[string]any{"GET /ok": nothing}
	}))
	return r
}

// child is the test binary, running one of the programs.
type child struct {
	*exec.Cmd
	address string
	stdin   io.WriteCloser
	out     sharedLog
	err     sharedLog
	ended   chan int // the exit status
}

func execute(program string, address ...string) *child {
	GinkgoHelper()
	p := &child{Cmd: exec.Command(os.Args[0]), ended: make(chan int, 1), address: freeAddress()}
	if len(address) > 0 {
		p.address = address[0]
	}
	p.Env = append(os.Environ(), programVariable+"="+program, addressVariable+"="+p.address)
	var err error
	p.stdin, err = p.StdinPipe()
	Expect(err).NotTo(HaveOccurred())
	p.Stdout, p.Stderr = &p.out, &p.err
	Expect(p.Start()).To(Succeed())
	go func() { _ = p.Wait(); p.ended <- p.ProcessState.ExitCode() }()
	DeferCleanup(func() { _ = p.Process.Kill() })
	return p
}

// freeAddress is one that nobody listens at.
func freeAddress() string {
	GinkgoHelper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// listening starts a program and waits until it serves.
func listening(ctx SpecContext, program string) *child {
	GinkgoHelper()
	p := execute(program)
	eventually(ctx, func() error { return dial(p.address) }).Should(Succeed())
	return p
}

// get returns status and body of an answer, 0 when the connection is cut.
func (p *child) get(path string) (status int, body string) {
	res, err := http.Get("http://" + p.address + path)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	text, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(text)
}

var _ = Describe("Feature 16: panic policies of a process", func() {
	BeforeEach(func() { DeferCleanup(http.DefaultClient.CloseIdleConnections) })

	// slow asks for what ends with the standard input of the process.
	slow := func(ctx SpecContext, p *child) chan string {
		GinkgoHelper()
		answer := make(chan string, 1)
		go func() { _, body := p.get("/slow"); answer <- body }()
		eventually(ctx, p.out.String).Should(Equal("entered\n"))
		return answer
	}

	It("Recover: 500, the process lives, and ends with 0 when it is told to", func(ctx SpecContext) {
		p := listening(ctx, "recover")
		answer := slow(ctx, p)

		for _, path := range []string{"/throw", "/crash", "/bug"} {
			status, _ := p.get(path)
			Expect(status).To(Equal(500), path)
		}
		status, _ := p.get("/go")
		Expect(status).To(Equal(204))
		eventually(ctx, p.err.String).Should(And(ContainSubstring("thrown on purpose"), ContainSubstring("behind on purpose")))
		Expect(p.stdin.Close()).To(Succeed())
		eventually(ctx, answer).Should(Receive(Equal(`"finished"`)))
		Expect(p.Process.Signal(syscall.SIGTERM)).To(Succeed())

		eventually(ctx, p.ended).Should(Receive(Equal(0)))
		Expect(p.err.String()).To(ContainSubstring("throwOnPurpose"), "the stack is logged")
	})

	for _, path := range []string{"/throw", "/crash"} {
		It("Exit: "+path+" is 500, the request being served finishes, and the status is 70", func(ctx SpecContext) {
			p := listening(ctx, "exit")
			answer := slow(ctx, p)

			status, _ := p.get(path)
			Expect(status).To(Equal(500))
			eventually(ctx, func() error { return dial(p.address) }).ShouldNot(Succeed())
			Expect(answer).NotTo(Receive())
			Expect(p.stdin.Close()).To(Succeed())

			eventually(ctx, answer).Should(Receive(Equal(`"finished"`)))
			eventually(ctx, p.ended).Should(Receive(Equal(70)))
			Expect(p.err.String()).To(And(ContainSubstring("on purpose"), ContainSubstring("features_process_test.go")))
		})

		It("Crash: "+path+" cuts every connection, the status is 2 and the stack of the controller is on standard error", func(ctx SpecContext) {
			p := listening(ctx, "crash")
			answer := slow(ctx, p)

			status, _ := p.get(path)

			Expect(status).To(BeZero())
			eventually(ctx, answer).Should(Receive(ContainSubstring("EOF")))
			eventually(ctx, p.ended).Should(Receive(Equal(2)))
			Expect(p.err.String()).To(MatchRegexp(`panic: .*on purpose`))
			Expect(p.err.String()).To(ContainSubstring("features_process_test.go"), "the place that has thrown")
		})
	}

	It("Exit: what runs behind a request ends the process too", func(ctx SpecContext) {
		p := listening(ctx, "exit")

		status, _ := p.get("/go")

		Expect(status).To(Equal(204))
		eventually(ctx, p.ended).Should(Receive(Equal(70)))
		Expect(p.err.String()).To(ContainSubstring("behind on purpose"))
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
			Expect(p.ended).NotTo(Receive())
		})
	}
})

var _ = Describe("A fault of a process", func() {
	BeforeEach(func() { DeferCleanup(http.DefaultClient.CloseIdleConnections) })

	const inFlight = 100

	It("that is told to stop: all requests in flight complete, and the status is 0 [RF14]", func(ctx SpecContext) {
		p := listening(ctx, "recover")
		var group sync.WaitGroup
		answers := make(chan string, inFlight)
		for range inFlight {
			group.Go(func() { _, body := p.get("/slow"); answers <- body })
		}
		eventually(ctx, func() int { return strings.Count(p.out.String(), "entered") }).Should(Equal(inFlight))

		Expect(p.Process.Signal(syscall.SIGTERM)).To(Succeed())
		eventually(ctx, func() error { return dial(p.address) }).ShouldNot(Succeed())
		Expect(p.stdin.Close()).To(Succeed())

		group.Wait()
		for range inFlight {
			Expect(<-answers).To(Equal(`"finished"`))
		}
		eventually(ctx, p.ended).Should(Receive(Equal(0)))
	})

	It("that is told to stop twice: it cuts what is left and says so [RF14]", func(ctx SpecContext) {
		p := listening(ctx, "recover")
		answer := make(chan string, 1)
		go func() { _, body := p.get("/slow"); answer <- body }()
		eventually(ctx, p.out.String).Should(Equal("entered\n"))

		Expect(p.Process.Signal(syscall.SIGTERM)).To(Succeed())
		eventually(ctx, func() error { return dial(p.address) }).ShouldNot(Succeed())
		Expect(p.Process.Signal(syscall.SIGTERM)).To(Succeed())

		eventually(ctx, p.ended).Should(Receive(Equal(1)))
		Expect(p.err.String()).To(ContainSubstring("cut short by a second signal"))
		eventually(ctx, answer).Should(Receive(ContainSubstring("EOF")))
	})

	It("that is told to stop before it listens: the status is 0 [RF14]", func(ctx SpecContext) {
		p := execute("early")

		eventually(ctx, p.ended).Should(Receive(Equal(0)), p.err.String())
		Expect(p.err.String()).To(Equal("signalled: <nil>\n"))
	})

	It("whose port is taken: a message and another status than 0 [RF15]", func(ctx SpecContext) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(l.Close)
		p := execute("recover", l.Addr().String())

		eventually(ctx, p.ended).Should(Receive(Equal(1)))
		Expect(p.err.String()).To(HavePrefix("router: listen at " + l.Addr().String() + ": "))
	})
})
