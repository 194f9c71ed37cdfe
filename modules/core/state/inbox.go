package state

import "context"

// waiting is how many signals wait for a subscriber.
const waiting = 64

// Inbox holds the signals of one subscription that it has not received yet, at most 64:
// beyond that it loses them, so that a slow subscriber holds nobody up. It is what
// adapters of Signals are made of, and safe for concurrent use.
type Inbox struct {
	signals chan []byte
	lost    chan struct{} // holds one when signals were lost
}

// NewInbox returns an inbox without signals.
func NewInbox() *Inbox { return &Inbox{make(chan []byte, waiting), make(chan struct{}, 1)} }

// Put adds a signal, whose payload is not nil and not used by the caller any more. It
// does not wait.
func (in *Inbox) Put(payload []byte) {
	select {
	case in.signals <- payload:
	default:
		in.Lose()
	}
}

// Lose notes that the subscription has begun, or that signals may have been lost.
func (in *Inbox) Lose() {
	select {
	case in.lost <- struct{}{}:
	default: // that stands there
	}
}

// Serve calls receive for what comes, as Signals.Subscribe says, until ctx is done, and
// returns its error. What was lost is told first.
func (in *Inbox) Serve(ctx context.Context, receive func(payload []byte)) error {
	for ctx.Err() == nil {
		select {
		case <-in.lost:
			receive(nil)
			continue
		default:
		}
		select {
		case <-in.lost:
			receive(nil)
		case payload := <-in.signals:
			receive(payload)
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}
