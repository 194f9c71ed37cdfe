package braces_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/braces"
)

func Example() {
	for _, piece := range braces.Cut("/reports/{id}.json") {
		fmt.Printf("%t %q\n", piece.Param, piece.Text)
	}
	fmt.Println(braces.Names("/teams/{team}/users/{id}"))
	fmt.Println(braces.Shape("/teams/{team}/users/{id}"))
	// Output:
	// false "/reports/"
	// true "id"
	// false ".json"
	// [team id]
	// /teams/{}/users/{}
}

func TestCut(t *testing.T) {
	literal := func(s string) braces.Piece { return braces.Piece{Text: s} }
	param := func(s string) braces.Piece { return braces.Piece{Param: true, Text: s} }
	tests := map[string]struct {
		template string
		pieces   []braces.Piece
	}{
		"nothing":                            {"", nil},
		"a literal":                          {"/a", []braces.Piece{literal("/a")}},
		"a parameter":                        {"{a}", []braces.Piece{param("a")}},
		"parameters in a row":                {"{a}{b}", []braces.Piece{param("a"), param("b")}},
		"a literal between parameters":       {"/{a}.{b}/", []braces.Piece{literal("/"), param("a"), literal("."), param("b"), literal("/")}},
		"a name of any characters":           {"{a b/ü}", []braces.Piece{param("a b/ü")}},
		"an empty name":                      {"/{}", []braces.Piece{literal("/"), param("")}},
		"a brace that is not closed":         {"/{a}/{b", []braces.Piece{literal("/"), param("a"), literal("/{b")}},
		"a brace that is not opened":         {"a}/{b}", []braces.Piece{literal("a}/"), param("b")}},
		"a brace within braces":              {"{a{b}}", []braces.Piece{literal("{a"), param("b"), literal("}")}},
		"a closing brace behind a parameter": {"{a}}b}", []braces.Piece{param("a"), literal("}b}")}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := braces.Cut(test.template); !reflect.DeepEqual(got, test.pieces) {
				t.Errorf("got %v, want %v", got, test.pieces)
			}
		})
	}
}

func FuzzCut(f *testing.F) {
	for _, s := range []string{"/a/{id}.json", "{a{b}}", "}{", "{}{"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, template string) {
		pieces := braces.Cut(template)
		if braces.Join(pieces) != template {
			t.Errorf("the parts of %q are %v", template, pieces)
		}
		for i, p := range pieces {
			switch {
			case p.Param && strings.ContainsAny(p.Text, "{}"):
				t.Errorf("the name %q of %q holds a brace", p.Text, template)
			case !p.Param && (p.Text == "" || i > 0 && !pieces[i-1].Param):
				t.Errorf("the literals of %q are not whole: %v", template, pieces)
			}
		}
	})
}
