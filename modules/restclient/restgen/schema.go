package restgen

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// maxDepth bounds how deep schemas without names nest.
const maxDepth = 60

// resolver turns schemas into Go types. Structs and strings with constants get
// names, everything else is written out where it stands.
type resolver struct {
	doc    *apidoc.Document
	lookup func(ref string) (*apidoc.Schema, error)
	scope  goname.Scope
	names  map[string]string // Go names by reference, given before anything else
	refs   map[string]goType
	open   map[string]bool   // references that are being resolved
	enums  map[string]*model // by name and values
	models []*model
	// queries are structs for the query, by their shape.
	queries map[string]*model
	depth   int
	sums    map[string]*model // by their cases
	inForm  bool              // a form is read, whose empty texts stand for nothing
	inQuery bool              // parameters are read, which have no sums
	// waiting are the structs whose fields are not resolved yet.
	waiting []func()
	spreads spreads
}

func newResolver(ctx context.Context, doc *apidoc.Document, typeNames map[string]string) *resolver {
	r := &resolver{
		doc: doc, scope: goname.Scope{}, names: map[string]string{},
		lookup: func(ref string) (*apidoc.Schema, error) { return doc.Schema(ctx, ref) },
		refs:   map[string]goType{}, open: map[string]bool{}, enums: map[string]*model{}, queries: map[string]*model{}, sums: map[string]*model{},
	}
	for _, name := range reserved {
		r.scope[name] = true
	}
	for _, m := range doc.Models {
		if name, ok := typeNames[m.Name]; ok {
			r.names[m.Ref] = r.scope.Name(name)
		}
	}
	for _, m := range doc.Models {
		if r.names[m.Ref] == "" && !r.isArray(m.Ref) {
			r.names[m.Ref] = r.scope.Name(goname.Exported(m.Name))
		}
	}
	return r
}

// isArray tells schemas that never become a type of their own, and whose name
// is often what the list of a resource wants to be called.
func (r *resolver) isArray(ref string) bool {
	s, err := r.lookup(ref)
	return err == nil && s != nil && slices.Equal(s.Types, []string{"array"})
}

// typeOf is the Go type of a schema. Hint names it when it needs a name.
func (r *resolver) typeOf(s *apidoc.Schema, hint hints) goType {
	switch {
	case s == nil, s.Always != nil:
		return goType{kind: raw}
	case s.Ref != "":
		return r.typeOfRef(s.Ref)
	case r.depth > maxDepth:
		return goType{kind: raw}
	}
	r.depth++
	defer func() { r.depth-- }()
	flat, taken, ok := flattened(r, s)
	if !ok {
		return unions{r}.typeOf(s, hint, "")
	}
	if flat.Ref != "" {
		t := r.typeOfRef(flat.Ref)
		if isNullable(flat) {
			return t.nullable()
		}
		return t
	}
	t := r.typeOfFlat(flat, hint, "", taken)
	if isNullable(flat) {
		return t.nullable()
	}
	return t
}

// typeOfRef resolves a reference. One that is reached from within itself without
// a struct between, such as an array of itself, has no type in Go.
func (r *resolver) typeOfRef(ref string) goType {
	if t, ok := r.refs[ref]; ok {
		return t
	}
	if r.open[ref] || r.depth > maxDepth {
		return goType{kind: raw}
	}
	r.open[ref] = true
	defer delete(r.open, ref)
	s, err := r.lookup(ref)
	if err != nil || s == nil {
		return goType{kind: raw}
	}
	t := r.typeOfTarget(s, ref)
	if t.kind != raw || !r.inQuery {
		r.refs[ref] = t
	}
	return t
}

func (r *resolver) typeOfTarget(s *apidoc.Schema, ref string) goType {
	if s.Ref != "" {
		return r.typeOfRef(s.Ref)
	}
	r.depth++
	defer func() { r.depth-- }()
	hint := hints{r.names[ref]}
	if hint[0] == "" {
		hint[0] = goname.Exported(ref[strings.LastIndex(ref, "/")+1:])
	}
	flat, taken, ok := flattened(r, s)
	switch {
	case s.Always != nil:
		return goType{kind: raw}
	case !ok:
		return unions{r}.typeOf(s, hint, ref)
	}
	t := goType{}
	if flat.Ref != "" {
		t = r.typeOfRef(flat.Ref)
	} else {
		t = r.typeOfFlat(flat, hint, ref, taken)
	}
	if isNullable(flat) {
		return t.nullable()
	}
	return t
}

// typeOfFlat is the type of a schema without allOf, oneOf and anyOf, null aside. Taken are
// the references that it has the members of.
func (r *resolver) typeOfFlat(s *apidoc.Schema, hint hints, ref string, taken map[string]bool) goType {
	switch s.SoleType() {
	case "string":
		return r.stringType(s, hint, ref)
	case "integer":
		return integerType(s.Format)
	case "number":
		if s.Format == "float" {
			return basicType("float32")
		}
		return basicType("float64")
	case "boolean":
		return basicType("bool")
	case "array":
		if s.Items == nil || len(s.PrefixItems) > 0 {
			return goType{kind: raw}.of(list)
		}
		elem := r.typeOf(s.Items, hint.item())
		if elem == basicType("uint8") {
			elem = basicType("int") // a []uint8 is a text in JSON
		}
		return elem.of(list)
	case "object":
		return r.objectType(s, hint, ref, taken)
	}
	return goType{kind: raw}
}

func integerType(format string) goType {
	switch format {
	case "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64":
		return basicType(format)
	}
	return basicType("int")
}

func (r *resolver) stringType(s *apidoc.Schema, hint hints, ref string) goType {
	if values, ok := enumValues(s); ok && len(values) > 1 {
		return r.enumType(s, values, hint, ref)
	}
	switch s.Format {
	case "date-time":
		return basicType("time.Time")
	case "byte":
		return basicType("[]byte")
	case "int-or-string":
		return goType{kind: raw}
	}
	return basicType("string")
}

func (r *resolver) objectType(s *apidoc.Schema, hint hints, ref string, taken map[string]bool) goType {
	if len(s.Properties) > 0 {
		return r.structType(s, hint, ref, taken)
	}
	values := s.AdditionalProperties
	if values == nil && len(s.PatternProperties) == 1 {
		values = s.PatternProperties[0].Schema
	}
	if values == nil || values.Always != nil || isEmpty(values) {
		return basicType("any").of(dict)
	}
	return r.typeOf(values, hint.value()).of(dict)
}

// isEmpty tells a schema that matches everything.
func isEmpty(s *apidoc.Schema) bool {
	return s.Ref == "" && s.SoleType() == "" && len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) == 0
}

func isNullable(s *apidoc.Schema) bool {
	return slices.Contains(s.Types, "null") ||
		slices.ContainsFunc(s.Enum, func(v apidoc.EnumValue) bool { return apidoc.IsNull(v.Value) })
}

// enumValues are the values that a string can have. It is false when there is no
// such list, or when something else than strings and null is in it.
func enumValues(s *apidoc.Schema) ([]apidoc.EnumValue, bool) {
	var values []apidoc.EnumValue
	seen := map[string]bool{}
	for _, v := range s.Enum {
		var text string
		switch {
		case apidoc.IsNull(v.Value):
		case json.Unmarshal(v.Value, &text) != nil:
			return nil, false
		case !seen[text]:
			seen[text] = true
			values = append(values, v)
		}
	}
	return values, len(values) > 0
}

// isObject tells objects without making types for them.
func (r *resolver) isObject(s *apidoc.Schema) bool {
	flat := r.flatTarget(s)
	return flat != nil && flat.SoleType() == "object"
}

// flatten merges allOf into its schema and resolves oneOf and anyOf that leave
// one possibility. It is false when Go has no type for what is left.
func (r *resolver) flatten(s *apidoc.Schema) (*apidoc.Schema, bool) {
	flat, _, ok := flattened(r, s)
	return flat, ok
}

// flatTarget is what a schema or its reference says, flat, nil when that is
// nothing that Go has a type for.
func (r *resolver) flatTarget(s *apidoc.Schema) *apidoc.Schema {
	if s != nil && s.Ref != "" {
		s, _ = r.lookup(s.Ref)
	}
	if s == nil {
		return nil
	}
	flat, _ := r.flatten(s)
	return flat
}

// newModel declares a type. The schemas of the description have had their names
// from the start.
func (r *resolver) newModel(s *apidoc.Schema, hint hints, ref string) *model {
	m := &model{name: r.names[ref], doc: s.Description, deprecated: s.Deprecated}
	if summary := r.doc.ModelOf(ref); summary != nil {
		m.schema = summary.Name
	}
	if m.name == "" {
		m.name = r.scope.Name(hint...)
	}
	r.models = append(r.models, m)
	return m
}

// structType declares a struct. Its fields are resolved by settle, so that they
// can refer to it, and the stack does not grow with the graph.
func (r *resolver) structType(s *apidoc.Schema, hint hints, ref string, taken map[string]bool) goType {
	isSpread := ref == "" && r.spreads.are(taken)
	if isSpread {
		if m := r.spreads.of(s, r.inForm); m != nil {
			return goType{kind: named, model: m}
		}
	}
	m, inForm, inQuery, within := r.newModel(s, hint, ref), r.inForm, r.inQuery, r.spreads.inside(ref, taken)
	if isSpread {
		r.spreads.known = append(r.spreads.known, spread{m, s, inForm})
	}
	r.waiting = append(r.waiting, func() {
		r.inForm, r.spreads.within = inForm, within
		r.addFields(m, s, r.propertyType)
		r.addKinds(m, s, ref)
		if !inForm && !inQuery {
			r.addRest(m, s.AdditionalProperties)
		}
		r.inForm, r.spreads.within = false, nil
	})
	return goType{kind: named, model: m}
}

// settle resolves the fields of all structs that are known, and of those that
// become known by that.
func (r *resolver) settle() {
	for len(r.waiting) > 0 {
		next := r.waiting[0]
		r.waiting = r.waiting[1:]
		next()
	}
}

// addFields adds the properties of a schema to a struct.
func (r *resolver) addFields(m *model, s *apidoc.Schema, typeOf func(p *apidoc.Property, hint hints) goType) {
	if m.names == nil {
		m.names = goname.Scope{"PK": true, "Nested": true}
	}
	for i := range s.Properties {
		p := &s.Properties[i]
		if !canBeTagged(p.Name) {
			m.dropped = append(m.dropped, p.Name)
			continue
		}
		f := &field{name: m.names.Name(goname.Exported(p.Name)), property: p.Name, required: p.Required || slices.Contains(s.Required, p.Name)}
		f.typ = typeOf(p, hints{m.name + f.name})
		r.describe(f, p.Schema)
		m.fields = append(m.fields, f)
	}
}

// addRest gives a struct a map of the members that the description does not name, but says
// that there may be, such as labels. Objects in the map are no entities, since nothing names
// them.
func (r *resolver) addRest(m *model, values *apidoc.Schema) {
	if values == nil || values.Always != nil && !*values.Always {
		return
	}
	t := basicType("any")
	if flat := r.flatTarget(values); flat != nil && slices.Contains([]string{"string", "integer", "number", "boolean"}, flat.SoleType()) && len(flat.Enum) == 0 {
		t = r.typeOf(flat, hints{m.name + "Value"})
	}
	m.fields = append(m.fields, &field{name: m.names.Name("More"), typ: t.of(dict), doc: "The other members."})
}

func (r *resolver) propertyType(p *apidoc.Property, hint hints) goType {
	return r.typeOf(p.Schema, hint)
}

// describe takes over what a property says beside its type.
func (r *resolver) describe(f *field, s *apidoc.Schema) {
	if s == nil {
		return
	}
	f.doc, f.deprecated = sentence(s.Description), s.Deprecated
	if flat, ok := r.flatten(s); ok && s.Ref == "" {
		f.defaulted = isValue(flat.Default)
		f.required = f.required && !flat.ReadOnly
		if constant := constantDoc(flat); constant != "" {
			f.doc = ended(f.doc) + constant
		}
	}
	if f.typ.kind == raw {
		var text string
		text, f.named = r.alternatives(s)
		f.doc = ended(f.doc) + text
	}
	if f.defaulted && f.typ.isScalar() && !f.required {
		f.typ = f.typ.nullable()
	}
}

// alternatives names the types that a value of several types can have.
func (r *resolver) alternatives(s *apidoc.Schema) (text string, named []*model) {
	var names []string
	for _, alternative := range slices.Concat(s.OneOf, s.AnyOf) {
		if alternative.Ref == "" {
			continue
		}
		if m := r.typeOfRef(alternative.Ref).model; m != nil && !slices.Contains(names, m.name) {
			names, named = append(names, m.name), append(named, m)
		}
	}
	slices.Sort(names)
	if len(names) == 0 || len(names) > 8 {
		return "", named
	}
	return " One of " + strings.Join(names, ", ") + ".", named
}

// enumType declares a string with constants. Parameters and properties of one
// name and with the same values share it.
func (r *resolver) enumType(s *apidoc.Schema, values []apidoc.EnumValue, hint hints, ref string) goType {
	names := goname.Words(hint[0])
	id := names[len(names)-1]
	for _, v := range values {
		id += "\x00" + string(v.Value)
	}
	if m := r.enums[id]; m != nil && ref == "" {
		return goType{kind: named, model: m}
	}
	m := r.newModel(s, hint, ref)
	for _, v := range values {
		m.constants = append(m.constants, r.constant(m, v))
	}
	if r.enums[id] == nil {
		r.enums[id] = m
	}
	return goType{kind: named, model: m}
}

func (r *resolver) constant(m *model, v apidoc.EnumValue) constant {
	c := constant{doc: v.Description}
	_ = json.Unmarshal(v.Value, &c.value) // enumValues has seen that it is a string
	suffix := goname.Camel(v.Name)
	if suffix == "" {
		suffix = goname.Camel(c.value)
	}
	if suffix == "" {
		suffix = "Other"
	}
	c.name = r.scope.Name(m.name + suffix)
	return c
}

// newOperation reads what an operation needs and gives. What cannot be expressed
// becomes a note.
func (r *resolver) newOperation(op *apidoc.Operation, name string) *operation {
	o := &operation{Operation: op, name: name, body: none, result: none}
	template, err := templateOf(op.Path)
	if err != nil {
		o.note("The path has no template: " + err.Error())
		return o
	}
	if !isMethod(op.Method) {
		o.note("The method " + op.Method + " is not one that can be sent")
		return o
	}
	if _, ok := withoutFragment(op.Path); ok {
		o.note("The fragment of the path is not sent")
	}
	o.template = template
	o.place(r.doc.Servers)
	bodies{r}.add(o)
	r.addResult(o)
	r.settle() // so that parameters share the constants of properties, and not the reverse
	addArguments(r, o)
	return o
}

// hasNoBody reports whether a response has none, whatever is described (RFC 9110, sections
// 9.3.2, 15.3.5 and 15.3.6).
func hasNoBody(method, status string) bool {
	return method == http.MethodHead || status == "204" || status == "205"
}

func (r *resolver) addResult(o *operation) {
	response := apidoc.SuccessOf(o.Responses)
	if response == nil || len(response.Content) == 0 || hasNoBody(o.Method, response.Status) {
		return
	}
	if response.Status == "default" && slices.ContainsFunc(o.Responses, isRedirect) { // which is of all else: failures
		o.note("It redirects to what is not described")
		return
	}
	o.explainOthers(response)
	if content := jsonContent(response.Content); content != nil {
		if o.isRead() && r.isBinary(content.Schema) {
			o.result = basicType("io.ReadCloser")
			return
		}
		o.result = r.typeOf(content.Schema, hints{o.name + "Result"})
		r.explainRaw(o, "result", content.Schema, o.result)
		return
	}
	o.result = basicType("[]byte")
	switch name := response.Content[0].Name; {
	case strings.HasPrefix(name, "text/event-stream"):
		o.note("The result is a stream, " + name + ": this waits for its end, and restclient.Events reads it as it comes" + r.eventData(o, response.Content[0].ItemSchema))
	case strings.Contains(name, "ndjson"), strings.Contains(name, "jsonl"):
		o.note("The result is a stream, " + name + ": this waits for its end")
	case strings.HasPrefix(name, "text/html") && o.isRead():
		o.result = basicType("io.ReadCloser")
	case strings.HasPrefix(name, "text/html"):
		o.note("The result is an HTML page, which counts as that of a login or a proxy: send the request with Do of the client")
	case strings.HasPrefix(name, "text/"):
		o.result = basicType("string")
	}
}

// maxOpened is how many types, at most, are declared for the sake of an error: those of
// Stripe lead to all that it has.
const maxOpened = 20

// opensFew reports whether a reference leads to few types that no operation needs.
func (r *resolver) opensFew(ref string) bool {
	seen := map[string]bool{}
	var visit func(s *apidoc.Schema)
	visit = func(s *apidoc.Schema) {
		switch {
		case s == nil || len(seen) > maxOpened:
			return
		case s.Ref == "":
			for _, p := range slices.Concat(s.Properties, s.PatternProperties) {
				visit(p.Schema)
			}
			for _, part := range slices.Concat(s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems, []*apidoc.Schema{s.Items, s.AdditionalProperties}) {
				visit(part)
			}
			return
		}
		if _, declared := r.refs[s.Ref]; declared || seen[s.Ref] {
			return
		}
		seen[s.Ref] = true
		if target, err := r.lookup(s.Ref); err == nil {
			visit(target)
		}
	}
	visit(&apidoc.Schema{Ref: ref})
	return len(seen) <= maxOpened
}

// addFailures finds the types of errors that have a name in the description, behind those
// that the operations need. Problems of RFC 9457 have a type of the client.
func (r *resolver) addFailures(o *operation) {
	success := apidoc.SuccessOf(o.Responses)
	for i := range o.Responses {
		response := &o.Responses[i]
		content := jsonContent(response.Content)
		failed := response.Status == "default" && response != success || strings.HasPrefix(response.Status, "4") || strings.HasPrefix(response.Status, "5")
		if !failed || content == nil || content.Schema == nil || content.Schema.Ref == "" || mediaType(*content) == "application/problem+json" {
			continue
		}
		if !r.opensFew(content.Schema.Ref) {
			continue
		}
		if m := r.typeOf(content.Schema, hints{}).structOf(); m != nil {
			o.addFailure(m, response.Status)
		}
	}
}

func isRedirect(r apidoc.Response) bool { return strings.HasPrefix(r.Status, "3") }

// eventData declares the data of the events of a stream, and says what it is.
func (r *resolver) eventData(o *operation, event *apidoc.Schema) string {
	if event == nil {
		return ""
	}
	kinds := event.AnyOf
	if len(kinds) == 0 {
		kinds = []*apidoc.Schema{event}
	}
	var types []string
	for _, kind := range kinds {
		data := slices.IndexFunc(kind.Properties, func(p apidoc.Property) bool { return p.Name == "data" })
		if data < 0 || kind.Properties[data].Schema.ContentSchema == nil {
			continue
		}
		t := r.typeOf(kind.Properties[data].Schema.ContentSchema, hints{o.name + "Event"})
		if m := t.leaf().model; m != nil {
			o.named = append(o.named, m)
		}
		if name := t.String(); !slices.Contains(types, name) {
			types = append(types, name)
		}
	}
	if types == nil {
		return ""
	}
	return ". The data of each event is JSON of " + strings.Join(types, " or ")
}

func (r *resolver) explainRaw(o *operation, what string, s *apidoc.Schema, t goType) {
	switch {
	case t.kind != raw:
	case s == nil || s.Always != nil || saysNothing(s) && s.Ref == "":
		o.note("The " + what + " is JSON of any type")
	default:
		text, named := r.alternatives(s)
		o.named = append(o.named, named...)
		o.note("The " + what + " has no type in Go: it is JSON as it comes." + text)
	}
}
