package travel

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

// Agency sells trips. It is safe for concurrent use, and so are the agencies of
// several processes over one database.
type Agency struct {
	queries

	signals state.Signals
	watch   *watch // shared with those of In
}

// New returns an agency over a database that was migrated. Signals tells it, and the
// agencies of other processes, that seats have changed: see Tell and Follow.
func New(d *Database, signals state.Signals) *Agency {
	return &Agency{queries{d, d.db}, signals, &watch{changed: make(chan struct{})}}
}

// In returns the agency as a transaction sees it: what it changes is there for others
// when that is committed. It is used by one goroutine at a time.
func (a *Agency) In(tx *sql.Tx) *Agency {
	return &Agency{queries{a.database, tx}, a.signals, a.watch}
}

// Planets returns one page of the planets, nearest to the sun first.
func (a *Agency) Planets(page int) Page[Planet] { return paginate(planets(), page) }

// Planet returns one planet. The error is ErrNotFound.
func (a *Agency) Planet(id int) (Planet, error) {
	all := planets()
	if id < 1 || id > len(all) {
		return Planet{}, notFound("planet", id)
	}
	return all[id-1], nil
}

// Trips returns the trips that f selects, the earliest first.
func (a *Agency) Trips(ctx context.Context, f TripFilter) ([]Trip, error) {
	selected := []Trip{}
	err := a.each(ctx, "SELECT id, departs, berths, seats FROM trips ORDER BY id", nil, func(scan scanFunc) error {
		t, err := readTrip(scan)
		if err == nil && (f.Planet == 0 || f.Planet == t.Planet) {
			selected = append(selected, t)
		}
		return err
	})
	return selected, err
}

// Trip returns one trip. The error is ErrNotFound.
func (a *Agency) Trip(ctx context.Context, id int) (Trip, error) {
	t, err := readTrip(a.one(ctx, "SELECT id, departs, berths, seats FROM trips WHERE id = $1", id))
	return t, known(err, "trip", id)
}

func readTrip(scan scanFunc) (Trip, error) {
	var id, berths, seats int
	var departs int64
	if err := scan(&id, &departs, &berths, &seats); err != nil {
		return Trip{}, err
	}
	t := catalogue()[id-1]
	t.Departs, t.Berths, t.Seats = time.Unix(departs, 0).UTC(), berths, seats
	return t, nil
}

// Bookings returns one page of the bookings, the oldest first. A trip other
// than 0 selects those of one trip.
func (a *Agency) Bookings(ctx context.Context, trip, page int) (Page[Booking], error) {
	var total int
	if err := a.one(ctx, "SELECT count(*) FROM bookings WHERE CAST($1 AS BIGINT) IN (0, trip)", trip)(&total); err != nil {
		return Page[Booking]{}, err
	}
	p := pageOf[Booking](page, total)
	err := a.each(ctx, "SELECT id, trip, passenger, status, passport FROM bookings WHERE CAST($1 AS BIGINT) IN (0, trip) ORDER BY id LIMIT $2 OFFSET $3",
		[]any{trip, PageSize, (p.Page - 1) * PageSize},
		func(scan scanFunc) error {
			b, err := readBooking(scan)
			p.Items = append(p.Items, b)
			return err
		})
	return p, err
}

// Booking returns one booking. The error is ErrNotFound.
func (a *Agency) Booking(ctx context.Context, id int) (Booking, error) {
	b, err := readBooking(a.one(ctx, "SELECT id, trip, passenger, status, passport FROM bookings WHERE id = $1", id))
	return b, known(err, "booking", id)
}

func readBooking(scan scanFunc) (b Booking, err error) {
	return b, scan(&b.ID, &b.Trip, &b.Passenger, &b.Status, &b.Passport)
}

// Book takes a seat. The error is ErrInvalid, or ErrSoldOut.
func (a *Agency) Book(ctx context.Context, o Order) (b Booking, err error) {
	if strings.TrimSpace(o.Passenger) == "" {
		return Booking{}, invalid("a booking needs a passenger")
	}
	if o.Trip < 1 || o.Trip > len(catalogue()) {
		return Booking{}, invalid("there is no trip %d", o.Trip)
	}
	b = Booking{Trip: o.Trip, Passenger: o.Passenger, Status: Reserved}
	err = a.within(ctx, func(q queries) error {
		taken, err := q.exec(ctx, "UPDATE trips SET seats = seats - 1 WHERE id = $1 AND seats > 0", o.Trip)
		switch {
		case err != nil:
			return err
		case taken == 0:
			return ErrSoldOut
		}
		return q.one(ctx, "INSERT INTO bookings (trip, passenger, status, passport) VALUES ($1, $2, $3, '') RETURNING id",
			b.Trip, b.Passenger, b.Status)(&b.ID)
	})
	return b, err
}

// Change changes a booking. The error is ErrNotFound or ErrInvalid.
func (a *Agency) Change(ctx context.Context, id int, c Change) (Booking, error) {
	return a.edit(ctx, id, func(b *Booking) error {
		if c.Passenger != nil {
			b.Passenger = *c.Passenger
		}
		if c.Status != nil {
			b.Status = *c.Status
		}
		return b.check()
	})
}

// Replace puts another booking in the place of one. Its ID and trip must be
// absent or those of the booking, and a scan stays. The error is ErrNotFound or
// ErrInvalid.
func (a *Agency) Replace(ctx context.Context, id int, with Booking) (Booking, error) {
	return a.edit(ctx, id, func(b *Booking) error {
		if with.ID != 0 && with.ID != id || with.Trip != 0 && with.Trip != b.Trip {
			return invalid("a booking keeps its id and its trip")
		}
		b.Passenger, b.Status = with.Passenger, with.Status
		return b.check()
	})
}

// AttachPassport notes the file name of the scan of a passport. The error is
// ErrNotFound.
func (a *Agency) AttachPassport(ctx context.Context, id int, name string) (Booking, error) {
	return a.edit(ctx, id, func(b *Booking) error { b.Passport = name; return nil })
}

// Cancel gives the seat back. The error is ErrNotFound.
func (a *Agency) Cancel(ctx context.Context, id int) error {
	return a.within(ctx, func(q queries) error {
		var trip int
		if err := q.one(ctx, "DELETE FROM bookings WHERE id = $1 RETURNING trip", id)(&trip); err != nil {
			return known(err, "booking", id)
		}
		_, err := q.exec(ctx, "UPDATE trips SET seats = seats + 1 WHERE id = $1", trip)
		return err
	})
}

// edit changes a booking, which nobody else changes meanwhile: an update locks it.
func (a *Agency) edit(ctx context.Context, id int, change func(*Booking) error) (b Booking, err error) {
	err = a.within(ctx, func(q queries) error {
		b, err = readBooking(q.one(ctx, "UPDATE bookings SET id = id WHERE id = $1 RETURNING id, trip, passenger, status, passport", id))
		if err != nil {
			return known(err, "booking", id)
		}
		if err := change(&b); err != nil {
			return err
		}
		_, err := q.exec(ctx, "UPDATE bookings SET passenger = $2, status = $3, passport = $4 WHERE id = $1", b.ID, b.Passenger, b.Status, b.Passport)
		return err
	})
	return b, err
}

// known makes ErrNotFound of a row that is not there.
func known(err error, what string, id int) error {
	if errors.Is(err, sql.ErrNoRows) {
		return notFound(what, id)
	}
	return err
}

func planets() []Planet {
	return []Planet{
		{1, "Mercury", 0.38, 92, 0},
		{2, "Venus", 0.91, 41, 0},
		{3, "Mars", 0.38, 78, 2},
		{4, "Jupiter", 2.53, 629, 95},
		{5, "Saturn", 1.07, 1275, 146},
		{6, "Uranus", 0.89, 2724, 28},
		{7, "Neptune", 1.14, 4351, 16},
	}
}

// catalogue are the trips as they are sold at first, one a week, without their
// departures.
var catalogue = sync.OnceValue(func() []Trip {
	list := make([]Trip, 0, 12)
	for i := range cap(list) {
		planet := planets()[i*3%7]
		list = append(list, Trip{
			ID: i + 1, Planet: planet.ID,
			Days: 30 + int(planet.Distance/2), Price: 900 + int(planet.Distance)*3, Seats: 2 + i%3,
		})
	}
	return list
})
