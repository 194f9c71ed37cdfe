package travel_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/core/state"
)

func ExampleNew() {
	ctx := context.Background()
	db, err := travel.Open(travel.Memory)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	err = db.Migrate(ctx, time.Now(), 0)
	agency := travel.New(db, &state.MemorySignals{})
	booking, bookErr := agency.Book(ctx, travel.Order{Trip: 2, Passenger: "Ada"})
	fmt.Println(booking.ID, booking.Status, errors.Join(err, bookErr))
	// Output: 3 reserved <nil>
}
