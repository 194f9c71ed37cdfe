package restclient_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
)

// preamble declares two resources for the snippets that must not compile.
const preamble = `package snippet

import (
	"context"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

type Todo struct{ ID int }

func (t Todo) PK() int { return t.ID }

type TodoFilter struct{ Page int ` + "`query:\"page,omitempty\"`" + ` }

type MemberKey struct {
	Group string ` + "`path:\"group\"`" + `
	ID    int    ` + "`path:\"id\"`" + `
}

type Member struct{ Key MemberKey }

func (m Member) PK() MemberKey { return m.Key }

type MemberFilter struct{ Group string ` + "`path:\"group\"`" + ` }

type Plain struct{}

var Todos = restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id")
var Members = restclient.CreateResource[Member, MemberKey, MemberFilter]("/groups/:group/users/:id")

func use(ctx context.Context, client *restclient.Client) {
	restclient.UseSuspense(ctx, Todos.Get, 5)
}
`

// function is a file with a snippet.
const function = `package snippet

import (
	"context"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

func use%d(ctx context.Context, client *restclient.Client) {
	restclient.UseSuspense(ctx, Todos.Get, 5)
	%s
}
`

func TestCompilerRejectsWrongArguments(t *testing.T) {
	cases := []struct{ name, snippet, message string }{
		{"a path argument of the wrong type", `restclient.UseSuspense(ctx, Todos.Get, "five")`, `cannot use "five" (untyped string constant) as int value in argument to restclient.UseSuspense`},
		{"a path argument that is missing", `restclient.UseSuspense(ctx, Todos.Get)`, `not enough arguments in call to restclient.UseSuspense`},
		{"a scalar for a struct", `restclient.UseSuspense(ctx, Members.Get, 5)`, `cannot use 5 (untyped int constant) as MemberKey value`},
		{"an unknown field", `restclient.UseSuspense(ctx, Members.Get, MemberKey{Grp: "ops"})`, `unknown field Grp in struct literal of type MemberKey`},
		{"a filter of another resource", `Todos.On(client).List(ctx, MemberFilter{})`, `as TodoFilter value in argument to`},
		{"a filter of another resource in a hook", `restclient.UseSuspense(ctx, Todos.GetList, MemberFilter{})`, `type MemberFilter of MemberFilter{} does not match inferred type TodoFilter for A`},
		{"a mutation that is used as a read", `restclient.UseSuspense(ctx, Todos.GetList.Push, TodoFilter{})`, `does not match restclient.Readable[A, R]`},
		{"a read that is used as a mutation", `restclient.Mutate(ctx, Todos.Get, 5, restclient.None{})`, `does not match *restclient.Mutation[A, B, R]`},
		{"a read that is made one of other types", `_ = (*restclient.Read[string, Todo])(Todos.Get)`, `cannot convert Todos.Get`},
		{"a watcher that is made one of another type", `_ = (*restclient.Watcher[Member])(restclient.Watch(ctx, Todos.Get, 5))`, `cannot convert restclient.Watch`},
		{"a body of another type", `Todos.On(client).Update(ctx, 5, Member{})`, `as Todo value in argument to`},
		{"a nested list with the arguments of another resource", `restclient.Nest(Todos.GetList, func(Member) MemberFilter { return MemberFilter{} })`, `MemberFilter`},
		{"an index by what is not the entity", `restclient.NewIndex(Todos, func(Member) string { return "" })`, `does not match`},
		{"a nested type without a key", `restclient.EntityOf[Plain]()`, `missing method PK`},
		{"a key of another type for a Ref", `var _ restclient.Ref[Todo] = restclient.RefKey[Todo]("five")`, `Todo`},
		{"a key of another type, to watch", `restclient.Watch(ctx, Todos.Get, "five")`, `cannot use "five" (untyped string constant) as int value in argument to restclient.Watch`},
		{"a key of another type, to invalidate", `restclient.Invalidate(ctx, Todos.Get, MemberKey{})`, `type MemberKey of MemberKey{} does not match inferred type int for A`},
		{"a key of another type, to edit", `Todos.On(client).Edit(ctx, "five", func(*Todo) {})`, `cannot use "five" (untyped string constant) as int value in argument to`},
		{"an edit of another entity", `Todos.On(client).Edit(ctx, 5, func(*Member) {})`, `as func(*Todo) value in argument to`},
		{"a float for an integer", `restclient.UseSuspense(ctx, Todos.Get, 5.5)`, `cannot use 5.5 (untyped float constant) as int value in argument to restclient.UseSuspense (truncated)`},
		{"an integer of another type", `restclient.UseSuspense(ctx, Todos.Get, int64(5))`, `type int64 of int64(5) does not match inferred type int for A`},
		{"a field of another type", `restclient.UseSuspense(ctx, Members.Get, MemberKey{Group: 7})`, `cannot use 7 (untyped int constant) as string value in struct literal`},
		{"fields that are no map", `Todos.On(client).PartialUpdate(ctx, 5, Todo{})`, `as restclient.Fields value in argument to`},
		{"a body for what has none", `restclient.Mutate(ctx, Todos.Delete, 5, Todo{})`, `does not match inferred type restclient.None for B`},
		{"a query with other arguments", `restclient.UseQuery(ctx, restclient.NewQuery(Todos.GetList, func(restclient.List[Todo], TodoFilter) int { return 0 }), MemberFilter{})`, `does not match inferred type TodoFilter for F`},
		{"a query over other rows", `restclient.NewQuery(Todos.GetList, func(restclient.List[Member], TodoFilter) int { return 0 })`, `does not match`},
		{"a mutation whose answers are to be invalidated", `restclient.AnswersOf(Todos.Update)`, `does not match restclient.Readable[A, R]`},
		{"an entity without a key", `restclient.CreateResource[Plain, int, TodoFilter]("/x/:id")`, `missing method PK`},
		{"nothing that is right", `restclient.UseSuspense(ctx, Members.Get, MemberKey{Group: "ops", ID: 7})`, ""},
	}
	var snippets []string
	for _, c := range cases {
		snippets = append(snippets, c.snippet)
	}
	said := compile(t, snippets)
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := NewWithT(t)
			if c.message == "" {
				g.Expect(said[i]).To(BeEmpty())
				return
			}
			g.Expect(said[i]).To(ContainSubstring(c.message))
		})
	}
}

// compile builds a package of this module with a file for each snippet, and
// returns what the compiler says about each.
func compile(t *testing.T, snippets []string) []string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{filepath.Join(dir, "preamble.go"): preamble}
	for i, snippet := range snippets {
		files[filepath.Join(dir, fmt.Sprintf("snippet%d.go", i))] = fmt.Sprintf(function, i, snippet)
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := append([]string{"build", "-gcflags=-e", "-o", os.DevNull}, slices.Sorted(maps.Keys(files))...)
	out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput()
	if err == nil {
		t.Fatal("the package compiles")
	}
	said, at := make([]string, len(snippets)), -1
	position := regexp.MustCompile(`^\S*(?:snippet(\d+)|preamble)\.go:\d+:\d+: `)
	for line := range strings.Lines(string(out)) {
		switch match := position.FindStringSubmatch(line); {
		case match != nil && match[1] == "":
			t.Fatalf("the preamble: %s", line)
		case match != nil:
			at, _ = strconv.Atoi(match[1]) // digits
		case strings.HasPrefix(line, "# "):
			continue
		case at < 0:
			t.Fatalf("go build: %v\n%s", err, out)
		}
		said[at] += line
	}
	return said
}
