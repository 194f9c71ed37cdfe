// Package report writes what a command has found, in the forms that people and
// programs read.
package report

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
)

// Options say what a form needs beside the report.
type Options struct {
	Color   bool          // of text
	FailOn  finding.Level // from which level on a finding is a failure in JUnit
	Now     time.Time     // when the report is made, in Atom and JUnit
	Version string        // of the command, in SARIF and JUnit
}

// writers write a report, by the names of their forms.
var writers = map[string]func(w io.Writer, r *finding.Report, o Options) error{
	"text": text, "json": writeJSON, "markdown": markdown, "html": page,
	"github": github, "junit": junit, "sarif": sarif, "atom": atom,
}

// Formats returns the names of all forms, sorted.
func Formats() []string { return slices.Sorted(maps.Keys(writers)) }

// Write writes a report in a form.
func Write(w io.Writer, format string, r *finding.Report, o Options) error {
	write, ok := writers[format]
	if !ok {
		return fmt.Errorf("there is no format %q: use one of %s", format, strings.Join(Formats(), ", "))
	}
	out := bufio.NewWriter(w)
	if err := write(out, r, o); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

// levels are those of findings, the gravest first.
var levels = []finding.Level{finding.Error, finding.Warning, finding.Note}

// headings stand above the findings of a level.
var headings = map[finding.Level]string{finding.Error: "Errors", finding.Warning: "Warnings", finding.Note: "Notes"}

// section is the findings of one level.
type section struct {
	Level    finding.Level
	Heading  string
	Findings []finding.Finding
}

func sections(r *finding.Report) (list []section) {
	for _, level := range levels {
		s := section{Level: level, Heading: headings[level]}
		for _, f := range r.Findings {
			if f.Level == level {
				s.Findings = append(s.Findings, f)
			}
		}
		if len(s.Findings) > 0 {
			list = append(list, s)
		}
	}
	return list
}
