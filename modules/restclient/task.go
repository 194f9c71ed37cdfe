package restclient

import (
	"context"
	"errors"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
)

// callKey is one endpoint, compared by address, and one URL, for one identity.
type callKey struct {
	space    *space
	endpoint *endpoint
	url      string
}

var _ share.Task = (*task)(nil)

// task is a call of a session under way, and what it does.
type task struct {
	session session
	call    *call
	run     func(context.Context) (any, error)
}

// task makes a task of a call.
func (s session) task(c *call, run func(context.Context) (any, error)) *task {
	return &task{session: s, call: c, run: run}
}

// about is the call, for Inspect.
func (t *task) about() *call { return t.call }

func (t *task) Run(ctx context.Context) (any, error) { return t.run(ctx) }

// Needless is false: what is no read is done in any case.
func (*task) Needless() bool { return false }

// Begin tells the observers.
func (t *task) Begin(ctx context.Context, joined bool) (context.Context, func(error)) {
	if len(t.session.client.config.observers) == 0 {
		return ctx, nil
	}
	ctx, o := t.session.client.observe(ctx, t.call)
	if joined {
		return ctx, o.share().end
	}
	t.call.seen = o
	return ctx, o.end
}

// Ended tells the handler of a status, and then the observers.
func (t *task) Ended(ctx context.Context, err error) {
	defer t.call.end(err)
	t.session.tellStatus(ctx, err)
}

// readTask is a read, which is needless once its answer is fresh.
type readTask struct {
	task
	endpoint *endpoint
}

func newReadTask(s session, e *endpoint, c *call) readTask {
	return readTask{task{session: s, call: c}, e}
}

func (t *readTask) Run(ctx context.Context) (any, error) {
	return t.endpoint.run(ctx, t.session.now(), t.call)
}

// Needless reports whether the answer is fresh, unless it is asked for in any
// case, or whether the render function that is running knows it.
func (t *readTask) Needless() bool {
	if t.call.forced {
		return false
	}
	_, status := t.endpoint.lookup(t.session.now(), t.call)
	return status == entity.Fresh || status == entity.Stale && t.session.frame.knows(t.endpoint.callKey(t.session, t.call))
}

// refreshTask is a read that nobody waits for.
type refreshTask struct{ readTask }

func (t *refreshTask) Run(ctx context.Context) (any, error) {
	value, err := t.readTask.Run(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.session.client.config.logger.WarnContext(ctx, "revalidation failed", "op", t.call.Op, "err", err)
	}
	return value, err
}

// because adds to the error of a call why it was ended.
func because(cause, err error) error {
	if e, ok := asError(err); ok && !errors.Is(err, cause) {
		e.Err = fmt.Errorf("%w: %w", cause, e.Err)
		e.Kind = kindOf(e.Err)
	}
	return err
}
