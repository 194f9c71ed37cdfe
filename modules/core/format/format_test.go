package format_test

import (
	"encoding/json"
	"fmt"
	"net/mail"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/format"
)

func Example() {
	f, known := format.Of("email")

	fmt.Println(known, f.Valid("ida@example.org"))
	fmt.Println(f.Valid("ida"), "that is not", f.Means)
	// Output:
	// true true
	// false that is not an e-mail address
}

// TestFormats runs the rows that the checker of the viewer's pages runs, too.
func TestFormats(t *testing.T) {
	text, err := os.ReadFile("testdata/formats.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Format         string
		Valid, Invalid []string
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, row := range rows {
		told[row.Format] = len(row.Valid) > 0 && len(row.Invalid) > 0
		f, known := format.Of(row.Format)
		if !known {
			t.Errorf("%s is not known", row.Format)
			continue
		}
		for _, s := range row.Valid {
			if !f.Valid(s) {
				t.Errorf("%s: %q is refused", row.Format, s)
			}
		}
		for _, s := range row.Invalid {
			if f.Valid(s) {
				t.Errorf("%s: %q is accepted", row.Format, s)
			}
		}
	}
	for name := range format.Names {
		if !told[name] {
			t.Errorf("%s has no rows in testdata/formats.json", name)
		}
	}
	if _, known := format.Of("colour"); known {
		t.Error("colour is known")
	}
}

func valid(name, s string) bool {
	f, _ := format.Of(name)
	return f.Valid(s)
}

// FuzzFormat checks the formats against parsers of the standard library that
// accept more: what has the format, they can read.
func FuzzFormat(f *testing.F) {
	for _, s := range []string{"a@b", `"a b"@x.org`, "a@[10.0.0.1]", "2024-02-29T15:04:05Z", "23:59:60Z", "https://u@x.org:8/a?b#c", "//x/a:b", "P1DT2H", "::1", "%41"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if valid("email", s) && !strings.Contains(s, "[") && !strings.HasPrefix(s, `""@`) { // both of RFC 5321, unknown to net/mail
			if _, err := mail.ParseAddress(s); err != nil {
				t.Errorf("email %q: %v", s, err)
			}
		}
		if _, err := time.Parse(time.DateOnly, s); valid("date", s) != (err == nil) {
			t.Errorf("date %q: %v", s, err)
		}
		if upper := strings.ToUpper(s); valid("date-time", s) && !strings.Contains(s, ":60") {
			if _, err := time.Parse(time.RFC3339Nano, upper); err != nil {
				t.Errorf("date-time %q: %v", s, err)
			}
		}
		if valid("uri-reference", s) && !strings.Contains(s, "%") { // net/url takes no encoded ASCII in a host, RFC 3986 does
			if _, err := url.Parse(s); err != nil {
				t.Errorf("uri-reference %q: %v", s, err)
			}
		}
		if valid("uri", s) && !valid("uri-reference", s) {
			t.Errorf("%q is a URI, but no reference", s)
		}
		valid("duration", s)
		valid("hostname", s)
	})
}
