package exchange

import (
	"fmt"
	"io"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
)

// maxChunk is the most that is allocated before the body has filled what was.
const maxChunk = 1 << 20

// readAll reads a body that is not longer than limit. A length that is declared
// is believed up to maxChunk. Chunks are joined when the whole body is there, so
// that one that is too long costs little more than the limit.
func readAll(res *core.Response, limit int64) ([]byte, error) {
	if res.ContentLength > limit {
		return nil, fmt.Errorf("%w of %d bytes", ErrTooLarge, limit)
	}
	size := int64(512)
	if res.ContentLength >= 0 {
		size = min(res.ContentLength, maxChunk) + 1 // room to see the end
	}
	var full [][]byte
	before, b := int64(0), make([]byte, 0, size) // before: the bytes in full
	for {
		n, err := res.Body.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		read := before + int64(len(b))
		switch {
		case read > limit:
			return nil, fmt.Errorf("%w of %d bytes", ErrTooLarge, limit)
		case err == io.EOF:
			return joined(full, b), nil
		case err != nil:
			return joined(full, b), err
		}
		if len(b) == cap(b) {
			full, before = append(full, b), read
			b = make([]byte, 0, min(read, maxChunk, limit-read+1))
		}
	}
}

func joined(full [][]byte, last []byte) []byte {
	if len(full) == 0 {
		return last
	}
	return slices.Concat(append(full, last)...)
}
