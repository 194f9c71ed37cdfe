package store_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// BenchmarkImage measures what it takes to save ten thousand entities: with the
// store locked (gather), without (encode), and to have them again (restore).
func BenchmarkImage(b *testing.B) {
	const n = 10_000
	st := store.New()
	todos := TableOf[todo](st)
	var rows []Row[todo]
	for i := range n {
		row, err := todos.Decode(fmt.Appendf(nil, `{"id":%d,"userId":%d,"title":"todo number %d","tags":["a","b"]}`, i, i%10, i))
		if err != nil {
			b.Fatal(err)
		}
		rows = append(rows, row)
	}
	todos.Replace(store.Write{Start: st.Begin(), TTL: time.Hour}, listKey(), rows)
	image := st.Images(todos)[0]
	data, err := image.Encode(json.Marshal)
	if err != nil {
		b.Fatal(err)
	}

	b.Run("gather", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			st.Images(todos)
		}
	})
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if _, err := image.Encode(json.Marshal); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("restore", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			s := store.New()
			if err := s.Restore(0, store.Saved{Of: TableOf[todo](s), Data: data}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
