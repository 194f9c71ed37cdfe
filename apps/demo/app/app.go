package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"time"

	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"
	"go.uber.org/zap"
	"go.uber.org/zap/exp/zapslog"
	"go.uber.org/zap/zapcore"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/board"
	"github.com/trefoil-go/trefoil/apps/demo/tour"
	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/devtools"
	"github.com/trefoil-go/trefoil/modules/restclient/restclientfx"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routerfx"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mathml"
	"github.com/trefoil-go/trefoil/modules/viewer/mermaid"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/viewerfx"
)

// The login of the demo. Everybody may know it.
const (
	User     = "ida"
	Password = "rocket"
)

// Config is what the demo can be told.
type Config struct {
	Address   string        // to listen at; port 0 takes a free one
	Store     string        // of the bookings: a file of SQLite, or the address of PostgreSQL; "" for this process alone
	Shared    string        // address of the Valkey or Redis that replicas share, "" for what Store can share
	Rate      float64       // requests that a client is served per second, 0 for a hundred
	Strict    bool          // refuses requests that cannot be counted
	Seats     int           // of each trip in a new Store, 0 for two to four
	Latency   time.Duration // of the orders of the board, so that one sees what is shown before they are answered
	Behind    string        // addresses of the proxies in front, such as "127.0.0.1/32", separated by commas
	Delay     time.Duration // for which a server that is told to stop serves on
	Spec      string        // a file or URL to show in place of the demo's own API
	Watch     bool          // lets the reference follow its description
	CacheDir  string        // where the outline of Spec is kept, "" for nowhere
	PublicURL string        // absolute address of the reference, "" for unknown
	Mock      bool          // answers the requests of the description, from the description
	Proxy     bool          // sends requests and asks for tokens for the readers of the reference
	Reach     []string      // origins that Proxy may send to beside the servers of the description, see tryit.WithOrigins
	Debug     bool          // shows what the typed client stores, to this machine only
	Output    io.Writer     // where the addresses to open are printed
	Logger    *zap.Logger   // nil logs nothing
	// Drafts opens what readers type into the editor of the reference; nil leaves
	// the editor out.
	Drafts viewer.Drafts
}

// Module is the whole demo but for its start: fx.New(app.Module(config)).Run().
func Module(c Config) fx.Option {
	return fx.Options(
		fx.Supply(c),
		fx.WithLogger(func(l *zap.Logger) fxevent.Logger {
			log := &fxevent.ZapLogger{Logger: l}
			log.UseLogLevel(zapcore.DebugLevel)
			log.UseErrorLevel(zapcore.DebugLevel) // whoever starts the application has the error
			return log
		}),
		fx.Provide(newLogger, bridge),
		agency(c),
		reference(),
		departures(),
		fx.Invoke(mount),
	)
}

func newLogger(c Config) *zap.Logger {
	if c.Logger == nil {
		return zap.NewNop()
	}
	return c.Logger
}

// bridge lets the libraries, which log to slog, log to zap.
func bridge(l *zap.Logger) *slog.Logger { return slog.New(zapslog.NewHandler(l.Core())) }

// agency is the API on the router.
func agency(c Config) fx.Option {
	return fx.Options(
		routerfx.Module,
		routerfx.Flag(api.Auth()),
		routerfx.Option(router.WithAddress(c.Address)),
		routerfx.Drain(c.Delay, 10*time.Second),
		routerfx.Option(router.WithDocument("/openapi.json"), router.WithHealth("/livez", "/readyz")),
		routerfx.Option(router.WithInfo(router.Info{
			Title:   "Trefoil Travel",
			Version: "1.0.0",
			Description: "An agency that sells trips to other planets.\n\n" +
				"Bookings need a login: user `" + User + "`, password `" + Password + "`.",
			Tags: []apidoc.Tag{
				{Name: "trips", DisplayName: "Trips", Description: "What departs, and how many seats are free."},
				{Name: "bookings", DisplayName: "Bookings", Description: "Seats that passengers have taken. A request that is sent again with the same `Idempotency-Key` books once."},
				{Name: "planets", DisplayName: "Planets", Description: "Where trips go."},
			},
		})),
		fx.Provide(
			fx.Annotate(behind, fx.ResultTags(`group:"router_options"`)),
			openStore, share, newAgency,
			routerfx.AsPack(flags),
			routerfx.AsController(func(a *travel.Agency) api.Planets { return api.Planets{Agency: a} }),
			routerfx.AsController(func(a *travel.Agency) api.Trips { return api.Trips{Agency: a} }),
			routerfx.AsController(func(a *travel.Agency) api.Bookings { return api.Bookings{Agency: a} }),
			routerfx.AsHook(func() core.Hook { return api.Login(User, Password) }),
			routerfx.AsPack(func(log *slog.Logger) routerfx.NamedPack {
				return routerfx.NamedPack{Name: "access log", Pack: api.AccessLog(log)}
			}),
		),
	)
}

// behind lets proxies say where requests come from.
func behind(c Config) (routerfx.NamedOptions, error) {
	var trusted []netip.Prefix
	for _, text := range strings.FieldsFunc(c.Behind, func(r rune) bool { return r == ',' }) {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return routerfx.NamedOptions{}, fmt.Errorf("the proxies in front: %w", err)
		}
		trusted = append(trusted, prefix)
	}
	return routerfx.NamedOptions{Name: "proxies", Options: []router.Option{router.WithTrustedProxies(trusted...)}}, nil
}

// reference is the viewer over the router's own document, or over the one that
// the configuration names.
func reference() fx.Option {
	return fx.Options(viewerfx.Module, fx.Provide(chooseSource, Pages,
		editable,
		fx.Annotate(visited, fx.ResultTags(`group:"viewer.options"`)),
		fx.Annotate(follow, fx.ResultTags(`group:"viewer.options"`)),
		fx.Annotate(replicated, fx.ResultTags(`group:"viewer.options"`)),
		fx.Annotate(known, fx.ResultTags(`group:"viewer.options"`)),
		fx.Annotate(mocked, fx.ResultTags(`group:"viewer.options,flatten"`)),
		fx.Annotate(sent, fx.ResultTags(`group:"viewer.options,flatten"`))))
}

// Pages writes the reference in HTML, with the diagrams and the formulas of
// descriptions.
func Pages() core.Renderer {
	return htmlrender.New(htmlrender.WithFence("mermaid", mermaid.Draw), htmlrender.WithFence("math", mathml.Draw))
}

// watchEvery is how often the description is looked at.
const watchEvery = 500 * time.Millisecond

func follow(c Config) viewer.Option {
	if c.Watch {
		return viewer.WithWatch(watchEvery)
	}
	return viewer.WithWatch(0)
}

func editable(c Config) viewer.Configuration {
	return viewer.Configuration{IsEditable: c.Drafts != nil}
}

// visited lets the reference read what readers type.
func visited(c Config) viewer.Option {
	if c.Drafts == nil {
		return viewer.WithHosts() // nothing to say
	}
	return viewer.WithVisitorDescriptions(c.Drafts, viewer.VisitorLimits{})
}

func known(c Config) viewer.Option { return viewer.WithPublicURL(c.PublicURL) }

func mocked(c Config) []viewer.Option {
	if c.Mock {
		return []viewer.Option{viewer.WithMock()}
	}
	return nil
}

// sent lets the server send requests for readers, and ask for tokens.
func sent(c Config, log *slog.Logger) ([]viewer.Option, error) {
	if !c.Proxy {
		return nil, nil
	}
	proxy, err := tryit.NewProxy(tryit.WithOrigins(c.Reach...), tryit.WithLogger(log))
	if err != nil {
		return nil, err
	}
	return []viewer.Option{viewer.WithRequestProxy(proxy), viewer.WithTokenExchange(proxy)}, nil
}

// departures is the board over the typed client, and the tour around it.
func departures() fx.Option {
	return fx.Options(
		restclientfx.Module,
		restclientfx.Option(restclient.WithBaseURL(ownBase)),
		fx.Provide(
			fx.Annotate(ownClient, fx.ResultTags(`group:"restclient"`)),
			func(c *restclient.Client, log *slog.Logger) *board.Board { return board.New(c, referencePath, log) },
			newTour,
		),
	)
}

// newTour is the tour, which knows the description of its own API only.
func newTour(c Config, r *router.Router, client *restclient.Client) (*tour.Tour, error) {
	if c.Spec != "" {
		return tour.New(client, referencePath, nil)
	}
	return tour.New(client, referencePath, r)
}

// mount adds what shows the API to the router that serves it, follows the API, and says
// where to look once it does.
func mount(lc fx.Lifecycle, c Config, r *router.Router, v *viewer.Viewer, b *board.Board, t *tour.Tour, client *restclient.Client) {
	r.Register(b, t, mounted{v, c.Drafts != nil, c.Mock, c.Proxy})
	if c.Debug {
		r.Register(debugged{devtools.Handler(client)})
	}
	var following sync.WaitGroup
	ctx, stop := context.WithCancel(context.Background())
	lc.Append(fx.StartStopHook(
		func() error {
			following.Go(func() { b.Follow(ctx) })
			return announce(c, r.Address())
		},
		func() { stop(); following.Wait() },
	))
}
