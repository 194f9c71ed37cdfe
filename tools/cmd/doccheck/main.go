// Command doccheck fails when the Markdown of the repository shows Go code that
// is not in the file it names, or has a link that leads nowhere.
//
//	doccheck
package main

import (
	"fmt"
	"os"

	"github.com/trefoil-go/trefoil/tools/internal/docs"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func main() {
	wrong, err := check()
	if err != nil {
		fmt.Fprintln(os.Stderr, "doccheck:", err)
		os.Exit(2)
	}
	for _, line := range wrong {
		fmt.Println(line)
	}
	if len(wrong) > 0 {
		os.Exit(1)
	}
}

func check() ([]string, error) {
	repo, err := workspace.Find(".")
	if err != nil {
		return nil, err
	}
	return docs.Check(os.DirFS(repo.Root))
}
