package otelobserver_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/otelobserver"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

var update = flag.Bool("update", false, "write the golden files anew")

type Todo struct {
	ID    int    `json:"id,omitzero"`
	Title string `json:"title"`
}

func (t Todo) PK() int { return t.ID }

var Todos = restclient.Must(restclient.CreateResource[Todo, int, restclient.None]("/todos/:id", restclient.WithURLPrefix("http://api.test")))

// telemetry is an observer and what it has reported.
type telemetry struct {
	observer *otelobserver.Observer
	tracers  *sdktrace.TracerProvider
	spans    *tracetest.InMemoryExporter
	reader   *sdkmetric.ManualReader
}

func newTelemetry(opts ...otelobserver.Option) *telemetry {
	GinkgoHelper()
	t := &telemetry{spans: tracetest.NewInMemoryExporter(), reader: sdkmetric.NewManualReader()}
	t.tracers = sdktrace.NewTracerProvider(sdktrace.WithSyncer(t.spans))
	var err error
	t.observer, err = otelobserver.New(append([]otelobserver.Option{
		otelobserver.WithTracerProvider(t.tracers),
		otelobserver.WithMeterProvider(sdkmetric.NewMeterProvider(sdkmetric.WithReader(t.reader))),
		otelobserver.WithPropagator(propagation.TraceContext{}),
	}, opts...)...)
	Expect(err).NotTo(HaveOccurred())
	return t
}

func (t *telemetry) client(tr core.Transport, opts ...restclient.Option) *restclient.Client {
	GinkgoHelper()
	client, err := restclient.New(tr, append(opts, restclient.WithObserver(t.observer))...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(client.Close)
	return client
}

// report is all that was reported, apart from times and identifiers.
func (t *telemetry) report(ctx context.Context) string {
	GinkgoHelper()
	var b strings.Builder
	b.WriteString("spans\n")
	spans := t.spans.GetSpans()
	slices.SortStableFunc(spans, func(a, b tracetest.SpanStub) int { return a.StartTime.Compare(b.StartTime) })
	writeSpans(&b, spans, trace.SpanID{}, "  ")
	b.WriteString("metrics\n")
	var data metricdata.ResourceMetrics
	Expect(t.reader.Collect(ctx, &data)).To(Succeed())
	for _, scope := range data.ScopeMetrics {
		for _, m := range scope.Metrics {
			fmt.Fprintf(&b, "  %s, %s: %s\n", m.Name, m.Unit, m.Description)
			for _, point := range points(m.Data) {
				fmt.Fprintf(&b, "    %s\n", point)
			}
		}
	}
	return b.String()
}

func writeSpans(b *strings.Builder, spans []tracetest.SpanStub, parent trace.SpanID, indent string) {
	for _, s := range spans {
		if s.Parent.SpanID() != parent {
			continue
		}
		fmt.Fprintf(b, "%s%s (%s) %s\n", indent, s.Name, s.SpanKind, s.Status.Code)
		set := attribute.NewSet(s.Attributes...)
		for _, a := range set.ToSlice() {
			fmt.Fprintf(b, "%s  %s=%s\n", indent, a.Key, a.Value.String())
		}
		writeSpans(b, spans, s.SpanContext.SpanID(), indent+"    ")
	}
}

// points are the points of a metric with their counts.
func points(data metricdata.Aggregation) []string {
	var all []string
	switch d := data.(type) {
	case metricdata.Sum[int64]:
		for _, p := range d.DataPoints {
			all = append(all, fmt.Sprintf("%d × %s", p.Value, text(p.Attributes)))
		}
	case metricdata.Histogram[float64]:
		for _, p := range d.DataPoints {
			all = append(all, fmt.Sprintf("%d × %s", p.Count, text(p.Attributes)))
		}
	}
	slices.Sort(all)
	return all
}

func text(set attribute.Set) string {
	var all []string
	for _, a := range set.ToSlice() {
		all = append(all, fmt.Sprintf("%s=%s", a.Key, a.Value.String()))
	}
	return strings.Join(all, " ")
}

// metrics are the points of a counter by operation and state of the store.
func metrics(data metricdata.ResourceMetrics, name string) []string {
	var all []string
	for _, scope := range data.ScopeMetrics {
		for _, m := range scope.Metrics {
			sum, ok := m.Data.(metricdata.Sum[int64])
			if m.Name != name || !ok {
				continue
			}
			for _, p := range sum.DataPoints {
				op, _ := p.Attributes.Value("rest.op")
				cache, _ := p.Attributes.Value("rest.cache")
				all = append(all, fmt.Sprintf("%s %s %d", op.AsString(), cache.AsString(), p.Value))
			}
		}
	}
	slices.Sort(all)
	return all
}

func expectGolden(name, got string) {
	GinkgoHelper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		Expect(os.WriteFile(file, []byte(got), 0o644)).To(Succeed())
	}
	want, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred())
	Expect(got).To(Equal(string(want)), "run with -update to accept it")
}

func must[T any](value T, err error) T {
	GinkgoHelper()
	Expect(err).NotTo(HaveOccurred())
	return value
}

// brokenBody panics when it is read.
type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { panic("broken") }
func (brokenBody) Close() error             { return nil }

var _ = Describe("An observer", func() {
	var fake *restfake.Server

	BeforeEach(func() {
		fake = restfake.New()
		restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
	})

	It("reports reads and mutations by the semantic conventions", func(ctx SpecContext) {
		t := newTelemetry()
		now := time.Now()
		client := t.client(fake, restclient.WithClock(func() time.Time { return now }))
		todos := Todos.On(client)

		must(todos.List(ctx, restclient.None{}))
		must(todos.Get(ctx, 1))
		must(todos.Create(ctx, restclient.None{}, Todo{Title: "write"}))
		_, err := todos.Get(ctx, 7)
		Expect(err).To(MatchError(restclient.ErrNotFound))
		now = now.Add(time.Hour)
		must(todos.Get(ctx, 1))
		Eventually(func() int { return len(t.spans.GetSpans()) }).WithContext(ctx).Should(Equal(8))

		expectGolden("operations", t.report(ctx))
	})

	It("reports each attempt, and no secret", func(ctx SpecContext) {
		type search struct {
			Text  string `query:"q"`
			Token string `query:"token"`
		}
		find := restclient.RestEndpoint[search, []Todo]("/find", restclient.WithName("find"), restclient.WithURLPrefix("http://ida:secret@api.test:8443/v2"))
		fake.On("GET", "/v2/find", restfake.Sequence(restfake.Refused(), restfake.Status(503), restfake.JSON(200, []Todo{})))
		t := newTelemetry()
		client := t.client(fake, restclient.WithMiddleware(policy.Retry(policy.WithBackoff(time.Nanosecond, time.Nanosecond))))

		must(restclient.Fetch(client.Context(ctx), find, search{"a", "hush"}))

		Expect(t.report(ctx)).NotTo(Or(ContainSubstring("hush"), ContainSubstring("secret")))
		expectGolden("attempts", t.report(ctx))
	})

	It("reports requests that are none of an operation's with unknown methods", func(ctx SpecContext) {
		t := newTelemetry()
		fake.On("SPIN", "/wheel", restfake.Always(restfake.Status(204)))

		res, err := t.observer.Observe(fake).Do(ctx, &core.Request{Method: "SPIN", URL: "https://api.test/wheel?token=hush", Header: http.Header{}})
		Expect(err).NotTo(HaveOccurred())
		Expect(res.Body.Close()).To(Succeed())

		expectGolden("request", t.report(ctx))
	})

	It("is part of the trace of its caller, and sends it on", func(ctx SpecContext) {
		t := newTelemetry()
		var parent string
		fake.On("GET", "/traced", func(r *restfake.Request) restfake.Reply {
			parent = r.Header.Get("Traceparent")
			return restfake.JSON(200, 1)
		})
		client := t.client(fake)
		traced := restclient.RestEndpoint[restclient.None, int]("/traced", restclient.WithURLPrefix("http://api.test"))
		ctx2, caller := t.tracers.Tracer("test").Start(ctx, "caller")

		must(restclient.Fetch(client.Context(ctx2), traced, restclient.None{}))
		caller.End()

		spans := t.spans.GetSpans()
		Expect(spans).To(HaveLen(3))
		request, operation := spans[0], spans[1]
		Expect(operation.Parent.SpanID()).To(Equal(caller.SpanContext().SpanID()))
		Expect(request.Parent.SpanID()).To(Equal(operation.SpanContext.SpanID()))
		Expect(parent).To(Equal(fmt.Sprintf("00-%s-%s-01", request.SpanContext.TraceID(), request.SpanContext.SpanID())))
	})

	It("ends the span of a stream when its body is closed", func(ctx SpecContext) {
		t := newTelemetry()
		client := t.client(fake)

		res, err := client.Do(ctx, &core.Request{Method: "GET", URL: "http://api.test/todos", Op: "raw"})
		Expect(err).NotTo(HaveOccurred())
		Expect(t.spans.GetSpans()).To(BeEmpty())
		Expect(res.Body.Close()).To(Succeed())

		Expect(t.spans.GetSpans()).To(HaveLen(2))
	})

	It("marks a body that breaks off", func(ctx SpecContext) {
		t := newTelemetry()
		fake.On("GET", "/cut", restfake.Always(restfake.JSON(200, "0123456789").Cut(4)))
		client := t.client(fake)
		cut := restclient.RestEndpoint[restclient.None, string]("/cut", restclient.WithURLPrefix("http://api.test"))

		_, err := restclient.Fetch(client.Context(ctx), cut, restclient.None{})

		Expect(err).To(HaveField("Kind", restclient.KindNetwork))
		spans := t.spans.GetSpans()
		Expect(spans[0].Attributes).To(ContainElement(attribute.String("error.type", "connection_error")))
		Expect(spans[1].Attributes).To(ContainElement(attribute.String("error.type", "network")))
		Expect(spans[1].Status.Code).To(Equal(codes.Error))
	})

	It("ends the spans of a transport that panics", func(ctx SpecContext) {
		t := newTelemetry()
		client := t.client(core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) { panic("broken") }))

		Expect(func() { _, _ = Todos.On(client).Create(ctx, restclient.None{}, Todo{Title: "write"}) }).To(PanicWith("broken"))

		spans := t.spans.GetSpans()
		Expect(spans).To(HaveLen(2), "of the request and of the operation")
		for _, s := range spans {
			Expect(s.Status.Code).To(Equal(codes.Error), s.Name)
		}
		Expect(spans[0].Attributes).To(ContainElement(attribute.String("error.type", "panic")))
		Expect(t.report(ctx)).To(MatchRegexp(`http.client.request.duration.*\n +1 × error.type=panic`))
	})

	It("ends the span of a request whose body panics", func(ctx SpecContext) {
		t := newTelemetry()
		client := t.client(core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			return &core.Response{Status: 201, Header: http.Header{"Content-Type": {"application/json"}}, Body: brokenBody{}, ContentLength: -1}, nil
		}))

		Expect(func() { _, _ = Todos.On(client).Create(ctx, restclient.None{}, Todo{Title: "write"}) }).To(PanicWith("broken"))

		Expect(t.spans.GetSpans()).To(HaveLen(2), "of the request and of the operation")
	})

	It("tells no identity unless it is told how", func(ctx SpecContext) {
		silent, telling := newTelemetry(), newTelemetry(otelobserver.WithIdentity(func(string) string { return "user 7" }))
		for _, t := range []*telemetry{silent, telling} {
			must(Todos.On(t.client(fake).ForIdentity("ida")).Get(ctx, 1))
		}

		Expect(silent.report(ctx)).NotTo(ContainSubstring("ida"))
		Expect(telling.report(ctx)).To(And(ContainSubstring("rest.identity=user 7"), Not(ContainSubstring("ida"))))
	})

	It("tells what the client of another process was given", func(ctx SpecContext) {
		blobs, t := state.NewMemoryBlobs(state.MemoryOptions{}), newTelemetry()
		first := must(restclient.New(fake, restclient.WithShared("todos", blobs, nil)))
		DeferCleanup(first.Close)
		must(Todos.On(first).Get(ctx, 1))

		must(Todos.On(t.client(fake, restclient.WithShared("todos", blobs, nil))).Get(ctx, 1))

		spans := t.spans.GetSpans()
		Expect(spans).To(HaveLen(1))
		Expect(spans[0].Attributes).To(ContainElement(attribute.Bool("rest.from_shared", true)))
		Expect(t.report(ctx)).To(ContainSubstring("1 × rest.cache=missing rest.from_shared=true rest.op=Todo.get"))
	})

	It("refuses what is nil", func() {
		_, err := otelobserver.New(otelobserver.WithPropagator(nil))
		Expect(err).To(MatchError("otelobserver: nil provider or propagator"))
	})
})

func TestObservedTransportKeepsTheContract(t *testing.T) {
	observer, err := otelobserver.New(otelobserver.WithPropagator(propagation.TraceContext{}))
	if err != nil {
		t.Fatal(err)
	}
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		transport := httptransport.InProcess(h)
		t.Cleanup(transport.Wait)
		return observer.Observe(transport), "http://in.process"
	}, coretest.WithoutConnection())
}

func TestServedAllocatesNothing(t *testing.T) {
	observer, err := otelobserver.New()
	if err != nil {
		t.Fatal(err)
	}
	op := restclient.Operation{Name: "Todo.get", Purpose: restclient.ForRead, Cache: restclient.CacheFresh}
	if n := testing.AllocsPerRun(100, func() { observer.Served(t.Context(), op) }); n != 0 {
		t.Errorf("%v allocations for what the store has served, want none", n)
	}
}
