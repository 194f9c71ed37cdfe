package mock

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// pieces cuts a text into the items of a stream.
func pieces(text, kind string) [][]byte {
	end := "\n"
	if kind == sample.EventStream {
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
	case sample.EventStream:
		return sample.Event(compact.Bytes())
	case jsonSeq: // RFC 7464, section 2.2
		return append(append([]byte{0x1e}, compact.Bytes()...), '\n')
	}
	return append(compact.Bytes(), '\n')
}
