package board

import (
	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// Planet is a planet as an entity of the client.
type Planet struct{ travel.Planet }

// PK returns the primary key.
func (p Planet) PK() int { return p.ID }

// Trip is a trip as an entity of the client.
type Trip struct{ travel.Trip }

// PK returns the primary key.
func (t Trip) PK() int { return t.ID }

// Booking is a booking as an entity of the client. What is zero is not sent.
type Booking struct {
	ID        int           `json:"id,omitzero"`
	Trip      int           `json:"trip,omitzero"`
	Passenger string        `json:"passenger"`
	Status    travel.Status `json:"status,omitzero"`
	Passport  string        `json:"passport,omitzero"`
}

// PK returns the primary key.
func (b Booking) PK() int { return b.ID }

// PlanetFilter selects planets.
type PlanetFilter struct {
	Page int `query:"page,omitempty"`
}

// TripFilter selects trips.
type TripFilter struct {
	Planet int `query:"planet,omitempty"`
}

// BookingFilter selects bookings.
type BookingFilter struct {
	Trip int `query:"trip,omitempty"`
	Page int `query:"page,omitempty"`
}

// Planets are the destinations.
var Planets = restclient.Must(restclient.CreateResource[Planet, int, PlanetFilter]("/planets/:id", restclient.WithPaginationField("page")))

// Trips are the departures.
var Trips = restclient.Must(restclient.CreateResource[Trip, int, TripFilter]("/trips/:id"))

// Bookings are the seats that are taken. They need a login.
var Bookings = restclient.Must(restclient.CreateResource[Booking, int, BookingFilter]("/bookings/:id", restclient.WithPaginationField("page")))
