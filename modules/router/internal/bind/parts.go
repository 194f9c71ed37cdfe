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

// maxParts bounds the parts of a multipart body.
const maxParts = 32

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

// partedBody is a multipart body whose errors blame the client, also when a function reads a
// part. A body that ends without its last boundary (RFC 2046, section 5.1.1) gives such an
// error, where package mime/multipart tells the function of an io.ErrUnexpectedEOF alone.
type partedBody struct {
	boundedBody
	io.Closer
	end  []byte // the last boundary, without the line break in front of it
	seen []byte // the last bytes that were read
}

// maxPadding is how many blanks and line breaks may stand behind the last boundary.
const maxPadding = 128

func (b *partedBody) Read(p []byte) (int, error) {
	n, err := b.boundedBody.Read(p)
	b.seen = append(b.seen, p[max(0, n-len(b.end)-maxPadding):n]...)
	b.seen = b.seen[max(0, len(b.seen)-len(b.end)-maxPadding):]
	if err == io.EOF && !bytes.HasSuffix(bytes.TrimRight(b.seen, " \t\r\n"), b.end) {
		err = BodyError(io.ErrUnexpectedEOF)
	}
	return n, err
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
