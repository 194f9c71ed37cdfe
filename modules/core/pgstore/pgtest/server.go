//go:build unix

package pgtest

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Server is a server of a test. Its methods are not safe for concurrent use.
type Server struct {
	URL string // of a database that is empty at first, for pgxpool.New

	programs  string // the directory of initdb and postgres
	directory string
	port      string
	as        *syscall.Credential // nil: this user
	command   *exec.Cmd
}

// Start starts a server that is empty, and ends it with the test. It is the newest
// PostgreSQL of the system; without one the test fails. Root starts it as the user
// "nobody", because it refuses root.
func Start(t testing.TB) *Server {
	t.Helper()
	directory, err := os.MkdirTemp("", "postgres-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(directory) })
	s := &Server{programs: programs(t), directory: directory}
	t.Cleanup(s.Kill)
	if os.Geteuid() == 0 {
		s.give(t, "nobody")
	}
	if out, err := s.program("initdb", "--pgdata", directory, "--username", "trefoil", "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v: %s", err, out)
	}
	for range 5 { // another program may take the port
		s.port = freePort(t)
		if s.run(t) {
			s.URL = "postgres://trefoil@127.0.0.1:" + s.port + "/postgres?sslmode=disable"
			return s
		}
	}
	t.Fatal("no server has started")
	return nil
}

// programs is the directory of the newest server.
func programs(t testing.TB) string {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path)
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // where Debian has it; the pattern is right
	if len(found) == 0 {
		t.Fatal("there is no PostgreSQL: make test-tools installs it")
	}
	return filepath.Dir(slices.Max(found))
}

// give lets another user run the server.
func (s *Server) give(t testing.TB, name string) {
	t.Helper()
	u, err := user.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
	if uidErr != nil || gidErr != nil {
		t.Fatalf("the user %s is %s:%s", name, u.Uid, u.Gid)
	}
	if err := os.Chown(s.directory, int(uid), int(gid)); err != nil {
		t.Fatal(err)
	}
	s.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

func (s *Server) program(name string, args ...string) *exec.Cmd {
	command := exec.Command(filepath.Join(s.programs, name), args...)
	command.Dir = s.directory
	command.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	return command
}

// Kill ends the server at once: what it has not acknowledged may be lost, and it recovers
// when it is started again.
func (s *Server) Kill() {
	if s.command != nil {
		_ = s.command.Process.Signal(syscall.SIGQUIT) // it may have ended
		_ = s.command.Wait()
		s.command = nil
	}
}

// Restart starts the server again, with what it has stored.
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
	s.command = s.program("postgres", "-D", s.directory, "-p", s.port, "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off")
	out, err := s.command.StderrPipe()
	if err == nil {
		err = s.command.Start()
	}
	if err != nil {
		s.command = nil
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "ready to accept connections") {
			go func() { _, _ = io.Copy(io.Discard, out) }() // a full pipe would hold the server up
			return true
		}
	}
	s.Kill()
	return false
}

func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
}
