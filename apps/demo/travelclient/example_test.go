package travelclient_test

import (
	"context"
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/apps/demo/travelclient"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/router"
)

func ExampleBasic() {
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
	r := router.New()
	r.Install(api.Shared{Agency: agency, Begin: db.Begin, Blobs: state.NewMemoryBlobs(state.MemoryOptions{})}.Install)
	r.Flag(api.Auth())
	r.Hook(api.Login("ida", "rocket"))
	r.Register(api.Bookings{Agency: agency})
	handler, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}

	const origin = "http://in.process"
	client, err := restclient.New(httptransport.InProcess(handler), restclient.WithBaseURL(origin),
		restclient.WithMiddleware(travelclient.Basic(origin, "ida", "rocket")))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	booking, err := restclient.Mutate(client.Context(context.Background()), travelclient.Book,
		travelclient.BookingFilter{}, travelclient.Order{Trip: 2, Passenger: "Ada"})
	fmt.Println(booking.ID, booking.Passenger, booking.Status, err)
	// Output: 3 Ada reserved <nil>
}
