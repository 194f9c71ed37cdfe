package apichange

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// swagger says what a description of Swagger 2.0 says in the words of OpenAPI 3. What it
// makes keeps the pointers of what it is made of, and schemas stay where they are. What
// operations share is made once, as a component.
type swagger struct {
	doc        *document
	components object
	names      map[string]string // of components, by what they are made of
}

type object = map[string]any

// maxTypes bounds how many media types of an operation are compared.
const maxTypes = 100

func newSwagger(d *document) swagger {
	return swagger{doc: d, names: map[string]string{}, components: object{
		"parameters": object{}, "requestBodies": object{}, "responses": object{}, "securitySchemes": object{},
	}}
}

// upgrade replaces the operations and security schemes of a description, and says where
// it is. A path that is a reference stays what it is.
func (s swagger) upgrade() {
	root := s.doc.node()
	if servers := s.servers(root, root.member("schemes")); servers != nil {
		root.object()["servers"] = servers
	}
	definitions := root.member("securityDefinitions")
	for _, name := range definitions.names() {
		s.components["securitySchemes"].(object)[name] = s.scheme(definitions.member(name))
	}
	root.object()["components"] = s.components
	for _, path := range root.member("paths").names() {
		item := root.member("paths").member(path)
		if !strings.HasPrefix(path, "/") || item.has("$ref") {
			continue
		}
		for _, method := range methods {
			if operation := item.member(method); operation.object() != nil {
				s.operation(item, operation)
			}
		}
		delete(item.object(), "parameters") // the operations have them
	}
}

// component returns what is made of a value: itself, or a reference to it where the
// value stands elsewhere.
func (s swagger) component(kind, key string, shared bool, made func() any) any {
	if !shared {
		return made()
	}
	name, known := s.names[kind+key]
	if !known {
		name = strconv.Itoa(len(s.names))
		s.names[kind+key] = name
		s.components[kind].(object)[name] = made()
	}
	return object{"$ref": "#/components/" + kind + "/" + name}
}

// moved returns a value that is made of the one at a pointer.
func (s swagger) moved(at string, made object) object {
	s.doc.moved[reflect.ValueOf(made).Pointer()] = at
	return made
}

// schema returns the schema at a node, wherever it is put.
func (s swagger) schema(at node) any {
	if at.text("type") == "file" {
		return s.moved(at.at, object{"type": "string", "format": "binary"})
	}
	if o := at.object(); o != nil {
		s.moved(at.at, o)
	}
	return at.value
}

// servers makes addresses of a host, a path and the schemes.
func (s swagger) servers(root, schemes node) []any {
	host, path := root.text("host"), strings.TrimSuffix(root.text("basePath"), "/")
	if host == "" && path == "" {
		return nil
	}
	from := root.member("basePath").at
	if host == "" {
		return []any{s.moved(from, object{"url": path})}
	}
	names := texts(schemes)
	if len(names) == 0 {
		names = []string{"https"}
	}
	var all []any
	for _, name := range names {
		all = append(all, s.moved(root.member("host").at, object{"url": name + "://" + host + path}))
	}
	return all
}

// flows are the names of the flows of OAuth in OpenAPI 3.
var flows = map[string]string{
	"implicit": "implicit", "password": "password", "application": "clientCredentials", "accessCode": "authorizationCode",
}

func (s swagger) scheme(from node) any {
	switch from.text("type") {
	case "basic":
		return s.moved(from.at, object{"type": "http", "scheme": "basic"})
	case "oauth2":
		flow := s.moved(from.at, maps.Clone(from.object()))
		if scopes := from.member("scopes"); scopes.object() != nil {
			flow["scopes"] = s.moved(scopes.at, maps.Clone(scopes.object()))
		}
		all := s.moved(from.at, object{flows[from.text("flow")]: flow})
		return s.moved(from.at, object{"type": "oauth2", "flows": all})
	}
	return s.moved(from.at, from.object())
}

// operation gives an operation a body, parameters with schemas and responses with
// content.
func (s swagger) operation(item, operation node) {
	consumes, produces := s.types(operation, "consumes"), s.types(operation, "produces")
	var parameters []any
	form := newForm(s, operation.member("parameters").at)
	for _, p := range s.parameters(item, operation) {
		switch p.text("in") {
		case "body":
			key := p.at + " " + strings.Join(consumes, " ")
			operation.object()["requestBody"] = s.component("requestBodies", key, p.shared, func() any { return s.body(p.node, consumes) })
		case "formData":
			form.add(p.node)
		default:
			parameters = append(parameters, s.component("parameters", p.at, p.shared, func() any { return s.parameter(p.node) }))
		}
	}
	if body := form.body(consumes); body != nil {
		operation.object()["requestBody"] = body
	}
	if operation.has("schemes") {
		if servers := s.servers(s.doc.node(), operation.member("schemes")); servers != nil {
			operation.object()["servers"] = servers
		}
	}
	operation.object()["parameters"] = parameters
	responses := operation.member("responses")
	for _, status := range responses.names() {
		here := responses.member(status)
		r := here.resolve()
		if r.object() == nil || strings.HasPrefix(status, "x-") {
			continue
		}
		key := r.at + " " + strings.Join(produces, " ")
		responses.object()[status] = s.component("responses", key, r.at != here.at, func() any { return s.response(r, produces) })
	}
}

// swaggerParameter is a parameter, and whether it stands elsewhere than its operation.
type swaggerParameter struct {
	node
	shared bool
}

// parameters are those of the operation and of its path.
func (s swagger) parameters(item, operation node) []swaggerParameter {
	var all []swaggerParameter
	known := map[[2]string]int{}
	for _, list := range []node{item.member("parameters"), operation.member("parameters")} {
		for _, here := range list.items() {
			there := here.resolve()
			p := swaggerParameter{there, there.at != here.at}
			key := [2]string{p.text("in"), p.text("name")}
			if i, again := known[key]; again {
				all[i] = p
				continue
			}
			known[key] = len(all)
			all = append(all, p)
		}
	}
	return all
}

// types are the media types that an operation consumes or produces.
func (s swagger) types(operation node, keyword string) []string {
	from := s.doc.node(keyword)
	if operation.has(keyword) {
		from = operation.member(keyword)
	}
	all := texts(from)
	return all[:min(len(all), maxTypes)]
}

// inner are the keywords of schemas that parameters and headers have.
var inner = []string{
	"type", "format", "items", "default", "enum", "pattern", "multipleOf", "uniqueItems", "x-nullable",
	"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
}

// inline is the schema of a parameter or header, which stands in it.
func (s swagger) inline(p node) object {
	made := object{}
	for _, keyword := range inner {
		if value, ok := p.object()[keyword]; ok {
			made[keyword] = value
		}
	}
	if made["type"] == "file" {
		made["type"], made["format"] = "string", "binary"
	}
	return s.moved(p.at, made)
}

func (s swagger) parameter(p node) any {
	made := object{
		"name": p.text("name"), "in": p.text("in"), "required": p.truth("required") || p.text("in") == "path",
		"deprecated": p.truth("x-deprecated"), "x-sunset": p.text("x-sunset"), "schema": s.inline(p),
	}
	s.style(made, p, p.text("in"))
	return s.moved(p.at, made)
}

// style says how the items of a list are joined.
func (s swagger) style(made object, p node, in string) {
	if p.text("type") != "array" {
		return
	}
	made["explode"] = false
	switch format := cmp.Or(p.text("collectionFormat"), "csv"); {
	case format == "csv" && in == "query":
		made["style"] = "form"
	case format == "csv":
		made["style"] = "simple"
	case format == "multi":
		made["style"], made["explode"] = "form", true
	default:
		made["style"] = map[string]string{"ssv": "spaceDelimited", "pipes": "pipeDelimited", "tsv": "tabDelimited"}[format]
	}
}

func (s swagger) body(p node, consumes []string) any {
	if len(consumes) == 0 {
		consumes = []string{"application/json"}
	}
	return s.moved(p.at, object{"required": p.truth("required"), "content": s.content(p, consumes)})
}

// content is the schema of a body or response in each of its formats.
func (s swagger) content(from node, types []string) object {
	content := s.moved(from.at, object{})
	for _, name := range types {
		content[name] = s.moved(from.at, object{"schema": s.schema(from.member("schema"))})
	}
	return content
}

func (s swagger) response(from node, produces []string) any {
	made := s.moved(from.at, object{})
	if from.has("schema") {
		if len(produces) == 0 {
			produces = []string{"*/*"}
		}
		made["content"] = s.content(from, produces)
	}
	headers := s.moved(from.member("headers").at, object{})
	for _, name := range from.member("headers").names() {
		header := from.member("headers").member(name)
		one := object{"schema": s.inline(header)}
		s.style(one, header, "header")
		headers[name] = s.moved(header.at, one)
	}
	made["headers"] = headers
	return made
}

// form makes a body of parameters in a form.
type form struct {
	swagger
	at         string
	properties object
	encoding   object
	required   []any
	file       bool
}

func newForm(s swagger, at string) *form {
	return &form{swagger: s, at: at, properties: s.moved(at, object{}), encoding: s.moved(at, object{})}
}

func (f *form) add(p node) {
	f.properties[p.text("name")] = f.inline(p)
	if p.truth("required") {
		f.required = append(f.required, p.text("name"))
	}
	one := f.moved(p.at, object{})
	if f.style(one, p, "query"); len(one) > 0 {
		f.encoding[p.text("name")] = one
	}
	f.file = f.file || p.text("type") == "file"
}

// body is nil without parameters.
func (f *form) body(consumes []string) any {
	if len(f.properties) == 0 {
		return nil
	}
	const encoded, parts = "application/x-www-form-urlencoded", "multipart/form-data"
	types := slices.DeleteFunc(slices.Clone(consumes), func(name string) bool {
		return name != parts && (name != encoded || f.file)
	})
	switch {
	case len(types) > 0:
	case f.file:
		types = []string{parts}
	default:
		types = []string{encoded}
	}
	schema := f.moved(f.at, object{"type": "object", "properties": f.properties, "required": f.required})
	content := f.moved(f.at, object{})
	for _, name := range types {
		content[name] = f.moved(f.at, object{"schema": schema, "encoding": f.encoding})
	}
	return f.moved(f.at, object{"required": len(f.required) > 0, "content": content})
}
