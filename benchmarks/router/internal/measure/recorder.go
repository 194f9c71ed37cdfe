package measure

import (
	"net/http"
	"time"
)

// Recorder is a response writer that allocates nothing: it counts the body, or
// keeps it when it is told to. It can what the writer of a server can: flush
// and set deadlines.
type Recorder struct {
	Keep   bool // the body, in Body
	Status int
	Size   int
	Body   []byte

	header http.Header
}

var _ http.ResponseWriter = (*Recorder)(nil)

func (r *Recorder) reset() {
	r.Status, r.Size, r.Body = 0, 0, r.Body[:0]
	clear(r.header)
}

// Header is the same map for every response.
func (r *Recorder) Header() http.Header { return r.header }

// WriteHeader keeps the first status.
func (r *Recorder) WriteHeader(status int) {
	if r.Status == 0 {
		r.Status = status
	}
}

// Write counts p.
func (r *Recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	r.Size += len(p)
	if r.Keep {
		r.Body = append(r.Body, p...)
	}
	return len(p), nil
}

// WriteString counts s.
func (r *Recorder) WriteString(s string) (int, error) {
	r.WriteHeader(http.StatusOK)
	r.Size += len(s)
	if r.Keep {
		r.Body = append(r.Body, s...)
	}
	return len(s), nil
}

// Flush sends the status.
func (r *Recorder) Flush() { r.WriteHeader(http.StatusOK) }

// SetReadDeadline does nothing, since nothing is read from a connection.
func (r *Recorder) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing, since nothing is written to a connection.
func (r *Recorder) SetWriteDeadline(time.Time) error { return nil }
