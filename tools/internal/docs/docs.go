// Package docs keeps the Markdown of the repository true: Go code in it comes
// from a file that is compiled, and links lead somewhere.
//
//	wrong, err := docs.Check(os.DirFS(root))
//
// A code block in Go follows a comment that names its file:
//
//	<!-- from modules/core/route/example_test.go -->
//
// The lines of the block stand in that file one after the other, apart from
// indentation. A line "// …" leaves lines out.
//
// The figures of a table, but for those of its first column, stand in the page that a
// comment before it names:
//
//	<!-- figures from docs/benchmarks/router.md -->
package docs

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// exempt shows code that must not be written.
const exempt = "docs/style.md"

var (
	sourceComment = regexp.MustCompile(`^<!-- from (\S+) -->$`)
	figureComment = regexp.MustCompile(`^<!-- figures from (\S+) -->$`)
	figure        = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	link          = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	scheme        = regexp.MustCompile(`^[a-z]+:`)
)

// Check reads every Markdown file of a repository and returns what is wrong, as
// "file:line: what".
func Check(repo fs.FS) ([]string, error) {
	var wrong []string
	err := fs.WalkDir(repo, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && foreign(entry.Name()):
			return fs.SkipDir
		case path.Ext(name) != ".md" || name == exempt:
			return nil
		}
		page := page{repo: repo, name: name}
		found, err := page.check()
		wrong = append(wrong, found...)
		return err
	})
	return wrong, err
}

// foreign tells whether what is in a directory is not written for readers of
// the repository.
func foreign(dir string) bool {
	return strings.HasPrefix(dir, ".") || dir == "testdata" || dir == "node_modules"
}

type page struct {
	repo   fs.FS
	name   string
	source string   // of the next code block
	page   string   // that the figures of the next table are from
	known  []string // the figures of that page, nil for a table of any
	block  []string // the lines of the current one
	fence  string   // what opened it, empty outside
	opened int
	wrong  []string
}

func (p *page) check() ([]string, error) {
	data, err := fs.ReadFile(p.repo, p.name)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(data), "\n") {
		switch text := strings.TrimSpace(line); {
		case p.fence == "" && strings.HasPrefix(text, "```"):
			p.fence, p.opened, p.block = text, i+1, nil
		case p.fence == "":
			p.prose(i+1, text)
		case text == "```":
			p.code()
			p.fence, p.source = "", ""
		default:
			p.block = append(p.block, text)
		}
	}
	return p.wrong, nil
}

func (p *page) report(line int, format string, args ...any) {
	p.wrong = append(p.wrong, fmt.Sprintf("%s:%d: %s", p.name, line, fmt.Sprintf(format, args...)))
}

func (p *page) prose(line int, text string) {
	if found := sourceComment.FindStringSubmatch(text); found != nil {
		p.source = found[1]
	}
	p.table(line, text)
	for _, found := range link.FindAllStringSubmatch(text, -1) {
		target, _, _ := strings.Cut(found[1], "#")
		if target == "" || scheme.MatchString(target) {
			continue
		}
		if _, err := fs.Stat(p.repo, path.Join(path.Dir(p.name), target)); err != nil {
			p.report(line, "the link to %s leads nowhere", found[1])
		}
	}
}

// table holds the figures of a row against those of the page that they are from.
func (p *page) table(line int, text string) {
	if found := figureComment.FindStringSubmatch(text); found != nil {
		data, err := fs.ReadFile(p.repo, found[1])
		if err != nil {
			p.report(line, "there is no %s", found[1])
			return
		}
		p.page, p.known = found[1], figure.FindAllString(string(data), -1)
		return
	}
	if !strings.HasPrefix(text, "|") {
		p.known = nil
	}
	if p.known == nil {
		return
	}
	_, cells, _ := strings.Cut(strings.TrimPrefix(text, "|"), "|")
	for _, one := range figure.FindAllString(cells, -1) {
		if !slices.Contains(p.known, one) {
			p.report(line, "%s has no figure %s", p.page, one)
		}
	}
}

func (p *page) code() {
	if p.fence != "```go" {
		return
	}
	if p.source == "" {
		p.report(p.opened, "Go code without a source: write <!-- from FILE --> before it")
		return
	}
	data, err := fs.ReadFile(p.repo, p.source)
	if errors.Is(err, fs.ErrNotExist) {
		p.report(p.opened, "there is no %s", p.source)
		return
	}
	var source []string
	for line := range strings.Lines(string(data)) {
		source = append(source, strings.TrimSpace(line))
	}
	if line, ok := missing(p.block, source); ok {
		p.report(p.opened, "%s does not contain the lines around %q", p.source, line)
	}
}

// missing returns the first line of the part of block that source lacks.
func missing(block, source []string) (line string, ok bool) {
	for len(block) > 0 {
		part := block
		if i := slices.Index(block, "// …"); i >= 0 {
			part, block = block[:i], block[i+1:]
		} else {
			block = nil
		}
		at := find(part, source)
		if at < 0 {
			return part[0], true
		}
		source = source[at+len(part):]
	}
	return "", false
}

func find(part, source []string) int {
	for i := 0; i+len(part) <= len(source); i++ {
		if slices.Equal(part, source[i:i+len(part)]) {
			return i
		}
	}
	return -1
}
