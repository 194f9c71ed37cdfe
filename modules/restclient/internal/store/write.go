package store

import "time"

// Stamp orders requests: later ones have greater stamps.
type Stamp uint64

// Write says when the request behind a write began and how long its data is
// fresh. Begin gives Start before the request is sent.
type Write struct {
	Start Stamp
	TTL   time.Duration // not positive: stale at once
	// Sent is when the mutation was sent, where it has waited for others since it began: the
	// server has taken those first that were answered before. 0: when it began.
	Sent Stamp
	// By names who writes, such as an operation, for OnCommit. It changes nothing.
	By string
	// Mutation says that the data answers a mutation. What a later request has
	// read unchanged does not outweigh it, and reads that began before the answer
	// do not change what it has set.
	Mutation bool
	// Pushed says that the data came by itself: nobody knows what the server had been told
	// before.
	Pushed bool
	// Apart says that the request asked for more or less than others do: what is stored
	// is not fresher by that.
	Apart bool
	// Volatile says that the data must not be saved: Images leaves out what has
	// some of it.
	Volatile bool

	commit   *commit // the commit that the write joins; nil: one of its own
	answered Stamp   // when the mutation was answered; 0 for reads
	partial  bool    // a push of some fields, which tells nothing of the others
}

// sent is when the request was sent.
func (w Write) sent() Stamp { return max(w.Start, w.Sent) }
