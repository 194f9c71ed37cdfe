// Command modproxy writes the published modules of the repository, as they are
// in the work tree, into a directory that a go command can use as GOPROXY.
//
//	modproxy DIR
//	GOPROXY=file://DIR,https://… GONOSUMDB=github.com/trefoil-go/trefoil go get …
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/trefoil-go/trefoil/tools/internal/modproxy"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: modproxy DIR")
		os.Exit(2)
	}
	if err := write(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "modproxy:", err)
		os.Exit(1)
	}
}

func write(ctx context.Context, dir string) error {
	repo, err := workspace.Find(".")
	if err != nil {
		return err
	}
	return modproxy.Write(ctx, dir, repo, repo.Published())
}
