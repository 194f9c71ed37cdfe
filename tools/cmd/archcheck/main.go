// Command archcheck fails when a package of the repository imports what it may
// not, or when a file or function is too long.
//
//	archcheck [-v]
//
// Every line it prints is "file or package: rule: what to do". The rules are
// the table in tools/internal/arch/rules.go. When all keep them, it prints how the
// inside of each leaf is built; -v names the types and packages behind the figures.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/trefoil-go/trefoil/tools/internal/arch"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func main() {
	verbose := flag.Bool("v", false, "name the types and packages behind the figures")
	flag.Parse()
	tree, err := load(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, "archcheck:", err)
		os.Exit(2)
	}
	violations := arch.Check(tree)
	for _, v := range violations {
		fmt.Println(v)
	}
	for _, house := range arch.Houses(tree) {
		fmt.Println(house)
		if *verbose {
			detail(house)
		}
	}
	if len(violations) > 0 {
		os.Exit(1)
	}
	fmt.Printf("archcheck: %d packages keep the rules\n", len(tree.Packages))
}

func detail(house arch.House) {
	for _, w := range house.Spread {
		fmt.Printf("  the methods of %s stand in %d files\n", w.Type, w.Has)
	}
	for _, w := range house.Fields {
		fmt.Printf("  %s has %d fields\n", w.Type, w.Has)
	}
	for _, f := range house.Packages {
		fmt.Printf("  %s: %d of %d arrows between files run up (%.0f %%)\n", f.Package, len(f.Up), f.Arrows, f.UpPercent())
		for _, arrow := range f.Up {
			fmt.Println("    " + arrow.String())
		}
	}
}

func load(ctx context.Context) (*arch.Tree, error) {
	repo, err := workspace.Find(".")
	if err != nil {
		return nil, err
	}
	return arch.Load(ctx, repo)
}
