package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
)

// colors are the codes of terminals (ECMA-48, section 8.3.117) for levels.
var colors = map[finding.Level]string{finding.Error: "31", finding.Warning: "33", finding.Note: "36"}

// text writes a line for each finding, as compilers do, and one for all of them.
func text(w io.Writer, r *finding.Report, o Options) error {
	for _, f := range r.Findings {
		level := string(f.Level)
		if o.Color {
			level = "\x1b[" + colors[f.Level] + "m" + level + "\x1b[0m"
		}
		place := f.Place()
		if place != "" {
			place += ": "
		}
		if _, err := fmt.Fprintf(w, "%s%s: %s (%s)\n", printable(place), level, printable(f.Text()), f.Rule); err != nil {
			return err
		}
	}
	for _, fact := range r.Facts {
		if _, err := fmt.Fprintf(w, "%s: %s\n", fact.Name, printable(fact.Value)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, r.Summary())
	return err
}

// printable replaces the control characters of a description, which a terminal would
// obey.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, text)
}

// writeJSON writes the report as one object.
func writeJSON(w io.Writer, r *finding.Report, _ Options) error {
	type counts struct {
		Errors   int `json:"errors"`
		Warnings int `json:"warnings"`
		Notes    int `json:"notes"`
		Known    int `json:"known"`
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Title    string            `json:"title"`
		Counts   counts            `json:"counts"`
		Facts    []finding.Fact    `json:"facts"`
		Findings []finding.Finding `json:"findings"`
	}{
		r.Title,
		counts{r.Count(finding.Error), r.Count(finding.Warning), r.Count(finding.Note), r.Known},
		append([]finding.Fact{}, r.Facts...), append([]finding.Finding{}, r.Findings...),
	})
}

// github writes the commands that a workflow of GitHub Actions shows beside the lines of
// a change.
func github(w io.Writer, r *finding.Report, _ Options) error {
	commands := map[finding.Level]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "notice"}
	for _, f := range r.Findings {
		var properties []string
		add := func(name, value string) {
			properties = append(properties, name+"="+properly.Replace(value))
		}
		if f.File != "" {
			add("file", f.File)
		}
		if f.Line > 0 {
			add("line", fmt.Sprint(f.Line))
		}
		if f.Column > 0 {
			add("col", fmt.Sprint(f.Column))
		}
		add("title", f.Rule)
		if _, err := fmt.Fprintf(w, "::%s %s::%s\n", commands[f.Level], strings.Join(properties, ","), data.Replace(f.Text())); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, r.Summary())
	return err
}

// The characters that end the message or a property of a command.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	properly = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
