package route_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
)

func TestParseAccepts(t *testing.T) {
	lit := func(s string) route.Segment { return route.Segment{Kind: route.Literal, Text: s} }
	param := func(s string) route.Segment { return route.Segment{Kind: route.Param, Text: s} }
	rest := func(s string) route.Segment { return route.Segment{Kind: route.CatchAll, Text: s} }
	tests := map[string]struct {
		input  string
		method string
		flags  []string
		path   string
		segs   []route.Segment
	}{
		"a path alone":              {"GET /", "GET", nil, "/", []route.Segment{lit("")}},
		"a parameter":               {"GET /user/:id", "GET", nil, "/user/:id", []route.Segment{lit("user"), param("id")}},
		"one flag":                  {"POST AUTH /user", "POST", []string{"AUTH"}, "/user", []route.Segment{lit("user")}},
		"flags in written order":    {"DELETE B_2 A /x", "DELETE", []string{"B_2", "A"}, "/x", []route.Segment{lit("x")}},
		"runs of blanks":            {"  GET \t AUTH   /x ", "GET", []string{"AUTH"}, "/x", []route.Segment{lit("x")}},
		"a catch-all at the end":    {"GET /files/*path", "GET", nil, "/files/*path", []route.Segment{lit("files"), rest("path")}},
		"a trailing slash":          {"GET /x/", "GET", nil, "/x/", []route.Segment{lit("x"), lit("")}},
		"unicode literals":          {"GET /größe/日本", "GET", nil, "/größe/日本", []route.Segment{lit("größe"), lit("日本")}},
		"QUERY":                     {"QUERY /search", "QUERY", nil, "/search", []route.Segment{lit("search")}},
		"dots inside a literal":     {"GET /a.b/..c", "GET", nil, "/a.b/..c", []route.Segment{lit("a.b"), lit("..c")}},
		"an escaped colon":          {`GET /v1/a\:b`, "GET", nil, `/v1/a\:b`, []route.Segment{lit("v1"), lit("a:b")}},
		"a colon and no more":       {`GET /\:`, "GET", nil, `/\:`, []route.Segment{lit(":")}},
		"a parameter with an end":   {"GET /:id.json", "GET", nil, "/:id.json", []route.Segment{{Kind: route.Mixed, Text: ":id.json"}}},
		"a parameter between parts": {"GET /a/:x/b/:y", "GET", nil, "/a/:x/b/:y", []route.Segment{lit("a"), param("x"), lit("b"), param("y")}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r, err := route.Parse(test.input)
			if err != nil {
				t.Fatal(err)
			}
			want := route.Route{Method: test.method, Flags: test.flags, Path: test.path, Segments: test.segs}
			if !reflect.DeepEqual(r, want) {
				t.Errorf("got %#v, want %#v", r, want)
			}
		})
	}
}

func TestParseRejects(t *testing.T) {
	tests := map[string]struct {
		input   string
		offset  int
		message string
	}{
		"nothing":                       {"  ", 0, "is empty"},
		"a missing method":              {"/x", 0, "has no method"},
		"a method in lower case":        {"get /x", 0, "write GET"},
		"an unknown method":             {"FETCH /x", 0, "is not a method"},
		"TRACE":                         {"TRACE /x", 0, "is not a method"},
		"a missing path":                {"GET AUTH", 8, "has no path"},
		"a flag in lower case":          {"GET auth /x", 4, "neither a flag nor a path"},
		"a flag that begins with digit": {"GET 2FA /x", 4, "neither a flag nor a path"},
		"a flag twice":                  {"GET A A /x", 6, "appears twice"},
		"a path without slash":          {"GET users/:id", 4, "must begin with"},
		"words behind the path":         {"GET /x AUTH", 7, "behind the path"},
		"an empty segment":              {"GET /a//b", 7, "empty segment"},
		"a parameter without a name":    {"GET /a/:/b", 7, "without a name"},
		"a name that begins with digit": {"GET /a/:1", 8, "is not a name"},
		"a parameter twice":             {"GET /:i/:i", 8, "appears twice"},
		"a parameter twice in one":      {"GET /:i-:i", 5, "appears twice"},
		"a colon at the end":            {"GET /a:", 6, "without a name"},
		"two colons":                    {"GET /a::b", 6, "without a name"},
		"a bad name behind a literal":   {"GET /a:é", 7, "is not a name"},
		"a backslash":                   {`GET /a\b`, 7, "behind a backslash"},
		"a backslash at the end":        {`GET /a\`, 6, "backslash at the end"},
		"a star behind a literal":       {"GET /a*b", 6, "whole segment"},
		"a star behind a parameter":     {"GET /:a*", 7, "whole segment"},
		"a catch-all in the middle":     {"GET /*a/b", 5, "must be the last"},
		"braces":                        {"GET /a/{id}", 7, "write :name"},
		"a query":                       {"GET /a?b", 6, "no query"},
		"a type of a parameter":         {"GET /:id<int>", 8, "the type of the argument"},
		"an escape":                     {"GET /a%20b", 6, "character itself"},
		"dot dot":                       {"GET /a/../b", 7, "never matches"},
		"a control character":           {"GET /a\x01", 6, "control"},
		"bytes that are not UTF-8":      {"GET /a\xff", 6, "not UTF-8"},
		"nine parameters":               {"GET /:a/:b/:c/:d/:e/:f/:g/:h/:i", 29, "more than 8"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := route.Parse(test.input)
			var syntax *route.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("got %v, want a *SyntaxError", err)
			}
			if syntax.Offset != test.offset || !strings.Contains(syntax.Message, test.message) || syntax.Input != test.input {
				t.Errorf("got %v, want offset %d and %q", err, test.offset, test.message)
			}
		})
	}
}

func TestParseAcceptsRegisteredMethods(t *testing.T) {
	r, err := route.Parse("PURGE /cache", "PURGE")
	if err != nil || r.Method != "PURGE" {
		t.Errorf("got %v, %v", r, err)
	}
}

func TestMustParsePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("did not panic")
		}
	}()
	route.MustParse("GET")
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"GET /", "GET AUTH /users/:id", "POST A B /x/*rest", "get /x", "GET /a//b", `GET /a\\:b/:c.:d/:e:f`, "QUERY /ü/", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := route.Parse(s)
		if err != nil {
			var syntax *route.SyntaxError
			if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(s) {
				t.Fatalf("%q: bad error %#v", s, err)
			}
			return
		}
		again, err := route.Parse(r.String())
		if err != nil || !reflect.DeepEqual(r, again) {
			t.Fatalf("%q: %v parses again as %v, %v", s, r, again, err)
		}
		if len(r.Params()) > route.MaxParams {
			t.Fatalf("%q: %d parameters", s, len(r.Params()))
		}
	})
}

func TestPieces(t *testing.T) {
	lit := func(s string) route.Piece { return route.Piece{Text: s} }
	param := func(s string) route.Piece { return route.Piece{Param: true, Text: s} }
	for segment, want := range map[string]struct {
		pieces   []route.Piece
		template string
	}{
		":id:undelete":   {[]route.Piece{param("id"), lit(":undelete")}, "{id}:undelete"},
		":id::verb":      {[]route.Piece{param("id"), lit(":"), param("verb")}, "{id}:{verb}"},
		":id.json":       {[]route.Piece{param("id"), lit(".json")}, "{id}.json"},
		"@:user":         {[]route.Piece{lit("@"), param("user")}, "@{user}"},
		":file.:ext":     {[]route.Piece{param("file"), lit("."), param("ext")}, "{file}.{ext}"},
		"user_:name":     {[]route.Piece{lit("user_"), param("name")}, "user_{name}"},
		`v1\:user_:name`: {[]route.Piece{lit("v1:user_"), param("name")}, "v1:user_{name}"},
		`:a\::b`:         {[]route.Piece{param("a"), lit(":"), param("b")}, "{a}:{b}"},
		`a\:b`:           {[]route.Piece{lit("a:b")}, "a:b"},
		":id":            {[]route.Piece{param("id")}, "{id}"},
		"*id":            {[]route.Piece{param("id")}, "{id}"},
		":i-d":           {[]route.Piece{param("i"), lit("-d")}, "{i}-d"},
	} {
		r, err := route.Parse("GET /" + segment)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Segments[0].Pieces(); !reflect.DeepEqual(got, want.pieces) {
			t.Errorf("%s: got %v, want %v", segment, got, want.pieces)
		}
		if got := r.Template(); got != "/"+want.template {
			t.Errorf("%s: got %s, want /%s", segment, got, want.template)
		}
	}
}
