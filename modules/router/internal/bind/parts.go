package bind

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"mime/multipart"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/problem"
)

func partsOf(reader *multipart.Reader) iter.Seq2[*multipart.Part, error] {
	return func(yield func(*multipart.Part, error) bool) {
		for n := 0; ; n++ {
			part, err := reader.NextPart()
			switch {
			case err == io.EOF:
				return
			case err != nil:
				yield(nil, BodyError(err))
				return
			case n == maxParts:
				yield(nil, errParts)
				return
			}
			if !yield(part, nil) {
				return
			}
		}
	}
}

var errParts = refuse(http.StatusBadRequest, problem.FieldError{
	In: "form", Detail: fmt.Sprintf("the form has %d parts or more: %d are allowed", maxParts+1, maxParts), Code: problem.CodeTooMany, Limit: decimal(maxParts),
}, nil)

// partLimit ends a multipart body, with errParts, that has too many parts. It
// counts the lines that begin with the boundary (RFC 2046, section 5.1.1), of
// which the last one begins no part.
type partLimit struct {
	io.ReadCloser
	delimiter []byte // with the line break in front of it
	seen      []byte // the last bytes that were read, shorter than the delimiter
	found     int
}

func limitParts(body io.ReadCloser, boundary string) *partLimit {
	return &partLimit{ReadCloser: body, delimiter: []byte("\n--" + boundary), seen: []byte("\n")}
}

func (l *partLimit) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	l.seen = append(l.seen, p[:n]...)
	l.found += bytes.Count(l.seen, l.delimiter)
	l.seen = append(l.seen[:0], l.seen[max(0, len(l.seen)-len(l.delimiter)+1):]...)
	if l.exceeded() {
		return n, errParts
	}
	return n, err
}

func (l *partLimit) exceeded() bool { return l.found > maxParts+1 }
