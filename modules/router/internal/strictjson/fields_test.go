//lint:file-ignore SA5008 the odd tags are what the specs are about

package strictjson_test

import (
	"encoding/json"
	"net/netip"
	"reflect"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

var _ = Describe("Fields", func() {
	type deep struct{ A, B, Only int }
	type left struct {
		deep
		A int
		C int `json:"c"`
	}
	type right struct {
		B int
		C int
		D int `json:",omitempty"`
	}
	type both struct {
		left
		*right
		E string `json:"A"`
	}
	type odd struct {
		Quote  int `json:"a'b"` // no name for encoding/json
		Slash  int `json:"a/b c"`
		Hidden int `json:"-"`
		Dash   int `json:"-,"`
	}

	DescribeTable("are those that encoding/json writes",
		func(v any) {
			data, err := json.Marshal(v)
			Expect(err).NotTo(HaveOccurred())

			var names []string
			for _, f := range strictjson.Fields(reflect.TypeOf(v)) {
				names = append(names, f.Name)
			}

			Expect(names).To(Equal(memberNames(string(data))))
		},
		Entry("promoted and hidden", both{right: &right{D: 1}}),
		Entry("of one embedded struct", left{}),
		Entry("with odd names", odd{}),
		Entry("of all sorts", everything{
			promoted: promoted{City: "x"}, Reached: &Reached{1}, Bool: true, Int: 1, Int8: 1, Uint: 1, Uint16: 1, Float: 1, Float32: 1, String: "x",
			Bytes: []byte{1}, Number: "1", Raw: json.RawMessage("1"), Any: 1, Time: time.Unix(1, 0), Addr: netip.IPv6Loopback(), Level: 1, List: []*promoted{nil},
			Map: map[string]promoted{"a": {}}, Ints: map[int8][]string{1: nil}, Uints: map[uint16]bool{1: true}, Addrs: map[netip.Addr]any{netip.IPv6Loopback(): 1},
			QInt: 1, QBool: true, QString: "x", QList: []int{1}, Levels: map[level]level{1: 1}, Matrix: [][]float32{nil}, Anything: map[string]any{"a": 1},
			Names: map[string]map[string]int{"a": nil},
		}),
	)

	DescribeTable("are required",
		func(tag string, t reflect.Type, want bool) {
			s := reflect.StructOf([]reflect.StructField{{Name: "V", Type: t, Tag: reflect.StructTag(tag)}})

			Expect(strictjson.Members(s)[0].Required()).To(Equal(want))
		},
		Entry("as they are", `json:"v"`, reflect.TypeFor[[]int](), true),
		Entry("not when they may be left out", `json:"v,omitempty"`, reflect.TypeFor[int](), false),
		Entry("not when zero may be left out", `json:"v,omitzero"`, reflect.TypeFor[int](), false),
		Entry("not as a pointer", `json:"v"`, reflect.TypeFor[*int](), false),
		Entry("not as an optional value", `json:"v"`, reflect.TypeFor[maybe[int]](), false),
		Entry("not with a default", `json:"v" default:"1"`, reflect.TypeFor[int](), false),
		Entry("not when they say so", `json:"v" required:"false"`, reflect.TypeFor[int](), false),
		Entry("when they say so", `json:"v,omitempty" required:"true"`, reflect.TypeFor[*int](), true),
	)

	It("have no default for what may stay absent", func() {
		type wrong struct {
			V maybe[int] `default:"1"`
		}

		Expect(strictjson.Members(reflect.TypeFor[wrong]())[0].Mistakes).To(HaveLen(1))
	})
})

// memberNames reads the names of an object in their order.
func memberNames(text string) []string {
	GinkgoHelper()
	dec := json.NewDecoder(strings.NewReader(text))
	_, err := dec.Token()
	Expect(err).NotTo(HaveOccurred())
	var names []string
	for dec.More() {
		name, err := dec.Token()
		Expect(err).NotTo(HaveOccurred())
		names = append(names, name.(string))
		var value json.RawMessage
		Expect(dec.Decode(&value)).To(Succeed())
	}
	return names
}

var _ = Describe("Constraints of what is in quotes", func() {
	DescribeTable("are mistakes where no description has them",
		func(v any, tag string, want ...string) {
			typ := reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeOf(v), Tag: reflect.StructTag(`json:"f,string" ` + tag)}})

			_, err := strictjson.Compile(typ, nil, strictjson.Options{})

			if want == nil {
				Expect(err).NotTo(HaveOccurred())
				return
			}
			for _, keyword := range want {
				Expect(err).To(MatchError(ContainSubstring("field F: no description has " + keyword + ` for what the option ",string" puts in quotes: leave out one of both, or check it in Validate`)))
			}
		},
		Entry("but bounds of integers have", 1, `minimum:"1" exclusiveMaximum:"9"`),
		Entry("but values have", 1.5, `enum:"1.5,2"`),
		Entry("bounds of other numbers", 1.5, `minimum:"1"`, "a bound"),
		Entry("multiples", new(1), `multipleOf:"2"`, "multipleOf"),
		Entry("the length and the form of a text", "", `minLength:"1" pattern:"a" format:"date"`, "a length", "pattern", "format"),
		Entry("but those of a type that reads itself do", netip.Addr{}, `format:"ipv4"`),
	)
})
