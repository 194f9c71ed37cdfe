package schemacheck_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/router/internal/schemacheck"
)

type schema = apidoc.Schema

func typed(types ...string) *schema { return &schema{Types: types} }

func ref(name string) *schema { return &schema{Ref: name} }

func property(name string, s *schema) apidoc.Property { return apidoc.Property{Name: name, Schema: s} }

var checker = jsonschema.New(func(ref string) (*schema, bool) {
	s, ok := map[string]*schema{
		"user": {Types: []string{"object"}, Required: []string{"name"}, Properties: []apidoc.Property{property("name", typed("string")), property("boss", &schema{AnyOf: []*schema{{Ref: "user"}, typed("null")}})}},
	}[ref]
	return s, ok
})

var _ = Describe("Answer", func() {
	user := []apidoc.MediaType{{Name: "application/json", Schema: ref("user")}, {Name: "text/plain", Schema: typed("string")}}
	problem := []apidoc.MediaType{{Name: "application/problem+json", Schema: typed("object")}}
	op := &apidoc.Operation{Responses: []apidoc.Response{
		{Status: "200", Content: user},
		{Status: "201"},
		{Status: "204"},
		{Status: "206", Content: []apidoc.MediaType{{Name: "application/x-ndjson", ItemSchema: typed("integer")}, {Name: "image/*"}}},
		{Status: "404", Content: problem},
		{Status: "3XX", Content: []apidoc.MediaType{{Name: "*/*"}}},
		{Status: "default", Content: problem},
	}}
	const json, jsonProblem = "application/json", "application/problem+json"

	DescribeTable("agrees with the description",
		func(status int, mediaType, body string) {
			Expect(schemacheck.Answer(op, status, mediaType, []byte(body), checker)).To(BeEmpty())
		},
		Entry("on a body", 200, "application/json; charset=utf-8", `{"name":"a"}`),
		Entry("on a text", 200, "text/plain", "hi"),
		Entry("on no body", 201, "", ""),
		Entry("on a status without a body", 204, "", ""),
		Entry("on a range", 301, "text/html", "<a>"),
		Entry("on a range of media types", 206, "image/png", "?"),
		Entry("on lines", 206, "application/x-ndjson", "1\n\n2\n"),
		Entry("on a documented problem", 404, jsonProblem, `{}`),
		Entry("on a problem of the framework", 422, jsonProblem, `{}`),
	)

	DescribeTable("differs from the description",
		func(status int, mediaType, body string, expected ...string) {
			Expect(schemacheck.Answer(op, status, mediaType, []byte(body), checker)).To(Equal(expected))
		},
		Entry("in an undeclared status of a controller", 409, jsonProblem, `{}`, "status 409 is not documented"),
		Entry("in an undeclared success", 202, json, `{}`, "status 202 is not documented"),
		Entry("in a media type", 200, "text/csv", "a", `media type "text/csv" of the response 200 is not documented`),
		Entry("in no media type", 200, "", "a", `media type "" of the response 200 is not documented`),
		Entry("without a body", 200, "", "", `the response 200 has a body in the description`),
		Entry("in the media type of a problem of the framework", 500, json, `{}`, `media type "application/json" of the response default is not documented`),
		Entry("in a body", 200, json, `{"boss":[]}`, `body: the value lacks the member "name"`, "body: /boss: fits none of 2 alternatives"),
		Entry("in a body that is no JSON", 200, json, ``, "body: the value is no JSON: EOF"),
		Entry("in a body that is not described", 201, json, `{}`, "the response 201 has no body in the description"),
		Entry("in a body that must not be", 204, json, `{}`, "status 204 has a body"),
		Entry("in a line", 206, "application/x-ndjson", "1\n\"a\"\n", "line 2: body: the value is a string, not an integer"),
	)

	It("leaves everything to a default that stands alone", func() {
		handler := &apidoc.Operation{Responses: []apidoc.Response{{Status: "default", Description: "Written by an HTTP handler"}}}

		Expect(schemacheck.Answer(handler, 418, "text/html", []byte("teapot"), checker)).To(BeEmpty())
	})

	It("bounds what it says about lines", func() {
		lines := []byte(strings.Repeat("true\n", 99))

		Expect(schemacheck.Answer(op, 206, "application/x-ndjson", lines, checker)).To(HaveLen(32))
	})
})

var _ = DescribeTable("The default beside other responses documents",
	func(status int, documented bool) {
		op := &apidoc.Operation{Responses: []apidoc.Response{{Status: "200"}, {Status: "default"}}}
		message := fmt.Sprintf("status %d is not documented", status)
		Expect(len(schemacheck.Answer(op, status, "", nil, checker)) == 0).To(Equal(documented), message)
	},
	Entry("400", 400, true), Entry("406", 406, true), Entry("408", 408, true), Entry("413", 413, true), Entry("415", 415, true),
	Entry("422", 422, true), Entry("499", 499, true), Entry("500", 500, true), Entry("503", 503, true), Entry("504", 504, true),
	Entry("not 401, which a flag declares", 401, false), Entry("not 403, which a flag declares", 403, false),
	Entry("not 404, which a controller says", 404, false), Entry("not 405, which has no operation", 405, false),
	Entry("not 409", 409, false), Entry("not 429", 429, false), Entry("not 501", 501, false), Entry("not 202", 202, false),
)
