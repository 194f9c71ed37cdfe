// Package otelobserver reports what a client does to OpenTelemetry.
//
//	observer, err := otelobserver.New()
//	client, err := restclient.New(transport, restclient.WithObserver(observer))
//
// Each operation is a span of kind internal with the name of the endpoint, such
// as "Todo.get". Each request in it, repetitions included, is a span of kind
// client as the semantic conventions for HTTP have it, and carries the trace
// context to the server. What the store answers is counted, and is no span.
//
// The metrics:
//
//	http.client.request.duration    histogram, s   until the headers were there; one request
//	rest.client.operation.duration  histogram, s   operations that waited for a server
//	rest.client.operations          counter        all operations, by what the store had
//
// The attributes besides those of the semantic conventions:
//
//	rest.op           the endpoint
//	rest.purpose      read, fetch, revalidate, poll, page, mutate, stream
//	rest.cache        what the store had: fresh, stale, invalid, missing, failed, bypass
//	rest.shared       true when another operation has made the request
//	rest.from_shared  true when the client of another process was given the answer
//	rest.attempts     how often a request was sent; spans only
//	rest.identity     for whom it was, in the way of WithIdentity; spans only
//
// No header, no body and no secret of a URL is reported, and no identity unless
// WithIdentity says how.
package otelobserver

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/semconv/v1.43.0/httpconv"
	"go.opentelemetry.io/otel/trace"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

var _ restclient.TransportObserver = (*Observer)(nil)

// Name is the instrumentation scope.
const Name = "github.com/trefoil-go/trefoil/modules/restclient/otelobserver"

// Observer is a restclient.TransportObserver. It is safe for concurrent use, by
// several clients too.
type Observer struct {
	config
	tracer     trace.Tracer
	requests   httpconv.ClientRequestDuration
	durations  metric.Float64Histogram
	operations metric.Int64Counter
	sets       sets
}

type config struct {
	tracers    trace.TracerProvider
	meters     metric.MeterProvider
	propagator propagation.TextMapPropagator
	identity   func(string) string
}

// Option changes a setting of New. Options apply in order, the last wins.
type Option func(*config)

// WithTracerProvider sets where spans go. Default: otel.GetTracerProvider().
func WithTracerProvider(p trace.TracerProvider) Option { return func(c *config) { c.tracers = p } }

// WithMeterProvider sets where metrics go. Default: otel.GetMeterProvider().
func WithMeterProvider(p metric.MeterProvider) Option { return func(c *config) { c.meters = p } }

// WithPropagator sets how the trace context is sent to servers. Default:
// otel.GetTextMapPropagator().
func WithPropagator(p propagation.TextMapPropagator) Option {
	return func(c *config) { c.propagator = p }
}

// WithIdentity puts identities into spans, as pseudonym makes them: a name that
// tells nothing about the person, or an empty one for none. Default: none.
func WithIdentity(pseudonym func(identity string) string) Option {
	return func(c *config) { c.identity = pseudonym }
}

// New makes an observer. The error is that of a meter provider.
func New(opts ...Option) (*Observer, error) {
	c := config{tracers: otel.GetTracerProvider(), meters: otel.GetMeterProvider(), propagator: otel.GetTextMapPropagator()}
	for _, opt := range opts {
		opt(&c)
	}
	if c.tracers == nil || c.meters == nil || c.propagator == nil {
		return nil, errors.New("otelobserver: nil provider or propagator")
	}
	o := &Observer{config: c, tracer: c.tracers.Tracer(Name)}
	meter := c.meters.Meter(Name)
	var errs [3]error
	o.requests, errs[0] = httpconv.NewClientRequestDuration(meter)
	o.durations, errs[1] = meter.Float64Histogram("rest.client.operation.duration",
		metric.WithDescription("Duration of operations that waited for a server."), metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10))
	o.operations, errs[2] = meter.Int64Counter("rest.client.operations",
		metric.WithDescription("Operations, by what the store had."), metric.WithUnit("{operation}"))
	return o, errors.Join(errs[:]...)
}

// Served implements restclient.Observer.
func (o *Observer) Served(ctx context.Context, op restclient.Operation) {
	o.operations.Add(ctx, 1, o.sets.of(outcome{name: op.Name, purpose: op.Purpose, cache: op.Cache})...)
}

type operationKey struct{}

// Start implements restclient.Observer.
func (o *Observer) Start(ctx context.Context, op restclient.Operation) (context.Context, func(restclient.Result)) {
	ctx = context.WithValue(ctx, operationKey{}, &op)
	ctx, span := o.tracer.Start(ctx, op.Name, trace.WithAttributes(o.describe(op)...))
	return ctx, func(r restclient.Result) {
		out := outcome{op.Name, op.Purpose, op.Cache, r.Shared, r.FromShared, errorType(r)}
		if span.IsRecording() {
			span.SetAttributes(result(r, out.err)...)
			if r.Err != nil {
				span.SetStatus(codes.Error, "") // its text may repeat what the server has said
			}
		}
		span.End()
		o.operations.Add(ctx, 1, o.sets.of(out)...)
		o.durations.Record(ctx, r.Duration.Seconds(), metric.WithAttributeSet(out.set()))
	}
}

// describe returns what the span of an operation begins with.
func (o *Observer) describe(op restclient.Operation) []attribute.KeyValue {
	all := []attribute.KeyValue{
		opKey.String(op.Name), purposeKey.String(string(op.Purpose)), cacheKey.String(string(op.Cache)),
	}
	all = append(all, methodOf(op.Method)...)
	if t := templateOf(&op); t != "" {
		all = append(all, semconv.URLTemplate(t))
	}
	if o.identity != nil && op.Identity != "" {
		if name := o.identity(op.Identity); name != "" {
			all = append(all, identityKey.String(name))
		}
	}
	return all
}
