package api

import (
	"log/slog"

	"github.com/trefoil-go/trefoil/modules/router"
)

// AccessLog writes a line for every request that a route has answered, however
// it went: also when the client has gone away.
func AccessLog(log *slog.Logger) router.Pack {
	return func(r *router.Router) { r.AfterResponse(accessLog{log}.write) }
}

type accessLog struct{ log *slog.Logger }

func (l accessLog) write(c *router.Context) {
	l.log.Info("answered", "status", c.Status(), "method", c.Request().Method, "path", c.Request().URL.Path, "client", c.ClientIP())
}
