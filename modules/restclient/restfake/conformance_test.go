package restfake_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

func TestConformance(t *testing.T) {
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		fake := restfake.New()
		fake.On("*", "*", restfake.HTTP(h))
		return fake, "http://in.process"
	}, coretest.WithoutConnection(), coretest.WithoutStreaming())
}

func TestFallbackConformance(t *testing.T) {
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		transport := httptransport.InProcess(h)
		t.Cleanup(transport.Wait)
		return restfake.New(restfake.WithFallback(transport)), "http://in.process"
	}, coretest.WithoutConnection(), coretest.WithoutStreaming())
}

func TestRecorderConformance(t *testing.T) {
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		transport := httptransport.InProcess(h)
		t.Cleanup(transport.Wait)
		return restfake.Record(transport, io.Discard), "http://in.process"
	}, coretest.WithoutConnection(), coretest.WithoutStreaming())
}
