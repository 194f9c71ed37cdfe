// Package pgtest starts servers of PostgreSQL for tests, on systems of the Unix family:
//
//	server := pgtest.Start(t)
//	pool, err := pgxpool.New(ctx, server.URL)
//
// A server listens on loopback and ends with its test, with all that it has stored.
package pgtest
