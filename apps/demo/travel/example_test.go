package travel_test

import (
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/travel"
)

func ExampleNew() {
	agency := travel.New(time.Now)
	booking, err := agency.Book(travel.Order{Trip: 2, Passenger: "Ada"})
	fmt.Println(booking.ID, booking.Status, err)
	// Output: 3 reserved <nil>
}
