package report

import (
	"io"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
	feeds "github.com/trefoil-go/trefoil/modules/core/atom"
)

// atom writes an entry for each finding. Its id is made of what was found, so that a
// reader of feeds shows the same finding once.
func atom(w io.Writer, r *finding.Report, o Options) error {
	scope := []string{r.Title}
	for _, fact := range r.Facts {
		scope = append(scope, fact.Name, fact.Value)
	}
	feed := feeds.Feed{
		ID: feeds.URN(r.Title), Title: r.Title, Subtitle: r.Summary(), Updated: o.Now, Author: "trefoil", Generator: "trefoil",
	}
	for _, f := range r.Findings {
		lines := []string{f.Message, "Rule: " + f.Rule, "Place: " + f.Place(), "Pointer: " + f.Pointer}
		feed.Entries = append(feed.Entries, feeds.Entry{
			ID:       feeds.URN(append(scope, f.Rule, f.Operation, f.Pointer, f.Message)...),
			Title:    string(f.Level) + ": " + f.Text(),
			Updated:  o.Now,
			Category: f.Rule,
			Content:  feeds.Content{Type: "text", Text: strings.Join(lines, "\n")},
		})
	}
	return feeds.Write(w, feed)
}
