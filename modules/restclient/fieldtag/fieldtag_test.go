package fieldtag_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
)

func ExampleParse() {
	tag, err := fieldtag.Parse(`query:"tag,comma"`)
	fmt.Println(tag.Place, tag.Name, tag.Style, err)
	_, err = fieldtag.Parse(`header:"X Trace"`)
	fmt.Println(err)
	// Output:
	// query tag comma <nil>
	// has the tag header:"X Trace", which is not the name of a header: write `header:"Name"`
}
