package restclient

import "context"

// Journal keeps the records of an Outbox: package filepersist has one. The
// client makes one call at a time for an identity, and concurrent ones for
// different identities. The identity is as ForIdentity was told, and "" for the
// client of New.
type Journal interface {
	// Records returns the records in the order in which they were appended, none
	// when there are none. Some may come with an error: those that can be read.
	Records(ctx context.Context, identity string) ([][]byte, error)
	// Append adds a record. Once it has returned without an error, the record
	// survives a crash of the machine; after an error it is not there.
	Append(ctx context.Context, identity string, record []byte) error
	// Rewrite replaces the records by others, all at once. With none, nothing is
	// left of them.
	Rewrite(ctx context.Context, identity string, records [][]byte) error
	// Forget deletes all that is kept for an identity.
	Forget(ctx context.Context, identity string) error
}
