package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/board"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// pushed is the stream of the trips whose free seats change.
var pushed = restclient.Must(restclient.RestEndpoint[board.TripFilter, []byte]("/trips/live"))

// interval is how often the list is read again, which tells of new trips and ends what
// an API that was away has left on the board.
const interval = 10 * time.Second

// follow keeps the trips of the client that ctx carries as the API has them, until ctx
// ends: all that shows them shows each change.
func follow(ctx context.Context, stderr io.Writer) {
	var reading sync.WaitGroup
	defer reading.Wait()
	reading.Go(func() {
		for range restclient.UseLive(ctx, board.Trips.GetList, board.TripFilter{}, restclient.PollEvery(interval)) {
		}
	})
	changes := restclient.FromEvents(restclient.Events(ctx, pushed, board.TripFilter{}), func(e restclient.Event) (restclient.Pushed[int], error) {
		if e.Type != "trip" {
			return restclient.Pushed[int]{}, restclient.ErrSkipped
		}
		return restclient.Upserted[int](e.Data), nil
	})
	if err := board.Trips.On(restclient.UseController(ctx)).Ingest(ctx, changes); err != nil && ctx.Err() == nil {
		fmt.Fprintln(stderr, "departures: changes are seen late:", err)
	}
}
