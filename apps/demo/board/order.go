package board

import (
	"context"
	_ "embed" // this file
	"sync"

	"github.com/trefoil-go/trefoil/apps/demo/travelclient"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

//go:embed order.go
var orderSource string

// Source is the text of the calls that book and cancel, as it was compiled, for the tour
// to show.
func Source() string { return orderSource }

// bookings is travelclient.Bookings, whose changes are shown before they are answered.
var bookings = restclient.Must(restclient.CreateResource[travelclient.Booking, int64, travelclient.BookingFilter](
	"/bookings/:id", restclient.WithPaginationField("page"), restclient.WithOptimistic()))

// Book takes a seat with the client that ctx carries. All who look at the trip see the
// passenger at once; one that the agency refuses is gone again.
func Book(ctx context.Context, trip int64, passenger string) (travelclient.Booking, error) {
	book := restclient.WithBody[travelclient.Order](bookings.GetList.Push)
	on := travelclient.BookingFilter{Trip: &trip}
	return restclient.Mutate(ctx, book, on, travelclient.Order{Trip: trip, Passenger: passenger})
}

// Cancel gives a seat back with the client that ctx carries. It is free at once, and
// taken again when the agency refuses.
func Cancel(ctx context.Context, booking int64) error {
	_, err := restclient.Mutate(ctx, bookings.Delete, booking, restclient.None{})
	return err
}

// orders knows what is being ordered. It is safe for concurrent use.
type orders struct {
	mu       sync.Mutex
	underWay int
	changed  map[int64]bool // trips, meanwhile
}

// run does an order. While one is under way, no passengers are read again: an answer that
// knows of a booking would be shown beside what is expected of it.
func (o *orders) run(ctx context.Context, order func() error) error {
	o.begin()
	defer o.end(ctx)
	return order()
}

func (o *orders) begin() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.underWay++
}

func (o *orders) end(ctx context.Context) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.underWay--
	if o.underWay > 0 {
		return
	}
	for trip := range o.changed {
		_ = expire(ctx, trip) // a client that is closed has nothing to read
	}
	clear(o.changed)
}

// seatsChanged lets the passengers of a trip be read again, when nothing is being ordered.
func (o *orders) seatsChanged(ctx context.Context, trip int64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.underWay == 0 {
		return expire(ctx, trip)
	}
	if o.changed == nil {
		o.changed = map[int64]bool{}
	}
	o.changed[trip] = true
	return nil
}

func expire(ctx context.Context, trip int64) error {
	return restclient.Expire(ctx, bookings.GetList, travelclient.BookingFilter{Trip: &trip})
}
