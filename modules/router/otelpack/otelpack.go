// Package otelpack reports the requests of a router to OpenTelemetry.
//
//	r := router.New()
//	r.Install(otelpack.New())
//
// Every request is a span of kind server and counts in the metrics of the semantic
// conventions for HTTP, both as otelhttp makes them: the span is named by method and
// route, such as "GET /users/{id}", and continues the trace of its caller; the
// duration of requests and the sizes of bodies are histograms by method, route and
// status. Strangers cannot make metrics grow: http.route is missing where no route answers,
// an unknown method is "_OTHER", and server.address is empty. Paths of
// router.WithHealth are not reported.
//
// The attributes besides those of the conventions:
//
//	trefoil.flags  the flags of the route, in spans and metrics
//	error.type     in metrics, "aborted" for an answer that was cut off
//
// The status of an answer that was cut off is the one that was sent; where nothing was sent
// it has no status. The status of a connection that was taken over is 101.
//
// A span of a request that failed by a fault of the server has the status Error
// and the error as an event; one that was refused (4xx) has
// neither, as the conventions want it. Of the headers, Host and User-Agent are in spans;
// client.address is the address of Context.ClientIP, and that of the connection where no
// route answers. No other header, no body and nothing of a query is reported.
package otelpack

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/trefoil-go/trefoil/modules/router"
)

// Flags is the attribute with the flags of a route, in the order written.
const Flags = attribute.Key("trefoil.flags")

// Option changes a setting of New. Options apply in order, the last wins.
type Option func(*[]otelhttp.Option)

// WithTracerProvider sets where spans go. Default: otel.GetTracerProvider().
func WithTracerProvider(p trace.TracerProvider) Option { return add(otelhttp.WithTracerProvider(p)) }

// WithMeterProvider sets where metrics go. Default: otel.GetMeterProvider().
func WithMeterProvider(p metric.MeterProvider) Option { return add(otelhttp.WithMeterProvider(p)) }

// WithPropagator sets how the trace of a caller is read. Default:
// otel.GetTextMapPropagator().
func WithPropagator(p propagation.TextMapPropagator) Option { return add(otelhttp.WithPropagators(p)) }

// WithPublicEndpoint says that callers are strangers, as those of a service on the
// internet: a request begins a trace of its own, which links to that of its caller.
// Default: the trace of the caller goes on.
func WithPublicEndpoint() Option {
	return add(otelhttp.WithPublicEndpointFn(func(*http.Request) bool { return true }))
}

func add(o otelhttp.Option) Option {
	return func(list *[]otelhttp.Option) { *list = append(*list, o) }
}

// New returns a pack for router.Router.Install. Install it before other middleware:
// a span covers what is installed after it.
func New(opts ...Option) router.Pack {
	var list []otelhttp.Option
	for _, opt := range opts {
		opt(&list)
	}
	report := otelhttp.NewMiddleware("", list...)
	return func(r *router.Router) {
		r.Use(cut, report, note)
		r.AfterResponse(describe)
	}
}

// describe puts what the router knows into the span and the metrics of a request.
func describe(c *router.Context) {
	ctx := c.Context()
	span := trace.SpanFromContext(ctx)
	if client := c.ClientIP(); client.IsValid() {
		span.SetAttributes(attribute.String("client.address", client.String()))
	}
	if _, route, found := strings.Cut(c.Request().Pattern, " "); found {
		span.SetAttributes(attribute.String("http.route", route)) // otelhttp asks for it before the router knows
	}
	if flags := c.Route().Flags; len(flags) > 0 {
		attr := Flags.StringSlice(flags)
		span.SetAttributes(attr)
		if labeler, found := otelhttp.LabelerFromContext(ctx); found {
			labeler.Add(attr)
		}
	}
	err := c.Err()
	refused := c.Status() >= http.StatusBadRequest && c.Status() < http.StatusInternalServerError
	if err == nil || refused || errors.Is(err, context.Canceled) { // the client has gone
		return
	}
	span.RecordError(err)
	span.SetStatus(codes.Error, "")
}

// The router cuts off an answer that failed halfway with a panic, behind which
// otelhttp counts nothing: note keeps it from there, and cut lets it go on. What otelhttp
// would believe of a client, note takes back. It takes what has no status for a 200: note
// says to its writer what became of it, which cut keeps from the connection.

type outcomeKey struct{}

// outcome is the writer of the connection, and what became of a request.
type outcome struct {
	http.ResponseWriter
	begun             bool
	switched, aborted bool
	over              bool // what is written is for otelhttp
}

func (o *outcome) WriteHeader(status int) {
	if o.over {
		return
	}
	o.begun = o.begun || status >= http.StatusOK || status == http.StatusSwitchingProtocols
	o.ResponseWriter.WriteHeader(status)
}

func (o *outcome) Write(p []byte) (int, error) {
	o.begun = true
	return o.ResponseWriter.Write(p)
}

// Flush sends what was written so far.
func (o *outcome) Flush() {
	o.begun = true
	_ = http.NewResponseController(o.ResponseWriter).Flush() // not every writer can
}

// Hijack hands the connection over.
func (o *outcome) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(o.ResponseWriter).Hijack()
	o.switched = o.switched || err == nil
	return conn, rw, err
}

// ReadFrom lets the connection copy a file itself.
func (o *outcome) ReadFrom(src io.Reader) (int64, error) {
	o.begun = true
	return io.Copy(o.ResponseWriter, src)
}

// Unwrap lets http.ResponseController reach the connection.
func (o *outcome) Unwrap() http.ResponseWriter { return o.ResponseWriter }

func cut(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o := &outcome{ResponseWriter: w}
		next.ServeHTTP(o, r.WithContext(context.WithValue(r.Context(), outcomeKey{}, o)))
		if o.aborted {
			panic(http.ErrAbortHandler)
		}
	})
}

func note(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if connection, err := netip.ParseAddrPort(r.RemoteAddr); err == nil { // and not what X-Forwarded-For says
			trace.SpanFromContext(r.Context()).SetAttributes(attribute.String("client.address", connection.Addr().String()))
		}
		o := r.Context().Value(outcomeKey{}).(*outcome)
		served := r.WithContext(r.Context())
		defer func() {
			r.Pattern, r.MultipartForm = served.Pattern, served.MultipartForm
			r.Host = "" // each that is sent would be a metric of its own
			p := recover()
			if o.aborted = p == http.ErrAbortHandler; p != nil && !o.aborted {
				panic(p)
			}
			o.tell(w, r)
		}()
		next.ServeHTTP(w, served)
	})
}

// tell reports what otelhttp does not see.
func (o *outcome) tell(w http.ResponseWriter, r *http.Request) {
	o.over = true
	if o.aborted {
		if labeler, found := otelhttp.LabelerFromContext(r.Context()); found {
			labeler.Add(attribute.String("error.type", "aborted"))
		}
		trace.SpanFromContext(r.Context()).SetStatus(codes.Error, "the answer was cut off")
	}
	switch {
	case o.begun:
	case o.switched:
		w.WriteHeader(http.StatusSwitchingProtocols)
	case o.aborted:
		w.WriteHeader(0) // the client was sent no status
	}
}
