// Command departures shows the departures of the demo, and every change of them: in the
// terminal, or with -serve as a page. The demo has to run.
//
//	go run ./apps/demo
//	go run ./apps/demo/departures                         # ends with Ctrl-C
//	go run ./apps/demo/departures -serve 127.0.0.1:8090   # a page, for many readers
//
// What is not a terminal, such as a file, gets a line for each change.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal does not wait for what the first one ends
	transport := httptransport.New(nil)
	status := run(ctx, os.Args[1:], transport, os.Stdout, os.Stderr)
	transport.CloseIdleConnections()
	stop()
	os.Exit(status)
}

// run shows the departures until ctx ends, and returns the exit status.
func run(ctx context.Context, args []string, transport core.Transport, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("departures", flag.ContinueOnError)
	flags.SetOutput(stderr)
	api := flags.String("api", "http://127.0.0.1:8080", "`URL` of the demo")
	address := flags.String("serve", "", "`address` to serve a page at; in the terminal when empty")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	client, err := restclient.New(transport, restclient.WithBaseURL(*api))
	if err != nil {
		fmt.Fprintln(stderr, "departures:", err)
		return 2
	}
	defer client.Close()

	ctx = client.Context(ctx)
	following, stop := context.WithCancel(ctx)
	var follower sync.WaitGroup
	defer follower.Wait()
	defer stop()
	follower.Go(func() { follow(following, stderr) })

	if *address == "" {
		show(ctx, stdout, isTerminal(stdout))
		return 0
	}
	listener, err := net.Listen("tcp", *address)
	if err == nil {
		fmt.Fprintln(stdout, "http://"+listener.Addr().String())
		err = serve(ctx, listener)
	}
	if err != nil {
		fmt.Fprintln(stderr, "departures:", err)
		return 1
	}
	return 0
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
