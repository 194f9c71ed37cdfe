// Package content sends what can be read from any place, with its ranges and
// conditions (RFC 9110, sections 13 and 14):
//
//	err := content.Serve(w, r, http.StatusOK, modified, file)
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
// refuse to send as parts (RFC 9110, section 14.2), those for other units than bytes,
// which it must ignore, those for a part of nothing, and all of them where the status of
// the whole is another one than 200 (section 13.2.1).
//
// Nothing is sent with an error that is a *core.ClientError, which is 412 or 416.
// Others may come in the middle of the data.
func Serve(w http.ResponseWriter, r *http.Request, status int, modified time.Time, data io.ReadSeeker) error {
	size, err := data.Seek(0, io.SeekEnd)
	if err != nil {
		return errors.New("send the content: its end cannot be found")
	}
	out, control := &writer{ResponseWriter: w, whole: status}, w.Header()["Cache-Control"]
	http.ServeContent(out, understood(r, status, size), "", modified, data)
	if out.refused != 0 && control != nil {
		w.Header()["Cache-Control"] = control // what it means to an error is not known here
	}
	switch out.refused {
	case 0:
	case http.StatusPreconditionFailed:
		return &core.ClientError{Status: out.refused, Message: "a condition of the request is false"}
	case http.StatusRequestedRangeNotSatisfiable:
		return &core.ClientError{
			Status: out.refused, Message: "the content has no such range",
			Header: http.Header{"Content-Range": {fmt.Sprintf("bytes */%d", size)}},
		}
	default:
		return errors.New("send the content: its end cannot be found")
	}
	if out.failed != nil {
		return fmt.Errorf("send the content: %w", out.failed)
	}
	return nil
}

// understood is the request as http.ServeContent has to read it: without the headers that
// have no meaning here, a list in one line (RFC 9110, section 5.3).
func understood(r *http.Request, status int, size int64) *http.Request {
	plain := *r
	plain.Header = r.Header.Clone()
	ranges := oneRange(strings.Join(r.Header["Range"], ","), size) // several lines together cannot be read as one
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead, status != http.StatusOK:
		for _, name := range []string{"Range", "If-Range", "If-Match", "If-Unmodified-Since", "If-None-Match", "If-Modified-Since"} {
			delete(plain.Header, name)
		}
	case r.Method != http.MethodGet || ranges == "":
		delete(plain.Header, "Range")
		delete(plain.Header, "If-Range")
	default:
		plain.Header.Set("Range", ranges)
	}
	for _, name := range []string{"If-Match", "If-None-Match"} {
		if lines := plain.Header[name]; len(lines) > 1 {
			plain.Header.Set(name, strings.Join(lines, ", "))
		}
	}
	return &plain
}

// oneRange is a range of bytes in numbers that http.ServeContent holds, empty where the
// answer is the whole. The last none of the bytes are no range (RFC 9110, section 14.1.2).
func oneRange(ranges string, size int64) string {
	unit, inside, isRange := strings.Cut(ranges, "=")
	if !isRange || !strings.EqualFold(unit, "bytes") || strings.Contains(inside, ",") || size == 0 {
		return ""
	}
	first, last, isRange := strings.Cut(inside, "-")
	if first == "" && last != "" && strings.Trim(last, "0") == "" {
		return fmt.Sprintf("bytes=%d-", size)
	}
	if !isRange {
		return "bytes=" + inside
	}
	return "bytes=" + bounded(first) + "-" + bounded(last)
}

// bounded is a number that an int64 holds, or one that is longer than any content.
func bounded(number string) string {
	if digits := strings.TrimLeft(number, "0"); len(digits) > 18 && strings.Trim(digits, "0123456789") == "" {
		return "999999999999999999"
	}
	return number
}

// writer keeps what http.ServeContent refuses, and the error that it forgets.
type writer struct {
	http.ResponseWriter
	whole   int // the status of the whole
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
	if status == http.StatusOK {
		status = w.whole
	} else {
		w.Header().Del("Content-Digest") // of the whole (RFC 9530, section 2)
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
