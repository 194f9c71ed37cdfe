// Command archcheck fails when a package of the repository imports what it may
// not, or when a file or function is too long.
//
//	archcheck
//
// Every line it prints is "file or package: rule: what to do". The rules are
// the table in tools/internal/arch/rules.go.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/trefoil-go/trefoil/tools/internal/arch"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func main() {
	violations, packages, err := check(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, "archcheck:", err)
		os.Exit(2)
	}
	for _, v := range violations {
		fmt.Println(v)
	}
	if len(violations) > 0 {
		os.Exit(1)
	}
	fmt.Printf("archcheck: %d packages keep the rules\n", packages)
}

func check(ctx context.Context) (found []arch.Violation, packages int, err error) {
	repo, err := workspace.Find(".")
	if err != nil {
		return nil, 0, err
	}
	tree, err := arch.Load(ctx, repo)
	if err != nil {
		return nil, 0, err
	}
	return arch.Check(tree), len(tree.Packages), nil
}
