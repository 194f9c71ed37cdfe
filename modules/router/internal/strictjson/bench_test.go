package strictjson_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

type order struct {
	Name   string  `json:"name"`
	Email  string  `json:"email"`
	Age    int     `json:"age"`
	Price  float64 `json:"price"`
	Active bool    `json:"active"`
	Note   string  `json:"note"`
}

type basket struct {
	ID    int      `json:"id"`
	Tags  []string `json:"tags"`
	Items []order  `json:"items"`
}

const orderText = `{"name":"Ida Rhode","email":"ida@example.org","age":37,"price":12.5,"active":true,"note":"ring twice"}`

func BenchmarkDecode(b *testing.B) {
	b.Run("order", func(b *testing.B) { compareDecoders[order](b, orderText) })
	b.Run("basket", func(b *testing.B) {
		compareDecoders[basket](b, `{"id":7,"tags":["a","b"],"items":[`+orderText+`,`+orderText+`,`+orderText+`]}`)
	})
}

func compareDecoders[T any](b *testing.B, text string) {
	data := []byte(text)
	b.Run("strictjson", func(b *testing.B) {
		dec := must(strictjson.Compile(reflect.TypeFor[T](), nil, strictjson.Options{}))
		b.ReportAllocs()
		for b.Loop() {
			var v T
			if faults, err := dec.Decode(data, reflect.ValueOf(&v).Elem()); err != nil || len(faults) > 0 {
				b.Fatal(faults, err)
			}
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var v T
			if err := json.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
