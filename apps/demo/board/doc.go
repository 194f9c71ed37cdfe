// Package board is the departure board of the demo: a page that reads the API
// of the agency with the typed client, as any other program would.
//
//	r.Register(board.New(client, "reference/"))
package board
