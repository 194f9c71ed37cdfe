// Package redisserver starts a redis-server on the loopback interface for a program that
// measures, and counts what a client sends to it.
//
//	server, err := redisserver.Start()
//	defer server.Stop()
//	client, err := valkey.NewClient(valkey.ClientOption{InitAddress: []string{server.Address}, DialCtxFn: server.Dial})
package redisserver

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"os/exec"
	"strings"
	"sync/atomic"
)

// Server is a server that keeps nothing on a disk.
type Server struct {
	Address string
	// Writes is how often clients have written: one is a round trip, while they ask one
	// thing after the other.
	Writes atomic.Int64

	process *exec.Cmd
}

// Start starts a server, and waits until it can be connected to.
func Start() (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{Address: l.Addr().String()}
	_, port, err := net.SplitHostPort(s.Address)
	if err := errors.Join(err, l.Close()); err != nil {
		return nil, err
	}
	s.process = exec.Command("redis-server", "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no")
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.Contains(lines.Text(), "Ready to accept connections") {
			go func() { _, _ = io.Copy(io.Discard, out) }() // a full pipe would hold the server up
			return s, nil
		}
	}
	s.Stop()
	return nil, errors.New("redis-server has not started")
}

// Stop ends the server.
func (s *Server) Stop() {
	_ = s.process.Process.Kill() // it may have ended
	_ = s.process.Wait()
}

// Dial connects to an address, and counts what is written.
func (s *Server) Dial(ctx context.Context, address string, dialer *net.Dialer, _ *tls.Config) (net.Conn, error) {
	conn, err := dialer.DialContext(ctx, "tcp", address)
	return counting{conn, &s.Writes}, err
}

// counting counts what a client writes.
type counting struct {
	net.Conn
	writes *atomic.Int64
}

// Write implements net.Conn.
func (c counting) Write(text []byte) (int, error) {
	c.writes.Add(1)
	return c.Conn.Write(text)
}
