package openapi

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// maxValues bounds how many values and names one operation or schema is read
// from, those behind references counted each time. Callbacks and headers may
// refer to others of their kind, each of them twice, so that a few lines would
// stand for more than any memory holds. The largest operation of the well-known
// descriptions has a seventh of this.
const maxValues = 50_000

// What a schema and an operation of a callback cost besides what they are read from:
// their fields are there, whether they have them or not. The pointer of an operation
// costs as other text does.
const (
	schemaCost    = 6
	operationCost = 20
)

// bytesPerValue is how much text costs as much as a value.
const bytesPerValue = 64

// budget is what may still be read. The nil budget has no end.
type budget struct{ left int }

// spend takes n from what is left, and reports whether there was enough.
func (b *budget) spend(n int) bool {
	if b == nil {
		return true
	}
	b.left -= n
	return b.left >= 0
}

// afford takes what reading n and everything in it costs.
func (b *budget) afford(n *tree.Node) bool {
	return b == nil || b.spend(weight(n, b.left))
}

// exhausted reports whether something was left out.
func (b *budget) exhausted() bool { return b != nil && b.left < 0 }

// noteCut says at the end of a description that something was left out.
func (b *budget) noteCut(description *string) {
	if b.exhausted() {
		*description += cutNote
	}
}

// cutNote is what a description ends with when a part of it was left out.
var cutNote = fmt.Sprintf("\n\n> [!WARNING]\n> This stands for more than %d values in all; what goes beyond is left out here.\n", maxValues)

// weight is what n and everything in it costs to read. It stops counting beyond
// limit.
func weight(n *tree.Node, limit int) int {
	if n == nil {
		return 0
	}
	total := 1 + len(n.Value)/bytesPerValue
	for _, child := range n.Content() {
		if total > limit {
			break
		}
		total += weight(child, limit-total)
	}
	return total
}

// Bounds of what stands in an outline, where a few references can make many
// operations of one.
const (
	maxProblems   = 1000
	maxPath       = 2000 // bytes of a path or of the name of a webhook
	maxTags       = 100  // of one operation
	maxShared     = 5_000
	maxAdditional = 100     // operations of one path item with methods of other names
	maxMessage    = 600     // bytes
	maxPlace      = 1 << 10 // bytes of the pointer of a problem
)
