package contract_test

import (
	"encoding/json"
	"errors"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/contract"
)

// description is one with these paths.
func description(paths string) []byte {
	return fmt.Appendf(nil, `{"openapi": "3.1.0", "paths": %s, "components": {
		"parameters": {"Page": {"name": "page", "in": "query", "schema": {"type": "integer"}}},
		"responses": {"Gone": {"description": "Gone", "content": {"text/plain": {"schema": {"type": "string"}}}}},
		"securitySchemes": {
			"jwt": {"type": "http", "scheme": "bearer"}, "token": {"type": "http", "scheme": "Bearer", "description": "The same"},
			"key": {"type": "apiKey", "in": "header", "name": "X-Key"}, "login": {"type": "oauth2"}
		}
	}}`, paths)
}

// getting is a description of "GET /things/{id}" with these members.
func getting(members string) []byte {
	return description(`{"/things/{id}": {"get": {` + members + `}}}`)
}

var _ = DescribeTable("A change of the paths",
	func(old, new string, expected ...string) {
		Expect(lines(description(old), description(new))).To(ConsistOf(expected))
	},
	Entry("an operation is gone", `{"/a":{"get":{},"put":{}}}`, `{"/a":{"get":{}}}`, "breaking: PUT /a: the operation is gone (/paths/~1a/put)"),
	Entry("an operation is new", `{"/a":{"get":{}}}`, `{"/a":{"get":{},"put":{}}}`, "compatible: PUT /a: the operation is new (/paths/~1a/put)"),
	Entry("a path is gone", `{"/a":{"get":{},"put":{}}}`, `{}`, "breaking: GET /a: the operation is gone (/paths/~1a/get)", "breaking: PUT /a: the operation is gone (/paths/~1a/put)"),
	Entry("a path is new", `{}`, `{"/a":{"get":{}}}`, "compatible: GET /a: the operation is new (/paths/~1a/get)"),
	Entry("a path moves", `{"/a":{"get":{}}}`, `{"/b":{"get":{}}}`, "breaking: GET /a: the operation is gone (/paths/~1a/get)", "compatible: GET /b: the operation is new (/paths/~1b/get)"),
	Entry("parameters of the path are renamed",
		`{"/a/{x}/{y}":{"get":{"parameters":[{"name":"x","in":"path"},{"name":"y","in":"path","schema":{"type":"string"}}]}}}`,
		`{"/a/{v}/{w}":{"get":{"parameters":[{"name":"w","in":"path","schema":{"type":"integer"}},{"name":"v","in":"path"}]}}}`,
		`compatible: GET /a/{v}/{w}: the path parameter "v" was named "x" (/paths/~1a~1{v}~1{w}/get/parameters/1)`,
		`compatible: GET /a/{v}/{w}: the path parameter "w" was named "y" (/paths/~1a~1{v}~1{w}/get/parameters/0)`,
		"breaking: GET /a/{v}/{w}: the type was string and is integer (/paths/~1a~1{v}~1{w}/get/parameters/0/schema)"),
	Entry("templates stay what they are beside their like", `{"/{x}":{"get":{}},"/{y}#rest":{"get":{}}}`, `{"/{y}#rest":{"get":{}},"/{x}":{"get":{}}}`),
	Entry("QUERY is an extension", `{"/a":{"x-query":{"responses":{}}}}`, `{}`, "breaking: QUERY /a: the operation is gone (/paths/~1a/x-query)"),
	Entry("QUERY becomes a member", `{"/a":{"x-query":{"responses":{}}}}`, `{"/a":{"query":{"responses":{}}}}`),
	Entry("an unknown method is additional", `{"/a":{"x-purge":{"responses":{}}}}`, `{"/a":{"additionalOperations":{"PURGE":{"responses":{}},"LOCK":{}}}}`, "compatible: LOCK /a: the operation is new (/paths/~1a/additionalOperations/LOCK)"),
	Entry("another extension is no operation", `{"/a":{"x-owner":{"name":"me"}}}`, `{}`),
	Entry("an operation is deprecated", `{"/a":{"get":{}}}`, `{"/a":{"get":{"deprecated":true}}}`, "compatible: GET /a: the operation is deprecated now (/paths/~1a/get)"),
	Entry("an operationId changes", `{"/a":{"get":{"operationId":"x"}}}`, `{"/a":{"get":{"operationId":"y"}}}`, `breaking: GET /a: the operationId was "x" and is "y" (/paths/~1a/get/operationId)`),
)

func lines(old, new []byte) []string {
	GinkgoHelper()
	changes, err := contract.Compare(old, new)
	Expect(err).NotTo(HaveOccurred())
	texts := []string{}
	for _, c := range changes {
		texts = append(texts, c.String())
	}
	return texts
}

var _ = DescribeTable("A change of an operation",
	func(old, new string, expected ...string) {
		Expect(kinds(getting(old), getting(new))).To(ConsistOf(expected))
	},
	Entry("a required parameter is new", ``, `"parameters":[{"name":"q","in":"query","required":true}]`, `breaking: the required query parameter "q" is new`),
	Entry("an optional parameter is new", ``, `"parameters":[{"$ref":"#/components/parameters/Page"}]`, `compatible: the optional query parameter "page" is new`),
	Entry("a parameter is gone", `"parameters":[{"name":"q","in":"query","required":true}]`, ``, `compatible: the query parameter "q" is gone: it is ignored`),
	Entry("a parameter becomes required", `"parameters":[{"name":"X-A","in":"header"}]`, `"parameters":[{"name":"x-a","in":"header","required":true}]`, `breaking: the header parameter "x-a" is required now`),
	Entry("a parameter becomes optional", `"parameters":[{"name":"q","in":"cookie","required":true}]`, `"parameters":[{"name":"q","in":"cookie"}]`, `compatible: the cookie parameter "q" is optional now`),
	Entry("a parameter is deprecated", `"parameters":[{"name":"q","in":"query"}]`, `"parameters":[{"name":"q","in":"query","deprecated":true}]`, `compatible: the query parameter "q" is deprecated now`),
	Entry("a parameter changes its type", `"parameters":[{"name":"page","in":"query","schema":{"type":"number"}}]`, `"parameters":[{"$ref":"#/components/parameters/Page"}]`, "breaking: the type was number and is integer"),
	Entry("a parameter accepts more", `"parameters":[{"$ref":"#/components/parameters/Page"}]`, `"parameters":[{"name":"page","in":"query","schema":{"type":"number"}}]`, "compatible: the type was integer and is number"),
	Entry("a parameter is written otherwise", `"parameters":[{"name":"q","in":"query"}]`, `"parameters":[{"name":"q","in":"query","explode":false}]`, `breaking: the query parameter "q" was written in style form with explode and is in form`),
	Entry("a parameter says its defaults", `"parameters":[{"name":"q","in":"query"}]`, `"parameters":[{"name":"q","in":"query","style":"form","explode":true}]`),
	Entry("a parameter becomes JSON", `"parameters":[{"name":"q","in":"query","schema":{}}]`, `"parameters":[{"name":"q","in":"query","content":{"application/json":{}}}]`,
		`breaking: the query parameter "q" was written in style form with explode and is in content`, `compatible: the media type application/json of the query parameter "q" is new`),

	Entry("a required body is new", ``, `"requestBody":{"required":true,"content":{}}`, "breaking: the required request body is new"),
	Entry("an optional body is new", ``, `"requestBody":{"content":{}}`, "compatible: the optional request body is new"),
	Entry("a body is gone", `"requestBody":{"content":{}}`, ``, "compatible: the request body is gone: it is ignored"),
	Entry("a body becomes required", `"requestBody":{"content":{}}`, `"requestBody":{"required":true,"content":{}}`, "breaking: the request body is required now"),
	Entry("a body becomes optional", `"requestBody":{"required":true,"content":{}}`, `"requestBody":{"content":{}}`, "compatible: the request body is optional now"),
	Entry("a media type of requests is gone", `"requestBody":{"content":{"text/csv":{},"application/json":{}}}`, `"requestBody":{"content":{"application/json":{}}}`, "breaking: the media type text/csv of the request is gone"),
	Entry("a media type of requests is new", `"requestBody":{"content":{"application/json":{}}}`, `"requestBody":{"content":{"text/csv":{},"application/json":{}}}`, "compatible: the media type text/csv of the request is new"),
	Entry("a range covers a media type", `"requestBody":{"content":{"text/csv":{"schema":{"type":"string"}}}}`, `"requestBody":{"content":{"text/*":{"schema":{"type":"string","maxLength":9}}}}`, "breaking: the maxLength was none and is 9"),
	Entry("a media type gets a parameter", `"requestBody":{"content":{"text/plain":{}}}`, `"requestBody":{"content":{"Text/Plain; charset=utf-8":{}}}`),

	Entry("a success status is gone", `"responses":{"200":{},"201":{}}`, `"responses":{"201":{}}`, "breaking: the success status 200 is gone"),
	Entry("a range covers a success status", `"responses":{"200":{}}`, `"responses":{"2XX":{}}`),
	Entry("an error status is gone", `"responses":{"200":{},"404":{}}`, `"responses":{"200":{}}`, "compatible: the status 404 is gone"),
	Entry("a status is new", `"responses":{"200":{}}`, `"responses":{"200":{},"default":{},"x-a":{}}`, "compatible: the status default is new"),
	Entry("a media type of responses is gone", `"responses":{"200":{"content":{"text/csv":{}}}}`, `"responses":{"200":{}}`, "breaking: the media type text/csv of the response 200 is gone"),
	Entry("a media type of responses is new", `"responses":{"200":{}}`, `"responses":{"200":{"content":{"text/csv":{}}}}`, "compatible: the media type text/csv of the response 200 is new"),
	Entry("a shared response is written in place", `"responses":{"410":{"$ref":"#/components/responses/Gone"}}`, `"responses":{"410":{"content":{"text/plain":{"schema":{"type":["string","null"]}}}}}`, "breaking: it may be null now"),
	Entry("the items of a stream change", `"responses":{"200":{"content":{"application/x-ndjson":{"x-itemSchema":{"type":"integer"}}}}}`, `"responses":{"200":{"content":{"application/x-ndjson":{"x-itemSchema":{"type":"string"}}}}}`, "breaking: the type was integer and is string"),
	Entry("a header is gone", `"responses":{"200":{"headers":{"ETag":{}}}}`, `"responses":{"200":{}}`, "breaking: the header etag of the response 200 is gone"),
	Entry("a header is new", `"responses":{"200":{}}`, `"responses":{"200":{"headers":{"ETag":{}}}}`, "compatible: the header etag of the response 200 is new"),
	Entry("a header may be missing", `"responses":{"200":{"headers":{"ETag":{"required":true}}}}`, `"responses":{"200":{"headers":{"Etag":{}}}}`, "breaking: the header etag may be missing now"),
	Entry("a header is always there", `"responses":{"200":{"headers":{"ETag":{}}}}`, `"responses":{"200":{"headers":{"ETag":{"required":true}}}}`, "compatible: the header etag is always there now"),
	Entry("a header changes its type", `"responses":{"200":{"headers":{"Age":{"schema":{"type":"integer"}}}}}`, `"responses":{"200":{"headers":{"Age":{"schema":{"type":"string"}}}}}`, "breaking: the type was integer and is string"),

	Entry("security is added", ``, `"security":[{"jwt":[]}]`, "breaking: no authentication is not enough any more, needed is http bearer"),
	Entry("security is removed", `"security":[{"jwt":[]}]`, `"security":[]`, "compatible: no authentication is enough now"),
	Entry("a public operation says so", ``, `"security":[]`),
	Entry("security becomes optional", `"security":[{"jwt":[]}]`, `"security":[{"jwt":[]},{}]`, "compatible: no authentication is enough now"),
	Entry("a scheme is renamed", `"security":[{"jwt":[]}]`, `"security":[{"token":[]}]`),
	Entry("another scheme is wanted", `"security":[{"jwt":[]}]`, `"security":[{"key":[]}]`,
		"breaking: http bearer is not enough any more, needed is apiKey header X-Key", "compatible: apiKey header X-Key is enough now"),
	Entry("another scheme is wanted as well", `"security":[{"jwt":[]}]`, `"security":[{"jwt":[],"key":[]}]`, "breaking: http bearer is not enough any more, needed is apiKey header X-Key and http bearer"),
	Entry("another scheme will do", `"security":[{"jwt":[]}]`, `"security":[{"jwt":[]},{"key":[]}]`, "compatible: apiKey header X-Key is enough now"),
	Entry("one of two schemes is gone", `"security":[{"jwt":[]},{"unknown":[]}]`, `"security":[{"jwt":[]}]`, "breaking: unknown is not enough any more, needed is http bearer"),
	Entry("a scope is wanted", `"security":[{"login":["read"]}]`, `"security":[{"login":["read","write"]}]`, "breaking: oauth2 login (read) is not enough any more, needed is oauth2 login (read, write)"),
	Entry("a scope less is wanted", `"security":[{"login":["read","write"]}]`, `"security":[{"login":["read"]}]`, "compatible: oauth2 login (read) is enough now"),
)

var _ = Describe("Compare", func() {
	It("takes parameters of the path and security of the description along", func() {
		old := []byte(`{"openapi":"3.0.3","paths":{"/a":{"parameters":[{"name":"q","in":"query"},{"name":"r","in":"query"}],"get":{}}}}`)
		new := []byte(`{"openapi":"3.1.0","security":[{"key":[]}],"paths":{"/a":{"parameters":[{"name":"q","in":"query"}],"get":{"parameters":[{"name":"q","in":"query","required":true}]}}}}`)

		Expect(kinds(old, new)).To(ConsistOf(
			`breaking: the query parameter "q" is required now`, `compatible: the query parameter "r" is gone: it is ignored`,
			"breaking: no authentication is not enough any more, needed is key",
		))
	})

	DescribeTable("reports a change of a shared schema once, for its first operation",
		func(one, other string) {
			shared := `{"openapi":"3.1.0","paths":{"/b":{"get":%[2]s},"/a":{"put":%[1]s,"get":%[1]s}},"components":{"schemas":{"A":{"type":"object","properties":{%[3]s}}}}}`
			one = `{"responses":{"200":{"content":{"application/json":{"schema":` + one + `}}}}}`
			other = `{"responses":{"200":{"content":{"application/json":{"schema":` + other + `}}}}}`

			Expect(lines(fmt.Appendf(nil, shared, one, other, `"x":{"type":"string"},"y":{}`), fmt.Appendf(nil, shared, one, other, `"x":{"type":"null"}`))).To(HaveExactElements(
				`breaking: GET /a: the member "y" is gone (/components/schemas/A)`,
				"breaking: GET /a: the type was string and is null (/components/schemas/A/properties/x)",
			))
		},
		Entry("by a reference", `{"$ref":"#/components/schemas/A"}`, `{"$ref":"#/components/schemas/A"}`),
		Entry("by a reference with a text", `{"$ref":"#/components/schemas/A"}`, `{"$ref":"#/components/schemas/A","description":"B"}`),
		Entry("beside null", `{"$ref":"#/components/schemas/A"}`, `{"anyOf":[{"$ref":"#/components/schemas/A"},{"type":"null"}]}`),
	)

	It("sorts by path, method and place", func() {
		old := description(`{"/b":{"get":{},"put":{}},"/a":{"put":{},"get":{"responses":{"200":{},"201":{}}}}}`)

		changes, err := contract.Compare(old, description(`{"/a":{"get":{}}}`))

		Expect(err).NotTo(HaveOccurred())
		Expect(changes).To(HaveExactElements(
			contract.Change{Kind: contract.Breaking, Operation: "GET /a", Pointer: "/paths/~1a/get/responses/200", Message: "the success status 200 is gone"},
			contract.Change{Kind: contract.Breaking, Operation: "GET /a", Pointer: "/paths/~1a/get/responses/201", Message: "the success status 201 is gone"},
			contract.Change{Kind: contract.Breaking, Operation: "PUT /a", Pointer: "/paths/~1a/put", Message: "the operation is gone"},
			contract.Change{Kind: contract.Breaking, Operation: "GET /b", Pointer: "/paths/~1b/get", Message: "the operation is gone"},
			contract.Change{Kind: contract.Breaking, Operation: "PUT /b", Pointer: "/paths/~1b/put", Message: "the operation is gone"},
		))
	})

	It("says which description is no JSON", func() {
		good := description(`{}`)

		_, err := contract.Compare([]byte(`{`), good)
		Expect(err).To(MatchError(HavePrefix("read the old description: ")))

		_, err = contract.Compare(good, []byte(`[]`))
		Expect(err).To(MatchError(HavePrefix("read the new description: ")))
		var wrongType *json.UnmarshalTypeError
		Expect(errors.As(err, &wrongType)).To(BeTrue())
	})

	DescribeTable("refuses what is no OpenAPI 3",
		func(text, message string) {
			_, err := contract.Compare([]byte(text), description(`{}`))
			Expect(err).To(MatchError("read the old description: " + message))
		},
		Entry("another version", `{"swagger":"2.0"}`, `the member openapi is "", not a version 3`),
		Entry("null", `null`, `the member openapi is "", not a version 3`),
		Entry("two values", `{"openapi":"3.1.0"} {}`, "there is text behind the JSON value"),
	)
})
