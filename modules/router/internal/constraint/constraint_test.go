package constraint_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
)

// field is a struct field named V.
func field(v any, tag string) reflect.StructField {
	return reflect.StructField{Name: "V", Type: reflect.TypeOf(v), Tag: reflect.StructTag(tag)}
}

func parse(v any, tag string) constraint.Set {
	GinkgoHelper()
	set, mistakes := constraint.Parse(field(v, tag))
	Expect(mistakes).To(BeEmpty())
	return set
}

// details are the sentences of faults.
func details(faults []*problem.FieldError) []string {
	var all []string
	for _, f := range faults {
		all = append(all, f.Detail)
	}
	return all
}

type name string

var _ = Describe("Check", func() {
	DescribeTable("accepts and refuses",
		func(tag string, good, bad any, message string) {
			set := parse(good, tag)

			Expect(set.Check(nil, reflect.ValueOf(good))).To(BeEmpty())
			Expect(details(set.Check(nil, reflect.ValueOf(bad)))).To(Equal([]string{message}))
		},
		Entry("minimum of an int", `minimum:"-2"`, -2, -3, "less than -2"),
		Entry("maximum of an int8", `maximum:"5"`, int8(5), int8(6), "more than 5"),
		Entry("minimum of a uint", `min:"18446744073709551615"`, uint64(1<<64-1), uint64(1<<64-2), "less than 18446744073709551615"),
		Entry("maximum of a float", `max:"0.5"`, 0.5, 0.51, "more than 0.5"),
		Entry("maximum of a float32 that is no float64", `max:"0.1"`, float32(0.1), float32(0.11), "more than 0.1"),
		Entry("exclusiveMinimum", `exclusiveMinimum:"0"`, 0.001, 0.0, "not more than 0"),
		Entry("exclusiveMaximum", `exclusiveMaximum:"10"`, uint8(9), uint8(10), "not less than 10"),
		Entry("exclusiveMaximum of an int", `exclusiveMaximum:"0"`, -1, 0, "not less than 0"),
		Entry("exclusiveMinimum of a float32", `exclusiveMinimum:"0.1"`, float32(0.2), float32(0.1), "not more than 0.1"),
		Entry("multipleOf of an int", `multipleOf:"5"`, -10, -9, "not a multiple of 5"),
		Entry("multipleOf of a uint", `multipleOf:"5"`, uint(0), uint(4), "not a multiple of 5"),
		Entry("multipleOf of decimals", `multipleOf:"0.1"`, 0.3, 0.35, "not a multiple of 0.1"),
		Entry("multipleOf of cents", `multipleOf:"0.01"`, 1234567.89, 1234567.891, "not a multiple of 0.01"),
		Entry("multipleOf of a float32", `multipleOf:"0.1"`, float32(0.7), float32(0.75), "not a multiple of 0.1"),
		Entry("multipleOf of a number without decimals left", `multipleOf:"2"`, 1e300, 3.0, "not a multiple of 2"),
		Entry("multipleOf of a large number", `multipleOf:"0.01"`, 1e20, 1.001, "not a multiple of 0.01"),
		Entry("multipleOf of a large number with decimals", `multipleOf:"0.001"`, 12345678901234.125, 1.0001, "not a multiple of 0.001"),
		Entry("multipleOf of a large number that is none", `multipleOf:"0.3"`, 3e20, 1e20, "not a multiple of 0.3"),
		Entry("minLength in code points", `minLength:"3"`, "äöü", "äö", "fewer than 3 characters"),
		Entry("maxLength in code points", `maxLength:"3"`, "äöü", "äöüx", "more than 3 characters"),
		Entry("min of a string", `min:"2"`, name("ab"), name("a"), "fewer than 2 characters"),
		Entry("max of a long string", `max:"4"`, "😀😀😀😀", strings.Repeat("x", 100), "more than 4 characters"),
		Entry("pattern anywhere", `pattern:"b+"`, "abbc", "ac", "text that does not match b+"),
		Entry("enum of strings", `enum:"red,light blue"`, "light blue", "blue", "none of red, light blue"),
		Entry("enum of ints", `enum:"1,2"`, 2, 3, "none of 1, 2"),
		Entry("enum of floats", `enum:"0.5,1"`, 1.0, 2.0, "none of 0.5, 1"),
		Entry("enum of booleans", `enum:"true"`, true, false, "none of true"),
		Entry("minItems", `minItems:"1"`, []int{1}, []int(nil), "fewer than 1 items"),
		Entry("maxItems", `max:"1"`, []string{"a"}, []string{"a", "b"}, "more than 1 items"),
		Entry("members of a map", `max:"1"`, map[string]int{"a": 1}, map[string]int{"a": 1, "b": 2}, "more than 1 members"),
		Entry("uniqueItems", `uniqueItems:"true"`, []string{"a", "b"}, []string{"a", "b", "a"}, "a list that repeats an item"),
		Entry("uniqueItems of many", `uniqueItems:"true"`, make([]int, 1), make([]int, 1000), "a list that repeats an item"),
		Entry("a pointer", `min:"2"`, new(2), new(1), "less than 2"),
	)

	DescribeTable("says for programs which rule is broken",
		func(tag string, bad any, want problem.FieldError) {
			set := parse(bad, tag)

			faults := set.Check(nil, reflect.ValueOf(bad))
			Expect(faults).To(HaveLen(1))
			want.Detail = faults[0].Detail
			Expect(*faults[0]).To(Equal(want))
		},
		Entry("min of a number", `min:"2"`, 1, problem.FieldError{Code: "minimum", Limit: "2"}),
		Entry("max of a number", `max:"0.5"`, 1.0, problem.FieldError{Code: "maximum", Limit: "0.5"}),
		Entry("exclusiveMinimum", `exclusiveMinimum:"18446744073709551614"`, uint64(1), problem.FieldError{Code: "exclusiveMinimum", Limit: "18446744073709551614"}),
		Entry("exclusiveMaximum", `exclusiveMaximum:"0"`, 0, problem.FieldError{Code: "exclusiveMaximum", Limit: "0"}),
		Entry("multipleOf", `multipleOf:"0.1"`, 0.35, problem.FieldError{Code: "multipleOf", Limit: "0.1"}),
		Entry("min of a string", `min:"2"`, "a", problem.FieldError{Code: "minLength", Limit: "2"}),
		Entry("max of a string", `max:"1"`, "ab", problem.FieldError{Code: "maxLength", Limit: "1"}),
		Entry("min of a list", `min:"2"`, []int{}, problem.FieldError{Code: "minItems", Limit: "2"}),
		Entry("maxItems", `maxItems:"01"`, []int{1, 2}, problem.FieldError{Code: "maxItems", Limit: "1"}),
		Entry("min of a map", `min:"2"`, map[string]int{}, problem.FieldError{Code: "minProperties", Limit: "2"}),
		Entry("max of a map", `max:"0"`, map[string]int{"a": 1}, problem.FieldError{Code: "maxProperties", Limit: "0"}),
		Entry("minProperties", `minProperties:"2"`, map[string]int{}, problem.FieldError{Code: "minProperties", Limit: "2"}),
		Entry("maxProperties", `maxProperties:"0"`, map[string]int{"a": 1}, problem.FieldError{Code: "maxProperties", Limit: "0"}),
		Entry("pattern", `pattern:"^b"`, "a", problem.FieldError{Code: "pattern", Pattern: "^b"}),
		Entry("a long pattern", `pattern:"^b`+strings.Repeat("b", 1024)+`"`, "a", problem.FieldError{Code: "pattern"}),
		Entry("format", `format:"email"`, "a", problem.FieldError{Code: "format", Format: "email"}),
		Entry("enum of strings", `enum:"red,2"`, "a", problem.FieldError{Code: "enum", Allowed: []any{"red", "2"}}),
		Entry("enum of numbers", `enum:"9007199254740993,2"`, int64(1), problem.FieldError{Code: "enum", Allowed: []any{json.Number("9007199254740993"), json.Number("2")}}),
		Entry("enum of booleans", `enum:"true"`, false, problem.FieldError{Code: "enum", Allowed: []any{true}}),
		Entry("enum of 65 values", `enum:"a`+strings.Repeat(",a", 64)+`"`, "b", problem.FieldError{Code: "enum"}),
		Entry("enum of a long value", `enum:"`+strings.Repeat("a", 1025)+`"`, "b", problem.FieldError{Code: "enum"}),
		Entry("uniqueItems", `uniqueItems:"true"`, []int{1, 1}, problem.FieldError{Code: "uniqueItems"}),
	)

	DescribeTable("accepts nothing beyond the ends of a type",
		func(v any, tag string) {
			set := parse(v, tag)

			Expect(set.Check(nil, reflect.ValueOf(v))).To(HaveLen(1))
		},
		Entry("the largest int64", int64(math.MaxInt64), `exclusiveMinimum:"9223372036854775807"`),
		Entry("the smallest int64", int64(math.MinInt64), `exclusiveMaximum:"-9223372036854775808"`),
		Entry("the smallest uint", uint(0), `exclusiveMaximum:"0"`),
	)

	It("names everything that is wrong", func() {
		set := parse("", `min:"3" pattern:"^[a-z]*$" enum:"abc,def"`)

		Expect(set.Check([]*problem.FieldError{{Detail: "before"}}, reflect.ValueOf("A"))).To(HaveLen(4))
	})

	It("lets a nil pointer be", func() {
		set := parse((*int)(nil), `min:"2"`)

		Expect(set.Check(nil, reflect.ValueOf((*int)(nil)))).To(BeEmpty())
	})

	It("checks the items apart", func() {
		set := parse([]string{}, `maxItems:"2" items.minLength:"2"`)

		Expect(set.Check(nil, reflect.ValueOf([]string{"a"}))).To(BeEmpty())
		Expect(details(set.Items.Check(nil, reflect.ValueOf("a")))).To(Equal([]string{"fewer than 2 characters"}))
		Expect(set.CheckAll(nil, reflect.ValueOf([]string{"ab", "c"}))).To(Equal([]*problem.FieldError{
			{Detail: "item 2: fewer than 2 characters", Code: "minLength", Limit: "2", Item: 2},
		}))
	})

	It("allocates nothing when nothing is wrong", func() {
		v := reflect.ValueOf(person{"Ida Rhode", "ida.rhode@example.org", 37})
		sets := setsOf(v.Type())

		Expect(testing.AllocsPerRun(100, func() { checkAll(sets, v) })).To(BeZero())
	})
})

var _ = Describe("Parse", func() {
	DescribeTable("refuses",
		func(v any, tag, mistake string) {
			_, mistakes := constraint.Parse(field(v, tag))

			Expect(mistakes).To(Equal([]string{"field V: " + mistake}))
		},
		Entry("a bound of a string", "", `minimum:"1"`, `minimum:"1": is for numbers, not for a string`),
		Entry("a length of a number", 1, `minLength:"1"`, `minLength:"1": is for strings, not for a int`),
		Entry("items of a string", "", `minItems:"1"`, `minItems:"1": is for lists, not for a string`),
		Entry("a length of bytes in base64", []byte{}, `min:"1"`, `min:"1": is for numbers, strings, lists and maps, not for a []uint8`),
		Entry("a length of an array", [2]int{}, `min:"1"`, `min:"1": a [2]int always has 2 items`),
		Entry("a short bound beside the long one", 1, `min:"1" minimum:"2"`, `min:"1": is the same as minimum: write one of them`),
		Entry("a short length beside the long one", []int{}, `max:"1" maxItems:"1"`, `max:"1": is the same as maxItems: write one of them`),
		Entry("a bound that is no number", 1, `minimum:"x"`, `minimum:"x": is not a value of type int`),
		Entry("a bound with a fraction", 1, `minimum:"0.5"`, `minimum:"0.5": is not a value of type int`),
		Entry("a bound outside of the type", int8(1), `maximum:"300"`, `maximum:"300": is not a value of type int8`),
		Entry("a bound that is no JSON", 1.5, `maximum:"+1"`, `maximum:"+1": is not a value of type float64`),
		Entry("an infinite bound", 1.5, `maximum:"Inf"`, `maximum:"Inf": is not a value of type float64`),
		Entry("a negative length", "", `minLength:"-1"`, `minLength:"-1": is not a length`),
		Entry("a step of zero", 1, `multipleOf:"0"`, `multipleOf:"0": is not more than 0, or has more than 15 digits`),
		Entry("a step of a string", "", `multipleOf:"1"`, `multipleOf:"1": is for numbers, not for a string`),
		Entry("a bad pattern", "", `pattern:"("`, "pattern:\"(\": error parsing regexp: missing closing ): `(`"),
		Entry("a pattern of a number", 1, `pattern:"1"`, `pattern:"1": is for strings, not for a int`),
		Entry("a checked format of a number", 1, `format:"email"`, `format:"email": is for strings, not for a int`),
		Entry("an enum of a list", []string{}, `enum:"a"`, `enum:"a": is for strings, numbers and booleans, not for a []string`),
		Entry("an enum with a value of another type", 1, `enum:"1,x"`, `enum:"1,x": "x" is not a value of type int`),
		Entry("unique items of structs", []struct{}{}, `uniqueItems:"true"`, `uniqueItems:"true": is for items that are strings, numbers or booleans, not for a []struct {}`),
		Entry("required that is neither", "", `required:"yes"`, `required:"yes": is "true" or "false"`),
		Entry("a default of another type", 1, `default:"x"`, `default:"x": is not a value of type int`),
		Entry("a default of a list", []int{}, `default:"1"`, `default:"1": a []int is no scalar`),
		Entry("a default that breaks a constraint", 1, `default:"1" min:"2"`, `the default is less than 2`),
		Entry("an example of another type", 1, `example:"x"`, `example:"x": is not a value of type int`),
		Entry("an example that is no JSON", []int{}, `example:"1,2"`, `example:"1,2": is not JSON`),
		Entry("constraints of items that are not there", "", `items.min:"2"`, `items.min:"2": there are no items`),
		Entry("constraints that do not fit the items", []int{}, `items.minLength:"2"`, `items.minLength:"2": is for strings, not for a int`),
		Entry("a minimum above the maximum", 1, `minimum:"5" maximum:"3"`, `minimum:"5" and maximum:"3" leave no value`),
		Entry("a short min above the max of a text", "", `min:"3" max:"2"`, `minLength:"3" and maxLength:"2" leave no value`),
		Entry("a minimum that the maximum excludes", 0.5, `minimum:"0.50" exclusiveMaximum:"0.5"`, `minimum:"0.50" and exclusiveMaximum:"0.5" leave no value`),
		Entry("bounds of lists that cross", []int{}, `minItems:"10" maxItems:"9"`, `minItems:"10" and maxItems:"9" leave no value`),
		Entry("bounds of maps that cross", map[string]int{}, `minProperties:"2" maxProperties:"1"`, `minProperties:"2" and maxProperties:"1" leave no value`),
		Entry("bounds of items that cross", []string{}, `items.minLength:"2" items.maxLength:"1"`, `items.minLength:"2" and maxLength:"1" leave no value`),
		Entry("a default of items", []int{}, `items.default:"2"`, `items.required and default are for members, not for items`),
	)

	It("takes bounds that leave one value", func() {
		set := parse(0, `minimum:"3" maximum:"3" exclusiveMinimum:"2" exclusiveMaximum:"4"`)

		Expect(set.Check(nil, reflect.ValueOf(3))).To(BeEmpty())
	})

	It("collects all mistakes", func() {
		_, mistakes := constraint.Parse(field(1, `minLength:"1" pattern:"(" default:"x"`))

		Expect(mistakes).To(HaveLen(3))
	})

	DescribeTable("reads required",
		func(tag string, required, optional bool) {
			set := parse("", tag)

			Expect([]bool{set.Required, set.Optional}).To(Equal([]bool{required, optional}))
		},
		Entry("true", `required:"true"`, true, false),
		Entry("false", `required:"false"`, false, true),
		Entry("absent", ``, false, false),
	)

	It("is empty without tags", func() {
		set := parse("", `json:"v"`)

		Expect(set.Empty()).To(BeTrue())
		Expect(set.HasDefault()).To(BeFalse())
	})
})

var _ = Describe("SetDefault", func() {
	DescribeTable("sets",
		func(zero any, tag string, want any) {
			v := reflect.New(reflect.TypeOf(zero)).Elem()
			set := parse(zero, tag)

			Expect(set.HasDefault()).To(BeTrue())
			set.SetDefault(v)

			Expect(v.Interface()).To(Equal(want))
		},
		Entry("a string", "", `default:"a b"`, "a b"),
		Entry("a named string", name(""), `default:"x"`, name("x")),
		Entry("an int", int16(0), `default:"-3"`, int16(-3)),
		Entry("a float", 0.0, `default:"1e3"`, 1000.0),
		Entry("a boolean", false, `default:"true"`, true),
		Entry("a type that reads text", netip.Addr{}, `default:"::1"`, netip.IPv6Loopback()),
		Entry("a pointer", (*int)(nil), `default:"7"`, new(7)),
	)

	It("gives each pointer its own value", func() {
		var a, b *int
		set := parse(a, `default:"7"`)
		set.SetDefault(reflect.ValueOf(&a).Elem())
		set.SetDefault(reflect.ValueOf(&b).Elem())
		*a = 8

		Expect(*b).To(Equal(7))
	})
})

var _ = Describe("Describe", func() {
	describe := func(v any, tag string, s *apidoc.Schema) *apidoc.Schema {
		GinkgoHelper()
		set := parse(v, tag)
		set.Describe(s, constraint.Read)
		return s
	}

	DescribeTable("writes values of types that encode themselves as they are read and written",
		func(v any, tag string, read, written apidoc.Schema) {
			set := parse(v, tag)
			for form, want := range []apidoc.Schema{constraint.Read: read, constraint.Written: written} {
				var got apidoc.Schema
				if set.Describe(&got, constraint.Form(form)); form != int(constraint.Text) {
					Expect(got).To(Equal(want))
				}
			}
		},
		Entry("from any text, as one text", shouted(""), `enum:"a,B" example:"c" default:"b"`,
			apidoc.Schema{Enum: values(`"a"`, `"B"`), Examples: []json.RawMessage{json.RawMessage(`"c"`)}, Default: json.RawMessage(`"b"`)},
			apidoc.Schema{Enum: values(`"A"`, `"B"`), Examples: []json.RawMessage{json.RawMessage(`"C"`)}, Default: json.RawMessage(`"B"`)}),
		Entry("as a text, and from a number", worded(0), `enum:"1,2"`, apidoc.Schema{Enum: values(`1`, `2`)}, apidoc.Schema{Enum: values(`"#1"`, `"#2"`)}),
		Entry("in JSON of their own", boxed(0), `enum:"1,2"`, apidoc.Schema{Enum: values(`[1]`, `[2]`)}, apidoc.Schema{Enum: values(`[1]`, `[2]`)}),
	)

	It("refuses values that a type does not read as it writes them", func() {
		_, mistakes := constraint.Parse(reflect.StructField{Name: "F", Type: reflect.TypeFor[deaf](), Tag: `enum:"1"`})

		Expect(mistakes).To(ConsistOf(`field F: enum:"1": "1" is not what UnmarshalJSON of constraint_test.deaf reads, nor is what its MarshalJSON writes`))
	})

	DescribeTable("writes",
		func(v any, tag string, want apidoc.Schema) {
			Expect(*describe(v, tag, &apidoc.Schema{})).To(Equal(want))
		},
		Entry("bounds", 1, `min:"1" max:"9" exclusiveMinimum:"0" exclusiveMaximum:"10" multipleOf:"2"`,
			apidoc.Schema{Minimum: "1", Maximum: "9", ExclusiveMinimum: "0", ExclusiveMaximum: "10", MultipleOf: "2"}),
		Entry("a string", "", `minLength:"1" max:"9" pattern:"^a" format:"email"`,
			apidoc.Schema{MinLength: new(int64(1)), MaxLength: new(int64(9)), Pattern: "^a", Format: "email"}),
		Entry("a list", []int{}, `min:"1" maxItems:"9" uniqueItems:"true"`,
			apidoc.Schema{MinItems: new(int64(1)), MaxItems: new(int64(9)), UniqueItems: true}),
		Entry("a map", map[string]int{}, `min:"1" max:"9"`, apidoc.Schema{MinProperties: new(int64(1)), MaxProperties: new(int64(9))}),
		Entry("words", "", `doc:"The name." example:"Ida" default:"x" enum:"x,y"`, apidoc.Schema{
			Description: "The name.", Examples: []json.RawMessage{json.RawMessage(`"Ida"`)}, Default: json.RawMessage(`"x"`),
			Enum: []apidoc.EnumValue{{Value: json.RawMessage(`"x"`)}, {Value: json.RawMessage(`"y"`)}},
		}),
		Entry("an unknown format of a number", 1, `format:"unix-time"`, apidoc.Schema{Format: "unix-time"}),
		Entry("a known format of a type that checks it itself", time.Time{}, `format:"date-time"`, apidoc.Schema{Format: "date-time"}),
		Entry("an example of a list", []int{}, `example:"[1]"`, apidoc.Schema{Examples: []json.RawMessage{json.RawMessage(`[1]`)}}),
	)

	It("writes into items", func() {
		s := describe([]string{}, `items.min:"2"`, &apidoc.Schema{Items: &apidoc.Schema{}})

		Expect(s.Items.MinLength).To(HaveValue(BeEquivalentTo(2)))
	})

	It("writes into the members of a map", func() {
		s := describe(map[string]int{}, `items.min:"2"`, &apidoc.Schema{AdditionalProperties: &apidoc.Schema{}})

		Expect(s.AdditionalProperties.Minimum).To(Equal(json.Number("2")))
	})

	It("makes a schema of true", func() {
		Expect(describe(struct{}{}, `doc:"x"`, &apidoc.Schema{Always: new(true)}).Always).To(BeNil())
	})
})

type person struct {
	Name  string `min:"2" max:"64"`
	Email string `format:"email"`
	Age   int    `minimum:"0" maximum:"150"`
}

func setsOf(t reflect.Type) []constraint.Set {
	var sets []constraint.Set
	for f := range t.Fields() {
		set, mistakes := constraint.Parse(f)
		if len(mistakes) > 0 {
			panic(mistakes)
		}
		sets = append(sets, set)
	}
	return sets
}

func checkAll(sets []constraint.Set, v reflect.Value) []*problem.FieldError {
	var faults []*problem.FieldError
	for i := range sets {
		faults = sets[i].Check(faults, v.Field(i))
	}
	return faults
}

func BenchmarkCheck(b *testing.B) {
	v := reflect.ValueOf(&person{"Ida Rhode", "ida.rhode@example.org", 37}).Elem()
	sets := setsOf(v.Type())
	b.ReportAllocs()
	for b.Loop() {
		if checkAll(sets, v) != nil {
			b.Fatal("refused")
		}
	}
}

func values(texts ...string) []apidoc.EnumValue {
	var all []apidoc.EnumValue
	for _, text := range texts {
		all = append(all, apidoc.EnumValue{Value: json.RawMessage(text)})
	}
	return all
}

// Types that encode themselves.
type (
	shouted string
	worded  int
	boxed   int
	deaf    int
)

func (s *shouted) MarshalText() ([]byte, error) { return []byte(strings.ToUpper(string(*s))), nil }
func (s *shouted) UnmarshalText(text []byte) error {
	*s = shouted(strings.ToUpper(string(text)))
	return nil
}
func (w worded) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "#%d", int(w)), nil }
func (b boxed) MarshalJSON() ([]byte, error)  { return fmt.Appendf(nil, "[%d]", int(b)), nil }
func (b *boxed) UnmarshalJSON(text []byte) error {
	_, err := fmt.Sscanf(string(text), "[%d]", (*int)(b))
	return err
}
func (*deaf) UnmarshalJSON([]byte) error { return errors.New("no") }
