// Package live runs something again when what it has read from a store changes.
//
//	live.Run(ctx, session, render, func(settled bool, err error) bool { … })
//	w := live.Watch(session, endpoint, &args, nil)
//	value, err := w.Next(ctx)
package live

import (
	"context"
	"errors"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/poll"
)

// Run runs render, and tells yield each time whether there is what it has
// rendered.
func Run(ctx context.Context, s call.Session, render func(context.Context) error, yield func(settled bool, err error) bool) {
	f := follow(s, nil)
	defer f.close()
	for {
		err := settled(ctx, f, func(s call.Session) error { return render(s.Context(ctx)) })
		unsettled := errors.Is(err, fault.ErrUnsettled)
		if ctx.Err() != nil || err != nil && f.closed() || !yield(!unsettled, err) || unsettled {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-f.session.Client.Calls.Closed():
			return
		case <-f.watch.Changed():
		}
	}
}

// Poll polls an answer until leave is called.
func Poll(ctx context.Context, s call.Session, e *call.Endpoint, args any, every time.Duration) (leave func()) {
	c, err := call.New(s, e, args)
	if err != nil || every <= 0 {
		return func() {}
	}
	ctx = context.WithoutCancel(ctx)
	key := c.Key()
	return s.Client.Polls.Subscribe(key, &poll.Subscriber{
		Every:    every,
		Answered: func() time.Time { return s.Space.Answers.Last(key) },
		Ask:      func(every time.Duration) { call.Poll(ctx, s, e, args, every) },
	})
}
