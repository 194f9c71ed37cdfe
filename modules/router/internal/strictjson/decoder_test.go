package strictjson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"reflect"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// decode reads a text into a new T.
func decode[T any](text string, o strictjson.Options) (T, []problem.FieldError, error) {
	GinkgoHelper()
	dec, err := strictjson.Compile(reflect.TypeFor[T](), nil, o)
	Expect(err).NotTo(HaveOccurred())
	var v T
	faults, err := dec.Decode([]byte(text), reflect.ValueOf(&v).Elem())
	return v, faults, err
}

// lines writes faults as "pointer: message".
func lines(faults []problem.FieldError) []string {
	var all []string
	for _, f := range faults {
		all = append(all, f.Pointer+": "+f.Detail)
	}
	return all
}

// sorts has a member of each sort that null and wrong types are told about.
type sorts struct {
	Bool   bool             `json:"bool,omitempty"`
	Int8   int8             `json:"int8,omitempty"`
	Uint   uint64           `json:"uint,omitempty"`
	Float  float32          `json:"float,omitempty"`
	String string           `json:"string,omitempty"`
	Struct struct{ A int }  `json:"struct,omitempty"`
	Array  [2]int           `json:"array,omitempty"`
	List   []int            `json:"list,omitempty"`
	Map    map[int8]bool    `json:"map,omitempty"`
	Bytes  []byte           `json:"bytes,omitempty"`
	Time   time.Time        `json:"time,omitzero"`
	Number json.Number      `json:"number,omitempty"`
	Level  level            `json:"level,omitempty"`
	Quoted int8             `json:"quoted,string,omitempty"`
	Any    any              `json:"any,omitempty"`
	Ptr    *int             `json:"ptr"`
	Raw    json.RawMessage  `json:"raw,omitempty"`
	Levels map[level]string `json:"levels,omitempty"`
	Own    ownJSON          `json:"own,omitempty"`
}

type ownJSON struct{ n int }

func (o *ownJSON) UnmarshalJSON(data []byte) error {
	if string(data) == `"odd"` {
		return errors.New("odd is not taken")
	}
	return json.Unmarshal(data, &o.n)
}

var _ = Describe("Decode", func() {
	DescribeTable("says what does not fit",
		func(text string, want ...string) {
			_, faults, err := decode[sorts](text, strictjson.Options{})

			Expect(err).NotTo(HaveOccurred())
			Expect(lines(faults)).To(Equal(want))
		},
		Entry("a string for an integer", `{"int8":"5"}`, "/int8: a string where an integer is expected"),
		Entry("a number for a string", `{"string":5}`, "/string: a number where a string is expected"),
		Entry("an object for a list", `{"list":{"a":1}}`, "/list: an object where an array is expected"),
		Entry("an array for an object", `{"struct":[1]}`, "/struct: an array where an object is expected"),
		Entry("a word for a number", `{"float":true}`, "/float: true where a number is expected"),
		Entry("a number for a boolean", `{"bool":1}`, "/bool: a number where true or false is expected"),
		Entry("a string for a map", `{"map":"x"}`, "/map: a string where an object is expected"),
		Entry("a whole of another kind", `[1]`, ": an array where an object is expected"),
		Entry("an array for bytes", `{"bytes":[1]}`, "/bytes: an array where a string is expected"),
		Entry("no base64", `{"bytes":"?"}`, "/bytes: not base64 (RFC 4648)"),
		Entry("a number for a time", `{"time":1}`, "/time: a number where a date and time (RFC 3339) is expected"),
		Entry("no time", `{"time":"soon"}`, "/time: not a date and time (RFC 3339)"),
		Entry("a time with one digit", `{"time":"2026-01-02T3:04:05Z"}`, "/time: not a date and time (RFC 3339)"),
		Entry("a time with a comma", `{"time":"2026-01-02T03:04:05,5Z"}`, "/time: not a date and time (RFC 3339)"),
		Entry("a time with a zone of 25 hours", `{"time":"2026-01-02T03:04:05+25:00"}`, "/time: not a date and time (RFC 3339)"),
		Entry("a quoted json.Number", `{"number":"1"}`, "/number: a string where a number is expected"),
		Entry("a text that its type refuses", `{"level":"mid"}`, `/level: "mid" cannot be read as level`),
		Entry("a number for a type that reads text", `{"level":1}`, "/level: a number where a string is expected"),
		Entry("a value that its type refuses", `{"own":"odd"}`, "/own: a string cannot be read as ownJSON"),
		Entry("a value that its type cannot read", `{"own":[]}`, "/own: an array where an integer is expected"),
		Entry("too large an int8", `{"int8":128}`, "/int8: 128 where an integer from -128 to 127 is expected"),
		Entry("too small an int8", `{"int8":-129}`, "/int8: -129 where an integer from -128 to 127 is expected"),
		Entry("a negative uint", `{"uint":-1}`, "/uint: -1 where an integer from 0 to 18446744073709551615 is expected"),
		Entry("a fraction", `{"int8":1.50}`, "/int8: 1.50 where an integer is expected"),
		Entry("a fraction by its exponent", `{"int8":10e-2}`, "/int8: 10e-2 where an integer is expected"),
		Entry("a fraction that no number of 64 bits has", `{"int8":1e-99999999999999999999}`, "/int8: 1e-99999999999999999999 where an integer is expected"),
		Entry("too large an int8 with an exponent", `{"int8":1.28e2}`, "/int8: 128 where an integer from -128 to 127 is expected"),
		Entry("too large an exponent", `{"int8":-1e99999999999999999999}`, "/int8: -1e99999999999999999999 where an integer from -128 to 127 is expected"),
		Entry("too large a float32", `{"float":1e39}`, "/float: 1e39 where a number of 32 bits is expected"),
		Entry("too large a number anywhere", `{"any":[{"a":1e400}]}`, "/any/0/a: 1e400 where a number of 64 bits is expected"),
		Entry("too few items", `{"array":[1]}`, "/array: 1 items where 2 are expected"),
		Entry("too many items", `{"array":[1,2,"x"]}`, "/array: 3 items where 2 are expected"),
		Entry("a key that is no int8", `{"map":{"300":true,"x":true}}`,
			`/map/300: the name: "300" where an integer from -128 to 127 is expected`, `/map/x: the name: "x" where an integer from -128 to 127 is expected`),
		Entry("a key in other words than those of JSON", `{"map":{"01":true,"+1":true,"-0":true}}`,
			`/map/01: the name: "01" where an integer from -128 to 127 is expected`, `/map/+1: the name: "+1" where an integer from -128 to 127 is expected`,
			`/map/-0: the name: "-0" where an integer from -128 to 127 is expected`),
		Entry("a key that its type refuses", `{"levels":{"mid":""}}`, `/levels/mid: the name: "mid" cannot be read as level`),
		Entry("a number that is not quoted", `{"quoted":1}`, "/quoted: a number where an integer in quotes is expected"),
		Entry("a quoted word", `{"quoted":"x"}`, "/quoted: text where an integer in quotes is expected"),
		Entry("a quoted leading zero", `{"quoted":"01"}`, "/quoted: text where an integer in quotes is expected"),
		Entry("a quoted fraction", `{"quoted":"1.0"}`, "/quoted: 1.0 where an integer is expected"),
		Entry("a quoted zero below zero", `{"quoted":"-0"}`, "/quoted: -0 where an integer is expected"),
		Entry("a quoted blank", `{"quoted":" 1"}`, "/quoted: text where an integer in quotes is expected"),
		Entry("a quoted number out of range", `{"quoted":"300"}`, "/quoted: 300 where an integer from -128 to 127 is expected"),
		Entry("an unknown member", `{"nam":1}`, "/nam: unknown member"),
		Entry("another case", `{"Bool":true}`, "/Bool: unknown member"),
		Entry("a name to be escaped", `{"a/b~c":1}`, "/a~1b~0c: unknown member"),
		Entry("several at several depths", `{"list":[1,"a",2,null],"struct":{"A":"x","B":1},"x":1}`,
			"/list/1: a string where an integer is expected", "/list/3: null where an integer is expected",
			"/struct/A: a string where an integer is expected", "/struct/B: unknown member", "/x: unknown member"),
		Entry("a missing member", `{"struct":{}}`, "/struct/A: is required"),
	)

	DescribeTable("takes an integer however it is written",
		func(literal string, want int) {
			v, faults, err := decode[sorts](fmt.Sprintf(`{"int8":%[1]s,"array":[%[1]s,0]}`, literal), strictjson.Options{})

			Expect(err).NotTo(HaveOccurred())
			Expect(faults).To(BeEmpty())
			Expect([]int{int(v.Int8), v.Array[0]}).To(HaveEach(want))
		},
		Entry("with a fraction of zeros", "-1.00", -1),
		Entry("with an exponent", "12e1", 120),
		Entry("with both", "1.20E+2", 120),
		Entry("with an exponent that takes zeros away", "1200e-2", 12),
		Entry("as a zero", "0.0", 0),
		Entry("as a zero with any exponent", "0e99999999999999999999", 0),
		Entry("as a zero below zero", "-0", 0),
	)

	It("takes a zero below zero for an integer that is not negative", func() {
		_, faults, err := decode[sorts](`{"uint":-0.0}`, strictjson.Options{})

		Expect(err).NotTo(HaveOccurred())
		Expect(faults).To(BeEmpty())
	})

	It("takes a leap second for the second behind it", func() {
		v, faults, err := decode[sorts](`{"time":"2016-12-31T18:59:60.5-05:00"}`, strictjson.Options{})

		Expect(err).NotTo(HaveOccurred())
		Expect(faults).To(BeEmpty())
		Expect(v.Time.UTC()).To(Equal(time.Date(2017, 1, 1, 0, 0, 0, 5e8, time.UTC)))
	})

	DescribeTable("takes null",
		func(member string) {
			v, faults, err := decode[sorts](`{"`+member+`":null}`, strictjson.Options{})

			Expect(err).NotTo(HaveOccurred())
			Expect(faults).To(BeEmpty())
			Expect(v.Any).To(BeNil())
		},
		Entry("for a pointer", "ptr"), Entry("for a slice", "list"), Entry("for a map", "map"), Entry("for bytes", "bytes"),
		Entry("for an interface", "any"), Entry("for a raw message", "raw"), Entry("for a type that decodes itself", "own"),
	)

	DescribeTable("refuses null",
		func(member, expected string) {
			_, faults, err := decode[sorts](`{"`+member+`":null}`, strictjson.Options{})

			Expect(err).NotTo(HaveOccurred())
			Expect(lines(faults)).To(Equal([]string{"/" + member + ": null where " + expected + " is expected"}))
		},
		Entry("for a boolean", "bool", "true or false"), Entry("for an integer", "int8", "an integer"), Entry("for a float", "float", "a number"),
		Entry("for a string", "string", "a string"), Entry("for a struct", "struct", "an object"), Entry("for an array", "array", "an array"),
		Entry("for a time", "time", "a date and time (RFC 3339)"), Entry("for a json.Number", "number", "a number"),
		Entry("for a type that reads text", "level", "a string"), Entry("for a quoted integer", "quoted", "a string"),
	)

	DescribeTable("refuses a text",
		func(text, message string) {
			_, _, err := decode[sorts](text, strictjson.Options{})

			Expect(err).To(BeAssignableToTypeOf(&strictjson.SyntaxError{}))
			Expect(err).To(MatchError(message))
		},
		Entry("that is empty", " \n", "the body is empty"),
		Entry("that ends early", `{"bool":`, "not JSON: the text ends where a value is expected, at byte 8"),
		Entry("that ends in a string", `{"bool`, `not JSON: the text ends where '"' is expected, at byte 6`),
		Entry("with data behind the value", `{} {}`, "not JSON: '{' where the end is expected, at byte 3"),
		Entry("with a lone comma", `{"bool":true,}`, "not JSON: '}' where a name in quotes is expected, at byte 13"),
		Entry("without a colon", `{"bool" true}`, "not JSON: 't' where ':' is expected, at byte 8"),
		Entry("without a comma", `{"list":[1 2]}`, "not JSON: '2' where ',' or ']' is expected, at byte 11"),
		Entry("with a control character", "{\"string\":\"a\tb\"}", `not JSON: '\t' where a character of a string is expected, at byte 12`),
		Entry("with an unknown escape", `{"string":"\x"}`, "not JSON: 'x' where an escape is expected, at byte 12"),
		Entry("with a short code point", `{"string":"\u12"}`, "not JSON: '1' where a code of four hexadecimal digits is expected, at byte 13"),
		Entry("with a leading zero", `{"int8":01}`, "not JSON: '1' where ',' or '}' is expected, at byte 9"),
		Entry("with a plus", `{"int8":+1}`, "not JSON: '+' where a value is expected, at byte 8"),
		Entry("with NaN", `{"float":NaN}`, "not JSON: 'N' where a value is expected, at byte 9"),
		Entry("with a lone high surrogate", `{"string":"\ud800x"}`, "half of a surrogate pair is no character, at byte 11"),
		Entry("with a lone low surrogate", `{"string":"\udc00"}`, "half of a surrogate pair is no character, at byte 11"),
		Entry("with two high surrogates", `{"string":"\ud800\ud800"}`, "half of a surrogate pair is no character, at byte 11"),
		Entry("that is not UTF-8", "{\"string\":\"\xed\xa0\x80\"}", "the body is not UTF-8, at byte 11"),
		Entry("with a repeated member", `{"bool":true,"bool":true}`, "/bool appears twice"),
		Entry("with a member repeated by an escape", `{"bool":true,"b\u006fol":true}`, "/bool appears twice"),
		Entry("with a repeated unknown member", `{"x":1,"x":2}`, "/x appears twice"),
		Entry("with a repeated member in an interface", `{"any":[{"b":1,"b":2}]}`, "/any/0/b appears twice"),
		Entry("with a repeated member in what is skipped", `{"x":{"b":1,"b":2}}`, "/x/b appears twice"),
		Entry("with a repeated member in raw JSON", `{"raw":{"b":1,"b":2}}`, "/raw/b appears twice"),
		Entry("with a repeated key of a map", `{"map":{"1":true,"1":true}}`, "/map/1 appears twice"),
		Entry("with a fault before it", `{"int8":"x","any":}`, "not JSON: '}' where a value is expected, at byte 18"),
	)

	It("reads text that a type reads itself without further quotes, as it is written", func() {
		type grades struct {
			One   level  `json:"one,string"`
			Other *level `json:"other,string"`
		}

		v, faults, err := decode[grades](`{"one":"high","other":"high"}`, strictjson.Options{})

		Expect(err).NotTo(HaveOccurred())
		Expect(lines(faults)).To(BeEmpty())
		Expect(v).To(Equal(grades{1, new(level(1))}))
	})

	It("finds a repeated member among many", func() {
		var b strings.Builder
		for i := range 100 {
			fmt.Fprintf(&b, `"m%d":1,`, i)
		}

		_, _, err := decode[any](`{`+b.String()+`"m99":2}`, strictjson.Options{})

		Expect(err).To(MatchError("/m99 appears twice"))
	})

	It("reads a struct of more than 64 members", func() {
		fields := make([]reflect.StructField, 70)
		var text []string
		for i := range fields {
			fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[int]()}
			text = append(text, fmt.Sprintf(`"F%d":%d`, i, i))
		}
		t := reflect.StructOf(fields)
		dec, err := strictjson.Compile(t, nil, strictjson.Options{})
		Expect(err).NotTo(HaveOccurred())
		v := reflect.New(t).Elem()

		faults, err := dec.Decode([]byte("{"+strings.Join(text[:69], ",")+"}"), v)
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(faults)).To(Equal([]string{"/F69: is required"}))
		Expect(v.Field(68).Int()).To(BeEquivalentTo(68))

		_, err = dec.Decode([]byte("{"+strings.Join(text, ",")+`,"F69":1}`), v)
		Expect(err).To(MatchError("/F69 appears twice"))
	})

	It("tells no more than 32 faults", func() {
		_, faults, err := decode[[]int](`[`+strings.Repeat(`"x",`, 99)+`1]`, strictjson.Options{})

		Expect(err).NotTo(HaveOccurred())
		Expect(faults).To(HaveLen(32))
	})

	It("bounds what a message repeats", func() {
		_, faults, err := decode[struct {
			A refusing
		}](`{"A":"`+strings.Repeat("ä", 1000)+`"}`, strictjson.Options{})

		Expect(err).NotTo(HaveOccurred())
		Expect(len(faults[0].Detail)).To(BeNumerically("<", 310))
	})

	It("bounds the depth", func() {
		nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

		_, _, err := decode[any](nested(strictjson.MaxDepth), strictjson.Options{})
		Expect(err).NotTo(HaveOccurred())
		_, _, err = decode[any](nested(strictjson.MaxDepth+1), strictjson.Options{})
		Expect(err).To(MatchError(ContainSubstring("more than 64 levels")))
		_, _, err = decode[sorts](`{"x":`+nested(200_000)+`}`, strictjson.Options{})
		Expect(err).To(MatchError(ContainSubstring("more than 64 levels")))
	})

	It("keeps the sign of a negative zero", func() {
		v, faults, err := decode[float64](`-0`, strictjson.Options{})

		Expect(err).NotTo(HaveOccurred())
		Expect(faults).To(BeEmpty())
		Expect(math.Signbit(v)).To(BeTrue())
	})

	It("does not touch the text again", func() {
		data := []byte(`{"string":"abc","raw":[1],"any":"x","bytes":"aGk="}`)
		dec, err := strictjson.Compile(reflect.TypeFor[sorts](), nil, strictjson.Options{})
		Expect(err).NotTo(HaveOccurred())
		var v sorts
		_, err = dec.Decode(data, reflect.ValueOf(&v).Elem())
		Expect(err).NotTo(HaveOccurred())
		clear(data)

		Expect(v).To(And(HaveField("String", "abc"), HaveField("Any", "x"), HaveField("Raw", BeEquivalentTo("[1]"))))
	})

	It("serves goroutines at once", func() {
		dec, err := strictjson.Compile(reflect.TypeFor[sorts](), nil, strictjson.Options{})
		Expect(err).NotTo(HaveOccurred())
		var wait sync.WaitGroup
		for i := range 8 {
			wait.Go(func() {
				defer GinkgoRecover()
				var v sorts
				_, err := dec.Decode(fmt.Appendf(nil, `{"int8":%d,"string":"\n","map":{"%d":true}}`, i, i), reflect.ValueOf(&v).Elem())
				Expect(err).NotTo(HaveOccurred())
				Expect(v).To(And(HaveField("Int8", BeEquivalentTo(i)), HaveField("Map", HaveLen(1))))
			})
		}
		wait.Wait()
	})

	Context("with options", func() {
		type small struct {
			A int   `json:"a,omitempty"`
			L []int `json:"l,omitempty"`
			X any   `json:"x,omitempty"`
		}

		It("skips unknown members", func() {
			v, faults, err := decode[small](`{"b":[{}],"a":1}`, strictjson.Options{UnknownMembers: true})

			Expect(err).NotTo(HaveOccurred())
			Expect(faults).To(BeEmpty())
			Expect(v.A).To(Equal(1))
		})

		It("takes the last of several members", func() {
			v, faults, err := decode[small](`{"a":1,"l":[1,2],"a":2,"l":[3],"x":{"b":1,"b":2}}`, strictjson.Options{Duplicates: true})

			Expect(err).NotTo(HaveOccurred())
			Expect(faults).To(BeEmpty())
			Expect(v).To(Equal(small{2, []int{3}, map[string]any{"b": 2.0}}))
		})

		It("keeps the spelling of numbers", func() {
			v, _, err := decode[small](`{"x":[1e400]}`, strictjson.Options{Numbers: true})

			Expect(err).NotTo(HaveOccurred())
			Expect(v.X).To(Equal([]any{json.Number("1e400")}))
		})
	})
})

type refusing struct{}

func (refusing) UnmarshalText(text []byte) error { return &core.ClientError{Message: string(text)} }

var _ = DescribeTable("Compile refuses",
	func(t reflect.Type, want ...string) {
		_, err := strictjson.Compile(t, nil, strictjson.Options{})

		var wrong *strictjson.TypeError
		Expect(errors.As(err, &wrong)).To(BeTrue())
		Expect(wrong.Mistakes).To(Equal(want))
	},
	Entry("a channel", reflect.TypeFor[chan int](), "a chan int cannot be read from JSON"),
	Entry("an interface with methods", reflect.TypeFor[[]error](), "a error cannot be read from JSON"),
	Entry("a map with keys that are no text", reflect.TypeFor[map[float64]int](), "a map[float64]int cannot be read from JSON: its keys are no text"),
	Entry("tags that cannot be, all of them", reflect.TypeFor[struct {
		A int    `json:"a" minLength:"1"`
		B string `json:"b" pattern:"("`
	}](),
		`struct: field A: minLength:"1": is for strings, not for a int`,
		`struct: field B: pattern:"(": error parsing regexp: missing closing ): `+"`(`"),
	Entry("an embedded pointer that reflection cannot make", reflect.TypeFor[closed](),
		`strictjson_test.closed: member "city" is in strictjson_test.promoted, which is embedded by a pointer and not exported`,
		`strictjson_test.closed: member "zip" is in strictjson_test.promoted, which is embedded by a pointer and not exported`),
)

type closed struct{ *promoted }

var _ = Describe("A fault", func() {
	type codes struct {
		Small int8             `json:"small,omitempty"`
		Count uint16           `json:"count,omitempty"`
		Ratio float32          `json:"ratio,omitempty"`
		Yes   bool             `json:"yes,omitempty"`
		List  []string         `json:"list,omitempty" maxItems:"1"`
		Pair  [2]int           `json:"pair" required:"false"`
		Map   map[int]int      `json:"map,omitempty"`
		At    time.Time        `json:"at" required:"false"`
		Bytes []byte           `json:"bytes,omitempty"`
		Addr  netip.Addr       `json:"addr" required:"false"`
		Text  int              `json:"text,string,omitempty"`
		Any   any              `json:"any,omitempty"`
		Must  *int             `json:"must"`
		Raw   *json.Number     `json:"raw"`
		Sub   struct{ A *int } `json:"sub" required:"false"`
	}

	DescribeTable("names its rule for programs",
		func(text string, want problem.FieldError) {
			_, faults, err := decode[codes](text, strictjson.Options{})

			Expect(err).NotTo(HaveOccurred())
			Expect(faults).To(HaveLen(1))
			faults[0].Detail, faults[0].Err = "", nil
			Expect(faults[0]).To(Equal(want))
		},
		Entry("below a type", `{"small":-129}`, problem.FieldError{Pointer: "/small", Code: "minimum", Limit: "-128"}),
		Entry("above a type", `{"small":128}`, problem.FieldError{Pointer: "/small", Code: "maximum", Limit: "127"}),
		Entry("below an unsigned type", `{"count":-1}`, problem.FieldError{Pointer: "/count", Code: "minimum", Limit: "0"}),
		Entry("above an unsigned type", `{"count":70000}`, problem.FieldError{Pointer: "/count", Code: "maximum", Limit: "65535"}),
		Entry("above a float32", `{"ratio":1e39}`, problem.FieldError{Pointer: "/ratio", Code: "maximum", Limit: "3.4028235e+38"}),
		Entry("below any number", `{"any":[-1e999]}`, problem.FieldError{Pointer: "/any/0", Code: "minimum", Limit: "-1.7976931348623157e+308"}),
		Entry("a fraction", `{"small":1.5}`, problem.FieldError{Pointer: "/small", Code: "type", Type: "integer"}),
		Entry("no boolean", `{"yes":1}`, problem.FieldError{Pointer: "/yes", Code: "type", Type: "boolean"}),
		Entry("no number", `{"ratio":"1"}`, problem.FieldError{Pointer: "/ratio", Code: "type", Type: "number"}),
		Entry("no json.Number", `{"raw":"1"}`, problem.FieldError{Pointer: "/raw", Code: "type", Type: "number"}),
		Entry("null", `{"small":null}`, problem.FieldError{Pointer: "/small", Code: "type", Type: "integer"}),
		Entry("no list", `{"list":{}}`, problem.FieldError{Pointer: "/list", Code: "type", Type: "array"}),
		Entry("a constraint", `{"list":["a","b"]}`, problem.FieldError{Pointer: "/list", Code: "maxItems", Limit: "1"}),
		Entry("too few for an array", `{"pair":[1]}`, problem.FieldError{Pointer: "/pair", Code: "minItems", Limit: "2"}),
		Entry("too many for an array", `{"pair":[1,2,3]}`, problem.FieldError{Pointer: "/pair", Code: "maxItems", Limit: "2"}),
		Entry("the name of a member", `{"map":{"x":1}}`, problem.FieldError{Pointer: "/map/x", Code: "propertyNames"}),
		Entry("no time", `{"at":"now"}`, problem.FieldError{Pointer: "/at", Code: "format", Format: "date-time"}),
		Entry("a number for a time", `{"at":1}`, problem.FieldError{Pointer: "/at", Code: "type", Type: "string"}),
		Entry("no base64", `{"bytes":"?"}`, problem.FieldError{Pointer: "/bytes", Code: "contentEncoding", Format: "base64"}),
		Entry("text that a type refuses", `{"addr":"home"}`, problem.FieldError{Pointer: "/addr", Code: "unreadable"}),
		Entry("no number in quotes", `{"text":"x"}`, problem.FieldError{Pointer: "/text", Code: "unreadable"}),
		Entry("an unknown member", `{"sub":{"b":1}}`, problem.FieldError{Pointer: "/sub/b", Code: "additionalProperties"}),
		Entry("no object", `[]`, problem.FieldError{Code: "type", Type: "object"}),
	)
})
