package board_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/board"
	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/apps/demo/travelclient"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/router"
)

func ExampleNew() {
	db, err := travel.Open(travel.Memory)
	if err == nil {
		err = db.Migrate(context.Background(), time.Now(), 0)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	agency := travel.New(db, &state.MemorySignals{})
	served := router.New()
	served.Install(api.Shared{Agency: agency, Begin: db.Begin, Blobs: state.NewMemoryBlobs(state.MemoryOptions{})}.Install)
	served.Flag(api.Auth())
	served.Hook(api.Login("ida", "rocket"))
	served.Register(api.Planets{Agency: agency}, api.Trips{Agency: agency}, api.Bookings{Agency: agency})
	handler, err := served.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	client, err := restclient.New(httptransport.InProcess(handler), restclient.WithBaseURL("http://in.process"),
		restclient.WithMiddleware(travelclient.Basic("http://in.process", "ida", "rocket")))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	pages := router.New()
	pages.Register(board.New(client, "reference/", nil))
	page, err := pages.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	page.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/board", nil))
	fmt.Println(w.Code, strings.Contains(w.Body.String(), "Neptune"))
	// Output: 200 true
}
