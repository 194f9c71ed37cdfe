package report

import (
	"bytes"
	"fmt"
	"strings"
)

// Page is Markdown in the making. The zero value is empty and ready. It is an
// io.WriterTo; nothing that is written to it fails.
type Page struct{ bytes.Buffer }

// Begin writes the title, which program has written the page, and what its
// figures may be compared with.
func (p *Page) Begin(title, program string) {
	p.Line("# %s\n", title)
	p.Line("This page is written by `%s`; do not edit it.", program)
	p.Line("All figures are of one run on one machine: compare them with each other, not with those of another machine.\n")
}

// Line writes a line as fmt.Printf does.
func (p *Page) Line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// Table begins a table; columns after the first are numbers.
func (p *Page) Table(columns ...string) {
	p.Row(columns...)
	p.Line("|---|%s", strings.Repeat("--:|", len(columns)-1))
}

// Row writes a row of a table.
func (p *Page) Row(cells ...string) { p.Line("| %s |", strings.Join(cells, " | ")) }

// Reproduce says how the report is made again: with a target of make and the
// arguments that the program was called with.
func (p *Page) Reproduce(target string, args []string) {
	command := "make " + target
	if len(args) > 0 {
		command = fmt.Sprintf("%s ARGS=%q", command, strings.Join(args, " "))
	}
	p.Line("## Reproduce\n")
	p.Line("```sh\n%s\n```", command)
}
