package engine_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

func TestPath(t *testing.T) {
	tests := map[string]struct {
		want string
		ok   bool
	}{
		"/a/b":       {"/a/b", true},
		"/a/":        {"/a/", true},
		"/":          {"/", true},
		"/%61":       {"/a", true},
		"/a%2fb":     {"/a%2Fb", true},
		"/a;b":       {"/a%3Bb", true},
		"/a+b":       {"/a+b", true},
		"/.a/b..":    {"/.a/b..", true},
		"//":         {"", false},
		"/a//b":      {"", false},
		"/a/../b":    {"", false},
		"/%2E":       {"", false},
		"/a/%2e%2E/": {"", false},
	}
	for input, want := range tests {
		u, err := url.ParseRequestURI(input)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := engine.Path(u); got != want.want || ok != want.ok {
			t.Errorf("%s: got %q, %v, want %q, %v", input, got, ok, want.want, want.ok)
		}
	}
	if _, ok := engine.Path(&url.URL{Path: "*"}); ok {
		t.Error("the path * is accepted")
	}
}

// FuzzPath checks that the canonical spelling is stable, keeps the decoded
// segments and never holds what no route matches.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"/", "/a/%2F/b", "/ü/%61", "/a//b", "/%2e%2e/x", "/a;b,c", "/%00%ff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		u, err := url.ParseRequestURI(input)
		if err != nil {
			return
		}
		path, ok := engine.Path(u)
		if !ok {
			return
		}
		again, err := url.ParseRequestURI(path)
		if err != nil {
			t.Fatalf("%q gives %q: %v", input, path, err)
		}
		if same, ok := engine.Path(again); !ok || same != path {
			t.Errorf("%q gives %q, which gives %q", input, path, same)
		}
		if again.Path != u.Path {
			t.Errorf("%q is decoded to %q, its canonical form to %q", input, u.Path, again.Path)
		}
		if strings.Contains(path, "//") {
			t.Errorf("%q gives %q", input, path)
		}
	})
}

func ExampleRoute_Values() {
	r := route.MustParse("GET /users/:id/files/*rest")
	e := engine.Route{Method: r.Method, Segments: r.Segments}
	values := e.Values("/users/a%2Fb/files/x/y")
	fmt.Printf("%q\n", values[:e.Params()])
	// Output: ["a%2Fb" "x/y"]
}
