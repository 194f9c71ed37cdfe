package apichange_test

import (
	"reflect"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

// FuzzCompare makes sure that no description makes it panic or never end, that
// a description has no changes from itself, and that the answer does not depend
// on the order of a map.
func FuzzCompare(f *testing.F) {
	f.Add(string(inRequest(`{"$ref":"#/components/schemas/Node"}`)), string(inResponse(`{"allOf":[{"$ref":"#/components/schemas/Cat"}]}`)))
	f.Add(string(getting(`"security":[{"jwt":[]}]`)), string(getting(`"responses":{"":{}}`)))
	f.Add(`{"openapi":"3","paths":{"/a":{"get":{"parameters":[{"name":"q","schema":{"minimum":1e-99999,"maximum":1e999}}]}}}}`, `{"openapi":"3","paths":{"":null}}`)
	f.Add(petsOfSwagger, petsOfOpenAPI)
	f.Fuzz(func(t *testing.T, old, new string) {
		first, err := apichange.Compare([]byte(old), []byte(new))
		if err != nil {
			return
		}
		second, _ := apichange.Compare([]byte(old), []byte(new))
		if len(first) != len(second) {
			t.Fatalf("%d changes, then %d", len(first), len(second))
		}
		for i := range first {
			if !reflect.DeepEqual(first[i], second[i]) {
				t.Errorf("first %v, then %v", first[i], second[i])
			}
		}
		if same, _ := apichange.Compare([]byte(old), []byte(old)); len(same) > 0 {
			t.Errorf("changes from itself: %v", same)
		}
	})
}
