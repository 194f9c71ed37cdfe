package router

import (
	"crypto/rand"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/mux"
)

// Engine matches requests: see package engine. The values to choose from are
// ginrouter.Engine() and muxrouter.Engine().
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
	// that the body, the query and the path give different values, and that the
	// router listens at a free port.
	Test Environment = "test"
)

// Info is what the OpenAPI description says about the API as a whole.
type Info struct {
	Title       string // default "API"
	Version     string // default "0.0.0"
	Description string // Markdown
}

// Option changes a default of New.
type Option func(*config)

type config struct {
	engine        Engine
	address       string
	environment   Environment
	logger        *slog.Logger
	info          Info
	documentPath  string
	maxBody       int64
	maxUpload     int64
	methods       []string
	policy        PanicPolicy
	exit          func(code int)
	requestID     func(*http.Request) string
	drain         time.Duration
	writeTimeout  time.Duration
	readTimeout   time.Duration
	headerTimeout time.Duration
	idleTimeout   time.Duration
	headerBytes   int
}

func defaults() config {
	return config{
		engine:        mux.Engine{},
		address:       "127.0.0.1:8080",
		environment:   Production,
		logger:        slog.Default(),
		info:          Info{Title: "API", Version: "0.0.0"},
		maxBody:       1 << 20,
		maxUpload:     32 << 20,
		exit:          os.Exit,
		drain:         15 * time.Second,
		writeTimeout:  60 * time.Second,
		readTimeout:   30 * time.Second,
		headerTimeout: 5 * time.Second,
		idleTimeout:   60 * time.Second,
		headerBytes:   64 << 10,
	}
}

// WithEngine sets what matches requests. Default: net/http's ServeMux.
func WithEngine(e Engine) Option { return func(c *config) { c.engine = e } }

// WithAddress sets where Start and Listen listen. Default: "127.0.0.1:8080".
// Port 0 takes a free one, which Router.Address tells.
func WithAddress(address string) Option { return func(c *config) { c.address = address } }

// WithEnvironment sets the environment. Default, also for an empty one:
// Production. One that does not exist is a mistake of the table.
func WithEnvironment(e Environment) Option {
	return func(c *config) {
		if c.environment = e; e == "" {
			c.environment = Production
		}
	}
}

// WithLogger sets where internal errors are logged, at level Warn. Default:
// slog.Default(). Nil is silent.
func WithLogger(l *slog.Logger) Option {
	return func(c *config) {
		c.logger = l
		if l == nil {
			c.logger = slog.New(slog.DiscardHandler)
		}
	}
}

// WithInfo sets title, version and description of the OpenAPI description.
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
func WithDocument(path string) Option { return func(c *config) { c.documentPath = path } }

// WithMaxBody bounds the body of a request in bytes; a longer one is 413.
// Default: 1 MiB. Bodies with files have WithMaxUpload.
func WithMaxBody(n int64) Option { return func(c *config) { c.maxBody = n } }

// WithMaxUpload bounds a multipart body in bytes. Default: 32 MiB.
func WithMaxUpload(n int64) Option { return func(c *config) { c.maxUpload = n } }

// WithMethods accepts methods in route strings beside those of route.Methods.
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
// response. It is called concurrently. Default: 26 random characters, sent with
// every error and wherever Context.RequestID was asked; what the client sends in
// X-Request-Id is not used.
func WithRequestID(id func(*http.Request) string) Option {
	return func(c *config) { c.requestID = id }
}

func (c *config) newRequestID(r *http.Request) string {
	if c.requestID == nil {
		return rand.Text()
	}
	return c.requestID(r)
}

// WithDrainTimeout bounds how long the policy Exit waits for requests that are
// being served. Default: 15 seconds.
func WithDrainTimeout(d time.Duration) Option { return func(c *config) { c.drain = d } }

// WithWriteTimeout bounds how long one request may take until its response is
// written. Default: 60 seconds.
func WithWriteTimeout(d time.Duration) Option { return func(c *config) { c.writeTimeout = d } }
