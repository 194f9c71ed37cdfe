// Package atom writes feeds (RFC 4287):
//
//	feed := atom.Feed{ID: atom.URN("orders", "changes"), Title: "Orders", Updated: day, Author: "Orders"}
//	feed.Entries = append(feed.Entries, atom.Entry{ID: atom.URN("orders", "2.0.0"), Title: "2.0.0", Updated: day})
//	err := atom.Write(w, feed)
package atom

import (
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
)

// MediaType is that of a feed.
const MediaType = "application/atom+xml; charset=utf-8"

// Feed is a list of entries. ID, Title, Updated and Author are required.
type Feed struct {
	ID        string // an IRI that stays, see URN
	Title     string
	Subtitle  string
	Updated   time.Time
	Author    string // of all entries
	Generator string
	Links     []Link
	Entries   []Entry
}

// Entry is one piece of news. ID, Title, Updated, and a link to a page or a content are
// required.
type Entry struct {
	ID       string // an IRI that stays, see URN
	Title    string
	Updated  time.Time
	Category string // empty for none
	Links    []Link
	Content  Content
}

// Link leads to a page, or to the feed itself.
type Link struct {
	Rel  string `xml:"rel,attr,omitempty"`  // empty for "alternate"
	Type string `xml:"type,attr,omitempty"` // the media type, empty when unknown
	Href string `xml:"href,attr"`
}

// Content is the text of an entry.
type Content struct {
	Type string `xml:"type,attr"` // "text", or "html" for a text that is markup
	Text string `xml:",chardata"`
}

// URN names what some texts say, the same texts always the same: a UUID of version 8
// (RFC 9562, section 5.8).
func URN(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	id := sum[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// The elements, in the order of RFC 4287, section 4.
type (
	feedElement struct {
		XMLName   xml.Name       `xml:"http://www.w3.org/2005/Atom feed"`
		ID        string         `xml:"id"`
		Title     string         `xml:"title"`
		Subtitle  string         `xml:"subtitle,omitempty"`
		Updated   string         `xml:"updated"`
		Author    *authorElement `xml:"author"`
		Generator string         `xml:"generator,omitempty"`
		Links     []Link         `xml:"link"`
		Entries   []entryElement `xml:"entry"`
	}
	authorElement struct {
		Name string `xml:"name"`
	}
	entryElement struct {
		ID       string           `xml:"id"`
		Title    string           `xml:"title"`
		Updated  string           `xml:"updated"`
		Category *categoryElement `xml:"category"`
		Links    []Link           `xml:"link"`
		Content  *Content         `xml:"content"`
	}
	categoryElement struct {
		Term string `xml:"term,attr"`
	}
)

// Write writes a feed. Times are written in UTC, and characters that XML has not are
// replaced by U+FFFD. The error is that of w.
func Write(w io.Writer, f Feed) error {
	feed := feedElement{
		ID: f.ID, Title: f.Title, Subtitle: f.Subtitle, Updated: moment(f.Updated),
		Author: &authorElement{f.Author}, Generator: f.Generator, Links: f.Links,
	}
	for _, e := range f.Entries {
		entry := entryElement{ID: e.ID, Title: e.Title, Updated: moment(e.Updated), Links: e.Links}
		if e.Category != "" {
			entry.Category = &categoryElement{e.Category}
		}
		if e.Content.Text != "" {
			entry.Content = &e.Content
		}
		feed.Entries = append(feed.Entries, entry)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(feed); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }
