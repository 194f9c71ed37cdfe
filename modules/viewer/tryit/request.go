package tryit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/net/http/httpguts"
)

// maxLine bounds the first line of a request, in bytes.
const maxLine = 64 << 10

// sent is a request as a page has sent it.
type sent struct {
	method string
	url    string
	header http.Header
	left   []string // headers that are not sent on
	body   *upload
}

// readRequest reads the first line of a request of a length, which is negative
// when it is not known. The body stays to be read.
func readRequest(from io.Reader, length int64) (*sent, *refusal) {
	in := bufio.NewReaderSize(from, maxLine)
	line, err := in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return nil, invalid("The URL and the headers are too long: together they may have 64 KiB.")
	}
	if err != nil {
		return nil, invalid("The request has to begin with one line of JSON, of 64 KiB at most.")
	}
	var r Request
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if d.Decode(&r) != nil || d.Decode(&struct{}{}) != io.EOF {
		return nil, invalid("The first line is no object with method, url and headers.")
	}
	if !sendable(r.Method) {
		return nil, invalid("The method is none that is sent.")
	}
	s := &sent{method: r.Method, url: r.URL, body: &upload{from: in, length: -1}}
	var no *refusal
	if s.header, s.left, no = requestHeader(r.Headers); no != nil {
		return nil, no
	}
	if length >= 0 {
		s.body.length = length - int64(len(line))
	}
	return s, nil
}

// sendable reports whether a method is a name, and not one for proxies.
func sendable(method string) bool {
	switch strings.ToUpper(method) {
	case http.MethodConnect, http.MethodTrace, "TRACK", "PRI":
		return false
	}
	return len(method) <= 40 && httpguts.ValidHeaderFieldName(method)
}

// errTooLarge is the error of a body of more bytes than may be sent.
var errTooLarge = errors.New("the body is too large")

// upload is the body of a request. What sends it may read it when the request has
// been answered already; shut ends that.
type upload struct {
	from   *bufio.Reader
	length int64 // -1 when it is not known
	touch  func(n int)

	ended atomic.Bool // all of it has been read, so that what follows is another request
	large atomic.Bool // there was more than may be sent

	mu     sync.Mutex
	left   int64 // how much may be read
	closed bool
}

// newUpload is a body that is there.
func newUpload(text string) *upload {
	return &upload{from: bufio.NewReader(strings.NewReader(text)), length: int64(len(text))}
}

// bound says how much may be sent, and whether that is enough as far as is known.
// It finds out whether there is a body at all.
func (u *upload) bound(limit int64, touch func(n int)) bool {
	u.left, u.touch = limit, touch
	if u.length <= 0 {
		// The server watches for a client that goes once it has seen the end.
		if _, err := u.from.Peek(1); err == io.EOF {
			u.length = 0
			u.ended.Store(true)
		}
	}
	return u.length <= limit
}

// reader is the body for net/http.
func (u *upload) reader() io.ReadCloser {
	if u.length == 0 {
		return http.NoBody
	}
	return io.NopCloser(u)
}

func (u *upload) Read(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return 0, io.ErrClosedPipe
	}
	n, err := u.read(p)
	u.left -= int64(n)
	u.touch(n)
	if err == io.EOF {
		u.ended.Store(true)
	}
	return n, err
}

func (u *upload) read(p []byte) (int, error) {
	if u.left > 0 {
		return u.from.Read(p[:min(int64(len(p)), u.left)])
	}
	if _, err := u.from.Peek(1); err != nil {
		return 0, err
	}
	u.large.Store(true)
	return 0, errTooLarge
}

// shut lets nobody read any more. Interrupt ends a Read that waits for more.
func (u *upload) shut(interrupt func()) {
	if !u.ended.Load() {
		interrupt()
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closed = true
}
