package mock

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// pieces cuts a text into the items of a stream.
func pieces(text, kind string) [][]byte {
	end := "\n"
	if kind == eventStream {
		text, end = strings.ReplaceAll(text, "\r\n", "\n"), "\n\n"
	}
	items := [][]byte{}
	for piece := range strings.SplitSeq(text, end) {
		if strings.TrimSpace(piece) != "" && len(items) < maxItems {
			items = append(items, []byte(piece+end))
		}
	}
	return items
}

// itemText writes an item.
func itemText(item json.RawMessage, kind string) []byte {
	var compact bytes.Buffer
	if json.Compact(&compact, item) != nil {
		compact.Write(item)
	}
	switch kind {
	case eventStream:
		return event(compact.Bytes())
	case jsonSeq: // RFC 7464, section 2.2
		return append(append([]byte{0x1e}, compact.Bytes()...), '\n')
	}
	return append(compact.Bytes(), '\n')
}

// event writes an item as an event: an object with data as OpenAPI 3.2 describes
// events, anything else as its data.
func event(item []byte) []byte {
	var fields map[string]json.RawMessage
	var b bytes.Buffer
	if json.Unmarshal(item, &fields) != nil || fields["data"] == nil {
		fields = map[string]json.RawMessage{"data": item}
	}
	for _, name := range []string{"id", "event", "retry"} {
		if value := fields[name]; value != nil {
			line, _, _ := strings.Cut(snippet.Plain(value), "\n")
			b.WriteString(name + ": " + headerText(line) + "\n")
		}
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(snippet.Plain(fields["data"]), "\r", "\n"), "\n") {
		b.WriteString("data: " + line + "\n")
	}
	b.WriteByte('\n')
	return b.Bytes()
}
