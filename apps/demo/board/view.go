package board

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/trefoil-go/trefoil/apps/demo/travelclient"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// Departure is a trip with the planet that it leads to.
type Departure struct {
	travelclient.Trip
	Destination travelclient.Planet
	Passengers  []Passenger // the first five, and those who are being booked; nil unless ReadSeats made it
	Free        int64       // seats, without those that are being booked when ReadSeats made it
}

// pageSize is how many bookings the API lists at once. The seats of larger ships are those
// that the API says are free.
const pageSize = 5

// shownFree is how many free seats are drawn at most.
const shownFree = 6

// FreeSeats has an element for each free seat that is drawn.
func (d Departure) FreeSeats() []struct{} { return make([]struct{}, min(d.Free, shownFree)) }

// More reports whether there may be passengers that are not shown.
func (d Departure) More() bool { return d.Berths > pageSize && len(d.Passengers) >= pageSize }

// Passenger is who has a seat, or has asked for one.
type Passenger struct{ travelclient.Booking }

// Pending reports whether the agency has not answered yet: the number of the booking is
// one that the client has made up.
func (p Passenger) Pending() bool { return p.ID < 0 }

// JSON is the booking as the client stores it.
func (p Passenger) JSON() (string, error) {
	text, err := json.MarshalIndent(p.Booking, "", "  ")
	return string(text), err
}

// View is what a board shows.
type View struct {
	Departures []Departure
	Newest     *Passenger // the last booking, or the one that is being made; nil unless ReadSeats made it, and without bookings
}

// FreeSeats is how many seats are free on all trips.
func (v *View) FreeSeats() (seats int64) {
	for _, d := range v.Departures {
		seats += d.Free
	}
	return seats
}

// Read gets the departures through the client that ctx carries. The planets of the trips
// come from the store: they were delivered by the list.
func Read(ctx context.Context) (*View, error) {
	if err := readPlanets(ctx); err != nil {
		return nil, fmt.Errorf("read planets: %w", err)
	}
	trips, err := restclient.UseSuspense(ctx, travelclient.Trips.GetList, travelclient.TripFilter{})
	if err != nil {
		return nil, fmt.Errorf("read trips: %w", err)
	}
	v := &View{}
	for _, trip := range trips.All() {
		planet, err := restclient.UseSuspense(ctx, travelclient.Planets.Get, trip.Planet)
		if err != nil {
			return nil, fmt.Errorf("read planet %d: %w", trip.Planet, err)
		}
		v.Departures = append(v.Departures, Departure{Trip: trip, Destination: planet, Free: trip.Seats})
	}
	return v, nil
}

// ReadSeats is Read with the passengers, for a client that has logged in.
func ReadSeats(ctx context.Context) (*View, error) {
	v, err := Read(ctx)
	if err != nil {
		return nil, err
	}
	for i := range v.Departures {
		d := &v.Departures[i]
		seats, err := restclient.UseSuspense(ctx, bookings.GetList, travelclient.BookingFilter{Trip: &d.ID})
		if err != nil {
			return nil, fmt.Errorf("read the bookings of trip %d: %w", d.ID, err)
		}
		for _, booking := range seats.All() {
			p := Passenger{booking}
			d.Passengers = append(d.Passengers, p)
			if v.Newest == nil || p.Pending() || !v.Newest.Pending() && p.ID > v.Newest.ID {
				v.Newest = &p
			}
		}
		if d.Berths <= pageSize {
			d.Free = max(0, d.Berths-int64(len(d.Passengers)))
		}
	}
	return v, nil
}

// readPlanets reads the list of planets, page by page, unless it is in the
// store.
func readPlanets(ctx context.Context) error {
	all := travelclient.PlanetFilter{}
	if _, ok := restclient.UseCache(ctx, travelclient.Planets.GetList, all); ok {
		return nil
	}
	if _, err := restclient.UseSuspense(ctx, travelclient.Planets.GetList, all); err != nil {
		return err
	}
	for page := int64(2); ; page++ {
		rows, err := restclient.Fetch(ctx, travelclient.Planets.GetList.GetPage, travelclient.PlanetFilter{Page: &page})
		if err != nil || rows.Len() == 0 {
			return err
		}
	}
}
