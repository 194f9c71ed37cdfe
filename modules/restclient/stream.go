package restclient

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/feed"
)

// RowError says which row of a stream is wrong. It is the cause of an *Error.
type RowError struct {
	Row    int   // counts the rows of the response, from 1
	Offset int64 // in bytes: where the row begins, or where its JSON breaks
	Err    error
}

// Error names the row, the offset and the cause.
func (e *RowError) Error() string {
	return fmt.Sprintf("row %d at byte %d: %v", e.Row, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *RowError) Unwrap() error { return e.Err }

// StreamOption changes how Stream reads. Options apply in order, the last wins.
type StreamOption func(*feed.Options)

// StreamIn says which member of the response holds the array: its name, or a
// JSON pointer (RFC 6901) such as "/data/rows". Default: that of WithItemsIn, or none,
// the response is the array.
func StreamIn(member string) StreamOption { return func(s *feed.Options) { s.Member = member } }

// StreamBatch sets how many rows enter the store together, and how long the
// first of them waits for the others. Default: 64 rows, 50 ms.
func StreamBatch(rows int, wait time.Duration) StreamOption {
	return func(s *feed.Options) { s.Rows, s.Wait = max(rows, 1), wait }
}

// StreamIdle sets how long the server may send nothing. Default: the client's
// WithTimeout. Not positive: no limit but ctx.
func StreamIdle(d time.Duration) StreamOption { return func(s *feed.Options) { s.Idle = d } }

// StreamMaxRow bounds one row in bytes; a longer one is a KindTooLarge error.
// Default: the client's WithMaxBody, which does not bound the stream.
func StreamMaxRow(bytes int64) StreamOption { return func(s *feed.Options) { s.MaxRow = bytes } }

// StreamAppend adds the rows to the end of the stored list that the arguments
// name, if it has been read, as they arrive, as Pages does. Default: only the entities are stored.
func StreamAppend() StreamOption { return func(s *feed.Options) { s.Append = true } }

// Stream yields the entities of a long response while it arrives, without ever
// holding all of it: a JSON array, an array in a member of a JSON object
// (StreamIn), or one JSON object per line (application/x-ndjson,
// application/jsonl). They enter the store in small batches, and are yielded
// after that.
//
//	for event, err := range restclient.Stream(ctx, Events.GetList, filter) {
//
// Leaving the loop closes the response. WithTimeout does not bound the stream;
// StreamIdle does when it stands still. While the loop is busy, the server
// waits. For the store, a row is as new as the read of the connection that
// delivered it.
//
// The client is the one that ctx carries. Every error is an *Error, and ends
// the loop after the rows before it; a row that is wrong has a *RowError.
func Stream[A, E any](ctx context.Context, read Readable[A, List[E]], args A, opts ...StreamOption) iter.Seq2[E, error] {
	return results[E](streamIn(ctx, contextual{}, (*call.Endpoint)(read.read()), boxed(args), opts))
}

//go:noinline
func streamIn(ctx context.Context, from origin, ep *call.Endpoint, args any, opts []StreamOption) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		s := from.session(ctx)
		if err := usable(s, ep); err != nil {
			yield(nil, err)
			return
		}
		feed.Read(ctx, s, ep, args, streamingOf(opts), yield)
	}
}

// streamingOf applies options to the defaults of a client.
func streamingOf(opts []StreamOption) func(*feed.Options) {
	return func(s *feed.Options) {
		s.RowError = func(row int, offset int64, err error) error { return &RowError{Row: row, Offset: offset, Err: err} }
		for _, opt := range opts {
			opt(s)
		}
	}
}
