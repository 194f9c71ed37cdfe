package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// BenchmarkNestedWrite changes a person that so many papers show.
func BenchmarkNestedWrite(b *testing.B) {
	for _, parents := range []int{0, 1, 10, 100, 1000} {
		b.Run(fmt.Sprintf("parents=%d", parents), func(b *testing.B) {
			l := newLibrary()
			w := store.Write{TTL: time.Minute}
			for i := range parents {
				row, err := l.papers.Decode(fmt.Appendf(nil, `{"id":%d,"author":{"id":1},"pair":[{"id":2},{"id":2}]}`, i))
				if err != nil {
					b.Fatal(err)
				}
				w.Start = l.st.Begin()
				l.papers.Put(w, row)
			}
			var rows []Row[person]
			for i := range 2 {
				row, err := l.people.Decode(fmt.Appendf(nil, `{"id":1,"name":"n%d"}`, i))
				if err != nil {
					b.Fatal(err)
				}
				rows = append(rows, row)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				w.Start = l.st.Begin()
				l.people.Put(w, rows[i%2])
			}
		})
	}
}

// BenchmarkNestedRead reads a paper, whose parts are in it.
func BenchmarkNestedRead(b *testing.B) {
	l := newLibrary()
	row, err := l.papers.Decode([]byte(onePaper))
	if err != nil {
		b.Fatal(err)
	}
	l.papers.Put(store.Write{Start: l.st.Begin(), TTL: time.Minute}, row)
	b.ReportAllocs()
	for b.Loop() {
		if _, status := l.papers.Get(1); status != store.Fresh {
			b.Fatal(status)
		}
	}
}
