package mock_test

import (
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("The mock server answers",
	func(request string, headers []string, status int, contentType, body string) {
		w := ask(zoo(), request, headers...)

		Expect(w.Code).To(Equal(status))
		Expect(w.Header().Get("Content-Type")).To(Equal(contentType))
		Expect(strings.TrimSpace(w.Body.String())).To(Equal(body))
	},
	Entry("with the first example", "GET /pets", nil, 200, "application/json", "[]"),
	Entry("with the example that is asked for", "GET /pets", []string{"Prefer", "example=one"}, 200, "application/json", "[\n  {\n    \"id\": 1,\n    \"name\": \"Ida\"\n  }\n]"),
	Entry("with the response that is asked for", "GET /pets/x", []string{"Prefer", "code=404"}, 404, "application/problem+json", "{\n  \"title\": \"No such pet\"\n}"),
	Entry("with the response of a range", "GET /pets/x", []string{"Prefer", "code=418"}, 418, "application/json", "{\n  \"code\": 1,\n  \"message\": \"odd\"\n}"),
	Entry("with the response that has the example", "GET /pets/1", []string{"Prefer", `example="odd"`}, 400, "application/json", "{\n  \"code\": 1,\n  \"message\": \"odd\"\n}"),
	Entry("as Accept says", "GET /pets", []string{"Accept", "text/*, application/json;q=0.9"}, 200, "text/csv", "id,name\n1,Ida"),
	Entry("with a value made of the schema, what is write-only aside", "GET /pets/7", nil, 200, "application/json",
		"{\n  \"id\": 7,\n  \"name\": \"string\",\n  \"kind\": \"cat\",\n  \"born\": \"2026-01-15\"\n}"),
	Entry("in XML", "GET /pets/7", []string{"Accept", "application/xml"}, 200, "application/xml",
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pet>\n  <id>7</id>\n  <name>string</name>\n  <kind>cat</kind>\n  <born>2026-01-15</born>\n</pet>"),
	Entry("without a body where there is none", "DELETE /pets/7", nil, 204, "", ""),
	Entry("with a default that stands alone", "GET /default", nil, 200, "application/json", "{\n  \"any\": true\n}"),
	Entry("where nothing is described", "GET /nothing", nil, 200, "", ""),
	Entry("the concrete path before the template", "GET /pets/mine", nil, 200, "text/plain", "mine"),
	Entry("below the path of a server", "GET /v1/pets/mine", nil, 200, "text/plain", "mine"),
	Entry("below any version of it", "GET /v2/pets/mine", nil, 200, "text/plain", "mine"),
	Entry("below the path of a server of the operation", "GET /api/v9/elsewhere", nil, 200, "text/plain", "elsewhere"),
	Entry("with a slash at the end", "GET /pets/mine/", nil, 200, "text/plain", "mine"),
	Entry("methods of OpenAPI 3.2", "QUERY /pets/7", nil, 200, "", ""),
	Entry("additional methods", "COPY /pets/7", nil, 202, "", ""),
	Entry("the value of a matrix", "GET /matrix/;x=42", nil, 200, "application/json", "{\n  \"x\": 42\n}"),
	Entry("with a small file", "GET /file.png", nil, 200, "image/png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\xdacd\xf8\xcfP\x0f\x00\x03\x86\x01\x80Z4}k\x00\x00\x00\x00IEND\xaeB`\x82"),
	Entry("events, one behind the other", "GET /events", nil, 200, "text/event-stream", strings.TrimSpace(strings.Repeat("id: 1\nevent: tick\ndata: a\ndata: b\n\n", 3))),
	Entry("records of JSON", "GET /lines", []string{"Accept", "application/json-seq"}, 200, "application/json-seq", "\x1e1\n\x1e{\"a\":2}"),
)

var _ = DescribeTable("The mock server refuses",
	func(request string, headers []string, status int, name string, expected any) {
		w := ask(zoo(), request, headers...)

		Expect(w.Code).To(Equal(status))
		Expect(w.Header().Get("Content-Type")).To(Equal("application/problem+json"))
		Expect(member(w, name)).To(Equal(expected))
	},
	Entry("a path that it does not have, and names near ones", "GET /pet/7", nil, 404, "paths", []any{"/pets/{petId}"}),
	Entry("a base path that no server has", "GET /v1/v2/pets", nil, 404, "status", 404.0),
	Entry("a method that it does not have", "PUT /pets/mine", nil, 405, "detail", "The description has no PUT here."),
	Entry("to write what is not accepted", "GET /pets", []string{"Accept", "image/*"}, 406, "detail", "The response comes as application/json, text/csv."),
	Entry("with a status that the description does not have, when that is asked for", "GET /pets", []string{"Prefer", "code=503"}, 503, "detail", "The description has no response 503 here; it has 200."),
)

var _ = Describe("The mock server", func() {
	It("names the methods of a path", func() {
		Expect(ask(zoo(), "PUT /pets/7").Header().Get("Allow")).To(Equal("COPY, DELETE, GET, HEAD, OPTIONS, QUERY"))
		w := ask(zoo(), "OPTIONS /pets")
		Expect(w.Code).To(Equal(http.StatusNoContent))
		Expect(w.Header().Get("Allow")).To(Equal("GET, HEAD, OPTIONS, POST"))
	})

	It("answers HEAD as GET, without a body", func() {
		w, get := ask(zoo(), "HEAD /pets/7"), ask(zoo(), "GET /pets/7")

		Expect(w.Code).To(Equal(200))
		Expect(w.Body.Len()).To(BeZero())
		Expect(w.Header()).To(Equal(get.Header()))
	})

	It("answers HEAD as GET with values of its own, too", func() {
		w, get := ask(zoo(), "HEAD /pets?limit=2", "Prefer", "dynamic=true"), ask(zoo(), "GET /pets?limit=2", "Prefer", "dynamic=true")

		Expect(w.Header()).To(Equal(get.Header()))
	})

	It("sends bytes as bytes where any format is described", func() {
		m, err := mock.New(openapi.FromContent("openapi: 3.0.0\npaths: {/a: {get: {responses: {'200': {description: a, content: {'*/*': {schema: {type: string, format: binary}}}}}}}}"))
		Expect(err).NotTo(HaveOccurred())

		w := ask(m, "GET /a")

		Expect(w.Header().Get("Content-Type")).To(Equal("application/octet-stream"))
	})

	DescribeTable("sends a file of a format that is text as text",
		func(kind, want string) {
			m, err := mock.New(openapi.FromContent(`{"swagger": "2.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"produces": ["` + kind + `"],
				"responses": {"200": {"description": "a", "schema": {"type": "file"}}}}}}}`))
			Expect(err).NotTo(HaveOccurred())

			w := ask(m, "GET /a")

			Expect(w.Header().Get("Content-Type")).To(Equal(kind))
			Expect(w.Body.String()).To(Equal(want))
		},
		Entry("JSON", "application/json", "\"string\"\n"),
		Entry("JSON of a vendor", "application/vnd.api+json", "\"string\"\n"),
		Entry("XML", "application/xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<root>string</root>"),
		Entry("text", "text/csv", "string"),
		Entry("a file of bytes", "application/zip", "PK\x05\x06"+strings.Repeat("\x00", 18)),
	)

	It("sends a header as its example is sent (OpenAPI 3.2)", func() {
		m, err := mock.New(openapi.FromContent(`{"openapi": "3.2.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"responses": {"204": {"description": "d", "headers": {
			"X-Ids": {"schema": {"type": "array", "items": {"type": "integer"}}, "examples": {"one": {"serializedValue": "12345678, 90099"}}},
			"X-Data": {"schema": {"type": "integer"}, "examples": {"one": {"serializedValue": "+7", "dataValue": 7}}}}}}}}}}`))
		Expect(err).NotTo(HaveOccurred())

		Expect(ask(m, "GET /a").Header()).To(And(HaveKeyWithValue("X-Ids", []string{"12345678, 90099"}), HaveKeyWithValue("X-Data", []string{"7"})))
	})

	It("sends the whole of a long header", func() {
		link := "<https://a.example/?page=" + strings.Repeat("1", 1000) + ">; rel=next"
		m, err := mock.New(openapi.FromContent(`{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"responses": {"204": {"description": "d", "headers": {
			"Link": {"schema": {"type": "string"}, "example": "` + link + `"}}}}}}}}`))
		Expect(err).NotTo(HaveOccurred())

		Expect(ask(m, "GET /a").Header().Get("Link")).To(Equal(link))
	})

	It("decides itself who may read an answer and when it was made, whatever headers the description has", func() {
		m, err := mock.New(openapi.FromContent(`{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"responses": {"204": {"description": "d", "headers": {
			"Access-Control-Allow-Origin": {"schema": {"type": "string"}}, "Vary": {"schema": {"const": "Accept-Language"}}, "Date": {"schema": {"type": "string"}}}}}}}}}`),
			mock.WithCORS("https://app.example"))
		Expect(err).NotTo(HaveOccurred())

		Expect(ask(m, "GET /a", "Origin", "https://app.example").Header()).To(And(HaveKeyWithValue("Access-Control-Allow-Origin", []string{"https://app.example"}),
			HaveKeyWithValue("Vary", ContainElements("Origin", "Accept-Language")), Not(HaveKey("Date"))))
	})

	It("sends the headers of a response, but for those that the server decides about", func() {
		h := ask(zoo(), "GET /pets").Header()

		Expect(h.Get("X-Total")).To(Equal("7"))
		Expect(h.Get("Link")).To(Equal("<a>,<b>"))
		Expect(h.Get("Set-Cookie")).To(Equal("a=b"))
		Expect(h.Get("Content-Length")).To(Equal("3"))
		Expect(h.Get("Vary")).To(Equal("Accept, Prefer"))
	})

	It("says which preferences counted", func() {
		m := zoo(mock.WithMaxWait(1))

		Expect(ask(m, "GET /pets", "Prefer", "example=one, wait=5", "Prefer", `validate="false"; x=y`).Header().Get("Preference-Applied")).
			To(Equal("wait=0.000000001, validate=false, example=one"))
		Expect(ask(m, "GET /pets", "Prefer", "example=far").Header()).NotTo(HaveKey("Preference-Applied"))
		Expect(ask(m, "GET /pets", "Prefer", "code=700, respond-async").Header()).NotTo(HaveKey("Preference-Applied"))
	})

	It("answers the same request with the same bytes, and varies with dynamic", func() {
		m := zoo()
		body := func(request, prefer string) string { return ask(m, request, "Prefer", prefer).Body.String() }

		Expect(body("GET /pets/7", "")).To(Equal(body("GET /pets/7", "")))
		Expect(body("GET /pets/7", "dynamic=true")).To(Equal(body("GET /pets/7", "dynamic=true")))
		Expect(body("GET /pets/7", "dynamic=true")).NotTo(Equal(body("GET /pets/7", "dynamic=false")))
		Expect(body("GET /pets/7", "dynamic=true")).NotTo(Equal(body("GET /pets/7", "dynamic=2")))
		Expect(body("GET /pets?limit=1", "dynamic=true")).NotTo(Equal(body("GET /pets?limit=2", "dynamic=true")))
	})

	It("leaves made-up values alone without echo, and examples always", func() {
		Expect(member(ask(zoo(mock.WithoutEcho()), "GET /pets/7"), "id")).To(Equal(1.0))
		Expect(ask(zoo(), "GET /pets/7", "Prefer", "code=404").Body.String()).NotTo(ContainSubstring("7"))
	})

	It("sends lines of different values", func() {
		lines := strings.Split(strings.TrimSpace(ask(zoo(), "GET /lines").Body.String()), "\n")

		Expect(lines).To(HaveLen(3))
		Expect(lines[0]).To(HavePrefix(`{"id":1,"name":"string"`))
		Expect(lines[1]).NotTo(Equal(lines[2]))
	})
})

var _ = DescribeTable("The mock server answers with an object where only what is said of members tells so:",
	func(path, body string) {
		source, err := openapi.FromFile("testdata/narrow.yaml")
		Expect(err).NotTo(HaveOccurred())
		m, err := mock.New(source)
		Expect(err).NotTo(HaveOccurred())

		Expect(ask(m, "GET "+path).Body.String()).To(MatchJSON(body))
	},
	Entry("a map of maps", "/maps/untyped", `{"key": {"key": 1}}`),
	Entry("a map of what is a map elsewhere", "/maps/referred", `{"key": {"key": 1}}`),
	Entry("a map of objects with a property, whose others are lists", "/maps/required", `{"a": {"z": ["string"]}}`),
	Entry("a map whose example is one of another schema", "/maps/examples", `{"x": {"y": "1"}, "z": {"key": "string"}}`),
)
