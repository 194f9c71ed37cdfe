package router

import (
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
		reader, err := c.live().partReader()
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
				yield(nil, &ClientError{Status: http.StatusBadRequest, Message: fmt.Sprintf("more than %d parts", maxParts)})
				return
			}
			if !yield(part, nil) {
				return
			}
		}
	}
}

func (x *exchange) partReader() (*multipart.Reader, error) {
	if x.ended {
		return nil, ErrStale
	}
	name, err := x.mediaType()
	if err != nil {
		return nil, err
	}
	if name != multipartType {
		return nil, &ClientError{Status: http.StatusUnsupportedMediaType, Message: fmt.Sprintf("Content-Type %.80q: send %s", name, multipartType)}
	}
	x.request.Body = http.MaxBytesReader(&x.writer, x.request.Body, x.plan.limits.maxUpload)
	reader, err := x.request.MultipartReader()
	if err != nil {
		return nil, &ClientError{Status: http.StatusBadRequest, Message: "the body cannot be read", Err: err}
	}
	return reader, nil
}
