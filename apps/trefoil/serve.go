package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/portal"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

type serveCommand struct {
	listening `embed:""`
	versions  `embed:""`

	Specs []string `arg:"" name:"spec" default:"." help:"Descriptions and folders of descriptions: ${default}"`
	Edit  bool     `help:"Let readers edit the description, and see its pages."`
	Mock  bool     `help:"Answer the requests of the descriptions, too."`
	Proxy bool     `help:"Send the requests of readers to the servers of the descriptions."`
	Reach []string `placeholder:"ORIGIN" help:"With --proxy, send to these origins, too: the only way to this machine and its networks."`
	Watch bool     `negatable:"" default:"true" help:"Follow the descriptions as they change."`
	Open  bool     `help:"Open the pages in a browser."`
	Hosts []string `placeholder:"HOST" help:"Answer requests for these hosts only."`
}

// listening says where a command serves.
type listening struct {
	Addr string `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address to listen at: ${default}"`
}

func (c *serveCommand) beside() string { return c.Specs[0] }

func (c *serveCommand) run(ctx context.Context, s *session) (err error) {
	earlier, err := c.versions.options(ctx, s, c.Specs, false)
	if err != nil {
		return err
	}
	served, err := open(ctx, s, c.Specs, func(name, _ string) ([]viewer.Option, error) {
		own, err := c.options(s, name)
		return append(own, earlier...), err
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, served.close()) }()
	handler, stop, err := c.handler(ctx, served)
	if err != nil {
		return err
	}
	defer stop()
	return c.serve(ctx, s, handler, func(address string) {
		fmt.Fprintf(s.stdout, "The reference is at %s\nStop it with Ctrl+C.\n", address)
		if c.Open {
			browse(ctx, s, address)
		}
	}, func() { err = errors.Join(err, served.close()) })
}

// handler serves references. What follows their folders ends with ctx, or when stop is
// called, which waits for it.
func (c *serveCommand) handler(ctx context.Context, served *references) (handler http.Handler, stop func(), err error) {
	if !served.several {
		return served.members[0].Viewer, func() {}, nil
	}
	p, err := portal.New("API references", served.members, c.Hosts...)
	if err != nil || !c.Watch {
		return p, func() {}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var following sync.WaitGroup
	following.Go(func() { served.follow(ctx, p, everyFile) })
	return p, func() { cancel(); following.Wait() }, nil
}

// Descriptions and folders are looked at that often: a URL is fetched each time.
const (
	everyFile = 500 * time.Millisecond
	everyURL  = 10 * time.Second
)

// options are those of the reference of one description.
func (c *serveCommand) options(s *session, name string) ([]viewer.Option, error) {
	configuration := s.file.Configuration
	configuration.IsEditable = c.Edit
	options := []viewer.Option{viewer.WithConfiguration(configuration), viewer.WithHosts(c.Hosts...)}
	switch {
	case !c.Watch:
	case spec.IsURL(name):
		options = append(options, viewer.WithWatch(everyURL))
	default:
		options = append(options, viewer.WithWatch(everyFile))
	}
	if c.Edit {
		options = append(options, viewer.WithVisitorDescriptions(worker.Main(), viewer.VisitorLimits{}))
	}
	if c.Mock {
		options = append(options, viewer.WithMock())
	}
	if c.Proxy {
		proxy, err := tryit.NewProxy(tryit.WithOrigins(c.Reach...), tryit.WithLogger(s.log()))
		if err != nil {
			return nil, usageError{err}
		}
		options = append(options, viewer.WithRequestProxy(proxy), viewer.WithTokenExchange(proxy))
	}
	return options, nil
}

// serve answers requests until ctx ends. Started is called once it does, with the address
// to open; before is called before what goes on is waited for.
func (l *listening) serve(ctx context.Context, s *session, handler http.Handler, started func(address string), before func()) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", l.Addr)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	started("http://" + listener.Addr().String() + "/")
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	before()
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(stopping); err != nil {
		return errors.Join(err, server.Close())
	}
	return nil
}

// browse opens an address in the browser of the system. It tells when it cannot.
func browse(ctx context.Context, s *session, address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	command := exec.CommandContext(context.WithoutCancel(ctx), name, args...)
	if err := command.Start(); err != nil {
		fmt.Fprintln(s.stderr, "trefoil: open a browser:", err)
		return
	}
	go func() { _ = command.Wait() }() // the browser may stay longer than the server
}
