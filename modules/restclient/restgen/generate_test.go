package restgen_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

var _ = Describe("Generate", func() {
	It("gives the same bytes each time", func(ctx SpecContext) {
		first, err := restgen.Generate(ctx, todos().document())
		Expect(err).NotTo(HaveOccurred())

		for range 20 {
			next, err := restgen.Generate(ctx, todos().document())
			Expect(err).NotTo(HaveOccurred())
			Expect(string(next)).To(Equal(string(first)))
		}
	})

	It("keeps the operations of a tag, and only the types that they need", func() {
		d := todos()
		d.schema("Cat", object(optional("lives", number))).operation(apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{ID: "cat", Method: "GET", Path: "/cat", Tags: []string{"cats"}},
			Responses:        []apidoc.Response{{Status: "200", Content: inJSON(ref("Cat"))}},
		})
		d.outline.Tags = []apidoc.Tag{{Name: "cats"}}

		code := generate(d, restgen.WithTags("cats"))

		Expect(code).To(ContainSubstring("type Cat struct"))
		Expect(code).NotTo(ContainSubstring("Todo"))
	})

	It("keeps the operations that are named", func() {
		code := generate(todos(), restgen.WithOperations("listTodos"))

		Expect(code).To(ContainSubstring("var ListTodos = "))
		Expect(code).NotTo(ContainSubstring("PATCH"))
	})

	It("writes the prefix into every declaration", func() {
		code := generate(todos(), restgen.WithURLPrefix("https://api.test/v1"))

		Expect(code).To(ContainSubstring(`const URLPrefix = "https://api.test/v1"`))
		Expect(code).To(ContainSubstring("restclient.WithURLPrefix(URLPrefix), restclient.WithPaginationField(\"page\"))"))
	})

	It("tells the first server that is absolute", func() {
		d := todos()
		d.outline.Servers = []apidoc.Server{{URL: "/v1"}, {URL: "https://{region}.test/v1/", Variables: []apidoc.ServerVariable{{Name: "region", Default: "eu"}}}}

		Expect(generate(d)).To(ContainSubstring(`const BaseURL = "https://eu.test/v1"`))
	})

	It("marks what is deprecated", func() {
		op := apidoc.OperationSummary{ID: "old", Method: "GET", Path: "/old", Deprecated: true}

		Expect(generate(describe().operation(apidoc.Operation{OperationSummary: op}))).To(ContainSubstring("// Old is GET /old.\n//\n// Deprecated: the description says so.\nvar Old"))
	})

	It("names schemas as it is told", func() {
		code := generate(todos(), restgen.WithTypeNames(map[string]string{"Todo": "Task"}))

		Expect(code).To(ContainSubstring("// Task is the schema Todo.\ntype Task struct"))
		Expect(code).To(ContainSubstring("restclient.CreateResource[Task, int64, TaskFilter]"))
	})

	It("keeps names apart, the description's order deciding", func() {
		d := describe().schema("pet", object(required("a", number))).schema("Pet", object(required("b", number))).
			call("get-pet", "GET", "/1", nil, ref("pet")).call("getPet", "GET", "/2", nil, ref("Pet")).call("", "GET", "/2/{id}", nil, nil).call("BaseURL", "GET", "/3", nil, nil)

		code := generate(d)

		Expect(code).To(ContainSubstring("type Pet struct {\nA int64"))
		Expect(code).To(ContainSubstring("type Pet2 struct {\nB int64"))
		Expect(code).To(ContainSubstring("var GetPet2 = restclient.RestEndpoint[restclient.None, Pet2](\"/2\")"))
		Expect(code).To(ContainSubstring("var Get2ByID = "))
		Expect(code).To(ContainSubstring("var BaseURL2 = "))
	})

	It("goes on without an operation that cannot be read", func() {
		d := todos()
		d.operations["/paths/0"] = nil

		Expect(generate(d)).To(ContainSubstring("// No declaration for GET /todos. It cannot be read:"))
	})

	DescribeTable("refuses",
		func(opt restgen.Option, message string) {
			_, err := restgen.Generate(context.Background(), todos().document(), opt)

			Expect(err).To(MatchError(message))
		},
		Entry("what is no package", restgen.WithPackage("my api"), `restgen: "my api" is not the name of a package`),
		Entry("a keyword", restgen.WithPackage("func"), `restgen: "func" is not the name of a package`),
		Entry("a tag that is not there", restgen.WithTags("ghost"), `restgen: the description has no tag "ghost"`),
		Entry("an operation that is not there", restgen.WithOperations("ghost"), `restgen: the description has no operation "ghost"`),
		Entry("a name for a schema that is not there", restgen.WithTypeNames(map[string]string{"Ghost": "A"}), `restgen: the description has no schema "Ghost"`),
		Entry("a name that is not exported", restgen.WithTypeNames(map[string]string{"Todo": "todo"}), `restgen: "todo" is not a name for the type of schema "Todo": use an exported identifier`),
		Entry("one name for two", restgen.WithTypeNames(map[string]string{"Todo": "A", "Draft": "A"}), `restgen: the schemas "Draft" and "Todo" cannot both be named A`),
		Entry("the name of a constant", restgen.WithTypeNames(map[string]string{"Todo": "BaseURL"}), `restgen: the name BaseURL of schema "Todo" is that of a constant`),
	)

	It("refuses no document, and one without operations", func(ctx SpecContext) {
		_, err := restgen.Generate(ctx, nil)
		Expect(err).To(MatchError("restgen: nil Document"))
		_, err = restgen.Generate(ctx, describe().document())
		Expect(err).To(MatchError("restgen: no operation passes the filter, of 0"))
	})

	It("ends with its context", func(ctx SpecContext) {
		ended, cancel := context.WithCancelCause(ctx)
		cancel(errors.New("enough"))

		_, err := restgen.Generate(ended, todos().document())

		Expect(err).To(MatchError("restgen: read the description: enough"))
	})

	DescribeTable("takes the first sentence of a text into a comment",
		func(text, want string) {
			thing := object(required("a", &apidoc.Schema{Types: []string{"string"}, Description: text}))

			code := generate(describe().schema("Thing", thing).call("x", "GET", "/a", nil, ref("Thing")))

			Expect(code).To(ContainSubstring("A string `json:\"a\"`" + want + "\n}"))
		},
		Entry("of several", "Says what it is. Says more.", " // Says what it is."),
		Entry("with an abbreviation", "Some of them (e.g. Two or i.e. Three) count. Others do not.", " // Some of them (e.g. Two or i.e. Three) count."),
		Entry("below headings", "## A\n\n### B\nSays what it is.", " // Says what it is."),
		Entry("and not a heading alone", "# A thing", ""),
		Entry("before a list", "One of\n- a: the first\n- b: the second", " // One of"),
		Entry("with a list that completes it", "One of:\n- a\n- b\n\nSays more.", " // One of: - a - b"),
		Entry("before a heading", "Says it\n## More\nof it", " // Says it"),
		Entry("without markup", "A **b** &mdash; [c](https://c.test) &lt;d&gt; <br/>e", " // A b — c <d> e"),
	)

	DescribeTable("lets no text out of its comment or literal",
		func(text string) {
			thing := object(required("a", &apidoc.Schema{Types: []string{"string"}, Description: text}), required(text, number))
			thing.Description = text
			d := describe().schema("Thing", thing).schema(text, object(required("b", enum(text, "b")))).
				call(text, "GET", "/a", nil, ref("Thing"), inQuery(text, number)).
				call("x", "POST", "/b", ref(text), ref("Thing")).
				operation(apidoc.Operation{OperationSummary: apidoc.OperationSummary{ID: "y", Method: "GET", Path: "/c/{" + text + "}", Summary: text}, Description: text})
			d.outline.Info = apidoc.Info{Title: text, Version: text, Description: text}
			d.outline.SecuritySchemes = []apidoc.SecurityScheme{{Name: text, Type: apidoc.APIKey, ParameterName: text}}

			Expect(generate(d)).NotTo(MatchRegexp(`(?m)^\s*(func init|//go:|// \+build)`))
		},
		Entry("the end of a comment", "*/ func init() { panic(1) } /*"),
		Entry("new lines", "a\nfunc init() { panic(1) }\r\nvar x = 1\u2028func init() {}"),
		Entry("new lines as HTML has them", "a&#10;func init() { panic(1) }&NewLine;//go:build ignore"),
		Entry("backticks and quotes", "`\"'\\` + `x"),
		Entry("orders to the compiler", "\n//go:build ignore\n// +build ignore\n//go:embed /etc/passwd"),
		Entry("bytes that no source holds", "a\x00b\ufeffc\xff\xfe"),
		Entry("a keyword", "func"),
		Entry("other scripts", "名前 größe ʼn ǆ ١"),
		Entry("nothing", ""),
		Entry("a lot", strings.Repeat("word ", 5000)),
	)
})

func ExampleGenerate() {
	document := todos().document()

	code, err := restgen.Generate(context.Background(), document, restgen.WithPackage("todo"), restgen.WithOperations("getTodo", "dropTodo"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(code))
	// Output:
	// // Code generated by restgen from an API. DO NOT EDIT.
	//
	// // Package todo declares the endpoints of an API.
	// package todo
	//
	// import (
	// 	"github.com/trefoil-go/trefoil/modules/restclient"
	// )
	//
	// type Todo struct {
	// 	ID    int64  `json:"id,omitzero"`
	// 	Title string `json:"title"`
	// }
	//
	// // PK returns the primary key.
	// func (e Todo) PK() int64 { return e.ID }
	//
	// // Todos is the resource at /todos/{todoId}, of which the description has:
	// //
	// //   - Get: GET /todos/{todoId}.
	// //   - Delete: DELETE /todos/{todoId}.
	// var Todos = restclient.CreateResource[Todo, int64, restclient.None]("/todos/:todoId")
}
