package docs_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/trefoil-go/trefoil/tools/internal/docs"
)

const fence = "```"

func check(t *testing.T, name, markdown string) []string {
	t.Helper()
	repo := fstest.MapFS{
		name:          {Data: []byte(markdown)},
		"docs/adr/1":  {},
		"example.go":  {Data: []byte("package example\n\nfunc f() {\n\tone()\n\ttwo()\n\tthree()\n}\n")},
		".git/bad.md": {Data: []byte("[x](gone.md)")},
	}
	wrong, err := docs.Check(repo)
	if err != nil {
		t.Fatal(err)
	}
	return wrong
}

func TestCode(t *testing.T) {
	tests := map[string]struct{ source, code, want string }{
		"lines of the source":          {"<!-- from example.go -->\n", "one()\ntwo()\n", ""},
		"other indentation":            {"<!-- from example.go -->\n", "func f() {\n        one()\n", ""},
		"lines left out":               {"<!-- from example.go -->\n", "one()\n// …\nthree()\n", ""},
		"lines left out in disorder":   {"<!-- from example.go -->\n", "three()\n// …\none()\n", `a.md:2: example.go does not contain the lines around "one()"`},
		"lines silently left out":      {"<!-- from example.go -->\n", "one()\nthree()\n", `a.md:2: example.go does not contain the lines around "one()"`},
		"a line that differs":          {"<!-- from example.go -->\n", "four()\n", `a.md:2: example.go does not contain the lines around "four()"`},
		"no source":                    {"", "one()\n", "a.md:1: Go code without a source: write <!-- from FILE --> before it"},
		"a source that does not exist": {"<!-- from gone.go -->\n", "one()\n", "a.md:2: there is no gone.go"},
	}
	for name, test := range tests {
		got := check(t, "a.md", test.source+fence+"go\n"+test.code+fence+"\n")
		var want []string
		if test.want != "" {
			want = []string{test.want}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestFiguresOfATable(t *testing.T) {
	const head = "<!-- figures from docs/figures.md -->\n| | ours | theirs |\n|---|--:|--:|\n"
	tests := map[string]struct{ table, want string }{
		"figures of the page":     {head + "| a row of 3 | 1,024 ms | 2.5 |\n", ""},
		"part of a figure":        {head + "| a | 24 ms | none |\n", "a.md:4: docs/figures.md has no figure 24"},
		"another figure":          {head + "| a | 1,024 | 2.6 |\n", "a.md:4: docs/figures.md has no figure 2.6"},
		"another table":           {head + "| a | 2.5 | – |\n\n| a | 7 |\n", ""},
		"a page that is not here": {"<!-- figures from gone.md -->\n", "a.md:1: there is no gone.md"},
	}
	for name, test := range tests {
		repo := fstest.MapFS{"a.md": {Data: []byte(test.table)}, "docs/figures.md": {Data: []byte("| x | 1,024 (1,000) | 2.5 MB |\n")}}
		got, err := docs.Check(repo)
		var want []string
		if test.want != "" {
			want = []string{test.want}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q, error %v", name, got, want, err)
		}
	}
}

func TestASourceIsForOneBlock(t *testing.T) {
	block := fence + "go\none()\n" + fence + "\n"
	got := check(t, "a.md", "<!-- from example.go -->\n"+block+block)
	if want := []string{"a.md:5: Go code without a source: write <!-- from FILE --> before it"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLinks(t *testing.T) {
	got := check(t, "docs/page.md", "[a](adr/1) [b](../example.go#L3) [c](https://go.dev) [d](#here)\n[e](gone.md)\n"+fence+"\n[f](gone.md)\n"+fence+"\n")
	if want := []string{"docs/page.md:2: the link to gone.md leads nowhere"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatIsInstalledIsNotChecked(t *testing.T) {
	if got := check(t, "a/node_modules/b/README.md", "[x](gone.md)\n"); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}

func TestTheStyleGuideShowsBadCode(t *testing.T) {
	if got := check(t, "docs/style.md", fence+"go\nbad()\n"+fence+"\n"); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}
