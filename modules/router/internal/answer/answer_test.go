package answer_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
)

// dashes writes a value between dashes, as a media type.
type dashes string

func (d dashes) MediaType() string { return string(d) }

func (dashes) Encode(w io.Writer, v any) error {
	_, err := fmt.Fprintf(w, "-%v-", v)
	return err
}

// broken cannot write anything.
type broken struct{ dashes }

func (broken) Encode(io.Writer, any) error { return errors.New("broken") }

var _ = Describe("A result", func() {
	DescribeTable("is written in the format that the client prefers",
		func(encoders []answer.Encoder, value any, accept, mediaType, data string) {
			body, err := answer.New(encoders).Encode(nil, value, []string{accept})

			Expect(err).NotTo(HaveOccurred())
			Expect(body.MediaType).To(Equal(mediaType))
			Expect(string(body.Data)).To(Equal(data))
		},
		Entry("JSON for those who take anything", nil, []int{1}, "*/*", "application/json", "[1]"),
		Entry("text for those who ask for it", nil, "a", "text/plain", "text/plain; charset=utf-8", "a"),
		Entry("text as JSON otherwise", nil, "a", "*/*", "application/json", `"a"`),
		Entry("by an encoder", []answer.Encoder{dashes("a/b")}, 1, "a/b", "a/b", "-1-"),
		Entry("by an encoder in place of JSON", []answer.Encoder{dashes(answer.JSON)}, 1, "*/*", "application/json", "-1-"),
		Entry("by the first of two encoders of a type", []answer.Encoder{dashes("a/b"), broken{"a/b"}}, 1, "a/b", "a/b", "-1-"),
	)

	It("stands behind what the buffer holds", func() {
		formats := answer.New([]answer.Encoder{dashes("a/b")})
		buffer := make([]byte, 0, 16)

		for _, accept := range []string{"application/json", "text/plain", "a/b"} {
			body, err := formats.Encode(buffer, "x", []string{accept})

			Expect(err).NotTo(HaveOccurred())
			Expect(reflect.ValueOf(body.Data).Pointer()).To(Equal(reflect.ValueOf(buffer).Pointer()), accept)
		}
	})

	It("varies where there are several formats", func() {
		one, _ := answer.New(nil).Encode(nil, 1, nil)
		two, _ := answer.New(nil).Encode(nil, "a", nil)

		Expect([]bool{one.Varies, two.Varies}).To(Equal([]bool{false, true}))
	})

	DescribeTable("is refused",
		func(value any, accept, why string) {
			_, err := answer.New([]answer.Encoder{broken{"a/b"}}).Encode(nil, value, []string{accept})

			Expect(err).To(MatchError(why))
		},
		Entry("in a format that there is not", 1, "image/png", "406 the answer is one of [application/json a/b]"),
		Entry("by its encoder", 1, "a/b", "encode int as a/b: broken"),
		Entry("as bytes, which JSON would send as base64", []byte("a"), "*/*", "render []uint8 would be sent as base64 in JSON: return router.Bytes, JSON is a json.RawMessage, and text a string"),
		Entry("as a reader, which nobody reads", strings.NewReader("a"), "*/*", "render *strings.Reader would not be read: return router.Content where it can be sought, or copy it to c.ResponseWriter()"),
	)
})

var _ = Describe("A type", func() {
	DescribeTable("is one that JSON cannot write",
		func(t reflect.Type, why string) {
			Expect(answer.Unencodable(t)).To(Equal(why))
		},
		Entry("not a struct", reflect.TypeFor[struct{ A int }](), ""),
		Entry("a channel", reflect.TypeFor[[]chan int](), "chan int is no data"),
		Entry("with keys that are no text", reflect.TypeFor[map[float64]int](), "map[float64]int has keys that are no text"),
		Entry("with a member that is a function", reflect.TypeFor[struct{ A func() }](), "member A: func() is no data"),
	)
})

// spoken has its methods on the pointer, printed has not.
type (
	spoken  struct{}
	printed int
)

func (*spoken) MarshalText() ([]byte, error) { return []byte("spoken"), nil }
func (printed) MarshalText() ([]byte, error) { return []byte("printed"), nil }

// leaf holds itself.
type leaf struct {
	Leaves map[string]leaf
	Word   spoken
}

var _ = Describe("A type with methods on its pointer", func() {
	const why = "the method for JSON of answer_test.spoken has a pointer receiver, and values of maps and of router.Opt have no address: let it have a value receiver, or the map pointers"

	DescribeTable("is described as it is not written",
		func(t reflect.Type, want string) {
			Expect(answer.Unwritten(t)).To(Equal(want))
		},
		Entry("in a map", reflect.TypeFor[map[string]spoken](), why),
		Entry("in a member of what is in a map", reflect.TypeFor[struct {
			A map[string]struct{ B [1]spoken }
		}](), "member A: member B: "+why),
		Entry("in a type that holds itself in a map", reflect.TypeFor[leaf](), "member Leaves: member Word: "+why),
		Entry("and not in a list in a map", reflect.TypeFor[map[string][]spoken](), ""),
		Entry("nor behind a pointer", reflect.TypeFor[map[string]*spoken](), ""),
		Entry("nor behind an embedded pointer", reflect.TypeFor[map[string]struct{ *leafless }](), ""),
		Entry("nor in a member", reflect.TypeFor[struct{ A spoken }](), ""),
		Entry("nor when its methods have values", reflect.TypeFor[map[string]printed](), ""),
	)

	It("is written by them wherever it stands alone", func() {
		formats := answer.New(nil)
		for _, value := range []any{spoken{}, &spoken{}, []spoken{{}}, [1]spoken{}, struct{ A spoken }{}} {
			body, err := formats.Encode(nil, value, nil)
			Expect(err).NotTo(HaveOccurred())
			line, err := formats.Append(nil, value)
			Expect(err).NotTo(HaveOccurred())

			Expect(string(body.Data)).To(ContainSubstring(`"spoken"`))
			Expect(string(line)).To(Equal(string(body.Data)))
		}
	})
})

type leafless struct{ Word spoken }

var _ = Describe("Encoders", func() {
	It("have mistakes that are told", func() {
		Expect(answer.Mistakes([]answer.Encoder{nil, dashes("cbor"), dashes("a/b")})).To(Equal([]string{
			"an encoder is nil", `encoder answer_test.dashes: "cbor" is no media type such as application/cbor`,
		}))
	})
})
