package jsonenc_test

import (
	"encoding/json"
	"reflect"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

// everyKindOfScalar has what Append writes without allocating.
type everyKindOfScalar struct {
	Bool   bool
	Small  int8
	Uint   uint32
	Float  float64
	Text   string
	Quoted int `json:",string"`
	Bytes  []byte
	Empty  string `json:",omitempty"`
	Inner  user
	List   []string
}

func testingAllocs(f func()) float64 { return testing.AllocsPerRun(100, f) }

func list(length int, last *node) *node {
	for i := range length {
		last = &node{i, last}
	}
	return last
}

func ring(length int) *node {
	end := &node{Value: -1}
	end.Next = list(length, end)
	return end
}

var _ = DescribeTable("Append ends where encoding/json does, with", func(make func() any) {
	v := make()

	got, want := ours(jsonenc.For(reflect.TypeOf(v)), v), standard(v)

	Expect(got.err).To(Equal(want.err))
	Expect(got.text == want.text).To(BeTrue(), "the texts differ")
},
	Entry("999 pointers", func() any { return list(999, nil) }),
	Entry("1000 pointers", func() any { return list(1000, nil) }),
	Entry("1001 pointers", func() any { return list(1001, nil) }),
	Entry("5000 pointers", func() any { return list(5000, nil) }),
	Entry("a pointer to itself", func() any { return ring(0) }),
	Entry("a ring of pointers", func() any { return ring(10) }),
	Entry("a ring of more pointers than are followed", func() any { return ring(3000) }),
	Entry("a ring behind many pointers", func() any { return list(1500, ring(3)) }),
	Entry("the same value many times, deep down", func() any {
		shared := &tree{Name: "shared"}
		v := tree{Index: map[string]*tree{"a": shared, "b": shared}, Extra: []any{shared, shared}}
		for range 1200 {
			v = tree{Children: []tree{v}, Index: map[string]*tree{"x": {Extra: shared}}}
		}
		return v
	}),
	Entry("pointers to structs and to their first fields", func() any {
		var v *outer
		for range 1100 {
			v = &outer{Next: v}
			v.Into = &v.First
		}
		return v
	}),
	Entry("a slice in itself", func() any {
		v := make(slicesOf, 1)
		v[0] = v
		return v
	}),
	Entry("a map in itself", func() any {
		v := mapsOf{}
		v["a"] = v
		return v
	}),
	Entry("an interface in itself", func() any {
		v := &anyCycle{}
		v.Any = v
		return v
	}),
	Entry("a slice of interfaces in itself", func() any {
		v := make([]any, 2)
		v[1] = v
		return v
	}),
	Entry("a map of interfaces in itself", func() any {
		v := map[string]any{}
		v["a"] = []any{v}
		return v
	}),
	Entry("a ring inside of what encoding/json writes", func() any {
		return map[textByValue]any{{"k"}: ring(1)}
	}),
	Entry("a struct that embeds itself", func() any {
		v := &selfEmbedding{N: 1}
		v.selfEmbedding = v
		return v
	}),
)

var _ = Describe("The error of a cycle", func() {
	It("says where it closes", func() {
		_, err := jsonenc.For(reflect.TypeFor[*node]()).Append(nil, ring(2))

		Expect(err).To(BeAssignableToTypeOf(&json.UnsupportedValueError{}))
		Expect(err).To(MatchError("json: unsupported value: encountered a cycle via *jsonenc_test.node"))
	})
})
