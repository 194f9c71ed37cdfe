package restgen_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// with changes a schema in place.
func with(s *apidoc.Schema, change func(*apidoc.Schema)) *apidoc.Schema {
	change(s)
	return s
}

var _ = Describe("An object with members that have no names", func() {
	thing := func(values *apidoc.Schema) *description {
		return describe().schema("Thing", with(object(required("name", text), optional("more", text)), func(s *apidoc.Schema) { s.AdditionalProperties = values })).
			schema("Part", object(optional("id", typed("integer", ""))))
	}
	get := func(d *description) string { return generate(d.call("getThing", "GET", "/thing", nil, ref("Thing"))) }
	const fields = "type Thing struct {\nName string `json:\"name\"`\nMore string `json:\"more,omitzero\"`\n"

	DescribeTable("keeps those that it allows in a map",
		func(values *apidoc.Schema, of string) {
			Expect(get(thing(values))).To(ContainSubstring(fields + "More2 " + of + " `json:\",embed\"` // The other members.\n}"))
		},
		Entry("of texts", text, "map[string]string"), Entry("of numbers", number, "map[string]int64"),
		Entry("of objects, which nothing names", ref("Part"), "map[string]any"), Entry("of several types", oneOf(text, number), "map[string]any"),
		Entry("of any", &apidoc.Schema{Always: new(true)}, "map[string]any"), Entry("of which it says nothing more", &apidoc.Schema{}, "map[string]any"),
	)

	DescribeTable("is a map where it has no others",
		func(types ...string) {
			open := func(values *apidoc.Schema) *apidoc.Schema {
				return &apidoc.Schema{Types: types, AdditionalProperties: values}
			}
			d := describe().schema("Thing", object(optional("any", open(&apidoc.Schema{Always: new(true)})), optional("some", open(&apidoc.Schema{})))).
				call("send", "POST", "/send", open(&apidoc.Schema{Always: new(true)}), ref("Thing"))

			Expect(generate(d)).To(And(ContainSubstring("Any map[string]any `json:\"any,omitzero\"`\nSome map[string]any"), ContainSubstring("restclient.RestMutation[restclient.None, map[string]any, Thing]")))
		},
		Entry("whose type is said", "object"), Entry("whose type is not said"), Entry("that may be null", "object", "null"),
	)

	DescribeTable("has no map",
		func(values *apidoc.Schema) { Expect(get(thing(values))).To(ContainSubstring(fields + "}")) },
		Entry("where it allows none", &apidoc.Schema{Always: new(false)}), Entry("where it says nothing", nil),
	)

	It("has no map in a form", func() {
		Expect(generate(thing(text).sends("send", "POST", "/send", apidoc.MediaType{Name: formType, Schema: ref("Thing")}, nil))).NotTo(ContainSubstring("embed"))
	})
})

var _ = Describe("A property", func() {
	null := typed("null", "")
	nullable := func(name string) *apidoc.Schema { return &apidoc.Schema{Types: []string{name, "null"}} }

	DescribeTable("becomes a field",
		func(p apidoc.Property, field string) {
			d := describe().schema("Thing", object(p)).schema("Part", object(optional("id", typed("integer", "")))).
				schema("Names", arrayOf(typed("string", ""))).
				call("getThing", "GET", "/thing", nil, ref("Thing"))

			Expect(generate(d)).To(ContainSubstring("type Thing struct {\n" + field + "\n}"))
		},
		Entry("plain when it is required", required("name", typed("string", "")), "Name string `json:\"name\"`"),
		Entry("with omitzero when it is not", optional("name", typed("string", "")), "Name string `json:\"name,omitzero\"`"),
		Entry("with omitzero when it is read only", required("x", with(typed("integer", ""), func(s *apidoc.Schema) { s.ReadOnly = true })), "X int `json:\"x,omitzero\"`"),
		Entry("a pointer when it may be null", required("name", nullable("string")), "Name *string `json:\"name\"`"),
		Entry("a pointer when one of its alternatives is null", required("n", anyOf(typed("integer", "int64"), null)), "N *int64 `json:\"n\"`"),
		Entry("a pointer when null comes first", required("name", anyOf(null, text)), "Name *string `json:\"name\"`"),
		Entry("a pointer to a string with few values or null", required("x", oneOf(enum("a", "b"), null)), "X *ThingX `json:\"x\"`"),
		Entry("a pointer when its default is not zero", optional("on", with(typed("boolean", ""), func(s *apidoc.Schema) { s.Default = json.RawMessage("true") })), "On *bool `json:\"on,omitzero\"`"),
		Entry("plain when its default is zero", optional("on", with(typed("boolean", ""), func(s *apidoc.Schema) { s.Default = json.RawMessage("false") })), "On bool `json:\"on,omitzero\"`"),
		Entry("of 64 bits", required("n", typed("integer", "int64")), "N int64 `json:\"n\"`"),
		Entry("of 32 bits", required("n", typed("integer", "int32")), "N int32 `json:\"n\"`"),
		Entry("of a float", required("n", typed("number", "float")), "N float32 `json:\"n\"`"),
		Entry("of a time", required("at", typed("string", "date-time")), "At time.Time `json:\"at\"`"),
		Entry("of text for a day", required("on", typed("string", "date")), "On string `json:\"on\"`"),
		Entry("of bytes", required("data", typed("string", "byte")), "Data []byte `json:\"data\"`"),
		Entry("of a list", required("ids", arrayOf(typed("integer", ""))), "IDs []int `json:\"ids\"`"),
		Entry("of a list of small numbers, which are no bytes", required("ids", arrayOf(typed("integer", "uint8"))), "IDs []int `json:\"ids\"`"),
		Entry("of a list that may be null, which nil stands for", required("ids", with(arrayOf(typed("integer", "")), func(s *apidoc.Schema) { s.Types = append(s.Types, "null") })), "IDs []int `json:\"ids\"`"),
		Entry("of a map", required("counts", &apidoc.Schema{Types: []string{"object"}, AdditionalProperties: typed("integer", "int32")}), "Counts map[string]int32 `json:\"counts\"`"),
		Entry("of any object", required("extra", typed("object", "")), "Extra map[string]any `json:\"extra\"`"),
		Entry("of a named struct", required("part", ref("Part")), "Part Part `json:\"part\"`"),
		Entry("of a named list, written out", required("names", ref("Names")), "Names []string `json:\"names\"`"),
		Entry("of a struct that may be null", required("part", &apidoc.Schema{OneOf: []*apidoc.Schema{ref("Part"), null}}), "Part *Part `json:\"part\"`"),
		Entry("of a struct that may be null, for which an object stands that may be null", required("part", anyOf(ref("Part"), nullable("object"))), "Part *Part `json:\"part\"`"),
		Entry("of any object that may be null, alone", required("part", anyOf(nullable("object"))), "Part map[string]any `json:\"part\"`"),
		Entry("of one of several structs beside such an object", required("x", anyOf(object(required("a", text)), object(required("b", text)), nullable("object"))), "X ThingX `json:\"x\"`"),
		Entry("of a struct with a description beside it", required("part", &apidoc.Schema{AllOf: []*apidoc.Schema{ref("Part")}, Description: "The part"}), "Part Part `json:\"part\"` // The part"),
		Entry("of a sum for several types", required("x", &apidoc.Schema{OneOf: []*apidoc.Schema{typed("boolean", ""), typed("string", "")}}), "X BooleanOrString `json:\"x\"`"),
		Entry("of raw JSON for what can be anything", required("x", &apidoc.Schema{OneOf: []*apidoc.Schema{ref("Part"), ref("Ghost")}}), "X json.RawMessage `json:\"x\"` // One of Part."),
		Entry("of raw JSON for a reference that leads nowhere", required("x", ref("Ghost")), "X json.RawMessage `json:\"x\"`"),
		Entry("of raw JSON for what may be a number or a string", required("x", typed("string", "int-or-string")), "X json.RawMessage `json:\"x\"`"),
		Entry("of text for alternatives that are all text", required("x", &apidoc.Schema{AnyOf: []*apidoc.Schema{enum("a", "b"), typed("string", "")}}), "X string `json:\"x\"`"),
		Entry("of text for the only value", required("x", enum("thing")), "X string `json:\"x\"` // Always \"thing\"."),
		Entry("of text for a constant without a type", required("x", &apidoc.Schema{Const: []byte(`"thing"`)}), "X string `json:\"x\"` // Always \"thing\"."),
		Entry("of a number for a constant without a type", required("x", &apidoc.Schema{Const: []byte("3")}), "X int `json:\"x\"` // Always 3."),
		Entry("of a truth value for a constant without a type", required("x", &apidoc.Schema{Const: []byte("true")}), "X bool `json:\"x\"` // Always true."),
		Entry("of numbers for values without a type", required("x", &apidoc.Schema{Enum: []apidoc.EnumValue{{Value: []byte("1")}, {Value: []byte("2.5")}}}), "X float64 `json:\"x\"`"),
		Entry("of text for the only value, which stands behind what it is", required("x", with(enum("thing"), func(s *apidoc.Schema) { s.Description = "String representing the type. Objects share it." })),
			"X string `json:\"x\"` // String representing the type. Always \"thing\"."),
		Entry("named in Go's spelling", required("html_url", typed("string", "")), "HTMLURL string `json:\"html_url\"`"),
		Entry("whose name is no identifier", required("+1", typed("integer", "")), "Plus1 int `json:\"+1\"`"),
		Entry("that PK would hide", required("pK", typed("integer", "")), "PK2 int `json:\"pK\"`"),
	)

	It("that has the members of the struct which it is in is of one type, however deep, also beside others of the kind", func() {
		more := func(p apidoc.Property) *apidoc.Schema {
			return &apidoc.Schema{AllOf: []*apidoc.Schema{ref("Node"), object(p)}}
		}
		d := describe().schema("Node", object(required("name", text), optional("next", more(required("weight", typed("integer", "")))), optional("all", arrayOf(more(required("x", text)))))).
			call("getNode", "GET", "/node", nil, more(required("root", text)))

		Expect(generate(d)).To(HaveSuffix(strings.Join([]string{
			"type GetNodeResult struct {", "Name string `json:\"name\"`", "Next GetNodeResultNext `json:\"next,omitzero\"`", "All []GetNodeResultAllItem `json:\"all,omitzero\"`", "Root string `json:\"root\"`", "}", "",
			"type GetNodeResultNext struct {", "Name string `json:\"name\"`", "Next *GetNodeResultNext `json:\"next,omitzero\"`", "All []GetNodeResultAllItem `json:\"all,omitzero\"`", "Weight int `json:\"weight\"`", "}", "",
			"type GetNodeResultAllItem struct {", "Name string `json:\"name\"`", "Next GetNodeResultNext `json:\"next,omitzero\"`", "All []GetNodeResultAllItem `json:\"all,omitzero\"`", "X string `json:\"x\"`", "}", "",
		}, "\n")))
	})

	It("that no tag can name is left out with a word", func() {
		d := describe().schema("Thing", object(required("a,b", typed("string", "")), required("c", typed("string", "")))).
			call("getThing", "GET", "/thing", nil, ref("Thing"))

		Expect(generate(d)).To(ContainSubstring("// Thing lacks the members that no tag can name: a,b.\ntype Thing struct {\nC string `json:\"c\"`\n}"))
	})

	It("of errors is declared where it has a name, and the operation says with which statuses", func() {
		d := describe().schema("Fault", object(optional("reason", text))).schema("Missing", object(optional("what", text)))
		fails := func(status, media string, s *apidoc.Schema) apidoc.Response {
			return apidoc.Response{Status: status, Content: []apidoc.MediaType{{Name: media, Schema: s}}}
		}
		d.operation(apidoc.Operation{OperationSummary: apidoc.OperationSummary{ID: "getThing", Method: "GET", Path: "/thing", Summary: "Get it"}, Responses: []apidoc.Response{
			{Status: "200", Content: inJSON(text)},
			fails("404", "application/json", ref("Missing")), fails("409", "application/vnd.x+json", ref("Fault")),
			fails("410", "text/plain", text), fails("418", "application/json", object(optional("a", text))), fails("422", "application/problem+json", ref("Thing")),
			fails("5XX", "application/json", ref("Fault")), fails("default", "application/json", ref("Fault")),
		}})
		code := generate(d)

		Expect(code).To(And(HavePrefix("// Code generated by restgen from an API. DO NOT EDIT.\n\n// Package api declares the endpoints of an API.\n//\n// The errors that operations name are read by restclient.ErrorBody.\npackage api"),
			ContainSubstring("// GetThing is GET /thing: Get it. Errors: Missing (404), Fault (409, 5XX, default).\nvar GetThing")))
		Expect(code).To(ContainSubstring("type Fault struct {\nReason string `json:\"reason,omitzero\"`\n}"))
		Expect(code).NotTo(ContainSubstring("type Thing struct"))
	})

	It("of errors is left out where it leads to many that no operation needs", func() {
		fault := object()
		d := describe()
		for i := range 30 {
			d.schema(fmt.Sprint("Part", i), object(optional("x", text)))
			fault.Properties = append(fault.Properties, optional(fmt.Sprint("part", i), ref(fmt.Sprint("Part", i))))
		}
		d.schema("Fault", fault)
		operation := func(result *apidoc.Schema) apidoc.Operation {
			return apidoc.Operation{OperationSummary: apidoc.OperationSummary{ID: "getThing", Method: "GET", Path: "/thing"}, Responses: []apidoc.Response{
				{Status: "200", Content: inJSON(result)}, {Status: "default", Content: inJSON(ref("Fault"))},
			}}
		}

		Expect(generate(d.operation(operation(text)))).NotTo(ContainSubstring("Fault"))
		Expect(generate(d.operation(operation(&apidoc.Schema{Types: []string{"object"}, Properties: fault.Properties[:15]})))).To(ContainSubstring("Errors: Fault (default)."))
	})

	It("with few values is a string with constants, shared with parameters of the same name", func() {
		d := describe().schema("Thing", object(required("state", enum("on", "off-line", "", "3d", "OFF_LINE")))).
			call("getThings", "GET", "/things", nil, arrayOf(ref("Thing")), inQuery("state", enum("on", "off-line", "", "3d", "OFF_LINE")))

		code := generate(d)

		Expect(code).To(ContainSubstring("State ThingState `json:\"state\"`"))
		Expect(code).To(ContainSubstring("State ThingState `query:\"state,omitempty\"`"))
		Expect(code).To(ContainSubstring("type ThingState string\n\nconst (\n" +
			"ThingStateOn ThingState = \"on\"\nThingStateOffLine ThingState = \"off-line\"\nThingStateOther ThingState = \"\"\n" +
			"ThingState3d ThingState = \"3d\"\nThingStateOffLine2 ThingState = \"OFF_LINE\"\n)"))
	})

	It("of itself is a pointer, directly, around a corner, but not in a list", func() {
		d := describe().
			schema("A", object(required("a", ref("A")), required("b", ref("B")), required("as", arrayOf(ref("A"))))).
			schema("B", object(required("a", ref("A")), required("c", ref("C")))).
			schema("C", object(required("n", typed("integer", "")))).
			call("getA", "GET", "/a", nil, ref("A"))

		code := generate(d)

		Expect(code).To(ContainSubstring("A *A `json:\"a\"`\nB *B `json:\"b\"`\nAs []A `json:\"as\"`"))
		Expect(code).To(ContainSubstring("type B struct {\nA *A `json:\"a\"`\nC C `json:\"c\"`\n}"))
	})

	It("of a list of itself is raw JSON at the second turn", func() {
		d := describe().schema("Tree", arrayOf(ref("Tree"))).call("getTree", "GET", "/tree", nil, ref("Tree"))

		Expect(generate(d)).To(ContainSubstring("var GetTree = restclient.RestEndpoint[restclient.None, []json.RawMessage](\"/tree\")"))
	})

	It("of allOf has the fields of all, required by any", func() {
		base := object(optional("id", typed("integer", "")), optional("name", typed("string", "")))
		whole := &apidoc.Schema{AllOf: []*apidoc.Schema{ref("Base"), {Properties: []apidoc.Property{optional("size", typed("integer", ""))}}}, Required: []string{"name"}}
		d := describe().schema("Base", base).schema("Whole", whole).call("getWhole", "GET", "/whole", nil, ref("Whole"))

		Expect(generate(d)).To(ContainSubstring("type Whole struct {\nID int `json:\"id,omitzero\"`\nName string `json:\"name\"`\nSize int `json:\"size,omitzero\"`\n}"))
	})

	It("of allOf that several parts describe has the fields of all of them", func() {
		base := object(optional("spec", object(optional("id", typed("integer", "")), optional("name", typed("string", "")))))
		more := object(optional("spec", object(optional("name", typed("string", "")), optional("size", typed("integer", "")))))
		d := describe().schema("Base", base).schema("Whole", &apidoc.Schema{AllOf: []*apidoc.Schema{ref("Base"), more}}).call("getWhole", "GET", "/whole", nil, ref("Whole"))

		Expect(generate(d)).To(ContainSubstring("type WholeSpec struct {\nID int `json:\"id,omitzero\"`\nName string `json:\"name,omitzero\"`\nSize int `json:\"size,omitzero\"`\n}"))
	})

	It("of allOf that several parts describe has all fields of the objects in lists, however deep", func() {
		rules := func(p apidoc.Property) *apidoc.Schema {
			return object(optional("spec", object(optional("rules", arrayOf(object(optional("when", object(p))))))))
		}
		whole := &apidoc.Schema{AllOf: []*apidoc.Schema{ref("Base"), rules(optional("b", text))}}
		d := describe().schema("Base", rules(optional("a", text))).schema("Whole", whole).call("getWhole", "GET", "/whole", nil, ref("Whole"))

		Expect(generate(d)).To(ContainSubstring("When struct {\nA string `json:\"a,omitzero\"`\nB string `json:\"b,omitzero\"`\n}"))
	})
})

var _ = Describe("An operation with HEAD", func() {
	It("has no result, whatever the description says of its content", func() {
		code := generate(describe().call("hasThing", "HEAD", "/thing", nil, object(required("id", text))))

		Expect(code).To(ContainSubstring("var HasThing = restclient.RestEndpoint[restclient.None, restclient.None](\"/thing\",\nrestclient.WithMethod(\"HEAD\"))"))
	})
})

var _ = Describe("An operation that answers with a redirect", func() {
	answering := func(statuses ...string) string {
		op := apidoc.Operation{OperationSummary: apidoc.OperationSummary{ID: "go", Method: "GET", Path: "/go"}}
		for _, status := range statuses {
			r := apidoc.Response{Status: status}
			if !strings.HasPrefix(status, "3") {
				r.Content = inJSON(ref("Problem"))
			}
			op.Responses = append(op.Responses, r)
		}
		return generate(describe().schema("Problem", object(required("title", text))).operation(op))
	}

	It("has no result, where all else is failures", func() {
		code := answering("302", "default")

		Expect(code).To(ContainSubstring("// Go is GET /go. It redirects to what is not described.\nvar Go = restclient.RestEndpoint[restclient.None, restclient.None](\"/go\")"))
	})

	It("has that of its success", func() {
		Expect(answering("200", "302")).To(ContainSubstring("restclient.RestEndpoint[restclient.None, Problem]"))
	})
})
