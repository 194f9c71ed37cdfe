// Package travel is the business of the demo: an agency that sells trips to
// other planets. It knows nothing of HTTP.
//
//	db, err := travel.Open("demo.db")
//	…
//	err = db.Migrate(ctx, time.Now(), 0)
//	…
//	agency := travel.New(db, &state.MemorySignals{})
//	booking, err := agency.Book(ctx, travel.Order{Trip: 4, Passenger: "Ida"})
package travel

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
)

// The errors of the agency. They are wrapped; use errors.Is.
var (
	ErrNotFound = errors.New("not found")
	ErrSoldOut  = errors.New("sold out")
	ErrInvalid  = errors.New("invalid")
)

// Planet is a destination.
type Planet struct {
	ID       int     `json:"id" example:"4"`
	Name     string  `json:"name" example:"Mars"`
	Gravity  float64 `json:"gravity" doc:"In g, the Earth's." example:"0.38"`
	Distance float64 `json:"distance" doc:"From the Earth, in million kilometres." example:"225"`
	Moons    int     `json:"moons" example:"2"`
}

// Trip is one departure of a ship.
type Trip struct {
	ID      int       `json:"id" example:"1"`
	Planet  int       `json:"planet" doc:"Where it goes." example:"4"`
	Departs time.Time `json:"departs" example:"2031-04-12T09:00:00Z"`
	Days    int       `json:"days" doc:"How long it takes." example:"69"`
	Price   int       `json:"price" doc:"In credits." example:"1134"`
	Berths  int       `json:"berths" doc:"Seats in all." example:"3"`
	Seats   int       `json:"seats" doc:"Seats that are free." example:"2"`
}

// TripFilter selects trips. The zero value selects all.
type TripFilter struct {
	Planet int // ID of the planet
}

// Status is the state of a booking.
type Status string

// The states of a booking.
const (
	Reserved  Status = "reserved"
	Confirmed Status = "confirmed"
)

// Booking is a seat that is taken.
type Booking struct {
	ID        int    `json:"id" example:"3"`
	Trip      int    `json:"trip" doc:"The trip that it is for." example:"1"`
	Passenger string `json:"passenger" example:"Ida Lovelace"`
	Status    Status `json:"status" doc:"Reserved, or confirmed." example:"reserved"`
	Passport  string `json:"passport,omitempty" doc:"File name of the scan, when there is one." example:"passport.pdf"`
}

func (b Booking) check() error {
	if strings.TrimSpace(b.Passenger) == "" {
		return invalid("a booking needs a passenger")
	}
	if b.Status != Reserved && b.Status != Confirmed {
		return invalid("a booking is %s or %s, not %q", Reserved, Confirmed, b.Status)
	}
	return nil
}

// Order is what a passenger asks for.
type Order struct {
	Trip      int    `json:"trip"`
	Passenger string `json:"passenger"`
}

// Change is what may change in a booking. Nil fields stay as they are.
type Change struct {
	Passenger *string `json:"passenger,omitempty"`
	Status    *Status `json:"status,omitempty"`
}

// Page is one page of a list.
type Page[T any] struct {
	Items []T `json:"items"`
	Page  int `json:"page"`  // 1-based
	Pages int `json:"pages"` // in all, at least 1
	Total int `json:"total"` // items on all pages
}

// PageSize is how many items a page holds.
const PageSize = 5

// paginate returns one page of items.
func paginate[T any](items []T, page int) Page[T] {
	p := pageOf[T](page, len(items))
	from := min((p.Page-1)*PageSize, len(items))
	p.Items = append(p.Items, items[from:min(from+PageSize, len(items))]...)
	return p
}

// pageOf is a page without items. Pages below 1 are the first; those behind the last are
// empty.
func pageOf[T any](page, total int) Page[T] {
	return Page[T]{Items: []T{}, Page: min(max(page, 1), math.MaxInt32), Pages: max((total+PageSize-1)/PageSize, 1), Total: total}
}

func notFound(what string, id int) error { return fmt.Errorf("%s %d: %w", what, id, ErrNotFound) }

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}
