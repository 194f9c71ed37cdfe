// Command tidycheck fails when a go.mod of the repository would break a
// consumer: when it is not tidy by itself, outside the workspace, when a module
// requires a sibling at another version than VERSION, or when a published module
// builds with other versions by itself than in the workspace, where it is tested.
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
	"path/filepath"

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
	untested, err := differences(repo)
	if err != nil {
		fmt.Fprintln(os.Stderr, "tidycheck:", err)
		os.Exit(2)
	}
	wrong = append(wrong, untested...)
	for _, line := range wrong {
		fmt.Println(line)
	}
	if len(wrong) > 0 {
		os.Exit(1)
	}
	fmt.Printf("tidycheck: %d modules are tidy and agree on %s\n", len(repo.Modules), repo.Version)
}

// differences are the versions that published modules are not tested with. Modules
// are compared that packages and their tests are built from, without build tags.
func differences(repo *workspace.Repo) ([]string, error) {
	together, err := versions(repo.Root, filepath.Join(repo.Root, "go.work"), "-m", "-f={{.Path}} {{.Version}}", "all")
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, m := range repo.Published() {
		alone, err := versions(repo.Abs(m), "off", "-deps", "-test", "-tags=", "-f={{with .Module}}{{.Path}} {{.Version}}{{end}}", "./...")
		if err != nil {
			return nil, err
		}
		for _, sibling := range repo.Modules {
			delete(alone, sibling.Path)
		}
		lines = append(lines, m.Differences(alone, together)...)
	}
	return lines, nil
}

// versions are what go list says in a directory, with a workspace or "off".
func versions(dir, work string, args ...string) (workspace.Versions, error) {
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK="+work)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list the versions of %s: %w", dir, err)
	}
	return workspace.ParseVersions(string(out)), nil
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
