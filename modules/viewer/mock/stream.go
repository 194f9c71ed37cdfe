package mock

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// Limits of a stream: items that are made up, and items of an example.
const (
	madeItems = 3
	maxItems  = 100
)

// items are the items of a stream, each as it is sent.
func (x *exchange) items(m *apidoc.MediaType, kind string) [][]byte {
	v := x.value(m)
	text := v.text
	if v.author && text == "" && len(v.data) > 0 && v.data[0] == '"' {
		text = snippet.Plain(v.data)
	}
	if text != "" {
		return pieces(text, kind)
	}
	var list []json.RawMessage
	if !v.author || json.Unmarshal(v.data, &list) != nil {
		list = x.itemValues(m, v)
	}
	written := [][]byte{}
	for _, item := range list[:min(len(list), maxItems)] {
		written = append(written, itemText(item, kind))
	}
	return written
}

// itemValues makes up the items of a stream: the usual one and others.
func (x *exchange) itemValues(m *apidoc.MediaType, v value) []json.RawMessage {
	if v.author {
		return []json.RawMessage{v.data}
	}
	s := m.ItemSchema
	if s == nil && m.Schema != nil {
		if s = m.Schema; x.resolver.Of(s).Schema.Items != nil {
			s = x.resolver.Of(s).Schema.Items
		}
	}
	if s == nil {
		s = &apidoc.Schema{Types: []string{"string"}}
	}
	var list []json.RawMessage
	for i := range uint64(madeItems) {
		list = append(list, sample.Make(x.resolver, s, sample.Options{To: sample.Response, Seed: x.seed() + i}).JSON)
	}
	return list
}

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

// stream sends items one after the other, until the client goes away.
func (x *exchange) stream(status int, b body) {
	x.expose()
	x.w.Header().Set("Cache-Control", "no-store")
	x.w.WriteHeader(status)
	if x.r.Method == http.MethodHead {
		return
	}
	out := http.NewResponseController(x.w)
	for i, item := range b.items {
		if i > 0 && !sleep(x.r, x.config.pause) {
			return
		}
		if _, err := x.w.Write(item); err != nil {
			return
		}
		_ = out.Flush() // one that cannot sends them at once
	}
}
