package middleware_test

import (
	"io"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"
	chi "github.com/go-chi/chi/v5/middleware"
	"github.com/gorilla/handlers"
	"github.com/justinas/nosurf"
	"github.com/klauspost/compress/gzhttp"
	"github.com/rs/cors"
	"github.com/unrolled/secure"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/sdk/trace"
)

// subject is one middleware under test.
type subject struct {
	name    string
	wrap    wrap
	buffers bool // holds the response back, so that no stream passes
	closes  bool // ends its response, begun or not, when a panic passes through it
}

// subjects are all of them, set up so that an ordinary request passes.
func subjects() []subject {
	return []subject{
		{name: "rs/cors", wrap: cors.Default().Handler},
		{name: "gorilla/handlers compression", wrap: handlers.CompressHandler, closes: true},
		{name: "gorilla/handlers access log", wrap: func(h http.Handler) http.Handler { return handlers.CombinedLoggingHandler(io.Discard, h) }},
		{name: "gorilla/handlers proxy headers", wrap: handlers.ProxyHeaders},
		{name: "chi request id", wrap: chi.RequestID},
		{name: "chi compression", wrap: chi.Compress(5)},
		{name: "chi timeout", wrap: chi.Timeout(time.Minute)},
		{name: "chi throttle", wrap: chi.Throttle(100)},
		{name: "chi client address", wrap: chi.ClientIPFromXFF("127.0.0.0/8")},
		{name: "chi log", wrap: chi.RequestLogger(&chi.DefaultLogFormatter{Logger: quiet{}})},
		{name: "klauspost/compress gzip", wrap: gzipped},
		{name: "unrolled/secure", wrap: secure.New(secure.Options{FrameDeny: true}).Handler},
		{name: "justinas/nosurf", wrap: func(h http.Handler) http.Handler { return nosurf.New(h) }},
		{name: "alexedwards/scs", wrap: scs.New().LoadAndSave},
		{name: "otelhttp", wrap: otelhttp.NewMiddleware("test", otelhttp.WithTracerProvider(trace.NewTracerProvider()))},
		{name: "http.CrossOriginProtection", wrap: http.NewCrossOriginProtection().Handler},
		{name: "http.TimeoutHandler", wrap: func(h http.Handler) http.Handler { return http.TimeoutHandler(h, time.Minute, "late") }, buffers: true},
		{name: "http.MaxBytesHandler", wrap: func(h http.Handler) http.Handler { return http.MaxBytesHandler(h, 1<<20) }},
	}
}

func gzipped(h http.Handler) http.Handler { return gzhttp.GzipHandler(h) }

type quiet struct{}

func (quiet) Print(...any) {}
