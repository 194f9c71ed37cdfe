package lifecycle

import (
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// lingering is how long a client may go on sending a body that was refused. It
// has the time to read why.
const lingering = time.Second

// timingBodies bounds how long a body may take to arrive, unless the timeout is 0 or
// less. http.Server.ReadTimeout does that too, but it also ends the context of every
// request that is served longer: the deadline stays on the connection when the body is
// read. Behind a response that closes the connection net/http waits for the rest of the
// body, no longer than lingering.
func timingBodies(next http.Handler, timeout time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if !hasBody(req) {
			next.ServeHTTP(w, req)
			return
		}
		end := time.Now().Add(timeout)
		control := http.NewResponseController(w)
		timed := *req // net/http looks at the body of its own: whether the client waits for 100
		timed.Body = &timedBody{req.Body, control, lingerBehind(req)}
		if timeout > 0 {
			_ = control.SetReadDeadline(end) // not every connection has one
		}
		next.ServeHTTP(w, &timed)
		req.MultipartForm = timed.MultipartForm // whose files net/http removes
		if linger := time.Now().Add(lingering); linger.Before(end) && w.Header().Get("Connection") == "close" {
			_ = control.SetReadDeadline(linger) // it could be set
		}
	})
}

func hasBody(r *http.Request) bool { return r.Body != nil && r.Body != http.NoBody }

// BodyError is an error of the body of a request. Package failure tells it from the errors
// of other connections by this type.
type BodyError struct{ Err error }

// Error returns the text of the cause.
func (e BodyError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e BodyError) Unwrap() error { return e.Err }

// timedBody takes the deadline away at the end of the body.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
	unread  *atomic.Bool
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch {
	case err == io.EOF:
		_ = b.control.SetReadDeadline(time.Time{}) // where it could be set
		b.unread.Store(false)
	case err != nil:
		err = BodyError{err}
	}
	return n, err
}
