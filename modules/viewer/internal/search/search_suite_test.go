package search_test

import (
	"context"
	"os"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

func TestSearch(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "search")
}

// space is a document in which every kind of part has a word of its own.
func space() *apidoc.Document {
	text, err := os.ReadFile("testdata/space.yaml")
	if err != nil {
		panic(err)
	}
	doc, err := openapi.FromContent(string(text)).Load(context.Background())
	if err != nil {
		panic(err)
	}
	return doc
}

// whole is an index of everything in it.
func whole(o search.Options) *search.Index {
	x, err := search.Build(context.Background(), space(), o)
	if err != nil {
		panic(err)
	}
	return x
}

// names are what results are called, shortly.
func names(results []core.Result) []string {
	list := []string{}
	for _, r := range results {
		switch r.Kind {
		case core.PageOperation:
			list = append(list, r.Slug)
		default:
			list = append(list, string(r.Kind)+" "+r.Title)
		}
	}
	return list
}
