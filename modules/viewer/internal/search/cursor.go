package search

import (
	"encoding/json"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

const (
	maxProse   = 64 << 10 // bytes of a description that are read
	maxExample = 16 << 10 // bytes of an example that are read
)

// cursor knows where the texts stand that are visited, in words and by the ids of a
// page.
type cursor struct {
	// visit gets a text and what it is: "enum value", "default", "example", and
	// so on, empty for names and descriptions.
	visit func(f field, what wording.Key, text string)

	place wording.Key // "query parameter", "header", "response", "request body", "field"
	name  string      // of the parameter, header or response
	path  []string    // of the field

	within string         // what the ids of the parts of an operation begin with
	id     string         // of the element that shows what is visited, empty for none
	base   string         // what the ids of its parts begin with
	only   core.Direction // the bodies that it is part of, empty for all
}

// where names the place that is visited, in a language.
func (c *cursor) where(w *wording.Language, what wording.Key, text string) string {
	place := strings.TrimSpace(w.Say(c.place) + " " + c.name)
	if len(c.path) > 0 {
		place = w.Say("field") + " " + strings.Join(c.path, ".")
	}
	said := w.Say(what)
	switch {
	case what == "":
		return place
	case what == "enum value":
		said += " " + cut(text, 40)
	}
	if place == "" {
		return said
	}
	return w.Fill("{1} of {2}", said, place)
}

// at visits a place with a name and returns to where it was.
func (c *cursor) at(place wording.Key, name, id string, do func()) {
	oldPlace, oldName, oldPath, oldID, oldBase := c.place, c.name, c.path, c.id, c.base
	c.place, c.name, c.path, c.id, c.base = place, name, nil, id, id
	do()
	c.place, c.name, c.path, c.id, c.base = oldPlace, oldName, oldPath, oldID, oldBase
}

// below visits a part whose element has an id below that of what it stands in.
func (c *cursor) below(name string, do func()) {
	id, base := c.id, c.base
	if name != "" {
		c.base = sample.Below(base, name)
		c.id = c.base
	}
	do()
	c.id, c.base = id, base
}

// inside visits a part that has no element, although those of its parts have ids
// below it.
func (c *cursor) inside(name string, do func()) {
	id, base := c.id, c.base
	c.base = sample.Below(base, name)
	do()
	c.id, c.base = id, base
}

func (c *cursor) text(f field, text string) {
	if text != "" {
		c.visit(f, "", cut(text, maxProse))
	}
}

func (c *cursor) what(f field, what wording.Key, text string) {
	if text != "" {
		c.visit(f, what, cut(text, maxProse))
	}
}

func (c *cursor) docs(d *apidoc.ExternalDocs) {
	if d != nil {
		c.what(inOther, "external documentation", d.Description)
		c.what(inOther, "external documentation", d.URL)
	}
}

func (c *cursor) extensions(list []apidoc.Extension) {
	for _, e := range list {
		c.what(inOther, "extension", e.Name)
		c.value(inOther, "extension", e.Value)
	}
}

// value visits a JSON value, names and all.
func (c *cursor) value(f field, what wording.Key, value json.RawMessage) {
	if len(value) > 0 {
		c.visit(f, what, unescaped(cut(string(value[:min(len(value), maxExample)]), maxExample)))
	}
}

// unescaped replaces the escapes of JSON that would glue words together.
func unescaped(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	return jsonEscapes.Replace(text)
}

var jsonEscapes = strings.NewReplacer(`\\`, `\`, `\n`, " ", `\t`, " ", `\r`, " ", `\"`, `"`, `\/`, "/")
