// Command webbuild makes the files of the viewer that are built and committed:
// the bundles of modules/viewer/ui/dist and the Go code of every template.
//
//	GOWORK=off go -C tools run ./cmd/webbuild          # writes them
//	GOWORK=off go -C tools run ./cmd/webbuild -check   # compares them, writes nothing
//
// With -check the exit status is 1 when a committed file differs from what its
// source gives, and the names of those files are listed.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/trefoil-go/trefoil/tools/internal/webbuild"
)

func main() {
	check := flag.Bool("check", false, "compare with the committed files and write nothing")
	repo := flag.String("repo", "..", "root of the repository")
	flag.Parse()
	if err := run(*repo, *check); err != nil {
		fmt.Fprintln(os.Stderr, "webbuild:", err)
		os.Exit(1)
	}
}

func run(repo string, check bool) error {
	files, err := webbuild.Build(repo)
	if err != nil {
		return err
	}
	if !check {
		return webbuild.Write(repo, files)
	}
	stale, err := webbuild.Stale(repo, files)
	if err != nil {
		return err
	}
	for _, name := range stale {
		fmt.Println(name)
	}
	if len(stale) > 0 {
		return fmt.Errorf("%d committed files differ from their source; run webbuild", len(stale))
	}
	return nil
}
