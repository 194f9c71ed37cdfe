// Package eventstream reads the event stream format of server-sent events
// (WHATWG HTML, section 9.2.6).
//
//	r := eventstream.NewReader(body, 1<<20, "")
//	for {
//		event, err := r.Next()
//		…
//	}
package eventstream

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Errors of one event. The stream goes on after it.
var (
	ErrTooLarge = errors.New("the event is longer than the limit")
	ErrEncoding = errors.New("the event is not UTF-8")
)

// Event is one event of a stream.
type Event struct {
	ID   string // the last one that the stream has given
	Type string // "message" unless the stream says otherwise
	Data []byte // belongs to the caller
}

// Reader reads events. It is for one goroutine at a time.
type Reader struct {
	in    *bufio.Reader
	limit int

	begun  bool // the first line has been read
	skipLF bool // the last line ended with CR
	line   []byte
	id     string // of the last event that ended
	retry  time.Duration

	// Of the event under way.
	size    int
	large   bool
	data    []byte
	hasData bool
	kind    string
	nextID  string
}

// NewReader reads events of at most limit bytes, line ends not counted. LastID
// is the ID that events have as long as the stream does not give one.
func NewReader(r io.Reader, limit int, lastID string) *Reader {
	return &Reader{in: bufio.NewReader(r), limit: limit, id: lastID, nextID: lastID}
}

// LastID is what Last-Event-ID is to say when the stream is opened again.
func (r *Reader) LastID() string { return r.id }

// Retry is how long to wait before that, 0 when the stream has not said so.
func (r *Reader) Retry() time.Duration { return r.retry }

// Next returns the next event. ErrTooLarge and ErrEncoding are about that event
// alone; other errors are those of the underlying reader and end the stream. An
// event that the stream ends in is dropped.
func (r *Reader) Next() (Event, error) {
	for {
		line, err := r.readLine()
		if err != nil {
			return Event{}, err
		}
		if len(line) > 0 {
			r.field(line)
			continue
		}
		if e, ok, err := r.dispatch(); ok || err != nil {
			return e, err
		}
	}
}

// readLine reads up to CR, LF or CRLF. It does not wait for what follows a CR.
// Of a line that is longer than the limit, one byte more than that is kept.
func (r *Reader) readLine() ([]byte, error) {
	r.line = r.line[:0]
	for {
		if _, err := r.in.Peek(1); err != nil {
			return nil, err
		}
		buffered, _ := r.in.Peek(r.in.Buffered())
		if r.skipLF {
			r.skipLF = false
			if buffered[0] == '\n' {
				_, _ = r.in.Discard(1)
				continue
			}
		}
		end := bytes.IndexAny(buffered, "\r\n")
		if end < 0 {
			r.take(buffered)
			_, _ = r.in.Discard(len(buffered))
			continue
		}
		r.take(buffered[:end])
		r.skipLF = buffered[end] == '\r'
		_, _ = r.in.Discard(end + 1)
		return r.whole(), nil
	}
}

func (r *Reader) take(part []byte) {
	r.line = append(r.line, part[:min(len(part), r.limit+1-len(r.line))]...)
}

// whole is the line without the byte order mark that a stream may begin with.
func (r *Reader) whole() []byte {
	if r.begun {
		return r.line
	}
	r.begun = true
	return bytes.TrimPrefix(r.line, []byte("\xef\xbb\xbf"))
}

func (r *Reader) field(line []byte) {
	if line[0] == ':' {
		return
	}
	if r.size += len(line); r.size > r.limit {
		r.large, r.data = true, nil
		return
	}
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		r.data = append(append(r.data, value...), '\n')
		r.hasData = true
	case "event":
		r.kind = string(value)
	case "id":
		if id := string(value); !strings.Contains(id, "\x00") {
			r.nextID = id
		}
	case "retry":
		if ms, err := strconv.ParseUint(string(value), 10, 31); err == nil {
			r.retry = time.Duration(ms) * time.Millisecond
		}
	}
}

// dispatch ends the event under way. It is none when it has no data.
func (r *Reader) dispatch() (e Event, ok bool, err error) {
	e = Event{ID: r.nextID, Type: r.kind, Data: bytes.TrimSuffix(r.data, []byte("\n"))}
	if e.Type == "" {
		e.Type = "message"
	}
	ok = r.hasData
	switch {
	case r.large:
		err = ErrTooLarge
	case !utf8.Valid(r.data) || !utf8.ValidString(e.Type) || !utf8.ValidString(e.ID):
		err = ErrEncoding
	}
	r.id = r.nextID
	r.size, r.large, r.data, r.hasData, r.kind = 0, false, nil, false, ""
	if err != nil {
		return Event{ID: e.ID}, false, err
	}
	return e, ok, nil
}
