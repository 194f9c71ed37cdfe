package export

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
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

// sectionReader reads pages as sections.
type sectionReader struct{ *site }

// read reads the middle of a page, nil when there is none.
func (r sectionReader) read(ctx context.Context, addr string) (*section, error) {
	a, err := r.get(ctx, listing(addr))
	if err != nil || !a.isPage() {
		return nil, err
	}
	s := &section{addr: addr, id: anchorOf(addr)}
	var out bytes.Buffer
	if err := rewrite(&out, a.body.Bytes(), rewriter{element: func(t *html.Token) bool { return r.element(s, t) }}); err != nil {
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

// listing asks for a page that lists operations instead of holding them: each has
// a section of its own.
func listing(addr string) string {
	if strings.Contains(addr, "?") {
		return addr + "&reading=pages"
	}
	return addr + "?reading=pages"
}

// references are the attributes that name ids.
var references = []string{"for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details", "headers", "list"}

// element makes links lead to sections and keeps the ids of pages apart. It
// leaves out what needs a server.
func (r sectionReader) element(s *section, t *html.Token) bool {
	if t.Data == "form" || t.Data == "noscript" || has(t, "download") || has(t, "data-feed") || has(t, "data-stale") || has(t, "data-copy-markdown") || has(t, "data-editor-open") || has(t, "data-try") || has(t, "data-send") || has(t, "data-authenticate") {
		return false
	}
	set(t, "data-lazy", "")      // the link beside it leads to the same
	drop(t, "data-request-card") // whose script is loaded when it is wanted
	drop(t, "data-id")
	drop(t, "data-key")
	page := s.id
	if id := attribute(t, "id"); id != "" {
		set(t, "id", page+":"+id)
	}
	if name := attribute(t, "name"); name != "" && t.Data == "details" {
		set(t, "name", page+":"+name)
	}
	for _, name := range references {
		ids := strings.Fields(attribute(t, name))
		for i := range ids {
			ids[i] = page + ":" + ids[i]
		}
		if len(ids) > 0 {
			set(t, name, strings.Join(ids, " "))
		}
	}
	if target := attribute(t, "href"); target != "" {
		page, inner := r.target(s, target)
		set(t, "href", page)
		set(t, "data-inner", inner)
	}
	return true
}

// target is the link to the section that stands for a link on a page, and the id
// of the part of it that is meant, "" for all of it. Only the section can be the
// target: it is shown for that.
func (r sectionReader) target(s *section, target string) (page, inner string) {
	l, ok := resolve(s.addr, target)
	switch {
	case strings.HasPrefix(target, "#"):
		l.address, l.fragment = s.addr, target
	case !ok:
		if l, ok = located(s.addr, target); !ok {
			return target, ""
		}
		l.address = ".." + l.address
		return l.besidePages(""), ""
	case r.kindOf(l.address) == aStranger:
		return l.besidePages(""), ""
	case r.kindOf(l.address) != aPage:
		return fragment("overview"), ""
	}
	s.found = append(s.found, l.address)
	id := anchorOf(l.address)
	inner, err := url.PathUnescape(strings.TrimPrefix(l.fragment, "#"))
	if err != nil || inner == "" || inner == "content" {
		return fragment(id), ""
	}
	return fragment(id), id + ":" + inner
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
