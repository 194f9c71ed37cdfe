// Command demo runs Trefoil end to end: an API on the router, its reference in
// the viewer, and a page that reads the API with the typed client.
//
//	demo                          # http://127.0.0.1:8080
//	demo -spec petstore.yaml      # shows another description in the reference
//	demo -engine mux -transport nethttp
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"go.uber.org/dig"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"github.com/trefoil-go/trefoil/apps/demo/app"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/restclientfx"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/routerfx"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stderr))
}

// run runs the demo until it is told to stop and returns the exit status.
func run(args []string, stderr io.Writer) int {
	composition, err := options(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "demo:", err)
		return 2
	}
	status, err := serve(fx.New(composition))
	if err != nil {
		fmt.Fprintln(stderr, "demo:", dig.RootCause(err))
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

// options turns the command line into what fx runs. It prints its help to usage.
func options(args []string, usage io.Writer) (fx.Option, error) {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.SetOutput(usage)
	config := app.Config{Output: os.Stdout}
	flags.StringVar(&config.Address, "addr", "127.0.0.1:8080", "`address` to listen at")
	flags.StringVar(&config.Spec, "spec", "", "`file or URL` of a description to show in place of the demo's own")
	engine := flags.String("engine", "gin", "what matches requests: gin or mux")
	transport := flags.String("transport", "resty", "what sends the requests of the client: resty or nethttp")
	verbose := flags.Bool("v", false, "log more")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	swaps, err := swaps(*engine, *transport)
	if err != nil {
		return nil, err
	}
	config.Logger, err = logger(*verbose)
	return fx.Options(app.Module(config), swaps), err
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
