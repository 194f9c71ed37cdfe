package restvet_test

import (
	"fmt"

	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/passes/nilness"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restvet"
)

// What restvet reports, Err says when the program runs.
func Example() {
	type Member struct{ Name string }
	type MemberKey struct {
		ID int `path:"id"`
	}

	member := restclient.RestEndpoint[MemberKey, Member]("/groups/:group/members/:id")

	fmt.Println(member.Err() != nil)
	// Output: true
}

// A checker of one's own runs restvet with other analyzers.
func Example_checker() {
	multichecker.Main(restvet.Analyzer, nilness.Analyzer)
}
