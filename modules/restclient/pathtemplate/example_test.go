package pathtemplate_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

func ExampleParse() {
	t, err := pathtemplate.Parse("/groups/:group/users{/:id}")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Expand(pathtemplate.Values{"group": {"r&d"}, "id": {"7"}}))
	fmt.Println(t.Expand(pathtemplate.Values{"group": {"ops"}}))
	fmt.Println(t.Expand(pathtemplate.Values{"group": {".."}}))

	_, err = pathtemplate.Parse("/users/:id?")
	fmt.Println(err)
	// Output:
	// /groups/r%26d/users/7 <nil>
	// /groups/ops/users <nil>
	//  path /groups/:group/users{/:id}: parameter "group" is a dot segment, which would change the path
	// path template "/users/:id?", offset 10: '?' behind a parameter is the grammar of path-to-regexp 6: write "/users{/:id}"
}

func ExampleMustParse() {
	list, err := pathtemplate.MustParse("/todos/:id").Parent()
	fmt.Println(list, err)
	// Output: /todos <nil>
}

func ExampleTemplate_Match() {
	t := pathtemplate.MustParse("/files/*path")
	fmt.Println(t.Match("/files/a/b%2Fc/"))
	fmt.Println(t.Match("/files/"))
	// Output:
	// map[path:[a b/c]] true
	// map[] false
}
