package router

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/oas"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

// describer writes the description of a table.
type describer struct {
	*compiler
	schemas *schema.Builder
	outline apidoc.Outline
	memory  apidoc.Memory
	shapes  map[string]bool   // of all routes
	paths   map[string]string // template by shape
	byPath  map[string][]documented
	checker *jsonschema.Checker
	order   []string // of the templates
	// problems are the names of those that stand among the components.
	problems map[documentedProblem]string
}

// documented is a route with its template, whose names may be those of another
// route: "/users/{id}" and "/users/{key}" are one path.
type documented struct {
	entry
	path  string
	names []string
}

func (c *compiler) describe() *apidoc.Document {
	c.contracts = map[string]*contract{}
	d := &describer{
		compiler: c, schemas: schema.New("Problem"),
		problems: map[documentedProblem]string{}, shapes: map[string]bool{}, paths: map[string]string{}, byPath: map[string][]documented{},
	}
	d.outline = c.info.outline(d.openAPI)
	d.memory = apidoc.Memory{Operations: map[string]*apidoc.Operation{}, Schemas: d.schemas.Schemas}
	d.checker = checkerOf(d.memory.Schemas)
	shown := described(c.entries)
	for _, e := range shown {
		d.shapes[shapeOf(e.route.Segments)] = true
	}
	for _, e := range shown {
		d.place(e)
	}
	d.results()
	d.shareProblems(shown)
	for _, path := range d.order {
		for _, e := range d.byPath[path] {
			d.operation(e)
		}
	}
	d.finish()
	text := apidoc.Text{Data: oas.Options{Version: d.openAPI}.Write(d.outline, d.memory), MediaType: "application/json"}
	return apidoc.New(d.outline, d.memory, text)
}

// described are the entries of a table that the description shows.
func described(entries []entry) []entry {
	return slices.DeleteFunc(slices.Clone(entries), entry.hidden)
}

// place gives a route its path. A catch-all beside a parameter at the same
// place has the same template, which a description may hold once only: it is
// told apart by a fragment.
func (d *describer) place(e entry) {
	shape := shapeOf(e.route.Segments)
	path, known := d.paths[shape]
	if !known {
		path = e.route.Template()
		if other := strings.ReplaceAll(shape, restShape, paramShape); other != shape && d.shapes[other] {
			path += "#rest"
		}
		d.paths[shape] = path
		d.order = append(d.order, path)
	}
	d.byPath[path] = append(d.byPath[path], documented{e, path, oas.Variables(path)})
}

func shapeOf(segments []route.Segment) string {
	var b strings.Builder
	for _, s := range segments {
		b.WriteByte('/')
		for _, piece := range s.Pieces() {
			switch {
			case s.Kind == route.CatchAll:
				b.WriteString(restShape)
			case piece.Param:
				b.WriteString(paramShape)
			default:
				b.WriteString(piece.Text)
			}
		}
	}
	return b.String()
}

// What stands for parameters in a shape: no literal holds braces.
const (
	paramShape = "{}"
	restShape  = "{*}"
)

// results names the types of all results before those of the requests, so that
// a type that is both keeps its name where it is written.
func (d *describer) results() {
	for _, path := range d.order {
		for _, e := range d.byPath[path] {
			if t := resultType(e.function); t != nil {
				d.schemas.Of(t, schema.Output)
			}
			if isStream(e.function.result) {
				d.streamContent(e.function)
			}
		}
	}
}

func (d *describer) operation(e documented) {
	a := e.function.about
	summary := apidoc.OperationSummary{
		ID: e.operationID(), Method: e.route.Method, Path: e.path, Summary: a.summary, Description: a.description,
		Tags: d.tagsOf(e), Deprecated: a.deprecated,
		Pointer: oas.Options{Version: d.openAPI}.Pointer(e.route.Method, e.path),
	}
	op := &apidoc.Operation{
		Description: a.description, Parameters: d.parameters(e), RequestBody: d.requestBody(e.function),
		Responses: d.responses(e), Security: d.security(e),
	}
	if len(e.route.Flags) > 0 {
		op.Extensions = []apidoc.Extension{{Name: "x-flags", Value: mustJSON(e.route.Flags)}}
	}
	if d.environment != Production && e.function.handler == nil {
		d.contracts[e.key] = &contract{op, d.checker}
	}
	d.outline.Operations = append(d.outline.Operations, summary)
	d.memory.Operations[summary.Pointer] = op
}

func (d *describer) tagsOf(e documented) []string {
	if tags := e.function.about.tags; tags != nil {
		return tags
	}
	var tags []string
	for _, flag := range e.route.Flags {
		if tag := d.known[flag].Tag; tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	if tags != nil {
		return tags
	}
	for _, s := range e.route.Segments {
		if s.Kind == route.Literal && s.Text != "" {
			return []string{s.Text}
		}
	}
	return nil
}

// security are the requirements of the flags: those that are optional may be
// left out, all together.
func (d *describer) security(e documented) []apidoc.SecurityRequirement {
	var all, required []apidoc.RequiredScheme
	for _, flag := range e.route.Flags {
		s := d.known[flag].Security
		if s == nil {
			continue
		}
		d.addScheme(*s)
		all = append(all, apidoc.RequiredScheme{Name: s.Name})
		if !d.known[flag].Optional {
			required = append(required, apidoc.RequiredScheme{Name: s.Name})
		}
	}
	switch {
	case all == nil:
		return nil
	case len(required) == len(all):
		return []apidoc.SecurityRequirement{{Schemes: all}}
	}
	return []apidoc.SecurityRequirement{{Schemes: all}, {Schemes: required}}
}

func (d *describer) addScheme(s apidoc.SecurityScheme) {
	if !slices.ContainsFunc(d.outline.SecuritySchemes, func(o apidoc.SecurityScheme) bool { return o.Name == s.Name }) {
		d.outline.SecuritySchemes = append(d.outline.SecuritySchemes, s)
	}
}

// finish adds what the operations brought along, sorted.
func (d *describer) finish() {
	if len(d.outline.Operations) > 0 {
		d.memory.Schemas[problemRef] = problemSchema(d.schemas)
	}
	for ref := range d.memory.Schemas {
		name := ref[strings.LastIndexByte(ref, '/')+1:]
		d.outline.Models = append(d.outline.Models, apidoc.ModelSummary{Name: name, Ref: ref, Description: d.memory.Schemas[ref].Description})
	}
	slices.SortFunc(d.outline.Models, func(a, b apidoc.ModelSummary) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(d.outline.SecuritySchemes, func(a, b apidoc.SecurityScheme) int { return strings.Compare(a.Name, b.Name) })
	flags := map[string]string{}
	for name, flag := range d.known {
		if flag.Description != "" {
			flags[name] = flag.Description
		}
	}
	if len(flags) > 0 {
		d.outline.Extensions = []apidoc.Extension{{Name: "x-flags", Value: mustJSON(flags)}}
	}
}

// contract is what the description of the API says about one route.
type contract struct {
	operation *apidoc.Operation
	checker   *jsonschema.Checker
}

// checkerOf checks against schemas by reference.
func checkerOf(schemas map[string]*apidoc.Schema) *jsonschema.Checker {
	return jsonschema.New(func(ref string) (*apidoc.Schema, bool) {
		s, ok := schemas[ref]
		return s, ok
	})
}

// mustJSON encodes strings, which cannot fail; maps come out sorted.
func mustJSON(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
