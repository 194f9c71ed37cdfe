package golangciplugin_test

import (
	"fmt"
	"log"

	"github.com/trefoil-go/trefoil/modules/restclient/restvet/golangciplugin"
)

func ExampleNew() {
	plugin, err := golangciplugin.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	analyzers, err := plugin.BuildAnalyzers()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(analyzers[0].Name, plugin.GetLoadMode())
	// Output: restvet typesinfo
}
