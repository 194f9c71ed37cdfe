package schemacheck_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/schemacheck"
)

type schema = apidoc.Schema

func typed(types ...string) *schema { return &schema{Types: types} }

func always(b bool) *schema { return &schema{Always: &b} }

func ref(name string) *schema { return &schema{Ref: name} }

func property(name string, s *schema) apidoc.Property { return apidoc.Property{Name: name, Schema: s} }

func enum(values ...string) *schema {
	s := &schema{}
	for _, v := range values {
		s.Enum = append(s.Enum, apidoc.EnumValue{Value: json.RawMessage(v)})
	}
	return s
}

func resolve(ref string) (*schema, bool) {
	s, ok := map[string]*schema{
		"user": {Types: []string{"object"}, Required: []string{"name"}, Properties: []apidoc.Property{property("name", typed("string")), property("boss", &schema{AnyOf: []*schema{{Ref: "user"}, typed("null")}})}},
		"text": typed("string"),
		"self": {Ref: "self"},
		"ping": {AllOf: []*schema{{Ref: "pong"}}},
		"pong": {AllOf: []*schema{{Ref: "ping"}, typed("string")}},
		"tree": {AnyOf: []*schema{{Items: &schema{Ref: "tree"}, MinItems: new(int64(1))}, {Items: &schema{Ref: "tree"}, MinItems: new(int64(2))}}},
	}[ref]
	return s, ok
}

func check(data string, s *schema) []string {
	texts := []string{}
	for _, f := range schemacheck.Check([]byte(data), s, resolve) {
		texts = append(texts, f.String())
	}
	return texts
}

var _ = DescribeTable("Check finds a fault",
	func(s *schema, fitting, other, fault string) {
		Expect(check(fitting, s)).To(BeEmpty())
		Expect(check(other, s)).To(HaveExactElements(fault))
	},
	Entry("in what is no JSON", typed("null"), `null`, `nul`, "the value is no JSON: unexpected EOF"),
	Entry("in text behind the value", typed("null"), "null\n", `null null`, "the value is no JSON: there is text behind it"),
	Entry("where nothing is allowed", &schema{Properties: []apidoc.Property{property("a", always(false)), property("b", always(true))}}, `{"b":1}`, `{"a":1}`, "/a: is not allowed"),

	Entry("in a type", typed("string"), `"x"`, `1`, "the value is an integer, not a string"),
	Entry("in one of several types", typed("string", "null"), `null`, `[]`, "the value is an array, not a string or null"),
	Entry("in an integer", typed("integer"), `1.0e2`, `1.5`, "the value is a number, not an integer"),
	Entry("in a number", typed("number"), `3`, `true`, "the value is a boolean, not a number"),
	Entry("in a null", typed("null"), `null`, `{}`, "the value is an object, not null"),
	Entry("in a constant", &schema{Const: json.RawMessage(`{"a":[1,null,true,"x"]}`)}, `{"a":[1.0,null,true,"x"]}`, `{"a":[1,null,false,"x"]}`, `the value is not {"a":[1,null,true,"x"]}`),
	Entry("in an enum", enum(`"a"`, `1`, `null`), `1.0`, `"b"`, `the value is none of "a", 1, null`),

	Entry("below a minimum", &schema{Minimum: "1"}, `1`, `0.9`, "the value is 0.9, below the minimum 1"),
	Entry("at an exclusive minimum", &schema{ExclusiveMinimum: "1"}, `1.1`, `1`, "the value is 1, not more than 1"),
	Entry("above a maximum, exactly", &schema{Maximum: "9007199254740992"}, `9007199254740992`, `9007199254740993`, "the value is 9007199254740993, above the maximum 9007199254740992"),
	Entry("at an exclusive maximum", &schema{ExclusiveMaximum: "1"}, `0`, `1`, "the value is 1, not less than 1"),
	Entry("between multiples", &schema{MultipleOf: "0.1"}, `0.3`, `0.35`, "the value is 0.35, not a multiple of 0.1"),
	Entry("above int32", &schema{Format: "int32"}, `-2147483648`, `2147483648`, "the value is 2147483648, not an int32"),
	Entry("above int64", &schema{Format: "int64"}, `9223372036854775807`, `9223372036854775808`, "the value is 9223372036854775808, not an int64"),

	Entry("in a text too short, in characters", &schema{MinLength: new(int64(2))}, `"äö"`, `"ä"`, "the value has 1 character(s), at least 2 are wanted"),
	Entry("in a text too long", &schema{MaxLength: new(int64(2))}, `"äö"`, `"abc"`, "the value has 3 character(s), at most 2 are allowed"),
	Entry("beside a pattern", &schema{Pattern: "b+"}, `"abc"`, `"ac"`, "the value does not match the pattern b+"),
	Entry("in base64", &schema{ContentEncoding: "base64"}, `"YQ=="`, `"YQ"`, "the value is not in the encoding base64"),
	Entry("in a date-time", &schema{Format: "date-time"}, `"2026-01-02t03:04:05.6z"`, `"2026-01-02 03:04:05Z"`, "the value is not in the format date-time"),
	Entry("in a date", &schema{Format: "date"}, `"2024-02-29"`, `"2026-02-29"`, "the value is not in the format date"),
	Entry("in a duration", &schema{Format: "duration"}, `"P1DT2H"`, `"P1DT"`, "the value is not in the format duration"),
	Entry("in an email", &schema{Format: "email"}, `"a@b.example"`, `"A <a@b.example>"`, "the value is not in the format email"),
	Entry("in an ipv4", &schema{Format: "ipv4"}, `"192.0.2.1"`, `"::1"`, "the value is not in the format ipv4"),
	Entry("in an ipv6", &schema{Format: "ipv6"}, `"::1"`, `"fe80::1%eth0"`, "the value is not in the format ipv6"),
	Entry("in a uri", &schema{Format: "uri"}, `"https://a.example/b"`, `"/b"`, "the value is not in the format uri"),
	Entry("in a uri-reference", &schema{Format: "uri-reference"}, `"/b"`, `"%zz"`, "the value is not in the format uri-reference"),
	Entry("in a uuid", &schema{Format: "uuid"}, `"F81D4FAE-7dec-11d0-a765-00a0c91e6bf6"`, `"f81d4fae"`, "the value is not in the format uuid"),
	Entry("in a byte", &schema{Format: "byte"}, `"YQ=="`, `"?"`, "the value is not in the format byte"),

	Entry("in an item", &schema{Items: typed("string")}, `["a"]`, `["a",1]`, "/1: is an integer, not a string"),
	Entry("in the first items", &schema{PrefixItems: []*schema{typed("string"), typed("null")}, Items: typed("boolean")}, `["a",null,true]`, `["a",1,true]`, "/1: is an integer, not null"),
	Entry("in too few items", &schema{MinItems: new(int64(1))}, `[1]`, `[]`, "the value has 0 item(s), at least 1 are wanted"),
	Entry("in too many items", &schema{MaxItems: new(int64(1))}, `[1]`, `[1,2]`, "the value has 2 item(s), at most 1 are allowed"),
	Entry("in an item that repeats", &schema{UniqueItems: true}, `[1,"1",[1],{"a":1}]`, `[{"a":1,"b":2},3,{"b":2.0,"a":1}]`, "/2: is the same as item 0"),
	Entry("in a list that lacks something", &schema{Contains: typed("null")}, `[1,null]`, `[1]`, "the value has 0 item(s) that fit contains, at least 1 are wanted"),
	Entry("in a list that has too much of something", &schema{Contains: typed("null"), MinContains: new(int64(0)), MaxContains: new(int64(1))}, `[]`, `[null,null]`, "the value has 2 item(s) that fit contains, at most 1 are allowed"),

	Entry("in a member", &schema{Properties: []apidoc.Property{property("a/b~c", typed("string"))}}, `{"a/b~c":"","d":1}`, `{"a/b~c":1}`, "/a~1b~0c: is an integer, not a string"),
	Entry("in a missing member", &schema{Required: []string{"a"}}, `{"a":null}`, `{"b":1}`, `the value lacks the member "a"`),
	Entry("in a member too many", &schema{Properties: []apidoc.Property{property("a", nil)}, AdditionalProperties: always(false)}, `{"a":1}`, `{"a":1,"b":1}`, "/b: is not a member that is described"),
	Entry("in another member", &schema{Properties: []apidoc.Property{property("a", nil)}, AdditionalProperties: typed("string")}, `{"a":1,"b":""}`, `{"b":1}`, "/b: is an integer, not a string"),
	Entry("in a member whose name matches", &schema{PatternProperties: []apidoc.Property{property("^x-", typed("string"))}, AdditionalProperties: always(false)}, `{"x-a":""}`, `{"x-a":1}`, "/x-a: is an integer, not a string"),
	Entry("in the name of a member", &schema{PropertyNames: &schema{MaxLength: new(int64(1))}}, `{"a":1}`, `{"ab":1}`, "/ab: has a name that is not allowed"),
	Entry("in too few members", &schema{MinProperties: new(int64(1))}, `{"a":1}`, `{}`, "the value has 0 member(s), at least 1 are wanted"),
	Entry("in too many members", &schema{MaxProperties: new(int64(1))}, `{"a":1}`, `{"a":1,"b":1}`, "the value has 2 member(s), at most 1 are allowed"),
	Entry("in a member that needs another", &schema{DependentRequired: []apidoc.Dependency{{Property: "a", Requires: []string{"b"}}}}, `{"c":1}`, `{"a":1}`, `the value lacks the member "b", which "a" needs`),
	Entry("in an object that a member changes", &schema{DependentSchemas: []apidoc.Property{property("a", &schema{MaxProperties: new(int64(1))})}}, `{"b":1,"c":1}`, `{"a":1,"b":1}`, "the value has 2 member(s), at most 1 are allowed"),

	Entry("in a part of allOf", &schema{AllOf: []*schema{typed("number"), {Minimum: "1"}}}, `1`, `0`, "the value is 0, below the minimum 1"),
	Entry("in what fits no alternative", &schema{AnyOf: []*schema{typed("string"), typed("null")}}, `null`, `1`, "the value fits none of 2 alternatives"),
	Entry("in the only alternative of the type", &schema{AnyOf: []*schema{ref("user"), typed("null")}}, `{"name":"a","boss":{"name":"b","boss":null}}`, `{"name":"a","boss":{"name":1}}`, "/boss/name: is an integer, not a string"),
	Entry("in what fits two alternatives of oneOf", &schema{OneOf: []*schema{typed("integer"), {Minimum: "5"}}}, `4`, `6`, "the value fits 2 alternatives instead of one"),
	Entry("in what it must not be", &schema{Not: typed("null")}, `1`, `null`, "the value fits what it must not be"),
	Entry("in then", &schema{If: typed("string"), Then: &schema{MinLength: new(int64(1))}, Else: typed("null")}, `null`, `""`, "the value has 0 character(s), at least 1 are wanted"),
	Entry("in else", &schema{If: typed("string"), Else: typed("null")}, `""`, `1`, "the value is an integer, not null"),

	Entry("behind a reference", ref("text"), `""`, `1`, "the value is an integer, not a string"),
	Entry("beside a reference", &schema{Ref: "text", MinLength: new(int64(1))}, `"a"`, `""`, "the value has 0 character(s), at least 1 are wanted"),
	Entry("in a circle", ref("ping"), `""`, `1`, "the value is an integer, not a string"),
	Entry("in a reference that leads nowhere", &schema{Items: ref("nowhere")}, `[]`, `[1]`, "/0: cannot be checked: the description lacks nowhere"),
)

var _ = DescribeTable("Check accepts what it does not know",
	func(s *schema, data string) { Expect(check(data, s)).To(BeEmpty()) },
	Entry("no schema", (*schema)(nil), `1`),
	Entry("an empty schema", &schema{}, `[1]`),
	Entry("an unknown format", &schema{Format: "colour"}, `"x"`),
	Entry("a pattern of another grammar", &schema{Pattern: "(?=a)b"}, `"x"`),
	Entry("keywords of another type", &schema{Minimum: "1", MinLength: new(int64(1)), Required: []string{"a"}, Items: always(false)}, `true`),
	Entry("a reference to itself", ref("self"), `1`),
	Entry("a number out of all proportion", &schema{Minimum: "1", MultipleOf: "0"}, `[1e999999999, 1e-999999999]`),
)

var _ = Describe("Check", func() {
	It("names all faults in the order of the schema", func() {
		s := &schema{Required: []string{"z"}, Properties: []apidoc.Property{property("b", typed("string")), property("a", &schema{Types: []string{"array"}, Items: typed("null")})}}

		Expect(check(`{"a":[1,null,2],"b":3}`, s)).To(HaveExactElements(
			`the value lacks the member "z"`, "/b: is an integer, not a string", "/a/0: is an integer, not null", "/a/2: is an integer, not null",
		))
	})

	It("stops at 32 faults", func() {
		data := "[" + strings.Repeat("1,", 99) + "1]"

		Expect(check(data, &schema{Items: typed("string")})).To(HaveLen(32))
	})

	It("gives up on what would take for ever, and says so", func() {
		data := strings.Repeat("[", 200) + strings.Repeat("]", 200)

		Expect(check(data, ref("tree"))).To(ContainElement("the value is too much to check"))
	})

	It("finds no reference without a resolver", func() {
		Expect(schemacheck.Check([]byte(`1`), ref("text"), nil)).To(HaveExactElements(schemacheck.Fault{Message: "cannot be checked: the description lacks text"}))
	})
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
			Expect(schemacheck.Answer(op, status, mediaType, []byte(body), resolve)).To(BeEmpty())
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
			Expect(schemacheck.Answer(op, status, mediaType, []byte(body), resolve)).To(Equal(expected))
		},
		Entry("in an undeclared status of a controller", 409, jsonProblem, `{}`, "status 409 is not documented"),
		Entry("in an undeclared success", 202, json, `{}`, "status 202 is not documented"),
		Entry("in a media type", 200, "text/csv", "a", `media type "text/csv" of the response 200 is not documented`),
		Entry("in no media type", 200, "", "", `media type "" of the response 200 is not documented`),
		Entry("in the media type of a problem of the framework", 500, json, `{}`, `media type "application/json" of the response default is not documented`),
		Entry("in a body", 200, json, `{"boss":[]}`, `body: the value lacks the member "name"`, "body: /boss: fits none of 2 alternatives"),
		Entry("in a body that is no JSON", 200, json, ``, "body: the value is no JSON: EOF"),
		Entry("in a body that is not described", 201, json, `{}`, "the response 201 has no body in the description"),
		Entry("in a body that must not be", 204, json, `{}`, "status 204 has a body"),
		Entry("in a line", 206, "application/x-ndjson", "1\n\"a\"\n", "line 2: body: the value is a string, not an integer"),
	)

	It("leaves everything to a default that stands alone", func() {
		handler := &apidoc.Operation{Responses: []apidoc.Response{{Status: "default", Description: "Written by an HTTP handler"}}}

		Expect(schemacheck.Answer(handler, 418, "text/html", []byte("teapot"), resolve)).To(BeEmpty())
	})

	It("bounds what it says about lines", func() {
		lines := []byte(strings.Repeat("true\n", 99))

		Expect(schemacheck.Answer(op, 206, "application/x-ndjson", lines, resolve)).To(HaveLen(32))
	})
})

var _ = DescribeTable("The default beside other responses documents",
	func(status int, documented bool) {
		op := &apidoc.Operation{Responses: []apidoc.Response{{Status: "200"}, {Status: "default"}}}
		message := fmt.Sprintf("status %d is not documented", status)
		Expect(len(schemacheck.Answer(op, status, "", nil, resolve)) == 0).To(Equal(documented), message)
	},
	Entry("400", 400, true), Entry("406", 406, true), Entry("408", 408, true), Entry("413", 413, true), Entry("415", 415, true),
	Entry("422", 422, true), Entry("499", 499, true), Entry("500", 500, true), Entry("503", 503, true), Entry("504", 504, true),
	Entry("not 401, which a flag declares", 401, false), Entry("not 403, which a flag declares", 403, false),
	Entry("not 404, which a controller says", 404, false), Entry("not 405, which has no operation", 405, false),
	Entry("not 409", 409, false), Entry("not 429", 429, false), Entry("not 501", 501, false), Entry("not 202", 202, false),
)
