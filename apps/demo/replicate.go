package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/replicas"
)

// replicate runs several demos behind a balancer until it is told to stop. The flags are
// those of each demo, but for where it listens.
func replicate(flags, args []string, stdout, stderr io.Writer) (status int) {
	set := flag.NewFlagSet("demo replicas", flag.ContinueOnError)
	set.SetOutput(stderr)
	n := set.Int("n", 3, "how many replicas")
	address := set.String("at", "127.0.0.1:8080", "`address` that the balancer listens at")
	if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := runReplicas(ctx, *n, *address, flags, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "demo:", err)
		return 1
	}
	return 0
}

// runReplicas runs them until ctx is done: then the balancer answers what it has been
// asked, and the replicas stop.
func runReplicas(ctx context.Context, n int, address string, flags []string, stdout, stderr io.Writer) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	var servers []string
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var children sync.WaitGroup
	defer children.Wait()
	defer stop()
	for range n {
		free, err := replicas.FreeAddress()
		if err != nil {
			return err
		}
		servers = append(servers, free)
		child := replicas.Process{
			Program: program, Output: stderr,
			Args: append([]string{"-behind", "127.0.0.1/32", "-delay", "1s"}, append(flags, "-addr", free)...),
		}
		children.Go(func() { child.Supervise(running) })
	}
	balancer := replicas.NewBalancer(servers, replicas.Options{Logger: slog.New(slog.NewTextHandler(stderr, nil))})
	children.Go(func() { balancer.Watch(running) })
	server := &http.Server{Handler: balancer, ReadHeaderTimeout: 5 * time.Second}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	fmt.Fprintf(stdout, "\nOpen http://%s/. Its replicas are at:\n\n", listener.Addr())
	for _, s := range servers {
		fmt.Fprintf(stdout, "  http://%s/\n", s)
	}
	fmt.Fprintln(stdout, "\nStop them with Ctrl+C.")
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := server.Shutdown(ending); err != nil { // streams are cut
		return server.Close()
	}
	return nil
}
