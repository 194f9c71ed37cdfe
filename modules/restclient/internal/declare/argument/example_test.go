package argument_test

import (
	"fmt"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

func ExampleCompile() {
	type args struct {
		Group string   `path:"group"`
		Tags  []string `query:"tag"`
		Page  int      `query:"page,cursor"`
	}
	plan, err := argument.Compile(reflect.TypeFor[args](), pathtemplate.MustParse("/groups/:group/users"))
	if err != nil {
		fmt.Println(err)
		return
	}
	a := args{Group: "r&d", Tags: []string{"b", "a"}, Page: 2}
	url, err := plan.Append([]byte("http://api.test"), argument.Of(plan, &a), argument.Whole)
	fmt.Println(string(url), err)
	identity, err := plan.Append(nil, argument.Of(plan, &a), argument.WithoutCursor)
	fmt.Println(string(identity), err)
	// Output:
	// http://api.test/groups/r%26d/users?page=2&tag=b&tag=a <nil>
	// /groups/r%26d/users?tag=b&tag=a <nil>
}

func ExampleWithCursor() {
	_, err := argument.Compile(reflect.TypeFor[int](), pathtemplate.MustParse("/todos/:id"), argument.WithCursor("page"))
	fmt.Println(err)
	// Output: argument type int: the arguments have no query parameter "page" for the cursor
}
