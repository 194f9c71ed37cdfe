package bind

import (
	"io"
	"net/http"
)

// tooLong is a body that is not read.
type tooLong struct {
	io.Closer
	most int64
}

func (b tooLong) Read([]byte) (int, error) { return 0, &http.MaxBytesError{Limit: b.most} }

// boundedBody tells a body that is too long as 413 when the controller function
// returns the error.
type boundedBody struct{ body io.Reader }

func (b boundedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if err != nil && err != io.EOF {
		err = BodyError(err)
	}
	return n, err
}
