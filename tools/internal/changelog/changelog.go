// Package changelog checks that CHANGELOG.md is in the form of Keep a Changelog
// (https://keepachangelog.com/en/1.1.0/) and names the module of each change.
//
//	log, wrong := changelog.Parse(text, []string{"core", "viewer"})
//	wrong = append(wrong, log.Releases("0.2.0")...)
package changelog

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// Log is a changelog, the newest version first.
type Log struct{ Versions []Version }

// Version is what one version changes.
type Version struct {
	Name    string // "Unreleased", or a version without the v
	Date    string // such as "2026-11-23", "" for Unreleased
	Entries []string
}

// unreleased is the name of what no version has yet.
const unreleased = "Unreleased"

var (
	heading = regexp.MustCompile(`^## \[?([^\]\s]+)\]?(?: - (\S+))?$`)
	entry   = regexp.MustCompile(`^- ([^:]+): \S`)
	kinds   = []string{"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
)

// Parse reads a changelog and returns what is wrong with it, "CHANGELOG.md:line: what".
// Every entry begins with the names of modules, from those that are given.
func Parse(text string, modules []string) (*Log, []string) {
	p := &parser{modules: modules, log: &Log{}}
	for line := range strings.Lines(text) {
		p.line++
		p.read(strings.TrimRight(line, "\n"))
	}
	if len(p.log.Versions) == 0 || p.log.Versions[0].Name != unreleased {
		p.report("the first version is not %q", unreleased)
	}
	return p.log, p.wrong
}

type parser struct {
	modules []string
	log     *Log
	line    int
	kind    string // of the changes that follow
	wrong   []string
}

func (p *parser) report(format string, args ...any) {
	p.wrong = append(p.wrong, fmt.Sprintf("CHANGELOG.md:%d: %s", p.line, fmt.Sprintf(format, args...)))
}

func (p *parser) read(line string) {
	switch {
	case strings.HasPrefix(line, "## "):
		p.version(line)
	case strings.HasPrefix(line, "### "):
		if p.kind = line[len("### "):]; !slices.Contains(kinds, p.kind) {
			p.report("%q is no kind of change: use %s", p.kind, strings.Join(kinds, ", "))
		}
	case strings.HasPrefix(line, "- "):
		p.entry(line)
	}
}

func (p *parser) version(line string) {
	found := heading.FindStringSubmatch(line)
	if found == nil {
		p.report("%q is no heading of a version: use \"## 1.2.3 - 2026-11-23\"", line)
		return
	}
	next := Version{Name: found[1], Date: found[2]}
	p.kind = ""
	if next.Name != unreleased {
		p.released(next)
	}
	p.log.Versions = append(p.log.Versions, next)
}

func (p *parser) released(next Version) {
	if _, err := time.Parse(time.DateOnly, next.Date); err != nil {
		p.report("version %s has no date such as 2026-11-23", next.Name)
	}
	if !semver.IsValid("v" + next.Name) {
		p.report("%s is not a version such as 1.2.3", next.Name)
	}
	if n := len(p.log.Versions); n > 0 {
		if above := p.log.Versions[n-1]; above.Name != unreleased && semver.Compare("v"+above.Name, "v"+next.Name) <= 0 {
			p.report("version %s stands below %s", next.Name, above.Name)
		}
	}
}

func (p *parser) entry(line string) {
	if len(p.log.Versions) == 0 {
		return
	}
	if p.kind == "" {
		p.report("a change of no kind: put it below %s", strings.Join(kinds, ", "))
	}
	found := entry.FindStringSubmatch(line)
	if found == nil {
		p.report("a change that names no module: begin it with \"- viewer: \"")
		return
	}
	for name := range strings.SplitSeq(found[1], ", ") {
		if !slices.Contains(p.modules, name) {
			p.report("there is no module %q", name)
		}
	}
	last := &p.log.Versions[len(p.log.Versions)-1]
	last.Entries = append(last.Entries, line)
}

// Releases returns what keeps a version, without the v, from being released: it needs
// the place below Unreleased, changes, and nothing left above it.
func (l *Log) Releases(version string) []string {
	i := slices.IndexFunc(l.Versions, func(v Version) bool { return v.Name == version })
	switch {
	case i < 0:
		return []string{fmt.Sprintf("CHANGELOG.md: there is no version %s: give what is unreleased the version and the date", version)}
	case len(l.Versions[i].Entries) == 0:
		return []string{fmt.Sprintf("CHANGELOG.md: version %s changes nothing", version)}
	case i != 1 || len(l.Versions[0].Entries) > 0:
		return []string{fmt.Sprintf("CHANGELOG.md: there are changes above version %s", version)}
	}
	return nil
}
