package restclient

import (
	"context"
	"iter"

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
	return result[E](fetchIn(ctx, b.client, b.ep.get, boxed(key)))
}

// FetchList asks the server for a list, whatever the store has.
func (b *Bound[E, P, F]) FetchList(ctx context.Context, filter F) (List[E], error) {
	return result[List[E]](fetchIn(ctx, b.client, b.ep.getList, boxed(filter)))
}

// Page asks the server for the page that filter names and appends it to the
// stored list, if that was read with List before. It returns the rows of the page.
func (b *Bound[E, P, F]) Page(ctx context.Context, filter F) (List[E], error) {
	return result[List[E]](fetchIn(ctx, b.client, b.ep.getPage, boxed(filter)))
}

// Unshift creates an entity and adds it to the front of the lists it belongs to.
func (b *Bound[E, P, F]) Unshift(ctx context.Context, filter F, body E) (E, error) {
	return result[E](mutateIn(ctx, b.client, b.ep.unshift, boxed(filter), body))
}

// Update replaces an entity.
func (b *Bound[E, P, F]) Update(ctx context.Context, key P, body E) (E, error) {
	return result[E](mutateIn(ctx, b.client, b.ep.update, boxed(key), body))
}

// PartialUpdate changes some fields of an entity.
func (b *Bound[E, P, F]) PartialUpdate(ctx context.Context, key P, fields Fields) (E, error) {
	return result[E](mutateIn(ctx, b.client, b.ep.partialUpdate, boxed(key), fields))
}

// Create creates an entity and adds it to the end of the lists it belongs to, as
// GetList.Push does.
func (b *Bound[E, P, F]) Create(ctx context.Context, filter F, body E) (E, error) {
	return result[E](mutateIn(ctx, b.client, b.ep.push, boxed(filter), body))
}

// Edit changes an entity with f, as the function Edit does.
func (b *Bound[E, P, F]) Edit(ctx context.Context, key P, f func(*E)) (E, error) {
	return result[E](editIn(ctx, b.client, b.ep.get, b.ep.partialUpdate, boxed(key), changing(f)))
}

// Delete deletes an entity, also from all stored lists.
func (b *Bound[E, P, F]) Delete(ctx context.Context, key P) error {
	_, err := mutateIn(ctx, b.client, b.ep.remove, boxed(key), None{})
	return err
}

// Invalidate makes one entity unusable wherever it came from: the next Get waits
// for the server. Lists go on to show it.
func (b *Bound[E, P, F]) Invalidate(ctx context.Context, key P) error {
	return touchIn(ctx, b.client, b.ep.get, boxed(key), store.Invalidate)
}

// Expire makes one entity stale wherever it came from: it is still shown, and
// read again at the next Get.
func (b *Bound[E, P, F]) Expire(ctx context.Context, key P) error {
	return touchIn(ctx, b.client, b.ep.get, boxed(key), store.Expire)
}

// InvalidateList makes one list unusable: the next List waits for the server.
func (b *Bound[E, P, F]) InvalidateList(ctx context.Context, filter F) error {
	return touchIn(ctx, b.client, b.ep.getList, boxed(filter), store.Invalidate)
}

// ExpireList makes one list stale: it is still shown, and read again at the next
// List.
func (b *Bound[E, P, F]) ExpireList(ctx context.Context, filter F) error {
	return touchIn(ctx, b.client, b.ep.getList, boxed(filter), store.Expire)
}

// Watch yields one entity: what Get returns, and then each change of it, the
// newest only. The loop ends with ctx.
func (b *Bound[E, P, F]) Watch(ctx context.Context, key P) iter.Seq2[E, error] {
	return results[E](watchedIn(ctx, b.client, b.ep.get, boxed(key)))
}

// WatchList yields a list: what List returns, and then each change of it, or of
// an entity in it, the newest only. The loop ends with ctx.
func (b *Bound[E, P, F]) WatchList(ctx context.Context, filter F) iter.Seq2[List[E], error] {
	return results[List[E]](watchedIn(ctx, b.client, b.ep.getList, boxed(filter)))
}

// Pages reads a list page by page, as the function Pages does.
func (b *Bound[E, P, F]) Pages(ctx context.Context, filter F, opts ...PageOption) iter.Seq2[Page[E], error] {
	return typedPages[E](pagesIn(ctx, b.client, b.ep.getList, boxed(filter), opts))
}

// All yields the entities of a list, page by page, as the function All does:
//
//	for todo, err := range todos.All(ctx, TodoFilter{}, restclient.ByOffset("offset")) {
func (b *Bound[E, P, F]) All(ctx context.Context, filter F, opts ...PageOption) iter.Seq2[E, error] {
	return results[E](itemsIn(ctx, b.client, b.ep.getList, boxed(filter), opts))
}

// Stream yields the entities of a list while it arrives, as the function Stream
// does.
func (b *Bound[E, P, F]) Stream(ctx context.Context, filter F, opts ...StreamOption) iter.Seq2[E, error] {
	return results[E](streamIn(ctx, b.client, b.ep.getList, boxed(filter), opts))
}

// Ingest stores changes as they come, from server-sent events, a WebSocket or
// any other source, until the source or ctx ends. It returns nil when the source
// has ended by itself; else an *Error, which wraps ErrClosed when the client is closed, or
// the error of WithIngestError. All that has come by then is stored when it returns.
//
// Changes are stored in their order, many in one commit when they come fast:
// watchers see the last state only. They count as newer than the answers to
// requests that were under way when they came. A source that waits for its next
// change has to end with ctx by itself. When the client is reset, Ingest ends
// with a KindReset error at the next change, which it takes and does not store.
func (b *Bound[E, P, F]) Ingest(ctx context.Context, source iter.Seq2[Pushed[P], error], opts ...IngestOption) error {
	return ingestIn(ctx, b.client, b.ep.get, b.ep.getList, untypedPushes(source), opts)
}
