package jsonenc_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

// expectStandard compares v, and v at every place, with encoding/json.
func expectStandard(v any) {
	GinkgoHelper()
	Expect(ours(jsonenc.For(reflect.TypeOf(v)), v)).To(Equal(standard(v)), "%T by itself", v)
	for place, at := range placed(v) {
		Expect(ours(jsonenc.For(reflect.TypeOf(at)), at)).To(Equal(standard(at)), "%T in %s", v, place)
		Expect(ours(jsonenc.For(reflect.TypeFor[any]()), at)).To(Equal(standard(at)), "%T in %s, found at run time", v, place)
	}
}

var _ = DescribeTable("Append writes what encoding/json writes", expectStandard,
	Entry("true", true), Entry("false", false),
	Entry("0", 0), Entry("-1", -1), Entry("99", 99), Entry("100", 100),
	Entry("the least int8", int8(math.MinInt8)), Entry("the least int16", int16(math.MinInt16)),
	Entry("the least int32", int32(math.MinInt32)), Entry("the least int64", int64(math.MinInt64)),
	Entry("the least int", math.MinInt), Entry("the greatest int", math.MaxInt),
	Entry("the greatest uint8", uint8(math.MaxUint8)), Entry("the greatest uint16", uint16(math.MaxUint16)),
	Entry("the greatest uint32", uint32(math.MaxUint32)), Entry("the greatest uint64", uint64(math.MaxUint64)),
	Entry("an uintptr", ^uintptr(0)), Entry("a named int", time.Duration(5)),
	Entry("an int with MarshalJSON", intJSON(3)), Entry("an int with MarshalText", intText(3)),
	Entry("an int with MarshalJSON on its pointer", intPointer(3)),
	Entry("an empty string", ""), Entry("a string of 7 bytes", "1234567"), Entry("of 8 bytes", "12345678"),
	Entry("of 9 bytes", "123456789"), Entry("of 17 bytes", "1234567890abcdefg"),
	Entry("HTML", "<a href='x'>&amp;</a>"), Entry("quotes and backslashes", `a "quoted" \ text`),
	Entry("a surrogate pair", "smile 😀"), Entry("a replacement character", "a\ufffdb"),
	Entry("line separators", "a\u2028b\u2029c\u202ad"), Entry("truncated UTF-8", "ab\xe2\x80"),
	Entry("a surrogate in UTF-8", "\xed\xa0\x80"), Entry("overlong UTF-8", "\xc0\xaf"), Entry("DEL", "\x7f"),
	Entry("a named string", stringText("n")),
	Entry("bytes", []byte("bytes \xff")), Entry("no bytes", []byte{}), Entry("nil bytes", []byte(nil)),
	Entry("bytes with a method", []byteJSON{1, 2}), Entry("an array of bytes", [3]byte{1, 2, 3}),
	Entry("a number", json.Number("-1.5e+10")), Entry("an empty number", json.Number("")),
	Entry("no number", json.Number("1x")), Entry("a number and a space", json.Number("1 ")),
	Entry("a space and a number", json.Number(" 1")), Entry("a minus", json.Number("-")),
	Entry("a leading zero", json.Number("01")), Entry("an exponent without digits", json.Number("1e")),
	Entry("two numbers", json.Number("1 2")), Entry("a word", json.Number("true")),
	Entry("raw JSON", json.RawMessage(` { "a" : "<" } `)), Entry("no raw JSON", json.RawMessage(nil)),
	Entry("invalid raw JSON", json.RawMessage(`{`)), Entry("empty raw JSON", json.RawMessage{}),
	Entry("a time", time.Date(2024, 2, 29, 1, 2, 3, 456000000, time.FixedZone("", -5400))),
	Entry("no time", time.Time{}), Entry("a year of five digits", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)),
	Entry("a zone of a day", time.Date(2024, 1, 1, 0, 0, 0, 0, time.FixedZone("", 24*3600))),
	Entry("a nil slice", []int(nil)), Entry("an empty slice", []int{}), Entry("slices", [][]string{{"a", "b"}, nil, {}}),
	Entry("an empty array", [0]int{}), Entry("an array of nothing", [2]struct{}{}),
	Entry("a nil map", map[string]int(nil)), Entry("an empty map", map[string]int{}),
	Entry("a map in order", map[string]int{"b": 1, "a": 2, "aa": 3, "": 4, "\xff": 5, "<": 6}),
	Entry("integer keys", map[int16]string{-1: "a", 10: "b", 9: "c"}), Entry("unsigned keys", map[uintptr]int{1: 1, 10: 2, 2: 3}),
	Entry("keys with MarshalText", map[textByValue]int{{"b"}: 1, {"a"}: 2}), Entry("integer keys with MarshalText", map[intText]int{1: 1, 2: 2}),
	Entry("integer keys with MarshalJSON", map[intJSON]int{1: 1}), Entry("string keys with MarshalText", map[stringText]int{"a": 1}),
	Entry("a key that refuses", map[textByValue]int{{"refuse"}: 1}), Entry("a key that is a pointer", map[*pointerKey]int{{3}: 1, nil: 2}),
	Entry("keys of a map that are no text", map[float64]int{1: 1}), Entry("a nil map of such keys", map[struct{}]int(nil)),
	Entry("keys with MarshalText on the pointer", map[textByPointer]int{}),
	Entry("a map with MarshalText", mapText{"a": 1}), Entry("a nil map with MarshalText", mapText(nil)),
	Entry("a slice with MarshalJSON", listJSON{1}), Entry("a nil slice with MarshalJSON", listJSON(nil)),
	Entry("MarshalJSON", jsonByValue{"a<"}), Entry("MarshalJSON on the pointer", jsonByPointer{"a"}),
	Entry("MarshalJSON that refuses", jsonByValue{"refuse"}), Entry("MarshalJSON that writes no JSON", jsonByValue{"invalid"}),
	Entry("MarshalJSON that indents", jsonByValue{"indented"}), Entry("MarshalJSON on a pointer that refuses", jsonByPointer{"refuse"}),
	Entry("MarshalText", textByValue{"a\"<\u2028\xff"}), Entry("MarshalText on the pointer", textByPointer{"a"}),
	Entry("MarshalText that refuses", textByValue{"refuse"}), Entry("MarshalText on a pointer that refuses", textByPointer{"refuse"}),
	Entry("MarshalJSON on the pointer, MarshalText on the value", bothByPointer{"a"}),
	Entry("nil pointers with methods", struct {
		A *jsonByValue
		B *jsonByPointer
		C *textByValue
		D **textByPointer
	}{}),
	Entry("interfaces with methods", struct {
		A, B json.Marshaler
		C    interface{ MarshalText() ([]byte, error) }
	}{nil, &jsonByPointer{"a"}, intText(1)}),
	Entry("a channel", make(chan int)), Entry("a complex number", 1i),
	Entry("a struct with a function", struct{ F func() }{}), Entry("a function left out", struct {
		F func() `json:"-"`
		N int
	}{}),
	Entry("pointers to unsupported types", struct{ C *chan int }{}),
	Entry("every kind", everyKind{Raw: json.RawMessage("1")}),
	Entry("every kind, filled", everyKind{
		Int: 1, Uint: 2, Float64: 1.5, String: "s", Bytes: []byte{1}, Number: "1", Raw: json.RawMessage(`[1, 2]`),
		Ints: []int{1}, Map: map[string]float64{"a": 1e30}, IntKeys: map[int8]bool{-1: true}, Pointer: new("p"),
		TextKeys: map[textByValue]int{{"k"}: 1}, Any: everyKind{Raw: json.RawMessage("{}")}, Text: intText(1), JSON: intJSON(2),
	}),
)

var _ = DescribeTable("Append follows the rules of members", expectStandard,
	Entry("omitempty, all empty", omitting{}), Entry("omitempty, empty but not nil", omitting{Slice: []int{}, Map: map[string]int{}, Any: 0, Pointer: new(0)}),
	Entry("omitempty, nothing empty", omitting{Bool: true, Int: 1, Uint: 1, Float: 1, String: "s", Slice: []int{0}, Array: [1]int{1}, Map: map[string]int{"": 0}, Any: ""}),
	Entry("omitempty of minus zero", omitting{Float: float32(math.Copysign(0, -1))}),
	Entry("omitzero, all zero", zeroing{}),
	Entry("omitzero, zero by method", zeroing{
		Value: zeroByValue{7}, Pointer: &zeroByValue{7}, Method: zeroByPointer{7}, Indirect: &zeroByPointer{7}, Interface: zeroByValue{7},
	}),
	Entry("omitzero, a nil pointer in an interface", zeroing{Interface: (*zeroByPointer)(nil)}),
	Entry("omitzero, not zero", zeroing{
		Pointer: &zeroByValue{}, Indirect: &zeroByPointer{}, Interface: &zeroByPointer{}, Any: 0, Slice: []int{}, Both: []int{}, Time: time.Unix(0, 0).UTC(), Array: [2]int{0, 1},
	}),
	Entry("string", quotedAll{
		String: "a\"<\u2028\x00\xff", Number: "12", IntP: new(-5), StringP: new("s\n"), IntPP: new(new(3)), Any: 1, Float: 1e-9, Float32: 1e21, List: []int{1}, Int: math.MinInt64,
	}),
	Entry("string, zero values", quotedAll{}), Entry("string, no number", quotedAll{Number: "x"}), Entry("string, infinity", quotedAll{Float: math.Inf(1)}),
	Entry("string, named pointers", quotedPointer{P: new(1), Q: new(2)}),
	Entry("promotion", embedding{Base: Base{1, "s", "b"}, Other: &Other{Both: "o", Extra: new(1)}, hidden: hidden{"seen", ""}, Deep2: &Deep2{Deeper{"b"}}}),
	Entry("promotion through nil", embedding{}), Entry("an embedded Marshaler", marshals{jsonByValue{"m"}, 1}),
	Entry("an embedded interface", embedsInterface{N: 1}), Entry("an embedded interface, filled", embedsInterface{time.Second, 1}),
	Entry("odd names", oddNames{1, 2, 3, 4, 5, 6, 7, 8, 9}), Entry("odd names on embedded structs", oddEmbedded{Base{ID: 1}, Other{}}),
	Entry("an embedded struct with a name, not exported", hiddenTagged{hidden{"a", "b"}, 1}),
	Entry("embedded fields that are not exported", hiddenPointer{N: 1}), Entry("the same, filled", hiddenPointer{1, &hidden{"a", "b"}, 2}),
	Entry("a struct embedded twice", diamond{Twice{Leaf{Root{1}}}, Again{Leaf{Root{2}}}}), Entry("tags that win", tagsWin{A{1, 2}, B{3, 4}}),
	Entry("a struct that embeds itself", selfEmbedding{N: 1}), Entry("a struct that embeds itself, filled", selfEmbedding{&selfEmbedding{N: 2}, 1}),
	Entry("odd names beside a method on the pointer", oddMethods{jsonByPointer{"a"}, 1}), Entry("a type made of a time", stamp(time.Unix(0, 0))),
	Entry("an empty struct", struct{}{}), Entry("a struct of hidden fields", struct{ a, b int }{1, 2}),
)

var _ = DescribeTable("Append writes floats as ECMAScript does", func(f float64) {
	for _, v := range []float64{f, -f, math.Nextafter(f, 0), math.Nextafter(f, math.Inf(1))} {
		Expect(ours(jsonenc.For(reflect.TypeFor[float64]()), v)).To(Equal(standard(v)))
		Expect(ours(jsonenc.For(reflect.TypeFor[float32]()), float32(v))).To(Equal(standard(float32(v))))
		Expect(ours(jsonenc.For(reflect.TypeFor[quotedAll]()), quotedAll{Float: v})).To(Equal(standard(quotedAll{Float: v})))
	}
},
	Entry("0", 0.0), Entry("0.1", 0.1), Entry("1e-6", 1e-6), Entry("1e-7", 1e-7), Entry("1e-9", 1e-9), Entry("1e-10", 1e-10), Entry("1e-100", 1e-100),
	Entry("1e20", 1e20), Entry("1e21", 1e21), Entry("1e22", 1e22), Entry("1e100", 1e100), Entry("1.5e300", 1.5e300),
	Entry("the least", math.SmallestNonzeroFloat64), Entry("the least of 32 bits", float64(math.SmallestNonzeroFloat32)),
	Entry("the greatest", math.MaxFloat64), Entry("the greatest of 32 bits", float64(math.MaxFloat32)),
	Entry("infinity", math.Inf(1)), Entry("no number", math.NaN()), Entry("a third", 1.0/3), Entry("2^53", float64(1<<53)),
)

var _ = Describe("A string", func() {
	It("is escaped as by encoding/json, whatever byte is where", func() {
		e := jsonenc.For(reflect.TypeFor[string]())
		for length := range 20 {
			for at := range length {
				for b := range 256 {
					text := []byte(strings.Repeat("x", length))
					text[at] = byte(b)
					Expect(ours(e, string(text))).To(Equal(standard(string(text))))
				}
			}
		}
	})
})

var _ = DescribeTable("A nil", func(v any, text string) {
	Expect(ours(jsonenc.For(reflect.TypeOf(v)), v)).To(Equal(outcome{text: text}))
	Expect(ours(jsonenc.For(reflect.TypeFor[any]()), v)).To(Equal(outcome{text: text}))
},
	Entry("slice is []", []user(nil), "[]"),
	Entry("map is {}", map[string]int(nil), "{}"),
	Entry("map of keys with MarshalText is {}", map[textByValue]int(nil), "{}"),
	Entry("[]byte is an empty string", []byte(nil), `""`),
	Entry("slice of bytes with a method is []", []byteJSON(nil), "[]"),
	Entry("json.RawMessage is null", json.RawMessage(nil), "null"),
	Entry("slice with MarshalJSON is what that writes", listJSON(nil), `{"n":0}`),
	Entry("pointer is null", (*user)(nil), "null"),
	Entry("pointer to a slice is null", struct{ P *[]int }{}, `{"P":null}`),
	Entry("slice behind a pointer is []", new([]int), "[]"),
	Entry("slice in a slice is []", [][]int{nil}, "[[]]"),
	Entry("map in a map is {}", map[string]map[string]int{"a": nil}, `{"a":{}}`),
	Entry("slice in an interface is []", []any{[]int(nil), map[string]any(nil), nil}, "[[],{},null]"),
	Entry("slice in a struct is []", struct {
		List  []int
		Map   map[string][]int
		Bytes []byte
		Empty []int `json:",omitempty"`
		Zero  []int `json:",omitzero"`
	}{}, `{"List":[],"Map":{},"Bytes":""}`),
	Entry("slice in a struct with odd names is []", struct {
		List []int `json:"a b"`
		hiddenList
	}{}, `{"a b":[],"Hidden":[]}`),
	Entry("slice under a key with MarshalText is []", map[textByValue][]int{{"a"}: nil}, `{"a":[]}`),
	Entry("slice that is held is []", held{present: true}, "[]"),
	Entry("held value is null", held{}, "null"),
	Entry("pointer to a holder is null", (*held)(nil), "null"),
	Entry("pointer to a holder is null in a list", []*held{nil, {present: true}}, "[null,[]]"),
	Entry("pointer to a holder is null in a struct", struct{ A *held }{}, `{"A":null}`),
)

type hiddenList struct{ Hidden []int }

// held may hold a list.
type held struct {
	list    []int
	present bool
}

func (h held) Held() (any, bool)            { return h.list, h.present }
func (h held) MarshalJSON() ([]byte, error) { return json.Marshal(h.list) }

var _ = Describe("Encoder", func() {
	It("writes nil as null", func() {
		Expect(ours(jsonenc.For(reflect.TypeFor[any]()), nil)).To(Equal(outcome{text: "null"}))
	})

	It("writes values of other types than its own", func() {
		Expect(ours(jsonenc.For(reflect.TypeFor[int]()), "text")).To(Equal(outcome{text: `"text"`}))
	})

	It("writes the value behind a pointer like the pointer", func() {
		for _, p := range []any{&user{1, "a", "b", 2}, &[]int{1}, new(*user), &jsonByPointer{"a"}, &textByPointer{"refuse"}, &struct{ A textByPointer }{textByPointer{"a"}}} {
			body, err := jsonenc.For(reflect.TypeOf(p).Elem()).AppendAt([]byte("kept"), p)

			want := standard(p)
			Expect(string(body)).To(Equal("kept"+want.text), "%T", p)
			Expect(err == nil).To(Equal(want.err == ""), "%T", p)
		}
	})

	It("keeps dst when a value fails in its middle", func() {
		e := jsonenc.For(reflect.TypeFor[[]float64]())

		dst, err := e.Append([]byte("kept"), []float64{1, math.NaN()})

		Expect(err).To(BeAssignableToTypeOf(&json.UnsupportedValueError{}))
		Expect(string(dst)).To(Equal("kept"))
	})

	It("keeps the cause of a method's error", func() {
		_, err := jsonenc.For(reflect.TypeFor[textByValue]()).Append(nil, textByValue{"refuse"})

		Expect(errors.Is(err, errRefused)).To(BeTrue())
		Expect(err).To(MatchError("json: error calling MarshalText for type jsonenc_test.textByValue: refused"))
	})

	It("does not allocate for structs when dst has room", func() {
		for _, v := range []any{user{1, "a", "b", 2}, &user{1, "a", "b", 2}, []user{{}, {}}, []*user{nil, {}}, everyKindOfScalar{}, time.Now()} {
			e := jsonenc.For(reflect.TypeOf(v))
			dst := make([]byte, 0, 1024)
			Expect(testingAllocs(func() { _, _ = e.Append(dst, v) })).To(BeZero(), "%T", v)
		}
	})

	It("serves many goroutines, types found at run time included", func() {
		e := jsonenc.For(reflect.TypeFor[[]any]())
		v := []any{user{ID: 1}, &tree{Name: "t", Children: []tree{{Extra: zeroing{}}}}, omitting{Any: quotedAll{}}, map[string]any{"a": everyKind{Raw: json.RawMessage("1")}}}
		want := standard(v)

		var all sync.WaitGroup
		results := make([]outcome, 16)
		for i := range results {
			all.Go(func() { results[i] = ours(e, v) })
		}
		all.Wait()

		Expect(results).To(HaveEach(want))
	})
})
