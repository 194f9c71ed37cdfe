package router

import "context"

// What the specs of the server reach that routes reach through a Context.

func (r *Router) Background(ctx context.Context, fn func(context.Context)) error {
	return r.server.background.start(ctx, fn)
}

func (r *Router) Draining() <-chan struct{} { return r.server.draining.channel() }

func (r *Router) Closing() <-chan struct{} { return r.server.closing.channel() }
