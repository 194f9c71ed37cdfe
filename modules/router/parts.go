package router

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"mime/multipart"
	"net/http"
)

// Parts are the parts of a multipart/form-data body as they arrive, of which
// nothing is kept: for uploads that are passed on or too large for File. A part
// is valid until the next one. The body may have the size of WithMaxUpload, and
// 32 parts.
//
// An error ends the parts: a *ClientError with 400, 413 or 415. A body that was
// read already, as by Params, has no parts.
func (c *Context) Parts() iter.Seq2[*multipart.Part, error] {
	return func(yield func(*multipart.Part, error) bool) {
		reader, err := c.partReader()
		if err != nil {
			yield(nil, err)
			return
		}
		for n := 0; ; n++ {
			part, err := reader.NextPart()
			switch {
			case err == io.EOF:
				return
			case err != nil:
				yield(nil, bodyError(err))
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

func (c *Context) partReader() (*multipart.Reader, error) {
	x := c.enter()
	defer c.leave()
	if x.stage == ended {
		return nil, ErrStale
	}
	name, err := x.mediaType()
	if err != nil {
		return nil, err
	}
	if name != multipartType {
		return nil, &ClientError{Status: http.StatusUnsupportedMediaType, Message: fmt.Sprintf("Content-Type %.80q: send %s", name, multipartType)}
	}
	x.boundUpload()
	reader, err := x.request.MultipartReader()
	if err != nil {
		return nil, &ClientError{Status: http.StatusBadRequest, Message: "the body cannot be read", Err: err}
	}
	return reader, nil
}

func (x *exchange) boundUpload() {
	x.request.Body = http.MaxBytesReader(&x.writer, x.request.Body, x.plan.limits.maxUpload)
}

var errParts = &ClientError{
	Status: http.StatusBadRequest, Message: fmt.Sprintf("the form has %d parts or more: %d are allowed", maxParts+1, maxParts),
}

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
