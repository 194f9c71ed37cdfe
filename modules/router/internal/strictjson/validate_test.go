package strictjson_test

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// maybe is an Optional.
type maybe[T any] struct {
	value T
	state string
}

func (m *maybe[T]) Slot(null bool) any {
	if m.state = "null"; null {
		return nil
	}
	m.state = "value"
	return &m.value
}
func (m maybe[T]) IsNull() bool { return m.state == "null" }
func (m maybe[T]) IsSet() bool  { return m.state != "" }

type address struct {
	City string `json:"city" min:"2"`
	Zip  string `json:"zip" pattern:"^[0-9]{5}$"`
}

type shopper struct {
	Name    string             `json:"name" min:"2" max:"8"`
	Age     *int               `json:"age" minimum:"0"`
	Home    address            `json:"home" required:"false"`
	Others  []address          `json:"others,omitempty" maxItems:"2"`
	ByName  map[string]address `json:"by_name,omitempty" max:"1"`
	Tags    []string           `json:"tags,omitempty" uniqueItems:"true" items.min:"2"`
	Weights map[string]int     `json:"weights,omitempty" items.max:"9"`
	Nick    maybe[string]      `json:"nick" min:"2"`
	Place   maybe[*address]    `json:"place"`
	Scores  maybe[[]int]       `json:"scores" max:"2" items.max:"9"`
	Level   int                `json:"level" default:"3"`
	Colour  *string            `json:"colour" default:"red" enum:"red,blue"`
	Count   int                `json:"count,string" default:"1" max:"5"`
	Must    *int               `json:"must" required:"true"`
}

var _ = Describe("A list or map", func() {
	type row struct {
		Text [64]string `json:"text" required:"false"` // 1 KiB
	}
	type rows struct {
		Few []row `json:"few,omitempty" maxItems:"3"`
		All []row `json:"all,omitempty"`

		FewByName map[string]row `json:"fewByName,omitempty" maxProperties:"3"`
		AllByName map[string]row `json:"allByName,omitempty"`
	}

	DescribeTable("that is refused in any case takes little memory, however long it is",
		func(text, fault string) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, faults, err := decode[rows](text, strictjson.Options{})
			runtime.ReadMemStats(&after)

			Expect(err).NotTo(HaveOccurred())
			Expect(lines(faults)).To(ContainElement(fault))
			Expect(after.TotalAlloc-before.TotalAlloc).To(BeNumerically("<", 8<<20), "bytes")
		},
		Entry("with more items than it may have", `{"few":[{}`+strings.Repeat(",{}", 20_000)+`]}`, "/few: more than 3 items"),
		Entry("with more members than it may have", `{"fewByName":{`+members(20_000, "{}")+`}}`, "/fewByName: more than 3 members"),
		Entry("with members of another type", `{"allByName":{`+members(20_000, "7")+`}}`, "/allByName/k0: a number where an object is expected"),
		Entry("with items of another type", `{"all":[7`+strings.Repeat(",7", 20_000)+`]}`, "/all/0: a number where an object is expected"),
	)
})

// members are those of an object, of different names and one value.
func members(n int, value string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`"k%d":%s`, i, value)
	}
	return strings.Join(list, ",")
}

var _ = Describe("Constraints", func() {
	DescribeTable("are checked at any depth",
		func(text string, want ...string) {
			_, faults, err := decode[shopper](text, strictjson.Options{})

			Expect(err).NotTo(HaveOccurred())
			Expect(lines(faults)).To(HaveExactElements(want))
		},
		Entry("of a member", `{"name":"I","must":1}`, "/name: fewer than 2 characters"),
		Entry("behind a pointer", `{"name":"Ida","age":-1,"must":1}`, "/age: less than 0"),
		Entry("in a struct", `{"name":"Ida","must":1,"home":{"city":"U","zip":"x"}}`, "/home/city: fewer than 2 characters", "/home/zip: text that does not match ^[0-9]{5}$"),
		Entry("in a list and of it", `{"name":"Ida","must":1,"others":[{"city":"Ulm","zip":"89073"},{"city":"U","zip":"89073"}]}`, "/others/1/city: fewer than 2 characters"),
		Entry("of a list", `{"name":"Ida","must":1,"tags":["ab","ab"]}`, "/tags: a list that repeats an item"),
		Entry("of the items of a list", `{"name":"Ida","must":1,"tags":["ab","a"]}`, "/tags/1: fewer than 2 characters"),
		Entry("of the members of a map", `{"name":"Ida","must":1,"weights":{"a":9,"b":10}}`, "/weights/b: more than 9"),
		Entry("in a map", `{"name":"Ida","must":1,"by_name":{"a/b":{"city":"Ulm"}}}`, "/by_name/a~1b/zip: is required"),
		Entry("of a map", `{"name":"Ida","must":1,"by_name":{"a":{"city":"Ulm","zip":"89073"},"b":{"city":"Ulm","zip":"89073"}}}`, "/by_name: more than 1 members"),
		Entry("of an optional value", `{"name":"Ida","must":1,"nick":"I"}`, "/nick: fewer than 2 characters"),
		Entry("in an optional value", `{"name":"Ida","must":1,"place":{"city":"Ulm"}}`, "/place/zip: is required"),
		Entry("of an optional list", `{"name":"Ida","must":1,"scores":[1,10,3]}`, "/scores/1: more than 9", "/scores: more than 2 items"),
		Entry("of a list, whatever its items are", `{"name":"Ida","must":1,"others":[1,2,null]}`,
			"/others/0: a number where an object is expected", "/others/1: a number where an object is expected", "/others/2: null where an object is expected", "/others: more than 2 items"),
		Entry("of a list, but not whether items of another type are the same", `{"name":"Ida","must":1,"tags":[1,2]}`, "/tags/0: a number where a string is expected", "/tags/1: a number where a string is expected"),
		Entry("of a list, but not of a value of another type", `{"name":"Ida","must":1,"others":1}`, "/others: a number where an array is expected"),
		Entry("in quotes", `{"name":"Ida","must":1,"count":"6"}`, "/count: more than 5"),
		Entry("of what is missing", `{}`, "/name: is required", "/must: is required"),
		Entry("in the order of the text, then what is missing", `{"tags":[1],"level":"x","age":-1}`,
			"/tags/0: a number where a string is expected", "/level: a string where an integer is expected", "/age: less than 0", "/name: is required", "/must: is required"),
	)

	It("leaves and fills what is not there", func() {
		v, faults, err := decode[shopper](`{"name":"Ida","must":null}`, strictjson.Options{})

		Expect(err).NotTo(HaveOccurred())
		Expect(faults).To(BeEmpty())
		Expect(v).To(Equal(shopper{Name: "Ida", Level: 3, Colour: new("red"), Count: 1}))
	})

	It("tells absent, null and a value apart", func() {
		v, faults, err := decode[shopper](`{"name":"Ida","must":1,"nick":null,"place":null,"scores":[1]}`, strictjson.Options{})

		Expect(err).NotTo(HaveOccurred())
		Expect(faults).To(BeEmpty())
		Expect(v.Nick).To(Equal(maybe[string]{state: "null"}))
		Expect(v.Place.IsNull()).To(BeTrue())
		Expect(v.Scores).To(Equal(maybe[[]int]{[]int{1}, "value"}))
	})
})

var errOdd = errors.New("is odd")

type even int

func (e even) Validate() error {
	if e%2 != 0 {
		return errOdd
	}
	return nil
}

type span struct {
	From even `json:"from" max:"10"`
	To   even `json:"to"`
}

func (s *span) Validate() error {
	if s.From > s.To {
		return errors.New("ends before it starts")
	}
	return nil
}

type spans struct {
	One  span             `json:"one,omitempty" required:"false"`
	List []*span          `json:"list,omitempty"`
	Map  map[string]even  `json:"map,omitempty"`
	Opt  maybe[span]      `json:"opt"`
	Deep map[string][]any `json:"deep,omitempty"`
}

var _ = Describe("Validate", func() {
	DescribeTable("is asked where the constraints hold",
		func(text string, want ...string) {
			_, faults, err := decode[spans](text, strictjson.Options{})

			Expect(err).NotTo(HaveOccurred())
			Expect(lines(faults)).To(HaveExactElements(want))
		},
		Entry("of a struct", `{"one":{"from":4,"to":2}}`, "/one: ends before it starts"),
		Entry("of a member, and then not of the struct", `{"one":{"from":3,"to":2}}`, "/one/from: is odd"),
		Entry("not after a constraint", `{"one":{"from":11,"to":2}}`, "/one/from: more than 10"),
		Entry("behind a pointer in a list", `{"list":[null,{"from":2,"to":2},{"from":4,"to":2}]}`, "/list/2: ends before it starts"),
		Entry("in a map", `{"map":{"a":2,"b":3}}`, "/map/b: is odd"),
		Entry("in an optional value", `{"opt":{"from":4,"to":2}}`, "/opt: ends before it starts"),
		Entry("not of what is absent", `{}`),
	)

	It("asks the whole", func() {
		_, faults, err := decode[span](`{"from":4,"to":2}`, strictjson.Options{})

		Expect(err).NotTo(HaveOccurred())
		Expect(lines(faults)).To(Equal([]string{": ends before it starts"}))
	})

	It("leaves the whole to who fills its other fields", func() {
		t := reflect.TypeFor[span]()
		dec, err := strictjson.Compile(t, strictjson.Members(t), strictjson.Options{})
		Expect(err).NotTo(HaveOccurred())
		var v span

		Expect(dec.Decode([]byte(`{"from":4,"to":2}`), reflect.ValueOf(&v).Elem())).To(BeEmpty())
		Expect(v).To(Equal(span{4, 2}))
	})

	It("lets errors be explained", func() {
		explain := func(err error) []problem.FieldError {
			if errors.Is(err, errOdd) {
				return []problem.FieldError{{Pointer: "/x", Detail: "one"}, {Detail: "two"}}
			}
			return nil
		}

		_, faults, err := decode[spans](`{"map":{"b":3},"one":{"from":4,"to":2}}`, strictjson.Options{Explain: explain})

		Expect(err).NotTo(HaveOccurred())
		Expect(lines(faults)).To(Equal([]string{"/map/b/x: one", "/map/b: two", "/one: ends before it starts"}))
	})
})
