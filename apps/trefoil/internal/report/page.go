package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
)

// markdown writes a list for each level, as a comment of a change has it.
func markdown(w io.Writer, r *finding.Report, _ Options) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n", plain(r.Title), r.Summary())
	if len(r.Facts) > 0 {
		b.WriteString("\n| | |\n|---|---|\n")
		for _, fact := range r.Facts {
			fmt.Fprintf(&b, "| %s | %s |\n", plain(fact.Name), plain(fact.Value))
		}
	}
	for _, s := range sections(r) {
		fmt.Fprintf(&b, "\n## %s\n\n", s.Heading)
		for _, f := range s.Findings {
			fmt.Fprintf(&b, "- %s (%s", plain(f.Text()), plain(f.Rule))
			if place := f.Place(); place != "" {
				fmt.Fprintf(&b, ", %s", plain(place))
			}
			b.WriteString(")\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// plain is a text on one line in which nothing is markup of CommonMark or HTML.
func plain(text string) string {
	var b strings.Builder
	for _, r := range printable(text) {
		if strings.ContainsRune("\\`*_[]<>|#&~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("report").Parse(pageText))

// page writes one HTML file, which loads nothing and runs nothing.
func page(w io.Writer, r *finding.Report, _ Options) error {
	return pageTemplate.Execute(w, struct {
		*finding.Report
		Sections []section
	}{r, sections(r)})
}
