package restytransport_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/restclient/restytransport"
)

func TestConformance(t *testing.T) {
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		server := httptest.NewServer(h)
		t.Cleanup(server.Close)
		transport, err := restytransport.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(transport.CloseIdleConnections)
		return transport, server.URL
	})
}
