package atom_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/atom"
)

func ExampleWrite() {
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	feed := atom.Feed{ID: atom.URN("orders"), Title: "Orders", Updated: day, Author: "Orders", Entries: []atom.Entry{{
		ID: atom.URN("orders", "2.0.0"), Title: "2.0.0", Updated: day, Links: []atom.Link{{Href: "https://docs.example/changes/2-0-0"}},
	}}}

	_ = atom.Write(os.Stdout, feed)
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <feed xmlns="http://www.w3.org/2005/Atom">
	//   <id>urn:uuid:1c168adb-00d2-88e4-af93-314529f1fa9c</id>
	//   <title>Orders</title>
	//   <updated>2026-03-01T00:00:00Z</updated>
	//   <author>
	//     <name>Orders</name>
	//   </author>
	//   <entry>
	//     <id>urn:uuid:4f547546-7b3a-8634-9509-2373726cf57b</id>
	//     <title>2.0.0</title>
	//     <updated>2026-03-01T00:00:00Z</updated>
	//     <link href="https://docs.example/changes/2-0-0"></link>
	//   </entry>
	// </feed>
}

// The elements are those that the schema of RFC 4287, appendix B, knows, each as often as
// it lets them be there, and the entries are the last ones.
func TestFeedsHaveTheElementsOfTheSchema(t *testing.T) {
	var out bytes.Buffer
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	links := []atom.Link{{Rel: "self", Type: "application/atom+xml", Href: "a.atom"}, {Href: "./"}}
	entry := atom.Entry{ID: "urn:x:1", Title: "One", Updated: day, Category: "c", Links: links[1:], Content: atom.Content{Type: "html", Text: "<p>"}}

	if err := atom.Write(&out, atom.Feed{
		ID: "urn:x", Title: "T", Subtitle: "S", Updated: day, Author: "A", Generator: "G", Links: links,
		Entries: []atom.Entry{entry, {ID: "urn:x:2", Title: "Two", Updated: day, Links: links[1:]}},
	}); err != nil {
		t.Fatal(err)
	}

	want := `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x</id><title>T</title><subtitle>S</subtitle><updated>2026-03-01T00:00:00Z</updated>` +
		`<author><name>A</name></author><generator>G</generator><link rel="self" type="application/atom+xml" href="a.atom"></link><link href="./"></link>` +
		`<entry><id>urn:x:1</id><title>One</title><updated>2026-03-01T00:00:00Z</updated><category term="c"></category><link href="./"></link><content type="html">&lt;p&gt;</content></entry>` +
		`<entry><id>urn:x:2</id><title>Two</title><updated>2026-03-01T00:00:00Z</updated><link href="./"></link></entry></feed>`
	if got := regexp.MustCompile(`\n\s*`).ReplaceAllString(strings.TrimPrefix(out.String(), xml.Header), ""); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWhatXMLCannotHoldIsReplaced(t *testing.T) {
	var out bytes.Buffer
	text := "a\x00b\x1b<c>&\"\xff"

	if err := atom.Write(&out, atom.Feed{Title: text, Entries: []atom.Entry{{Content: atom.Content{Type: "html", Text: text}}}}); err != nil {
		t.Fatal(err)
	}

	var feed struct {
		Title   string `xml:"title"`
		Content string `xml:"entry>content"`
	}
	if err := xml.Unmarshal(out.Bytes(), &feed); err != nil {
		t.Fatal(err)
	}
	if want := "a\uFFFDb\uFFFD<c>&\"\uFFFD"; feed.Title != want || feed.Content != want {
		t.Errorf("title %q, content %q, want %q", feed.Title, feed.Content, want)
	}
}

func TestTimesAreWrittenInUTC(t *testing.T) {
	var out bytes.Buffer
	day := time.Date(2026, 3, 1, 1, 0, 0, 5, time.FixedZone("", 2*60*60))

	if err := atom.Write(&out, atom.Feed{Updated: day}); err != nil {
		t.Fatal(err)
	}

	if want := "<updated>2026-02-28T23:00:00Z</updated>"; !strings.Contains(out.String(), want) {
		t.Errorf("%s is not in %s", want, &out)
	}
}

func TestURNsOfOtherTextsDiffer(t *testing.T) {
	if a, b := atom.URN("a", "b"), atom.URN("ab"); a == b {
		t.Errorf("both are %s", a)
	}
}

var errFull = errors.New("full")

// full takes some writes, and no more.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestErrorsOfTheWriterAreReturned(t *testing.T) {
	for left := range 3 {
		if err := atom.Write(&full{left}, atom.Feed{}); !errors.Is(err, errFull) {
			t.Errorf("after %d writes: error %v, want %v", left, err, errFull)
		}
	}
}
