package typehash_test

import (
	"fmt"
	"reflect"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/typehash"
)

type inner struct {
	City string `json:"city"`
}

type base struct {
	ID    int      `json:"id"`
	Name  string   `json:"name,omitempty"`
	Tags  []string `json:"tags"`
	Where inner    `json:"where"`
	More  map[string]*inner
	At    time.Time `json:"at"`
	note  string
	Skip  chan int `json:"-"`
}

// tree holds itself.
type tree struct {
	Children []tree          `json:"children"`
	Parent   *tree           `json:"parent"`
	ByName   map[string]tree `json:"byName"`
}

type (
	celsius float64
	kelvin  float64
)

func (kelvin) MarshalText() ([]byte, error) { return nil, nil }

func of[T any]() string { return typehash.Of(reflect.TypeFor[T]()) }

var _ = Describe("The fingerprint of a type", func() {
	It("is the same in each run", func() {
		Expect(base{}.note).To(BeEmpty())
		Expect(of[base]()).To(Equal("c27aa2dd4576fa5a48a5ede67c8f21bd"))
		Expect(of[tree]()).To(Equal("01bf6403553879ba3a791695aa85e132"))
	})

	DescribeTable("does not change with what is not written",
		func(other string) { Expect(other).To(Equal(of[inner]())) },
		Entry("a field without a place in the JSON", of[struct {
			City string `json:"city"`
			note string
			Skip func() `json:"-"`
		}]()),
		Entry("another name of the type", of[struct {
			City string `json:"city"`
		}]()),
		Entry("other tags", of[struct {
			City string `json:"city" validate:"required"`
		}]()),
	)

	It("does not change with the order of fields", func() {
		type ab struct{ A, B int }
		type ba struct{ B, A int }
		Expect(of[ab]()).To(Equal(of[ba]()))
	})

	DescribeTable("changes with",
		func(a, b string) { Expect(a).NotTo(Equal(b)) },
		Entry("the name of a field", of[struct{ A int }](), of[struct{ B int }]()),
		Entry("its name in the JSON", of[struct {
			A int `json:"a"`
		}](), of[struct {
			A int `json:"b"`
		}]()),
		Entry("its options", of[struct {
			A int `json:"a"`
		}](), of[struct {
			A int `json:"a,string"`
		}]()),
		Entry("its format", of[struct {
			A []byte `format:"base64"`
		}](), of[struct {
			A []byte `format:"hex"`
		}]()),
		Entry("its type", of[struct{ A int }](), of[struct{ A int64 }]()),
		Entry("a field more", of[struct{ A int }](), of[struct{ A, B int }]()),
		Entry("a field that may be absent", of[struct{ A int }](), of[struct{ A *int }]()),
		Entry("a field that is embedded", of[struct{ inner }](), of[struct{ Inner inner }]()),
		Entry("a type at some depth", of[map[string][]struct{ A inner }](), of[map[string][]struct{ A struct{ City int } }]()),
		Entry("the keys of a map", of[map[string]int](), of[map[int]int]()),
		Entry("the length of an array", of[[2]int](), of[[3]int]()),
		Entry("where a type holds itself", of[tree](), of[struct{ Children []struct{ Children []tree } }]()),
		Entry("that a type writes itself", of[celsius](), of[kelvin]()),
		Entry("which type writes itself", of[time.Time](), of[kelvin]()),
		Entry("one type more", typehash.Of(reflect.TypeFor[inner]()), typehash.Of(reflect.TypeFor[inner](), reflect.TypeFor[int]())),
	)
})

func ExampleOf() {
	type before struct{ Done bool }
	type after struct{ Done *bool }
	fmt.Println(typehash.Of(reflect.TypeFor[before]()) == typehash.Of(reflect.TypeFor[after]()))
	// Output:
	// false
}
