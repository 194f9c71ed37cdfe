package shape

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Together returns, for each format of a body, the place of the first one with the same
// schema, which may be its own: what is said about the first is true of the others, which
// add nothing but examples. It looks at 60 formats.
func Together(list []apidoc.MediaType) []int {
	first := make([]int, len(list))
	for i := range list {
		first[i] = i
		for j := 0; j < i && i < 60 && onlySchema(&list[i]) && first[i] == i; j++ {
			if first[j] == j && onlySchema(&list[j]) && reflect.DeepEqual(list[i].Schema, list[j].Schema) {
				first[i] = j
			}
		}
	}
	return first
}

// onlySchema reports whether a format says nothing but its schema and its examples.
func onlySchema(m *apidoc.MediaType) bool {
	return m.Schema != nil && m.ItemSchema == nil && m.ItemEncoding == nil && len(m.Encoding)+len(m.PrefixEncoding)+len(m.Extensions) == 0
}
