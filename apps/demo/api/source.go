package api

import _ "embed" // the controller

//go:embed bookings.go
var bookingsSource string

// Source is the text of the controller Bookings, as it was compiled, for the tour to show.
func Source() string { return bookingsSource }
