package restfake

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// open makes the body of the reply, whose header promises a length, and tells
// its length. A body that is shorter ends with io.ErrUnexpectedEOF.
func (r Reply) open(ctx context.Context, promised string) (io.ReadCloser, int64) {
	b := &replyBody{ctx: ctx, content: bytes.NewReader(r.Body), end: io.EOF, chunk: r.chunk, every: r.every}
	length := int64(len(r.Body))
	if n, err := strconv.ParseInt(promised, 10, 64); err == nil && n > length {
		length, b.end = n, io.ErrUnexpectedEOF
	}
	if r.cut {
		b.end = io.ErrUnexpectedEOF
	}
	return b, length
}

// heldBody is a body in memory that ends with an error, nil for io.EOF.
func heldBody(ctx context.Context, content []byte, end error) io.ReadCloser {
	if end == nil {
		end = io.EOF
	}
	return &replyBody{ctx: ctx, content: bytes.NewReader(content), end: end}
}

// replyBody is a response body that ends with the context of its exchange.
type replyBody struct {
	ctx     context.Context // of the exchange
	content *bytes.Reader
	end     error
	chunk   int
	every   time.Duration
	closed  atomic.Bool
}

func (b *replyBody) Read(p []byte) (int, error) {
	if b.closed.Load() {
		return 0, http.ErrBodyReadAfterClose
	}
	if err := wait(b.ctx, b.every); err != nil {
		return 0, err
	}
	if b.chunk > 0 {
		p = p[:min(len(p), b.chunk)]
	}
	n, err := b.content.Read(p)
	if err == io.EOF {
		err = b.end
	}
	return n, err
}

func (b *replyBody) Close() error {
	b.closed.Store(true)
	return nil
}
