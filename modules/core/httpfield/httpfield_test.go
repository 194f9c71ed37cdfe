package httpfield_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
)

func ExampleIsToken() {
	fmt.Println(httpfield.IsToken("X-Request-Id"), httpfield.IsToken("X Request Id"))
	// Output: true false
}

func TestIsToken(t *testing.T) {
	const characters = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	for c := range 256 {
		text := string([]byte{'a', byte(c)})
		if got, want := httpfield.IsToken(text), strings.IndexByte(characters, byte(c)) >= 0; got != want {
			t.Errorf("%q is a token: %t, want %t", text, got, want)
		}
	}
	if httpfield.IsToken("") || httpfield.IsToken("ä") {
		t.Error("a token is a text of ASCII")
	}
}
