package httpfield_test

import (
	"fmt"
	"slices"
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

func TestElements(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  []string
	}{
		{nil, nil},
		{[]string{""}, nil},
		{[]string{"a, b\t,,", " c "}, []string{"a", "b", "c"}},
	} {
		if got := slices.Collect(httpfield.Elements(c.lines)); !slices.Equal(got, c.want) {
			t.Errorf("%q are %q, want %q", c.lines, got, c.want)
		}
	}
	for element := range httpfield.Elements([]string{"a, b"}) {
		if element == "b" {
			t.Error("it goes on")
		}
		break
	}
}

func TestHas(t *testing.T) {
	lines := []string{"Accept-Encoding, Origin", "cookie"}
	for word, want := range map[string]bool{"origin": true, "Cookie": true, "Accept": false, "": false} {
		if got := httpfield.Has(lines, word); got != want {
			t.Errorf("%q has %q: %t, want %t", lines, word, got, want)
		}
	}
}
