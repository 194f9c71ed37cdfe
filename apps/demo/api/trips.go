package api

import (
	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

// Trips is the controller of the departures.
type Trips struct{ Agency *travel.Agency }

var _ core.Controller = Trips{}

// Routes implements core.Controller.
func (t Trips) Routes() map[string]any {
	return map[string]any{
		"GET LIMIT KEEP /trips": router.With(router.In(t.list),
			router.OperationID("listTrips"),
			router.Summary("List trips"),
			router.Description("The earliest first; `planet` selects those to one planet.")),
		"GET /trips/live": router.With(router.In(t.watch),
			router.OperationID("watchTrips"),
			router.EventType[travel.Trip]("trip"),
			router.Summary("Watch the free seats of trips"),
			router.Description("A stream of server-sent events named `trip`, each with a trip: first all that `planet` selects, then every one whose free seats change.")),
		"GET /trips/:id": router.With(router.F1(t.show),
			router.OperationID("showTrip"),
			router.Summary("Show a trip"),
			router.Status(404, "There is no such trip.")),
		"GET /trips/:id/telemetry": router.With(t.telemetry,
			router.OperationID("showTelemetry"),
			router.Summary("Show where the ship is"),
			router.Description("The antenna is broken: this always ends with 500, and the log says why.")),
	}
}

type tripFilter struct {
	Planet int `query:"planet" doc:"Only those that go there."`
}

func (t Trips) list(c *router.Context, in *tripFilter) ([]travel.Trip, error) {
	return t.Agency.Trips(c.Context(), travel.TripFilter{Planet: in.Planet})
}

func (t Trips) watch(c *router.Context, in *tripFilter) (router.Events, error) {
	trips := t.Agency.Watch(c.Context(), travel.TripFilter{Planet: in.Planet})
	return func(yield func(router.Event, error) bool) {
		for trip, err := range trips {
			if !yield(router.Event{Name: "trip", Data: trip}, err) {
				return
			}
		}
	}, nil
}

func (t Trips) show(c *router.Context, id int) (travel.Trip, error) {
	return answer(t.Agency.Trip(c.Context(), id))
}

func (t Trips) telemetry(c *router.Context, id int) error {
	if _, err := answer(t.Agency.Trip(c.Context(), id)); err != nil {
		return err
	}
	return c.InternalError("the antenna does not answer")
}
