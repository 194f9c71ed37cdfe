// Package tour is the page at / of the demo: one booking as the controller that makes it,
// as the page of the reference about it, as the typed call for it, and as a row of the
// live board. The code that it shows is the code that runs.
//
//	t, err := tour.New(client, "reference/", r)
//	…
//	r.Register(t)
package tour
