package travel_test

import (
	"context"
	"iter"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/travel"
)

var _ = Describe("Agency", func() {
	var agency *travel.Agency

	BeforeEach(func() {
		agency = travel.New(func() time.Time { return time.Date(2200, 1, 1, 12, 0, 0, 0, time.UTC) })
	})

	It("pages its planets", func() {
		first, second, third := agency.Planets(0), agency.Planets(2), agency.Planets(3)

		Expect(first).To(And(HaveField("Items", HaveLen(5)), HaveField("Page", 1), HaveField("Pages", 2), HaveField("Total", 7)))
		Expect(second.Items).To(HaveExactElements(HaveField("Name", "Uranus"), HaveField("Name", "Neptune")))
		Expect(third.Items).To(BeEmpty())
	})

	It("selects trips by planet, all of them in the future", func() {
		trips := agency.Trips(travel.TripFilter{Planet: 4})

		Expect(trips).NotTo(BeEmpty())
		Expect(trips).To(HaveEach(And(
			HaveField("Planet", 4),
			HaveField("Departs", BeTemporally(">", time.Date(2200, 1, 1, 12, 0, 0, 0, time.UTC))),
		)))
	})

	It("tells who watches of every trip, and then of those whose seats change", func(ctx SpecContext) {
		next, stop := iter.Pull(agency.Watch(ctx, travel.TripFilter{}))
		defer stop()
		for id := 1; id <= 12; id++ {
			trip, _ := next()
			Expect(trip.ID).To(Equal(id))
		}
		before, _ := agency.Trip(2)

		_, err := agency.Book(travel.Order{Trip: 2, Passenger: "Ada"})
		Expect(err).NotTo(HaveOccurred())
		booked, _ := next()
		Expect(agency.Cancel(2)).To(Succeed())
		cancelled, _ := next()

		Expect(booked).To(And(HaveField("ID", 2), HaveField("Seats", before.Seats-1)))
		Expect(cancelled).To(HaveField("ID", 3))
	})

	It("ends a watch with its context", func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()

		Expect(slices.Collect(agency.Watch(ctx, travel.TripFilter{Planet: 4}))).To(Equal(agency.Trips(travel.TripFilter{Planet: 4})))
	})

	It("takes a seat with a booking and gives it back with a cancellation", func() {
		before, _ := agency.Trip(2)
		booking, err := agency.Book(travel.Order{Trip: 2, Passenger: "Ada"})
		Expect(err).NotTo(HaveOccurred())

		during, _ := agency.Trip(2)
		Expect(during.Seats).To(Equal(before.Seats - 1))
		Expect(agency.Cancel(booking.ID)).To(Succeed())
		after, _ := agency.Trip(2)
		Expect(after.Seats).To(Equal(before.Seats))
		Expect(agency.Cancel(booking.ID)).To(MatchError(travel.ErrNotFound))
	})

	It("sells no seat twice", func() {
		trip, _ := agency.Trip(2)
		for range trip.Seats {
			_, err := agency.Book(travel.Order{Trip: 2, Passenger: "Ada"})
			Expect(err).NotTo(HaveOccurred())
		}

		_, err := agency.Book(travel.Order{Trip: 2, Passenger: "Ada"})
		Expect(err).To(MatchError(travel.ErrSoldOut))
	})

	It("lists the bookings of one trip", func() {
		Expect(agency.Bookings(3, 1).Items).To(ConsistOf(HaveField("Passenger", "Neil Collins")))
		Expect(agency.Bookings(0, 1).Total).To(Equal(2))
	})

	It("keeps the scan of a passport", func() {
		booking, err := agency.AttachPassport(1, "ida.png")

		Expect(err).NotTo(HaveOccurred())
		Expect(booking).To(Equal(travel.Booking{ID: 1, Trip: 1, Passenger: "Ida Lovelace", Status: travel.Reserved, Passport: "ida.png"}))
	})

	DescribeTable("changes",
		func(change travel.Change, want any) {
			booking, err := agency.Change(1, change)
			if err != nil {
				Expect(err).To(MatchError(want))
				return
			}
			Expect(booking).To(Equal(want))
		},
		Entry("the status alone", travel.Change{Status: new(travel.Confirmed)},
			travel.Booking{ID: 1, Trip: 1, Passenger: "Ida Lovelace", Status: travel.Confirmed}),
		Entry("the passenger alone", travel.Change{Passenger: new("Ida L.")},
			travel.Booking{ID: 1, Trip: 1, Passenger: "Ida L.", Status: travel.Reserved}),
		Entry("nothing to an unknown status", travel.Change{Status: new(travel.Status("lost"))}, travel.ErrInvalid),
		Entry("nothing to a blank passenger", travel.Change{Passenger: new(" ")}, travel.ErrInvalid),
	)

	It("replaces a booking but for its trip", func() {
		booking, err := agency.Replace(1, travel.Booking{ID: 1, Trip: 1, Passenger: "Ida L.", Status: travel.Confirmed})

		Expect(err).NotTo(HaveOccurred())
		Expect(booking).To(Equal(travel.Booking{ID: 1, Trip: 1, Passenger: "Ida L.", Status: travel.Confirmed}))
		_, err = agency.Replace(1, travel.Booking{Trip: 2, Passenger: "Ida L.", Status: travel.Confirmed})
		Expect(err).To(MatchError(travel.ErrInvalid))
	})

	DescribeTable("refuses",
		func(do func() error, want error) { Expect(do()).To(MatchError(want)) },
		Entry("an order without passenger", func() error { _, err := agency.Book(travel.Order{Trip: 1}); return err }, travel.ErrInvalid),
		Entry("an order for no trip", func() error { _, err := agency.Book(travel.Order{Trip: 99, Passenger: "A"}); return err }, travel.ErrInvalid),
		Entry("a planet that is none", func() error { _, err := agency.Planet(9); return err }, travel.ErrNotFound),
		Entry("a trip that is none", func() error { _, err := agency.Trip(0); return err }, travel.ErrNotFound),
		Entry("a booking that is none", func() error { _, err := agency.Booking(77); return err }, travel.ErrNotFound),
		Entry("a change of no booking", func() error { _, err := agency.Change(77, travel.Change{}); return err }, travel.ErrNotFound),
	)
})
