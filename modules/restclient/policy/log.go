package policy

import (
	"context"
	"log/slog"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
)

type logConfig struct{ now func() time.Time }

// Log logs the start and the end of each request at Debug: operation, method,
// URL, which attempt it is, and at the end status or error, and how long it took
// until the headers were there. It logs no header and no body; in URLs user info
// and the values of parameters with names such as access_token are redacted, in
// the texts of errors too. Nil is silent.
func Log(l *slog.Logger, opts ...LogOption) Middleware {
	if l == nil {
		l = slog.New(slog.DiscardHandler)
	}
	c := logConfig{now: time.Now}
	for _, opt := range opts {
		opt.forLog(&c)
	}
	return func(next core.Transport) core.Transport {
		return &layer{"log", next, func(ctx context.Context, r *core.Request) (*core.Response, error) {
			if !l.Enabled(ctx, slog.LevelDebug) {
				return next.Do(ctx, r)
			}
			start := c.now()
			about := l.With("op", r.Op, "method", r.Method, "url", shown(ctx, redact.URL(r.URL)), "attempt", Attempt(ctx))
			about.DebugContext(ctx, "rest request")
			res, err := next.Do(ctx, r)
			if err != nil {
				about.DebugContext(ctx, "rest request failed", "took", c.now().Sub(start), "err", shown(ctx, redact.Cause(err)))
				return nil, err
			}
			about.DebugContext(ctx, "rest response", "took", c.now().Sub(start), "status", res.Status)
			return res, nil
		}}
	}
}
