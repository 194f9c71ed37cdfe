package delivery

import (
	"context"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
)

// Config is what a queue is told.
type Config struct {
	Journal     Journal
	Limits      outbox.Limits
	First, Most time.Duration // between attempts
	PerEntity   bool          // only those about one entity hold up each other
	Endpoints   map[string]*call.Endpoint
	IDs         map[*call.Endpoint]string // what they are called in the journal
	// Tell is called with news, concurrently.
	Tell func(Event)
	// Context makes the context of a mutation that is sent from the queue.
	Context func(context.Context) context.Context
}

// Journal keeps the records of queues, for each identity.
type Journal interface {
	Records(ctx context.Context, identity string) ([][]byte, error)
	Append(ctx context.Context, identity string, record []byte) error
	Rewrite(ctx context.Context, identity string, records [][]byte) error
	Forget(ctx context.Context, identity string) error
}

// journalOf is the journal of one identity.
type journalOf struct {
	Journal
	id string
}

func (j journalOf) Append(record []byte) error {
	return j.Journal.Append(context.Background(), j.id, record)
}

func (j journalOf) Rewrite(records [][]byte) error {
	return j.Journal.Rewrite(context.Background(), j.id, records)
}
