package jsonpointer_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

func TestTokens(t *testing.T) {
	for name, token := range map[string]string{"": "", "a": "a", "/pets/{id}": "~1pets~1{id}", "~1": "~01", "a~/b": "a~0~1b"} {
		if got := jsonpointer.Escape(name); got != token {
			t.Errorf("Escape(%q) = %q, want %q", name, got, token)
		}
		if got := jsonpointer.Unescape(token); got != name {
			t.Errorf("Unescape(%q) = %q, want %q", token, got, name)
		}
	}
}

func FuzzUnescape(f *testing.F) {
	f.Add("~01/~")
	f.Fuzz(func(t *testing.T, name string) {
		if got := jsonpointer.Unescape(jsonpointer.Escape(name)); got != name {
			t.Errorf("%q came back as %q", name, got)
		}
	})
}
