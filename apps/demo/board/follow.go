package board

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/trefoil-go/trefoil/apps/demo/travelclient"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// Follow keeps the trips of the client that ctx carries as the API has them, until ctx
// ends: all that shows them shows each change. A nil log is silent.
func Follow(ctx context.Context, log *slog.Logger) {
	follow(ctx, log, func(int64) error { return nil })
}

// Follow keeps what the board shows as the API has it, until ctx ends.
func (b *Board) Follow(ctx context.Context) {
	ctx = b.client.Context(ctx)
	follow(ctx, b.log, func(trip int64) error { return b.orders.seatsChanged(ctx, trip) })
}

// follow stores the trips that the API pushes, and calls changed for each.
func follow(ctx context.Context, log *slog.Logger, changed func(trip int64) error) {
	pushed := restclient.Events(ctx, travelclient.WatchTrips, travelclient.WatchTripsArgs{})
	changes := restclient.FromEvents(pushed, func(e restclient.Event) (restclient.Pushed[int64], error) {
		if e.Type != "trip" {
			return restclient.Pushed[int64]{}, restclient.ErrSkipped
		}
		var trip travelclient.Trip
		if err := json.Unmarshal(e.Data, &trip); err != nil {
			return restclient.Pushed[int64]{}, err
		}
		return restclient.Upserted[int64](e.Data), changed(trip.ID)
	})
	err := travelclient.Trips.On(restclient.UseController(ctx)).Ingest(ctx, changes)
	if err != nil && ctx.Err() == nil && log != nil {
		log.Warn("changes of trips are seen late", "err", err)
	}
}
