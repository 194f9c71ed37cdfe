// Command tidycheck fails when a go.mod of the repository would break a
// consumer: when it is not tidy by itself, outside the workspace, or when a
// module requires a sibling at another version than VERSION.
//
//	tidycheck
//
// It prints what to change and changes nothing.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func main() {
	repo, err := workspace.Find(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "tidycheck:", err)
		os.Exit(2)
	}
	wrong := repo.Check()
	for _, m := range repo.Modules {
		wrong = append(wrong, untidy(repo, m)...)
	}
	for _, line := range wrong {
		fmt.Println(line)
	}
	if len(wrong) > 0 {
		os.Exit(1)
	}
	fmt.Printf("tidycheck: %d modules are tidy and agree on %s\n", len(repo.Modules), repo.Version)
}

func untidy(repo *workspace.Repo, m workspace.Module) []string {
	cmd := exec.Command("go", "mod", "tidy", "-diff")
	cmd.Dir = repo.Abs(m)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	name := path.Join(m.Dir, "go.mod")
	return []string{fmt.Sprintf("%s: not tidy: run GOWORK=off go mod tidy in %s\n%s", name, m.Dir, out)}
}
