package openapi_test

import (
	"context"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

func BenchmarkLoad(b *testing.B) {
	for _, s := range samples() {
		b.Run(s.name, func(b *testing.B) {
			source := openapi.FromContent(s.text)
			b.SetBytes(int64(len(s.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := source.Load(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOperation reads one operation after the other.
func BenchmarkOperation(b *testing.B) {
	benchmarkPages(b, func(doc *apidoc.Document, i int) error {
		_, err := doc.Operation(context.Background(), doc.Operations[i%len(doc.Operations)].Slug)
		return err
	})
}

// BenchmarkModel reads one model after the other.
func BenchmarkModel(b *testing.B) {
	benchmarkPages(b, func(doc *apidoc.Document, i int) error {
		if len(doc.Models) == 0 {
			return nil
		}
		_, err := doc.Model(context.Background(), doc.Models[i%len(doc.Models)].Slug)
		return err
	})
}

func benchmarkPages(b *testing.B, read func(doc *apidoc.Document, i int) error) {
	for _, s := range samples() {
		doc, err := openapi.FromContent(s.text).Load(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := read(doc, i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSecondLoad loads what an earlier run has kept.
func BenchmarkSecondLoad(b *testing.B) {
	for _, s := range samples() {
		b.Run(s.name, func(b *testing.B) {
			source := openapi.FromContent(s.text, openapi.WithCacheDir(b.TempDir()))
			if _, err := source.Load(context.Background()); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(s.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := source.Load(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
