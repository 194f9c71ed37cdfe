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
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

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
	again := otelhttp.NewMiddleware("", append(list, otelhttp.WithTracerProvider(sameSpan{}))...)
	return func(r *router.Router) {
		r.Use(cut, report, note(again))
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
	if o, found := ctx.Value(outcomeKey{}).(*outcome); found { // else middleware has served with a context from elsewhere
		o.pattern.Store(c.Request().Pattern)
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

// otelhttp counts what returns, and what its writer is told. The router cuts off an answer
// that failed halfway with a panic: note keeps it from otelhttp, and cut lets it go on. A
// panic of middleware and runtime.Goexit cannot be kept without their stack: a second
// otelhttp, which has the same span, sees a handler with the same outcome in their place.
// What otelhttp would believe of a client, note takes back. It takes what has no status for
// a 200, and sees no bytes that the connection copies itself: note tells its writer, whose
// writes cut keeps from the connection then.

type outcomeKey struct{}

// outcome is the writer of the connection, and what became of a request.
type outcome struct {
	http.ResponseWriter
	began             time.Time
	span              trace.Span
	pattern           atomic.Value // the text of the route, which middleware with a request or a goroutine of its own keeps from r
	status            int          // 0: none was sent
	written, copied   int64        // bytes of the body, and of these those that the connection has read itself
	switched, aborted bool
	over              bool // what is written is for otelhttp
}

func (o *outcome) WriteHeader(status int) {
	if o.over {
		return
	}
	if status >= http.StatusOK || status == http.StatusSwitchingProtocols {
		o.begin(status)
	}
	o.ResponseWriter.WriteHeader(status)
}

func (o *outcome) Write(p []byte) (int, error) {
	if o.over {
		return len(p), nil
	}
	o.begin(http.StatusOK)
	n, err := o.ResponseWriter.Write(p)
	o.written += int64(n)
	return n, err
}

func (o *outcome) begin(status int) { o.status = cmp.Or(o.status, status) }

// Flush sends what was written so far.
func (o *outcome) Flush() {
	o.begin(http.StatusOK)
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
	o.begin(http.StatusOK)
	n, err := io.Copy(o.ResponseWriter, src)
	o.written, o.copied = o.written+n, o.copied+n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (o *outcome) Unwrap() http.ResponseWriter { return o.ResponseWriter }

func cut(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o := &outcome{ResponseWriter: w, began: time.Now()}
		next.ServeHTTP(o, r.WithContext(context.WithValue(r.Context(), outcomeKey{}, o)))
		if o.aborted {
			panic(http.ErrAbortHandler)
		}
	})
}

// note is inside of otelhttp. Again is the second one.
func note(again func(http.Handler) http.Handler) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			o := r.Context().Value(outcomeKey{}).(*outcome)
			o.span = trace.SpanFromContext(r.Context())
			if connection, err := netip.ParseAddrPort(r.RemoteAddr); err == nil { // and not what X-Forwarded-For says
				o.span.SetAttributes(attribute.String("client.address", connection.Addr().String()))
			}
			served, returned := r.WithContext(r.Context()), false
			defer func() {
				known, _ := o.pattern.Load().(string)
				r.Pattern, r.MultipartForm = cmp.Or(served.Pattern, known), served.MultipartForm
				if _, route, found := strings.Cut(r.Pattern, " "); found {
					o.span.SetAttributes(attribute.String("http.route", route)) // otelhttp asks for it before the router knows
				}
				r.Host = "" // each that is sent would be a metric of its own
				p := recover()
				o.aborted = !returned
				thrown := p != nil && p != http.ErrAbortHandler
				if thrown {
					o.panicked(p)
				}
				o.tell(r)
				if returned || p == http.ErrAbortHandler {
					o.finish(w, o.copied)
					return
				}
				o.repeat(again, r)
				if thrown {
					panic(p)
				}
			}()
			next.ServeHTTP(w, served)
			returned = true
		})
	}
}

// panicked is what the router will answer, unless it has to cut off what was begun.
func (o *outcome) panicked(p any) {
	status := http.StatusInternalServerError
	var client *router.ClientError
	if err, ok := p.(error); ok && errors.As(err, &client) && client != nil && client.Status != 0 {
		status = client.Status
	}
	o.aborted = o.status != 0
	o.begin(status)
}

// tell labels an answer that was cut off.
func (o *outcome) tell(r *http.Request) {
	if !o.aborted {
		return
	}
	if labeler, found := otelhttp.LabelerFromContext(r.Context()); found {
		labeler.Add(attribute.String("error.type", "aborted"))
	}
	o.span.SetStatus(codes.Error, "the answer was cut off")
}

// finish tells the writer of otelhttp what it has not seen.
func (o *outcome) finish(w http.ResponseWriter, bytes int64) {
	o.over = true
	switch {
	case o.switched && o.status == 0:
		w.WriteHeader(http.StatusSwitchingProtocols)
	case o.aborted || o.status != 0:
		w.WriteHeader(o.status)
	}
	for ; bytes > 0; bytes -= int64(len(blank)) {
		_, _ = w.Write(blank[:min(bytes, int64(len(blank)))]) // which only counts them
	}
}

// repeat reports a request that does not return to otelhttp.
func (o *outcome) repeat(again func(http.Handler) http.Handler, r *http.Request) {
	r = r.WithContext(otelhttp.ContextWithStartTime(r.Context(), o.began))
	if body, counts := r.Body.(interface{ BytesRead() int64 }); counts {
		r.Body = io.NopCloser(io.LimitReader(zeros{}, body.BytesRead()))
	}
	again(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil {
			_, _ = io.Copy(io.Discard, r.Body)
		}
		o.finish(w, o.written)
	})).ServeHTTP(o, r)
}

// blank and zeros are bytes that are only counted.
var blank [64 << 10]byte

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// sameSpan traces with the span that a request has.
type sameSpan struct{ noop.TracerProvider }

func (sameSpan) Tracer(string, ...trace.TracerOption) trace.Tracer { return sameTracer{} }

type sameTracer struct{ noop.Tracer }

func (sameTracer) Start(ctx context.Context, _ string, _ ...trace.SpanStartOption) (context.Context, trace.Span) {
	span := endless{ctx.Value(outcomeKey{}).(*outcome).span}
	return trace.ContextWithSpan(ctx, span), span
}

// endless is a span that others end.
type endless struct{ trace.Span }

func (endless) End(...trace.SpanEndOption) {}
