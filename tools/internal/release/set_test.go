package release_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/tools/internal/release"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func TestSetMakesAVersionTheNextOne(t *testing.T) {
	repo := open(t, repository+"-- CHANGELOG.md --\n# Changelog\n\n## Unreleased\n\n### Added\n\n- core: all\n")

	if err := release.Set(repo, "1.3.0", time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}

	next, err := workspace.Open(repo.Root)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := next.Check(); next.Version != "v1.3.0" || len(wrong) > 0 {
		t.Errorf("%s: %q", next.Version, wrong)
	}
	log, err := os.ReadFile(filepath.Join(repo.Root, "CHANGELOG.md"))
	if err != nil || !strings.Contains(string(log), "## Unreleased\n\n## 1.3.0 - 2026-12-01\n\n### Added\n") {
		t.Errorf("got %q, %v", log, err)
	}
}

func TestSetRefusesAVersionThatCannotFollow(t *testing.T) {
	repo := open(t, repository)
	for _, version := range []string{"1.2.2", "v1.3.0", "1.3", ""} {
		if err := release.Set(repo, version, time.Time{}); err == nil {
			t.Errorf("%q is taken", version)
		}
	}
}
