package release

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// Set makes a version, without the v, the next one: in VERSION, in what every go.mod
// requires of siblings, and in CHANGELOG.md, where it takes all that is unreleased.
func Set(repo *workspace.Repo, version string, day time.Time) error {
	if next := "v" + version; semver.Canonical(next) != next || semver.Compare(next, repo.Version) < 0 {
		return fmt.Errorf("%q is no version such as 1.2.3 from %s on", version, repo.Version)
	}
	for _, m := range repo.Modules {
		if err := require(repo, m, "v"+version); err != nil {
			return err
		}
	}
	name := filepath.Join(repo.Root, "CHANGELOG.md")
	log, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, after, found := strings.Cut(string(log), "## Unreleased\n")
	if !found {
		return errors.New("CHANGELOG.md has nothing that is unreleased")
	}
	dated := fmt.Sprintf("%s## Unreleased\n\n## %s - %s\n%s", before, version, day.Format(time.DateOnly), after)
	return errors.Join(os.WriteFile(name, []byte(dated), 0o666), os.WriteFile(filepath.Join(repo.Root, "VERSION"), []byte(version+"\n"), 0o666))
}

func require(repo *workspace.Repo, m workspace.Module, version string) error {
	name := filepath.Join(repo.Abs(m), "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	file, err := modfile.Parse(name, data, nil)
	if err != nil {
		return err
	}
	for _, sibling := range m.Siblings() {
		if err := file.AddRequire(sibling, version); err != nil {
			return err
		}
	}
	if data, err = file.Format(); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}
