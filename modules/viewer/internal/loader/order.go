package loader

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

var (
	tagOrders = map[string]func(a, b *apidoc.Tag) int{
		"alpha": func(a, b *apidoc.Tag) int { return alphabetical(a.DisplayName, b.DisplayName) },
	}
	operationOrders = map[string]func(a, b *apidoc.OperationSummary) int{
		"alpha":  func(a, b *apidoc.OperationSummary) int { return alphabetical(a.Title(), b.Title()) },
		"method": func(a, b *apidoc.OperationSummary) int { return cmp.Compare(a.Method, b.Method) },
	}
)

func alphabetical(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) }

// TagOrders are the names of the orders of tags.
func TagOrders() []string { return slices.Sorted(maps.Keys(tagOrders)) }

// OperationOrders are the names of the orders of operations.
func OperationOrders() []string { return slices.Sorted(maps.Keys(operationOrders)) }

// Ordered puts tags and operations into the orders with these names, "" for that of the
// description.
func Ordered(doc *apidoc.Document, tags, operations string) *apidoc.Document {
	return doc.Sorted(tagOrders[tags], operationOrders[operations])
}
