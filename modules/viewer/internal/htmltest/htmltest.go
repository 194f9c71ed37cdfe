// Package htmltest reads pages in tests:
//
//	page := htmltest.Parse(body)
//	Expect(page.Find("h1").Text()).To(Equal("List pets"))
//
// A selector is a tag, a ".class" or an "[attribute]", or a tag with one of
// them; several of them, with spaces between, stand inside each other.
package htmltest

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// Nodes are elements of a page, in its order.
type Nodes []*html.Node

// Parse reads a page. What is no HTML gives no nodes.
func Parse(page []byte) Nodes {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return nil
	}
	return Nodes{root}
}

// Find returns the elements below those of n that a selector names.
func (n Nodes) Find(selector string) Nodes {
	found := n
	for step := range strings.FieldsSeq(selector) {
		var next Nodes
		seen := map[*html.Node]bool{}
		for _, top := range found {
			for d := range top.Descendants() {
				if !seen[d] && matches(d, step) {
					seen[d] = true
					next = append(next, d)
				}
			}
		}
		found = next
	}
	return found
}

func matches(n *html.Node, step string) bool {
	if n.Type != html.ElementNode {
		return false
	}
	if tag, rest, found := strings.Cut(step, "["); found {
		name, value, hasValue := strings.Cut(strings.TrimSuffix(rest, "]"), "=")
		return (tag == "" || n.Data == tag) && has(n, name) && (!hasValue || Attribute(n, name) == value)
	}
	if tag, class, found := strings.Cut(step, "."); found {
		return (tag == "" || n.Data == tag) && strings.Contains(" "+Attribute(n, "class")+" ", " "+class+" ")
	}
	return n.Data == step
}

// All returns every element.
func (n Nodes) All() Nodes {
	var all Nodes
	for _, top := range n {
		for d := range top.Descendants() {
			if d.Type == html.ElementNode {
				all = append(all, d)
			}
		}
	}
	return all
}

// Text returns the text of all nodes, every run of space as one.
func (n Nodes) Text() string {
	var b strings.Builder
	for _, top := range n {
		for d := range top.Descendants() {
			if d.Type == html.TextNode {
				b.WriteString(d.Data + After(d))
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// After is the space that sets the text of a node off from the next one: none before an
// element that only says where a word may be broken.
func After(text *html.Node) string {
	if next := text.NextSibling; next != nil && next.Data == "wbr" {
		return ""
	}
	return " "
}

// Exact returns the text as it stands there, white space and all, which is what
// is copied.
func (n Nodes) Exact() string {
	var b strings.Builder
	for _, top := range n {
		for d := range top.Descendants() {
			if d.Type == html.TextNode {
				b.WriteString(d.Data)
			}
		}
	}
	return b.String()
}

// Texts returns the text of each node.
func (n Nodes) Texts() []string {
	texts := make([]string, len(n))
	for i := range n {
		texts[i] = n[i : i+1].Text()
	}
	return texts
}

// Attributes returns the value that each node has for an attribute.
func (n Nodes) Attributes(name string) []string {
	values := make([]string, len(n))
	for i := range n {
		values[i] = Attribute(n[i], name)
	}
	return values
}

// Attribute returns the value of an attribute, "" for none.
func Attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}
