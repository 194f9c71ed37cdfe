package union_test

import (
	"encoding/json"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient/union"
)

type Card struct {
	Type  string `json:"type"`
	Last4 string `json:"last4"`
}

type Bank struct {
	Type string `json:"type"`
	Name string `json:"name"`
}

// Source is a card, an account at a bank, or the key of either.
type Source struct {
	Card  *Card           `union:"object,type=card"`
	Bank  *Bank           `union:"object,type=bank|sepa"`
	Key   *string         `union:"string"`
	Other json.RawMessage `union:"any"`
}

func (s Source) MarshalJSON() ([]byte, error)     { return union.Marshal(s) }
func (s *Source) UnmarshalJSON(data []byte) error { return union.Unmarshal(data, s) }

func Example() {
	var sources []Source
	err := json.Unmarshal([]byte(`[{"type":"card","last4":"4242"},{"type":"sepa","name":"Ida"},"src_1",{"type":"coin"}]`), &sources)
	for _, s := range sources {
		switch {
		case s.Card != nil:
			fmt.Println("card", s.Card.Last4)
		case s.Bank != nil:
			fmt.Println("bank", s.Bank.Name)
		case s.Key != nil:
			fmt.Println("key", *s.Key)
		default:
			fmt.Println("new", string(s.Other))
		}
	}
	fmt.Println(err)
	// Output:
	// card 4242
	// bank Ida
	// key src_1
	// new {"type":"coin"}
	// <nil>
}

func ExampleMarshal() {
	data, err := union.Marshal(Source{Card: &Card{Last4: "4242"}})

	fmt.Println(string(data), err)
	// Output: {"type":"card","last4":"4242"} <nil>
}

func ExampleUnmarshal() {
	var s Source
	err := union.Unmarshal([]byte(`"src_1"`), &s)

	fmt.Println(*s.Key, err)
	// Output: src_1 <nil>
}
