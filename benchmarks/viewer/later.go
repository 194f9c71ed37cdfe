package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/benchmarks/report"
)

// later is what a page loads when a reader wants it, and not before.
type later struct {
	when  string
	files []laterFile
}

// laterFile is a file and its bytes, compressed as well as can be.
type laterFile struct {
	name                string
	plain, gzip, brotli float64
}

// wanted are the files that are loaded later, by what a reader does.
var wanted = []struct {
	when  string
	files []string
}{
	{"The console of an operation is opened", []string{"console.js", "console.css"}},
	{"An answer comes in the console", []string{"body.js", "body-worker.js"}},
	{"The history of the console is opened", []string{"history.js"}},
	{"A request is shared from the console", []string{"share.js"}},
	{"A provider sends a reader back to a login", []string{"login.js", "credentials.css"}},
	{"The editor is opened", []string{"editor.js", "editor.css", "editor-field.js"}},
	{"The samples of a request come into view", []string{"samples.js", "client-shell.js"}},
	{oneOf, []string{"client-dotnet.js", "client-go.js", "client-js.js", "client-jvm.js", "client-native.js", "client-script.js", "client-systems.js"}},
}

// oneOf is loaded in parts, of which the sum says nothing.
const oneOf = "A sample in another language is chosen: one of these"

// measureLater reads the files that are loaded later. None of them may be one that
// a page names.
func (f *figures) measureLater(ctx context.Context) error {
	if err := f.measureFirstLoad(ctx); err != nil {
		return err
	}
	v, err := newViewer(ctx, f.found[0].text)
	if err != nil {
		return err
	}
	defer func() { _ = v.Close() }()
	for _, w := range wanted {
		l := later{when: w.when}
		for _, name := range w.files {
			address := "/assets/" + name
			for _, first := range f.first {
				if slices.Contains(first.files, address) {
					return fmt.Errorf("the page of kind %q loads %s at once", first.page, name)
				}
			}
			body, err := fetch(v, address)
			if err != nil {
				return err
			}
			file, err := sizes(name, body)
			if err != nil {
				return err
			}
			l.files = append(l.files, file)
		}
		f.later = append(f.later, l)
	}
	return nil
}

func sizes(name string, body []byte) (laterFile, error) {
	zipped, err := zip(body)
	small, other := brotlied(body, budgetLevel)
	return laterFile{name, float64(len(body)), float64(len(zipped)), float64(len(small))}, errors.Join(err, other)
}

const laterTitle = "## Loaded when wanted"

func (f *figures) laterTable(p *report.Page) {
	if len(f.later) == 0 {
		return
	}
	p.Line(laterTitle + "\n")
	p.Line("No page names these files: scripts load them when a reader does what is said. The sizes are those of the files, plain and compressed with gzip and with brotli at level %d.\n", budgetLevel)
	p.Table("when, and what", "plain", "gzip", "brotli")
	for _, l := range f.later {
		l.sum(p)
		for _, file := range l.files {
			p.Row("`"+file.name+"`", kilobytes(file.plain), kilobytes(file.gzip), kilobytes(file.brotli))
		}
	}
	p.Line("")
}

func (l later) sum(p *report.Page) {
	if l.when == oneOf {
		p.Row("**"+l.when+"**", "", "", "")
		return
	}
	var sum laterFile
	for _, file := range l.files {
		sum.plain, sum.gzip, sum.brotli = sum.plain+file.plain, sum.gzip+file.gzip, sum.brotli+file.brotli
	}
	p.Row("**"+l.when+"**", kilobytes(sum.plain), kilobytes(sum.gzip), kilobytes(sum.brotli))
}

// renew puts the table of what is loaded later into a report that is there, in
// place of the one that it holds: sizes depend on no machine, so they can be newer
// than the rest.
func (f *figures) renew(name string) error {
	if len(f.later) == 0 {
		return errors.New("there are no sizes to renew")
	}
	old, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("the report to renew: %w", err)
	}
	p := &report.Page{}
	f.laterTable(p)
	text, err := replaced(string(old), p.String())
	if err != nil {
		return fmt.Errorf("renew %s: %w", name, err)
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

// replaced puts a section into a report: in place of the one with its title, or
// before the conditions.
func replaced(old, section string) (string, error) {
	title, _, _ := strings.Cut(section, "\n")
	before, rest, found := strings.Cut(old, title+"\n")
	if found {
		_, after, more := strings.Cut(rest, "\n## ")
		if !more {
			return before + section, nil
		}
		return before + section + "## " + after, nil
	}
	before, after, found := strings.Cut(old, "## Conditions\n")
	if !found {
		return "", errors.New("it has no conditions")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%s## Conditions\n%s", before, section, after)
	return b.String(), nil
}
