package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
)

// sound is a description without a finding, where other members of the operation, of the
// parameter and of the components may stand.
const sound = `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a/{id}": {"get": {
	"operationId": "a", "summary": "A", %s
	"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}} %s],
	"responses": {"200": {"description": "Fine", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}} %s}
}}}, "components": {"schemas": {"A": {"type": "object", "required": ["id", "secret"], "properties": {
	"id": {"type": "integer", "readOnly": true}, "secret": {"type": "string", "writeOnly": true, "maxLength": 9} %s
}}}%s}}`

// with fills sound.
func with(operation, parameter, response, property, component string) string {
	return fmt.Sprintf(sound, operation, parameter, response, property, component)
}

var _ = Describe("Check", func() {
	check := func(ctx SpecContext, text string, more ...string) (finding.Report, outcome) {
		GinkgoHelper()
		dir := folder(map[string]string{"api.json": text})
		said := trefoil(ctx, append([]string{"check", "-format=json", "-fail-on=note", filepath.Join(dir, "api.json")}, more...)...)
		Expect(said.stderr).To(BeEmpty())
		var r finding.Report
		Expect(json.Unmarshal([]byte(said.stdout), &r)).To(Succeed())
		return r, said
	}

	It("is fine with a description that is", func(ctx SpecContext) {
		r, said := check(ctx, with("", "", "", "", ""))

		Expect(r.Findings).To(BeEmpty())
		Expect(said.status).To(BeZero())
	})

	It("knows that a discriminator names the schemas that extend its own", func(ctx SpecContext) {
		r, _ := check(ctx, `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"operationId": "a", "summary": "A",
			"responses": {"200": {"description": "Fine", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}}},
			"components": {"schemas": {
				"Pet": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}, "discriminator": {"propertyName": "kind"}},
				"Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"type": "object"}]}}}}`)

		Expect(r.Findings).To(BeEmpty())
	})

	It("takes a callback for what its reference leads to", func(ctx SpecContext) {
		r, _ := check(ctx, with(`"callbacks": {"done": {"$ref": "#/components/callbacks/done"}},`, "", "", "", `, "callbacks": {"done": {"{$request.query.to}": {"post": {"responses": {"200": {"description": ""}}}}}}`))

		Expect(r.Findings).To(BeEmpty())
	})

	DescribeTable("finds one thing, at its place",
		func(ctx SpecContext, text string, level finding.Level, rule, pointer, message string) {
			r, said := check(ctx, text)

			Expect(said.status).To(Equal(1))
			Expect(r.Findings).To(HaveLen(1), said.stdout)
			f := r.Findings[0]
			Expect([]string{f.Rule, string(f.Level), f.Pointer}).To(Equal([]string{rule, string(level), pointer}))
			Expect(f.Message).To(ContainSubstring(message))
			Expect(f.Line).To(BeNumerically(">", 0))
		},
		Entry("a part that cannot be read", with(`"tags": 7,`, "", "", "", ""), finding.Error, "unread", "/paths/~1a~1{id}/get/tags", "must be a list"),
		Entry("a part that is not as it should be", with("", "", "", "", `, "x-a": 1}, "x-tagGroups": [{"name": "G", "tags": ["ghost"]}], "x-b": {`), finding.Warning, "remark", "/x-tagGroups/0/tags/0", "ghost"),
		Entry("an example of a response", with("", "", `, "201": {"description": "", "content": {"application/json": {"schema": {"type": "integer"}, "example": "x"}}}`, "", ""),
			finding.Error, "example", "/paths/~1a~1{id}/get/responses/201/content/application~1json/example", "is a string, not an integer"),
		Entry("a named example", with("", "", `, "201": {"description": "", "content": {"application/json": {"schema": {"type": "object", "properties": {"n": {"type": "integer"}}}, "examples": {"one": {"value": {"n": "x"}}}}}}`, "", ""),
			finding.Error, "example", "/paths/~1a~1{id}/get/responses/201/content/application~1json/examples/one/value/n", "/n: is a string"),
		Entry("an example of a parameter", with("", `, {"name": "q", "in": "query", "example": "x", "schema": {"type": "integer"}}`, "", "", ""), finding.Error, "example", "/paths/~1a~1{id}/get/parameters/1/example", "is a string"),
		Entry("an example of a property", with("", "", "", `, "n": {"type": "integer", "examples": [1, "x"]}`, ""), finding.Error, "example", "/components/schemas/A/properties/n/examples/1", "is a string"),
		Entry("a default", with("", "", "", `, "n": {"type": "integer", "minimum": 3, "default": 1}`, ""), finding.Error, "default", "/components/schemas/A/properties/n/default", "3"),
		Entry("a pattern with a lookbehind", with("", "", "", `, "n": {"type": "string", "pattern": "(?<!a)b"}`, ""), finding.Warning, "pattern-go", "/components/schemas/A/properties/n/pattern", "Go cannot read"),
		Entry("a pattern of Perl", with("", "", "", `, "n": {"type": "string", "pattern": "\\A\\d+\\z"}`, ""), finding.Error, "pattern-ecmascript", "/components/schemas/A/properties/n/pattern", `\A is nothing there`),
		Entry("a path parameter that is not declared", strings.Replace(with("", "", "", "", ""), "/a/{id}", "/a/{id}/{other}", 1), finding.Error, "path-parameter", "/paths/~1a~1{id}~1{other}/get", `"other" is not declared`),
		Entry("a path parameter that the path does not hold", with("", `, {"name": "x", "in": "path", "required": true, "schema": {"type": "integer"}}`, "", "", ""), finding.Error, "path-parameter", "/paths/~1a~1{id}/get/parameters/1", `does not hold the parameter "x"`),
		Entry("a path parameter that does not say that it is required", strings.Replace(with("", "", "", "", ""), `"in": "path", "required": true`, `"in": "path"`, 1), finding.Error, "path-parameter", "/paths/~1a~1{id}/get/parameters/0", `"id" has to say`),
		Entry("a response key that is not a status", with("", "", `, "600": {"description": ""}`, "", ""), finding.Error, "response-status", "/paths/~1a~1{id}/get/responses/600", `"600" is neither a status`),
		Entry("a response key that is no number", with("", "", `, "ok": {"description": ""}`, "", ""), finding.Error, "response-status", "/paths/~1a~1{id}/get/responses/ok", `"ok" is neither a status`),
		Entry("a response that is a text", with("", "", `, "201": "made"`, "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/responses/201", "a response must be an object"),
		Entry("headers that are a list", with("", "", `, "201": {"description": "", "headers": ["A"]}`, "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/responses/201/headers", `"headers" must be an object`),
		Entry("a media type that is a text", with("", "", `, "201": {"description": "", "content": {"text/plain": "a"}}`, "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/responses/201/content/text~1plain", "a media type must be an object"),
		Entry("a property that is the name of a type", with("", "", "", `, "n": "string"`, ""), finding.Error, "member-value", "/components/schemas/A/properties/n", "a schema must be an object, or true or false"),
		Entry("a property that may be anything in OpenAPI 3.0", strings.Replace(with("", "", "", `, "n": true`, ""), "3.1.0", "3.0.3", 1), finding.Error, "member-value", "/components/schemas/A/properties/n", "a schema must be an object"),
		Entry("a server that is a text", strings.Replace(with("", "", "", "", ""), `"paths"`, `"servers": ["https://a.example"], "paths"`, 1), finding.Error, "member-value", "/servers/0", "a server must be an object"),
		Entry("a security requirement that is a text", with(`"security": ["k"],`, "", "", "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/security/0", `"0" must be an object`),
		Entry("scopes that are a text", with(`"security": [{"k": "read"}],`, "", "", "", `, "securitySchemes": {"k": {"type": "http", "scheme": "bearer"}}`), finding.Error, "member-value", "/paths/~1a~1{id}/get/security/0/k", `"k" must be a list`),
		Entry("a link to an operation that does not exist", with("", "", `, "201": {"description": "", "links": {"next": {"operationId": "ghost"}}}`, "", ""), finding.Error, "link-target", "/paths/~1a~1{id}/get/responses/201/links/next", `no operation has the operationId "ghost"`),
		Entry("a default of a server variable outside its enum", strings.Replace(with("", "", "", "", ""), `"paths"`, `"servers": [{"url": "https://{r}.example", "variables": {"r": {"default": "mars", "enum": ["eu", "us"]}}}], "paths"`, 1), finding.Error, "server-variable", "/servers/0/variables/r", `"mars" is not in the enum: eu, us`),
		Entry("a range of statuses in small letters", strings.Replace(with("", "", "", "", ""), `"200"`, `"2xx"`, 1), finding.Error, "response-status", "/paths/~1a~1{id}/get/responses/2xx", `"2xx" is neither a status`),
		Entry("a variable of a server that is not declared", strings.Replace(with("", "", "", "", ""), `"paths"`, `"servers": [{"url": "https://{r}.example"}], "paths"`, 1), finding.Error, "server-variable", "/servers/0", `the variable "r" of the address is not declared`),
		Entry("a response without a description", with("", "", `, "201": {}`, "", ""), finding.Error, "member-missing", "/paths/~1a~1{id}/get/responses/201", `a response needs "description"`),
		Entry("a parameter without a schema", with("", `, {"name": "q", "in": "query"}`, "", "", ""), finding.Error, "member-missing", "/paths/~1a~1{id}/get/parameters/1", `a parameter needs "schema" or "content"`),
		Entry("a body without content", with(`"requestBody": {},`, "", "", "", ""), finding.Error, "member-missing", "/paths/~1a~1{id}/get/requestBody", `a request body needs "content"`),
		Entry("a body with empty content", with(`"requestBody": {"content": {}},`, "", "", "", ""), finding.Warning, "content-empty", "/paths/~1a~1{id}/get/requestBody/content", "the content of a request body has no media type"),
		Entry("a parameter with empty content", with("", `, {"name": "q", "in": "query", "content": {}}`, "", "", ""), finding.Error, "content-entries", "/paths/~1a~1{id}/get/parameters/1/content", "has one media type, not 0"),
		Entry("a header with content of two kinds", with("", "", `, "201": {"description": "", "headers": {"A": {"content": {"text/plain": {}, "application/json": {}}}}}`, "", ""), finding.Error, "content-entries", "/paths/~1a~1{id}/get/responses/201/headers/A/content", "has one media type, not 2"),
		Entry("a member that is misspelt", with(`"sumary": "A",`, "", "", "", ""), finding.Warning, "member-unknown", "/paths/~1a~1{id}/get/sumary", `an operation has no member "sumary"`),
		Entry("a type that there is not", with("", "", "", `, "n": {"type": "strin"}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/type", `"type" is not a type of JSON`),
		Entry("a length that is a text", with("", "", "", `, "n": {"type": "array", "items": {"minLength": "1"}}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/items/minLength", `"minLength" is not an integer of 0 or more`),
		Entry("a step of nothing", with("", "", "", `, "n": {"multipleOf": 0}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/multipleOf", "a number above 0"),
		Entry("a member that says itself that it is required", with("", "", "", `, "n": {"type": "string", "required": true}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/required", "a list of texts"),
		Entry("a member that is required twice", with("", "", "", `, "n": {"required": ["a", "a"]}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/required", "none of them twice"),
		Entry("a value that is no list", with("", "", "", `, "n": {"enum": "a"}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/enum", "a list"),
		Entry("alternatives of nothing", with("", "", "", `, "n": {"oneOf": []}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/oneOf", "a list that is not empty"),
		Entry("items by their place as before", with("", "", "", `, "n": {"items": [{}]}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/items", "a schema"),
		Entry("a value of another type than its schema", with("", "", "", `, "n": {"type": "string", "enum": ["no", false]}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/enum/1", "of type boolean"),
		Entry("a bound that is excluded as in OpenAPI 3.0", with("", "", "", `, "n": {"minimum": 1, "exclusiveMinimum": true}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/exclusiveMinimum", "a number"),
		Entry("a mapping to nothing", with("", "", "", `, "n": {"discriminator": {"propertyName": "k", "mapping": {"a": "A", "b": "B"}}}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/discriminator/mapping/b", `the schema "B" of the value "b" is not there`),
		Entry("null of OpenAPI 3.0", with("", "", "", `, "n": {"type": "string", "nullable": true}`, ""), finding.Warning, "schema-version", "/components/schemas/A/properties/n/nullable", "since OpenAPI 3.1"),
		Entry("a keyword that OpenAPI 3.0 has not", strings.Replace(with("", "", "", `, "n": {"const": 1}`, ""), "3.1.0", "3.0.3", 1), finding.Warning, "schema-version", "/components/schemas/A/properties/n/const", `OpenAPI 3.0 has no "const"`),
		Entry("several types in OpenAPI 3.0", strings.Replace(with("", "", "", `, "n": {"type": ["string", "null"]}`, ""), "3.1.0", "3.0.3", 1), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/type", "one of array"),
		Entry("a list of what is not said in OpenAPI 3.0", strings.Replace(with("", "", "", `, "n": {"type": "array"}`, ""), "3.1.0", "3.0.3", 1), finding.Error, "schema-keyword", "/components/schemas/A/properties/n", `needs "items"`),
		Entry("a parameter at a place that there is not", with("", `, {"name": "q", "in": "body", "schema": {"type": "integer"}}`, "", "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/parameters/1/in", "must be one of cookie, header"),
		Entry("a parameter in a style of another place", with("", `, {"name": "q", "in": "header", "style": "form", "schema": {"type": "integer"}}`, "", "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/parameters/1/style", "must be one of simple"),
		Entry("a security scheme of a type that there is not", with("", "", "", "", `, "securitySchemes": {"s": {"type": "jwt"}}`), finding.Error, "member-value", "/components/securitySchemes/s/type", "must be one of apiKey"),
		Entry("a header that means nothing", with("", `, {"name": "Authorization", "in": "header", "schema": {"type": "integer"}}`, "", "", ""), finding.Warning, "header-ignored", "/paths/~1a~1{id}/get/parameters/1", "means nothing"),
		Entry("a server variable without a default", strings.Replace(with("", "", "", "", ""), `"paths"`, `"servers": [{"url": "https://{r}.example", "variables": {"r": {}}}], "paths"`, 1), finding.Error, "member-missing", "/servers/0/variables/r", `a server variable needs "default"`),
		Entry("a version that is a number", strings.Replace(with("", "", "", "", ""), `"version": "1"`, `"version": 1.5`, 1), finding.Error, "member-value", "/info/version", `"version" must be a text`),
		Entry("a flag that is a text", with("", `, {"name": "q", "in": "query", "required": "yes", "schema": {"type": "integer"}}`, "", "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/parameters/1/required", `"required" must be true or false`),
		Entry("a tag of an operation that is a number", with(`"tags": ["a", 7],`, "", "", "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/tags/1", `"1" must be a text`),
		Entry("a value of a server variable that is a number", strings.Replace(with("", "", "", "", ""), `"paths"`, `"servers": [{"url": "https://a.example:{p}", "variables": {"p": {"default": 80}}}], "paths"`, 1), finding.Error, "member-value", "/servers/0/variables/p/default", `"default" must be a text`),
		Entry("a server variable without values", strings.Replace(with("", "", "", "", ""), `"paths"`, `"servers": [{"url": "https://{r}.example", "variables": {"r": {"default": "eu", "enum": []}}}], "paths"`, 1), finding.Error, "member-value", "/servers/0/variables/r/enum", `a list that is not empty`),
		Entry("a contact with another member", strings.Replace(with("", "", "", "", ""), `"version"`, `"contact": {"mail": "a@b.example"}, "version"`, 1), finding.Warning, "member-unknown", "/info/contact/mail", `a contact has no member`),
		Entry("a security scheme without a type", with("", "", "", "", `, "securitySchemes": {"s": {"scheme": "basic"}}`), finding.Error, "member-missing", "/components/securitySchemes/s", `a security scheme needs "type"`),
		Entry("a link to nothing", with("", "", `, "201": {"description": "", "links": {"next": {"description": "more"}}}`, "", ""), finding.Error, "member-missing", "/paths/~1a~1{id}/get/responses/201/links/next", `a link needs "operationRef" or "operationId"`),
		Entry("a part of a form in a style of paths", with(`"requestBody": {"content": {"multipart/form-data": {"schema": {"type": "object"}, "encoding": {"a": {"style": "matrix"}}}}},`, "", "", "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/requestBody/content/multipart~1form-data/encoding/a/style", `must be one of form`),
		Entry("a discriminator without a name", with("", "", "", `, "n": {"discriminator": {"mapping": {"a": "A"}}}`, ""), finding.Error, "member-missing", "/components/schemas/A/properties/n/discriminator", `a discriminator needs "propertyName"`),
		Entry("a discriminator of Swagger 2.0", with("", "", "", `, "n": {"discriminator": "k"}`, ""), finding.Error, "member-value", "/components/schemas/A/properties/n/discriminator", `a discriminator must be an object`),
		Entry("an attribute of XML that is a text", with("", "", "", `, "n": {"xml": {"attribute": "yes"}}`, ""), finding.Error, "member-value", "/components/schemas/A/properties/n/xml/attribute", `true or false`),
		Entry("a kind of node that there is not", strings.Replace(with("", "", "", `, "n": {"xml": {"nodeType": "comment"}}`, ""), `3.1.0`, `3.2.0`, 1), finding.Error, "member-value", "/components/schemas/A/properties/n/xml/nodeType", `must be one of element`),
		Entry("a schema's link to documents that leads nowhere", with("", "", "", `, "n": {"externalDocs": {"description": "more"}}`, ""), finding.Error, "member-missing", "/components/schemas/A/properties/n/externalDocs", `needs "url"`),
		Entry("a reference that is a number", with("", "", "", `, "n": {"$ref": 7}`, ""), finding.Error, "member-value", "/components/schemas/A/properties/n/$ref", `"$ref" must be a text`),
		Entry("a reference to a component of another kind", with("", "", `, "201": {"$ref": "#/components/schemas/A"}`, "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/responses/201/$ref", `a response refers to what stands in schemas`),
		Entry("members that need each other, in no list", with("", "", "", `, "n": {"dependentRequired": {"a": "b"}}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/dependentRequired/a", `a list of texts`),
		Entry("examples of a schema by their names", with("", "", "", `, "n": {"examples": {"one": {"value": 1}}}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/examples", `"examples" is not a list`),
		Entry("an anchor that is a number", with("", "", "", `, "n": {"$anchor": 7}`, ""), finding.Error, "schema-keyword", "/components/schemas/A/properties/n/$anchor", `"$anchor" is not a text`),
		Entry("a path with other names of its variables", strings.Replace(with("", "", "", "", ""), `"paths": {`, `"paths": {"/a/{a}": {},`, 1), finding.Error, "path-duplicate", "/paths/~1a~1{id}", `the path is "/a/{a}"`),
		Entry("an operationId that a webhook has too", strings.Replace(with("", "", "", "", ""), `"components"`, `"webhooks": {"w": {"post": {"operationId": "a", "summary": "A", "responses": {"200": {"description": ""}}}}}, "components"`, 1), finding.Warning, "remark", "/webhooks/w/post", `is that of /paths/~1a~1{id}/get too`),
		Entry("a member of a later version", with(`"requestBody": {"content": {"application/jsonl": {"itemSchema": {"type": "integer"}}}},`, "", "", "", ""), finding.Warning, "member-unknown", "/paths/~1a~1{id}/get/requestBody/content/application~1jsonl/itemSchema", `before OpenAPI 3.2`),
		Entry("a place of parameters of a later version", with("", `, {"name": "q", "in": "querystring", "content": {"application/json": {}}}`, "", "", ""), finding.Error, "member-value", "/paths/~1a~1{id}/get/parameters/1/in", `must be one of cookie, header, path, query`),
		Entry("a query beside the whole query", strings.Replace(with("", `, {"name": "all", "in": "querystring", "content": {"application/json": {}}}, {"name": "q", "in": "query", "schema": {"type": "integer"}}`, "", "", ""), `3.1.0`, `3.2.0`, 1), finding.Error, "members-exclude", "/paths/~1a~1{id}/get/parameters/2", `no room for "q"`),
		Entry("a schema of the whole query", strings.Replace(with("", `, {"name": "all", "in": "querystring", "schema": {"type": "integer"}}`, "", "", ""), `3.1.0`, `3.2.0`, 1), finding.Error, "member-value", "/paths/~1a~1{id}/get/parameters/1/schema", `content in place of a schema`),
		Entry("an additional operation of a method that has a member", strings.Replace(strings.Replace(with("", "", "", "", ""), `"get": {`, `"additionalOperations": {"PUT": {"operationId": "p", "summary": "P", "parameters": [{"$ref": "#/paths/~1a~1{id}/get/parameters/0"}], "responses": {"200": {"description": ""}}}}, "get": {`, 1), `3.1.0`, `3.2.0`, 1), finding.Error, "member-value", "/paths/~1a~1{id}/additionalOperations/PUT", `has the member "put"`),
		Entry("a data value that its schema refuses", strings.Replace(with("", "", `, "201": {"description": "", "content": {"application/json": {"schema": {"type": "integer"}, "examples": {"one": {"dataValue": "x"}}}}}`, "", ""), `3.1.0`, `3.2.0`, 1), finding.Error, "example", "/paths/~1a~1{id}/get/responses/201/content/application~1json/examples/one/dataValue", `is a string`),
		Entry("no paths in OpenAPI 3.0", `{"openapi": "3.0.3", "info": {"title": "T", "version": "1"}}`, finding.Error, "member-missing", "", `a description needs "paths"`),
		Entry("no version", strings.Replace(with("", "", "", "", ""), `, "version": "1"`, "", 1), finding.Error, "member-missing", "/info", `an info needs "version"`),
		Entry("a pattern with a group that does not end", with("", "", "", `, "n": {"type": "string", "pattern": "(a"}`, ""), finding.Error, "pattern-ecmascript", "/components/schemas/A/properties/n/pattern", "a group does not end"),
		Entry("a pattern with a group that does not begin", with("", "", "", `, "n": {"type": "string", "pattern": "a)[()]"}`, ""), finding.Error, "pattern-ecmascript", "/components/schemas/A/properties/n/pattern", "a group ends"),
		Entry("a security scheme without what its type needs", with("", "", "", "", `, "securitySchemes": {"s": {"type": "http"}}`), finding.Error, "member-missing", "/components/securitySchemes/s", `a security scheme of type http needs "scheme"`),
		Entry("a flow without an address", with("", "", "", "", `, "securitySchemes": {"s": {"type": "oauth2", "flows": {"implicit": {"scopes": {}}}}}`), finding.Error, "member-missing", "/components/securitySchemes/s/flows/implicit", `an implicit flow needs "authorizationUrl"`),
		Entry("a parameter of a callback without a schema", with(`"callbacks": {"done": {"{$request.query.to}": {"post": {"parameters": [{"name": "q", "in": "query"}], "responses": {"200": {"description": ""}}}}}},`, "", "", "", ""), finding.Error, "member-missing", "/paths/~1a~1{id}/get/callbacks/done/{$request.query.to}/post/parameters/0", "a parameter needs"),
		Entry("a license of two kinds", strings.Replace(with("", "", "", "", ""), `"version"`, `"license": {"name": "MIT", "identifier": "MIT", "url": "https://mit.example"}, "version"`, 1), finding.Error, "members-exclude", "/info/license", `a license has either "identifier" or "url"`),
		Entry("a parameter with a schema and content", with("", `, {"name": "q", "in": "query", "schema": {"type": "integer"}, "content": {"application/json": {}}}`, "", "", ""), finding.Error, "members-exclude", "/paths/~1a~1{id}/get/parameters/1", `a parameter has either "schema" or "content"`),
		Entry("a parameter twice in a list", with("", `, {"$ref": "#/components/parameters/P"}, {"name": "p", "in": "query", "schema": {"type": "integer"}}`, "", "", `, "parameters": {"P": {"name": "p", "in": "query", "schema": {"type": "integer"}}}`), finding.Error, "parameter-duplicate", "/paths/~1a~1{id}/get/parameters/2", `another parameter "p" in query`),
		Entry("a header twice in a list", with("", `, {"name": "X-Id", "in": "header", "schema": {"type": "integer"}}, {"name": "x-id", "in": "header", "schema": {"type": "integer"}}`, "", "", ""), finding.Error, "parameter-duplicate", "/paths/~1a~1{id}/get/parameters/2", `another parameter "x-id" in header`),
		Entry("a name of a component that is no identifier", with("", "", "", "", `, "securitySchemes": {"a b": {"type": "http", "scheme": "basic"}}`), finding.Error, "component-name", "/components/securitySchemes/a b", `the name "a b"`),
		Entry("a security scheme that is not declared", with(`"security": [{"ghost": []}],`, "", "", "", ""), finding.Error, "security-undeclared", "/paths/~1a~1{id}/get/security", `"ghost" is not declared`),
		Entry("a refusal without credentials", with("", "", `, "403": {"description": "No"}`, "", ""), finding.Warning, "security-missing", "/paths/~1a~1{id}/get/responses/403", "answers with 403"),
		Entry("no success", strings.Replace(with("", "", "", "", ""), `"200"`, `"500"`, 1), finding.Warning, "success-missing", "/paths/~1a~1{id}/get/responses", "no response for success"),
		Entry("no operationId", strings.Replace(with("", "", "", "", ""), `"operationId": "a", `, "", 1), finding.Note, "operation-id-missing", "/paths/~1a~1{id}/get", "no operationId"),
		Entry("no summary", strings.Replace(with("", "", "", "", ""), `"summary": "A", `, "", 1), finding.Note, "summary-missing", "/paths/~1a~1{id}/get", "neither summary nor description"),
		Entry("a text of any length", with("", `, {"name": "q", "in": "query", "schema": {"type": "string"}}`, "", "", ""), finding.Note, "unbounded", "/paths/~1a~1{id}/get/parameters/1/schema", "say maxLength"),
		Entry("any number of items", with(`"requestBody": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/A"}}}}},`, "", "", "", ""), finding.Note, "unbounded", "/paths/~1a~1{id}/get/requestBody/content/application~1json/schema", "say maxItems"),
		Entry("a text in a schema that a request refers to", with(`"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}},`, "", "", `, "n": {"type": "string"}`, ""), finding.Note, "unbounded", "/components/schemas/A/properties/n", "say maxLength"),
		Entry("a schema that nothing refers to", strings.Replace(with("", "", "", "", ""), `"schemas": {`, `"schemas": {"B": {"type": "integer"}, `, 1), finding.Note, "unused", "/components/schemas/B", "the schema B"),
		Entry("a component that nothing refers to", with("", "", "", "", `, "headers": {"H": {"schema": {"type": "integer"}}}`), finding.Note, "unused", "/components/headers/H", "the component H"),
	)

	DescribeTable("finds nothing",
		func(ctx SpecContext, text string) {
			r, _ := check(ctx, text)

			Expect(r.Findings).To(BeEmpty())
		},
		Entry("in an example without what only the other direction has", strings.Replace(with("", "", "", "", ""), `{"type": "object", "required"`, `{"type": "object", "example": {"id": 1}, "required"`, 1)),
		Entry("in members of OpenAPI 3.2", `{"openapi": "3.2.0", "$self": "https://a.example/api.json", "info": {"title": "T", "version": "1"}, "servers": [{"url": "/", "name": "S"}], "tags": [{"name": "a", "summary": "A", "kind": "nav"}, {"name": "b", "parent": "a"}],
			"paths": {"/a/{id}/{ID}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}, {"name": "ID", "in": "path", "required": true, "schema": {"type": "integer"}}], "query": {"operationId": "q", "summary": "Q", "tags": ["b"],
				"parameters": [{"name": "all", "in": "querystring", "content": {"application/json": {}}}, {"name": "c", "in": "cookie", "style": "cookie", "schema": {"type": "integer"}}], "responses": {"200": {"summary": "S", "content": {"application/jsonl": {"itemSchema": {"type": "integer", "xml": {"nodeType": "text"}}}}}}},
				"additionalOperations": {"COPY": {"operationId": "c", "summary": "C", "responses": {"200": {}}}}}}}`),
		Entry("in an example of a format that is no JSON", with("", "", `, "201": {"description": "", "content": {"text/csv": {"schema": {"type": "integer"}, "example": "a,b"}}}`, "", "")),
		Entry("in a refusal of credentials that are asked for", with(`"security": [{"key": []}],`, "", `, "401": {"description": "No"}`, "", `, "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}`)),
		Entry("in schemas of a dialect of their own", strings.Replace(with("", "", "", `, "n": {"exclusiveMinimum": true}`, ""), `"info"`, `"jsonSchemaDialect": "https://dialect.example", "info"`, 1)),
		Entry("in values of a type of OpenAPI 3.0", strings.Replace(with("", "", "", `, "n": {"type": "number", "nullable": true, "exclusiveMinimum": true, "minimum": 0, "enum": [1, 1.5, null]}`, ""), "3.1.0", "3.0.3", 1)),
		Entry("in members that are called like keywords", with("", "", "", `, "type": {"type": "integer"}, "required": {"type": "boolean"}, "x-a": {"type": ["integer", "null"], "enum": [1, null]}`, "")),
		Entry("in patterns that both read", with("", "", "", `, "n": {"type": "string", "pattern": "^(?<year>\\d{4})-[\\w.+-]+\\/(?:a|b)*?\\+$"}`, "")),
		Entry("in patterns of letters of all scripts", with("", "", "", `, "n": {"type": "string", "pattern": "^\\p{L}+\\P{Lu}+\\}+$"}`, "")),
		Entry("in a response of OpenAPI 3.2 without a description", strings.Replace(with("", "", `, "201": {}`, "", ""), "3.1.0", "3.2.0", 1)),
		Entry("in parameters of one name in two places, or of a path and its operation", strings.Replace(with("", `, {"name": "q", "in": "query", "schema": {"type": "integer"}}, {"name": "q", "in": "header", "schema": {"type": "integer"}}`, "", "", ""), `{"get":`, `{"parameters": [{"name": "q", "in": "query", "schema": {"type": "integer"}}], "get":`, 1)),
		Entry("in texts that a list, a format or a pattern bounds", with("", `, {"name": "p", "in": "query", "schema": {"type": "string", "enum": ["a"]}}, {"name": "q", "in": "query", "schema": {"type": "string", "format": "uuid"}}, {"name": "r", "in": "query", "schema": {"type": "string", "pattern": "^a$"}}`, "", "", "")),
	)

	It("survives a parameter whose name is no text", func(ctx SpecContext) {
		_, said := check(ctx, with("", "", "", "", `, "pathItems": {"x": {"parameters": [{"in": "query", "name": [], "schema": {}}, {"in": {}, "name": {}, "schema": {}}]}}`))

		Expect(said.status).To(BeNumerically("<=", 1))
	})

	It("says a thing once that many operations share", func(ctx SpecContext) {
		text := `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {
			"/a": {"get": {"operationId": "a", "summary": "A", "parameters": [{"$ref": "#/components/parameters/P"}], "responses": {"200": {"description": ""}}}},
			"/b": {"get": {"operationId": "b", "summary": "B", "parameters": [{"$ref": "#/components/parameters/P"}], "responses": {"200": {"description": ""}}}}},
			"components": {"parameters": {"P": {"name": "p", "in": "query", "schema": {"type": "string"}}}}}`

		r, _ := check(ctx, text)

		Expect(r.Findings).To(HaveLen(1))
		Expect(r.Findings[0].Pointer).To(Equal("/components/parameters/P/schema"))
		Expect(r.Findings[0].Operation).To(Equal("GET /a"))
	})

	It("leaves out what the baseline knows, also when lines have moved", func(ctx SpecContext) {
		file := filepath.Join(folder(map[string]string{"api.yaml": shop}), "api.yaml")
		known := filepath.Join(filepath.Dir(file), "known.json")
		Expect(trefoil(ctx, "check", "-fail-on=note", file).status).To(Equal(1))

		Expect(trefoil(ctx, "check", "-baseline", known, "-write-baseline", file)).To(Equal(outcome{}))
		Expect(os.WriteFile(file, []byte("\n\n"+strings.Replace(newShop, "operationId: listBaskets", "summary: Baskets", 1)), 0o600)).To(Succeed())
		said := trefoil(ctx, "check", "-fail-on=note", "-baseline", known, file)

		Expect(said).To(Equal(outcome{status: 1, stdout: file + ":16:5: note: GET /baskets: it has no operationId: programs that are generated make up a name (operation-id-missing)\n" +
			"0 errors, 0 warnings, 1 note, 1 in the baseline\n"}))
	})

	It("takes the descriptions of a folder, and levels from trefoil.yaml", func(ctx SpecContext) {
		dir := folder(map[string]string{"a.yaml": shop, "b.yaml": newShop, "trefoil.yaml": "severities:\n  summary-missing: error\n"})

		said := trefoil(ctx, "check", dir)

		Expect(said.status).To(Equal(1))
		Expect(said.stdout).To(And(ContainSubstring("a.yaml:7:5: error: "), ContainSubstring("b.yaml:14:5: error: ")))
	})

	It("ends with 3 where a folder holds a file that cannot be read", func(ctx SpecContext) {
		dir := folder(map[string]string{"a.yaml": shop})
		Expect(os.Symlink("loop.yaml", filepath.Join(dir, "loop.yaml"))).To(Succeed())

		said := trefoil(ctx, "check", dir)

		Expect(said.status).To(Equal(3))
		Expect(said.stderr).To(ContainSubstring(filepath.Join(dir, "loop.yaml")))
	})

	It("follows the links of a folder to files", func(ctx SpecContext) {
		dir := folder(map[string]string{"..data/api.yaml": shop})
		Expect(os.Symlink("..data/api.yaml", filepath.Join(dir, "api.yaml"))).To(Succeed())
		Expect(os.Symlink("nobody@nowhere", filepath.Join(dir, "lock.yaml"))).To(Succeed())

		Expect(trefoil(ctx, "check", dir).stdout).To(HavePrefix(filepath.Join(dir, "api.yaml")))
	})

	Describe("with the rules of others", func() {
		const ambiguous = `"/a/{name}": {"get": {"operationId": "b", "summary": "B", "parameters": [{"name": "name", "in": "path", "required": true, "schema": {"type": "integer"}}], "responses": {"200": {"description": "Fine"}}}}, "/a/{id}"`
		text := strings.Replace(with("", "", "", "", ""), `"/a/{id}"`, ambiguous, 1)
		two := func(r finding.Report) []finding.Finding {
			return slices.DeleteFunc(r.Findings, func(f finding.Finding) bool { return f.Rule != "speakeasy/semantic-no-ambiguous-paths" })
		}

		It("has them when they are asked for, at their places", func(ctx SpecContext) {
			own, _ := check(ctx, text)
			more, _ := check(ctx, text, "-rules=recommended")

			Expect(two(own)).To(BeEmpty())
			Expect(two(more)).To(ConsistOf(And(HaveField("Level", finding.Error), HaveField("Message", ContainSubstring("ambiguous")), HaveField("Pointer", "/paths/~1a~1{id}"), HaveField("Line", 1))))
		})

		It("takes their levels from trefoil.yaml, and leaves out what the baseline knows", func(ctx SpecContext) {
			dir := folder(map[string]string{"api.json": text, "trefoil.yaml": "severities:\n  speakeasy/semantic-no-ambiguous-paths: warning\ncheck:\n  rules: recommended\n"})
			file, known := filepath.Join(dir, "api.json"), filepath.Join(dir, "known.json")

			Expect(trefoil(ctx, "check", file).stdout).To(ContainSubstring("warning: paths are ambiguous"))
			Expect(trefoil(ctx, "check", "-baseline", known, "-write-baseline", file)).To(Equal(outcome{}))
			said := trefoil(ctx, "check", "-fail-on=note", "-baseline", known, file)

			Expect(said.status).To(BeZero(), said.stdout)
			Expect(said.stdout).To(MatchRegexp(`^0 errors, 0 warnings, 0 notes, \d+ in the baseline\n$`))
		})

		It("fetches nothing that the description refers to", func(ctx SpecContext) {
			var asked atomic.Int32
			server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
			DeferCleanup(server.Close)

			check(ctx, with("", "", `, "404": {"$ref": "`+server.URL+`/other.json#/a"}`, "", ""), "-rules=all")

			Expect(asked.Load()).To(BeZero())
		})

		It("ends with 3 for Swagger 2.0, which they do not read", func(ctx SpecContext) {
			file := filepath.Join(folder(map[string]string{"api.yaml": swaggerShop}), "api.yaml")

			Expect(trefoil(ctx, "check", "-rules=all", file)).To(Equal(outcome{status: 3, stderr: "trefoil: " + file + ": the rules of speakeasy read OpenAPI 3, and this is Swagger 2.0\n"}))
		})
	})

	It("is SARIF that its schema accepts", func(ctx SpecContext) {
		file := filepath.Join(folder(map[string]string{"api.yaml": shop}), "api.yaml")

		read, err := sarif.FromString(trefoil(ctx, "check", "-format=sarif", file).stdout)

		Expect(err).NotTo(HaveOccurred())
		run := read.Runs[0]
		run.Language, run.Tool.Driver.Language, run.NewlineSequences = "en-US", "en-US", []string{"\r\n", "\n"}
		Expect(read.Validate()).To(Succeed())
		Expect(run.Results).To(HaveLen(2))
	})

	DescribeTable("says what it cannot do",
		func(ctx SpecContext, status int, message string, args ...string) {
			dir := folder(map[string]string{"api.yaml": shop, "broken.yaml": "hello", "known.json": "{"})
			GinkgoT().Chdir(dir)

			said := trefoil(ctx, append([]string{"check"}, args...)...)

			Expect(said.status).To(Equal(status))
			Expect(said.stdout).To(BeEmpty())
			Expect(said.stderr).To(ContainSubstring(message))
		},
		Entry("without a description", 2, `expected "<spec> ..."`),
		Entry("with one that cannot be read", 3, "broken.yaml:1:1: this is text", "api.yaml", "broken.yaml"),
		Entry("with an address of another scheme", 3, "file:///api.yaml: only addresses of http and https are fetched", "file:///api.yaml"),
		Entry("with an address whose scheme is in capitals", 3, "//127.0.0.1:1/api.yaml: the description cannot be fetched: ", "HTTP://127.0.0.1:1/api.yaml"),
		Entry("with a baseline that is not there", 3, "read the baseline: open ", "-baseline", "ghost.json", "api.yaml"),
		Entry("with a broken baseline", 3, "read the baseline ", "-baseline", "known.json", "api.yaml"),
		Entry("with no name for a baseline", 2, "say which file is the baseline", "-write-baseline", "api.yaml"),
	)
})
