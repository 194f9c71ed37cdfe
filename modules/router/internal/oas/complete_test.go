package oas_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/oas"
)

// unwritten are the types and fields of the model that stand for nothing in a text.
var unwritten = []string{
	"Outline.SpecVersion", "Outline.Problems", "Problem", // said by the writer, or about another text
	"Tag.Depth",                                              // of the parents
	"Tag.Slug", "OperationSummary.Slug", "ModelSummary.Slug", // addresses of a viewer
	"ModelSummary.Title", "ModelSummary.Description", "ModelSummary.Deprecated", // of the schema as well
	"Operation.OperationSummary",                                     // the outline has it
	"Operation.Description",                                          // the summary has it
	"Parameter.Ref", "RequestBody.Ref", "Response.Ref", "Header.Ref", // written in place
	"Property.Required",  // Schema.Required has it
	"License.Identifier", // whole has the URL, which excludes it

	// What a router does not have.
	"Outline.Self", "Outline.Dialect", "Outline.Webhooks", "Outline.Security", "Outline.Groups", "TagGroup", "Outline.Components", "ComponentSummary",
	"Info.Summary", "Info.Logo", "Logo", "Info.Links", "NamedLink", "Info.Libraries", "Library", "Info.Extensions",
	"OperationSummary.Badges", "Badge", "ModelSummary.Tags",
	"Operation.PathSummary", "Operation.PathDescription", "Operation.PathExtensions", "Operation.ExternalDocs", "Operation.Servers",
	"Operation.Callbacks", "Callback", "Operation.CodeSamples", "CodeSample", "Operation.Retirement", "Retirement",
	"RequestBody.Description", "RequestBody.Extensions", "Response.Summary", "Response.Links", "Response.Extensions", "Link", "LinkArgument",
	"MediaType.Encoding", "MediaType.PrefixEncoding", "MediaType.ItemEncoding", "Encoding",
}

// whole is a description in which every field of the model has a value, with
// what excludes the other one in two places.
func whole() (apidoc.Outline, apidoc.Memory) {
	var outline apidoc.Outline
	var op apidoc.Operation
	var model apidoc.Schema
	f := &filler{}
	f.fill(reflect.ValueOf(&outline).Elem(), 4)
	f.fill(reflect.ValueOf(&op).Elem(), 6)
	f.fill(reflect.ValueOf(&model).Elem(), 5)
	outline.Tags[0].DisplayName, outline.Models[0].Ref = "Shown", "#/components/schemas/Model"
	outline.Operations[0].Method, outline.Operations[0].Pointer = "QUERY", "/p"
	outline.Info.License.Identifier = ""
	exclude(&op)
	model.Always = nil
	return outline, apidoc.Memory{Operations: map[string]*apidoc.Operation{"/p": &op}, Schemas: map[string]*apidoc.Schema{outline.Models[0].Ref: &model}}
}

// exclude doubles what holds two things of which only one is written, each time
// with another one.
func exclude(op *apidoc.Operation) {
	op.Parameters = append(op.Parameters, op.Parameters[0])
	op.Parameters[0].Content, op.Parameters[0].Examples = nil, nil
	op.Parameters[1].Name = "other"
	r := &op.Responses[0]
	r.Headers = append(r.Headers, r.Headers[0])
	r.Headers[0].Content, r.Headers[0].Examples = nil, nil
	r.Headers[1].Name = "Other"
	body := op.RequestBody
	body.Content = append(body.Content, body.Content[0])
	body.Content[0].Name, body.Content[0].Examples = "text/csv", nil
	examples := slices.Clone(body.Content[1].Examples)
	body.Content[1].Examples = append(examples, examples[0])
	body.Content[1].Examples[0].Value, body.Content[1].Examples[1].Name = nil, "other"
}

// filler sets fields to values that differ from their defaults.
type filler struct{ n int }

func (f *filler) fill(v reflect.Value, depth int) {
	f.n++
	switch v.Interface().(type) {
	case json.RawMessage:
		v.SetBytes(fmt.Appendf(nil, `{"raw": [%d, "<"]}`, f.n))
		return
	case json.Number:
		v.SetString(fmt.Sprint(f.n, ".5"))
		return
	case []apidoc.Extension:
		v.Set(reflect.ValueOf([]apidoc.Extension{{Name: fmt.Sprint("x-", f.n), Value: json.RawMessage(`"x"`)}}))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprint("text ", f.n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(f.n))
	case reflect.Pointer:
		f.fillPointer(v, depth)
	case reflect.Slice:
		if depth <= 0 {
			return
		}
		one := reflect.New(v.Type().Elem()).Elem()
		f.fill(one, depth)
		if !one.IsZero() {
			v.Set(reflect.Append(v, one))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i), depth-1)
		}
	}
}

func (f *filler) fillPointer(v reflect.Value, depth int) {
	switch {
	case v.Type() == reflect.TypeFor[*apidoc.Schema]():
		s := &apidoc.Schema{Title: fmt.Sprint("schema ", f.n)}
		if depth == 4 {
			s.Always = new(false)
		}
		v.Set(reflect.ValueOf(s))
	case depth > 0:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), depth-1)
	}
}

// vary takes every field away in turn and notes those whose absence changes the
// text.
func vary(v reflect.Value, changed func() bool, seen map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			vary(v.Elem(), changed, seen)
		}
	case reflect.Slice:
		for i := range v.Len() {
			vary(v.Index(i), changed, seen)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Field(i)
			name := v.Type().Name() + "." + v.Type().Field(i).Name
			kept := reflect.New(field.Type()).Elem()
			kept.Set(field)
			field.SetZero()
			seen[name] = seen[name] || !kept.IsZero() && changed()
			field.Set(kept)
			vary(field, changed, seen)
		}
	}
}

var _ = DescribeTable("Every field of the model is written",
	func(version string) {
		outline, parts := whole()
		options := oas.Options{Version: version}
		text := string(options.Write(outline, parts))
		seen := map[string]bool{}
		changed := func() bool { return string(options.Write(outline, parts)) != text }

		vary(reflect.ValueOf(&outline), changed, seen)
		vary(reflect.ValueOf(parts.Operations["/p"]), changed, seen)
		vary(reflect.ValueOf(parts.Schemas["#/components/schemas/Model"]), changed, seen)

		var missing []string
		for name, written := range seen {
			whole, _, _ := strings.Cut(name, ".")
			if written == (slices.Contains(unwritten, name) || slices.Contains(unwritten, whole)) {
				missing = append(missing, name)
			}
		}
		Expect(missing).To(BeEmpty())
		Expect(len(seen)).To(BeNumerically(">", 150), "fields that were looked at")
	},
	Entry("in 3.1", "3.1.0"),
	Entry("in 3.2", "3.2.0"),
)

// structure says what a value of a text must look like. It reads the text with
// nothing but encoding/json.
type structure struct {
	required []string
	members  []string
}

// structures are the objects of OpenAPI by the member that holds them.
func structures(newer bool) map[string]structure {
	all := map[string]structure{
		"":            {[]string{"openapi", "info", "paths"}, []string{"servers", "tags", "components", "externalDocs"}},
		"info":        {[]string{"title", "version"}, []string{"description", "termsOfService", "contact", "license"}},
		"license":     {[]string{"name"}, []string{"url", "identifier"}},
		"requestBody": {[]string{"content"}, []string{"required"}},
		"parameters/": {[]string{"name", "in"}, []string{"description", "required", "deprecated", "allowEmptyValue", "style", "explode", "allowReserved", "schema", "content", "example", "examples"}},
		"responses/":  {[]string{"description"}, []string{"headers", "content"}},
		"content/":    {[]string{"schema"}, []string{"example", "examples"}},
		"headers/":    {nil, []string{"description", "required", "deprecated", "style", "explode", "schema", "content", "example", "examples"}},
		"tags/":       {[]string{"name"}, []string{"description", "externalDocs"}},
		"servers/":    {[]string{"url"}, []string{"description", "variables"}},
		"variables/":  {[]string{"default"}, []string{"enum", "description"}},
		"flows/":      {[]string{"scopes"}, []string{"authorizationUrl", "tokenUrl", "refreshUrl"}},
	}
	if newer {
		for name, added := range map[string][]string{"content/": {"itemSchema"}, "tags/": {"summary", "parent", "kind"}, "servers/": {"name"}, "flows/": {"deviceAuthorizationUrl"}} {
			s := all[name]
			s.members = append(s.members, added...)
			all[name] = s
		}
	}
	return all
}

// checkStructure walks through a text and checks the objects that it knows;
// schemas, examples and extensions hold anything.
func checkStructure(known map[string]structure, holder string, value any) {
	GinkgoHelper()
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			checkStructure(known, holder+"/", item)
		}
	case map[string]any:
		s, ok := known[holder]
		if ok {
			for _, name := range s.required {
				Expect(v).To(HaveKey(name), holder)
			}
		}
		for name, member := range v {
			if strings.HasPrefix(name, "x-") && !strings.HasPrefix(name, "x-query") {
				continue
			}
			if ok {
				Expect(slices.Contains(s.required, name) || slices.Contains(s.members, name)).To(BeTrue(), "%s has %s", holder, name)
			}
			if slices.Contains([]string{"schema", "schemas", "itemSchema", "example", "examples"}, name) {
				continue
			}
			if _, isObject := member.(map[string]any); isObject && slices.Contains([]string{"responses", "content", "headers", "variables", "flows"}, name) {
				for _, one := range member.(map[string]any) {
					checkStructure(known, name+"/", one)
				}
				continue
			}
			checkStructure(known, name, member)
		}
	}
}

var _ = DescribeTable("A description with everything in it has the structure of OpenAPI",
	func(version string, newer bool) {
		outline, parts := whole()

		text := oas.Options{Version: version}.Write(outline, parts)

		var doc map[string]any
		Expect(json.Unmarshal(text, &doc)).To(Succeed())
		Expect(doc).To(HaveKeyWithValue("openapi", version))
		checkStructure(structures(newer), "", doc)
	},
	Entry("3.1", "3.1.0", false),
	Entry("3.2", "3.2.0", true),
)
