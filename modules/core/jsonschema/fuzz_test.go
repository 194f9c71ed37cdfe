package jsonschema_test

import (
	"encoding/json"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

// FuzzCheck makes sure that no text makes it panic, that it stays within its
// bound, and that every value is equal to itself as an enum and unequal to a
// list around it.
func FuzzCheck(f *testing.F) {
	f.Add(`{"name":"a","boss":{"name":"b"}}`)
	f.Add(`[1e400,-0,0.0,"\ud800",null]`)
	checker := jsonschema.New(resolve)
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"user", "tree", "ping"} {
			if n := len(checker.Check([]byte(text), ref(name), "").Faults); n > 32 {
				t.Errorf("%d faults", n)
			}
		}
		if !json.Valid([]byte(text)) {
			return
		}
		same := &apidoc.Schema{Enum: []apidoc.EnumValue{{Value: []byte(text)}}}
		if faults := checker.Check([]byte(text), same, "").Faults; len(faults) > 0 {
			t.Errorf("a value is not itself: %v", faults)
		}
		if faults := checker.Check([]byte("["+text+"]"), same, "").Faults; len(faults) == 0 {
			t.Error("a list is its item")
		}
	})
}
