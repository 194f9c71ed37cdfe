// Package board is the departure board of the demo: it reads the API of the agency with
// the typed client, as any other program would, follows each change, and books seats
// before the agency has answered.
//
//	b := board.New(client, "reference/", slog.Default())
//	r.Register(b)
//	following.Go(func() { b.Follow(ctx) })
//
// What it shows is a View, which Read makes. A page of it is sent again at each change,
// and so are the lines of a terminal.
package board
