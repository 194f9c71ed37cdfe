package report_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/benchmarks/report"
)

func ExamplePage() {
	p := &report.Page{}
	p.Line("## %s\n", "Typed GET")
	p.Table("variant", "ns", "allocations")
	p.Row("ours", "120", "1.00")

	fmt.Print(p)
	// Output:
	// ## Typed GET
	//
	// | variant | ns | allocations |
	// |---|--:|--:|
	// | ours | 120 | 1.00 |
}
