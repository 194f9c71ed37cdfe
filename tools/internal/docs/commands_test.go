package docs_test

import (
	"cmp"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/trefoil-go/trefoil/tools/internal/docs"
)

func commands(t *testing.T, name, text string) []docs.Command {
	t.Helper()
	repo := fstest.MapFS{name: {Data: []byte(text)}, "a/testdata/x.md": {Data: []byte(fence + "\ngo run bad\n" + fence)}}
	found, err := docs.Commands(repo, []string{"modules"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		if found[i].File != name {
			t.Errorf("found in %s", found[i].File)
		}
		found[i].File = ""
	}
	return found
}

func TestCommandsOfMarkdown(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []docs.Command
	}{
		"of a block":            {fence + "\ngo install example.com/x@latest\nmake all\ntrefoil check api.yaml\n" + fence, []docs.Command{{Line: 2, Text: "go install example.com/x@latest"}, {Line: 4, Text: "trefoil check api.yaml"}}},
		"not of prose":          {"go run .\n", nil},
		"not of other code":     {fence + "yaml\ngo run .\n" + fence, nil},
		"behind a prompt":       {fence + "\n$ go run .\ngo run was here\n" + fence, []docs.Command{{Line: 2, Text: "go run .", Shown: "go run was here\n"}}},
		"with no output":        {fence + "\n$ go run . a\n$ make b\nb\n$ go run . c\nc\nd\n" + fence, []docs.Command{{Line: 2, Text: "go run . a"}, {Line: 5, Text: "go run . c", Shown: "c\nd\n"}}},
		"not compared":          {"<!-- not compared: it varies -->\n" + fence + "\n$ go run .\n1\n" + fence + "\n" + fence + "\n$ go run .\n2\n" + fence, []docs.Command{{Line: 3, Block: 2, Text: "go run ."}, {Line: 7, Block: 6, Text: "go run .", Shown: "2\n"}}},
		"output before it":      {fence + "\ngo run is output\n$ go run .\n" + fence, []docs.Command{{Line: 3, Text: "go run ."}}},
		"with a comment":        {fence + "sh\ngo run .   # with words\n" + fence, []docs.Command{{Line: 2, Text: "go run ."}}},
		"a part with a #":       {fence + "sh\ngo run . '#'\n" + fence, []docs.Command{{Line: 2, Text: "go run . '#'"}}},
		"of a server":           {fence + "\ngo run .  # shows http://127.0.0.1:8080/docs/\n" + fence, []docs.Command{{Line: 2, Text: "go run .", Serves: "http://127.0.0.1:8080/docs/"}}},
		"with an exit status":   {fence + "\ntrefoil diff a b  # says more, exit status 1\n" + fence + "\n\n" + fence + "\ntrefoil diff a a\n" + fence, []docs.Command{{Line: 2, Text: "trefoil diff a b", Status: 1}, {Line: 6, Block: 5, Text: "trefoil diff a a"}}},
		"that are not run":      {"<!-- not run: it is slow -->\n" + fence + "\ngo run .\n" + fence, []docs.Command{{Line: 3, Block: 2, Text: "go run .", Reason: "it is slow"}}},
		"a reason without text": {"<!-- not run:  -->\n" + fence + "\ngo run .\n" + fence, []docs.Command{{Line: 3, Block: 2, Text: "go run ."}}},
		"prose in between":      {"<!-- not run: it is slow -->\n\nText.\n\n" + fence + "\ngo run .\n" + fence, []docs.Command{{Line: 6, Block: 5, Text: "go run ."}}},
		"of an indented block":  {"1. Item\n\n   " + fence + "\n   go run .\n   " + fence, []docs.Command{{Line: 4, Block: 3, Text: "go run ."}}},
	} {
		for i, want := range c.want {
			c.want[i].Block = cmp.Or(want.Block, 1)
		}
		if got := commands(t, "docs/a.md", c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}

func TestCommandsOfDocComments(t *testing.T) {
	const source = "// Command shop sells.\n//\n//\tgo install example.com/shop@latest\n//\tshop sell   # things\n//\n// Say go run . twice.\npackage main\n"
	want := []docs.Command{{Line: 3, Text: "go install example.com/shop@latest"}}
	if got := commands(t, "modules/shop/main.go", source); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, name := range []string{"modules/shop/main_test.go", "tools/shop/main.go"} {
		if got := commands(t, name, source); got != nil {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}
