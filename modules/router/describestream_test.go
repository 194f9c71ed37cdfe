package router_test

import (
	"iter"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

func watchUsers(*router.Context) iter.Seq2[router.Event, error] {
	return func(func(router.Event, error) bool) {}
}

// shade is text that is sent as JSON.
type shade string

// typedEvents is a function with one event.
func typedEvents[T any](data T) *router.Function {
	return router.SSE(func(*router.Context) iter.Seq2[router.EventOf[T], error] { return one(router.EventOf[T]{Data: data}) })
}

// streamItem is what the description says of one part of GET /x.
func streamItem(fn *router.Function, mediaType, keyword string, opts ...router.Option) any {
	GinkgoHelper()
	f := newFixture(append(opts, router.WithDocument("/openapi.json"))...)
	register(f, "GET /x", fn)
	return at(parse(f.get("/openapi.json").Body.String()), "paths", "/x", "get", "responses", "200", "content", mediaType, keyword)
}

var _ = Describe("The description of a stream", func() {
	DescribeTable("says what the data of its events is",
		func(item string, settings ...router.Setting) {
			fn := router.With(router.SSE(watchUsers), settings...)

			Expect(streamItem(fn, "text/event-stream", "x-itemSchema")).To(Equal(parse(item)))
			Expect(streamItem(fn, "text/event-stream", "itemSchema", router.WithOpenAPI("3.2.0"))).To(Equal(parse(item)))
			Expect(streamItem(fn, "text/event-stream", "schema")).To(Equal(parse(`{"type": "string"}`)))
		},
		Entry("text unless it says more", `{"type": "object", "properties": {
			"id": {"type": "string"}, "event": {"type": "string"}, "data": {"type": "string"}, "retry": {"type": "integer", "minimum": 0}}}`),
		Entry("JSON of a type", `{"type": "object", "required": ["data"], "properties": {
			"id": {"type": "string"}, "event": {"type": "string"}, "retry": {"type": "integer", "minimum": 0},
			"data": {"type": "string", "contentMediaType": "application/json", "contentSchema": {"$ref": "#/components/schemas/user"}}}}`,
			router.EventType[user]()),
		Entry("of a type for each name", `{"anyOf": [
			{"type": "object", "required": ["event", "data"], "properties": {
				"id": {"type": "string"}, "event": {"type": "string", "const": "moved"}, "retry": {"type": "integer", "minimum": 0},
				"data": {"type": "string", "contentMediaType": "application/json", "contentSchema": {"$ref": "#/components/schemas/user"}}}},
			{"type": "object", "required": ["event"], "properties": {
				"id": {"type": "string"}, "event": {"type": "string", "const": "said"}, "retry": {"type": "integer", "minimum": 0}, "data": {"type": "string"}}}]}`,
			router.EventType[user]("moved"), router.EventType[string]("said")),
	)

	It("says what the data of typed events is", func() {
		fn := router.SSE(func(*router.Context) iter.Seq2[router.EventOf[*user], error] { return one(router.EventOf[*user]{}) })
		item := parse(`{"type": "object", "required": ["data"], "properties": {
			"id": {"type": "string"}, "event": {"type": "string"}, "retry": {"type": "integer", "minimum": 0},
			"data": {"type": "string", "contentMediaType": "application/json", "contentSchema": {"$ref": "#/components/schemas/user"}}}}`)

		Expect(streamItem(fn, "text/event-stream", "x-itemSchema")).To(Equal(item))
		Expect(streamItem(fn, "text/event-stream", "itemSchema", router.WithOpenAPI("3.2.0"))).To(Equal(item))
	})

	DescribeTable("says whether the data of typed events is text",
		func(fn *router.Function, data string) {
			Expect(streamItem(fn, "text/event-stream", "x-itemSchema")).To(HaveKeyWithValue("properties", HaveKeyWithValue("data", parse(data))))
		},
		Entry("which a string is", typedEvents(""), `{"type": "string"}`),
		Entry("which bytes are", typedEvents([]byte(nil)), `{"type": "string"}`),
		Entry("which a type of strings is not", typedEvents(shade("")), `{"type": "string", "contentMediaType": "application/json", "contentSchema": {"type": "string"}}`),
	)

	It("of lines has the type of a line", func() {
		lines := router.NDJSON(func(*router.Context) iter.Seq2[[]user, error] { return one[[]user](nil) })

		Expect(streamItem(lines, "application/x-ndjson", "x-itemSchema")).To(Equal(parse(`{"type": "array", "items": {"$ref": "#/components/schemas/user"}}`)))
	})

	It("of lines has null where a pointer may be nil, which the environment of tests compares with", func() {
		lines := router.NDJSON(func(*router.Context) iter.Seq2[*int, error] { return one[*int](nil) })
		f := newFixture(router.WithEnvironment(router.Test))
		register(f, "GET /x", lines)

		Expect(f.get("/x").Body.String()).To(Equal("null\n"))
		Expect(streamItem(lines, "application/x-ndjson", "x-itemSchema")).To(HaveKeyWithValue("type", []any{"integer", "null"}))
	})

	It("is that of no parts where the route is for HEAD, which starts in the environment of tests", func() {
		for _, fn := range []*router.Function{typedEvents(1), router.NDJSON(func(*router.Context) iter.Seq2[int, error] { return one(1) })} {
			f := newFixture(router.WithEnvironment(router.Test))
			register(f, "HEAD /x", fn)

			Expect(f.do("HEAD", "/x", "").Code).To(Equal(200))
		}
	})

	It("is asked for at functions with events only", func() {
		f := newFixture()
		register(f, "GET /x", router.With(list, router.EventType[user]()))

		Expect(f.mistakes()).To(ConsistOf(HaveSuffix("EventType is for functions that return router.Events")))
	})

	It("is not asked for at functions with typed events", func() {
		f := newFixture()
		register(f, "GET /x", router.With(typedEvents(user{}), router.EventType[user]()))

		Expect(f.mistakes()).To(ConsistOf(HaveSuffix("EventType is for functions that return router.Events")))
	})
})
