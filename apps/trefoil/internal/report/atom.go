package report

import (
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
)

// The elements of Atom (RFC 4287, section 4).
type (
	atomFeed struct {
		XMLName   xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		ID        string      `xml:"id"`
		Title     string      `xml:"title"`
		Subtitle  string      `xml:"subtitle"`
		Updated   string      `xml:"updated"`
		Author    atomAuthor  `xml:"author"`
		Generator string      `xml:"generator"`
		Entries   []atomEntry `xml:"entry"`
	}
	atomAuthor struct {
		Name string `xml:"name"`
	}
	atomEntry struct {
		ID       string       `xml:"id"`
		Title    string       `xml:"title"`
		Updated  string       `xml:"updated"`
		Category atomCategory `xml:"category"`
		Content  atomContent  `xml:"content"`
	}
	atomCategory struct {
		Term string `xml:"term,attr"`
	}
	atomContent struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
)

// atom writes an entry for each finding. Its id is made of what was found, so that a
// reader of feeds shows the same finding once.
func atom(w io.Writer, r *finding.Report, o Options) error {
	updated := o.Now.UTC().Format(time.RFC3339)
	scope := []string{r.Title}
	for _, fact := range r.Facts {
		scope = append(scope, fact.Name, fact.Value)
	}
	feed := atomFeed{
		ID: urn(r.Title), Title: clean(r.Title), Subtitle: r.Summary(),
		Updated: updated, Author: atomAuthor{"trefoil"}, Generator: "trefoil",
	}
	for _, f := range r.Findings {
		lines := []string{f.Message, "Rule: " + f.Rule, "Place: " + f.Place(), "Pointer: " + f.Pointer}
		feed.Entries = append(feed.Entries, atomEntry{
			ID:       urn(append(scope, f.Rule, f.Operation, f.Pointer, f.Message)...),
			Title:    clean(string(f.Level) + ": " + f.Text()),
			Updated:  updated,
			Category: atomCategory{f.Rule},
			Content:  atomContent{"text", clean(strings.Join(lines, "\n"))},
		})
	}
	return writeXML(w, feed)
}

// urn names what some texts say: a UUID of version 8 (RFC 9562, section 5.8).
func urn(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	id := sum[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
