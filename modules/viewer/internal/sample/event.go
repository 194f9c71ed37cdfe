package sample

import (
	"bytes"
	"encoding/json"
	"strings"
)

// EventStream is the media type of server-sent events.
const EventStream = "text/event-stream"

// Event writes an item of a stream as a server-sent event: an object with data as
// OpenAPI 3.2 describes events (section "Special Considerations for text/event-stream"),
// anything else as its data. It ends with the empty line that ends an event.
func Event(item json.RawMessage) []byte {
	var fields map[string]json.RawMessage
	if json.Unmarshal(item, &fields) != nil || fields["data"] == nil {
		fields = map[string]json.RawMessage{"data": item}
	}
	var b bytes.Buffer
	for _, name := range []string{"id", "event", "retry"} {
		if value := fields[name]; value != nil {
			first, _, _ := strings.Cut(unquoted(value), "\n")
			b.WriteString(name + ": " + first + "\n")
		}
	}
	for line := range strings.SplitSeq(unquoted(fields["data"]), "\n") {
		b.WriteString("data: " + line + "\n")
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// events writes the events of a stream: one, or all of a list. A text is that of the
// stream itself.
func events(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		list = []json.RawMessage{value}
	}
	var b bytes.Buffer
	for _, item := range list {
		b.Write(Event(item))
	}
	return strings.TrimRight(b.String(), "\n")
}

// unquoted is the text of a value in a line or several: that of a string, and JSON of
// anything else. Other characters that end a line, or the reading of one, are spaces.
func unquoted(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) != nil {
		var compact bytes.Buffer
		if json.Compact(&compact, value) != nil {
			return ""
		}
		text = compact.String()
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"))
}
