package restclient

import (
	"context"
	"iter"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

// Code with type parameters is compiled again for each resource, so there is
// little of it: it boxes arguments, calls the methods below and gives results
// their type. None of that is inlined, which would repeat it for each caller.

// boxed returns arguments as endpoints take them: a *A in an any.
//
//go:noinline
func boxed[A any](args A) any { return &args }

// result returns a result in its type, a zero value for nil.
//
//go:noinline
func result[R any](value any, err error) (R, error) {
	r, _ := value.(R)
	return r, err
}

// results returns results in their type.
//
//go:noinline
func results[R any](all iter.Seq2[any, error]) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		all(func(value any, err error) bool { return yield(result[R](value, err)) })
	}
}

//go:noinline
func (c *Client) fetch(ctx context.Context, ep *endpoint, args any) (any, error) {
	return fetch(ctx, c.session(ctx), ep, args)
}

//go:noinline
func (c *Client) mutate(ctx context.Context, ep *endpoint, args, body any) (any, error) {
	return mutate(ctx, c.session(ctx), ep, args, body)
}

//go:noinline
func (c *Client) edit(ctx context.Context, get, update *endpoint, args any, change func(entity any)) (any, error) {
	if c == nil {
		return nil, noController(update)
	}
	e := edit{mutation{c.session(ctx), update, nil}, get, args, change}
	return e.run(ctx)
}

//go:noinline
func (c *Client) touch(ctx context.Context, ep *endpoint, args any, t answer.Touch) error {
	return touch(c.session(ctx), ep, args, t)
}

//go:noinline
func (c *Client) watch(ctx context.Context, ep *endpoint, args any) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		newWatcher(c.session(ctx), ep, args, noController(ep), nil).all(ctx)(yield)
	}
}

//go:noinline
func (c *Client) pages(ctx context.Context, ep *endpoint, args any, opts []PageOption) iter.Seq2[page, error] {
	return func(yield func(page, error) bool) { readPages(ctx, c.session(ctx), ep, args, opts, yield) }
}

//go:noinline
func (c *Client) items(ctx context.Context, ep *endpoint, args any, opts []PageOption) iter.Seq2[any, error] {
	return itemsOf(c.pages(ctx, ep, args, opts), opts)
}

//go:noinline
func (c *Client) stream(ctx context.Context, ep *endpoint, args any, opts []StreamOption) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) { streamRows(ctx, c.session(ctx), ep, args, opts, yield) }
}
