package changelog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/tools/internal/changelog"
)

const good = `# Changelog

- an item of the introduction

## Unreleased

## 0.2.0 - 2026-12-01

### Added

- core: a port
  in two lines
- viewer, router: a word

### Fixed

- viewer: a fault

## [0.1.0] - 2026-11-23

### Added

- core: all
`

func TestParse(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"the form":           {"", "", ""},
		"no unreleased":      {"## Unreleased\n", "", "the first version is not"},
		"an unknown kind":    {"### Fixed", "### Mended", `CHANGELOG.md:15: "Mended" is no kind of change`},
		"no kind":            {"### Fixed\n", "## 0.1.5 - 2026-11-30\n", "CHANGELOG.md:17: a change of no kind"},
		"no module":          {"- viewer: a fault", "- a fault", "CHANGELOG.md:17: a change that names no module"},
		"an unknown module":  {"- viewer: a fault", "- veiwer: a fault", `there is no module "veiwer"`},
		"no date":            {"0.2.0 - 2026-12-01", "0.2.0", "version 0.2.0 has no date"},
		"a day that is none": {"2026-12-01", "2026-13-01", "version 0.2.0 has no date"},
		"no version":         {"0.2.0 - ", "next - ", "next is not a version"},
		"a heading of words": {"## 0.2.0 - 2026-12-01", "## Version 0.2.0", "is no heading of a version"},
		"versions in order":  {"[0.1.0]", "[0.3.0]", "version 0.3.0 stands below 0.2.0"},
	} {
		log, wrong := changelog.Parse(strings.Replace(good, c.old, c.new, 1), []string{"core", "router", "viewer"})
		switch {
		case c.want == "" && (len(wrong) > 0 || len(log.Versions) != 3 || len(log.Versions[1].Entries) != 3):
			t.Errorf("%s: got %q, %+v", name, wrong, log)
		case c.want != "" && !slices.ContainsFunc(wrong, func(line string) bool { return strings.Contains(line, c.want) }):
			t.Errorf("%s: got %q, want %q", name, wrong, c.want)
		}
	}
}

func TestReleases(t *testing.T) {
	for name, c := range map[string]struct{ old, new, version, want string }{
		"the version below unreleased": {"", "", "0.2.0", ""},
		"a version that is not there":  {"", "", "0.3.0", "there is no version 0.3.0"},
		"an old version":               {"", "", "0.1.0", "there are changes above"},
		"changes that are left above":  {"## Unreleased\n", "## Unreleased\n\n### Added\n\n- core: more\n", "0.2.0", "there are changes above"},
		"a version without changes":    {"## 0.2.0 - 2026-12-01", "## 0.2.1 - 2026-12-02\n\n## 0.2.0 - 2026-12-01", "0.2.1", "changes nothing"},
	} {
		log, _ := changelog.Parse(strings.Replace(good, c.old, c.new, 1), []string{"core", "router", "viewer"})
		got := strings.Join(log.Releases(c.version), "\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
