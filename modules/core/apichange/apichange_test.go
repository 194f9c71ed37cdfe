package apichange_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

// description is one with these paths.
func description(paths string) []byte {
	return fmt.Appendf(nil, `{"openapi": "3.1.0", "paths": %s, "components": {
		"parameters": {"Page": {"name": "page", "in": "query", "schema": {"type": "integer"}}},
		"responses": {"Gone": {"description": "Gone", "content": {"text/plain": {"schema": {"type": "string"}}}}},
		"securitySchemes": {
			"jwt": {"type": "http", "scheme": "bearer"}, "token": {"type": "http", "scheme": "Bearer", "description": "The same"},
			"key": {"type": "apiKey", "in": "header", "name": "X-Key"}, "otherKey": {"type": "apiKey", "in": "header", "name": "x-key"}, "login": {"type": "oauth2"}
		}
	}}`, paths)
}

// getting is a description of "GET /things/{id}" with these members.
func getting(members string) []byte {
	return description(`{"/things/{id}": {"get": {` + members + `}}}`)
}

func TestChangesOfPaths(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"an operation is gone", `{"/a":{"get":{},"put":{}}}`, `{"/a":{"get":{}}}`, []string{"breaking: PUT /a: the operation is gone (/paths/~1a/put)"}},
		{"an operation is new", `{"/a":{"get":{}}}`, `{"/a":{"get":{},"put":{}}}`, []string{"compatible: PUT /a: the operation is new (/paths/~1a/put)"}},
		{"a path is gone", `{"/a":{"get":{},"put":{}}}`, `{}`, []string{
			"breaking: GET /a: the operation is gone (/paths/~1a/get)",
			"breaking: PUT /a: the operation is gone (/paths/~1a/put)",
		}},
		{"a path is new", `{}`, `{"/a":{"get":{}}}`, []string{"compatible: GET /a: the operation is new (/paths/~1a/get)"}},
		{"a path moves", `{"/a":{"get":{}}}`, `{"/b":{"get":{}}}`, []string{
			"breaking: GET /a: the operation is gone (/paths/~1a/get)",
			"compatible: GET /b: the operation is new (/paths/~1b/get)",
		}},
		{"parameters of the path are renamed", `{"/a/{x}/{y}":{"get":{"parameters":[{"name":"x","in":"path"},{"name":"y","in":"path","schema":{"type":"string"}}]}}}`, `{"/a/{v}/{w}":{"get":{"parameters":[{"name":"w","in":"path","schema":{"type":"integer"}},{"name":"v","in":"path"}]}}}`, []string{
			`compatible: GET /a/{v}/{w}: the path parameter "v" was named "x" (/paths/~1a~1{v}~1{w}/get/parameters/1)`,
			`compatible: GET /a/{v}/{w}: the path parameter "w" was named "y" (/paths/~1a~1{v}~1{w}/get/parameters/0)`,
			"breaking: GET /a/{v}/{w}: path parameter \"w\": the type was string and is integer (/paths/~1a~1{v}~1{w}/get/parameters/0/schema)",
		}},
		{"templates stay what they are beside their like", `{"/{x}":{"get":{}},"/{y}#rest":{"get":{}}}`, `{"/{y}#rest":{"get":{}},"/{x}":{"get":{}}}`, nil},
		{"QUERY is an extension", `{"/a":{"x-query":{"responses":{}}}}`, `{}`, []string{"breaking: QUERY /a: the operation is gone (/paths/~1a/x-query)"}},
		{"QUERY becomes a member", `{"/a":{"x-query":{"responses":{}}}}`, `{"/a":{"query":{"responses":{}}}}`, nil},
		{"an unknown method is additional", `{"/a":{"x-purge":{"responses":{}}}}`, `{"/a":{"additionalOperations":{"PURGE":{"responses":{}},"LOCK":{}}}}`, []string{"compatible: LOCK /a: the operation is new (/paths/~1a/additionalOperations/LOCK)"}},
		{"another extension is no operation", `{"/a":{"x-owner":{"name":"me"}}}`, `{}`, nil},
		{"an operation is deprecated", `{"/a":{"get":{}}}`, `{"/a":{"get":{"deprecated":true}}}`, []string{"compatible: GET /a: the operation is deprecated now (/paths/~1a/get)"}},
		{"an operationId changes", `{"/a":{"get":{"operationId":"x"}}}`, `{"/a":{"get":{"operationId":"y"}}}`, []string{`breaking: GET /a: the operationId was "x" and is "y" (/paths/~1a/get/operationId)`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			same(t, "changes", lines(t, description(c.old), description(c.new)), c.want...)
		})
	}
}

func lines(t *testing.T, old, new []byte) []string {
	t.Helper()
	var texts []string
	for _, c := range compare(t, old, new) {
		texts = append(texts, c.String())
	}
	return texts
}

var changesOfAnOperation = []struct {
	name, old, new string
	want           []string
}{
	{"a required parameter is new", ``, `"parameters":[{"name":"q","in":"query","required":true}]`, []string{`breaking: the required query parameter "q" is new`}},
	{"an optional parameter is new", ``, `"parameters":[{"$ref":"#/components/parameters/Page"}]`, []string{`compatible: the optional query parameter "page" is new`}},
	{"a parameter is gone", `"parameters":[{"name":"q","in":"query","required":true}]`, ``, []string{`breaking: the query parameter "q" is gone`}},
	{"a parameter becomes required", `"parameters":[{"name":"X-A","in":"header"}]`, `"parameters":[{"name":"x-a","in":"header","required":true}]`, []string{`breaking: the header parameter "x-a" is required now`}},
	{"a parameter becomes optional", `"parameters":[{"name":"q","in":"cookie","required":true}]`, `"parameters":[{"name":"q","in":"cookie"}]`, []string{`compatible: the cookie parameter "q" is optional now`}},
	{"a parameter is deprecated", `"parameters":[{"name":"q","in":"query"}]`, `"parameters":[{"name":"q","in":"query","deprecated":true}]`, []string{`compatible: the query parameter "q" is deprecated now`}},
	{"a parameter changes its type", `"parameters":[{"name":"page","in":"query","schema":{"type":"number"}}]`, `"parameters":[{"$ref":"#/components/parameters/Page"}]`, []string{"breaking: the type was number and is integer"}},
	{"a parameter accepts more", `"parameters":[{"$ref":"#/components/parameters/Page"}]`, `"parameters":[{"name":"page","in":"query","schema":{"type":"number"}}]`, []string{"compatible: the type was integer and is number"}},
	{"a parameter becomes a text", `"parameters":[{"$ref":"#/components/parameters/Page"}]`, `"parameters":[{"name":"page","in":"query","schema":{"type":"string"}}]`, []string{"compatible: the type was integer and is string"}},
	{"a parameter is no text any more", `"parameters":[{"name":"page","in":"query","schema":{"type":"string"}}]`, `"parameters":[{"$ref":"#/components/parameters/Page"}]`, []string{"breaking: the type was string and is integer"}},
	{"a parameter in JSON becomes a text", `"parameters":[{"name":"q","in":"query","content":{"application/json":{"schema":{"type":"integer"}}}}]`, `"parameters":[{"name":"q","in":"query","content":{"application/json":{"schema":{"type":"string"}}}}]`, []string{"breaking: the type was integer and is string"}},
	{"a parameter is written otherwise", `"parameters":[{"name":"q","in":"query"}]`, `"parameters":[{"name":"q","in":"query","explode":false}]`, []string{`breaking: the style of the query parameter "q" was form with explode and is form`}},
	{"a parameter takes reserved characters as they are", `"parameters":[{"name":"q","in":"query"}]`, `"parameters":[{"name":"q","in":"query","allowReserved":true}]`, []string{`compatible: the query parameter "q" may hold reserved characters as they are now`}},
	{"a parameter takes no reserved characters", `"parameters":[{"name":"q","in":"query","allowReserved":true}]`, `"parameters":[{"name":"q","in":"query"}]`, []string{`breaking: the query parameter "q" may hold reserved characters as they are no more`}},
	{"a parameter may be empty", query(`{"type":"integer"}`), query(`{"type":"integer"},"allowEmptyValue":true`), []string{`compatible: the query parameter "q" may be empty now`}},
	{"a parameter may not be empty", query(`{"type":"integer"},"allowEmptyValue":true`), query(`{"type":"integer"}`), []string{`breaking: the query parameter "q" may be empty no more`}},
	{"a parameter may be empty as any text may", query(`{"type":"string"},"allowEmptyValue":true`), query(`{"type":"string"}`), nil},
	{"a parameter says its defaults", `"parameters":[{"name":"q","in":"query"}]`, `"parameters":[{"name":"q","in":"query","style":"form","explode":true}]`, nil},
	{"a parameter of several types becomes a text", query(`{"oneOf":[{"type":"integer"},{"type":"string","title":"Name"}]}`), query(`{"type":"string"}`), nil},
	{"a parameter of other types becomes a text", query(`{"anyOf":[{"type":"integer"},{"type":"boolean"}]}`), query(`{"type":"string","description":"Any."}`), []string{"compatible: the alternative string is new"}},
	{"a parameter of several types becomes a short text", query(`{"oneOf":[{"type":"integer"},{"type":"string","maxLength":9}]}`), query(`{"type":"string","maxLength":9}`), []string{"breaking: the alternative integer is gone"}},
	{"a parameter of several types is no list any more", query(`{"oneOf":[{"type":"array","items":{}},{"type":"string"}]}`), query(`{"type":"string"}`), []string{"breaking: the alternative array is gone"}},
	{"a text becomes one of several types", query(`{"type":"string"}`), query(`{"oneOf":[{"type":"integer"},{"type":"string"}]}`), nil},
	{"a parameter may be a number from 1 on, too", query(`{"type":"boolean"}`), query(`{"type":["boolean","integer"],"minimum":1}`), []string{"compatible: the type was boolean and is boolean or integer"}},
	{"a number becomes a short text", query(`{"type":"integer"}`), query(`{"type":"string","maxLength":1}`), []string{"compatible: the type was integer and is string", "breaking: the maxLength is 1 now"}},
	{"a parameter becomes a list", query(`{"type":"string"}`), query(`{"type":"array","items":{"type":"string"}}`), []string{"compatible: the type was string and is array"}},
	{"a parameter becomes a list of any", query(`{"type":"integer"}`), query(`{"type":"array","maxItems":2}`), []string{"compatible: the type was integer and is array"}},
	{"a parameter becomes a list of less", query(`{"type":"string"}`), query(`{"type":"array","items":{"type":"string","enum":["a"]}}`), []string{
		"compatible: the type was string and is array", `breaking: only these values are allowed now: "a"`,
	}},
	{"a parameter becomes a list of something else", query(`{"type":"string"}`), query(`{"type":"array","items":{"type":"integer"}}`), []string{
		"compatible: the type was string and is array", "breaking: the type was string and is integer",
	}},
	{"a parameter becomes a list of two", query(`{"type":"string"}`), query(`{"type":"array","minItems":2,"items":{"type":"string"}}`), []string{"breaking: the type was string and is array"}},
	{"a parameter is no list any more", query(`{"type":"array","items":{"type":"string"}}`), query(`{"type":"string"}`), []string{"breaking: the type was array and is string"}},
	{"a parameter becomes a list with commas", query(`{"type":"string"}`), query(`{"type":"array","items":{"type":"string"}},"explode":false`), []string{"breaking: the type was string and is array"}},
	{"a text becomes a list in a header, which has commas in any case", `"parameters":[{"name":"q","in":"header","explode":true,"schema":{"type":"string"}}]`, `"parameters":[{"name":"q","in":"header","explode":true,"schema":{"type":"array","items":{"type":"string"}}}]`, []string{"breaking: the type was string and is array"}},
	{"a number becomes a list with commas", query(`{"type":"integer"}`), query(`{"type":"array","items":{"type":"integer"}},"explode":false`), []string{"compatible: the type was integer and is array"}},
	{"values of a parameter become texts", query(`{"type":"integer","enum":[1,2]}`), query(`{"type":"string","enum":["1","2"]}`), []string{"compatible: the type was integer and is string"}},
	{"what is no list has nothing to explode", query(`{"type":"string"}`), query(`{"type":"string"},"explode":false`), nil},
	{"a parameter becomes JSON", `"parameters":[{"name":"q","in":"query","schema":{}}]`, `"parameters":[{"name":"q","in":"query","content":{"application/json":{}}}]`, []string{
		`breaking: the style of the query parameter "q" was form with explode and is content`,
		`compatible: the media type application/json of the query parameter "q" is new`,
	}},
	{"a parameter has no meaning", `"parameters":[{"name":"accept","in":"header"}]`, `"parameters":[{"name":"Authorization","in":"header","required":true},{"name":"Content-Type","in":"header","required":true}]`, nil},
	{"a required body is new", ``, `"requestBody":{"required":true,"content":{}}`, []string{"breaking: the required request body is new"}},
	{"an optional body is new", ``, `"requestBody":{"content":{}}`, []string{"compatible: the optional request body is new"}},
	{"a body is gone", `"requestBody":{"content":{}}`, ``, []string{"breaking: the request body is gone"}},
	{"a body becomes required", `"requestBody":{"content":{}}`, `"requestBody":{"required":true,"content":{}}`, []string{"breaking: the request body is required now"}},
	{"a body becomes optional", `"requestBody":{"required":true,"content":{}}`, `"requestBody":{"content":{}}`, []string{"compatible: the request body is optional now"}},
	{"a media type of requests is gone", `"requestBody":{"content":{"text/csv":{},"application/json":{}}}`, `"requestBody":{"content":{"application/json":{}}}`, []string{"breaking: the media type text/csv of the request body is gone"}},
	{"a media type of requests is new", `"requestBody":{"content":{"application/json":{}}}`, `"requestBody":{"content":{"text/csv":{},"application/json":{}}}`, []string{"compatible: the media type text/csv of the request body is new"}},
	{"a range covers a media type", `"requestBody":{"content":{"text/csv":{"schema":{"type":"string"}}}}`, `"requestBody":{"content":{"text/*":{"schema":{"type":"string","maxLength":9}}}}`, []string{"breaking: the maxLength is 9 now"}},
	{"a media type gets a parameter", `"requestBody":{"content":{"text/plain":{}}}`, `"requestBody":{"content":{"Text/Plain; charset=utf-8":{}}}`, nil},
	{"media types differ in their parameters", `"requestBody":{"content":{"a/b; v=1":{"schema":{"type":"string"}},"a/b; v=2":{"schema":{"type":"integer"}}}}`, `"requestBody":{"content":{"a/b; v=1":{"schema":{"type":"string"}},"a/b; v=2":{"schema":{"type":"number"}}}}`, []string{"compatible: the type was integer and is number"}},
	{"a success status is gone", `"responses":{"200":{},"201":{}}`, `"responses":{"201":{}}`, []string{"breaking: the success status 200 is gone"}},
	{"a range covers a success status", `"responses":{"200":{}}`, `"responses":{"2XX":{}}`, nil},
	{"a range of success becomes what is in it", `"responses":{"2XX":{"content":{"text/csv":{"schema":{"type":"string"}}}}}`, `"responses":{"200":{"content":{"text/csv":{"schema":{"type":"string"}}}},"201":{}}`, []string{"breaking: the media type text/csv of the response 201 is gone"}},
	{"default becomes the success that it stands for", `"responses":{"default":{"content":{"text/csv":{"schema":{"type":"string"}}}}}`, `"responses":{"200":{"content":{"text/csv":{"schema":{"type":"integer"}}}}}`, []string{"breaking: the type was string and is integer"}},
	{"default of errors is gone", `"responses":{"200":{},"default":{"content":{"text/csv":{}}}}`, `"responses":{"200":{},"201":{}}`, []string{"compatible: the status 201 is new", "compatible: the status default is gone"}},
	{"an error status is gone", `"responses":{"200":{},"404":{}}`, `"responses":{"200":{}}`, []string{"compatible: the status 404 is gone"}},
	{"a status is new", `"responses":{"200":{}}`, `"responses":{"200":{},"default":{},"x-a":{}}`, []string{"compatible: the status default is new"}},
	{"a media type of responses is gone", `"responses":{"200":{"content":{"text/csv":{}}}}`, `"responses":{"200":{}}`, []string{"breaking: the media type text/csv of the response 200 is gone"}},
	{"a media type of responses is new", `"responses":{"200":{}}`, `"responses":{"200":{"content":{"text/csv":{}}}}`, []string{"compatible: the media type text/csv of the response 200 is new"}},
	{"a response says what of a range it sends", `"responses":{"200":{"content":{"*/*":{"schema":{"type":"string"}}}}}`, `"responses":{"200":{"content":{"text/csv":{"schema":{"type":"integer"}}}}}`, []string{"breaking: the type was string and is integer"}},
	{"a request takes less than a range", `"requestBody":{"content":{"*/*":{}}}`, `"requestBody":{"content":{"text/csv":{}}}`, []string{"breaking: the media type */* of the request body is gone", "compatible: the media type text/csv of the request body is new"}},
	{"bytes of OpenAPI 3.0 and 3.1", `"responses":{"200":{"content":{"image/png":{"schema":{"type":"string","format":"binary"}}}}}`, `"responses":{"200":{"content":{"image/png":{}}}}`, nil},
	{"a file of OpenAPI 3.0 and 3.1", body(`{"properties":{"a":{"type":"string","format":"binary"}}}`), body(`{"properties":{"a":{"type":"string","contentMediaType":"application/octet-stream"}}}`), nil},
	{"a field of a form becomes a text", fields(`"a":{"type":"integer"},"b":{"properties":{"c":{"type":"integer"}}}`), fields(`"a":{"type":"string"},"b":{"properties":{"c":{"type":"string"}}}`), []string{
		"compatible: the type was integer and is string", "breaking: the type was integer and is string",
	}},
	{"a field of a form becomes a list", fields(`"a":{"type":"string"}`), fields(`"a":{"type":"array","items":{"type":"string"}}`), []string{"compatible: the type was string and is array"}},
	{"a body is a text", `"requestBody":{"content":{"text/plain":{"schema":{"type":"integer"}}}}`, `"requestBody":{"content":{"text/plain":{"schema":{"type":"string"}}}}`, []string{"compatible: the type was integer and is string"}},
	{"a part of a body says its defaults", `"requestBody":{"content":{"multipart/form-data":{}}}`, `"requestBody":{"content":{"multipart/form-data":{"encoding":{"a":{"style":"form","explode":true}}}}}`, nil},
	{"a header of a response has no meaning", `"responses":{"200":{"headers":{"Content-Type":{}}}}`, `"responses":{"200":{}}`, nil},
	{"a shared response is written in place", `"responses":{"410":{"$ref":"#/components/responses/Gone"}}`, `"responses":{"410":{"content":{"text/plain":{"schema":{"type":["string","null"]}}}}}`, []string{"breaking: it may be null now"}},
	{"the items of a stream change", `"responses":{"200":{"content":{"application/x-ndjson":{"x-itemSchema":{"type":"integer"}}}}}`, `"responses":{"200":{"content":{"application/x-ndjson":{"x-itemSchema":{"type":"string"}}}}}`, []string{"breaking: the type was integer and is string"}},
	{"a header is gone", `"responses":{"200":{"headers":{"ETag":{}}}}`, `"responses":{"200":{}}`, []string{"breaking: the header etag of the response 200 is gone"}},
	{"a header is new", `"responses":{"200":{}}`, `"responses":{"200":{"headers":{"ETag":{}}}}`, []string{"compatible: the header etag of the response 200 is new"}},
	{"a header may be missing", `"responses":{"200":{"headers":{"ETag":{"required":true}}}}`, `"responses":{"200":{"headers":{"Etag":{}}}}`, []string{"breaking: the header etag of the response 200 may be missing now"}},
	{"a header is always there", `"responses":{"200":{"headers":{"ETag":{}}}}`, `"responses":{"200":{"headers":{"ETag":{"required":true}}}}`, []string{"compatible: the header etag of the response 200 is always there now"}},
	{"a header changes its type", `"responses":{"200":{"headers":{"Age":{"schema":{"type":"integer"}}}}}`, `"responses":{"200":{"headers":{"Age":{"schema":{"type":"string"}}}}}`, []string{"breaking: the type was integer and is string"}},
	{"a header is no text any more", `"responses":{"200":{"headers":{"Age":{"schema":{"type":"string"}}}}}`, `"responses":{"200":{"headers":{"Age":{"schema":{"type":"integer"}}}}}`, []string{"compatible: the type was string and is integer"}},
	{"a header becomes JSON", `"responses":{"200":{"headers":{"Age":{"schema":{}}}}}`, `"responses":{"200":{"headers":{"Age":{"content":{"application/json":{}}}}}}`, []string{
		"breaking: the style of the header age of the response 200 was simple and is content",
		"compatible: the media type application/json of the header age of the response 200 is new",
	}},
	{"a link is gone", `"responses":{"201":{"links":{"next":{"operationId":"a"}}}}`, `"responses":{"201":{}}`, []string{`breaking: the link "next" of the response 201 is gone`}},
	{"a link is new", `"responses":{"201":{}}`, `"responses":{"201":{"links":{"next":{"operationId":"a"}}}}`, []string{`compatible: the link "next" of the response 201 is new`}},
	{"a link leads elsewhere", `"responses":{"201":{"links":{"next":{"operationId":"a"}}}}`, `"responses":{"201":{"links":{"next":{"operationId":"b","description":"B"}}}}`, []string{`breaking: operationId of the link "next" of the response 201 was "a" and is "b"`}},
	{"a link leads to another server", `"responses":{"201":{"links":{"next":{"server":{"url":"https://a.example"}}}}}`, `"responses":{"201":{"links":{"next":{"server":{"url":"https://b.example"}}}}}`, []string{`breaking: server of the link "next" of the response 201 was https://a.example and is https://b.example`}},
	{"the server of a link is described otherwise", `"responses":{"201":{"links":{"next":{"server":{"url":"https://{v}.example","variables":{"v":{"default":"a","enum":["a","b"]}}}}}}}`, `"responses":{"201":{"links":{"next":{"server":{"url":"https://{v}.example","description":"Same","variables":{"v":{"default":"a","enum":["b","a","c"]}}}}}}}`, []string{`compatible: the value "c" of the variable "v" of the server https://{v}.example is new`}},
	{"a link passes something else", `"responses":{"201":{"links":{"next":{"parameters":{"id":"$response.body#/id"}}}}}`, `"responses":{"201":{"links":{"next":{"parameters":{"id":"$response.body#/key"}}}}}`, []string{`breaking: parameters of the link "next" of the response 201 was {"id":"$response.body#/id"} and is {"id":"$response.body#/key"}`}},
	{
		"parts of a body say the formats that they have unless told", `"requestBody":{"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"a":{"type":"string"},"f":{"type":"string","format":"binary"},"o":{"type":["array","null"],"items":{"type":"object"}}}}}}}`,
		`"requestBody":{"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"a":{"type":"string"},"f":{"type":"string","format":"binary"},"o":{"type":["array","null"],"items":{"type":"object"}}}},"encoding":{"a":{"contentType":"text/plain"},"f":{"contentType":"application/octet-stream"},"o":{"contentType":"application/json"}}}}}`, nil,
	},
	{
		"a part of a body with a style becomes an object", `"requestBody":{"content":{"multipart/form-data":{"schema":{"properties":{"a":{"type":"string"}}},"encoding":{"a":{"style":"deepObject"}}}}}`,
		`"requestBody":{"content":{"multipart/form-data":{"schema":{"properties":{"a":{"type":"object"}}},"encoding":{"a":{"style":"deepObject"}}}}}`,
		[]string{"breaking: the type was string and is object"},
	},
	{"a part of a body may have one more format", `"requestBody":{"content":{"multipart/form-data":{"encoding":{"a":{"contentType":"image/png"}}}}}`, `"requestBody":{"content":{"multipart/form-data":{"encoding":{"a":{"contentType":"image/jpeg, image/png"}}}}}`, []string{`compatible: the encoding of "a" in the request body was {"contentType":"image/png"} and is {"contentType":"image/jpeg, image/png"}`}},
	{"a part of a body may have one format less", `"requestBody":{"content":{"multipart/form-data":{"encoding":{"a":{"contentType":"image/*"}}}}}`, `"requestBody":{"content":{"multipart/form-data":{"encoding":{"a":{"contentType":"image/png"}}}}}`, []string{`breaking: the encoding of "a" in the request body was {"contentType":"image/*"} and is {"contentType":"image/png"}`}},
	{"a part of an answer may have one more format", `"responses":{"200":{"description":"","content":{"multipart/mixed":{"encoding":{"a":{"contentType":"image/png"}}}}}}`, `"responses":{"200":{"description":"","content":{"multipart/mixed":{"encoding":{"a":{"contentType":"image/png,image/gif"}}}}}}`, []string{`breaking: the encoding of "a" in the response 200 was {"contentType":"image/png"} and is {"contentType":"image/png,image/gif"}`}},
	{"a part at a place has another format", `"requestBody":{"content":{"multipart/mixed":{"prefixEncoding":[{},{"contentType":"image/png"}]}}}`, `"requestBody":{"content":{"multipart/mixed":{"prefixEncoding":[{},{"contentType":"image/jpeg"}]}}}`, []string{`breaking: the encoding of item 1 in the request body was {"contentType":"image/png"} and is {"contentType":"image/jpeg"}`}},
	{"the parts of a body have a format", `"requestBody":{"content":{"multipart/mixed":{}}}`, `"requestBody":{"content":{"multipart/mixed":{"itemEncoding":{"contentType":"image/jpeg"}}}}`, []string{`breaking: the encoding of the items in the request body is {"contentType":"image/jpeg"} now`}},
	{"a part of a part has another format", `"requestBody":{"content":{"multipart/form-data":{"encoding":{"a":{"contentType":"multipart/mixed","itemEncoding":{"contentType":"image/png"}}}}}}`, `"requestBody":{"content":{"multipart/form-data":{"encoding":{"a":{"contentType":"multipart/mixed","itemEncoding":{"contentType":"image/gif"}}}}}}`, []string{`breaking: the encoding of the items in "a" in the request body was {"contentType":"image/png"} and is {"contentType":"image/gif"}`}},
	{"a part of a body has another format", `"requestBody":{"content":{"multipart/form-data":{"encoding":{"a":{"contentType":"image/png"}}}}}`, `"requestBody":{"content":{"multipart/form-data":{"encoding":{"a":{"contentType":"image/jpeg"}}}}}`, []string{`breaking: the encoding of "a" in the request body was {"contentType":"image/png"} and is {"contentType":"image/jpeg"}`}},
	{"a stream of OpenAPI 3.2 does not say that the whole is a text", `"responses":{"200":{"content":{"application/x-ndjson":{"schema":{"type":"string"},"x-itemSchema":{"type":"integer"}}}}}`, `"responses":{"200":{"content":{"application/x-ndjson":{"itemSchema":{"type":"integer"}}}}}`, nil},
	{"a stream of OpenAPI 3.1 says that the whole is a text", `"responses":{"200":{"content":{"application/x-ndjson":{"itemSchema":{"type":"integer"}}}}}`, `"responses":{"200":{"content":{"application/x-ndjson":{"schema":{"type":"string"},"x-itemSchema":{"type":"integer"}}}}}`, nil},
	{"a stream of OpenAPI 3.2 is one of an extension", `"responses":{"200":{"content":{"application/x-ndjson":{"x-itemSchema":{"type":"integer"}}}}}`, `"responses":{"200":{"content":{"application/x-ndjson":{"itemSchema":{"type":"integer"}}}}}`, nil},
	{"an operation goes on a day", `"deprecated":true`, `"deprecated":true,"x-sunset":"2027-01-01"`, []string{"compatible: the sunset of the operation is 2027-01-01 now"}},
	{"an operation goes later", `"x-sunset":"2027-01-01"`, `"x-sunset":"2027-02-01T00:00:00Z"`, []string{"compatible: the sunset of the operation was 2027-01-01 and is 2027-02-01T00:00:00Z"}},
	{"an operation goes earlier", `"x-sunset":"2027-01-01"`, `"x-sunset":"2026-12-31"`, []string{"breaking: the sunset of the operation was 2027-01-01 and is 2026-12-31"}},
	{"an operation stays", `"deprecated":true,"x-sunset":"2027-01-01"`, ``, []string{"compatible: the operation is not deprecated any more", "compatible: the sunset of the operation is not 2027-01-01 any more"}},
	{"security is added", ``, `"security":[{"jwt":[]}]`, []string{"breaking: no authentication is not enough any more, needed is http bearer"}},
	{"security is removed", `"security":[{"jwt":[]}]`, `"security":[]`, []string{"compatible: no authentication is enough now"}},
	{"a public operation says so", ``, `"security":[]`, nil},
	{"security becomes optional", `"security":[{"jwt":[]}]`, `"security":[{"jwt":[]},{}]`, []string{"compatible: no authentication is enough now"}},
	{"a scheme is renamed", `"security":[{"jwt":[]}]`, `"security":[{"token":[]}]`, nil},
	{"a scheme is spelled otherwise", `"security":[{"key":[]}]`, `"security":[{"otherKey":[]}]`, nil},
	{"another scheme is wanted", `"security":[{"jwt":[]}]`, `"security":[{"key":[]}]`, []string{
		"breaking: http bearer is not enough any more, needed is apiKey header X-Key",
		"compatible: apiKey header X-Key is enough now",
	}},
	{"another scheme is wanted as well", `"security":[{"jwt":[]}]`, `"security":[{"jwt":[],"key":[]}]`, []string{"breaking: http bearer is not enough any more, needed is apiKey header X-Key and http bearer"}},
	{"another scheme will do", `"security":[{"jwt":[]}]`, `"security":[{"jwt":[]},{"key":[]}]`, []string{"compatible: apiKey header X-Key is enough now"}},
	{"one of two schemes is gone", `"security":[{"jwt":[]},{"unknown":[]}]`, `"security":[{"jwt":[]}]`, []string{"breaking: unknown is not enough any more, needed is http bearer"}},
	{"a scope is wanted", `"security":[{"login":["read"]}]`, `"security":[{"login":["read","write"]}]`, []string{"breaking: oauth2 login (read) is not enough any more, needed is oauth2 login (read, write)"}},
	{"a scope less is wanted", `"security":[{"login":["read","write"]}]`, `"security":[{"login":["read"]}]`, []string{"compatible: oauth2 login (read) is enough now"}},
}

// fields is an operation with fields of a form.
func fields(properties string) string {
	return `"requestBody":{"content":{"application/x-www-form-urlencoded":{"schema":{"type":"object","properties":{` + properties + `}}}}}`
}

// query is an operation with a parameter of a schema.
func query(schema string) string {
	return `"parameters":[{"name":"q","in":"query","schema":` + schema + `}]`
}

func TestChangesOfAnOperation(t *testing.T) {
	for _, c := range changesOfAnOperation {
		t.Run(c.name, func(t *testing.T) {
			same(t, "changes", kinds(t, getting(c.old), getting(c.new)), c.want...)
		})
	}
}

func TestCompareTakesParametersOfThePathAndSecurityOfTheDescriptionAlong(t *testing.T) {
	old := []byte(`{"openapi":"3.0.3","paths":{"/a":{"parameters":[{"name":"q","in":"query"},{"name":"r","in":"query"}],"get":{}}}}`)
	new := []byte(`{"openapi":"3.1.0","security":[{"key":[]}],"paths":{"/a":{"parameters":[{"name":"q","in":"query"}],"get":{"parameters":[{"name":"q","in":"query","required":true}]}}}}`)

	same(t, "changes", kinds(t, old, new),
		`breaking: the query parameter "q" is required now`, `breaking: the query parameter "r" is gone`,
		"breaking: no authentication is not enough any more, needed is key")
}

func TestCompareLeavesOutWhatIsNoParameterAndNoResponse(t *testing.T) {
	broken := []byte(`{"openapi":"3.0.3","paths":{"/a":{"get":{"parameters":[null,{"$ref":"#/components/parameters/none"}],"responses":{"404":null,"200":{"description":"A"}}}}}}`)
	whole := []byte(`{"openapi":"3.0.3","paths":{"/a":{"get":{"responses":{"200":{"description":"A"}}}}}}`)

	same(t, "changes", kinds(t, broken, broken))
	same(t, "changes", kinds(t, broken, whole))
	same(t, "changes", kinds(t, whole, broken))
}

func TestCompareReportsAChangeOfASharedSchemaOnceForItsFirstOperation(t *testing.T) {
	const shared = `{"openapi":"3.1.0","paths":{"/b":{"get":%[2]s},"/a":{"put":%[1]s,"get":%[1]s}},"components":{"schemas":{"A":{"type":"object","properties":{%[3]s}}}}}`
	for name, c := range map[string]struct{ one, other string }{
		"by a reference":             {`{"$ref":"#/components/schemas/A"}`, `{"$ref":"#/components/schemas/A"}`},
		"by a reference with a text": {`{"$ref":"#/components/schemas/A"}`, `{"$ref":"#/components/schemas/A","description":"B"}`},
		"beside null":                {`{"$ref":"#/components/schemas/A"}`, `{"anyOf":[{"$ref":"#/components/schemas/A"},{"type":"null"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			one := `{"responses":{"200":{"content":{"application/json":{"schema":` + c.one + `}}}}}`
			other := `{"responses":{"200":{"content":{"application/json":{"schema":` + c.other + `}}}}}`

			got := lines(t, fmt.Appendf(nil, shared, one, other, `"x":{"type":"string"},"y":{}`), fmt.Appendf(nil, shared, one, other, `"x":{"type":"null"}`))

			same(t, "changes", got, `breaking: GET /a: response 200: the member "y" is gone (/components/schemas/A)`,
				"breaking: GET /a: response 200, x: the type was string and is null (/components/schemas/A/properties/x)")
		})
	}
}

func TestCompareSortsByPathMethodAndPlace(t *testing.T) {
	old := description(`{"/b":{"get":{},"put":{}},"/a":{"put":{},"get":{"responses":{"200":{},"201":{}}}}}`)

	got := compare(t, old, description(`{"/a":{"get":{}}}`))

	want := []apichange.Change{
		{Kind: apichange.Breaking, Rule: apichange.RuleStatus, Operation: "GET /a", Pointer: "/paths/~1a/get/responses/200", Gone: true, Message: "the success status 200 is gone"},
		{Kind: apichange.Breaking, Rule: apichange.RuleStatus, Operation: "GET /a", Pointer: "/paths/~1a/get/responses/201", Gone: true, Message: "the success status 201 is gone"},
		{Kind: apichange.Breaking, Rule: apichange.RuleOperation, Operation: "PUT /a", Pointer: "/paths/~1a/put", Gone: true, Message: "the operation is gone"},
		{Kind: apichange.Breaking, Rule: apichange.RuleOperation, Operation: "GET /b", Pointer: "/paths/~1b/get", Gone: true, Message: "the operation is gone"},
		{Kind: apichange.Breaking, Rule: apichange.RuleOperation, Operation: "PUT /b", Pointer: "/paths/~1b/put", Gone: true, Message: "the operation is gone"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestCompareSaysWhichDescriptionItCannotRead(t *testing.T) {
	good := description(`{}`)
	for name, c := range map[string]struct {
		old, new []byte
		want     string
	}{
		"the old one, which ends":   {[]byte(`{`), good, "read the old description: unexpected EOF"},
		"another version":           {[]byte(`{"swagger":"1.2"}`), good, `read the old description: the member openapi is "", not a version 3`},
		"too deep":                  {[]byte(`{"openapi":"3.1.0","x":"\\\"[","y":` + strings.Repeat("[", 500)), good, "read the old description: its values are nested deeper than 500"},
		"null":                      {[]byte(`null`), good, `read the old description: the member openapi is "", not a version 3`},
		"two values":                {[]byte(`{"openapi":"3.1.0"} {}`), good, "read the old description: there is text behind the JSON value"},
		"the new one, another type": {good, []byte(`[]`), "read the new description: json: cannot unmarshal array into Go value of type map[string]interface {}"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := apichange.Compare(c.old, c.new); err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	_, err := apichange.Compare(good, []byte(`[]`))
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); !ok {
		t.Errorf("%v does not wrap its cause", err)
	}
}

func TestGoneSaysThatThePointerIsOfTheOldDescription(t *testing.T) {
	operation := `"parameters":[{"name":"q","in":"query"}],"requestBody":{"content":{"text/csv":{},"text/plain":{}}},
		"responses":{"200":{"headers":{"Age":{}}},"201":{},"404":{}}`
	less := `"requestBody":{"content":{"text/csv":{}}},"responses":{"200":{}}`
	old := description(`{"/a":{"get":{` + operation + `},"put":{},"post":{"requestBody":{}}}}`)
	changed := description(`{"/a":{"get":{` + less + `},"post":{},"patch":{}}}`)

	gone := map[string]bool{}
	for _, c := range compare(t, old, changed) {
		gone[c.Pointer] = c.Gone
	}

	want := map[string]bool{
		"/paths/~1a/get/parameters/0":                    true,
		"/paths/~1a/get/requestBody/content/text~1plain": true,
		"/paths/~1a/get/responses/200/headers/Age":       true,
		"/paths/~1a/get/responses/201":                   true,
		"/paths/~1a/get/responses/404":                   true,
		"/paths/~1a/put":                                 true,
		"/paths/~1a/post/requestBody":                    true,
		"/paths/~1a/patch":                               false,
	}
	if !reflect.DeepEqual(gone, want) {
		t.Errorf("got %v, want %v", gone, want)
	}
}

func TestAChangeNamesAllOperationsThatShareIt(t *testing.T) {
	const shared = `{"openapi":"3.1.0","paths":{
		"/a":{"get":{"responses":{"200":{"$ref":"#/components/responses/List"}}},"put":{%s}},
		"/b":{"get":{"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}}},
		"/c":{"get":{"responses":{"200":{"content":{"application/json":{"schema":{"type":"integer"}}}}}}}
	},"components":{
		"responses":{"List":{"content":{"application/json":{"schema":{"type":"array","items":{"$ref":"#/components/schemas/B"}}}}}},
		"schemas":{"A":{"properties":{"b":{"$ref":"#/components/schemas/B"}}},"B":{"properties":{"a":{"$ref":"#/components/schemas/A"},"x":{"type":"%s"}}}}
	}}`
	old := fmt.Appendf(nil, shared, body(`{"$ref":"#/components/schemas/A"}`), "string")
	changed := fmt.Appendf(nil, shared, body(`{"$ref":"#/components/schemas/A"}`), "integer")

	got := compare(t, old, changed)

	got[0].Schemas = nil // of which there are tests of their own
	want := []apichange.Change{{
		Kind: apichange.Breaking, Rule: apichange.RuleType, Pointer: "/components/schemas/B/properties/x",
		Operation: "GET /a", Others: []string{"PUT /a", "GET /b"}, Subject: "response 200, [].x",
		Old: "string", New: "integer", Message: "the type was string and is integer",
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
