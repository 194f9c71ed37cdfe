package apichange

import (
	"maps"
	"slices"
	"strings"
)

// schema is what a value must fit: all of its parts.
type schema []node

// key identifies a schema in its document, empty for one that says nothing.
func (s schema) key() string {
	var at []string
	for _, part := range s {
		if part.value != nil {
			at = append(at, part.at)
		}
	}
	slices.Sort(at)
	return strings.Join(slices.Compact(at), " ")
}

// pointer is that of the first part of a schema, empty for one that is not there.
func (s schema) pointer() string {
	if i := slices.IndexFunc(s, func(part node) bool { return part.value != nil }); i >= 0 {
		return s[i].at
	}
	return ""
}

// direct is what a schema refers to that says nothing else, so that a change of
// it is one change wherever it is referred to.
func (s schema) direct() schema {
	if len(s) != 1 || !s[0].has("$ref") {
		return s
	}
	for name := range s[0].object() {
		if name != "$ref" && !isAnnotation(name) {
			return s
		}
	}
	return schema{s[0].resolve()}
}

// annotations are keywords that say nothing about what fits.
var annotations = []string{"title", "summary", "description", "default", "example", "examples", "deprecated", "externalDocs", "$comment"}

func isAnnotation(name string) bool {
	return slices.Contains(annotations, name) || strings.HasPrefix(name, "x-")
}

// marked reports whether one of the parts of a schema, or of what it refers to, holds
// a keyword that is true.
func (s schema) marked(keyword string) bool {
	visited := map[string]bool{}
	for queue := slices.Clone(s); len(queue) > 0; queue = queue[1:] {
		part := queue[0]
		if part.truth(keyword) {
			return true
		}
		if queue = append(queue, part.member("allOf").items()...); part.has("$ref") && !visited[part.text("$ref")] {
			visited[part.text("$ref")] = true
			queue = append(queue, part.doc.target(part.text("$ref")))
		}
	}
	return false
}

// orNull takes the null out of a schema of the form {"anyOf": [s, null]}.
func (s schema) orNull() (other schema, null bool) {
	if len(s) != 1 || len(s[0].object()) != 1 {
		return s, false
	}
	items := append(s[0].member("anyOf").items(), s[0].member("oneOf").items()...)
	if len(items) != 2 {
		return s, false
	}
	for i, item := range items {
		if item.text("type") == "null" {
			return schema{items[1-i]}, true
		}
	}
	return s, false
}

func (s schema) forbidsNull() bool {
	f := newShape(s)
	return f.types != nil && !f.allowsNull()
}

func (s schema) allowsNull() bool { return newShape(s.direct()).allowsNull() }

// name is how messages call an alternative.
func (s schema) name() string {
	for _, part := range s {
		if ref := part.text("$ref"); ref != "" {
			return ref[strings.LastIndexByte(ref, '/')+1:]
		}
	}
	return typesText(newShape(s).types)
}

// byType is a schema for each type of a list, but for null, or the schema itself.
func (s schema) byType() []schema {
	if len(s) != 1 {
		return []schema{s}
	}
	var all []schema
	for _, kind := range s[0].member("type").items() {
		if kind.value != "null" {
			alone := maps.Clone(s[0].object())
			alone["type"] = kind.value
			all = append(all, schema{node{kind.doc, kind.at, alone}})
		}
	}
	if len(all) < 2 {
		return []schema{s}
	}
	return all
}

// identity is equal for alternatives that are meant to be the same.
func (s schema) identity() string {
	var text strings.Builder
	for _, part := range s {
		if ref := part.text("$ref"); ref != "" {
			text.WriteString(ref)
			continue
		}
		known := part.doc.digestOf(part.object(), isAnnotation)
		text.Write(known[:])
	}
	return text.String()
}

// streamed are the keywords of the items of a stream, that of OpenAPI 3.2 last.
var streamed = []string{"x-itemSchema", "itemSchema"}

// itemsOf is the schema of the items of a stream.
func itemsOf(mediaType node) (items node) {
	for _, keyword := range streamed {
		if mediaType.has(keyword) {
			items = mediaType.member(keyword)
		}
	}
	return items
}

// direction says who writes the values of a schema.
type direction int

const (
	fromClient direction = iota // clients: they break when less is accepted
	fromServer                  // the server: clients break when more may come
)

// kind is what an effect on the values of a direction does to clients.
func (d direction) kind(e effect) Kind {
	harmful := narrowed
	if d == fromServer {
		harmful = widened
	}
	if e&harmful != 0 {
		return Breaking
	}
	return Compatible
}
