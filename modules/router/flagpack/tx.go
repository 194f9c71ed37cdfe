package flagpack

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/router"
)

// Tx is the pack of a flag whose routes run in a transaction, such as a *sql.Tx.
// It begins after all guards, with the context of the request, and is kept in
// the key for the hooks behind and the controller function. It is committed when
// those succeed, and rolled back when they return an error, panic, or have
// written a response of status 400 or above themselves. Begin is called
// concurrently.
//
// A result that is returned is encoded and sent after the commit: a commit that
// fails is a logged 500, or what a *router.ClientError says. When encoding or a
// hook of a later stage fails, the client gets an error though the changes stay.
// The same goes for a response that a controller writes itself, unless it was
// flushed or is larger than 2 KiB: then the connection is cut. An error of
// Rollback is joined to the one that led to it.
func Tx[T interface {
	Commit() error
	Rollback() error
}](flag string, key *router.Key[T], begin func(ctx context.Context) (T, error),
) router.Pack {
	switch {
	case key == nil:
		panic("flagpack: " + flag + ": the key of the transaction is nil")
	case begin == nil:
		panic("flagpack: " + flag + ": begin is nil")
	}
	hook := func(c *router.Context, next func() error) error {
		tx, err := begin(c.Context())
		if err != nil {
			return fmt.Errorf("flag %s: begin: %w", flag, err)
		}
		return finish(tx, flag, func() (refused bool, err error) {
			key.Set(c, tx)
			err = next()
			return c.Status() >= http.StatusBadRequest, err
		})
	}
	return func(r *router.Router) {
		r.Flag(router.Flag{Name: flag, Description: "Runs in a transaction: all changes are made, or none."})
		r.BeforeFunctionCall(flag, hook)
	}
}

type transaction interface {
	Commit() error
	Rollback() error
}

// finish runs what is in the transaction and ends it.
func finish(tx transaction, flag string, run func() (refused bool, err error)) error {
	returned := false
	defer func() {
		if !returned {
			_ = tx.Rollback() // the panic goes on, and there is no place for another error
		}
	}()
	refused, err := run()
	returned = true
	switch {
	case err != nil:
		return rollback(tx, flag, err)
	case refused:
		return rollback(tx, flag, nil)
	}
	if err := tx.Commit(); err != nil {
		return rollback(tx, flag, fmt.Errorf("flag %s: commit: %w", flag, err))
	}
	return nil
}

// rollback returns cause, joined with what goes wrong besides.
func rollback(tx transaction, flag string, cause error) error {
	err := tx.Rollback()
	switch {
	case err == nil:
		return cause
	case cause == nil:
		return fmt.Errorf("flag %s: roll back: %w", flag, err)
	}
	return errors.Join(cause, fmt.Errorf("flag %s: roll back: %w", flag, err))
}
