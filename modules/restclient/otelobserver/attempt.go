package otelobserver

import (
	"context"
	"io"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// Observe implements restclient.TransportObserver. It may also be put around a
// transport by hand; then there are spans for requests only.
func (o *Observer) Observe(next core.Transport) core.Transport {
	return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
		return o.send(ctx, r, next)
	})
}

func (o *Observer) send(ctx context.Context, r *core.Request, next core.Transport) (*core.Response, error) {
	op, _ := ctx.Value(operationKey{}).(*restclient.Operation)
	a := attemptOf(ctx, r, op)
	ctx, span := o.tracer.Start(ctx, a.name, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(a.span()...))
	began := time.Now()
	tell := func(end ...attribute.KeyValue) {
		span.SetAttributes(end...)
		o.requests.RecordSet(ctx, time.Since(began).Seconds(), a.set(end))
	}
	panicked := true
	defer func() {
		if panicked {
			tell(errorTypeOf("panic"))
			span.SetStatus(codes.Error, "")
			span.End()
		}
	}()
	res, err := next.Do(ctx, o.propagate(ctx, r))
	panicked = false
	tell(a.end(res, err)...)
	if err != nil {
		span.SetStatus(codes.Error, "")
		span.End()
		return nil, err
	}
	if res.Status >= 400 {
		span.SetStatus(codes.Error, "")
	}
	told := *res
	told.Body = &body{ReadCloser: res.Body, span: span}
	return &told, nil
}

// propagate returns a copy of r that carries the trace context.
func (o *Observer) propagate(ctx context.Context, r *core.Request) *core.Request {
	if len(o.propagator.Fields()) == 0 {
		return r
	}
	sent := *r
	if sent.Header = r.Header.Clone(); sent.Header == nil {
		sent.Header = map[string][]string{}
	}
	o.propagator.Inject(ctx, propagation.HeaderCarrier(sent.Header))
	return &sent
}

// body ends the span of a request when it was read, or is closed.
type body struct {
	io.ReadCloser
	span trace.Span
	once sync.Once
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.end(err)
	}
	return n, err
}

func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.end(nil)
	return err
}

func (b *body) end(err error) {
	b.once.Do(func() {
		if err != nil && err != io.EOF {
			b.span.SetAttributes(errorTypeOf(typeOf(err)))
			b.span.SetStatus(codes.Error, "")
		}
		b.span.End()
	})
}
