package pathtemplate_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// FuzzParse checks that a template prints as itself, that both expand alike,
// that no value makes segments, and that every rewrite is a template.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"/todos/:id", "/u{/:a}{/:b}", "/f/*p", `http\://h/:"x y"z`, "/:id?", `/:a(\d+)+`, "/{a{b:c}}", `/\`, `\.`,
		"/é/:ñ", "/%zz", "/{.:b}.", "/%2e", "/:a-:b", "(.*)?", "{}", "/x/..:id",
	} {
		f.Add(seed, "value")
	}
	f.Add("/:a.:b", "..")
	f.Fuzz(func(t *testing.T, input, value string) { checkTemplate(t, input, value) })
}

var rounds = flag.Int("rounds", 20_000, "how many templates TestRandomTemplates makes")

// TestRandomTemplates checks what FuzzParse checks, without the cost of
// measuring coverage, on templates made of the grammar's own pieces.
func TestRandomTemplates(t *testing.T) {
	pieces := []string{
		"/", "/", ".", "..", "%2e", "%2E", "%", "-", "a", "é", ":a", ":b", ":c", "*d", `:"x y"`, `*"\""`, "{", "}", "{", "}",
		"?", "+", "*", "(", ")", `(\d+)`, `\`, `\:`, `\.`, "[", "!", "\xff", "\u200d", `"`, "~", " ",
	}
	values := []string{"1", "", ".", "..", "a/b", "%2e", "é\r\n", "\xff"}
	random := rand.New(rand.NewPCG(1, uint64(*rounds)))
	valid := 0
	for range *rounds {
		var b strings.Builder
		for range 1 + random.IntN(8) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		if checkTemplate(t, b.String(), values[random.IntN(len(values))]) {
			valid++
		}
	}
	if valid < *rounds/20 {
		t.Errorf("%d of %d inputs are templates: too few to tell", valid, *rounds)
	}
}

// checkTemplate reports whether input is a template.
func checkTemplate(t *testing.T, input, value string) bool {
	template, err := pathtemplate.Parse(input)
	if err != nil {
		checkRewrite(t, err)
		return false
	}
	printed := template.String()
	again, err := pathtemplate.Parse(printed)
	if err != nil {
		t.Fatalf("%q prints as %q, which does not parse: %v", input, printed, err)
	}
	if again.String() != printed {
		t.Fatalf("%q prints as %q and then as %q", input, printed, again.String())
	}
	checkExpansion(t, template, again, value)
	checkParent(t, template)
	return true
}

func checkRewrite(t *testing.T, err error) {
	var syntax *pathtemplate.SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("%T is not a *SyntaxError", err)
	}
	if _, err := pathtemplate.Parse(syntax.Rewrite); err != nil {
		t.Fatalf("the rewrite of %q does not parse: %v", syntax.Input, err)
	}
}

func checkExpansion(t *testing.T, a, b *pathtemplate.Template, value string) {
	values := pathtemplate.Values{}
	for _, p := range a.Params() {
		values[p.Name] = []string{value}
	}
	one, err1 := a.Expand(values)
	two, err2 := b.Expand(values)
	if one != two || (err1 == nil) != (err2 == nil) {
		t.Fatalf("%s expands to %q, %v and %s to %q, %v", a, one, err1, b, two, err2)
	}
	if err1 != nil {
		return
	}
	checkPath(t, a, one)
	none, err := a.Expand(nil)
	if err == nil {
		checkPath(t, a, none)
	}
}

func checkPath(t *testing.T, template *pathtemplate.Template, path string) {
	for segment := range strings.SplitSeq(path, "/") {
		if plain := strings.ReplaceAll(strings.ToLower(segment), "%2e", "."); plain == "." || plain == ".." {
			t.Fatalf("%s expands to %q", template, path)
		}
	}
	for _, c := range []byte(path) {
		if c <= ' ' || c >= 0x7f || c == '?' || c == '#' || c == '\\' {
			t.Fatalf("%s expands to %q", template, path)
		}
	}
}

func checkParent(t *testing.T, template *pathtemplate.Template) {
	parent, err := template.Parent()
	if err != nil {
		return
	}
	if _, err := pathtemplate.Parse(parent.String()); err != nil {
		t.Fatalf("the parent %s of %s does not parse: %v", parent, template, err)
	}
}

// FuzzMatch checks that a template matches what it expands to, and that what it
// matches expands to a path that it matches.
func FuzzMatch(f *testing.F) {
	f.Add("/todos/:id", "/todos/5/", "5")
	f.Add("/f/*p{.:ext}", "/f/a/b.c", "..x")
	f.Add("/:a-:b", "/x-y-z", "-")
	f.Fuzz(func(t *testing.T, input, path, value string) { checkMatch(t, input, path, value) })
}

func checkMatch(t *testing.T, input, path, value string) {
	template, err := pathtemplate.Parse(input)
	if err != nil {
		return
	}
	given := pathtemplate.Values{}
	for _, p := range template.Params() {
		given[p.Name] = []string{value}
	}
	matched, _ := template.Match(path)
	for _, values := range []pathtemplate.Values{given, matched} {
		expanded, err := template.Expand(values)
		if err != nil {
			continue // a parameter is missing, or a dot within a segment stands for it
		}
		if _, ok := template.Match(expanded); !ok {
			t.Fatalf("%s does not match %q, which it made from %q", template, expanded, values)
		}
	}
}
