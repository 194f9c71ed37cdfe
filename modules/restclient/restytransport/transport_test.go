package restytransport_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/restclient/restytransport"
)

func TestConformance(t *testing.T) { conform(t, nil) }

func TestConformanceWithHooks(t *testing.T) {
	conform(t, []restytransport.Option{restytransport.KeepHooks()}, coretest.WithoutStreaming())
}

func conform(t *testing.T, opts []restytransport.Option, without ...coretest.TransportOption) {
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		server := httptest.NewServer(h)
		t.Cleanup(server.Close)
		transport, err := restytransport.New(nil, opts...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(transport.CloseIdleConnections)
		return transport, server.URL
	}, without...)
}
