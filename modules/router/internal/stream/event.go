package stream

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Event is one server-sent event.
type Event struct {
	// ID is what a client that comes back sends in Last-Event-ID. Empty: not
	// sent, and the client keeps the one before.
	ID string
	// Name is the type that clients listen for. Empty: "message".
	Name string
	// Data is text in UTF-8. Clients see its line breaks, CR, LF and CRLF, as
	// LF. They drop an event whose Data is nil after taking ID and Retry from
	// it; empty Data that is not nil is an event without text.
	Data []byte
	// Retry is how long a client waits until it comes back, in whole
	// milliseconds and at least one. Zero or less: not sent.
	Retry time.Duration
}

// AppendEvent appends e to dst as the section "Server-sent events" of the WHATWG
// HTML standard has it. An ID or Name with a line break or NUL is an error, and
// dst is returned as it was.
func AppendEvent(dst []byte, e Event) ([]byte, error) {
	if strings.ContainsAny(e.ID, "\r\n\x00") {
		return dst, fmt.Errorf("stream: event id %.40q has a line break or NUL", e.ID)
	}
	if strings.ContainsAny(e.Name, "\r\n\x00") {
		return dst, fmt.Errorf("stream: event name %.40q has a line break or NUL", e.Name)
	}
	dst = appendField(dst, "event", e.Name)
	dst = appendField(dst, "id", e.ID)
	if e.Retry > 0 {
		dst = appendField(dst, "retry", strconv.FormatInt(max(1, e.Retry.Milliseconds()), 10))
	}
	return append(appendData(dst, e.Data), '\n'), nil
}

func appendField(dst []byte, name, value string) []byte {
	if value == "" {
		return dst
	}
	dst = append(append(dst, name...), ": "...)
	return append(append(dst, value...), '\n')
}

func appendData(dst, data []byte) []byte {
	for more := data != nil; more; {
		var line []byte
		line, data, more = cutLine(data)
		dst = append(append(dst, "data: "...), line...)
		dst = append(dst, '\n')
	}
	return dst
}

// cutLine cuts data behind its first line break, if it has one.
func cutLine(data []byte) (line, rest []byte, more bool) {
	i := bytes.IndexAny(data, "\r\n")
	if i < 0 {
		return data, nil, false
	}
	if bytes.HasPrefix(data[i:], []byte("\r\n")) {
		return data[:i], data[i+2:], true
	}
	return data[:i], data[i+1:], true
}
