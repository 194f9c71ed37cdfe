package restclient

import (
	"context"
	"math/rand/v2"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
)

// space is what belongs together and is shared with nothing else: the data of
// one identity, and the calls for it that are under way.
type space struct {
	store     *entity.Store
	calls     *share.Scope[callKey] // ends when another space takes the place of this
	mutations share.Queue[entityKey]
	answers   answers
	batches   batches
}

func newSpace(c config, g *share.Group) *space {
	options := []entity.Option{entity.WithUnmarshal(c.codec.Unmarshal), entity.WithMaxEntries(c.maxEntities)}
	if c.ownClock {
		options = append(options, entity.WithClock(c.now))
	}
	if c.persist != nil {
		options = append(options, entity.WithRetention(c.persist.keepFor))
	}
	if c.outbox != nil {
		options = append(options, entity.WithDraftNumbers(func() uint64 { return rand.Uint64N(1 << 52) }))
	}
	return &space{store: entity.NewStore(options...), calls: share.NewScope[callKey](g)}
}

// session is one use of a client.
type session struct {
	client *Client
	space  *space
	// at is the state that is read: nil for the newest, else that of the render
	// function that reads it.
	at *entity.Snapshot
	// frame is the run of the render function; nil outside of them.
	frame *frame
}

// sessionOf returns the session of ctx, for an endpoint that is used in it.
func sessionOf(ctx context.Context, ep *endpoint) (session, error) {
	s := sessionIn(ctx)
	if s.client == nil {
		return s, noController(ep)
	}
	return s, nil
}

func noController(ep *endpoint) error {
	return &Error{Op: ep.label(), Kind: KindArgument, Err: ErrNoController}
}

// sessionIn returns the session of ctx, which has no client when ctx carries
// none: that of the render function that is running, if it is for that client.
func sessionIn(ctx context.Context) session {
	c := UseController(ctx)
	if f, ok := ctx.Value(frameKey{}).(*frame); ok && c != nil && (f.client == c || f.client.parent == c) {
		return session{client: f.client, space: f.space, at: f.at, frame: f}
	}
	return c.session(ctx)
}

// now is the session as it reads the newest state.
func (s session) now() session { return session{client: s.client, space: s.space} }

func (s session) store() *entity.Store { return s.space.store }

// commit runs f, whose writes become visible at once.
func (s session) commit(w entity.Write, f func(entity.Write)) { s.store().Commit(w, f) }
