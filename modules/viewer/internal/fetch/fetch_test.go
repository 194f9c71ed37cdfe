package fetch_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/fetch"
)

func TestConformance(t *testing.T) {
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		server := httptest.NewServer(h)
		t.Cleanup(server.Close)
		return fetch.New(), server.URL
	})
}
