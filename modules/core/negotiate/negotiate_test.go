package negotiate_test

import (
	"fmt"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
)

func ExampleBest() {
	offers := []string{"application/json", "text/csv"}

	fmt.Println(negotiate.Best([]string{"text/csv, application/json;q=0.5"}, offers))
	fmt.Println(negotiate.Best([]string{"*/*"}, offers))
	fmt.Printf("%q\n", negotiate.Best([]string{"image/png"}, offers))
	// Output:
	// text/csv
	// application/json
	// ""
}

func TestBest(t *testing.T) {
	for _, c := range []struct {
		accept []string
		want   string // of "a/json" and "a/xml"
	}{
		{nil, "a/json"},
		{[]string{""}, "a/json"},
		{[]string{";;;"}, "a/json"},
		{[]string{"*"}, "a/json"},
		{[]string{"*/*"}, "a/json"},
		{[]string{"a/*"}, "a/json"},
		{[]string{"a/json"}, "a/json"},
		{[]string{"A/XML"}, "a/xml"},
		{[]string{"a/xml", "a/json;q=0.9"}, "a/xml"},
		{[]string{"a/xml, a/json"}, "a/json"},
		{[]string{"a/json;q=0.8 , a/xml ;q=0.9"}, "a/xml"},
		{[]string{"*/*;q=0.1, a/xml;q=0.2"}, "a/xml"},
		{[]string{"*/*, a/json;q=0"}, "a/xml"},
		{[]string{"a/json;q=0, a/xml;q=0"}, ""},
		{[]string{"b/json"}, ""},
		{[]string{"a/json;q=2, a/xml"}, "a/xml"},
		{[]string{"a/json;q=x"}, "a/json"},
		{[]string{`a/xml;p="a/json,b";q=1, a/json;q=0.5`}, "a/xml"},
		{[]string{`a/xml;p="\",";q=0.1, a/json;q=0.5`}, "a/json"},
		{[]string{"a/json;v=1;q=0.1, a/json, a/xml;q=0.5"}, "a/json"}, // RFC 9110, section 12.5.1
		{[]string{"a/json;v=1, a/json;q=0.1, a/xml;q=0.5"}, "a/xml"},
		{[]string{"a/*;v=1, a/*;q=0, a/xml;q=0.1"}, "a/xml"},
		{[]string{"a/json;v=1;q=0.1, a/json;v=2, a/xml;q=0.5"}, "a/xml"},
		{[]string{"a/xml;v=1"}, "a/xml"},
		{[]string{"a/json;;q=0.1, a/json;v=1, a/xml;q=0.5"}, "a/xml"},
	} {
		if got := negotiate.Best(c.accept, []string{"a/json", "a/xml"}); got != c.want {
			t.Errorf("Best(%q) = %q, want %q", c.accept, got, c.want)
		}
	}
}

func TestLanguage(t *testing.T) {
	offers := []string{"en", "de", "fr", "zh", "sr-latn"}
	for _, c := range []struct {
		accept []string
		want   string
	}{
		{nil, ""},
		{[]string{""}, ""},
		{[]string{"*"}, ""},
		{[]string{"de"}, "de"},
		{[]string{"DE"}, "de"},
		{[]string{"de-CH"}, "de"},
		{[]string{"de-CH-1996"}, "de"},
		{[]string{"zh-Hant-CN-x-private1-private2"}, "zh"},
		{[]string{"de-x"}, "de"},
		{[]string{"sr-Latn-RS"}, "sr-latn"},
		{[]string{"sr"}, ""},
		{[]string{"nl"}, ""},
		{[]string{"nl, fr;q=0.5"}, "fr"},
		{[]string{"fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5"}, "fr"},
		{[]string{"en;q=0.1, de;q=0.9"}, "de"},
		{[]string{"de;q=0.5, fr;q=0.5"}, "de"},
		{[]string{"de;q=0.5", "fr"}, "fr"},
		{[]string{"de;q=0"}, ""},
		{[]string{"de;q=0, fr;q=0.001"}, "fr"},
		{[]string{"de;q=2"}, ""},
		{[]string{"de;q=x, fr"}, "fr"},
		{[]string{";;,-,--,de"}, "de"},
		{[]string{"i-klingon"}, ""},
	} {
		if got := negotiate.Language(c.accept, offers); got != c.want {
			t.Errorf("Language(%q) = %q, want %q", c.accept, got, c.want)
		}
	}
}

func TestLanguageAllocatesNothing(t *testing.T) {
	lines, offers := []string{"nl-NL,nl;q=0.9,de-DE;q=0.8,de;q=0.7"}, []string{"en", "de"}
	if n := testing.AllocsPerRun(100, func() { negotiate.Language(lines, offers) }); n > 0 {
		t.Errorf("a field costs %v allocations, want none", n)
	}
}

func TestBestAllocatesNothingForWhatMostClientsSay(t *testing.T) {
	offers := []string{"application/json", "text/csv"}
	for _, accept := range [][]string{nil, {""}, {"*/*"}, {"application/json"}} {
		if n := testing.AllocsPerRun(100, func() { negotiate.Best(accept, offers) }); n != 0 {
			t.Errorf("Best(%q) allocates %v times", accept, n)
		}
	}
}

func TestWeight(t *testing.T) {
	for _, c := range []struct {
		accept, mediaType string
		want              float64
		named             bool
	}{
		{"", "text/html", 1, false},
		{"text/html", "text/html", 1, true},
		{"text/html;level=1", "text/html", 1, true},
		{"text/html; Q = 0.5 ", "text/html", 0.5, true},
		{"text/html;level=1;q=0", "text/html", 0, true},
		{"text/html;q=1.000", "text/html", 1, true},
		{"text/html;q=-1", "text/html", 1, false},
		{"text/html;q=NaN", "text/html", 1, false},
		{"text/html;q=1e-1", "text/html", 1, false},
		{"text/html;q=", "text/html", 1, false},
		{"text/*;q=0.3, */*;q=0.1", "text/html", 0.3, false},
		{"application/*+json;q=0.3, application/*;q=0.1", "application/problem+json", 0.3, false},
		{"application/*+json", "application/json", 0, false},
		{"text/*", "texts/html", 0, false},
		{"*/*;q=0.1", "text/html", 0.1, false},
		{"text/h*", "text/html", 0, false},
	} {
		weight, named := negotiate.Read([]string{c.accept}).Weight(c.mediaType)
		if weight != c.want || named != c.named {
			t.Errorf("%q gives %q %v (named: %v), want %v (%v)", c.accept, c.mediaType, weight, named, c.want, c.named)
		}
	}
}

func TestCoding(t *testing.T) {
	for _, c := range []struct {
		accept string
		want   bool
	}{
		{"", false},
		{"gzip", true},
		{"br, GZIP;q=0.5", true},
		{"x-gzip", true},
		{"gzip;q=0", false},
		{"gzip;q=0, *", false},
		{"*", true},
		{"*;q=0", false},
		{"identity", false},
		{"gzip;q=x", false},
		{"gzip;q=0.5, identity", false},
		{"identity;q=0.5, gzip;q=0.4", false},
		{"gzip, identity", true},
		{"gzip;q=0.5, identity;q=0", true},
		{"*;q=0.5, identity", false},
	} {
		if got := negotiate.Coding([]string{c.accept}, "gzip"); got != c.want {
			t.Errorf("Coding(%q) = %v, want %v", c.accept, got, c.want)
		}
	}
}

// FuzzRead checks that every text gives ranges whose weights are between 0 and 1.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"", "*/*", `a/b;c="d,e;q=0";q=0.5`, "a/b;q=00000.1", `"`, `a/b;"\`, ",,;;"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, r := range negotiate.Read([]string{line}) {
			if !(r.Weight >= 0 && r.Weight <= 1) || negotiate.Covers(r.Type, r.Type) != negotiate.Itself {
				t.Errorf("%q gives %+v", line, r)
			}
		}
	})
}
