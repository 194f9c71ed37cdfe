package tree_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// FuzzParseJSON checks the parser against that of the standard library: both
// read the same texts, and what is written again means the same.
func FuzzParseJSON(f *testing.F) {
	for _, text := range []string{`{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00\ud800",true,null]}`, `[1,]`, `"\x"`, "01", "-", `{"a":1,"a":2}`, " \t\r\n1 "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		root, _, err := tree.ParseJSON(text, tree.Limits{Depth: 1000})
		if valid := json.Valid([]byte(text)); valid != (err == nil) {
			t.Fatalf("valid is %v, the error is %v", valid, err)
		}
		if err != nil {
			return
		}
		var want, got any
		if json.Unmarshal([]byte(text), &want) != nil { // a number too large for a float64
			return
		}
		if err := json.Unmarshal(tree.JSON(root), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s became %s (%v)", text, tree.JSON(root), err)
		}
	})
}
