package travel_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/pgstore/pgtest"
)

// postgres is the server of all specs.
var postgres *pgtest.Server

func TestTravel(t *testing.T) {
	postgres = pgtest.Start(t)
	RegisterFailHandler(Fail)
	RunSpecs(t, "Travel")
}

// emptyPostgres is the address of a database without tables.
func emptyPostgres() string {
	GinkgoHelper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, postgres.URL)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, "DROP TABLE IF EXISTS bookings, trips")
	Expect(err).NotTo(HaveOccurred())
	return postgres.URL
}
