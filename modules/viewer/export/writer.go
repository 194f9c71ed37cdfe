package export

import (
	"bufio"
	"strings"

	"golang.org/x/net/html"
)

// writer writes elements in few bytes. Errors stay in out until it is flushed.
type writer struct {
	out *bufio.Writer
	// instead writes something in place of an element, when it is true.
	instead func(n *html.Node) bool
}

var (
	texts  = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\u00a0", "&nbsp;")
	values = strings.NewReplacer("&", "&amp;", `"`, "&#34;", "<", "&lt;", ">", "&gt;", "\u00a0", "&nbsp;")
)

func (w *writer) text(parts ...string) {
	for _, p := range parts {
		_, _ = w.out.WriteString(p)
	}
}

// inside writes what is in an element.
func (w *writer) inside(n *html.Node) {
	for child := range n.ChildNodes() {
		switch child.Type {
		case html.TextNode:
			_, _ = texts.WriteString(w.out, child.Data)
		case html.ElementNode:
			w.element(child)
		}
	}
}

func (w *writer) element(n *html.Node) {
	if w.instead != nil && w.instead(n) {
		return
	}
	w.text("<", n.Data)
	for _, a := range n.Attr {
		w.attribute(a)
	}
	w.text(">")
	if n.Namespace == "" && void[n.Data] {
		return
	}
	if first := n.FirstChild; n.Data == "pre" && first != nil && strings.HasPrefix(first.Data, "\n") {
		w.text("\n") // the first one is none
	}
	w.inside(n)
	if n.Data != "li" { // which ends where the next one begins, or its list ends
		w.text("</", n.Data, ">")
	}
}

// attribute writes an attribute, without quotes where it needs none.
func (w *writer) attribute(a html.Attribute) {
	w.text(" ")
	if a.Namespace != "" {
		w.text(a.Namespace, ":")
	}
	w.text(a.Key)
	switch {
	case a.Val == "":
	case strings.IndexFunc(a.Val, quoted) < 0:
		w.text("=", a.Val)
	default:
		w.text(`="`)
		_, _ = values.WriteString(w.out, a.Val)
		w.text(`"`)
	}
}

// quoted reports whether a character makes a value need quotes. A slash would end
// the element where the value stands last.
func quoted(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_', r == '.', r == ':', r == '#':
		return false
	}
	return true
}
