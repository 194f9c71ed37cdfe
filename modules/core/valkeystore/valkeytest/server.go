// Package valkeytest starts servers of Valkey or Redis for tests:
//
//	server := valkeytest.Start(t)
//	client, err := valkey.NewClient(valkey.ClientOption{InitAddress: []string{server.Address}})
//
// A server listens on loopback and ends with its test, with all that it has stored.
package valkeytest

import (
	"bufio"
	"net"
	"os/exec"
	"strings"
	"testing"
)

// Server is a server of a test. Its methods are not safe for concurrent use.
type Server struct {
	Address string // host and port

	program   string
	directory string
	command   *exec.Cmd
}

// Start starts a server that is empty, and ends it with the test. It is redis-server, or
// else valkey-server, of the system; without both the test fails.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{directory: t.TempDir()}
	for _, name := range []string{"redis-server", "valkey-server"} {
		if path, err := exec.LookPath(name); err == nil {
			s.program = path
			break
		}
	}
	if s.program == "" {
		t.Fatal("there is neither redis-server nor valkey-server: make test-tools installs one")
	}
	t.Cleanup(s.Kill)
	for range 5 { // another program may take the port
		s.Address = freeAddress(t)
		if s.run(t) {
			return s
		}
	}
	t.Fatal("no server has started")
	return nil
}

// Kill ends the server at once, as SIGKILL does.
func (s *Server) Kill() {
	if s.command != nil {
		_ = s.command.Process.Kill() // it may have ended
		_ = s.command.Wait()
		s.command = nil
	}
}

// Restart starts the server again at its address, with what it has on its disk, which is
// nothing unless it was told to save.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	s.Kill()
	if !s.run(t) {
		t.Fatal("the server has not started again")
	}
}

// run reports whether the server accepts connections.
func (s *Server) run(t testing.TB) bool {
	t.Helper()
	host, port, err := net.SplitHostPort(s.Address)
	if err != nil {
		t.Fatal(err)
	}
	s.command = exec.Command(s.program, "--bind", host, "--port", port, "--dir", s.directory, "--save", "", "--appendonly", "no")
	out, err := s.command.StdoutPipe()
	if err == nil {
		err = s.command.Start()
	}
	if err != nil {
		s.command = nil
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "Ready to accept connections") {
			go func() {
				for lines.Scan() { // a full pipe would hold the server up
				}
			}()
			return true
		}
	}
	s.Kill()
	return false
}

func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
