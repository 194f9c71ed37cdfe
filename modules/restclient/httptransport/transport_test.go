package httptransport_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

func TestConformance(t *testing.T) {
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		server := httptest.NewServer(h)
		transport := httptransport.New(nil)
		t.Cleanup(server.Close)
		t.Cleanup(transport.CloseIdleConnections)
		return transport, server.URL
	})
}

func TestInProcessConformance(t *testing.T) {
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		transport := httptransport.InProcess(h)
		t.Cleanup(transport.Wait)
		return transport, "http://in.process"
	}, coretest.WithoutConnection())
}
