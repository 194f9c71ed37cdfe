package restclient_test

import (
	"encoding/json"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// lenient is encoding/json: it finds members whatever the case of their names,
// and escapes what HTML would read as a tag.
type lenient struct{}

func (lenient) Marshal(v any) ([]byte, error)      { return json.Marshal(v) }
func (lenient) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }

var errCodec = errors.New("not with me")

// refusing is the default codec but for what it refuses.
type refusing struct {
	restclient.Codec
	marshal, unmarshal error
}

func (c refusing) Marshal(v any) ([]byte, error) {
	if c.marshal != nil {
		return nil, c.marshal
	}
	return c.Codec.Marshal(v)
}

func (c refusing) Unmarshal(data []byte, v any) error {
	if c.unmarshal != nil {
		return c.unmarshal
	}
	return c.Codec.Unmarshal(data, v)
}

var _ = Describe("WithCodec", func() {
	DescribeTable("has entities read by the codec, alone and in lists",
		func(ctx SpecContext, body string, read func(*restclient.Bound[Todo, int, TodoFilter]) (string, error)) {
			server := newRecorder()
			server.answers(200, "application/json", body)

			title, err := read(Todos.On(start(server, restclient.WithCodec(lenient{}))))
			Expect(err).NotTo(HaveOccurred())
			Expect(title).To(Equal("read"))

			title, _ = read(Todos.On(start(server)))
			Expect(title).To(BeEmpty(), "the default tells names apart by their case")
		},
		Entry("one", `{"id":7,"Title":"read"}`, func(todos *restclient.Bound[Todo, int, TodoFilter]) (string, error) {
			todo, err := todos.Get(GinkgoT().Context(), 7)
			return todo.Title, err
		}),
		Entry("a list", `[{"id":7,"TITLE":"read"}]`, func(todos *restclient.Bound[Todo, int, TodoFilter]) (string, error) {
			list, err := todos.List(GinkgoT().Context(), TodoFilter{})
			return list.At(0).Title, err
		}),
	)

	It("has bodies written by the codec", func(ctx SpecContext) {
		server := newRecorder()

		_, err := Todos.On(start(server, restclient.WithCodec(lenient{}))).Create(ctx, TodoFilter{}, Todo{Title: "<b>"})
		Expect(err).NotTo(HaveOccurred())
		Expect(server.lastBody()).To(ContainSubstring(`"title":"\u003cb\u003e"`))

		_, err = Todos.On(start(server)).Create(ctx, TodoFilter{}, Todo{Title: "<b>"})
		Expect(err).NotTo(HaveOccurred())
		Expect(server.lastBody()).To(ContainSubstring(`"title":"<b>"`))
	})

	It("reports what the codec cannot read as an answer that cannot be decoded", func(ctx SpecContext) {
		server := newRecorder(Todo{ID: 7, Title: "kept"})
		todos := Todos.On(start(server, restclient.WithCodec(refusing{Codec: restclient.JSON(), unmarshal: errCodec})))

		_, err := todos.Get(ctx, 7)

		var failed *restclient.Error
		Expect(errors.As(err, &failed)).To(BeTrue())
		Expect(failed).To(And(HaveField("Kind", restclient.KindDecode), HaveField("Status", 200), HaveField("Op", "Todo.get")))
		Expect(err).To(MatchError(errCodec))
	})

	It("sends nothing that the codec cannot write", func(ctx SpecContext) {
		server := newRecorder()
		todos := Todos.On(start(server, restclient.WithCodec(refusing{Codec: restclient.JSON(), marshal: errCodec})))

		_, err := todos.Create(ctx, TodoFilter{}, Todo{Title: "new"})

		var failed *restclient.Error
		Expect(errors.As(err, &failed)).To(BeTrue())
		Expect(failed).To(And(HaveField("Kind", restclient.KindArgument), HaveField("OutcomeUnknown", false)))
		Expect(err).To(MatchError(errCodec))
		Expect(server.seen()).To(BeEmpty())
	})

	It("refuses no codec", func() {
		_, err := restclient.New(httptransport.InProcess(newRecorder()), restclient.WithCodec(nil))

		Expect(err).To(MatchError("restclient: nil clock or codec"))
	})
})
