package travel

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Agency keeps planets, trips and bookings in memory. It is safe for concurrent
// use.
type Agency struct {
	planets []Planet

	mu       sync.RWMutex
	trips    []Trip
	bookings map[int]Booking
	lastID   int
	changed  chan struct{} // closed when seats change, and another one then
}

// New returns an agency with planets, trips that depart after now, and two
// bookings.
func New(now func() time.Time) *Agency {
	a := &Agency{planets: planets(), trips: trips(now()), bookings: map[int]Booking{}, changed: make(chan struct{})}
	for _, order := range []Order{{Trip: 1, Passenger: "Ida Lovelace"}, {Trip: 3, Passenger: "Neil Collins"}} {
		if _, err := a.Book(order); err != nil {
			panic(err) // the seed is part of the program
		}
	}
	return a
}

// Planets returns one page of the planets, nearest to the sun first.
func (a *Agency) Planets(page int) Page[Planet] { return paginate(a.planets, page) }

// Planet returns one planet. The error is ErrNotFound.
func (a *Agency) Planet(id int) (Planet, error) {
	if id < 1 || id > len(a.planets) {
		return Planet{}, notFound("planet", id)
	}
	return a.planets[id-1], nil
}

// Trips returns the trips that f selects, the earliest first.
func (a *Agency) Trips(f TripFilter) []Trip {
	a.mu.RLock()
	defer a.mu.RUnlock()
	selected := []Trip{}
	for _, t := range a.trips {
		if f.Planet == 0 || f.Planet == t.Planet {
			selected = append(selected, t)
		}
	}
	return selected
}

// Trip returns one trip. The error is ErrNotFound.
func (a *Agency) Trip(id int) (Trip, error) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if id < 1 || id > len(a.trips) {
		return Trip{}, notFound("trip", id)
	}
	return a.trips[id-1], nil
}

// Bookings returns one page of the bookings, the oldest first. A trip other
// than 0 selects those of one trip.
func (a *Agency) Bookings(trip, page int) Page[Booking] {
	a.mu.RLock()
	defer a.mu.RUnlock()
	selected := slices.DeleteFunc(slices.Collect(maps.Values(a.bookings)), func(b Booking) bool {
		return trip != 0 && b.Trip != trip
	})
	slices.SortFunc(selected, func(x, y Booking) int { return cmp.Compare(x.ID, y.ID) })
	return paginate(selected, page)
}

// Booking returns one booking. The error is ErrNotFound.
func (a *Agency) Booking(id int) (Booking, error) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	b, ok := a.bookings[id]
	if !ok {
		return Booking{}, notFound("booking", id)
	}
	return b, nil
}

// Book takes a seat. The error is ErrInvalid, or ErrSoldOut.
func (a *Agency) Book(o Order) (Booking, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if strings.TrimSpace(o.Passenger) == "" {
		return Booking{}, invalid("a booking needs a passenger")
	}
	if o.Trip < 1 || o.Trip > len(a.trips) {
		return Booking{}, invalid("there is no trip %d", o.Trip)
	}
	if a.trips[o.Trip-1].Seats == 0 {
		return Booking{}, ErrSoldOut
	}
	a.addSeats(o.Trip, -1)
	a.lastID++
	b := Booking{ID: a.lastID, Trip: o.Trip, Passenger: o.Passenger, Status: Reserved}
	a.bookings[b.ID] = b
	return b, nil
}

// Change changes a booking. The error is ErrNotFound or ErrInvalid.
func (a *Agency) Change(id int, c Change) (Booking, error) {
	return a.edit(id, func(b *Booking) error {
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
func (a *Agency) Replace(id int, with Booking) (Booking, error) {
	return a.edit(id, func(b *Booking) error {
		if with.ID != 0 && with.ID != id || with.Trip != 0 && with.Trip != b.Trip {
			return invalid("a booking keeps its id and its trip")
		}
		b.Passenger, b.Status = with.Passenger, with.Status
		return b.check()
	})
}

// AttachPassport notes the file name of the scan of a passport. The error is
// ErrNotFound.
func (a *Agency) AttachPassport(id int, name string) (Booking, error) {
	return a.edit(id, func(b *Booking) error { b.Passport = name; return nil })
}

// Cancel gives the seat back. The error is ErrNotFound.
func (a *Agency) Cancel(id int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	b, ok := a.bookings[id]
	if !ok {
		return notFound("booking", id)
	}
	a.addSeats(b.Trip, 1)
	delete(a.bookings, id)
	return nil
}

// addSeats tells those who watch. The lock is held.
func (a *Agency) addSeats(trip, n int) {
	a.trips[trip-1].Seats += n
	close(a.changed)
	a.changed = make(chan struct{})
}

func (a *Agency) edit(id int, change func(*Booking) error) (Booking, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	b, ok := a.bookings[id]
	if !ok {
		return Booking{}, notFound("booking", id)
	}
	if err := change(&b); err != nil {
		return Booking{}, err
	}
	a.bookings[id] = b
	return b, nil
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

func trips(now time.Time) []Trip {
	first := now.UTC().Truncate(24 * time.Hour).Add(9 * time.Hour)
	list := make([]Trip, 0, 12)
	for i := range cap(list) {
		planet := planets()[i*3%7]
		list = append(list, Trip{
			ID: i + 1, Planet: planet.ID, Departs: first.AddDate(0, 0, 7*(i+1)),
			Days: 30 + int(planet.Distance/2), Price: 900 + int(planet.Distance)*3, Seats: 2 + i%3,
		})
	}
	return list
}
