package restclient

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/shared"
)

// The defaults of WithShared.
const (
	DefaultSharedLifetime = time.Hour
	DefaultSharedTimeout  = 250 * time.Millisecond
	DefaultMaxShared      = 1 << 20
)

// WithShared lets the clients of several processes share what they have read: an
// answer that one of them was given is what the others find when their stores have
// none that is fresh, until it is not fresh any more. A response 304 to one of them makes
// it fresh for all, where the server has given an entity tag. Name is the same in all of them,
// of letters, digits, ".", "-" and "_"; blobs and signals are what they share, such as
// a valkeystore.Store. All that use one name send requests without identity with the
// same credentials and headers.
//
// What is shared are answers as the server has sent them, so that a program with other
// Go types reads the same: status 200, GET, the body and the header fields that matter.
// Identities never mix (see ForIdentity), and the empty one shares nothing. Not shared
// are answers with Cache-Control: no-store, those with private and without identity, those
// without identity behind their s-maxage, those that are stale at once, pages of lists,
// bodies and streams, and endpoints with WithoutPersistence. Fetch and polls ask the server
// in any case, and share what it says. A list or an object keeps the pages that were added
// to it for as long as what is shared is the answer that they were added to.
//
// What WithBatchGet reads at once is shared one by one, as if each Get had been answered
// with its member of the list. A Get looks at once; those that begin while another looks,
// look together in the next round trip. Those that find nothing are one request then.
//
// Once an Invalidate, Expire or InvalidateAll has returned nil, or a mutation its
// result, no client finds an answer from before among those that are shared. A mutation
// replaces what has its URL, the entities that its arguments or its answer name, the
// lists of their type, and all that holds those; InvalidateAll and Reset, all that was
// read for the identity. Types are known by their names without the package. What the
// store of another client has, it shows until a signal tells it, or until it is not
// fresh any more where that is lost; WithRecheck bounds that.
//
// A change that no client has made replaces nothing that is shared. A client that has read
// an entity since, such as with Fetch, may find a list from before it afterwards, and then
// shows what stands there, until that is not fresh any more.
//
// What a server pushes (see Ingest) is for the client that gets it, and replaces nothing
// that is shared: one process that calls Expire for it does.
//
// While blobs fail, reads ask the server. Each use takes WithSharedTimeout at most, and
// after five failures in a row blobs are left alone for a second, then two, up to
// thirty; the log has a line a minute. Invalidate and its like return an *Error then: of
// KindTimeout, or of KindNetwork. A mutation does not; until blobs have learned what it
// has changed, its client finds nothing there, and others may find the answer from
// before for as long as that is fresh.
//
// Signals may be nil. New fails for another name, for nil blobs and for keys of
// another length. Default: nothing is shared.
func WithShared(name string, blobs state.Blobs, signals state.Signals, opts ...SharedOption) Option {
	return func(c *config) {
		s := &sharingConfig{recheck: -1, level: shared.Config{
			Name: name, Blobs: blobs, Signals: signals,
			Lifetime: DefaultSharedLifetime, Timeout: DefaultSharedTimeout, MaxBody: DefaultMaxShared,
		}}
		for _, opt := range opts {
			opt(s)
		}
		c.sharing = s
	}
}

type sharingConfig struct {
	level   shared.Config
	recheck time.Duration
	made    *call.Sharing
}

// SharedOption changes a setting of WithShared.
type SharedOption func(*sharingConfig)

// WithRecheck sets for how long a client shows what it has without looking at what is
// shared. With 0, each UseSuspense, Get and List does, and waits for that: none of them
// returns what is older than an invalidation or a mutation of another process that had
// returned when it was called, and a hard error does not stand (see WithErrorExpiry).
// Default, and for what is negative: as long as it is fresh.
func WithRecheck(after time.Duration) SharedOption {
	return func(s *sharingConfig) { s.recheck = after }
}

// WithSharedKeys encrypts what is shared with AES-256-GCM, and binds it to its place, so
// that whoever can write to blobs can neither read nor change an answer nor show it for
// another one, or to another identity; what was there before can be brought back. The
// first key encrypts, each of them decrypts; a new one is added behind the first one in
// all processes, then put in front, and the one before goes when its answers have ended.
// A key has 32 random bytes and encrypts up to 2³² answers. Names of blobs are hashes.
// Default: nothing is encrypted.
func WithSharedKeys(keys ...[]byte) SharedOption {
	return func(s *sharingConfig) { s.level.Keys = keys }
}

// WithSharedLifetime bounds for how long an answer is shared that is fresh for longer,
// from a millisecond to a year. Blobs have the text of one with an entity tag for twice as
// long, which a response 304 makes an answer again. Default: DefaultSharedLifetime.
func WithSharedLifetime(most time.Duration) SharedOption {
	return func(s *sharingConfig) { s.level.Lifetime = most }
}

// WithSharedTimeout bounds one use of blobs, and one of signals. Default:
// DefaultSharedTimeout.
func WithSharedTimeout(d time.Duration) SharedOption {
	return func(s *sharingConfig) { s.level.Timeout = d }
}

// WithMaxShared bounds the body of an answer that is shared, in bytes. Default:
// DefaultMaxShared.
func WithMaxShared(bytes int) SharedOption {
	return func(s *sharingConfig) { s.level.MaxBody = bytes }
}

// prepare makes what is shared.
func (s *sharingConfig) prepare(c config) error {
	if s == nil {
		return nil
	}
	s.level.Logger, s.level.Now = c.logger, c.now
	switch l := s.level; {
	case l.Name == "" || len(l.Name) > maxSharedName || strings.Trim(l.Name, nameLetters) != "":
		return fmt.Errorf("restclient: WithShared: %q is no name: use up to %d letters, digits, dots, hyphens and underscores", l.Name, maxSharedName)
	case l.Blobs == nil:
		return errors.New("restclient: WithShared: nil Blobs")
	case l.Lifetime < time.Millisecond || l.Lifetime > 365*24*time.Hour:
		return fmt.Errorf("restclient: WithSharedLifetime: %v is less than a millisecond or more than a year", l.Lifetime)
	case l.Timeout <= 0:
		return fmt.Errorf("restclient: WithSharedTimeout: %v is not above 0", l.Timeout)
	case l.MaxBody <= 0:
		return fmt.Errorf("restclient: WithMaxShared: %d is not above 0", l.MaxBody)
	}
	level, err := shared.New(s.level)
	if err != nil {
		return fmt.Errorf("restclient: WithSharedKeys: %w", err)
	}
	s.made = &call.Sharing{Level: level, Recheck: s.recheck}
	return nil
}

const (
	maxSharedName = 100
	nameLetters   = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"
)

// follow begins to listen to what other processes have changed.
func follow(c *Client) {
	c.unfollow = func() {}
	sharing := c.core.Sharing
	if sharing == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	var following sync.WaitGroup
	following.Go(func() {
		sharing.Level.Follow(ctx, func(news []shared.News) {
			for _, one := range append(c.identities.all(), c) {
				if one.opened.Load() {
					sharing.Hear(one.core, news)
				}
			}
		})
	})
	c.unfollow = func() {
		cancel()
		following.Wait()
	}
}
