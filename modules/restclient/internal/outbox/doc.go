// Package outbox is the queue of mutations that wait for the network: what is
// written into its journal, what is read back from it, and how what is said
// about an entity that the server does not know yet becomes what it knows.
//
//	queue, err := outbox.Open(records, journal, outbox.Limits{Entries: 1000, Bytes: 1 << 20})
//	err = queue.Put(entry)
//	first := queue.Entries()[0]
//	err = queue.End(outbox.End{IDs: []string{first.ID}})
//
// The journal has a record for each entry that was put, and one for each end of
// some. It is compacted when most of it has ended.
package outbox
