package consumer_test

import (
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/tools/internal/consumer"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// program is an application with a page that shows how it is used.
const program = repository + `
-- apps/restgen/go.mod --
module github.com/trefoil-go/trefoil/apps/restgen
go 1.26
require github.com/trefoil-go/trefoil/modules/core v1.2.3
replace github.com/trefoil-go/trefoil/modules/core => ../../modules/core
-- apps/restgen/main.go --
package main
import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"github.com/trefoil-go/trefoil/modules/core"
)
func main() {
	switch os.Args[1] {
	case "answer":
		fmt.Println(core.Answer)
	case "changed":
		text, err := os.ReadFile("api.yaml")
		if err != nil || string(text) != "new\n" { panic(string(text)) }
	case "fail":
		os.Exit(3)
	case "serve":
		listener, err := net.Listen("tcp", os.Getenv("ADDRESS"))
		if err != nil { panic(err) }
		ended := make(chan os.Signal, 1)
		signal.Notify(ended, os.Interrupt)
		fmt.Printf("at http://%s/\n", listener.Addr())
		asked := make(chan bool, 1)
		go http.Serve(listener, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked <- true }))
		<-ended
		select {
		case <-asked:
		default:
			panic(errors.New("nobody asked"))
		}
	}
}
-- tools/consumer/reader/main/api.yaml --
old
-- tools/consumer/reader/work/api.yaml --
new
-- docs/use.md --
`

const install = "go install " + workspace.Prefix + "/apps/restgen@latest\n"

func read(t *testing.T, commands string) error {
	t.Helper()
	lab := newLab(t, open(t, program+"```\n"+commands+"```\n"))
	if err := lab.Install(t.Context(), []string{"docs/use.md"}); err != nil {
		return err
	}
	return lab.Read(t.Context(), "docs/use.md")
}

func TestReadTypesTheCommandsOfAPage(t *testing.T) {
	for name, c := range map[string]struct{ commands, want string }{
		"a program that is installed": {install + "restgen answer\nrestgen changed\n", ""},
		"a program of the module":     {"go get -tool " + workspace.Prefix + "/apps/restgen@latest\ngo tool restgen answer\n", ""},
		"a program that is run":       {"go run " + workspace.Prefix + "/apps/restgen@latest answer\n", ""},
		"an output":                   {"$ " + install + "$ restgen answer\n42\n", ""},
		"an output that varies":       {"$ " + install + "$ restgen answer\n4…\n", ""},
		"another output":              {"$ " + install + "$ restgen answer\n43\n", "docs/use.md:3: restgen answer: the document shows another output:\n43\n"},
		"a server":                    {install + "restgen serve\n", ""},
		"a server that is none":       {install + "restgen answer   # at http://127.0.0.1:1/\n", "docs/use.md:3: restgen answer: ended with 0 and never answered"},
		"a command that fails":        {install + "restgen fail\n", "docs/use.md:3: restgen fail: exit status 3, want 0"},
		"a package that is not there": {"go install " + workspace.Prefix + "/apps/shop@latest\n", "docs/use.md:2: go install"},
		"a flag that is not there":    {"go get -tools example.com/x\n", "flag provided but not defined: -tools"},
	} {
		t.Run(name, func(t *testing.T) {
			err := read(t, c.commands)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestPagesOfConsumersAreTypedByThem(t *testing.T) {
	repo := open(t, program+"```\ngo mod init example.com/a\ngo get "+workspace.Prefix+"/modules/router@latest\ngo run .\n```\n")
	c := routerConsumer
	c.Page = "docs/use.md"
	if pages := newLab(t, repo).Pages([]consumer.Consumer{c}); len(pages) > 0 {
		t.Errorf("pages %v", pages)
	}

	report, err := try(t, repo, c)

	if err != nil || report.Output != "42\n" {
		t.Errorf("got %+v, %v", report, err)
	}
}

func TestAProgramThatServesIsRunByItsPage(t *testing.T) {
	const main = `func main() {
	listener, err := net.Listen("tcp", os.Getenv("ADDRESS"))
	if err != nil { panic(err) }
	fmt.Printf("at http://%s/%d\n", listener.Addr(), router.Answer)
	http.Serve(listener, nil)
}`
	archive := strings.Replace(program, "func main() { fmt.Println(router.Answer) }", main, 1)
	archive = strings.Replace(archive, "import (\n\t\"fmt\"\n\t\"github", "import (\n\t\"fmt\"\n\t\"net\"\n\t\"net/http\"\n\t\"os\"\n\t\"github", 1)
	c := routerConsumer
	c.Page = "docs/use.md"

	_, err := try(t, open(t, archive+"```\ngo mod init example.com/a\ngo get "+workspace.Prefix+"/modules/router@latest\ngo run .   # at http://127.0.0.1:1/\n```\n"), c)
	if err != nil {
		t.Error(err)
	}
}
