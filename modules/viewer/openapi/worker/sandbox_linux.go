//go:build linux && (amd64 || arm64)

package worker

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
)

// sandbox leaves this process the system calls that Go's run time makes when a
// program computes, reads and writes what it has open. Every other one fails with
// EPERM from now on, in all threads, and cannot be had back: no file, socket or
// process can be opened, no process be looked at. The error says why it is not so.
func sandbox() error {
	info, err := arch.GetInfo("")
	if err != nil {
		return err
	}
	runtime.LockOSThread() // no_new_privs is of a thread, until the filter is of all
	defer runtime.UnlockOSThread()
	err = seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: policyFor(info, os.Getpid())})
	if err != nil {
		return err
	}
	if _, err := syscall.Open("/", syscall.O_RDONLY|syscall.O_CLOEXEC, 0); !errors.Is(err, syscall.EPERM) {
		return fmt.Errorf("the filter of system calls has no effect: opening a folder gives %v", err)
	}
	return nil
}

// harmless are the system calls that may be made with any arguments.
var harmless = []string{
	"brk", "madvise", "mincore", "mremap", "munmap",
	"arch_prctl", "exit", "exit_group", "futex", "getpid", "gettid", "rseq", "sched_getaffinity", "sched_yield", "set_robust_list",
	"restart_syscall", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
	"clock_gettime", "clock_nanosleep", "gettimeofday", "nanosleep",
	"close", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_wait", "eventfd2", "pread64", "read", "write",
	"getrandom", "getrusage",
}

const setVMA = 0x53564d41 // PR_SET_VMA of prctl(2), which names memory

// policyFor is what the process pid may do on a machine.
func policyFor(machine *arch.Info, pid int) seccomp.Policy {
	var always []string
	for _, name := range harmless {
		if _, ok := machine.SyscallNames[name]; ok {
			always = append(always, name)
		}
	}
	return seccomp.Policy{DefaultAction: seccomp.ActionErrno, Syscalls: []seccomp.SyscallGroup{
		{Action: seccomp.ActionAllow, Names: always, NamesWithCondtions: []seccomp.NameWithConditions{
			when("clone", 0, seccomp.BitsSet, syscall.CLONE_THREAD),
			when("fcntl", 1, seccomp.Equal, syscall.F_GETFL),
			when("fcntl", 1, seccomp.Equal, syscall.F_SETFL),
			when("mmap", 2, seccomp.BitsNotSet, syscall.PROT_EXEC),
			when("mprotect", 2, seccomp.BitsNotSet, syscall.PROT_EXEC),
			when("prctl", 0, seccomp.Equal, setVMA),
			when("tgkill", 0, seccomp.Equal, uint64(pid)),
		}},
		// A C library makes its threads with clone where clone3 is not there: what
		// clone3 is to make stands in memory, where a filter cannot look.
		{Action: seccomp.ActionErrno | seccomp.Action(syscall.ENOSYS), Names: []string{"clone3"}},
	}}
}

func when(name string, argument uint32, is seccomp.Operation, value uint64) seccomp.NameWithConditions {
	return seccomp.NameWithConditions{Name: name, Conditions: seccomp.ArgumentConditions{{Argument: argument, Operation: is, Value: value}}}
}
