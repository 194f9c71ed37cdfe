package restclient

import (
	"context"
	"iter"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/feed"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/paging"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Bound is a resource on one client: its endpoints as methods that need no
// client in their context. It is safe for concurrent use.
type Bound[E, P, F any] struct {
	client *Client
	ep     *resourceOf[E, P, F]
}

// Get returns one entity as UseSuspense does: from the store, or else from the
// server.
func (b *Bound[E, P, F]) Get(ctx context.Context, key P) (E, error) {
	return suspend(ctx, b.client.session(ctx), (*typed[P, E])(b.ep.get), key)
}

// List returns a list as UseSuspense does: from the store, or else from the
// server. A filter that selects a page is an error: use Page or Pages.
func (b *Bound[E, P, F]) List(ctx context.Context, filter F) (List[E], error) {
	return suspend(ctx, b.client.session(ctx), (*typed[F, List[E]])(b.ep.getList), filter)
}

// Fetch asks the server for one entity, whatever the store has.
func (b *Bound[E, P, F]) Fetch(ctx context.Context, key P) (E, error) {
	return result[E](fetchOn(ctx, b.client, b.ep.get, boxed(key)))
}

// FetchList asks the server for a list, whatever the store has.
func (b *Bound[E, P, F]) FetchList(ctx context.Context, filter F) (List[E], error) {
	return result[List[E]](fetchOn(ctx, b.client, b.ep.getList, boxed(filter)))
}

// Page asks the server for the page that filter names and appends it to the
// stored list, if that was read with List before. It returns the rows of the page.
func (b *Bound[E, P, F]) Page(ctx context.Context, filter F) (List[E], error) {
	return result[List[E]](fetchOn(ctx, b.client, b.ep.getPage, boxed(filter)))
}

// Unshift creates an entity and adds it to the front of the lists it belongs to.
func (b *Bound[E, P, F]) Unshift(ctx context.Context, filter F, body E) (E, error) {
	return result[E](mutateOn(ctx, b.client, b.ep.unshift, boxed(filter), body))
}

// Update replaces an entity.
func (b *Bound[E, P, F]) Update(ctx context.Context, key P, body E) (E, error) {
	return result[E](mutateOn(ctx, b.client, b.ep.update, boxed(key), body))
}

// PartialUpdate changes some fields of an entity.
func (b *Bound[E, P, F]) PartialUpdate(ctx context.Context, key P, fields Fields) (E, error) {
	return result[E](mutateOn(ctx, b.client, b.ep.partialUpdate, boxed(key), fields))
}

// Create creates an entity and adds it to the end of the lists it belongs to, as
// GetList.Push does.
func (b *Bound[E, P, F]) Create(ctx context.Context, filter F, body E) (E, error) {
	return result[E](mutateOn(ctx, b.client, b.ep.push, boxed(filter), body))
}

// Edit changes an entity with f, as the function Edit does.
func (b *Bound[E, P, F]) Edit(ctx context.Context, key P, f func(*E)) (E, error) {
	return result[E](editOn(ctx, b.client, b.ep.get, b.ep.partialUpdate, boxed(key), changing(f)))
}

// Delete deletes an entity, also from all stored lists.
func (b *Bound[E, P, F]) Delete(ctx context.Context, key P) error {
	_, err := mutateOn(ctx, b.client, b.ep.remove, boxed(key), None{})
	return err
}

// Invalidate makes one entity unusable wherever it came from: the next Get waits
// for the server. Lists go on to show it.
func (b *Bound[E, P, F]) Invalidate(ctx context.Context, key P) error {
	return touchOn(ctx, b.client, b.ep.get, boxed(key), store.Invalidate)
}

// Expire makes one entity stale wherever it came from: it is still shown, and
// read again at the next Get.
func (b *Bound[E, P, F]) Expire(ctx context.Context, key P) error {
	return touchOn(ctx, b.client, b.ep.get, boxed(key), store.Expire)
}

// InvalidateList makes one list unusable: the next List waits for the server.
func (b *Bound[E, P, F]) InvalidateList(ctx context.Context, filter F) error {
	return touchOn(ctx, b.client, b.ep.getList, boxed(filter), store.Invalidate)
}

// ExpireList makes one list stale: it is still shown, and read again at the next
// List.
func (b *Bound[E, P, F]) ExpireList(ctx context.Context, filter F) error {
	return touchOn(ctx, b.client, b.ep.getList, boxed(filter), store.Expire)
}

// Watch yields one entity: what Get returns, and then each change of it, the
// newest only. The loop ends with ctx.
func (b *Bound[E, P, F]) Watch(ctx context.Context, key P) iter.Seq2[E, error] {
	return results[E](watchOn(ctx, b.client, b.ep.get, boxed(key)))
}

// WatchList yields a list: what List returns, and then each change of it, or of
// an entity in it, the newest only. The loop ends with ctx.
func (b *Bound[E, P, F]) WatchList(ctx context.Context, filter F) iter.Seq2[List[E], error] {
	return results[List[E]](watchOn(ctx, b.client, b.ep.getList, boxed(filter)))
}

// Pages reads a list page by page, as the function Pages does.
func (b *Bound[E, P, F]) Pages(ctx context.Context, filter F, opts ...PageOption) iter.Seq2[Page[E], error] {
	return typedPages[E](pagesOn(ctx, b.client, b.ep.getList, boxed(filter), opts))
}

// All yields the entities of a list, page by page, as the function All does:
//
//	for todo, err := range todos.All(ctx, TodoFilter{}, restclient.ByOffset("offset")) {
func (b *Bound[E, P, F]) All(ctx context.Context, filter F, opts ...PageOption) iter.Seq2[E, error] {
	return results[E](itemsOn(ctx, b.client, b.ep.getList, boxed(filter), opts))
}

// Stream yields the entities of a list while it arrives, as the function Stream
// does.
func (b *Bound[E, P, F]) Stream(ctx context.Context, filter F, opts ...StreamOption) iter.Seq2[E, error] {
	return results[E](streamOn(ctx, b.client, b.ep.getList, boxed(filter), opts))
}

// Ingest stores changes as they come, from server-sent events, a WebSocket or
// any other source, until the source or ctx ends. It returns nil when the source
// has ended; else an *Error, or the error of WithIngestError. All that has come
// by then is stored when it returns.
//
// Changes are stored in their order, many in one commit when they come fast:
// watchers see the last state only. They count as newer than the answers to
// requests that were under way when they came. A source that waits for its next
// change has to end with ctx by itself. When the client is reset, Ingest ends
// with a KindReset error at the next change.
func (b *Bound[E, P, F]) Ingest(ctx context.Context, source iter.Seq2[Pushed[P], error], opts ...IngestOption) error {
	return ingestOn(ctx, b.client, b.ep.get, b.ep.getList, untypedPushes(source), opts)
}

// What follows is not inlined, so that each resource has little code.

//go:noinline
func fetchOn(ctx context.Context, c *Client, ep *call.Endpoint, args any) (any, error) {
	if err := usable(c, ep); err != nil {
		return nil, err
	}
	return call.Fetch(ctx, c.session(ctx), ep, args)
}

//go:noinline
func mutateOn(ctx context.Context, c *Client, ep *call.Endpoint, args, body any) (any, error) {
	if err := usable(c, ep); err != nil {
		return nil, err
	}
	return call.Mutate(ctx, c.session(ctx), ep, args, bodyOf(body))
}

//go:noinline
func editOn(ctx context.Context, c *Client, get, update *call.Endpoint, args any, change func(entity any)) (any, error) {
	if c == nil {
		return nil, noController(update)
	}
	return call.Edit(ctx, c.session(ctx), get, update, args, change)
}

//go:noinline
func touchOn(ctx context.Context, c *Client, ep *call.Endpoint, args any, t store.Touch) error {
	if err := usable(c, ep); err != nil {
		return err
	}
	return call.Touch(ctx, c.session(ctx), ep, args, t)
}

//go:noinline
func watchOn(ctx context.Context, c *Client, ep *call.Endpoint, args any) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		watchSession(c.session(ctx), ep, args, nil).All(ctx)(yield)
	}
}

//go:noinline
func pagesOn(ctx context.Context, c *Client, ep *call.Endpoint, args any, opts []PageOption) iter.Seq2[paging.Page, error] {
	return func(yield func(paging.Page, error) bool) {
		if err := usable(c, ep); err != nil {
			yield(paging.Page{}, err)
			return
		}
		paging.Read(ctx, c.session(ctx), ep, args, newPaging(opts), yield)
	}
}

//go:noinline
func itemsOn(ctx context.Context, c *Client, ep *call.Endpoint, args any, opts []PageOption) iter.Seq2[any, error] {
	return paging.Items(pagesOn(ctx, c, ep, args, opts), newPaging(opts).MaxItems)
}

//go:noinline
func streamOn(ctx context.Context, c *Client, ep *call.Endpoint, args any, opts []StreamOption) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		if err := usable(c, ep); err != nil {
			yield(nil, err)
			return
		}
		feed.Read(ctx, c.session(ctx), ep, args, streamingOf(opts), yield)
	}
}
