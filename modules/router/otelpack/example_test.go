package otelpack_test

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/otelpack"
)

func ExampleNew() {
	spans := tracetest.NewInMemoryExporter()
	r := router.New()
	r.Install(otelpack.New(
		otelpack.WithTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans)))))
	r.Register(router.Controllers{
		"GET /users/:id": router.F1(func(_ *router.Context, id int) (user, error) { return user{Name: "Ann"}, nil }),
	})

	handler, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/users/7", nil))
	for _, span := range spans.GetSpans() {
		fmt.Println(span.SpanKind, span.Name)
	}
	// Output:
	// server GET /users/{id}
}

// The metrics are at an address that Prometheus asks.
func ExampleWithMeterProvider() {
	registry := prometheus.NewRegistry()
	exporter, err := otelprometheus.New(otelprometheus.WithRegisterer(registry), otelprometheus.WithoutScopeInfo())
	if err != nil {
		fmt.Println(err)
		return
	}
	r := router.New()
	r.Install(otelpack.New(otelpack.WithMeterProvider(sdkmetric.NewMeterProvider(sdkmetric.WithReader(exporter)))))
	r.Register(router.Controllers{
		"GET /users/:id": router.F1(func(_ *router.Context, id int) (user, error) { return user{Name: "Ann"}, nil }),
		"GET /metrics":   promhttp.HandlerFor(registry, promhttp.HandlerOpts{}),
	})

	handler, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/users/7", nil))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for lines := bufio.NewScanner(w.Body); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "http_server_request_duration_seconds_count") {
			fmt.Println(lines.Text())
		}
	}
	// Output:
	// http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="200",http_route="/users/{id}",network_protocol_name="http",network_protocol_version="1.1",server_address="",url_scheme="http"} 1
}
