// Package delivery queues mutations while there is no network, and sends them when it
// is back.
//
//	queue := delivery.Open(client, space, config)
//	queue.SetOnline(true)
//
// A Queue is the Outbox of a client of package call. Package outbox keeps the order of
// its mutations.
package delivery

import (
	"context"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
)

// Open reads the queue of a client, and shows what is in it. Nothing is
// sent before SetOnline.
func Open(client *call.Client, sp *call.Space, c Config) *Queue {
	o := &Queue{client: client, config: c, names: outbox.Keys{Codec: client.Codec}, waiting: map[string]*waiting{}}
	records, err := c.Journal.Records(context.Background(), client.ID)
	o.fault(err)
	o.queue, err = outbox.Open(records, journalOf{c.Journal, client.ID}, c.Limits)
	o.fault(err)
	o.sender = sender{
		queue: o.queue, perEntity: c.PerEntity, closing: client.Calls.Closed(), wake: make(chan struct{}, 1), mu: &o.mu, waiting: o.waiting,
		deliver: func(entry outbox.Entry, one *waiting) { (&attempt{o, entry, one}).deliver() },
	}
	s := call.Session{Client: client, Space: sp}
	entries := o.queue.Entries()
	for i, entry := range entries {
		ep := o.endpoint(entry)
		one := &waiting{ep: ep, layer: o.show(o.mutation(s, ep, entry), nil)}
		one.earlier = !slices.ContainsFunc(entries[:i], func(other outbox.Entry) bool { return entry.DependsOn(&other) })
		o.waiting[entry.ID] = one
	}
	return o
}
