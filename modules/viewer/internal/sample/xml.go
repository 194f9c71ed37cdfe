package sample

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"slices"
	"strings"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// XML writes a value as the XML that a schema describes: with its names,
// prefixes and namespaces, attributes and wrapped lists. A value that is no JSON
// comes back as it is.
func XML(r *shape.Resolver, s *apidoc.Schema, value json.RawMessage) []byte {
	v, ok := readValue(value)
	if !ok || len(value) > 2*maxBytes {
		return value
	}
	if v.kind == '"' && strings.HasPrefix(strings.TrimSpace(v.text), "<") {
		return []byte(v.text)
	}
	w := &xmlWriter{resolver: r}
	name := "root"
	if sh := r.Of(s); sh.Ref != "" {
		name = shape.Name(sh.Ref)
	}
	w.out.WriteString(xml.Header)
	if v.kind == '[' && !wraps(w.of(s)) {
		w.root(s, name, v)
	} else {
		w.element(s, name, v, 0)
	}
	return bytes.TrimRight(w.out.Bytes(), "\n")
}

// IsXML reports whether bodies of a media type are XML.
func IsXML(mediaType string) bool {
	name, _, _ := strings.Cut(strings.ToLower(mediaType), ";")
	name = strings.TrimSpace(name)
	return name == "application/xml" || name == "text/xml" || strings.HasSuffix(name, "+xml")
}

// node is a value of JSON in the order it is written.
type node struct {
	kind    byte // one of { [ " or 0 for anything else
	text    string
	members []namedNode
}

type namedNode struct {
	name string
	node node
}

func readValue(value json.RawMessage) (node, bool) {
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	n, err := decode(d)
	return n, err == nil
}

func decode(d *json.Decoder) (node, error) {
	token, err := d.Token()
	if err != nil {
		return node{}, err
	}
	switch t := token.(type) {
	case string:
		return node{kind: '"', text: t}, nil
	case json.Number:
		return node{text: t.String()}, nil
	case bool:
		return node{text: map[bool]string{true: "true", false: "false"}[t]}, nil
	case json.Delim:
		return decodeMembers(d, t)
	}
	return node{}, nil
}

func decodeMembers(d *json.Decoder, open json.Delim) (node, error) {
	n := node{kind: byte(open)}
	for d.More() {
		m := namedNode{}
		if open == '{' {
			name, err := d.Token()
			if err != nil {
				return n, err
			}
			m.name, _ = name.(string)
		}
		var err error
		if m.node, err = decode(d); err != nil {
			return n, err
		}
		n.members = append(n.members, m)
	}
	_, err := d.Token()
	return n, err
}

type xmlWriter struct {
	resolver *shape.Resolver
	out      bytes.Buffer
}

var noXML = &apidoc.XML{}

func (w *xmlWriter) of(s *apidoc.Schema) *shape.Shape { return w.resolver.Of(s) }

func about(sh *shape.Shape) *apidoc.XML {
	if sh.Schema.XML == nil {
		return noXML
	}
	return sh.Schema.XML
}

func wraps(sh *shape.Shape) bool { return about(sh).Wrapped || about(sh).NodeType == "element" }

// root writes a list that nothing wraps: XML has one element at its top.
func (w *xmlWriter) root(s *apidoc.Schema, name string, v node) {
	w.line(0, "<"+tagName(name)+">")
	w.items(s, name, v, 1)
	w.line(0, "</"+tagName(name)+">")
}

func (w *xmlWriter) line(depth int, text string) {
	w.out.WriteString(strings.Repeat("  ", depth) + text + "\n")
}

// element writes a value under the name that its schema gives it, or that of the
// property.
func (w *xmlWriter) element(s *apidoc.Schema, name string, v node, depth int) {
	sh := w.of(s)
	x := about(sh)
	if x.Name != "" {
		name = x.Name
	}
	if x.Prefix != "" {
		name = x.Prefix + ":" + name
	}
	if name = tagName(name); depth > maxDepth+2 {
		return
	}
	start := "<" + name + namespace(x) + w.attributes(sh, v)
	switch text, isText := w.content(sh, v); {
	case isText && text == "":
		w.line(depth, start+"/>")
	case isText:
		w.line(depth, start+">"+text+"</"+name+">")
	default:
		w.line(depth, start+">")
		if v.kind == '[' {
			w.items(s, name, v, depth+1)
		} else {
			w.children(sh, v, depth+1)
		}
		w.line(depth, "</"+name+">")
	}
}

func namespace(x *apidoc.XML) string {
	switch {
	case x.Namespace == "":
		return ""
	case x.Prefix != "":
		return " xmlns:" + tagName(x.Prefix) + `="` + escaped(x.Namespace) + `"`
	}
	return ` xmlns="` + escaped(x.Namespace) + `"`
}

func isAttribute(x *apidoc.XML) bool { return x.Attribute || x.NodeType == "attribute" }

func isText(x *apidoc.XML) bool { return x.NodeType == "text" || x.NodeType == "cdata" }

func (w *xmlWriter) attributes(sh *shape.Shape, v node) string {
	var b strings.Builder
	for _, m := range v.members {
		x := about(w.of(propertySchema(sh, m.name)))
		if v.kind != '{' || !isAttribute(x) {
			continue
		}
		name := m.name
		if x.Name != "" {
			name = x.Name
		}
		if x.Prefix != "" {
			name = x.Prefix + ":" + name
		}
		b.WriteString(" " + tagName(name) + `="` + escaped(m.node.text) + `"`)
	}
	return b.String()
}

// content returns what an element holds when that is text.
func (w *xmlWriter) content(sh *shape.Shape, v node) (string, bool) {
	if v.kind == '[' {
		return "", len(v.members) == 0
	}
	if v.kind != '{' {
		return written(about(sh), v.text), true
	}
	text, children := "", false
	for _, m := range v.members {
		switch x := about(w.of(propertySchema(sh, m.name))); {
		case isText(x):
			text += written(x, m.node.text)
		case !isAttribute(x):
			children = true
		}
	}
	return text, !children
}

func written(x *apidoc.XML, text string) string {
	if x.NodeType == "cdata" && !strings.Contains(text, "]]>") {
		return "<![CDATA[" + text + "]]>"
	}
	return escaped(text)
}

func (w *xmlWriter) children(sh *shape.Shape, v node, depth int) {
	for _, m := range v.members {
		s := propertySchema(sh, m.name)
		child := w.of(s)
		switch x := about(child); {
		case isAttribute(x):
		case isText(x):
			w.line(depth, written(x, m.node.text))
		case x.NodeType == "none" && m.node.kind == '{':
			w.children(child, m.node, depth)
		case m.node.kind == '[' && !wraps(child):
			w.items(s, m.name, m.node, depth)
		default:
			w.element(s, m.name, m.node, depth)
		}
	}
}

// items writes the items of a list, each under the name of the items or else
// that of the list.
func (w *xmlWriter) items(s *apidoc.Schema, name string, v node, depth int) {
	sh := w.of(s)
	for i, m := range v.members {
		item := sh.Schema.Items
		if i < len(sh.Schema.PrefixItems) {
			item = sh.Schema.PrefixItems[i]
		}
		w.element(item, name, m.node, depth)
	}
}

func propertySchema(sh *shape.Shape, name string) *apidoc.Schema {
	i := slices.IndexFunc(sh.Schema.Properties, func(p apidoc.Property) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return sh.Schema.Properties[i].Schema
}

func escaped(text string) string {
	var b bytes.Buffer
	if xml.EscapeText(&b, []byte(text)) != nil {
		return ""
	}
	return b.String()
}

// tagName makes a name that XML allows.
func tagName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-.:", r) {
			return r
		}
		return '_'
	}, name)
	if clean == "" || !unicode.IsLetter(rune(clean[0])) && clean[0] != '_' && clean[0] < 0x80 {
		return "_" + clean
	}
	return clean
}
