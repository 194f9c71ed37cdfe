package restclient

import (
	"context"
	"errors"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
)

var _ share.Task = (*task)(nil)

// task is a request of a session under way, and what it is for. Nothing in it
// changes, because Inspect looks at it meanwhile.
type task struct {
	session
	request *answer.Request
	purpose Purpose
	found   entity.Status // what the store had
	run     func(context.Context) (any, error)
}

// about is the task, for Inspect.
func (t *task) about() *task { return t }

// Run does the work.
func (t *task) Run(ctx context.Context) (any, error) { return t.run(ctx) }

// Needless is false: what is no read is done in any case.
func (*task) Needless() bool { return false }

// Begin tells the observers.
func (t *task) Begin(ctx context.Context, joined bool) (context.Context, func(error)) {
	if len(t.client.config.observers) == 0 {
		return ctx, nil
	}
	ctx, o := t.client.observe(ctx, t)
	if joined {
		o = o.share()
	}
	return ctx, o.end
}

// Ended tells the handler of a status, and then the observers.
func (t *task) Ended(ctx context.Context, err error) {
	if len(t.client.config.observers) > 0 {
		defer observationIn(ctx).end(err)
	}
	t.tellStatus(ctx, err)
}

// forced reports whether the server is asked whatever is stored.
func (t *task) forced() bool { return t.purpose == ForFetch || t.purpose == ForPoll }

// cacheState is what observers are told of the store.
func (t *task) cacheState() CacheState {
	if t.purpose == ForRead || t.purpose == ForRevalidate {
		return cacheStateOf(t.found)
	}
	return CacheBypass
}

// because adds to the error of a call why it was ended.
func because(cause, err error) error {
	if e, ok := asError(err); ok && !errors.Is(err, cause) {
		e.Err = fmt.Errorf("%w: %w", cause, e.Err)
		e.Kind = kindOf(e.Err)
	}
	return err
}
