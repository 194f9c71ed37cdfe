package engine_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

func mixed(text string) *engine.Mixed {
	return engine.NewMixed(route.MustParse("GET /" + text).Segments[0])
}

func TestMixed(t *testing.T) {
	for _, c := range []struct {
		pattern, segment string
		want             []string // nil: no match
	}{
		{":id.json", "7.json", []string{"7"}},
		{":id.json", "a.json.json", []string{"a.json"}},
		{":id.json", ".json", nil},
		{":id.json", "7.jso", nil},
		{":id.json", "json", nil},
		{":id:undelete", "7:undelete", []string{"7"}},
		{":id:undelete", ":undelete", nil},
		{"@:user", "@ida", []string{"ida"}},
		{"@:user", "@", nil},
		{"@:user", "ida", nil},
		{"user_:name", "user_ida", []string{"ida"}},
		{":file.:ext", "a.txt", []string{"a", "txt"}},
		{":file.:ext", "a.tar.gz", []string{"a.tar", "gz"}},
		{":file.:ext", "a.", nil},
		{":file.:ext", ".a", nil},
		{":file.:ext", "a..", []string{"a", "."}},
		{":file.:ext", ".", nil},
		{"v:major.:minor-x", "v1.2-x", []string{"1", "2"}},
		{":a\\:F", "x:F", []string{"x"}},
		{":aü:b", "x%C3%BCy", []string{"x", "y"}},
		{":id", "7", []string{"7"}},
	} {
		values := make([]string, route.MaxParams)
		m := mixed(c.pattern)
		ok := m.Match(c.segment, values)
		if ok != (c.want != nil) || ok && !slices.Equal(values[:m.Params()], c.want) {
			t.Errorf("%s, %s: got %v, %q, want %q", c.pattern, c.segment, ok, values[:m.Params()], c.want)
		}
	}
}

// TestMixedIsGreedy compares with the regular expression that says the same.
func TestMixedIsGreedy(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	pick := func(n int, options ...string) (text string) {
		for range n {
			text += options[random.IntN(len(options))]
		}
		return text
	}
	for range 20_000 {
		pattern, expression := "", "^"
		for i := range 1 + random.IntN(3) {
			literal := pick(random.IntN(3), ".", "-")
			if literal == "" && i > 0 {
				literal = "-"
			}
			pattern += literal + ":" + string(rune('a'+i))
			expression += regexp.QuoteMeta(literal) + "(.+)"
		}
		end := pick(random.IntN(3), ".", "-")
		pattern, expression = pattern+end, expression+regexp.QuoteMeta(end)+"$"
		segment := pick(1+random.IntN(8), ".", "-", "x")
		values := make([]string, route.MaxParams)
		m := mixed(pattern)
		want := regexp.MustCompile(expression).FindStringSubmatch(segment)
		if ok := m.Match(segment, values); ok != (want != nil) || ok && !slices.Equal(values[:m.Params()], want[1:]) {
			t.Fatalf("%s, %s: got %v, %q, want %q", pattern, segment, ok, values[:m.Params()], want)
		}
	}
}

func TestMixedDoesNotAllocate(t *testing.T) {
	m, segment := mixed(":a.:b.:c"), strings.Repeat("x.", 1000)+"y"
	values := make([]string, route.MaxParams)
	if n := testing.AllocsPerRun(100, func() { m.Match(segment, values) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
