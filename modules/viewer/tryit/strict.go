package tryit

import (
	"errors"
	"net"
	"strings"
)

const (
	maxHeadLines = 1000
	statusPrefix = "HTTP/1."
	statusLength = len("HTTP/1.1 2")
)

// errNotHTTP is the error of an answer whose head is not written as HTTP/1.1 asks.
var errNotHTTP = errors.New("the head of the answer is not HTTP/1.1")

// strictConn reads answers whose heads can be read in one way only. Net/http
// takes a bare LF for the end of a line, which others in between may not.
type strictConn struct {
	net.Conn
	head headScan
}

func (c *strictConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if !c.head.scan(p[:n]) {
		return 0, errNotHTTP
	}
	return n, err
}

// Write hides that the target takes no more: it may have answered before, which is
// for Read to find out.
func (c *strictConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if err == nil || errors.Is(err, net.ErrClosed) {
		return n, err
	}
	return len(p), nil
}

// headScan looks at the bytes of a head, and of those of informational answers
// before it.
type headScan struct {
	status []byte // the beginning of the first line
	line   int    // length of the line so far
	lines  int
	cr     bool // the last byte was one
	bad    bool
	done   bool
}

// scan is false when something is wrong, from then on.
func (s *headScan) scan(data []byte) bool {
	for _, c := range data {
		if s.bad || s.done {
			break
		}
		s.next(c)
	}
	return !s.bad
}

func (s *headScan) next(c byte) {
	if s.lines == 0 && len(s.status) < statusLength {
		s.status = append(s.status, c)
		known := min(len(s.status), len(statusPrefix))
		s.bad = string(s.status[:known]) != statusPrefix[:known]
	}
	switch {
	case c == 0, s.cr != (c == '\n'):
		s.bad = true
	case c == '\r':
		s.cr = true
	case c == '\n':
		s.endLine()
	default:
		s.line++
	}
}

// endLine ends a line, and with an empty one the head.
func (s *headScan) endLine() {
	s.cr = false
	if s.line > 0 {
		s.line = 0
		s.lines++
		s.bad = s.lines > maxHeadLines
		return
	}
	if informational := strings.HasSuffix(string(s.status), " 1"); informational && len(s.status) == statusLength {
		s.status, s.lines = s.status[:0], 0
		return
	}
	s.done = true
}
