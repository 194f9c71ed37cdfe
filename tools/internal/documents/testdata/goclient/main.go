// Command goclient talks to the demo through the client that oapi-codegen makes of
// its document: goclient http://127.0.0.1:8080
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"github.com/trefoil-go/trefoil/tools/internal/documents/testdata/goclient/api"
)

func main() {
	if err := talk(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func talk(ctx context.Context, server string) error {
	client, err := api.NewClientWithResponses(server)
	if err != nil {
		return err
	}
	planets, err := client.ListPlanetsWithResponse(ctx, &api.ListPlanetsParams{})
	if err != nil {
		return err
	}
	if planets.JSON200 == nil || len(*planets.JSON200) == 0 || (*planets.JSON200)[0].Gravity <= 0 {
		return fmt.Errorf("planets: %s %s", planets.Status(), planets.Body)
	}
	first := (*planets.JSON200)[0]
	missing, err := client.ShowPlanetWithResponse(ctx, 4711)
	if err != nil {
		return err
	}
	if missing.ApplicationproblemJSON404 == nil || missing.ApplicationproblemJSON404.Status != http.StatusNotFound {
		return fmt.Errorf("a missing planet: %s %s", missing.Status(), missing.Body)
	}
	trips, err := client.ListTripsWithResponse(ctx, &api.ListTripsParams{Planet: &first.Id})
	if err != nil {
		return err
	}
	if trips.JSON200 == nil || len(*trips.JSON200) == 0 || (*trips.JSON200)[0].Departs.IsZero() {
		return fmt.Errorf("trips: %s %s", trips.Status(), trips.Body)
	}
	order := api.BookJSONRequestBody{Trip: (*trips.JSON200)[0].Id, Passenger: "Ada"}
	refused, err := client.BookWithResponse(ctx, &api.BookParams{}, order)
	if err != nil {
		return err
	}
	if refused.ApplicationproblemJSON401 == nil && refused.ApplicationproblemJSON403 == nil {
		return fmt.Errorf("who books without a login: %s %s", refused.Status(), refused.Body)
	}
	booked, err := client.BookWithResponse(ctx, &api.BookParams{IdempotencyKey: new("order-1")}, order, login)
	if err != nil {
		return err
	}
	if booked.JSON201 == nil || booked.JSON201.Passenger != "Ada" {
		return fmt.Errorf("a booking: %s %s", booked.Status(), booked.Body)
	}
	cancelled, err := client.CancelBookingWithResponse(ctx, booked.JSON201.Id, login)
	if err != nil {
		return err
	}
	if cancelled.StatusCode() != http.StatusNoContent {
		return fmt.Errorf("a cancelled booking: %s %s", cancelled.Status(), cancelled.Body)
	}
	return nil
}

func login(_ context.Context, r *http.Request) error {
	r.SetBasicAuth("ida", "rocket")
	return nil
}
