// Command demo runs Trefoil end to end: an API on the router, its reference in
// the viewer, and a live board that reads and books with the typed client. The
// page at / is a tour of it.
//
//	demo                          # http://127.0.0.1:8080
//	demo -spec petstore.yaml      # shows another description in the reference
//	demo -store postgres://…      # keeps bookings in PostgreSQL, and not in the file demo.db
//	demo -store postgres://… -shared redis://…
//	demo -latency 3s              # lets the orders of the board travel longer, 1s unless told
//	demo replicas -n 3            # three of them behind a balancer, with the same flags
//	demo -engine mux -transport nethttp
//	demo -debug                   # shows what the typed client stores at /debug/rest
//	demo -spec api.yaml -mock     # answers the requests that it describes
//	demo -spec api.yaml -proxy    # sends the requests of readers to the servers that it declares
//	demo -spec api.yaml -watch    # follows the file while it is edited
//	demo -edit                    # lets readers edit the description beside the pages
//	demo trips watch              # shows the free seats of a demo that runs, in the terminal
//	demo routes                   # lists the routes
//	demo doc                      # writes the description; -against FILE tells what changed
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"go.uber.org/dig"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"github.com/trefoil-go/trefoil/apps/demo/app"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/restclientfx"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/routercli"
	"github.com/trefoil-go/trefoil/modules/router/routerfx"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

func main() {
	worker.Main(worker.WithRenderers(app.Pages(), nil)) // first of all: in a process that reads what readers type, it does not return
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run runs a command, or the demo until it is told to stop, and returns the exit
// status.
func run(args []string, stdout, stderr io.Writer) int {
	composition, command, err := options(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "demo:", err)
		return 2
	case len(command) > 0 && command[0] == "replicas":
		return replicate(args[:len(args)-len(command)], command[1:], stdout, stderr)
	case len(command) > 0 && command[0] == "trips":
		return trips(command[1:], stdout, stderr)
	case len(command) > 0:
		return tell(composition, command, stdout, stderr)
	}
	status, err := serve(fx.New(composition))
	if err != nil {
		fmt.Fprintln(stderr, "demo:", dig.RootCause(err))
	}
	return status
}

// tell runs a command of the router, which opens no port.
func tell(composition fx.Option, command []string, stdout, stderr io.Writer) int {
	var r *router.Router
	if err := fx.New(composition, fx.Populate(&r)).Err(); err != nil {
		fmt.Fprintln(stderr, "demo:", dig.RootCause(err))
		return 1
	}
	status, known := routercli.Run(r, command, stdout, stderr)
	if !known {
		fmt.Fprintf(stderr, "demo: unexpected argument %q\n", command[0])
		return 2
	}
	return status
}

// serve starts the application and stops it again when it is told to.
func serve(a *fx.App) (status int, err error) {
	if err := a.Err(); err != nil {
		return 1, err
	}
	starting, cancel := context.WithTimeout(context.Background(), a.StartTimeout())
	defer cancel()
	if err := a.Start(starting); err != nil {
		return 1, err
	}
	signal := <-a.Wait()
	stopping, cancel := context.WithTimeout(context.Background(), a.StopTimeout())
	defer cancel()
	if err := a.Stop(stopping); err != nil {
		return 1, err
	}
	return signal.ExitCode, nil
}

// options turns the command line into what fx runs and the command behind the
// flags, if any. It prints its help to usage.
func options(args []string, usage io.Writer) (composition fx.Option, command []string, err error) {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.Usage = func() {
		fmt.Fprintln(usage, "demo [flags] [replicas | trips watch | routes | doc | help]")
		flags.PrintDefaults()
	}
	config := app.Config{Output: os.Stdout}
	flags.StringVar(&config.Address, "addr", "127.0.0.1:8080", "`address` to listen at")
	flags.StringVar(&config.Store, "store", "demo.db", "where bookings are kept: a `file` of SQLite, :memory:, or the address of PostgreSQL, postgres://…")
	flags.StringVar(&config.Shared, "shared", "", "`address` of the Valkey or Redis in which replicas count requests, keep answers and share the description, redis://…")
	flags.Float64Var(&config.Rate, "rate", 100, "`requests` that a client is served per second")
	flags.BoolVar(&config.Strict, "strict", false, "refuse requests while they cannot be counted")
	flags.IntVar(&config.Seats, "seats", 0, "free seats of each trip in a new store; 0 is two to four")
	flags.DurationVar(&config.Latency, "latency", time.Second, "how long an order of the board travels, so that one sees what is shown before it is answered")
	flags.StringVar(&config.Behind, "behind", "", "`prefixes` of the addresses of proxies in front, separated by commas, such as 127.0.0.1/32")
	flags.DurationVar(&config.Delay, "delay", 0, "how long to serve on when told to stop, while /readyz says no")
	flags.StringVar(&config.Spec, "spec", "", "`file or URL` of a description to show in place of the demo's own")
	flags.BoolVar(&config.Debug, "debug", false, "show what the typed client stores at /debug/rest")
	flags.BoolVar(&config.Mock, "mock", false, "answer the requests of the description below /reference/_/mock/, from its examples and schemas")
	flags.BoolVar(&config.Proxy, "proxy", false, "send the requests of readers to the servers of the description, and ask its providers for their tokens; keep it to yourself")
	reach := flags.String("reach", "", "with -proxy, further `origins` to send to, separated by commas, such as http://127.0.0.1:9000: the only way to this machine and its networks")
	flags.BoolVar(&config.Watch, "watch", false, "look at the description every half second and let open pages follow it")
	flags.StringVar(&config.CacheDir, "cache", "", "`directory` to keep the outline of the description in, for the next start")
	flags.StringVar(&config.PublicURL, "public", "", "absolute `address` of the reference, for its sitemap and canonical links")
	edit := flags.Bool("edit", false, "let readers edit the description, and show them the pages of what they type")
	engine := flags.String("engine", "gin", "what matches requests: gin or mux")
	transport := flags.String("transport", "resty", "what sends the requests of the client: resty or nethttp")
	verbose := flags.Bool("v", false, "log more")
	if err := flags.Parse(args); err != nil {
		return nil, nil, err
	}
	if *edit {
		config.Drafts = worker.Main()
	}
	config.Reach = strings.FieldsFunc(*reach, func(r rune) bool { return r == ',' })
	swaps, err := swaps(*engine, *transport)
	if err != nil {
		return nil, nil, err
	}
	config.Logger, err = logger(*verbose)
	return fx.Options(app.Module(config), swaps), flags.Args(), err
}

// swaps are the fx options that choose adapters.
func swaps(engine, transport string) (fx.Option, error) {
	var chosen []fx.Option
	switch engine {
	case "gin":
	case "mux":
		chosen = append(chosen, routerfx.Engine(muxrouter.Engine()))
	default:
		return nil, fmt.Errorf("engine %q does not exist: use gin or mux", engine)
	}
	switch transport {
	case "resty":
	case "nethttp":
		chosen = append(chosen, restclientfx.Transport(httptransport.New(nil)))
	default:
		return nil, fmt.Errorf("transport %q does not exist: use resty or nethttp", transport)
	}
	return fx.Options(chosen...), nil
}

func logger(verbose bool) (*zap.Logger, error) {
	c := zap.NewDevelopmentConfig()
	c.DisableStacktrace = !verbose
	if !verbose {
		c.Level.SetLevel(zap.InfoLevel)
	}
	return c.Build()
}
