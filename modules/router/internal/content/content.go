// Package content sends what can be read from any place, with its ranges and
// conditions (RFC 9110, sections 13 and 14):
//
//	err := content.Serve(w, r, modified, file)
package content

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Serve sends data, or a part of it, or says that it was not modified. The header of
// w has Content-Type, and ETag where there is one; modified is zero when nobody knows
// it. Conditions are those of GET and HEAD, and a range is that of GET: other requests
// are answered with the whole, as are those for several ranges, which a server may
// refuse to send as parts (RFC 9110, section 14.2), and those for other units than
// bytes, which it must ignore.
//
// Nothing is sent with an error that is a *core.ClientError, which is 412 or 416.
// Others may come in the middle of the data.
func Serve(w http.ResponseWriter, r *http.Request, modified time.Time, data io.ReadSeeker) error {
	out := &writer{ResponseWriter: w}
	http.ServeContent(out, understood(r), "", modified, data)
	switch out.refused {
	case 0:
	case http.StatusPreconditionFailed:
		return &core.ClientError{Status: out.refused, Message: "a condition of the request is false"}
	case http.StatusRequestedRangeNotSatisfiable:
		refusal := &core.ClientError{Status: out.refused, Message: "the content has no such range"}
		if size := w.Header()["Content-Range"]; size != nil {
			refusal.Header = http.Header{"Content-Range": size}
		}
		return refusal
	default:
		return errors.New("send the content: its end cannot be found")
	}
	if out.failed != nil {
		return fmt.Errorf("send the content: %w", out.failed)
	}
	return nil
}

// understood is the request without the headers that have no meaning here.
func understood(r *http.Request) *http.Request {
	names := []string{"Range", "If-Range"}
	ranges := r.Header.Get("Range")
	one := strings.HasPrefix(ranges, "bytes=") && !strings.Contains(ranges, ",")
	switch {
	case r.Method == http.MethodGet && (one || ranges == ""):
		return r
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		names = append(names, "If-Match", "If-Unmodified-Since", "If-None-Match", "If-Modified-Since")
	}
	plain := *r
	plain.Header = r.Header.Clone()
	for _, name := range names {
		delete(plain.Header, name)
	}
	return &plain
}

// writer keeps what http.ServeContent refuses, and the error that it forgets.
type writer struct {
	http.ResponseWriter
	refused int // the status
	failed  error
}

// Unwrap lets http.ResponseController reach the connection.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *writer) WriteHeader(status int) {
	if status >= 400 {
		w.refused = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *writer) Write(p []byte) (int, error) {
	if w.refused != 0 {
		return len(p), nil
	}
	n, err := w.ResponseWriter.Write(p)
	w.failed = cmp.Or(w.failed, err)
	return n, err
}

// ReadFrom lets the connection copy a file itself.
func (w *writer) ReadFrom(src io.Reader) (int64, error) {
	n, err := io.Copy(w.ResponseWriter, src)
	if part, ok := src.(*io.LimitedReader); ok && err == nil && part.N > 0 {
		err = io.ErrUnexpectedEOF
	}
	w.failed = cmp.Or(w.failed, err)
	return n, err
}
