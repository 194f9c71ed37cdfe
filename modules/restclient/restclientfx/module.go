// Package restclientfx wires a *restclient.Client into an fx application.
//
//	fx.New(
//		restclientfx.Module,
//		restclientfx.Option(restclient.WithBaseURL("https://api.example.com")),
//		fx.Invoke(func(c *restclient.Client) { … }),
//	)
//
// The client sends through resty unless the application provides another
// core.Transport; the option Transport does that, and so does any constructor of one:
//
//	restclientfx.Transport(httptransport.New(nil))
//
// Everything here can be done by hand with restclient.New and Close.
package restclientfx

import (
	"context"
	"log/slog"

	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restytransport"
)

// Module provides *restclient.Client and closes it when the application stops.
var Module = fx.Module("restclient", fx.Provide(newClient))

// Params is what Module needs. New fields may be added.
type Params struct {
	fx.In

	// Transport sends the requests. Default: restytransport.New(nil).
	Transport core.Transport `optional:"true"`
	// Options are applied after the logger, in no particular order.
	Options []restclient.Option `group:"restclient"`
	// Logger is where the client logs. Default: silent.
	Logger    *slog.Logger `optional:"true"`
	Lifecycle fx.Lifecycle
}

// Transport makes tr the transport of the application, instead of resty.
func Transport(tr core.Transport) fx.Option {
	return fx.Provide(func() core.Transport { return tr })
}

// Option adds a setting of the client.
func Option(opt restclient.Option) fx.Option {
	return fx.Supply(fx.Annotate(opt, fx.ResultTags(`group:"restclient"`)))
}

func newClient(p Params) (*restclient.Client, error) {
	transport, release, err := transportOf(p)
	if err != nil {
		return nil, err
	}
	options := append([]restclient.Option{restclient.WithLogger(p.Logger)}, p.Options...)
	client, err := restclient.New(transport, options...)
	if err != nil {
		return nil, err
	}
	p.Lifecycle.Append(fx.StopHook(func(context.Context) {
		client.Close()
		release()
	}))
	return client, nil
}

// transportOf returns the transport and what releases it; one that the
// application provides is the application's to release.
func transportOf(p Params) (core.Transport, func(), error) {
	if p.Transport != nil {
		return p.Transport, func() {}, nil
	}
	transport, err := restytransport.New(nil)
	if err != nil {
		return nil, nil, err
	}
	return transport, transport.CloseIdleConnections, nil
}
