package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/frameworks"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// server serves the API on a listener until it is closed.
type server struct {
	name  string
	serve func(net.Listener) error
}

const withLimits = ", with time limits"

// servers are the servers of -e2e. Those with time limits have the ones that
// trefoil starts with, and trefoil is started by itself.
func servers() []server {
	list := []server{
		{rawGin, unlimited(ready(frameworks.Gin(false)))},
		{rawGin + withLimits, limited(frameworks.Gin(false))},
		{rawServeMux, unlimited(ready(frameworks.ServeMux()))},
	}
	for _, e := range frameworks.Engines() {
		list = append(list,
			server{trefoilOn(e.Name), unlimited(frameworks.Trefoil(e, nil).Handler)},
			server{trefoilOn(e.Name) + withLimits, frameworks.Trefoil(e, nil).Serve})
	}
	return list
}

func unlimited(build func() (http.Handler, error)) func(net.Listener) error {
	return func(l net.Listener) error {
		h, err := build()
		if err != nil {
			return err
		}
		return (&http.Server{Handler: h}).Serve(l)
	}
}

func limited(h http.Handler) func(net.Listener) error {
	return (&http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    64 << 10,
	}).Serve
}

// serve is a server of -e2e: it prints its address and then, for every line
// that it reads, the microseconds of CPU time that it has used. It ends with
// its input.
func serve(name string, in io.Reader, out io.Writer) error {
	runtime.GOMAXPROCS(1)
	for _, s := range servers() {
		if s.name == name {
			return s.run(in, out)
		}
	}
	return fmt.Errorf("there is no server %q", name)
}

func (s server) run(in io.Reader, out io.Writer) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- s.serve(l) }()
	if _, err := fmt.Fprintln(out, l.Addr()); err != nil {
		return err
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if _, err := fmt.Fprintln(out, measure.ProcessCPU().Microseconds()); err != nil {
			return err
		}
	}
	select {
	case err := <-failed:
		return err
	default:
		return lines.Err()
	}
}
