package otelobserver_test

import (
	"context"
	"fmt"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/otelobserver"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

func ExampleNew() {
	spans, reader := tracetest.NewInMemoryExporter(), sdkmetric.NewManualReader()
	observer, err := otelobserver.New(
		otelobserver.WithTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans))),
		otelobserver.WithMeterProvider(sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))))
	if err != nil {
		fmt.Println(err)
		return
	}
	fake := restfake.New()
	restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
	client, err := restclient.New(fake, restclient.WithObserver(observer))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	for range 3 {
		if _, err := Todos.On(client).Get(context.Background(), 1); err != nil {
			fmt.Println(err)
		}
	}
	for _, span := range spans.GetSpans() {
		fmt.Println(span.SpanKind, span.Name)
	}
	showCounts(reader)
	// Output:
	// client GET /todos/:id
	// internal Todo.get
	// Todo.get fresh 2
	// Todo.get missing 1
}

// showCounts prints how often the store had what.
func showCounts(reader sdkmetric.Reader) {
	var data metricdata.ResourceMetrics
	if err := reader.Collect(context.Background(), &data); err != nil {
		fmt.Println(err)
	}
	for _, line := range metrics(data, "rest.client.operations") {
		fmt.Println(line)
	}
}
