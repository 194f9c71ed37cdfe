package consumer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/tools/internal/docs"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// Uncovered returns the published modules that no consumer imports alone, and the programs
// that no command installs or runs at a version.
func Uncovered(repo *workspace.Repo, consumers []Consumer, commands []docs.Command) []string {
	var uncovered []string
	for _, m := range repo.Published() {
		covered := slices.ContainsFunc(consumers, func(c Consumer) bool { return slices.Equal(c.Modules, []string{m.Dir}) })
		if m.Program() {
			covered = slices.ContainsFunc(commands, func(c docs.Command) bool { return c.Reason == "" && strings.Contains(c.Text, m.Path+"@") })
		}
		if !covered {
			uncovered = append(uncovered, m.Dir)
		}
	}
	return uncovered
}

// Forbidden returns the downloads that c must not cause.
func Forbidden(c Consumer, modules []string) []string {
	var forbidden []string
	for _, m := range modules {
		modulePath, _, _ := strings.Cut(m, "@")
		for _, never := range c.Never {
			if modulePath == never || never == "" && !workspace.Ours(modulePath) {
				forbidden = append(forbidden, m)
			}
		}
	}
	return forbidden
}

// GoldenFile is where the reviewed downloads of c are written down, relative to
// the root of the repository.
func GoldenFile(c Consumer) string { return path.Join("tools", "consumer", "golden", c.Name+".txt") }

// Diff compares modules with the golden file of c: "+ module" for a download
// that was not reviewed, "- module" for one that is no longer needed. A missing
// golden file is an empty one.
func Diff(repo *workspace.Repo, c Consumer, modules []string) ([]string, error) {
	data, err := os.ReadFile(filepath.Join(repo.Root, filepath.FromSlash(GoldenFile(c))))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	golden := strings.Fields(string(data))
	var diff []string
	for _, m := range golden {
		if !slices.Contains(modules, m) {
			diff = append(diff, "- "+m)
		}
	}
	for _, m := range modules {
		if !slices.Contains(golden, m) {
			diff = append(diff, "+ "+m)
		}
	}
	slices.SortStableFunc(diff, func(a, b string) int { return strings.Compare(a[2:], b[2:]) })
	return diff, nil
}

// Update makes modules the golden file of c, for review.
func Update(repo *workspace.Repo, c Consumer, modules []string) error {
	name := filepath.Join(repo.Root, filepath.FromSlash(GoldenFile(c)))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(name, []byte(strings.Join(modules, "\n")+"\n"), 0o666); err != nil {
		return fmt.Errorf("update golden: %w", err)
	}
	return nil
}
