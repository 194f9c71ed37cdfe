package stream_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/stream"
)

var _ = Describe("AppendEvent", func() {
	DescribeTable("frames",
		func(e stream.Event, want string) {
			got, err := stream.AppendEvent([]byte("before\n"), e)

			Expect(err).NotTo(HaveOccurred())
			Expect(string(got)).To(Equal("before\n" + want))
		},
		Entry("text", stream.Event{Data: []byte("hi")}, "data: hi\n\n"),
		Entry("everything", stream.Event{ID: "7", Name: "add", Data: []byte("hi"), Retry: 1500 * time.Millisecond},
			"event: add\nid: 7\nretry: 1500\ndata: hi\n\n"),
		Entry("lines, one field each", stream.Event{Data: []byte("a\nb\rc\r\nd")}, "data: a\ndata: b\ndata: c\ndata: d\n\n"),
		Entry("empty lines", stream.Event{Data: []byte("\n\r\r\n\n")}, "data: \ndata: \ndata: \ndata: \ndata: \n\n"),
		Entry("a line break at the end", stream.Event{Data: []byte("a\n")}, "data: a\ndata: \n\n"),
		Entry("a space at the beginning", stream.Event{Data: []byte(" a"), ID: " 1"}, "id:  1\ndata:  a\n\n"),
		Entry("what looks like a field", stream.Event{Data: []byte("x\nid: 9\n\nevent: y")}, "data: x\ndata: id: 9\ndata: \ndata: event: y\n\n"),
		Entry("empty text", stream.Event{Data: []byte{}}, "data: \n\n"),
		Entry("no text", stream.Event{Retry: time.Second}, "retry: 1000\n\n"),
		Entry("less than a millisecond as one", stream.Event{Retry: time.Nanosecond}, "retry: 1\n\n"),
		Entry("no negative time", stream.Event{Retry: -time.Second, Data: []byte("a")}, "data: a\n\n"),
	)

	DescribeTable("refuses, and appends nothing",
		func(e stream.Event, want string) {
			got, err := stream.AppendEvent([]byte("before\n"), e)

			Expect(err).To(MatchError(want))
			Expect(string(got)).To(Equal("before\n"))
		},
		Entry("LF in an id", stream.Event{ID: "1\ndata: x"}, `stream: event id "1\ndata: x" has a line break or NUL`),
		Entry("CR in an id", stream.Event{ID: "1\r"}, `stream: event id "1\r" has a line break or NUL`),
		Entry("NUL in an id", stream.Event{ID: "\x00"}, `stream: event id "\x00" has a line break or NUL`),
		Entry("LF in a name", stream.Event{Name: "a\n\nb"}, `stream: event name "a\n\nb" has a line break or NUL`),
		Entry("CR in a name", stream.Event{Name: "a\rb"}, `stream: event name "a\rb" has a line break or NUL`),
		Entry("NUL in a name", stream.Event{Name: "a\x00"}, `stream: event name "a\x00" has a line break or NUL`),
	)
})

// FuzzAppendEvent reads every framed event as a client does, and finds what was
// put in.
func FuzzAppendEvent(f *testing.F) {
	f.Add("1", "add", []byte("a\r\nb"))
	f.Add("", "", []byte("\n\rid: 2\n\ndata"))
	f.Add(" ", ":", []byte(":"))
	f.Fuzz(func(t *testing.T, id, name string, data []byte) {
		frame, err := stream.AppendEvent(nil, stream.Event{ID: id, Name: name, Data: data})
		if refused := strings.ContainsAny(id+name, "\r\n\x00"); refused != (err != nil) {
			t.Fatalf("id %q, name %q: got error %v", id, name, err)
		}
		if err != nil {
			return
		}
		events := readEvents(string(frame))
		text := strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
		switch {
		case data == nil && len(events) != 0:
			t.Errorf("%q: got %v, want no event", frame, events)
		case data != nil && (len(events) != 1 || events[0] != received{id, name, text}):
			t.Errorf("%q: got %q, want one event %q", frame, events, received{id, name, text})
		}
	})
}

type received struct{ id, name, data string }

// readEvents interprets a stream as section "Interpreting an event stream" of
// the HTML standard tells clients to.
func readEvents(s string) []received {
	var events []received
	var lastID, name string
	var data bytes.Buffer
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	for line := range strings.SplitSeq(s, "\n") {
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "":
			if data.Len() > 0 {
				events = append(events, received{lastID, name, strings.TrimSuffix(data.String(), "\n")})
			}
			name = ""
			data.Reset()
		case field == "data":
			data.WriteString(value + "\n")
		case field == "event":
			name = value
		case field == "id" && !strings.Contains(value, "\x00"):
			lastID = value
		}
	}
	return events
}
