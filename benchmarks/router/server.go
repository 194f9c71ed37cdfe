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

// server serves the API on a listener until its process ends.
type server struct {
	name  string
	serve func(net.Listener) error
}

const withLimits = ", with time limits"

// servers are all servers. Those with time limits have the ones that trefoil starts
// with, and trefoil is started by itself.
func servers() []server {
	list := []server{
		{rawGin, unlimited(made(ginDefaults))},
		{rawGin + withLimits, limited(ginDefaults)},
		{rawServeMux, unlimited(made(frameworks.ServeMux))},
		{"chi", unlimited(made(frameworks.Chi))},
		{"echo", unlimited(made(frameworks.Echo))},
		{humaGin, unlimited(made(frameworks.HumaGin))},
	}
	for _, e := range frameworks.Engines() {
		list = append(list,
			server{trefoilOn(e.Name), unlimited(func() (http.Handler, error) { return frameworks.Trefoil(e, nil).Handler() })},
			server{trefoilOn(e.Name) + withLimits, func(l net.Listener) error { return frameworks.Trefoil(e, nil).Serve(l) }})
	}
	return list
}

func ginDefaults() http.Handler { return frameworks.Gin(false) }

// made is a handler that is built when it is asked for, and cannot fail to be.
func made(build func() http.Handler) func() (http.Handler, error) {
	return func() (http.Handler, error) { return build(), nil }
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

func limited(build func() http.Handler) func(net.Listener) error {
	return func(l net.Listener) error {
		return (&http.Server{
			Handler:           build(),
			ReadHeaderTimeout: 5 * time.Second,
			ReadTimeout:       30 * time.Second,
			WriteTimeout:      60 * time.Second,
			IdleTimeout:       60 * time.Second,
			MaxHeaderBytes:    64 << 10,
		}).Serve(l)
	}
}

// serverVariable names the server that the program is in place of measuring.
const serverVariable = "TREFOIL_BENCH_SERVER"

// What a server is asked for about itself.
const (
	askCPU    = "cpu"    // microseconds of CPU time that it has used
	askMemory = "memory" // bytes of its heap and stacks that are in use
)

// serve is a server: it prints its address and then an answer to every line that it
// reads. It ends with its input.
func serve(name string, in io.Reader, out io.Writer) error {
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
		figure := memoryInUse
		if lines.Text() == askCPU {
			figure = func() int64 { return measure.ProcessCPU().Microseconds() }
		}
		if _, err := fmt.Fprintln(out, figure()); err != nil {
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

// memoryInUse collects garbage first, twice, because pools keep theirs for once.
func memoryInUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}
