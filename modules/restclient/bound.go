package restclient

import "context"

// Bound is a resource on one client: its endpoints as methods that need no
// client in their context. It is safe for concurrent use.
type Bound[E, P, F any] struct {
	client   *Client
	resource Resource[E, P, F]
}

// On binds the resource to a client. A nil client answers every call with
// ErrNoController.
func (r Resource[E, P, F]) On(c *Client) Bound[E, P, F] { return Bound[E, P, F]{c, r} }

// Get returns one entity as UseSuspense does: from the store, or else from the
// server.
func (b Bound[E, P, F]) Get(ctx context.Context, key P) (E, error) {
	return suspend(ctx, b.client.session(ctx), b.resource.Get.ep, key)
}

// List returns a list as UseSuspense does: from the store, or else from the
// server.
func (b Bound[E, P, F]) List(ctx context.Context, filter F) (List[E], error) {
	return suspend(ctx, b.client.session(ctx), b.resource.GetList.ep, filter)
}

// Fetch asks the server for one entity, whatever the store has.
func (b Bound[E, P, F]) Fetch(ctx context.Context, key P) (E, error) {
	return result[E](b.resource.Get.endpoint().fetch(ctx, b.client.session(ctx), boxed(key)))
}

// FetchList asks the server for a list, whatever the store has.
func (b Bound[E, P, F]) FetchList(ctx context.Context, filter F) (List[E], error) {
	return result[List[E]](b.resource.GetList.endpoint().fetch(ctx, b.client.session(ctx), boxed(filter)))
}

// Page asks the server for the page that filter names and appends it to the
// stored list. It returns the rows of the page.
func (b Bound[E, P, F]) Page(ctx context.Context, filter F) (List[E], error) {
	return result[List[E]](b.resource.GetList.GetPage.endpoint().fetch(ctx, b.client.session(ctx), boxed(filter)))
}

// Push creates an entity and adds it to the end of the lists it belongs to.
func (b Bound[E, P, F]) Push(ctx context.Context, filter F, body E) (E, error) {
	return result[E](b.resource.GetList.Push.endpoint().mutate(ctx, b.client.session(ctx), boxed(filter), body))
}

// Unshift creates an entity and adds it to the front of the lists it belongs to.
func (b Bound[E, P, F]) Unshift(ctx context.Context, filter F, body E) (E, error) {
	return result[E](b.resource.GetList.Unshift.endpoint().mutate(ctx, b.client.session(ctx), boxed(filter), body))
}

// Update replaces an entity.
func (b Bound[E, P, F]) Update(ctx context.Context, key P, body E) (E, error) {
	return result[E](b.resource.Update.endpoint().mutate(ctx, b.client.session(ctx), boxed(key), body))
}

// PartialUpdate changes some fields of an entity.
func (b Bound[E, P, F]) PartialUpdate(ctx context.Context, key P, fields Fields) (E, error) {
	return result[E](b.resource.PartialUpdate.endpoint().mutate(ctx, b.client.session(ctx), boxed(key), fields))
}

// Create is Push: it creates an entity and adds it to the end of the lists it
// belongs to.
func (b Bound[E, P, F]) Create(ctx context.Context, filter F, body E) (E, error) {
	return b.Push(ctx, filter, body)
}

// Edit changes an entity with f, as the function Edit does.
func (b Bound[E, P, F]) Edit(ctx context.Context, key P, f func(*E)) (E, error) {
	if b.client == nil {
		return result[E](nil, noController(b.resource.PartialUpdate.endpoint()))
	}
	return editIn(ctx, b.client.session(ctx), b.resource, key, f)
}

// Delete deletes an entity, also from all stored lists.
func (b Bound[E, P, F]) Delete(ctx context.Context, key P) error {
	_, err := b.resource.Delete.endpoint().mutate(ctx, b.client.session(ctx), boxed(key), None{})
	return err
}
