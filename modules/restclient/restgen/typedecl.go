package restgen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxTrailing is how long the description of a field may be to stand behind it.
const maxTrailing = 60

// printModels writes the types that no declaration has written yet, in the order
// in which they were found.
func (g *generator) printModels() {
	for _, m := range g.models {
		g.printModel(m)
	}
}

func (g *generator) printModel(m *model) {
	if m.printed {
		return
	}
	m.printed = true
	if text := m.comment(); text != "" {
		comment(&g.body, "// ", "// ", m.name+text)
	}
	if m.deprecated {
		g.body.WriteString("//\n// Deprecated: the description says so.\n")
	}
	if !m.isStruct() {
		g.printConstants(m)
		return
	}
	fmt.Fprintf(&g.body, "type %s struct {\n", m.name)
	for _, f := range m.fields {
		g.printField(f.doc, f.deprecated, f.name, f.typ, m.tag(f))
	}
	g.body.WriteString("}\n\n")
	if m.key != nil {
		fmt.Fprintf(&g.body, "// PK returns the primary key.\nfunc (e %s) PK() %[2]s { return e.%[3]s }\n\n", m.name, m.key.typ, m.key.name)
		g.printNested(m)
	}
}

// comment says what the name does not, behind the name.
func (m *model) comment() string {
	var parts []string
	if m.schema != "" && bare(m.schema) != bare(m.name) {
		parts = append(parts, " is the schema "+ended(plain(m.schema)))
	}
	if doc := sentence(m.doc); bare(doc) != bare(m.name) && doc != "" {
		parts = append(parts, ": "+ended(doc))
	}
	if len(m.dropped) > 0 {
		parts = append(parts, " lacks the members that no tag can name: "+ended(plain(strings.Join(m.dropped, " "))))
	}
	if len(parts) == 0 && m.deprecated {
		return " is deprecated."
	}
	text := strings.Join(parts, "")
	return strings.Replace(text, ".:", ".", 1)
}

// tag is the tag of a field. What need not be sent is not sent when it is zero.
func (m *model) tag(f *field) string {
	if f.required && f != m.key {
		return "json:" + strconv.Quote(f.property)
	}
	return "json:" + strconv.Quote(f.property+",omitzero")
}

func (g *generator) printField(doc string, deprecated bool, name string, t goType, tag string) {
	doc = sentence(doc)
	if deprecated {
		doc = strings.TrimSpace("Deprecated. " + doc)
	}
	trailing := ""
	if utf8.RuneCountInString(doc) <= maxTrailing && doc != "" {
		trailing = " // " + doc
	} else {
		comment(&g.body, "\t// ", "\t// ", ended(doc))
	}
	literal := "`" + tag + "`"
	if strings.ContainsAny(tag, "`\r") {
		literal = strconv.Quote(tag)
	}
	fmt.Fprintf(&g.body, "\t%s %s %s%s\n", name, t, literal, trailing)
}

func (g *generator) printConstants(m *model) {
	fmt.Fprintf(&g.body, "type %s string\n\nconst (\n", m.name)
	for _, c := range m.constants {
		fmt.Fprintf(&g.body, "\t%s %s = %s", c.name, m.name, strconv.Quote(c.value))
		if doc := sentence(c.doc); doc != "" {
			g.body.WriteString(" // " + doc)
		}
		g.body.WriteString("\n")
	}
	g.body.WriteString(")\n\n")
}

// printArguments writes the struct of arguments where one is needed, and returns
// the type of the arguments. A path parameter alone stands for itself; a filter
// is a struct also then, because it is no key.
func (g *generator) printArguments(hints []string, path, query []*argument) string {
	switch {
	case len(path)+len(query) == 0:
		return none.String()
	case len(path) == 1 && len(query) == 0:
		return path[0].typ.String()
	}
	name := g.scope.Name(hints...)
	fmt.Fprintf(&g.body, "type %s struct {\n", name)
	for _, a := range slices.Concat(path, query) {
		g.printField(a.doc, false, a.name, a.typ, a.tag())
	}
	g.body.WriteString("}\n\n")
	return name
}

func (a *argument) tag() string {
	if a.inPath {
		return "path:" + strconv.Quote(a.wire)
	}
	value := a.wire
	if !a.required && a.typ.kind != pointer && a.typ.kind != list {
		value += ",omitempty"
	}
	if a.open {
		value += ",nofilter"
	}
	return "query:" + strconv.Quote(value)
}
