package restclient

import "context"

// WithSerialMutations sends the mutations of one entity one after the other, in
// the order in which they were called: each waits until the one before has been
// answered or has failed. What WithOptimistic shows, it shows at once. Default:
// off, they are sent as they come, and a server may take them in another order.
func WithSerialMutations() EndpointOption { return func(d *declaration) { d.serial = true } }

// entityKey names an entity, whose mutations wait for each other.
type entityKey struct {
	collection string
	key        any
}

// inTurn waits until the mutations of the entity that were called before are over,
// if they are sent one after the other. After a nil error, done is called once.
func inTurn(ctx context.Context, s session, e *endpoint, c *call) (done func(), err error) {
	if !e.serial || c.Key == nil {
		return func() {}, nil
	}
	return s.space.mutations.Wait(ctx, entityKey{e.declared.Collection, c.Key})
}
