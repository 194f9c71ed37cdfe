// Command consumer does with the work tree what users do with a release. It fails when
// importing a module costs more than was reviewed, or when a command that the documents
// show does not work.
//
//	consumer [-update] [NAME | DOCUMENT ...]
//
// It publishes the modules of the work tree into a proxy outside the repository. Each
// consumer of tools/consumer then fetches its module into an empty module cache, is built
// and is run; what was downloaded is compared with tools/consumer/golden. -update rewrites
// those files instead, for review. The commands of documents are typed in an empty
// directory, without a network.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/trefoil-go/trefoil/tools/internal/consumer"
	"github.com/trefoil-go/trefoil/tools/internal/release"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func main() {
	update := flag.Bool("update", false, "rewrite the golden files instead of comparing with them")
	flag.Parse()
	ok, err := check(context.Background(), flag.Args(), *update)
	if err != nil {
		fmt.Fprintln(os.Stderr, "consumer:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

func check(ctx context.Context, names []string, update bool) (ok bool, err error) {
	repo, err := workspace.Find(".")
	if err != nil {
		return false, err
	}
	scratch, err := os.MkdirTemp("", "consumer-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(scratch)
	packages, err := release.Prepare(ctx, repo)
	if err != nil {
		return false, err
	}
	lab, err := consumer.NewLab(ctx, repo, packages, scratch)
	if err != nil {
		return false, err
	}
	return lab.Check(ctx, os.Stdout, names, update)
}
