package htmlrender

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// example is one example of a body.
type example struct {
	snippet
	id          string
	name        string // by which those of a request and of its response belong together
	number      int    // its place among those of one body
	of          int    // how many there are
	media       string // the format that it is in
	pick        string // the alternative that it shows: "place:1"
	description string // Markdown
	shortened   bool
}

// group is the examples of one body, for a switch between them.
func (e example) group() string { return e.class + " " + e.media }

// bodyExamples are the examples of a request body.
func (v *view) bodyExamples(b *apidoc.RequestBody) []example {
	if b == nil {
		return nil
	}
	return v.mediaExamples(nil, exampleHead{id: "request-body", to: sample.Request}, b.Content)
}

// responseExamples are the examples of the responses, by status.
func (v *view) responseExamples(o *apidoc.Operation) []example {
	var list []example
	for i := range o.Responses {
		r := &o.Responses[i]
		head := exampleHead{id: sample.Below("response", r.Status), title: r.Status, class: statusClass(r.Status), to: sample.Response}
		list = v.mediaExamples(list, head, r.Content)
	}
	return list
}

// exampleHead is what the examples of one body have in common.
type exampleHead struct {
	id    string
	title string // "" for the name of each example
	class string
	to    sample.Direction
}

// makesExamples bounds the alternatives that examples are made of.
const makesExamples = 6

func (v *view) mediaExamples(list []example, head exampleHead, content []apidoc.MediaType) []example {
	for i := range content {
		if len(list) >= maxCards {
			break
		}
		m := &content[i]
		of := givenExamples(m)
		made := len(of) == 0
		for n, e := range of[:min(len(of), maxCards-len(list))] {
			list = v.addExample(list, head, v.givenExample(m, e), m, n, len(of))
		}
		if made {
			variants := v.madeExamples(m, head)
			for n, e := range variants {
				list = v.addExample(list, head, e, m, n, len(variants))
			}
		}
	}
	return list
}

func (v *view) addExample(list []example, head exampleHead, e example, m *apidoc.MediaType, number, of int) []example {
	if len(list) >= maxCards {
		return list
	}
	e.snippet.title, e.note = cmp.Or(head.title, e.name, "Example"), phrase.Join(" · ", m.Name, ifText(head.title != "", e.name), e.note)
	e.class, e.media, e.number, e.of = head.class, m.Name, number, of
	e.id = v.anchor(sample.Below(sample.Below(v.prefix()+head.id, m.Name)+".example", cmp.Or(e.name, strconv.Itoa(number+1))))
	return append(list, e)
}

// givenExamples are the examples that a description gives for a body.
func givenExamples(m *apidoc.MediaType) []apidoc.Example {
	var list []apidoc.Example
	if m.Example != nil {
		list = append(list, apidoc.Example{Value: m.Example})
	}
	for _, e := range m.Examples {
		if e.Value != nil || e.ExternalValue != "" {
			list = append(list, e)
		}
	}
	return list
}

func (v *view) givenExample(m *apidoc.MediaType, e apidoc.Example) example {
	shown := example{name: e.Name, description: e.Description}
	switch {
	case e.Value == nil:
		shown.snippet = newSnippet("", "", "text", e.ExternalValue)
	case sample.IsXML(m.Name):
		shown.snippet = newSnippet("", "", "xml", string(sample.XML(v.shapes, m.Schema, e.Value)))
	default:
		shown.snippet = newSnippet("", "", "json", string(sample.Indent(e.Value)))
	}
	shown.note = e.Summary
	return shown
}

// madeExamples are examples that are made of the schema of a body: one, or one
// for each alternative at its top.
func (v *view) madeExamples(m *apidoc.MediaType, head exampleHead) []example {
	if m.Schema == nil || !jsonLike(m.Name) && !sample.IsXML(m.Name) {
		return nil
	}
	place := sample.Below(v.within+head.id, m.Name)
	c := v.topChoice(m.Schema)
	if c == nil || len(c.Alternatives) > makesExamples {
		return []example{v.madeExample(m, place, head.to, v.page.Choices)}
	}
	var list []example
	for i, a := range c.Alternatives {
		if schemafacts.Null(a.Schema) {
			continue
		}
		choices := map[string]int{}
		for at, n := range v.page.Choices {
			choices[at] = n
		}
		choices[place] = i
		e := v.madeExample(m, place, head.to, choices)
		e.name, e.pick = v.types.Option(a), place+":"+strconv.Itoa(i)
		list = append(list, e)
	}
	return list
}

// topChoice returns the alternatives at the top of a schema, nil when it has
// none.
func (v *view) topChoice(s *apidoc.Schema) *shape.Choice { return v.choice(v.element(v.follow(s))) }

// madeExample makes an example. That of a reference is the same on all pages, unless
// the reader has chosen alternatives, and is kept.
func (v *view) madeExample(m *apidoc.MediaType, place string, to sample.Direction, choices map[string]int) example {
	if v.shared == nil || len(choices) > 0 || m.Schema.Ref == "" || !shape.OnlyRef(m.Schema) {
		e, _ := v.makeExample(m, place, to, choices)
		return e
	}
	key := madeOf{m.Schema.Ref, to, sample.IsXML(m.Name)}
	if e, ok := v.shared.samples.Get(key); ok {
		return e
	}
	e, whole := v.makeExample(m, place, to, nil)
	if whole && v.ctx.Err() == nil {
		e.snippet = e.snippet.inColours()
		v.shared.samples.Put(key, e, len(key.ref)+len(e.text)+len(e.colours)+256)
	}
	return e
}

// makeExample makes an example, and reports whether it is what another page would
// make as well.
func (v *view) makeExample(m *apidoc.MediaType, place string, to sample.Direction, choices map[string]int) (e example, whole bool) {
	made := sample.Make(v.shapes, m.Schema, sample.Options{To: to, Place: place, Choices: choices})
	language, text := "json", string(made.JSON)
	if sample.IsXML(m.Name) {
		language, text = "xml", string(sample.XML(v.shapes, m.Schema, made.JSON))
	}
	return example{snippet: newSnippet("", "", language, text), shortened: made.Shortened}, made.Whole && !v.shapes.Short()
}

// modelExamples are the examples of a model: its own, or one that is made up.
func (v *view) modelExamples(m *apidoc.Model) []example {
	return v.schemaExamples(&apidoc.Schema{Ref: m.Ref}, "schema")
}

// schemaExamples are examples of a schema that is no body, in XML too when it
// says how.
func (v *view) schemaExamples(s *apidoc.Schema, place string) []example {
	n := v.follow(s)
	if n.broken || !v.hasParts(n) && len(n.Examples) == 0 && len(n.Enum) == 0 {
		return nil
	}
	to := sample.Both
	switch v.direction {
	case core.InRequest:
		to = sample.Request
	case core.InResponse:
		to = sample.Response
	}
	body := []apidoc.MediaType{{Name: "JSON", Schema: s}}
	if n.XML != nil {
		body = append(body, apidoc.MediaType{Name: "application/xml", Schema: s})
	}
	var list []example
	for i := range body {
		made := v.madeExample(&body[i], place, to, v.page.Choices)
		made.id = v.anchor("example." + strings.TrimPrefix(body[i].Name, "application/"))
		made.snippet.title, made.of = strings.ToUpper(strings.TrimPrefix(body[i].Name, "application/")), 1
		list = append(list, made)
	}
	return list
}

// jsonLike reports whether a made-up example, which is JSON, fits a media type.
func jsonLike(mediaType string) bool {
	return strings.Contains(mediaType, "json") || mediaType == "*/*" || mediaType == "" || mediaType == "JSON"
}

// exampleGroup is the name that the examples of a card share, so that one is
// open at a time.
func exampleGroup(title string) string { return "example." + strings.ToLower(apidoc.Slug(title)) }
