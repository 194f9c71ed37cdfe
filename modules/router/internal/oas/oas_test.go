package oas_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/oas"
)

var update = flag.Bool("update", false, "write the golden files anew")

func raw(text string) json.RawMessage { return json.RawMessage(text) }

// shop is a description as a router writes one.
func shop() (apidoc.Outline, apidoc.Memory) {
	operations := []apidoc.OperationSummary{
		{ID: "showItem", Method: "GET", Path: "/items/{id}", Pointer: "get", Summary: "Show an item", Description: "All of it.", Tags: []string{"items"}},
		{ID: "purgeItem", Method: "PURGE", Path: "/items/{id}", Pointer: "purge"},
		{ID: "findItems", Method: "QUERY", Path: "/items", Pointer: "query", Deprecated: true},
		{ID: "watch", Method: "GET", Path: "/events", Pointer: "events"},
	}
	outline := apidoc.Outline{
		Info:       apidoc.Info{Title: "Shop", Version: "1.0.0", License: &apidoc.License{Name: "MIT", Identifier: "MIT", URL: "https://shop.example/licence"}},
		Tags:       []apidoc.Tag{{Name: "items", DisplayName: "Things", Kind: "nav"}},
		Operations: operations,
		Models:     []apidoc.ModelSummary{{Name: "Item", Ref: "#/components/schemas/Item"}},
		SecuritySchemes: []apidoc.SecurityScheme{
			{Name: "bearer", Type: apidoc.HTTPAuth, Scheme: "bearer", BearerFormat: "jwt"},
			{Name: "key", Type: apidoc.APIKey, In: apidoc.InHeader, ParameterName: "X-Key"},
			{Name: "login", Type: apidoc.OAuth2, Flows: []apidoc.OAuthFlow{{Kind: "deviceAuthorization", DeviceAuthorizationURL: "https://shop.example/device"}, {Kind: "clientCredentials", TokenURL: "https://shop.example/token"}}},
		},
		Extensions: []apidoc.Extension{{Name: "x-flags", Value: raw(`{"AUTH": "Members only."}`)}, {Name: "flags", Value: raw(`1`)}},
	}
	return outline, apidoc.Memory{Operations: shopOperations(), Schemas: map[string]*apidoc.Schema{"#/components/schemas/Item": item()}}
}

func item() *apidoc.Schema {
	return &apidoc.Schema{
		Types: []string{"object"}, Required: []string{"id", "state"}, AdditionalProperties: &apidoc.Schema{Always: new(false)},
		Properties: []apidoc.Property{
			{Name: "id", Schema: &apidoc.Schema{Types: []string{"integer"}, Format: "int64", Minimum: "1", ReadOnly: true}},
			{Name: "name", Schema: &apidoc.Schema{Types: []string{"string", "null"}, MinLength: new(int64(0)), MaxLength: new(int64(64)), Pattern: `^\w+$`, Examples: []json.RawMessage{raw(`"<b>"`)}}},
			{Name: "state", Schema: &apidoc.Schema{Enum: []apidoc.EnumValue{{Value: raw(`"new"`), Description: "Fresh"}, {Value: raw(`"old"`)}}, Default: raw(`"new"`)}},
			{Name: "parent", Schema: &apidoc.Schema{AnyOf: []*apidoc.Schema{{Ref: "#/components/schemas/Item"}, {Types: []string{"null"}}}}},
			{Name: "any", Schema: &apidoc.Schema{}},
		},
	}
}

func shopOperations() map[string]*apidoc.Operation {
	body := []apidoc.MediaType{{Name: "application/json", Schema: &apidoc.Schema{Ref: "#/components/schemas/Item"}, Example: raw(`no JSON`)}}
	return map[string]*apidoc.Operation{
		"get": {
			Parameters: []apidoc.Parameter{
				{Name: "id", In: apidoc.InPath, Style: "simple", Schema: &apidoc.Schema{Types: []string{"integer"}}},
				{Name: "fields", In: apidoc.InQuery, Style: "form", Schema: &apidoc.Schema{Types: []string{"array"}}, Examples: []apidoc.Example{{Name: "two", Value: raw(`["a","b"]`)}}},
				{Name: "filter", In: apidoc.InQuery, Style: "deepObject", Explode: true},
			},
			Responses: []apidoc.Response{{Status: "200", Content: body}, {Status: "404"}, {Status: "5XX"}, {Status: "default"}},
			Security: []apidoc.SecurityRequirement{
				{Schemes: []apidoc.RequiredScheme{{Name: "bearer", Scopes: []string{"read"}}}}, {Schemes: []apidoc.RequiredScheme{{Name: "key"}}}, {},
			},
		},
		"query": {RequestBody: &apidoc.RequestBody{Required: true, Content: body}, Responses: []apidoc.Response{{Status: "204", Description: "Nothing"}}},
		"events": {Responses: []apidoc.Response{{Status: "200", Description: "As they come", Content: []apidoc.MediaType{
			{Name: "text/event-stream", ItemSchema: item()},
			{Name: "application/x-ndjson", Schema: &apidoc.Schema{Types: []string{"string"}, MinLength: new(int64(2))}, ItemSchema: &apidoc.Schema{Ref: "#/components/schemas/Item"}},
		}}}},
	}
}

var _ = DescribeTable("Write writes what stands in the golden file",
	func(version string) {
		outline, parts := shop()
		file := filepath.Join("testdata", version+".golden.json")

		var text bytes.Buffer
		Expect(json.Indent(&text, oas.Options{Version: version}.Write(outline, parts), "", "  ")).To(Succeed())

		if *update {
			Expect(os.WriteFile(file, text.Bytes(), 0o644)).To(Succeed())
		}
		Expect(os.ReadFile(file)).To(BeEquivalentTo(text.Bytes()))
	},
	Entry("of 3.1", "3.1.0"),
	Entry("of 3.2", "3.2.0"),
)

var _ = Describe("Write", func() {
	It("writes 3.1 unless it is told otherwise", func() {
		outline, parts := shop()

		Expect(oas.Options{}.Write(outline, parts)).To(Equal(oas.Options{Version: "3.1.0"}.Write(outline, parts)))
		Expect(oas.Options{Version: "3.20.0"}.Write(outline, parts)).To(Equal(oas.Options{}.Write(outline, parts)))
	})

	It("writes no blanks, at any depth", func() {
		outline, parts := shop()
		deep := &apidoc.Schema{Default: raw(" {\"a\" : [ 1,\n {} ]} ")}
		for range 60 {
			deep = &apidoc.Schema{Items: deep}
		}
		parts.Schemas["#/components/schemas/Item"] = deep

		text := oas.Options{}.Write(outline, parts)

		var compact bytes.Buffer
		Expect(json.Compact(&compact, text)).To(Succeed())
		Expect(string(text)).To(Equal(compact.String() + "\n"))
	})

	It("writes the responses and headers once that operations refer to", func() {
		id := apidoc.Parameter{Name: "id", In: apidoc.InPath, Schema: &apidoc.Schema{Types: []string{"integer"}}}
		location := apidoc.Header{Ref: "#/components/headers/Location", Name: "Location", Schema: &apidoc.Schema{Types: []string{"string"}}}
		missing := apidoc.Response{Ref: "#/components/responses/NotFound", Status: "404", Description: "Not there", Headers: []apidoc.Header{location}}
		elsewhere := apidoc.Response{Ref: "other.json#/responses/Gone", Status: "410", Description: "Gone"}
		outline := apidoc.Outline{Operations: []apidoc.OperationSummary{{Method: "GET", Path: "/{id}", Pointer: "get"}, {Method: "PUT", Path: "/{id}", Pointer: "put"}}}
		parts := apidoc.Memory{Operations: map[string]*apidoc.Operation{
			"get": {Parameters: []apidoc.Parameter{id, {Name: "q", In: apidoc.InQuery}}, Responses: []apidoc.Response{missing}},
			"put": {Parameters: []apidoc.Parameter{id}, Responses: []apidoc.Response{missing, elsewhere}},
		}}

		text := oas.Options{}.Write(outline, parts)

		Expect(text).To(MatchJSON(`{"openapi": "3.1.0", "info": {"title": "", "version": ""},
			"paths": {"/{id}": {
				"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
				"get": {"parameters": [{"name": "q", "in": "query", "schema": {}}], "responses": {"404": {"$ref": "#/components/responses/NotFound"}}},
				"put": {"responses": {"404": {"$ref": "#/components/responses/NotFound"}, "410": {"description": "Gone"}}}}},
			"components": {
				"responses": {"NotFound": {"description": "Not there", "headers": {"Location": {"$ref": "#/components/headers/Location"}}}},
				"headers": {"Location": {"schema": {"type": "string"}}}}}`))
	})

	It("describes an API without operations", func() {
		text := oas.Options{}.Write(apidoc.Outline{Info: apidoc.Info{Title: "T", Version: "1"}}, apidoc.Memory{})

		Expect(text).To(MatchJSON(`{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}`))
	})
})

var _ = DescribeTable("A pointer leads to its operation",
	func(version, method, path, pointer string) {
		options := oas.Options{Version: version}
		Expect(options.Pointer(method, path)).To(Equal(pointer))
		outline := apidoc.Outline{Operations: []apidoc.OperationSummary{{Method: method, Path: path, ID: "here"}}}

		var value any
		Expect(json.Unmarshal(options.Write(outline, apidoc.Memory{}), &value)).To(Succeed())
		for _, step := range strings.Split(pointer, "/")[1:] {
			value = value.(map[string]any)[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
		}
		Expect(value).To(Equal(map[string]any{"operationId": "here"}), fmt.Sprint(value))
	},
	Entry("of a known method", "3.1.0", "GET", "/a~b/{c}", "/paths/~1a~0b~1{c}/get"),
	Entry("of QUERY in 3.1", "3.1.0", "QUERY", "/a", "/paths/~1a/x-query"),
	Entry("of an unknown method in 3.1", "3.1.0", "PURGE", "/a", "/paths/~1a/x-purge"),
	Entry("of QUERY in 3.2", "3.2.0", "QUERY", "/a", "/paths/~1a/query"),
	Entry("of an unknown method in 3.2", "3.2.0", "PURGE", "/a", "/paths/~1a/additionalOperations/PURGE"),
)
