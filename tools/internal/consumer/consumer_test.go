package consumer_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/trefoil-go/trefoil/tools/internal/consumer"
	"github.com/trefoil-go/trefoil/tools/internal/docs"
	"github.com/trefoil-go/trefoil/tools/internal/release"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

const repository = `
-- VERSION --
1.2.3
-- LICENSE --
licence
-- go.work --
go 1.26
use (
	./modules/core
	./modules/router
)
-- modules/core/go.mod --
module github.com/trefoil-go/trefoil/modules/core
go 1.26
-- modules/core/core.go --
package core
const Answer = 42
-- modules/router/go.mod --
module github.com/trefoil-go/trefoil/modules/router
go 1.26
require github.com/trefoil-go/trefoil/modules/core v1.2.3
replace github.com/trefoil-go/trefoil/modules/core => ../core
-- modules/router/router.go --
package router
import "github.com/trefoil-go/trefoil/modules/core"
const Answer = core.Answer
-- tools/consumer/router/main.go.txt --
package main
import (
	"fmt"
	"github.com/trefoil-go/trefoil/modules/router"
)
func main() { fmt.Println(router.Answer) }
-- tools/consumer/golden/router.txt --
github.com/trefoil-go/trefoil/modules/core
github.com/trefoil-go/trefoil/modules/router
`

const (
	core   = workspace.Prefix + "/modules/core"
	router = workspace.Prefix + "/modules/router"
)

var routerConsumer = consumer.Consumer{Name: "router", Modules: []string{"modules/router"}}

func open(t *testing.T, archive string) *workspace.Repo {
	t.Helper()
	files, err := txtar.FS(txtar.Parse([]byte(archive)))
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.CopyFS(root, files); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "git", "-C", root, "init", "--quiet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	repo, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func try(t *testing.T, repo *workspace.Repo, c consumer.Consumer) (*consumer.Report, error) {
	t.Helper()
	return newLab(t, repo).Try(t.Context(), c)
}

func newLab(t *testing.T, repo *workspace.Repo) *consumer.Lab {
	t.Helper()
	packages, err := release.Prepare(t.Context(), repo)
	if err != nil {
		t.Fatal(err)
	}
	lab, err := consumer.NewLab(t.Context(), repo, packages, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return lab
}

func TestTry(t *testing.T) {
	repo := open(t, repository)

	report, err := try(t, repo, routerConsumer)
	if err != nil {
		t.Fatal(err)
	}
	if report.Output != "42\n" {
		t.Errorf("output %q", report.Output)
	}
	if want := []string{core, router}; !slices.Equal(report.Modules, want) {
		t.Errorf("downloaded %v, want %v", report.Modules, want)
	}
	if diff, err := consumer.Diff(repo, routerConsumer, report.Modules); err != nil || len(diff) > 0 {
		t.Errorf("diff %v, %v", diff, err)
	}
}

// What replace lines and the workspace hide is what the lab is for.
func TestTryFindsAFileThatIsNotInTheZip(t *testing.T) {
	repo := open(t, strings.Replace(repository, "const Answer = 42", "import _ \"embed\"\n//go:embed con.txt\nvar text string\nconst Answer = 42", 1)+"-- modules/core/.gitignore --\n*.txt\n-- modules/core/con.txt --\nx\n")

	_, err := try(t, repo, routerConsumer)

	if err == nil || !strings.Contains(err.Error(), "pattern con.txt: no matching files found") {
		t.Errorf("got %v", err)
	}
}

func TestTryReportsAProgramThatFails(t *testing.T) {
	repo := open(t, strings.Replace(repository, "fmt.Println(router.Answer)", `panic(fmt.Sprint("answer ", router.Answer))`, 1))

	_, err := try(t, repo, routerConsumer)

	if err == nil || !strings.Contains(err.Error(), "panic: answer 42") {
		t.Errorf("got %v", err)
	}
}

func TestTryReportsATestThatFails(t *testing.T) {
	repo := open(t, repository+`
-- tools/consumer/router/main_test.go.txt --
package main
import "testing"
func TestAnswer(t *testing.T) { t.Error("no answer") }
`)

	_, err := try(t, repo, routerConsumer)

	if err == nil || !strings.Contains(err.Error(), "no answer") {
		t.Errorf("got %v", err)
	}
}

func TestForbidden(t *testing.T) {
	modules := []string{"github.com/gin-gonic/gin@v1.12.0", "github.com/gin-gonic/ginger@v1.0.0", core}
	tests := map[string]struct{ never, want []string }{
		"nothing is":     {nil, nil},
		"one vendor":     {[]string{"github.com/gin-gonic/gin"}, modules[:1]},
		"a sibling":      {[]string{core}, modules[2:]},
		"third parties":  {[]string{""}, modules[:2]},
		"another vendor": {[]string{"go.uber.org/fx"}, nil},
	}
	for name, test := range tests {
		if got := consumer.Forbidden(consumer.Consumer{Never: test.never}, modules); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

func TestDiffAndUpdate(t *testing.T) {
	repo := open(t, repository)
	modules := []string{"example.com/new@v1.0.0", router}

	diff, err := consumer.Diff(repo, routerConsumer, modules)
	if want := []string{"+ example.com/new@v1.0.0", "- " + core}; err != nil || !slices.Equal(diff, want) {
		t.Errorf("got %v, %v, want %v", diff, err, want)
	}

	if err := consumer.Update(repo, routerConsumer, modules); err != nil {
		t.Fatal(err)
	}
	if diff, err := consumer.Diff(repo, routerConsumer, modules); err != nil || len(diff) > 0 {
		t.Errorf("after the update: %v, %v", diff, err)
	}
}

func TestUncovered(t *testing.T) {
	repo := open(t, repository+"-- apps/shop/go.mod --\nmodule github.com/trefoil-go/trefoil/apps/shop\ngo 1.26\n")
	install := docs.Command{Text: "go install " + workspace.Prefix + "/apps/shop@latest"}
	notRun := install
	notRun.Reason = "it is slow"

	for _, c := range []struct {
		commands []docs.Command
		want     []string
	}{
		{nil, []string{"apps/shop", "modules/core"}},
		{[]docs.Command{install}, []string{"modules/core"}},
		{[]docs.Command{notRun}, []string{"apps/shop", "modules/core"}},
	} {
		if got := consumer.Uncovered(repo, []consumer.Consumer{routerConsumer}, c.commands); !slices.Equal(got, c.want) {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
}

// The two promises that the README makes, beside the golden files.
func TestTable(t *testing.T) {
	promises := map[string][]string{
		"restclient": {"github.com/gin-gonic/gin", "github.com/pb33f/libopenapi", "go.uber.org/fx", "go.uber.org/zap"},
		"router":     {"github.com/gin-gonic/gin"},
	}
	for _, c := range consumer.All {
		for _, never := range promises[c.Name] {
			if !slices.Contains(c.Never, never) {
				t.Errorf("consumer %s may download %s", c.Name, never)
			}
		}
		delete(promises, c.Name)
	}
	if len(promises) > 0 {
		t.Errorf("no consumer for %v", promises)
	}
}
