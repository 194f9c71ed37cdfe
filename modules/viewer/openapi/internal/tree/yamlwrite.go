package tree

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// YAML writes a value as YAML 1.2 in block style, with the names in their order
// and numbers as they are spelled. The tree must hold no aliases. Size is about how
// many bytes there will be, 0 for unknown.
func YAML(n *Node, size int) []byte {
	w := &yamlWriter{}
	if n == nil {
		return nil
	}
	w.out.Grow(size)
	w.value(n, 0, "")
	return w.out.Bytes()
}

type yamlWriter struct {
	out   bytes.Buffer
	begun func(offset int, n *Node) // called where a name or an item begins; nil for nobody
}

func (w *yamlWriter) begin(n *Node) {
	if w.begun != nil {
		w.begun(w.out.Len(), n)
	}
}

// value writes what stands behind a name or a dash, of which before is the space
// in between, and ends the line.
func (w *yamlWriter) value(n *Node, depth int, before string) {
	switch {
	case n.kind() == object && len(n.Content()) > 0:
		w.members(n, depth, before)
	case n.kind() == list && len(n.Content()) > 0:
		w.items(n, depth, before)
	case n.kind() == object:
		w.line(before, "{}")
	case n.kind() == list:
		w.line(before, "[]")
	default:
		w.scalar(n, depth, before)
	}
}

// inList is what stands before a value in a list: a collection may begin on the
// line of the dash.
const inList = " "

// inMap is what stands before a value behind a name.
const inMap = "  "

func (w *yamlWriter) members(n *Node, depth int, before string) {
	if before == inMap {
		w.out.WriteByte('\n')
	}
	for i := 0; i+1 < len(n.Content()); i += 2 {
		if before != inList || i > 0 {
			w.indent(depth)
		}
		w.begin(n.Content()[i])
		w.out.WriteString(yamlText(n.Content()[i].Value))
		w.out.WriteByte(':')
		w.value(n.Content()[i+1], depth+1, inMap)
	}
}

func (w *yamlWriter) items(n *Node, depth int, before string) {
	if before == inMap {
		w.out.WriteByte('\n')
	}
	for i, item := range n.Content() {
		if before != inList || i > 0 {
			w.indent(depth)
		}
		w.begin(item)
		w.out.WriteString("- ")
		w.value(item, depth+1, inList)
	}
}

func (w *yamlWriter) scalar(n *Node, depth int, before string) {
	if n.kind() != text {
		w.line(before, string(appendScalar(nil, n)))
		return
	}
	if blockable(n.Value) {
		w.block(n.Value, depth, before)
		return
	}
	w.line(before, yamlText(n.Value))
}

// block writes a text of several lines as they are.
func (w *yamlWriter) block(value string, depth int, before string) {
	head := "|-"
	if strings.HasSuffix(value, "\n") {
		head, value = "|", strings.TrimSuffix(value, "\n")
	}
	w.line(before, head)
	for line := range strings.SplitSeq(value, "\n") {
		if line != "" {
			w.indent(max(depth, 1))
			w.out.WriteString(line)
		}
		w.out.WriteByte('\n')
	}
}

func (w *yamlWriter) line(before, text string) {
	if before == inMap {
		w.out.WriteByte(' ')
	}
	w.out.WriteString(text)
	w.out.WriteByte('\n')
}

func (w *yamlWriter) indent(depth int) {
	for range depth {
		w.out.WriteString("  ")
	}
}

// blockable reports whether a text can be written line by line: it has several,
// begins with a word, and ends with at most one empty line.
func blockable(s string) bool {
	if !strings.Contains(strings.TrimSuffix(s, "\n"), "\n") || strings.HasSuffix(s, "\n\n") || strings.ContainsAny(s[:1], " \n") {
		return false
	}
	for _, r := range s {
		if r != '\n' && !printable(r) {
			return false
		}
	}
	return true
}

// printable reports whether every reader of YAML takes a character as it is.
func printable(r rune) bool {
	if r < 0x7f { // nearly all
		return r >= ' '
	}
	return r != utf8.RuneError && r != '\uFEFF' && (unicode.IsGraphic(r) || r == '\u200D' || r == '\u200C') && r != '\u2028' && r != '\u2029' && r != '\u0085'
}

// yamlText writes a text on one line: plain when no reader of YAML, old ones
// included, can take it for something else, and in double quotes as JSON does
// otherwise.
func yamlText(s string) string {
	if plainText(s) {
		return s
	}
	quoted := string(appendString(nil, s))
	for _, r := range s {
		if r >= 0x7f && !printable(r) {
			return escapeRare(quoted)
		}
	}
	return quoted
}

// escapeRare escapes what is not printable in a quoted text.
func escapeRare(quoted string) string {
	const hex = "0123456789abcdef"
	var b strings.Builder
	for _, r := range quoted {
		if r < 0x7f || r > 0xffff || printable(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			b.WriteByte(hex[r>>shift&15])
		}
	}
	return b.String()
}

// plainText reports whether a text needs no quotes.
func plainText(s string) bool {
	if s == "" || len(s) > 200 || !wordStart(s) || strings.HasSuffix(s, " ") || strings.HasSuffix(s, ":") {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c >= 0x7f:
			return false
		case c == ':' && s[i+1] == ' ', c == '#' && s[i-1] == ' ':
			return false
		}
	}
	return !reserved[strings.ToLower(s)]
}

// wordStart reports whether a text begins with a letter, as no number does, or
// as paths and references do.
func wordStart(s string) bool {
	c := s[0] | 0x20
	return 'a' <= c && c <= 'z' || s[0] == '/' || s[0] == '_' || s[0] == '$'
}

// reserved are words that some readers take for something else than text.
var reserved = map[string]bool{
	"null": true, "true": true, "false": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true,
}
