package restgen

import (
	"iter"

	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// breakCycles makes pointers of the fields through which a struct would hold
// itself: only fields between structs that hold each other change.
func breakCycles(models []*model) {
	of := goname.Components(models, (*model).held)
	for _, m := range models {
		for _, f := range m.fields {
			if held := f.typ.structOf(); held != nil && of[held] == of[m] {
				f.typ = f.typ.of(pointer)
			}
		}
	}
}

// held are the structs that are fields of one, by value.
func (m *model) held() iter.Seq[*model] {
	return func(yield func(*model) bool) {
		for _, f := range m.fields {
			if held := f.typ.structOf(); held != nil && !yield(held) {
				return
			}
		}
	}
}
