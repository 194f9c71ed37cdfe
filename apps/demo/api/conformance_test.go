package api_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/travel/traveltest"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
)

func TestControllers(t *testing.T) {
	agency, _ := traveltest.Start(t, time.Now())
	for _, c := range []core.Controller{api.Planets{Agency: agency}, api.Trips{Agency: agency}, api.Bookings{Agency: agency}} {
		coretest.TestController(t, c)
	}
}

func TestLogin(t *testing.T) {
	coretest.TestHook(t, api.Login("ida", "rocket"), func() core.Exchange {
		req := httptest.NewRequest("GET", "/bookings", nil)
		req.SetBasicAuth("ida", "rocket")
		return &coretest.Exchange{HTTPRequest: req}
	})
}
