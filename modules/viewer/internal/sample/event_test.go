package sample_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

var _ = DescribeTable("Written writes a stream of events as it is sent:",
	func(ctx SpecContext, value, want string) {
		m := &apidoc.MediaType{Name: "text/event-stream; charset=utf-8"}

		language, text := sample.Written(shape.New(ctx, document(nil)), m, json.RawMessage(value))

		Expect([]string{language, text}).To(Equal([]string{"text", want}))
	},
	Entry("an event with all its fields", `{"retry":5,"data":"a","event":"add","id":"1","more":2}`, "id: 1\nevent: add\nretry: 5\ndata: a"),
	Entry("data of several lines", `{"data":"a\nb\r\nc\rd"}`, "data: a\ndata: b\ndata: c\ndata: d"),
	Entry("data that is JSON in a text", `{"data":"{\"id\":1}"}`, `data: {"id":1}`),
	Entry("data that is JSON", `{"data":{ "id": 1 }}`, `data: {"id":1}`),
	Entry("an object that is no event", `{ "id": 1 }`, `data: {"id":1}`),
	Entry("an id of several lines, which no event can have", `{"id":"1\n2\u0000","data":""}`, "id: 1\ndata: "),
	Entry("a list of events", `[{"data":"a"},{"data":"b"}]`, "data: a\n\ndata: b"),
	Entry("a stream that is written already", `"event: x\ndata: y\n\n"`, "event: x\ndata: y\n\n"),
)

var _ = DescribeTable("Written writes lines of JSON as they are sent:",
	func(ctx SpecContext, media, value, want string) {
		language, text := sample.Written(shape.New(ctx, document(nil)), &apidoc.MediaType{Name: media}, json.RawMessage(value))

		Expect([]string{language, text}).To(Equal([]string{"json", want}))
	},
	Entry("a list of values", "application/jsonl", `[ {"a": 1}, "b" ]`, "{\"a\":1}\n\"b\""),
	Entry("a list of another name", "application/x-ndjson; charset=utf-8", `[1,2]`, "1\n2"),
	Entry("lines that are written already", "application/jsonl", `"{\"a\":1}\n{\"a\":2}\n"`, "{\"a\":1}\n{\"a\":2}\n"),
	Entry("one of them, to be read", "application/jsonl", `{"a":1}`, "{\n  \"a\": 1\n}"),
	Entry("a list that is one value of JSON", "application/json", `[1]`, "[\n  1\n]"),
)
