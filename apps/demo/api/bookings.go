package api

import (
	"fmt"

	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

// Bookings is the controller of the seats that are taken. All of it needs a
// login, and the flags of Shared.
type Bookings struct{ Agency *travel.Agency }

var _ core.Controller = Bookings{}

// Routes implements core.Controller.
func (b Bookings) Routes() map[string]any {
	missing := router.Status(404, "There is no such booking.")
	invalid := router.Status(422, "The booking is not possible.")
	return map[string]any{
		"GET AUTH /bookings": router.With(router.In(b.list),
			router.OperationID("listBookings"), router.Summary("List bookings"),
			router.Description("The oldest first, five a page.")),
		"POST LIMIT AUTH SEATS TX ONCE /bookings": router.With(router.In(b.book),
			router.OperationID("book"), router.Summary("Book a trip"),
			invalid, router.Status(409, "The trip is sold out, or the request with this key is not answered yet.")),
		"GET AUTH /bookings/:id": router.With(router.F1(b.show),
			router.OperationID("showBooking"), router.Summary("Show a booking"), missing),
		"PUT AUTH /bookings/:id": router.With(router.In(b.replace),
			router.OperationID("replaceBooking"), router.Summary("Replace a booking"), missing, invalid),
		"PATCH AUTH /bookings/:id": router.With(router.In(b.change),
			router.OperationID("changeBooking"), router.Summary("Change a booking"), missing, invalid),
		"DELETE AUTH SEATS /bookings/:id": router.With(router.F1(b.cancel),
			router.OperationID("cancelBooking"), router.Summary("Cancel a booking"),
			router.Description("The seat is free again."), missing),
		"PUT AUTH /bookings/:id/passport": router.With(router.In(b.attach),
			router.OperationID("attachPassport"), router.Summary("Upload the scan of a passport"), missing),
	}
}

type bookingFilter struct {
	pageOf
	Trip int `query:"trip" doc:"Only those of this trip."`
}

func (b Bookings) list(c *router.Context, in *bookingFilter) ([]travel.Booking, error) {
	page, err := b.Agency.Bookings(c.Context(), in.Trip, in.Page)
	return items(c, page), err
}

func (b Bookings) show(c *router.Context, id int) (travel.Booking, error) {
	return answer(b.Agency.Booking(c.Context(), id))
}

type order struct {
	Trip      int    `json:"trip" doc:"The trip to book a seat on." example:"1"`
	Passenger string `json:"passenger" example:"Ida Lovelace"`
}

func (b Bookings) book(c *router.Context, in *order) (router.Created[travel.Booking], error) {
	tx, _ := transaction.Get(c) // the flag TX has begun it
	booking, err := b.Agency.In(tx).Book(c.Context(), travel.Order{Trip: in.Trip, Passenger: in.Passenger})
	return answer(router.Created[travel.Booking]{Value: booking, Location: fmt.Sprintf("/bookings/%d", booking.ID)}, err)
}

type replacement struct {
	Target int `path:"id"`
	travel.Booking
}

func (b Bookings) replace(c *router.Context, in *replacement) (travel.Booking, error) {
	return answer(b.Agency.Replace(c.Context(), in.Target, in.Booking))
}

type change struct {
	ID        int            `path:"id"`
	Passenger *string        `json:"passenger,omitempty"`
	Status    *travel.Status `json:"status,omitempty"`
}

func (b Bookings) change(c *router.Context, in *change) (travel.Booking, error) {
	return answer(b.Agency.Change(c.Context(), in.ID, travel.Change{Passenger: in.Passenger, Status: in.Status}))
}

func (b Bookings) cancel(c *router.Context, id int) (router.None, error) {
	return answer(router.None{}, b.Agency.Cancel(c.Context(), id))
}

type passport struct {
	ID   int          `path:"id"`
	Scan *router.File `form:"scan" required:"true" doc:"The page with the photograph."`
}

func (b Bookings) attach(c *router.Context, in *passport) (travel.Booking, error) {
	return answer(b.Agency.AttachPassport(c.Context(), in.ID, in.Scan.Filename))
}
