package replicas

import (
	"context"
	"fmt"
	"io"
	"net"
	"os/exec"
	"syscall"
	"time"
)

// Process is the program of a replica. Its methods are not safe for concurrent use.
type Process struct {
	Program string
	Args    []string
	Output  io.Writer // of the program, both what it prints and what it logs; nil for nothing

	command *exec.Cmd
	ended   chan struct{}
}

// endsWithin is how long a program that was told to stop may take.
const endsWithin = 20 * time.Second

// Start starts the program.
func (p *Process) Start() error {
	p.command, p.ended = exec.Command(p.Program, p.Args...), make(chan struct{})
	p.command.Stdout, p.command.Stderr = p.Output, p.Output
	if err := p.command.Start(); err != nil {
		return fmt.Errorf("start a replica: %w", err)
	}
	go func(command *exec.Cmd, ended chan struct{}) {
		_ = command.Wait() // how it ended does not matter
		close(ended)
	}(p.command, p.ended)
	return nil
}

// Running reports whether the program was started and has not ended.
func (p *Process) Running() bool {
	if p.ended == nil {
		return false
	}
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// Kill ends the program at once, as SIGKILL does.
func (p *Process) Kill() {
	_ = p.command.Process.Kill() // it may have ended
	<-p.ended
}

// Stop tells the program to stop, waits until it has, and kills it after 20 seconds.
func (p *Process) Stop() {
	_ = p.command.Process.Signal(syscall.SIGTERM) // it may have ended
	select {
	case <-p.ended:
	case <-time.After(endsWithin):
		p.Kill()
	}
}

// Supervise runs the program, again a second after it has ended, and stops it when ctx is
// done.
func (p *Process) Supervise(ctx context.Context) {
	for ctx.Err() == nil {
		if err := p.Start(); err != nil {
			if p.Output != nil {
				fmt.Fprintln(p.Output, err)
			}
			return
		}
		select {
		case <-p.ended:
		case <-ctx.Done():
			p.Stop()
			return
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// FreeAddress is an address of loopback at which no server listens.
func FreeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}
