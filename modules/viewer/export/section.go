package export

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"golang.org/x/net/html"
)

// section is a page on its way into the one file. Each is read by one goroutine.
type section struct {
	addr, id string
	title    string
	main     *html.Node
	found    []string // addresses of pages that it leads to, in order
}

// read reads the middle of a page, nil when there is none.
func (f *single) read(ctx context.Context, addr string) (*section, error) {
	a, err := f.get(ctx, listing(addr))
	if err != nil || !a.isPage() {
		return nil, err
	}
	s := &section{addr: addr, id: anchorOf(addr)}
	var out bytes.Buffer
	if err := rewrite(&out, a.body.Bytes(), rewriter{element: func(t *html.Token) bool { return f.element(s, t) }}); err != nil {
		return nil, fmt.Errorf("export %s: %w", addr, err)
	}
	root, err := html.ParseWithOptions(&out, html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, fmt.Errorf("export %s: %w", addr, err)
	}
	for n := range root.Descendants() {
		switch n.Data {
		case "main":
			s.main = n
		case "h1":
			s.title = strings.TrimSpace(textOf(n))
		}
	}
	if s.main == nil {
		return nil, nil
	}
	if addr != "" {
		shorten(s.main, s.id)
	}
	return s, nil
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// shorten takes away what the script of the file puts back: the colours of
// examples, the data of samples in other languages, and in schemas the beginnings
// of ids, which are those of what they stand in, and links of rows to themselves.
// What is the same on several pages then reads the same.
func shorten(n *html.Node, above string) {
	schema := isSchema(n)
	if schema {
		above = baseOf(n, above)
	}
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		switch {
		case child.Type != html.ElementNode:
		case child.Data == "script":
			n.RemoveChild(child)
		case child.Data == "span" && isColour(child):
			for c := child.FirstChild; c != nil; c = child.FirstChild {
				child.RemoveChild(c)
				n.InsertBefore(c, child)
			}
			n.RemoveChild(child)
		default:
			shorten(child, shortenOne(child, above))
		}
		child = next
	}
}

// shortenOne shortens the attributes of an element, and returns what the ids in it
// begin with.
func shortenOne(n *html.Node, above string) string {
	if n.Data == "a" && isOwn(n, above) {
		remove(n, "href")
		remove(n, "data-inner")
	}
	id, ok := value(n, "id")
	if !ok {
		return above
	}
	if inSchema(n) {
		if rest, below := strings.CutPrefix(id, above+"."); below {
			remove(n, "id")
			n.Attr = append(n.Attr, html.Attribute{Key: "data-at", Val: rest})
		}
		remove(n, "name") // of the alternatives of which one is open
		return id
	}
	return id
}

// isOwn reports whether a link leads to what it stands in.
func isOwn(n *html.Node, above string) bool {
	inner, _ := value(n, "data-inner")
	class, _ := value(n, "class")
	return inner == above && (class == "schema-anchor" || class == "part-link")
}

func isSchema(n *html.Node) bool {
	class, _ := value(n, "class")
	return n.Data == "ul" && class == "schema"
}

func inSchema(n *html.Node) bool {
	for up := n.Parent; up != nil; up = up.Parent {
		if isSchema(up) {
			return true
		}
	}
	return false
}

func isColour(n *html.Node) bool {
	class, _ := value(n, "class")
	return strings.HasPrefix(class, "t-") && !strings.Contains(class, " ")
}

// baseOf is what the ids of the rows of a schema begin with. It is noted where it
// is not the id of what the schema stands in.
func baseOf(list *html.Node, above string) string {
	for row := range list.ChildNodes() {
		id, ok := value(row, "id")
		if !ok || strings.HasPrefix(id, above+".") {
			continue
		}
		if at := strings.LastIndexByte(id, '.'); at > 0 {
			list.Attr = append(list.Attr, html.Attribute{Key: "data-base", Val: id[:at]})
			return id[:at]
		}
	}
	return above
}

func remove(n *html.Node, name string) {
	for i, a := range n.Attr {
		if a.Key == name {
			n.Attr = append(n.Attr[:i:i], n.Attr[i+1:]...)
			return
		}
	}
}
