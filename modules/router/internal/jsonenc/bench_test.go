package jsonenc_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

type user struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
	Age   int    `json:"age"`
}

type article struct {
	ID        int64             `json:"id"`
	Title     string            `json:"title"`
	Author    *user             `json:"author"`
	Tags      []string          `json:"tags,omitempty"`
	Score     float64           `json:"score"`
	Draft     bool              `json:"draft,omitempty"`
	Published time.Time         `json:"published"`
	Links     map[string]string `json:"links"`
	Body      string            `json:"body"`
}

var benchmarks = func() []struct {
	name  string
	value any
} {
	ada := user{12345, "Ada Lovelace", "ada@example.org", 36}
	list := make([]user, 100)
	for i := range list {
		list[i] = ada
		list[i].ID += i
	}
	return []struct {
		name  string
		value any
	}{
		{"struct", ada},
		{"pointer", &ada},
		{"slice", list},
		{"article", &article{
			ID: 7, Title: "Notes – a \"sketch\"", Author: &ada, Tags: []string{"engine", "number"}, Score: 0.75,
			Published: time.Date(2024, 2, 29, 12, 30, 0, 5e8, time.UTC),
			Links:     map[string]string{"self": "/articles/7", "next": "/articles/8"},
			Body:      "It can do whatever we know how to order it to perform.\nIt has no power of anticipating.",
		}},
		{"any", map[string]any{"id": 7, "user": ada, "ok": true}},
	}
}()

func BenchmarkAppend(b *testing.B) {
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			e := jsonenc.For(reflect.TypeOf(bench.value))
			dst := make([]byte, 0, 1<<16)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Append(dst, bench.value); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEncodingJSON(b *testing.B) {
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			var buffer bytes.Buffer
			buffer.Grow(1 << 16)
			e := json.NewEncoder(&buffer)
			e.SetEscapeHTML(false)
			b.ReportAllocs()
			for b.Loop() {
				buffer.Reset()
				if err := e.Encode(bench.value); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
