package apichange_test

import (
	"strings"
	"testing"
)

// petsOfSwagger is a description of Swagger 2.0 that has all that OpenAPI 3 says in
// another way.
const petsOfSwagger = `{
	"swagger": "2.0", "info": {"title": "Pets", "version": "1"},
	"host": "pets.example", "basePath": "/v1/", "schemes": ["https"],
	"consumes": ["application/json"], "produces": ["application/json"],
	"securityDefinitions": {
		"login": {"type": "basic"},
		"token": {"type": "oauth2", "flow": "application", "tokenUrl": "/token", "scopes": {"read": "Reads"}}
	},
	"security": [{"login": []}],
	"parameters": {"Page": {"name": "page", "in": "query", "type": "integer"}},
	"responses": {"Missing": {"description": "Missing", "schema": {"type": "string"}}},
	"definitions": {"Pet": {"type": "object", "properties": {"name": {"type": "string", "x-nullable": true}}}},
	"paths": {
		"/pets": {
			"parameters": [{"name": "X-Shop", "in": "header", "type": "string"}],
			"get": {
				"parameters": [{"$ref": "#/parameters/Page"}, {"name": "tag", "in": "query", "type": "array", "items": {"type": "string"}, "collectionFormat": "multi"}],
				"responses": {
					"200": {"description": "Pets", "schema": {"type": "array", "items": {"$ref": "#/definitions/Pet"}}, "headers": {"X-Total": {"type": "integer"}}},
					"404": {"$ref": "#/responses/Missing"}
				}
			},
			"post": {
				"parameters": [{"name": "pet", "in": "body", "required": true, "schema": {"$ref": "#/definitions/Pet"}}],
				"responses": {"201": {"description": "Created"}}
			}
		},
		"/pets/{id}/photo": {"post": {
			"consumes": ["multipart/form-data"],
			"parameters": [{"name": "id", "in": "path", "type": "integer"}, {"name": "photo", "in": "formData", "type": "file"}, {"name": "title", "in": "formData", "type": "string"}],
			"responses": {"204": {"description": "Done"}}
		}}
	}
}`

// petsOfOpenAPI says the same.
const petsOfOpenAPI = `{
	"openapi": "3.0.3", "info": {"title": "Pets", "version": "1"},
	"servers": [{"url": "https://pets.example/v1"}],
	"security": [{"login": []}],
	"components": {
		"securitySchemes": {
			"login": {"type": "http", "scheme": "basic"},
			"token": {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "/token", "scopes": {"read": "Reads"}}}}
		},
		"schemas": {"Pet": {"type": "object", "properties": {"name": {"type": "string", "nullable": true}}}}
	},
	"paths": {
		"/pets": {
			"parameters": [{"name": "X-Shop", "in": "header", "schema": {"type": "string"}}],
			"get": {
				"parameters": [
					{"name": "page", "in": "query", "schema": {"type": "integer"}},
					{"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}}
				],
				"responses": {
					"200": {
						"description": "Pets", "headers": {"X-Total": {"schema": {"type": "integer"}}},
						"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}
					},
					"404": {"description": "Missing", "content": {"application/json": {"schema": {"type": "string"}}}}
				}
			},
			"post": {
				"requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
				"responses": {"201": {"description": "Created"}}
			}
		},
		"/pets/{id}/photo": {"post": {
			"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
			"requestBody": {"content": {"multipart/form-data": {"schema": {"type": "object", "properties": {
				"photo": {"type": "string", "format": "binary"}, "title": {"type": "string"}
			}}}}},
			"responses": {"204": {"description": "Done"}}
		}}
	}
}`

func TestSwaggerSaysWhatOpenAPISaysInOtherWords(t *testing.T) {
	same(t, "from Swagger 2.0", lines(t, []byte(petsOfSwagger), []byte(petsOfOpenAPI)))
	same(t, "to Swagger 2.0", lines(t, []byte(petsOfOpenAPI), []byte(petsOfSwagger)))
	same(t, "from itself", lines(t, []byte(petsOfSwagger), []byte(petsOfSwagger)))
}

func TestChangesOfSwagger(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"a path", `"/pets": {`, `"/animals": {`, []string{
			"breaking: GET /pets: the operation is gone (/paths/~1pets/get)", "compatible: GET /animals: the operation is new (/paths/~1animals/get)",
			"breaking: POST /pets: the operation is gone (/paths/~1pets/post)", "compatible: POST /animals: the operation is new (/paths/~1animals/post)",
		}},
		{"where it is", `"basePath": "/v1/"`, `"basePath": "/v2"`, []string{
			"breaking: the server https://pets.example/v1 is gone (/host)", "compatible: the server https://pets.example/v2 is new (/host)",
		}},
		{"a shared parameter", `"in": "query", "type": "integer"`, `"in": "query", "type": "string"`, []string{
			`compatible: GET /pets: query parameter "page": the type was integer and is string (/parameters/Page)`,
		}},
		{"an item of a parameter", `"items": {"type": "string"}`, `"items": {"type": "string", "maxLength": 3}`, []string{
			`breaking: GET /pets: query parameter "tag", []: the maxLength is 3 now (/paths/~1pets/get/parameters/1/items)`,
		}},
		{"how a list is written", `"collectionFormat": "multi"`, `"collectionFormat": "pipes"`, []string{
			`breaking: GET /pets: the style of the query parameter "tag" was form with explode and is pipeDelimited (/paths/~1pets/get/parameters/1)`,
		}},
		{"a parameter of the path", `"X-Shop", "in": "header", "type": "string"`, `"X-Shop", "in": "header", "type": "string", "required": true`, []string{
			`breaking: GET /pets: the header parameter "X-Shop" is required now (/paths/~1pets/parameters/0)`,
		}},
		{"the body", `"in": "body", "required": true`, `"in": "body"`, []string{
			"compatible: POST /pets: the request body is optional now (/paths/~1pets/post/parameters/0)",
		}},
		{"a member", `"x-nullable": true`, `"maxLength": 5`, []string{
			"compatible: GET /pets: response 200, [].name: it may not be null any more (/definitions/Pet/properties/name)",
			"compatible: GET /pets: response 200, [].name: the maxLength is 5 now (/definitions/Pet/properties/name)",
			"breaking: POST /pets: request body, name: it may not be null any more (/definitions/Pet/properties/name)",
			"breaking: POST /pets: request body, name: the maxLength is 5 now (/definitions/Pet/properties/name)",
		}},
		{"a field of a form", `"in": "formData", "type": "string"`, `"in": "formData", "type": "string", "required": true`, []string{
			"breaking: POST /pets/{id}/photo: the request body is required now (/paths/~1pets~1{id}~1photo/post/parameters)",
			`breaking: POST /pets/{id}/photo: request body: the member "title" is required now (/paths/~1pets~1{id}~1photo/post/parameters)`,
		}},
		{"a format of all responses", `"produces": ["application/json"]`, `"produces": ["application/xml"]`, []string{
			"breaking: GET /pets: the media type application/json of the response 200 is gone (/paths/~1pets/get/responses/200)",
			"compatible: GET /pets: the media type application/xml of the response 200 is new (/paths/~1pets/get/responses/200)",
			"breaking: GET /pets: the media type application/json of the response 404 is gone (/responses/Missing)",
			"compatible: GET /pets: the media type application/xml of the response 404 is new (/responses/Missing)",
		}},
		{"a header", `"X-Total": {"type": "integer"}`, `"X-Total": {"type": "string"}`, []string{
			"breaking: GET /pets: header x-total of the response 200: the type was integer and is string (/paths/~1pets/get/responses/200/headers/X-Total)",
		}},
		{"a scheme", `"tokenUrl": "/token"`, `"tokenUrl": "/tokens"`, []string{
			`breaking: the tokenUrl of the flow clientCredentials of the security scheme "token" was /token and is /tokens (/securityDefinitions/token)`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.Replace(petsOfSwagger, c.old, c.new, 1)
			if changed == petsOfSwagger {
				t.Fatalf("%s is not there", c.old)
			}
			same(t, "changes", lines(t, []byte(petsOfSwagger), []byte(changed)), c.want...)
		})
	}
}

func TestReferencesOfSwaggerThatContainThemselvesEnd(t *testing.T) {
	for name, operation := range map[string]string{
		"a response":  `"responses": {"200": {"$ref": "#/paths"}, "201": {"$ref": "#/paths/~1a"}, "202": {"$ref": "#/paths/~1a/get"}}`,
		"a parameter": `"parameters": [{"$ref": "#/paths"}, {"$ref": "#/paths/~1a"}, {"$ref": "#/paths/~1a/get"}, {"$ref": "#"}]`,
		"a body":      `"parameters": [{"$ref": "#/paths"}, {"$ref": "#/x"}]`,
		"a circle":    `"parameters": [{"$ref": "#/y"}], "responses": {"200": {"$ref": "#/y"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			text := `{"swagger": "2.0", "paths": {"in": "body", "schema": {"get": {` + operation + `}}, "/b": {"$ref": "#/x/schema"}, "/a": {"get": {` + operation + `}}},
				"x": {"in": "body", "schema": {"get": {` + operation + `}}}, "y": {"$ref": "#/y"}}`
			same(t, "changes", lines(t, []byte(text), []byte(text)))
			lines(t, []byte(text), []byte(strings.Replace(text, "201", "203", 1)))
		})
	}
}

func TestAFileThatSwaggerAnswersWithIsBytes(t *testing.T) {
	old := []byte(`{"swagger":"2.0","produces":["application/pdf"],"paths":{"/a":{"get":{"responses":{"200":{"schema":{"type":"file"}}}}}}}`)
	for name, schema := range map[string]string{"of OpenAPI 3.0": `{"schema":{"type":"string","format":"binary"}}`, "of OpenAPI 3.1": `{}`} {
		new := []byte(`{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"application/pdf":` + schema + `}}}}}}}`)

		same(t, name, lines(t, old, new))
	}
}
