package router

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"os"
	"reflect"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/clientip"
	"github.com/trefoil-go/trefoil/modules/router/internal/lifecycle"
	"github.com/trefoil-go/trefoil/modules/router/internal/oas"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

// Engine matches requests: see package engine. The values to choose from are
// ginrouter.Engine(), muxrouter.Engine() and trierouter.Engine().
type Engine = engine.Engine

// Environment decides how much an answer tells about an internal error, and how
// mistakes of the application are treated while it runs.
type Environment string

// The environments.
const (
	// Production tells clients a status and a request id, nothing else.
	Production Environment = "production"
	// Development tells them the text and the stack of errors. The use of a
	// Context whose request ended panics, answers that the description of the
	// API does not know are logged.
	Development Environment = "development"
	// Test is Development, only that such answers become 500, as do parameters
	// that the body, the query and the path give different values and names of
	// path parameters that no route has, and that the router listens at a free port.
	Test Environment = "test"
)

// Info is what the OpenAPI description says about the API as a whole. What is not
// as OpenAPI wants it is a mistake of the table.
type Info struct {
	Title          string // default "API"
	Version        string // default "0.0.0"
	Description    string // Markdown
	TermsOfService string // URL
	Contact        *apidoc.Contact
	// License has a name, and an SPDX expression or a URL, not both (OpenAPI 3.1,
	// section 4.8.4).
	License *apidoc.License
	// Servers are where the API is reached. Default: where the description is.
	Servers []apidoc.Server
	// Tags say more about tags of operations, and come before others in this
	// order. Their names are unique.
	Tags         []apidoc.Tag
	ExternalDocs *apidoc.ExternalDocs
	// Types say what types are that encode or decode themselves, such as an amount with
	// MarshalJSON that writes a string. Each has Types. Default: a text where they have
	// MarshalText or UnmarshalText alone, and anything otherwise.
	Types map[reflect.Type]*apidoc.Schema
}

// outline is what the description begins with.
func (i Info) outline(version string) apidoc.Outline {
	return apidoc.Outline{
		SpecVersion: version,
		Info: apidoc.Info{
			Title: i.Title, Version: i.Version, Description: i.Description,
			TermsOfService: i.TermsOfService, Contact: i.Contact, License: i.License,
		},
		Servers: slices.Clone(i.Servers), Tags: slices.Clone(i.Tags), ExternalDocs: i.ExternalDocs,
	}
}

// Option changes a default of New.
type Option func(*config)

type config struct {
	engine      Engine
	environment Environment
	contractsOf func(*built) map[string]comparer // nil in production
	tagMistakes func([]entry) []Mistake          // nil: nothing asks for the description at start
	logger      *slog.Logger
	info        Info
	document    struct {
		path    string
		handler func(*Router) http.Handler // only WithDocument names it: see built.describe
	}
	openAPI     string
	limits      bind.Limits
	methods     []string
	encoders    []answer.Encoder
	policy      PanicPolicy
	exit        func(code int)
	requestID   func(*http.Request) string // nil: our own
	translate   func(*http.Request, FieldError) string
	heartbeat   time.Duration
	strictQuery bool
	listen      lifecycle.Config // but the address and the logger by default
	proxies     clientip.Resolver
}

func defaults() config {
	return config{
		engine:      trie.Engine{},
		environment: Production,
		logger:      slog.Default(),
		info:        Info{Title: "API", Version: "0.0.0"},
		openAPI:     oas.Version,
		limits:      bind.Limits{Body: 1 << 20, Upload: 32 << 20},
		exit:        os.Exit,
		heartbeat:   15 * time.Second,
		listen: lifecycle.Config{
			HeaderTimeout: 5 * time.Second,
			ReadTimeout:   30 * time.Second,
			WriteTimeout:  60 * time.Second,
			IdleTimeout:   60 * time.Second,
			HeaderBytes:   64 << 10,
			DrainTimeout:  15 * time.Second,
			After:         time.After,
		},
	}
}

// WithEngine sets what matches requests. Default: that of
// package trierouter.
func WithEngine(e Engine) Option { return func(c *config) { c.engine = e } }

// WithEnvironment sets the environment. Default, also for an empty one:
// Production. One that does not exist is a mistake of the table.
func WithEnvironment(e Environment) Option {
	return func(c *config) {
		c.environment, c.contractsOf = cmp.Or(e, Production), nil
		if c.environment != Production {
			c.contractsOf, c.tagMistakes = contractsOf, tagMistakes
		}
	}
}

// WithLogger sets where internal errors are logged, at level Warn, and where Run
// and Start listen, at Info. Default: slog.Default(). Nil is silent.
func WithLogger(l *slog.Logger) Option {
	return func(c *config) {
		c.logger = l
		if l == nil {
			c.logger = slog.New(slog.DiscardHandler)
		}
	}
}

// WithInfo sets what the OpenAPI description says about the API as a whole.
// Fields that are empty keep their default.
func WithInfo(i Info) Option {
	return func(c *config) {
		if i.Title == "" {
			i.Title = c.info.Title
		}
		if i.Version == "" {
			i.Version = c.info.Version
		}
		c.info = i
	}
}

// WithDocument serves the OpenAPI description of the router at path, such as
// "/openapi.json". Default: it is not served.
func WithDocument(path string) Option {
	return func(c *config) {
		c.document.path, c.document.handler, c.tagMistakes = path, (*Router).DocumentHandler, tagMistakes
	}
}

// WithOpenAPI sets the version of the description: "3.1.0" or "3.2.0". What only
// the later one has a word for, such as QUERY and the parts of streams, is written
// as extensions in the earlier one. Default: "3.1.0".
func WithOpenAPI(version string) Option { return func(c *config) { c.openAPI = version } }

// WithStrictQuery refuses query parameters that a route does not know, with 400
// and the name that was probably meant. It is for the functions made with In,
// whose structs say which ones there are; those that the security schemes of
// their flags read are known too. Default: unknown ones are ignored.
func WithStrictQuery() Option { return func(c *config) { c.strictQuery = true } }

// WithMaxBody bounds the body of a request in bytes; a longer one is 413.
// Default: 1 MiB. Zero takes no body. Bodies with files have WithMaxUpload.
func WithMaxBody(n int64) Option { return func(c *config) { c.limits.Body = n } }

// WithMaxUpload bounds a multipart body in bytes. Default: 32 MiB.
func WithMaxUpload(n int64) Option { return func(c *config) { c.limits.Upload = n } }

// maxMethods is how many methods WithMethods may add.
const maxMethods = 32

// WithMethods accepts methods in route strings beside those of route.Methods, 32
// at most.
func WithMethods(methods ...string) Option {
	return func(c *config) { c.methods = append(c.methods, methods...) }
}

// WithPanicPolicy says what a controller that panics on purpose does to the
// process. Default: Exit.
func WithPanicPolicy(p PanicPolicy) Option { return func(c *config) { c.policy = p } }

// WithExit sets what ends the process for the policy Exit, after the server is
// drained. Default: os.Exit.
func WithExit(exit func(code int)) Option { return func(c *config) { c.exit = exit } }

// WithRequestID sets what names a request, and sends the name with every
// response. It is called concurrently. One that panics is answered like middleware
// that does, and an empty name is the default: 26 random characters. Without a function
// they are sent with every error and wherever Context.RequestID was asked; what the
// client sends in X-Request-Id is not used.
func WithRequestID(id func(*http.Request) string) Option {
	return func(c *config) { c.requestID = id }
}

// WithTranslation sets what words the faults of a request, such as in the language of
// its Accept-Language. It is handed the fault with its code, what belongs to the code
// and the sentence in English, and returns the sentence; an empty one leaves it. It is
// called for each fault of a problem, concurrently; when it panics, the sentences stay
// and the panic is logged. The codes are those of problem.Codes and those of the
// application. Default: the sentences are in English.
//
// The detail of the problem is made of the sentences, each behind its pointer or the
// name of its parameter. Problems without faults, such as 404, are not handed over.
func WithTranslation(translate func(*http.Request, FieldError) string) Option {
	return func(c *config) { c.translate = translate }
}

// randomID is 128 random bits in base 32 (RFC 4648). It is unique and no secret.
func randomID() string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	var id [26]byte
	high, low := rand.Uint64(), rand.Uint64()
	for i := range 13 {
		id[i], id[13+i] = digits[high&31], digits[low&31]
		high, low = high>>5, low>>5
	}
	return string(id[:])
}

const requestIDHeader = "X-Request-Id"

// named returns the id that a response has, and gives it a random one where it has none.
func named(h http.Header) string {
	if ids := h[requestIDHeader]; len(ids) > 0 && ids[0] != "" {
		return ids[0]
	}
	id := randomID()
	h[requestIDHeader] = []string{id}
	return id
}

// WithHeartbeat sets after how long a stream of server-sent events that is
// silent sends a comment, so that nobody between takes it for dead. Default: 15
// seconds. Zero or less: never.
func WithHeartbeat(d time.Duration) Option { return func(c *config) { c.heartbeat = d } }

// WithAddress sets where Start and Listen listen. Default: "127.0.0.1:8080", in
// the environment "test" a free port of 127.0.0.1. Port 0 takes a free one,
// which Router.Address tells.
func WithAddress(address string) Option { return func(c *config) { c.listen.Address = address } }

// WithTLS serves TLS with cfg, which holds a certificate or a function that
// finds one, and HTTP/2 to the clients that ask for it. Default: HTTP/1.1
// without TLS. Nil is the default.
func WithTLS(cfg *tls.Config) Option { return func(c *config) { c.listen.UseTLS(cfg.Clone()) } }

// WithUnencryptedHTTP2 also serves HTTP/2 without TLS (h2c) to clients that begin
// with it (RFC 9113, section 3.3), such as a proxy in front of the router that ends
// TLS; "Upgrade: h2c" is ignored. It is not for a router with WithTLS, where that
// is a mistake of the table. Default: HTTP/1.1 only.
func WithUnencryptedHTTP2() Option { return func(c *config) { c.listen.UnencryptedHTTP2 = true } }

// WithReadHeaderTimeout bounds how long a client may take to send the header of
// a request. Default: 5 seconds. Zero is the bound of WithReadTimeout, less is
// none.
func WithReadHeaderTimeout(d time.Duration) Option {
	return func(c *config) { c.listen.HeaderTimeout = d }
}

// WithReadTimeout bounds how long a client may take to send the body of a
// request. Default: 30 seconds. Zero or less is no bound.
func WithReadTimeout(d time.Duration) Option { return func(c *config) { c.listen.ReadTimeout = d } }

// WithWriteTimeout bounds how long one request may take from the end of its
// header until its response is written. Default: 60 seconds. Zero or less is no
// bound.
func WithWriteTimeout(d time.Duration) Option { return func(c *config) { c.listen.WriteTimeout = d } }

// WithIdleTimeout bounds how long a connection is kept for its next request.
// Default: 60 seconds. Zero is the bound of WithReadTimeout, less is none.
func WithIdleTimeout(d time.Duration) Option { return func(c *config) { c.listen.IdleTimeout = d } }

// WithMaxHeader bounds the request line and the header of a request in bytes, to
// which net/http adds 4 KiB; a longer one is 431. Default: 64 KiB. Zero or less
// is 1 MiB.
func WithMaxHeader(n int) Option { return func(c *config) { c.listen.HeaderBytes = n } }

// WithDrainDelay sets how long a router that is told to stop goes on serving
// while it says that it is not ready. Default: 0, which suits a router that
// clients talk to directly. Behind a load balancer it is the time that the
// balancer takes to notice: 5 seconds in production.
func WithDrainDelay(d time.Duration) Option { return func(c *config) { c.listen.DrainDelay = d } }

// WithDrainTimeout bounds how long Stop waits, after the delay, for the requests
// that are being served and for what runs behind them. Default: 15 seconds.
// Zero or less cuts them at once.
func WithDrainTimeout(d time.Duration) Option { return func(c *config) { c.listen.DrainTimeout = d } }

// WithHealth answers GET and HEAD of two paths before the routes, middleware and
// hooks, such as "/livez" and "/readyz": the first is always 200, the second is
// 503 from the moment that the router is told to stop. Other methods are 405 there,
// unless a route has them. An empty path is not served. Default: neither is.
func WithHealth(live, ready string) Option {
	return func(c *config) { c.listen.LivePath, c.listen.ReadyPath = live, ready }
}

// WithTrustedProxies names the addresses of proxies that tell the truth about
// whom they forward for, in X-Forwarded-For or, where that is absent, in
// Forwarded (RFC 7239). A proxy has to extend or remove the header that a client
// sends. Default: none, so that the address of a client is that of its
// connection. A prefix of length 0 is a mistake of the table: whoever trusts
// everybody believes any address.
func WithTrustedProxies(proxies ...netip.Prefix) Option {
	return func(c *config) { c.proxies.Trusted = append(c.proxies.Trusted, proxies...) }
}

// serving is how the server listens, which depends on the environment.
func (c *config) serving() lifecycle.Config {
	usual := "127.0.0.1:8080"
	if c.environment == Test {
		usual = "127.0.0.1:0"
	}
	listen := c.listen
	listen.Address, listen.Logger = cmp.Or(listen.Address, usual), c.logger
	return listen
}

// check returns the mistakes of the options.
func (c *config) check() []string {
	var found []string
	wrong := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	if known := []Environment{Production, Development, Test}; !slices.Contains(known, c.environment) {
		wrong("environment %q does not exist: it is one of %q", c.environment, known)
	}
	if known := []string{"3.1.0", "3.2.0"}; !slices.Contains(known, c.openAPI) {
		wrong("OpenAPI %q cannot be written: it is one of %q", c.openAPI, known)
	}
	if c.policy < Exit || c.policy > Recover {
		wrong("panic policy %d does not exist", c.policy)
	}
	for _, mistake := range (limits{Limits: c.limits}).mistakes() {
		wrong("With%s", mistake)
	}
	found = slices.Concat(found, c.serverMistakes(), answer.Mistakes(c.encoders))
	for _, mistake := range oas.Check(c.info.outline(c.openAPI)) {
		wrong("router.Info.%s", mistake)
	}
	for _, mistake := range schema.Unknowable(c.info.Types) {
		wrong("router.Info.Types: %s", mistake)
	}
	if n := len(c.methods); n > maxMethods {
		wrong("%d methods of WithMethods: there may be %d", n, maxMethods)
	}
	if c.exit == nil {
		wrong("the exit function is nil: leave WithExit out for os.Exit")
	}
	if c.engine == nil {
		wrong("the engine is nil")
	}
	return found
}

// serverMistakes are those of the table that the options of the server make.
func (c *config) serverMistakes() []string {
	found := c.listen.Mistakes()
	for _, p := range c.proxies.Trusted {
		if !p.IsValid() || p.Bits() == 0 {
			found = append(found, fmt.Sprintf("trusted proxy %s: name the proxies, not everybody", p))
		}
	}
	return found
}

// Encoder writes results in a format beside JSON, such as CBOR: for the clients
// whose Accept prefers its media type. It is used concurrently.
type Encoder interface {
	// MediaType is the type without parameters that Accept is compared with,
	// such as "application/cbor".
	MediaType() string
	// Encode writes v, which is never nil. Its error becomes a logged 500.
	Encode(w io.Writer, v any) error
}

// WithEncoder offers a format beside JSON for the results of all controller
// functions. Of the formats that a client likes equally JSON comes first, then
// text, then encoders in the order given. An encoder of "application/json"
// replaces that of the router.
func WithEncoder(e Encoder) Option {
	return func(c *config) { c.encoders = append(c.encoders, e) }
}
