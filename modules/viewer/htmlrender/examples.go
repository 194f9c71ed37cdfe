package htmlrender

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
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
	label       string // what tells it from those of the same title
	schema      string // id of its schema on the page, "" for none
	shortened   bool
}

// group is the examples of one body, for a switch between them.
func (e example) group() string { return e.class + " " + e.media }

// exampleMaker makes the examples of a page.
type exampleMaker struct {
	*reader
	idSet
	ctx   context.Context
	types *schemafacts.Namer
}

// bodyExamples are the examples of a request body.
func (x *exampleMaker) bodyExamples(b *apidoc.RequestBody) []example {
	if b == nil {
		return nil
	}
	return labelled(x.mediaExamples(nil, exampleHead{id: "request-body", to: sample.Request}, b.Content))
}

// responseExamples are the examples of the responses, by status. A response without one
// says what it is.
func (x *exampleMaker) responseExamples(o *apidoc.Operation) []example {
	var list []example
	for i := range o.Responses {
		r := &o.Responses[i]
		head := exampleHead{id: sample.Below("response", r.Status), title: r.Status, class: statusClass(r.Status), to: sample.Response, status: sample.StatusOf(r.Status, http.StatusInternalServerError)}
		before := len(list)
		if list = x.mediaExamples(list, head, r.Content); len(list) == before && before < maxCards {
			list = append(list, x.bare(head, r))
		}
	}
	return labelled(list)
}

// bare stands for the examples of a response that has none.
func (x *exampleMaker) bare(head exampleHead, r *apidoc.Response) example {
	e := example{id: x.anchor(x.prefix() + head.id + ".example")}
	e.snippet.title, e.class, e.note = head.title, head.class, x.words.Say("No body")
	if len(r.Content) > 0 {
		e.media, e.schema = r.Content[0].Name, x.schemaID(sample.Below(head.id, r.Content[0].Name))
		e.note = formatNames(r.Content)
	}
	return e
}

// schemaID is the id of the schema of an example, "" on pages that do not show it beside
// the examples.
func (x *exampleMaker) schemaID(place string) string {
	if x.page.Operation == nil {
		return ""
	}
	return x.prefix() + place
}

// labelled tells examples apart that have one title: by their names, or else by their
// formats.
func labelled(list []example) []example {
	count := map[string]int{}
	for i := range list {
		count[list[i].snippet.title]++
	}
	for i := range list {
		if e := &list[i]; count[e.snippet.title] > 1 {
			format := e.media[strings.LastIndexByte(e.media, '/')+1:]
			e.label = phrase.Brief(cmp.Or(e.name, format), 24)
		}
	}
	return list
}

// exampleHead is what the examples of one body have in common.
type exampleHead struct {
	id    string
	title string // "" for the name of each example
	class string
	to    sample.Direction
	// status is that of the response, 0 for other bodies.
	status int
	// schema is where the schema of one of them stands.
	schema string
}

// makesExamples bounds the alternatives that examples are made of.
const makesExamples = 6

func (x *exampleMaker) mediaExamples(list []example, head exampleHead, content []apidoc.MediaType) []example {
	for i, first := range shape.Together(content) {
		if len(list) >= maxCards {
			break
		}
		m, head := &content[i], head
		head.schema = sample.Below(head.id, content[first].Name)
		of := givenExamples(m)
		made := len(of) == 0
		for n, e := range of[:min(len(of), maxCards-len(list))] {
			list = x.addExample(list, head, x.givenExample(m, e), m, n, len(of))
		}
		if made {
			variants := x.madeExamples(m, head)
			for n, e := range variants {
				list = x.addExample(list, head, e, m, n, len(variants))
			}
		}
	}
	return list
}

func (x *exampleMaker) addExample(list []example, head exampleHead, e example, m *apidoc.MediaType, number, of int) []example {
	if len(list) >= maxCards {
		return list
	}
	e.snippet.title, e.note = cmp.Or(head.title, e.name, x.words.Say("Example")), phrase.Join(" · ", m.Name, ifText(head.title != "", e.name), e.note)
	e.class, e.media, e.number, e.of, e.schema = head.class, m.Name, number, of, x.schemaID(head.schema)
	e.id = x.anchor(sample.Below(sample.Below(x.prefix()+head.id, m.Name)+".example", cmp.Or(e.name, strconv.Itoa(number+1))))
	return append(list, e)
}

// givenExamples are the examples that a description gives for a body.
func givenExamples(m *apidoc.MediaType) []apidoc.Example {
	var list []apidoc.Example
	if m.Example != nil {
		list = append(list, apidoc.Example{Value: m.Example})
	}
	for _, e := range m.Examples {
		if e.Value != nil || e.Serialized != "" || e.ExternalValue != "" {
			list = append(list, e)
		}
	}
	return list
}

func (x *exampleMaker) givenExample(m *apidoc.MediaType, e apidoc.Example) example {
	shown := example{name: e.Name, description: e.Description}
	language := sample.Language(m.Name)
	switch {
	case e.Serialized != "" && (e.Value == nil || language != "json" || sample.IsLines(m.Name)):
		shown.snippet = newSnippet("", "", language, e.Serialized)
	case e.Value == nil:
		shown.snippet = newSnippet("", "", "text", e.ExternalValue)
	default:
		written, text := sample.Written(x.shapes, m, e.Value)
		shown.snippet = newSnippet("", "", written, text)
	}
	shown.note = e.Summary
	return shown
}

// madeExamples are examples that are made of the schema of a body: one, or one
// for each alternative at its top. That of a stream is one of its items.
func (x *exampleMaker) madeExamples(m *apidoc.MediaType, head exampleHead) []example {
	if m.Schema == nil && m.ItemSchema != nil {
		item := &apidoc.MediaType{Name: m.Name, Schema: m.ItemSchema}
		e := x.madeExample(item, sample.Options{To: head.to, Place: x.within + head.schema, Choices: x.page.Choices})
		e.note = x.words.Say("Each item of the stream")
		return []example{e}
	}
	if m.Schema == nil || sample.Language(m.Name) == "text" {
		return nil
	}
	o := sample.Options{To: head.to, Place: x.within + head.schema, Choices: x.page.Choices, Problem: sample.ProblemOf(m.Name, head.status, "")}
	c := x.topChoice(m.Schema)
	if c == nil || len(c.Alternatives) > makesExamples {
		return []example{x.madeExample(m, o)}
	}
	var list []example
	for i, a := range c.Alternatives {
		if schemafacts.Null(a.Schema) {
			continue
		}
		o.Choices = map[string]int{}
		for at, n := range x.page.Choices {
			o.Choices[at] = n
		}
		o.Choices[o.Place] = i
		e := x.madeExample(m, o)
		e.name, e.pick = x.types.Option(a), o.Place+":"+strconv.Itoa(i)
		list = append(list, e)
	}
	return list
}

// topChoice returns the alternatives at the top of a schema, nil when it has
// none.
func (x *exampleMaker) topChoice(s *apidoc.Schema) *shape.Choice {
	return x.choice(x.element(x.follow(s)))
}

// madeExample makes an example. That of a reference is the same on all pages, and is
// kept.
func (x *exampleMaker) madeExample(m *apidoc.MediaType, o sample.Options) example {
	choices, chosen := chosenIn(o.Choices, o.Place)
	o.Choices = choices
	if x.shared == nil || m.Schema.Ref == "" || !shape.OnlyRef(m.Schema) {
		e, _ := x.makeExample(m, o)
		return e
	}
	key := madeOf{m.Schema.Ref, o.To, sample.Language(m.Name), chosen, o.Problem}
	if key.media == "text" {
		key.media = m.Name
	}
	if e, ok := x.shared.samples.Get(key); ok {
		return e
	}
	e, whole := x.makeExample(m, o)
	if whole && x.ctx.Err() == nil {
		e.snippet = e.snippet.inColours()
		x.shared.samples.Put(key, e, len(key.ref)+len(key.chosen)+len(e.text)+len(e.colours)+256)
	}
	return e
}

// chosenIn are the choices of alternatives in a body, and a text that names them whatever
// the place of the body is.
func chosenIn(choices map[string]int, place string) (in map[string]int, name string) {
	var names []string
	for at, n := range choices {
		if rest, ok := strings.CutPrefix(at, place); ok && (rest == "" || rest[0] == '.') {
			if in == nil {
				in = map[string]int{}
			}
			in[at] = n
			names = append(names, rest+":"+strconv.Itoa(n))
		}
	}
	slices.Sort(names)
	return in, strings.Join(names, "\x00")
}

// makeExample makes an example, and reports whether it is what another page would
// make as well.
func (x *exampleMaker) makeExample(m *apidoc.MediaType, o sample.Options) (e example, whole bool) {
	made := sample.Make(x.shapes, m.Schema, o)
	language, text := sample.Written(x.shapes, m, made.JSON)
	return example{snippet: newSnippet("", "", language, text), shortened: made.Shortened}, made.Whole && !x.shapes.Short()
}

// modelExamples are the examples of a model: its own, or one that is made up.
func (x *exampleMaker) modelExamples(m *apidoc.Model) []example {
	return x.schemaExamples(&apidoc.Schema{Ref: m.Ref}, "schema")
}

// schemaExamples are examples of a schema that is no body, in XML too when it
// says how.
func (x *exampleMaker) schemaExamples(s *apidoc.Schema, place string) []example {
	n := x.follow(s)
	if n.broken || !x.hasParts(n) && len(n.Examples) == 0 && len(n.Enum) == 0 {
		return nil
	}
	to := sample.Both
	switch x.direction {
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
		made := x.madeExample(&body[i], sample.Options{To: to, Place: place, Choices: x.page.Choices})
		made.id = x.anchor("example." + strings.TrimPrefix(body[i].Name, "application/"))
		made.snippet.title, made.of = strings.ToUpper(strings.TrimPrefix(body[i].Name, "application/")), 1
		list = append(list, made)
	}
	return list
}

// componentExamples are the examples that stand beside a component.
func (x *exampleMaker) componentExamples(c *apidoc.Component) []example {
	switch {
	case c.RequestBody != nil:
		return x.bodyExamples(c.RequestBody)
	case c.Response != nil:
		return x.responseExamples(&apidoc.Operation{Responses: []apidoc.Response{*c.Response}})
	case c.MediaType != nil:
		return x.mediaExamples(nil, exampleHead{id: "content"}, []apidoc.MediaType{*c.MediaType})
	case c.Example != nil && c.Example.Value != nil:
		return x.mediaExamples(nil, exampleHead{id: "example"}, []apidoc.MediaType{{Examples: []apidoc.Example{*c.Example}}})
	}
	return nil
}

// exampleGroup is the name that the examples of a card share, so that one is
// open at a time.
func exampleGroup(title wording.Key) string {
	return "example." + strings.ToLower(apidoc.Slug(string(title)))
}
