package mock_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const (
	asJSON  = "application/json"
	asForm  = "application/x-www-form-urlencoded"
	asParts = "multipart/form-data; boundary=b"
)

// plain is a mock of a description that says nothing of errors.
var plain = func() *mock.Mock {
	m, err := mock.New(openapi.FromContent(`{"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "paths": {"/animals": {"post": {
		"requestBody": {"required": true, "content": {"application/json": {"schema": {
			"type": "object", "required": ["name/first"], "properties": {"name/first": {"type": "string"}, "age": {"type": "integer", "minimum": 0}}}}}},
		"responses": {"204": {"description": "Done"}}}}}}`), mock.WithMaxBody(99))
	if err != nil {
		panic(err)
	}
	return m
}()

// form is a body of parts.
func form(parts ...string) string {
	return "--b\r\n" + strings.Join(parts, "\r\n--b\r\n") + "\r\n--b--\r\n"
}

var _ = DescribeTable("The mock server finds in a request",
	func(request string, headers []string, expected ...string) {
		w := ask(zoo(), request, headers...)

		Expect(told(w)).To(Equal(append([]string(nil), expected...)))
		Expect(w.Code >= 400).To(Equal(len(expected) > 0), w.Body.String())
	},
	Entry("nothing wrong", "GET /pets?limit=5&tags=a&tags=b&ids=1,2&pipes=1%7C2&filter[age][min]=3&filter[in][]=1&filter[in][]=2&where=%7B%22x%22%3A1%7D",
		[]string{"X-Flags", "a=1", "Cookie", "theme=dark"}),
	Entry("a number that is none", "GET /pets?limit=many", nil, "query limit: is a string, not an integer"),
	Entry("a number that is too large", "GET /pets?limit=101", nil, "query limit: is 101, above the maximum 100"),
	Entry("an item of a list", "GET /pets?tags=a&tags=c", nil, `query tags #/1: is none of "a", "b"`),
	Entry("an item behind a comma", "GET /pets?ids=1,x", nil, "query ids #/1: is a string, not an integer"),
	Entry("an item behind a pipe", "GET /pets?pipes=1|x", nil, "query pipes #/1: is a string, not an integer"),
	Entry("a member of an object", "GET /pets?filter[age][min]=x", nil, "query filter #/age/min: is a string, not an integer"),
	Entry("a parameter in JSON", "GET /pets?where=%7B%7D", nil, "query where #/x: is required"),
	Entry("a header", "GET /pets", []string{"X-Flags", "a=b"}, "header X-Flags #/a: is a string, not an integer"),
	Entry("a cookie", "GET /pets", []string{"Cookie", "theme=pink"}, `cookie theme: is none of "dark", "light"`),
	Entry("a parameter of the path", "GET /pets/x", nil, "path petId: is a string, not an integer"),
	Entry("a label", "GET /label/.1.x", nil, "path x #/1: is a string, not an integer"),
	Entry("a matrix", "GET /matrix/;x=y", nil, "path x: is a string, not an integer"),
	Entry("everything at once", "GET /pets?limit=x&ids=y", nil, "query limit: is a string, not an integer", "query ids #/0: is a string, not an integer"),

	Entry("a body that is missing", "POST /pets", []string{"X-Key", "k"}, "body: is required"),
	Entry("a body that fits, without what is read-only", "POST /pets", []string{"X-Key", "k", "Content-Type", asJSON, "Body", `{"name":"Ida"}`}),
	Entry("a body that is no JSON", "POST /pets", []string{"X-Key", "k", "Content-Type", asJSON, "Body", `{`}, "body: is no JSON"),
	Entry("a member of the body", "POST /pets", []string{"X-Key", "k", "Content-Type", asJSON, "Body", `{"name":"Ida","mother":{"name":"x y","kind":"cow"}}`}, `body #/mother/kind: is none of "cat", "dog"`),
	Entry("a media type that is not described", "POST /pets", []string{"X-Key", "k", "Content-Type", "text/csv", "Body", "a"},
		"header Content-Type: is text/csv, not application/json or application/x-www-form-urlencoded or multipart/form-data or application/xml or text/plain or application/x-ndjson"),
	Entry("a form that fits", "POST /pets", []string{"X-Key", "k", "Content-Type", asForm, "Body", "name=Ida&mother[name]=Eve&id=7"}),
	Entry("a member of a form", "POST /pets", []string{"X-Key", "k", "Content-Type", asForm, "Body", "name=I&mother[id]=x"},
		"body #/name: has 1 character(s), at least 2 are wanted", "body #/mother/name: is required", "body #/mother/id: is a string, not an integer"),
	Entry("parts that fit", "POST /pets", []string{"X-Key", "k", "Content-Type", asParts, "Body", form(
		"Content-Disposition: form-data; name=file; filename=a.bin\r\n\r\n\xff\x00", "Content-Disposition: form-data; name=count\r\n\r\n3",
		"Content-Disposition: form-data; name=meta\r\nContent-Type: application/json\r\n\r\n{\"a\":1}")}),
	Entry("parts that are texts of a list", "POST /pets", []string{"X-Key", "k", "Content-Type", asParts, "Body", form(
		"Content-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n5", "Content-Disposition: form-data; name=\"names\"\r\n\r\n5", "Content-Disposition: form-data; name=\"names\"\r\n\r\n{}")}),
	Entry("parts that are one list", "POST /pets", []string{"X-Key", "k", "Content-Type", asParts, "Body", form(
		"Content-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n5", "Content-Disposition: form-data; name=\"names\"\r\n\r\n [5]")}, "body #/names/0: is an integer, not a string"),
	Entry("a number with a blank", "GET /pets?limit=5%20", nil, "query limit: is a string, not an integer"),
	Entry("parts", "POST /pets", []string{"X-Key", "k", "Content-Type", asParts, "Body", form(
		"Content-Disposition: form-data; name=count\r\n\r\nx", "Content-Disposition: form-data; name=meta\r\n\r\n{}")},
		"body #/file: is required", "body #/count: is a string, not an integer", "body #/meta/a: is required"),
	Entry("parts that are none", "POST /pets", []string{"X-Key", "k", "Content-Type", "multipart/form-data", "Body", "x"}, "body: is no multipart/form-data: the boundary is missing"),
	Entry("XML that is one", "POST /pets", []string{"X-Key", "k", "Content-Type", "application/xml", "Body", "<pet/>"}),
	Entry("XML that is none", "POST /pets", []string{"X-Key", "k", "Content-Type", "application/xml", "Body", "<pet>"}, "body: is no XML: XML syntax error on line 1: unexpected EOF"),
	Entry("XML of two roots", "POST /pets", []string{"X-Key", "k", "Content-Type", "application/xml", "Body", "<pet/> <pet/>"}, "body: is no XML: there are several roots"),
	Entry("XML behind a text", "POST /pets", []string{"X-Key", "k", "Content-Type", "application/xml", "Body", "a <pet/>"}, "body: is no XML: there is text beside the root"),
	Entry("XML with what may stand beside its root", "POST /pets", []string{"X-Key", "k", "Content-Type", "application/xml", "Body", "\ufeff<?xml version=\"1.0\"?>\n<!-- a -->\n<pet>a</pet>\n<!-- b -->\n"}),
	Entry("a text", "POST /pets", []string{"X-Key", "k", "Content-Type", "text/plain; charset=utf-8", "Body", "long"}, "body: has 4 character(s), at most 3 are allowed"),
	Entry("a line", "POST /pets", []string{"X-Key", "k", "Content-Type", "application/x-ndjson", "Body", "{\"name\":\"Ida\"}\n\n{}\n{"}, "body #/name: item 2: is required", "body: item 3: is no JSON"),

	Entry("no credential", "POST /pets", nil, "security key: is missing: header X-Key", "security basic: is missing: header Authorization with Basic", "security session: is missing: cookie sid"),
	Entry("half of what belongs together", "POST /pets", []string{"Authorization", "Basic YTpi"}, "security key: is missing: header X-Key", "security session: is missing: cookie sid"),
	Entry("all of it", "POST /pets", []string{"Authorization", "basic YTpi", "Cookie", "sid=1", "Content-Type", asJSON, "Body", `{"name":"Ida"}`}),
	Entry("a credential of another scheme", "POST /strict", []string{"Authorization", "Basic YTpi"}, "security token: is missing: header Authorization with Bearer"),
)

var _ = DescribeTable("A parameter that is required and missing is told unless it may be sent as nothing:",
	func(parameter string, want ...string) {
		m, err := mock.New(openapi.FromContent("openapi: 3.1.0\ninfo: {title: T, version: '1'}\n" +
			"paths: {/a: {get: {parameters: [{name: p, required: true, " + parameter + "}], responses: {'204': {description: d}}}}}"))
		Expect(err).NotTo(HaveOccurred())

		Expect(told(ask(m, "GET /a"))).To(Equal(append([]string(nil), want...)))
	},
	Entry("an object whose members are cookies", "in: cookie, schema: {type: object}"),
	Entry("the same in a query, of one type", "in: query, schema: {type: object, additionalProperties: {type: string}}"),
	Entry("members in brackets", "in: query, style: deepObject, schema: {type: object}"),
	Entry("an object that names members", "in: cookie, schema: {type: object, properties: {a: {type: string}}}", "cookie p: is required"),
	Entry("an object with its name before it", "in: cookie, explode: false, schema: {type: object}", "cookie p: is required"),
	Entry("an object in a header", "in: header, schema: {type: object}", "header p: is required"),
	Entry("a list", "in: query, schema: {type: array}", "query p: is required"),
	Entry("anything", "in: query, schema: {}", "query p: is required"),
)

var _ = Describe("A request that does not fit", func() {
	It("gets the response that the description has for it", func() {
		w := ask(zoo(), "POST /pets")

		Expect(w.Code).To(Equal(401))
		Expect(w.Header().Get("Content-Type")).To(Equal(asJSON))
		Expect(member(w, "message")).To(Equal("who are you"))
		Expect(w.Header().Values("WWW-Authenticate")).To(HaveExactElements(
			`ApiKey realm="mock", in=header, name=X-Key`, `Basic realm="mock", charset="UTF-8"`, `ApiKey realm="mock", in=cookie, name=sid`))
	})

	It("gets 422 where the description has that for bodies", func() {
		w := ask(zoo(), "POST /strict", "Authorization", "Bearer x", "Content-Type", asJSON, "Body", `{"a":1}`)

		Expect(w.Code).To(Equal(422))
		Expect(member(w, "bad")).To(BeTrue())
		Expect(told(w)).To(HaveExactElements("body #/a: is not a member that is described"))
	})

	It("gets a problem that names every violation otherwise", func() {
		w := ask(zoo(), "GET /pets?limit=x&tags=%20")

		Expect(w.Code).To(Equal(400))
		Expect(w.Header().Get("Content-Type")).To(Equal("application/problem+json"))
		Expect(member(w, "errors")).To(Equal([]any{
			map[string]any{"in": "query", "name": "limit", "detail": "is a string, not an integer", "code": "type", "type": "integer"},
			map[string]any{"in": "query", "name": "tags", "pointer": "/0", "detail": `is none of "a", "b"`, "code": "enum", "allowed": []any{"a", "b"}},
		}))
	})

	DescribeTable("gets the code of each fault, and what belongs to it, as from the router", func(body string, errors ...any) {
		w := ask(plain, "POST /animals", "Content-Type", asJSON, "Body", body)

		Expect(member(w, "errors")).To(Equal(errors))
	},
		Entry("of a member that is missing", `{"age":1}`, map[string]any{"in": "body", "pointer": "/name~1first", "detail": "is required", "code": "required"}),
		Entry("of a bound", `{"name/first":"x","age":-1}`, map[string]any{"in": "body", "pointer": "/age", "detail": "is -1, below the minimum 0", "code": "minimum", "limit": 0.0}),
		Entry("of no JSON", `{`, map[string]any{"in": "body", "detail": "is no JSON", "code": "unreadable"}),
		Entry("of nothing", ``, map[string]any{"in": "body", "detail": "is required", "code": "required"}),
	)

	It("gets the codes of a body of another type, and of one that is too long", func() {
		w := ask(plain, "POST /animals", "Content-Type", "text/csv", "Body", "x")
		Expect(member(w, "errors")).To(Equal([]any{map[string]any{
			"in": "header", "name": "Content-Type", "detail": "is text/csv, not application/json", "code": "mediaType", "allowed": []any{asJSON},
		}}))

		w = ask(plain, "POST /animals", "Content-Type", asJSON, "Body", `{"name/first":"`+strings.Repeat("x", 100)+`"}`)
		Expect(member(w, "errors")).To(Equal([]any{map[string]any{"in": "body", "detail": "is longer than 99 bytes", "code": "tooLarge", "limit": 99.0}}))
	})

	It("gets 415 with what is accepted, and 413 beyond the limit", func() {
		w := ask(zoo(), "POST /pets", "X-Key", "k", "Body", "x")
		Expect(w.Code).To(Equal(415))
		Expect(w.Header().Get("Accept")).To(HavePrefix("application/json, "))

		w = ask(zoo(mock.WithMaxBody(3)), "POST /pets", "X-Key", "k", "Content-Type", asJSON, "Body", `{"name":"Ida"}`)
		Expect(w.Code).To(Equal(413))
	})

	It("is answered where nobody checks, or where an answer is asked for", func() {
		Expect(ask(zoo(mock.WithoutChecks()), "POST /pets").Code).To(Equal(201))
		Expect(ask(zoo(), "POST /pets", "Prefer", "validate=false").Code).To(Equal(201))
		Expect(ask(zoo(), "POST /pets", "Prefer", "code=201").Code).To(Equal(201))
	})
})

var _ = DescribeTable("The mock server reads a list in a header",
	func(value string, status int) {
		m, err := mock.New(openapi.FromContent(`{"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "paths": {"/animals": {"get": {
			"parameters": [{"name": "X-Ages", "in": "header", "schema": {"type": "array", "maxItems": 2, "items": {"type": "integer"}}}],
			"responses": {"204": {"description": "Done"}}}}}}`))
		Expect(err).NotTo(HaveOccurred())

		Expect(ask(m, "GET /animals", "X-Ages", value).Code).To(Equal(status))
	},
	Entry("with spaces", "1, 2", 204),
	Entry("without its empty elements (RFC 9110, section 5.6.1)", ", 1,,\t,2,", 204),
	Entry("that is empty", ",", 204),
	Entry("and not a value that the items do not allow", "1, a", 400),
	Entry("and how many there are", "1,,2,3", 400),
)

var _ = DescribeTable("The mock server refuses several values of one that is no list,",
	func(target, form string) {
		m, err := mock.New(openapi.FromContent(`{"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "paths": {"/animals": {"post": {
			"parameters": [{"name": "age", "in": "query", "schema": {"type": "integer"}}, {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}}],
			"requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {"name": {"type": "string"}}}}}},
			"responses": {"204": {"description": "Done"}}}}}}`))
		Expect(err).NotTo(HaveOccurred())
		post := func(target, form string) int {
			return ask(m, "POST "+target, "Content-Type", "application/x-www-form-urlencoded", "Body", form).Code
		}

		Expect(post("/animals?age=1&tag=a&tag=b", "name=a")).To(Equal(204))
		Expect(post(target, form)).To(BeNumerically(">=", 400))
	},
	Entry("in the query", "/animals?age=1&age=2", "name=a"),
	Entry("in a form", "/animals?age=1", "name=a&name=b"),
)

var _ = DescribeTable("The mock server reads lists of Swagger 2.0 with the separators of their formats",
	func(request string, header string, expected ...string) {
		m, err := mock.New(openapi.FromContent(`{"swagger": "2.0", "info": {"title": "Lists", "version": "1"}, "paths": {"/m/{path}": {"get": {"parameters": [
			{"name": "path", "in": "path", "required": true, "type": "array", "collectionFormat": "pipes", "items": {"type": "integer"}},
			{"name": "q", "in": "query", "type": "array", "collectionFormat": "pipes", "items": {"type": "array", "items": {"type": "integer"}}},
			{"name": "m", "in": "query", "type": "array", "collectionFormat": "multi", "items": {"type": "array", "collectionFormat": "ssv", "items": {"type": "integer"}}},
			{"name": "X-H", "in": "header", "type": "array", "collectionFormat": "pipes", "items": {"type": "integer"}}
		], "responses": {"200": {"description": "Done"}}}}}}`))
		Expect(err).NotTo(HaveOccurred())

		Expect(told(ask(m, request, "X-H", header))).To(Equal(append([]string(nil), expected...)))
	},
	Entry("encoded", "GET /m/1%7C2?q=1%2C2%7C3&m=1%202&m=3", "1|2"),
	Entry("as they are", "GET /m/1|2?q=1,2|3&m=1+2", "1 | 2"),
	Entry("an item that is wrong", "GET /m/1|x?q=1,2|3,x&m=1+x", "1|x",
		"path path #/1: is a string, not an integer", "query q #/1/1: is a string, not an integer", "query m #/0/1: is a string, not an integer", "header X-H #/1: is a string, not an integer"),
)

var _ = DescribeTable("The mock server takes a part of a form in XML, which no schema checks",
	func(part string, expected ...string) {
		m, err := mock.New(openapi.FromContent(`{"openapi": "3.1.0", "info": {"title": "Parts", "version": "1"}, "paths": {"/a": {"post": {"requestBody": {"content": {"multipart/form-data": {
			"schema": {"type": "object", "required": ["pet"], "properties": {"pet": {"type": "object"}, "n": {"type": "integer"}}},
			"encoding": {"pet": {"contentType": "application/xml"}}}}}, "responses": {"200": {"description": "Done"}}}}}}`))
		Expect(err).NotTo(HaveOccurred())

		w := ask(m, "POST /a", "Content-Type", asParts, "Body", form(part, "Content-Disposition: form-data; name=n\r\n\r\nx"))

		Expect(told(w)).To(Equal(append(append([]string(nil), expected...), "body #/n: is a string, not an integer")))
	},
	Entry("that is XML", "Content-Disposition: form-data; name=pet\r\nContent-Type: application/xml\r\n\r\n<pet/>"),
	Entry("that is none", "Content-Disposition: form-data; name=pet\r\nContent-Type: application/xml\r\n\r\npet", "body #/pet: is a string, not an object"),
	Entry("that is missing", "Content-Disposition: form-data; name=other\r\nContent-Type: application/xml\r\n\r\n<pet/>", "body #/pet: is required"),
)

var _ = DescribeTable("The mock server reads parts of a form in the style of their encoding",
	func(version string, parts []string, expected ...string) {
		m, err := mock.New(openapi.FromContent(`{"openapi": "` + version + `", "info": {"title": "Parts", "version": "1"}, "paths": {"/a": {"post": {"requestBody": {"content": {"multipart/form-data": {
			"schema": {"type": "object", "required": ["deep"], "properties": {"deep": {"type": "object", "properties": {"n": {"type": "integer"}}}, "list": {"type": "array", "items": {"type": "integer"}}}},
			"encoding": {"deep": {"style": "deepObject", "explode": true}, "list": {"style": "pipeDelimited", "explode": false}}}}}, "responses": {"200": {"description": "Done"}}}}}}`))
		Expect(err).NotTo(HaveOccurred())
		var all []string
		for i := 0; i < len(parts); i += 2 {
			all = append(all, "Content-Disposition: form-data; name=\""+parts[i]+"\"\r\n\r\n"+parts[i+1])
		}

		Expect(told(ask(m, "POST /a", "Content-Type", asParts, "Body", form(all...)))).To(Equal(append([]string(nil), expected...)))
	},
	Entry("that fit", "3.1.0", []string{"deep[n]", "1", "list", "1|2"}),
	Entry("that do not", "3.1.0", []string{"deep[n]", "a&b", "list", "1|x"}, "body #/deep/n: is a string, not an integer", "body #/list/1: is a string, not an integer"),
	Entry("that is missing", "3.1.0", []string{"list", "1"}, "body #/deep: is required"),
	Entry("and not in OpenAPI 3.0, which has no styles of parts", "3.0.3", []string{"deep", `{"n":1}`, "list", "1", "list", "2"}),
)

var _ = DescribeTable("The mock server reads",
	func(query, body string, expected ...string) {
		m, err := mock.New(openapi.FromContent(`{"openapi": "3.1.0", "info": {"title": "Names", "version": "1"}, "paths": {"/a": {"post": {
			"parameters": [{"name": "tags", "in": "query", "schema": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}}}}}],
			"requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object", "required": ["user[name]"], "properties": {
				"user[name]": {"type": "string"}, "user[age]": {"type": "integer"}, "pet": {"type": "object", "properties": {"age": {"type": "integer"}}}}}}}},
			"responses": {"200": {"description": "Done"}}}}}}`))
		Expect(err).NotTo(HaveOccurred())

		Expect(told(ask(m, "POST /a?"+query, "Content-Type", asForm, "Body", body))).To(Equal(append([]string(nil), expected...)))
	},
	Entry("fields whose names have brackets", "", "user[name]=Eve&user[age]=7&pet[age]=3"),
	Entry("fields whose names have brackets that do not fit", "", "user[age]=x&pet[age]=y", "body #/user%5Bname%5D: is required", "body #/user%5Bage%5D: is a string, not an integer", "body #/pet/age: is a string, not an integer"),
	Entry("items of a query that are objects", "tags=%7B%22n%22%3A1%7D&tags=%7B%22n%22%3A2%7D", "user[name]=Eve"),
	Entry("items of a query that are objects and do not fit", "tags=%7B%22n%22%3A%22x%22%7D&tags=y", "user[name]=Eve", "query tags #/0/n: is a string, not an integer", "query tags #/1: is a string, not an object"),
)
