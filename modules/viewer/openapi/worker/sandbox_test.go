//go:build linux && (amd64 || arm64)

package worker_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

// oldKernel ends the name of a program that has no seccomp.
const oldKernel = "-on-an-old-kernel"

// loseSeccomp makes a process of such a program see a kernel without seccomp.
func loseSeccomp() {
	if !strings.HasSuffix(os.Args[0], oldKernel) {
		return
	}
	err := seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls:      []seccomp.SyscallGroup{{Action: seccomp.ActionErrno | seccomp.Action(syscall.ENOSYS), Names: []string{"seccomp"}}},
	}})
	if err != nil {
		panic(err)
	}
}

// disturb sends another process nothing, which needs the right to send a signal.
func disturb(pid int) error { return syscall.Kill(pid, 0) }

// inherited says what this process can read of what its parent had open.
func inherited() error {
	var read []string
	text := make([]byte, 64)
	for fd := 3; fd < 1024; fd++ {
		if n, _ := syscall.Pread(fd, text, 0); n > 0 {
			read = append(read, string(text[:n]))
		}
	}
	return fmt.Errorf("has read %q", read)
}

var _ = Describe("The sandbox of a worker", func() {
	DescribeTable("keeps it from",
		func(ctx SpecContext, text string) {
			j := judge()

			Expect(message(j.Judge(ctx, []byte(text), openapi.Limits{}))).To(ContainSubstring("operation not permitted"))
			Expect(j.Unconfined()).To(BeEmpty())
		},
		Entry("reading files", "open"),
		Entry("writing files", "write"),
		Entry("the network", "connect"),
		Entry("starting programs", "start"),
		Entry("signals to others", "kill"),
	)

	It("keeps it from what the program has open", func(ctx SpecContext) {
		path := filepath.Join(GinkgoT().TempDir(), "secret")
		Expect(os.WriteFile(path, []byte("a secret"), 0o600)).To(Succeed())
		fd, err := syscall.Open(path, syscall.O_RDONLY, 0) // without O_CLOEXEC, as a C library would
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(syscall.Close, fd)

		said := message(judge().Judge(ctx, []byte("inherited"), openapi.Limits{}))

		Expect(said).To(And(ContainSubstring("has read"), Not(ContainSubstring("a secret"))))
	})

	It("leaves it threads and the collection of garbage", func(ctx SpecContext) {
		report, err := judge().Examine(ctx, []byte("churn"), openapi.Limits{})

		Expect(err).NotTo(HaveOccurred())
		Expect(report.Problems).To(BeNumerically(">", 10), "collections")
	})

	It("is missed where the kernel has none, and texts are read all the same", func(ctx SpecContext) {
		here, err := os.Executable()
		Expect(err).NotTo(HaveOccurred())
		if program() != "" {
			here = program()
		}
		path := filepath.Join(GinkgoT().TempDir(), "worker"+oldKernel)
		Expect(os.Symlink(here, path)).To(Succeed())
		j := judge(worker.WithProgram(path))

		_, err = j.Examine(ctx, []byte(small), openapi.Limits{})

		Expect(err).NotTo(HaveOccurred())
		Expect(j.Unconfined()).To(ContainSubstring("not supported by the kernel"))
		Expect(message(j.Judge(ctx, []byte("connect"), openapi.Limits{}))).To(ContainSubstring("connection refused"))
	})

	DescribeTable("lets pass what Go's run time needs on",
		func(machine *arch.Info, needed ...string) {
			var known []string
			for _, group := range worker.PolicyFor(machine, 1).Syscalls {
				known = append(known, group.Names...)
				for _, one := range group.NamesWithCondtions {
					known = append(known, one.Name)
				}
			}

			Expect(known).To(ContainElements(needed))
			for _, name := range known {
				Expect(machine.SyscallNames).To(HaveKey(name), "what is unknown makes a filter that cannot be loaded")
			}
		},
		Entry("amd64", needed(arch.X86_64, "arch_prctl")...),
		Entry("arm64", needed(arch.AARCH64)...),
	)
})

var _ = Describe("A draft in a worker", func() {
	It("that stops in the middle of an answer is killed in time", func(ctx SpecContext) {
		d := openDraft(ctx, judge(worker.WithTimeout(5*time.Second)), titled("who")+strings.Repeat(" ", 2<<20))
		_, body, err := ask(ctx, d, "operations/a")
		Expect(err).NotTo(HaveOccurred())
		pid, err := strconv.Atoi(regexp.MustCompile(`process (\d+)`).FindStringSubmatch(body)[1])
		Expect(err).NotTo(HaveOccurred())
		answer, err := d.RoundTrip(request(ctx, "openapi.json"))
		Expect(err).NotTo(HaveOccurred())

		Expect(syscall.Kill(pid, syscall.SIGSTOP)).To(Succeed())
		read, err := io.Copy(io.Discard, answer.Body)

		Expect(err).To(HaveOccurred())
		Expect(read).To(And(BeNumerically("<", 2<<20), BeNumerically("<", answer.ContentLength)))
		Expect(answer.Body.Close()).To(Succeed())
	})
})

// needed are the arguments of an entry: the system calls in the assembly of Go's
// run time that are made after the start, and those of its poller.
func needed(besides ...any) []any {
	return append(besides, "brk", "clone", "close", "epoll_create1", "epoll_ctl", "epoll_pwait", "eventfd2", "exit", "exit_group", "fcntl",
		"futex", "getpid", "getrandom", "gettid", "madvise", "mincore", "mmap", "munmap", "nanosleep", "prctl", "pread64", "read",
		"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sched_getaffinity", "sched_yield", "sigaltstack", "tgkill", "write")
}
