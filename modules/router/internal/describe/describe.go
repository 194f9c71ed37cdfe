// Package describe writes the OpenAPI description of a route table.
//
//	described := describe.Write(describe.API{Outline: outline, Routes: routes})
//	described.Document.Text.Data // as JSON
package describe

import (
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/match"
	"github.com/trefoil-go/trefoil/modules/router/internal/oas"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

// Write describes an API.
func Write(api API) Description {
	api.Flags = shareHeaders(api.Flags)
	w := &writer{
		api: api, outline: api.Outline, schemas: schema.New("Problem"),
		byKey: make(map[string]*apidoc.Operation, len(api.Routes)), shapes: map[string]bool{}, paths: map[string]string{}, byPath: map[string][]*located{},
	}
	w.schemas.Known = api.Types
	w.outline.Operations = make([]apidoc.OperationSummary, 0, len(api.Routes))
	w.memory = apidoc.Memory{Operations: make(map[string]*apidoc.Operation, len(api.Routes)), Schemas: w.schemas.Schemas}
	shapes, routes := make([]string, len(api.Routes)), make([]located, len(api.Routes))
	for i, r := range api.Routes {
		shapes[i], routes[i] = match.Shape(r.Route.Segments), located{Route: r, answers: answersOf(r, api.Flags)}
		routes[i].failed = failures(r, api.Flags, routes[i].answers)
		w.shapes[shapes[i]] = true
	}
	w.problems = problemsOf(routes)
	for i := range routes {
		w.place(&routes[i], shapes[i])
	}
	w.results()
	for _, path := range w.order {
		for _, r := range w.byPath[path] {
			w.operation(*r)
		}
	}
	w.finish()
	text := apidoc.Text{Data: w.options().Write(w.outline, w.memory), MediaType: "application/json"}
	return Description{apidoc.New(w.outline, w.memory, text), w.byKey, w.memory.Schemas}
}

// writer writes one description.
type writer struct {
	api     API
	schemas *schema.Builder
	outline apidoc.Outline
	memory  apidoc.Memory
	byKey   map[string]*apidoc.Operation
	shapes  map[string]bool   // of all routes
	paths   map[string]string // template by shape
	byPath  map[string][]*located
	order   []string // of the templates
	problems
}

func (w *writer) options() oas.Options { return oas.Options{Version: w.outline.SpecVersion} }

// place gives a route its path. A catch-all beside a parameter at the same
// place has the same template, which a description may hold once only: it is
// told apart by a fragment.
func (w *writer) place(r *located, shape string) {
	path, known := w.paths[shape]
	if !known {
		path = r.Route.Route.Template()
		if before, rest := strings.CutSuffix(shape, "*"); rest && w.shapes[before+"{}"] {
			path += restFragment
		}
		w.paths[shape] = path
		w.order = append(w.order, path)
	}
	r.path, r.names = path, braces.Names(path)
	w.byPath[path] = append(w.byPath[path], r)
}

// results names the types of all results before those of the requests, so that
// a type that is both keeps its name where it is written.
func (w *writer) results() {
	named := map[reflect.Type]bool{nil: true}
	for _, path := range w.order {
		for _, r := range w.byPath[path] {
			if t := r.Result.Body; !named[t] {
				named[t] = true
				w.schemas.Of(t, schema.Output)
			}
			if r.Result.Stream != "" {
				streamContent(w.schemas, r.Result)
			}
		}
	}
}

func (w *writer) operation(r located) {
	summary := apidoc.OperationSummary{
		ID: r.ID, Method: r.Route.Route.Method, Path: r.path, Summary: r.About.Summary, Description: r.About.Description,
		Tags: tagsOf(r.Route, w.api.Flags), Deprecated: r.About.Deprecated,
		Pointer: w.options().Pointer(r.Route.Route.Method, r.path),
	}
	op := &apidoc.Operation{
		Description: r.About.Description, Parameters: parameters(w.schemas, r, w.api.Flags), RequestBody: requestBody(w.schemas, r.Route),
		Responses: responses(w.schemas, r, w.problems), Security: w.security(r.Route),
	}
	if flags := r.Route.Route.Flags; len(flags) > 0 {
		op.Extensions = []apidoc.Extension{{Name: "x-flags", Value: mustJSON(flags)}}
	}
	w.byKey[r.Key] = op
	w.outline.Operations = append(w.outline.Operations, summary)
	w.memory.Operations[summary.Pointer] = op
}

// maxOptional is how many flags may be left out one by one: each makes the requirements
// twice as many.
const maxOptional = 3

// security are the requirements of the flags. Each of those that are optional may be
// left out; many of them are there all together, or not.
func (w *writer) security(r Route) []apidoc.SecurityRequirement {
	var flags []Flag
	optional := 0
	for _, name := range r.Route.Flags {
		if flag := w.api.Flags[name]; flag.Security != nil {
			w.addScheme(*flag.Security)
			flags = append(flags, flag)
			if flag.Optional {
				optional++
			}
		}
	}
	if flags == nil {
		return nil
	}
	step := 1
	if optional > maxOptional {
		step = 1<<optional - 1
	}
	var all []apidoc.SecurityRequirement
	for left := 0; left < 1<<optional; left += step {
		if one := requirement(flags, left); !slices.ContainsFunc(all, func(other apidoc.SecurityRequirement) bool { return reflect.DeepEqual(other, one) }) {
			all = append(all, one)
		}
	}
	return all
}

// requirement is that of flags of which some that are optional are left out, as the bits
// say.
func requirement(flags []Flag, left int) (r apidoc.SecurityRequirement) {
	for _, flag := range flags {
		if flag.Optional {
			out := left&1 != 0
			if left >>= 1; out {
				continue
			}
		}
		r.Schemes = require(r.Schemes, flag)
	}
	return r
}

// require adds the scheme of a flag to others: each is there once, with the scopes
// of all its flags.
func require(schemes []apidoc.RequiredScheme, flag Flag) []apidoc.RequiredScheme {
	at := slices.IndexFunc(schemes, func(s apidoc.RequiredScheme) bool { return s.Name == flag.Security.Name })
	if at < 0 {
		at = len(schemes)
		schemes = append(schemes, apidoc.RequiredScheme{Name: flag.Security.Name})
	}
	for _, scope := range flag.Scopes {
		if !slices.Contains(schemes[at].Scopes, scope) {
			schemes[at].Scopes = append(schemes[at].Scopes, scope)
		}
	}
	return schemes
}

func (w *writer) addScheme(s apidoc.SecurityScheme) {
	if !slices.ContainsFunc(w.outline.SecuritySchemes, func(o apidoc.SecurityScheme) bool { return o.Name == s.Name }) {
		w.outline.SecuritySchemes = append(w.outline.SecuritySchemes, s)
	}
}

// finish adds what the operations brought along, sorted.
func (w *writer) finish() {
	if len(w.outline.Operations) > 0 {
		w.memory.Schemas[problemRef] = problemSchema(w.schemas)
	}
	for ref := range w.memory.Schemas {
		name := ref[strings.LastIndexByte(ref, '/')+1:]
		w.outline.Models = append(w.outline.Models, apidoc.ModelSummary{Name: name, Ref: ref, Description: w.memory.Schemas[ref].Description})
	}
	models, schemes := w.outline.Models, w.outline.SecuritySchemes
	sort.Slice(models, func(i, j int) bool { return models[i].Name < models[j].Name })
	sort.Slice(schemes, func(i, j int) bool { return schemes[i].Name < schemes[j].Name })
	flags := map[string]string{}
	for name, flag := range w.api.Flags {
		if flag.Description != "" {
			flags[name] = flag.Description
		}
	}
	if len(flags) > 0 {
		w.outline.Extensions = []apidoc.Extension{{Name: "x-flags", Value: mustJSON(flags)}}
	}
}

func tagsOf(r Route, flags map[string]Flag) []string {
	if tags := r.About.Tags; tags != nil {
		return tags
	}
	var tags []string
	for _, flag := range r.Route.Flags {
		if tag := flags[flag].Tag; tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	if tags != nil {
		return tags
	}
	for _, path := range [][]route.Segment{r.Route.Segments[r.Prefix:], r.Route.Segments} {
		for _, s := range path {
			if s.Kind == route.Literal && s.Text != "" {
				return []string{s.Text}
			}
		}
	}
	return nil
}

// restFragment tells a catch-all apart. No path of a route holds a "#".
const restFragment = "#rest"
