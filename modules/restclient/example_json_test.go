package restclient_test

import (
	"encoding/json"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

func ExampleJSON_names() {
	var todo struct {
		Title string // no tag: the name is Title
		Done  bool   `json:"done"`
	}

	err := restclient.JSON().Unmarshal([]byte(`{"title":"write","done":true}`), &todo)

	fmt.Printf("%q %t %v\n", todo.Title, todo.Done, err)
	// Output: "" true <nil>
}

func ExampleJSON_zero() {
	type draft struct {
		Title string  `json:"title"`
		Notes string  `json:"notes,omitzero"`
		Due   *string `json:"due"`
		Place *string `json:"place,omitzero"`
	}

	data, err := restclient.JSON().Marshal(draft{})

	fmt.Println(string(data), err)
	// Output: {"title":"","due":null} <nil>
}

func ExampleJSON_numbers() {
	var exact struct {
		ID    int64       `json:"id"`
		Price json.Number `json:"price"`
		Any   any         `json:"any"`
	}

	err := restclient.JSON().Unmarshal([]byte(`{"id":9007199254740993,"price":0.10,"any":12345678901234567890}`), &exact)
	fmt.Println(exact.ID, exact.Price, exact.Any, err)

	err = restclient.JSON().Unmarshal([]byte(`{"id":1.5}`), &exact)
	fmt.Println(err != nil)
	// Output:
	// 9007199254740993 0.10 12345678901234567890 <nil>
	// true
}

func ExampleJSON_refused() {
	var todo struct {
		Title string `json:"title"`
	}

	for _, text := range []string{`{"title":"a","title":"b"}`, `{"title":"a"} more`, `{"title":7}`} {
		fmt.Println(restclient.JSON().Unmarshal([]byte(text), &todo) != nil)
	}
	// Output:
	// true
	// true
	// true
}
