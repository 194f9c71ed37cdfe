package apidoc_test

import (
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func TestBriefIsOneLineWithoutMarks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"List pets", "List pets"},
		{"**List** all `pets` of [a shop](https://e.example/x_y)", "List all pets of a shop"},
		{"[**Deprecated**](/x) ![icon](i.png) _old_ ~~gone~~", "Deprecated icon old gone"},
		{"List repos_by_name, C# and issue #5 for 2 * 3 * 4", "List repos_by_name, C# and issue #5 for 2 * 3 * 4"},
		{"GET /files/* or /{id}/**", "GET /files/* or /{id}/**"},
		{"Returns <b>all</b><br/> of <id> &amp; more", "Returns all of <id> & more"},
		{"# A heading\n\nText", "Text"},
		{"# A heading", "# A heading"},
		{"# A heading\n\n", "# A heading"},
		{"\n## A\n## B\n", "A"},
		{"\n> [!NOTE]\n> Read *this*\nand that\n\nNot this", "Read this and that"},
		{`A \*star\*`, "A *star*"},
		{"One `open", "One `open"},
		{"", ""},
		{"\xff ok", "ok"},
	} {
		if got := apidoc.Brief(c.text, 160); got != c.want {
			t.Errorf("Brief(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestATitleIsPlain(t *testing.T) {
	long := strings.Repeat("a title of many words, ", 20) + "without an end"
	for _, c := range []struct{ text, want string }{
		{"Pets", "Pets"},
		{"All **pets** of `one` [shop](/s)", "All pets of one shop"},
		{"## Pets", "Pets"},
		{"C# and F#", "C# and F#"},
		{"#1 of 2 * 3", "#1 of 2 * 3"},
		{"snake_case_name", "snake_case_name"},
		{"Page<T> &amp; <b>more</b>", "Page<T> & more"},
		{"Two\n  lines, *both*", "Two lines, both"},
		{"***", "***"},
		{"<b></b>", "<b></b>"},
		{"*" + long + "*", long},
		{"", ""},
		{" \t", ""},
	} {
		if got := apidoc.PlainTitle(c.text); got != c.want {
			t.Errorf("PlainTitle(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestBriefEndsWithASentenceOrAWord(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"Creates a job. It runs for long.", 40, "Creates a job. It runs for long."},
		{"Creates a job. It runs for long.", 20, "Creates a job."},
		{"Creates a long running job", 20, "Creates a long…"},
		{strings.Repeat("é", 30), 10, strings.Repeat("é", 9) + "…"},
		{strings.Repeat("a ", 5000), 9, "a a a a…"},
	} {
		if got := apidoc.Brief(c.text, c.n); got != c.want {
			t.Errorf("Brief(%q, %d) = %q, want %q", c.text[:min(len(c.text), 40)], c.n, got, c.want)
		}
	}
}

func TestBriefOfManyMarksEnds(t *testing.T) {
	for _, unit := range []string{"*", "_", "[", "`", "<a", "![", "**a", "[a](", "\\"} {
		text := strings.Repeat(unit, 1<<20/len(unit))
		if allocated := testing.AllocsPerRun(1, func() { apidoc.Brief(text, 160) }); allocated > 4000 {
			t.Errorf("%q: %v allocations", unit, allocated)
		}
	}
}

func TestTitleIsShort(t *testing.T) {
	long := apidoc.OperationSummary{ID: "create", Method: "POST", Path: "/x", Summary: "Creates a **model** response.\n\nProvide [text](/t)\nor more.\n"}
	if got, want := long.Title(), "Creates a model response."; got != want {
		t.Errorf("Title() = %q, want %q", got, want)
	}
	if got := long.Lead(); got != strings.TrimSpace(long.Summary) {
		t.Errorf("Lead() = %q", got)
	}
	if got := (&apidoc.OperationSummary{Summary: "List **pets**"}).Lead(); got != "" {
		t.Errorf("Lead() = %q of a short summary", got)
	}
	marks := apidoc.OperationSummary{ID: "create", Summary: "<br>"}
	if got, want := marks.Title(), "create"; got != want {
		t.Errorf("Title() = %q, want %q", got, want)
	}
}
