package atom_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"os"
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
