package sample_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const plainProblem = "{type: object, properties: {type: {type: string, format: uri}, title: {type: string}, status: {type: integer}, detail: {type: string}}}"

var _ = DescribeTable("A problem tells of its response what its schema accepts",
	func(ctx SpecContext, mediaType, status, detail, schema, want string) {
		doc, err := openapi.FromContent("openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {S: " + schema + "}}\n").Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		p := sample.ProblemOf(mediaType, sample.StatusOf(status, 500), detail)

		made := sample.Make(shape.New(ctx, doc), &apidoc.Schema{Ref: "#/components/schemas/S"}, sample.Options{To: sample.Response, Problem: p}).JSON

		Expect(made).To(MatchJSON(want))
	},
	Entry("the status", "application/problem+json", "404", "", plainProblem, `{"type":"about:blank","title":"Not Found","status":404,"detail":"string"}`),
	Entry("what is wrong", "Application/Problem+JSON; charset=utf-8", "422", "no name", plainProblem, `{"type":"about:blank","title":"Unprocessable Entity","status":422,"detail":"no name"}`),
	Entry("a status of a range", "application/problem+xml", "4XX", "", plainProblem, `{"type":"about:blank","title":"Bad Request","status":400,"detail":"string"}`),
	Entry("in parts", "application/problem+json", "409", "", "{allOf: [{properties: {status: {type: integer}}}, {type: object, properties: {title: {type: string}}}]}", `{"status":409,"title":"Conflict"}`),
	Entry("but not what the description gives", "application/problem+json", "404", "", "{type: object, properties: {title: {type: string, examples: [Gone]}, status: {type: integer, default: 410}}}", `{"title":"Gone","status":410}`),
	Entry("but not what the schema refuses", "application/problem+json", "404", "", "{type: object, properties: {title: {type: integer}, status: {type: string, maxLength: 3}}}", `{"title":1,"status":"str"}`),
	Entry("but not below the top", "application/problem+json", "404", "", "{type: object, properties: {inner: {type: object, properties: {status: {type: integer}}}}}", `{"inner":{"status":1}}`),
	Entry("a status of those that are not described", "application/problem+json", "default", "", "{type: object, properties: {status: {type: integer}}}", `{"status":500}`),
	Entry("but not of a success", "application/problem+json", "200", "", "{type: object, properties: {status: {type: integer}}}", `{"status":1}`),
	Entry("but not in other bodies", "application/json", "404", "", "{type: object, properties: {status: {type: integer}}}", `{"status":1}`),
)
