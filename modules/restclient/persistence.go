package restclient

import "context"

// Persistence keeps what a client has stored, so that the next run of the
// program finds it: package filepersist has one. The client makes one call at a
// time for an identity, and concurrent ones for different identities. The
// identity is as ForIdentity was told, and "" for the client of New.
type Persistence interface {
	// Load returns the tables that were saved last, none when there are none. Some
	// may come with an error: those of an earlier Save.
	Load(ctx context.Context, identity string) ([]SavedTable, error)
	// Save replaces the tables of an identity, all at once: whatever happens, Load
	// returns those of one Save. It does not keep the tables.
	Save(ctx context.Context, identity string, tables []SavedTable) error
	// Forget deletes all that is kept for an identity.
	Forget(ctx context.Context, identity string) error
}

// SavedTable is all that is stored of one Go type.
type SavedTable struct {
	Name        string // of the type, with its package
	Fingerprint string // of how values of the type are written
	Data        []byte
}
