package wire

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
)

// ErrLength says that the body of a request has another length than the request
// tells.
var ErrLength = errors.New("the body of the request is not as long as its ContentLength")

// Open opens the body of r, which may not be nil. The body is closed once, when
// ctx ends at the latest, so that a Read that waits, as of a pipe, ends too. It
// is http.NoBody when r says that its length is 0. A Read returns ErrLength, in
// place of the last bytes, when the body is not as long as r says.
func Open(ctx context.Context, r *core.Request) (io.ReadCloser, error) {
	source, err := r.Body()
	if err != nil {
		return nil, err
	}
	b := &requestBody{source: source, left: r.ContentLength}
	b.close = sync.OnceValue(source.Close)
	b.stop = context.AfterFunc(ctx, func() { _ = b.close() })
	if r.ContentLength != 0 {
		return b, nil
	}
	defer b.Close()
	return http.NoBody, b.atEnd()
}

// requestBody is a request body that ends with its context and at its length.
type requestBody struct {
	source io.Reader
	left   int64 // negative when the length is unknown
	close  func() error
	stop   func() bool
}

func (b *requestBody) Read(p []byte) (int, error) {
	switch {
	case b.left < 0:
		return b.source.Read(p)
	case b.left == 0:
		return 0, io.EOF
	}
	n, err := b.source.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	switch {
	case err == io.EOF && b.left > 0:
		return 0, ErrLength
	case err == nil && b.left == 0:
		err = b.atEnd()
	}
	if err != nil && err != io.EOF {
		return 0, err
	}
	return n, err
}

// atEnd returns nil when nothing is left to be read.
func (b *requestBody) atEnd() error {
	switch n, err := io.ReadFull(b.source, make([]byte, 1)); {
	case n > 0:
		return ErrLength
	case err != io.EOF:
		return err
	}
	return nil
}

func (b *requestBody) Close() error {
	b.stop()
	return b.close()
}

// Content reads the body of r, which is nil when r has none. It returns
// ErrLength when the body is not as long as r says.
func Content(ctx context.Context, r *core.Request) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	body, err := Open(ctx, r)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return io.ReadAll(body)
}
