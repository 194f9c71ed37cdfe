package travel_test

import (
	"context"
	"iter"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/apps/demo/travel/traveltest"
)

var _ = DescribeTableSubtree("Agency on", func(onPostgres bool) {
	var agency *travel.Agency
	var db *travel.Database
	now := time.Date(2200, 1, 1, 12, 0, 0, 0, time.UTC)

	BeforeEach(func() {
		address := travel.Memory
		if onPostgres {
			address = emptyPostgres()
		}
		agency, db = traveltest.StartAt(GinkgoTB(), address, now)
	})

	It("pages its planets", func() {
		first, second, third := agency.Planets(0), agency.Planets(2), agency.Planets(3)

		Expect(first).To(And(HaveField("Items", HaveLen(5)), HaveField("Page", 1), HaveField("Pages", 2), HaveField("Total", 7)))
		Expect(second.Items).To(HaveExactElements(HaveField("Name", "Uranus"), HaveField("Name", "Neptune")))
		Expect(third.Items).To(BeEmpty())
	})

	It("selects trips by planet, all of them in the future", func(ctx SpecContext) {
		trips, err := agency.Trips(ctx, travel.TripFilter{Planet: 4})

		Expect(err).NotTo(HaveOccurred())
		Expect(trips).NotTo(BeEmpty())
		Expect(trips).To(HaveEach(And(
			HaveField("Planet", 4),
			HaveField("Departs", BeTemporally(">", now)),
		)))
	})

	It("knows how many seats a trip has in all, of a database from before that was kept, too", func(ctx SpecContext) {
		before, err := agency.Trip(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(before.Berths).To(Equal(before.Seats + 1)) // one is booked
		tx, err := db.Begin(ctx)
		Expect(err).NotTo(HaveOccurred())
		_, err = tx.ExecContext(ctx, "ALTER TABLE trips DROP COLUMN berths")
		Expect(err).NotTo(HaveOccurred())
		Expect(tx.Commit()).To(Succeed())

		Expect(db.Migrate(ctx, now, 0)).To(Succeed())

		Expect(agency.Trip(ctx, 1)).To(Equal(before))
	})

	It("tells who watches of every trip, and then of those whose seats change", func(ctx SpecContext) {
		next, stop := iter.Pull2(agency.Watch(ctx, travel.TripFilter{}))
		defer stop()
		for id := 1; id <= 12; id++ {
			trip, _, _ := next()
			Expect(trip.ID).To(Equal(id))
		}
		before, _ := agency.Trip(ctx, 2)

		_, err := agency.Book(ctx, travel.Order{Trip: 2, Passenger: "Ada"})
		Expect(err).NotTo(HaveOccurred())
		Expect(agency.Tell(ctx)).To(Succeed())
		booked, _, _ := next()
		Expect(agency.Cancel(ctx, 2)).To(Succeed())
		Expect(agency.Tell(ctx)).To(Succeed())
		cancelled, _, _ := next()

		Expect(booked).To(And(HaveField("ID", 2), HaveField("Seats", before.Seats-1)))
		Expect(cancelled).To(HaveField("ID", 3))
	})

	It("ends a watch with its context", func(ctx SpecContext) {
		watching, cancel := context.WithCancel(ctx)
		defer cancel()
		told := 0
		for _, err := range agency.Watch(watching, travel.TripFilter{}) {
			Expect(err).NotTo(HaveOccurred())
			if told++; told == 12 {
				cancel()
			}
		}

		Expect(told).To(Equal(12))
	})

	It("ends a watch with the error of its database", func(ctx SpecContext) {
		Expect(db.Close()).To(Succeed())

		for _, err := range agency.Watch(ctx, travel.TripFilter{}) {
			Expect(err).To(HaveOccurred())
		}
	})

	It("leaves nothing of a transaction that is rolled back", func(ctx SpecContext) {
		before, err := agency.Trip(ctx, 2)
		Expect(err).NotTo(HaveOccurred())
		tx, err := db.Begin(ctx)
		Expect(err).NotTo(HaveOccurred())
		booking, err := agency.In(tx).Book(ctx, travel.Order{Trip: 2, Passenger: "Ada"})
		Expect(err).NotTo(HaveOccurred())
		Expect(tx.Rollback()).To(Succeed())

		_, err = agency.Booking(ctx, booking.ID)
		Expect(err).To(MatchError(travel.ErrNotFound))
		Expect(agency.Trip(ctx, 2)).To(Equal(before))
	})

	It("keeps what is there when it is migrated again, and sells trips that have departed anew", func(ctx SpecContext) {
		before, err := agency.Trips(ctx, travel.TripFilter{})
		Expect(err).NotTo(HaveOccurred())
		Expect(agency.Cancel(ctx, 1)).To(Succeed())

		Expect(db.Migrate(ctx, now.AddDate(0, 0, 15), 0)).To(Succeed())

		after, err := agency.Trips(ctx, travel.TripFilter{})
		Expect(err).NotTo(HaveOccurred())
		Expect(after[0].Departs).To(Equal(before[0].Departs.AddDate(0, 0, 14)))
		Expect(agency.Bookings(ctx, 0, 1)).To(HaveField("Total", 1))
	})

	It("takes a seat with a booking and gives it back with a cancellation", func(ctx SpecContext) {
		before, _ := agency.Trip(ctx, 2)
		booking, err := agency.Book(ctx, travel.Order{Trip: 2, Passenger: "Ada"})
		Expect(err).NotTo(HaveOccurred())

		during, _ := agency.Trip(ctx, 2)
		Expect(during.Seats).To(Equal(before.Seats - 1))
		Expect(agency.Cancel(ctx, booking.ID)).To(Succeed())
		after, _ := agency.Trip(ctx, 2)
		Expect(after.Seats).To(Equal(before.Seats))
		Expect(agency.Cancel(ctx, booking.ID)).To(MatchError(travel.ErrNotFound))
	})

	It("sells no seat twice", func(ctx SpecContext) {
		trip, _ := agency.Trip(ctx, 2)
		for range trip.Seats {
			_, err := agency.Book(ctx, travel.Order{Trip: 2, Passenger: "Ada"})
			Expect(err).NotTo(HaveOccurred())
		}

		_, err := agency.Book(ctx, travel.Order{Trip: 2, Passenger: "Ada"})
		Expect(err).To(MatchError(travel.ErrSoldOut))
	})

	It("lists the bookings of one trip", func(ctx SpecContext) {
		Expect(agency.Bookings(ctx, 3, 1)).To(HaveField("Items", ConsistOf(HaveField("Passenger", "Neil Collins"))))
		Expect(agency.Bookings(ctx, 0, 1)).To(HaveField("Total", 2))
		Expect(agency.Bookings(ctx, 0, 7)).To(And(HaveField("Total", 2), HaveField("Items", BeEmpty())))
	})

	It("keeps the scan of a passport", func(ctx SpecContext) {
		booking, err := agency.AttachPassport(ctx, 1, "ida.png")

		Expect(err).NotTo(HaveOccurred())
		Expect(booking).To(Equal(travel.Booking{ID: 1, Trip: 1, Passenger: "Ida Lovelace", Status: travel.Reserved, Passport: "ida.png"}))
	})

	DescribeTable("changes",
		func(ctx SpecContext, change travel.Change, want any) {
			booking, err := agency.Change(ctx, 1, change)
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

	It("replaces a booking but for its trip", func(ctx SpecContext) {
		booking, err := agency.Replace(ctx, 1, travel.Booking{ID: 1, Trip: 1, Passenger: "Ida L.", Status: travel.Confirmed})

		Expect(err).NotTo(HaveOccurred())
		Expect(booking).To(Equal(travel.Booking{ID: 1, Trip: 1, Passenger: "Ida L.", Status: travel.Confirmed}))
		_, err = agency.Replace(ctx, 1, travel.Booking{Trip: 2, Passenger: "Ida L.", Status: travel.Confirmed})
		Expect(err).To(MatchError(travel.ErrInvalid))
	})

	DescribeTable("refuses",
		func(ctx SpecContext, do func(context.Context) error, want error) {
			Expect(do(ctx)).To(MatchError(want))
		},
		Entry("an order without passenger", func(ctx context.Context) error { _, err := agency.Book(ctx, travel.Order{Trip: 1}); return err }, travel.ErrInvalid),
		Entry("an order for no trip", func(ctx context.Context) error {
			_, err := agency.Book(ctx, travel.Order{Trip: 99, Passenger: "A"})
			return err
		}, travel.ErrInvalid),
		Entry("an unknown planet", func(context.Context) error { _, err := agency.Planet(9); return err }, travel.ErrNotFound),
		Entry("an unknown trip", func(ctx context.Context) error { _, err := agency.Trip(ctx, 0); return err }, travel.ErrNotFound),
		Entry("an unknown booking", func(ctx context.Context) error { _, err := agency.Booking(ctx, 77); return err }, travel.ErrNotFound),
		Entry("a change of no booking", func(ctx context.Context) error { _, err := agency.Change(ctx, 77, travel.Change{}); return err }, travel.ErrNotFound),
	)
}, Entry("SQLite", false), Entry("PostgreSQL", true))
