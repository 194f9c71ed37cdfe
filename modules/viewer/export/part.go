package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/net/html"
)

// partFile is the file of a part of a page.
func partFile(addr string) string {
	sum := sha256.Sum256([]byte(addr))
	return "data/parts/" + hex.EncodeToString(sum[:8]) + ".js"
}

// writePart writes what a page fetches when it is there already. Addresses in it
// are relative to the root, as it comes into pages anywhere.
func (p *page) writePart(text []byte) error {
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("export %s: %w", p.addr, err)
	}
	for n := range root.Descendants() {
		if hasNode(n, "data-fragment") {
			return p.writeValue(partFile(p.addr), tree(n))
		}
	}
	return nil
}

// writeValue writes a file that scripts read: a script itself, so that pages on a
// disk can load it.
func (s *stage) writeValue(name string, value any) error {
	text, err := encoded(value)
	if err != nil {
		return fmt.Errorf("export %s: %w", name, err)
	}
	key, _ := json.Marshal(strings.TrimSuffix(name, ".js"))
	return s.write(name, fmt.Appendf(nil, "(globalThis.trefoilFiles??={})[%s]=%s\n", key, text))
}

// encoded is a value in JSON, as it stands in a script.
func encoded(value any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// tree is an element as scripts read it: its name, its attributes and what is in
// it. The name of a foreign one stands behind its language.
func tree(n *html.Node) []any {
	name := n.Data
	if n.Namespace != "" {
		name = n.Namespace + " " + name
	}
	attributes := map[string]string{}
	for _, a := range n.Attr {
		attributes[a.Key] = a.Val
	}
	list := []any{name, attributes}
	for child := range n.ChildNodes() {
		switch child.Type {
		case html.ElementNode:
			list = append(list, tree(child))
		case html.TextNode:
			list = append(list, child.Data)
		}
	}
	return list
}

func hasNode(n *html.Node, name string) bool { _, ok := value(n, name); return ok }

// value returns an attribute of a node.
func value(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}
