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

		"http://example.org":   {"/", true},
		"http://example.org?a": {"/", true},
		"urn:a":                {"", false},
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

// TestPathOfDecoded checks URLs that were made from decoded text, which have no
// RawPath.
func TestPathOfDecoded(t *testing.T) {
	for input, want := range map[string]string{
		"/a b/ü": "/a%20b/%C3%BC", "/100%": "/100%25", "/%2F": "/%252F", "/a?b;c,d": "/a%3Fb%3Bc%2Cd", "/.": "", "/a//b": "", "": "", "a/b": "",
	} {
		got, ok := engine.Path(&url.URL{Path: input})
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", input, got, ok, want)
		}
	}
}

func TestPathDoesNotAllocate(t *testing.T) {
	for _, u := range []*url.URL{{Path: "/"}, {Path: "/users/42/posts/"}, {Path: "/.a/b..c/~-_$&+=:@"}, {Path: "/" + strings.Repeat("x", 5000)}} {
		if n := testing.AllocsPerRun(100, func() { engine.Path(u) }); n != 0 {
			t.Errorf("%.40s: %v allocations", u.Path, n)
		}
	}
}

// FuzzPath checks that the canonical spelling is the one that package url gives
// the decoded segments, and that it is stable.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"/", "/a/%2F/b", "/ü/%61", "/a//b", "/%2e%2e/x", "/a;b,c", "/%00%ff", "/a/%2E", "/./", "/%", "*", "/a b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		for _, u := range []*url.URL{parsed(input), {Path: input}, {Path: input, RawPath: "/%61"}, {Path: "/a/b", RawPath: input}} {
			if u == nil {
				continue
			}
			path, ok := engine.Path(u)
			if want, valid := spelled(u.EscapedPath()); path != want || ok != valid {
				t.Fatalf("%#v: got %q, %v, want %q, %v", u, path, ok, want, valid)
			}
			if !ok {
				continue
			}
			again := parsed(path)
			if again == nil {
				t.Fatalf("%q gives %q, which is no path", input, path)
			}
			if same, ok := engine.Path(again); !ok || same != path || again.Path != u.Path {
				t.Errorf("%q gives %q, which gives %q and is decoded to %q", input, path, same, again.Path)
			}
		}
	})
}

func parsed(target string) *url.URL {
	u, err := url.ParseRequestURI(target)
	if err != nil {
		return nil
	}
	return u
}

// spelled is Path, segment by segment.
func spelled(escaped string) (string, bool) {
	segments := strings.Split(escaped, "/")
	if len(segments) == 1 || segments[0] != "" {
		return "", false
	}
	for i, s := range segments[1:] {
		decoded, err := url.PathUnescape(s)
		if err != nil || decoded == "." || decoded == ".." || decoded == "" && i < len(segments)-2 {
			return "", false
		}
		segments[i+1] = engine.Escape(decoded)
	}
	return strings.Join(segments, "/"), true
}

func TestIsPlain(t *testing.T) {
	for segment, want := range map[string]bool{
		"a": true, "a.b~c": true, "...": true, "$&+=:@": true,
		"": false, ".": false, "..": false, "a/b": false, "a b": false, "a%62": false, "ü": false, "a;b": false, "*": false,
	} {
		if got := engine.IsPlain(segment); got != want {
			t.Errorf("%q: %v, want %v", segment, got, want)
		}
	}
}

func BenchmarkPath(b *testing.B) {
	for name, target := range map[string]string{
		"short": "/users/42", "middle": "/api/v1/users/42/posts/1234", "long": "/files/" + strings.Repeat("abcdefghi/", 20),
		"unicode": "/stra%C3%9Fe/%C3%BCber", "slash": "/users/a%2Fb", "respelled": "/users/%61;b",
	} {
		u := parsed(target)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				engine.Path(u)
			}
		})
	}
}

func ExampleRoute_Values() {
	r := route.MustParse("GET /users/:id/files/*rest")
	e := engine.Route{Method: r.Method, Segments: r.Segments}
	var values engine.Values
	e.Values("/users/a%2Fb/files/x/y", &values)
	fmt.Printf("%q\n", values[:e.Params()])
	// Output: ["a%2Fb" "x/y"]
}
