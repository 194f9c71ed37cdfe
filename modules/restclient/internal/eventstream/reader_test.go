package eventstream_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/eventstream"
)

type got struct{ ID, Type, Data string }

// read returns all events, and the errors among them by their text.
func read(r io.Reader, limit int) (all []got, last *eventstream.Reader) {
	in := eventstream.NewReader(r, limit, "")
	for {
		e, err := in.Next()
		switch {
		case errors.Is(err, eventstream.ErrTooLarge), errors.Is(err, eventstream.ErrEncoding):
			all = append(all, got{Type: err.Error()})
		case err != nil:
			return all, in
		default:
			all = append(all, got{e.ID, e.Type, string(e.Data)})
		}
	}
}

var _ = Describe("The event stream format", func() {
	DescribeTable("reads", func(stream string, want ...got) {
		all, _ := read(strings.NewReader(stream), 100)
		Expect(all).To(Equal(want))
		byBytes, _ := read(iotest.OneByteReader(strings.NewReader(stream)), 100)
		Expect(byBytes).To(Equal(want))
	},
		Entry("data", "data: a\n\n", got{"", "message", "a"}),
		Entry("several lines", "data: a\ndata\ndata: b\n\n", got{"", "message", "a\n\nb"}),
		Entry("types and IDs, of which the last one stays", "event: t\nid: 7\ndata: a\n\ndata: b\n\n", got{"7", "t", "a"}, got{"7", "message", "b"}),
		Entry("an empty ID", "id: 7\ndata: a\n\nid\ndata: b\n\n", got{"7", "message", "a"}, got{"", "message", "b"}),
		Entry("no ID with NUL", "id: 7\x00\ndata: a\n\n", got{"", "message", "a"}),
		Entry("one space less", "data:a\n\ndata:  a\n\n", got{"", "message", "a"}, got{"", "message", " a"}),
		Entry("CR", "data: a\rdata: b\r\rdata: c\r\r", got{"", "message", "a\nb"}, got{"", "message", "c"}),
		Entry("CRLF", "data: a\r\ndata: b\r\n\r\n", got{"", "message", "a\nb"}),
		Entry("a byte order mark, once", "\xef\xbb\xbfdata: a\n\n\xef\xbb\xbfdata: b\n\ndata: c\n\n", got{"", "message", "a"}, got{"", "message", "c"}),
		Entry("comments", ": hello\n\n:"+strings.Repeat("x", 500)+"\ndata: a\n:\ndata: b\n\n", got{"", "message", "a\nb"}),
		Entry("unknown fields", "foo: 1\ndata: a\nDATA: b\n\n", got{"", "message", "a"}),
		Entry("empty data", "data:\n\ndata\n\n", got{"", "message", ""}, got{"", "message", ""}),
		Entry("no event without data", "event: t\n\ndata: a\n\n", got{"", "message", "a"}),
		Entry("no event that is cut off", "data: a\n\ndata: b\n", got{"", "message", "a"}),
		Entry("on after an event that is too large", "data: "+strings.Repeat("x", 200)+"\n\ndata: a\n\n", got{Type: eventstream.ErrTooLarge.Error()}, got{"", "message", "a"}),
		Entry("on after too many lines", strings.Repeat("data: 1234567\n", 9)+"\ndata: a\n\n", got{Type: eventstream.ErrTooLarge.Error()}, got{"", "message", "a"}),
		Entry("on after what is not UTF-8", "data: \xff\n\ndata: a\n\n", got{Type: eventstream.ErrEncoding.Error()}, got{"", "message", "a"}),
	)

	It("does not wait for what follows a CR", func() {
		in, out := io.Pipe()
		DeferCleanup(in.Close)
		go func() { _, _ = io.WriteString(out, "data: a\r\r") }()
		e, err := eventstream.NewReader(in, 100, "").Next()
		Expect(err).NotTo(HaveOccurred())
		Expect(string(e.Data)).To(Equal("a"))
	})

	It("keeps the ID and the delay for the next time", func() {
		_, r := read(strings.NewReader("retry: 1500\nid: 1\ndata: a\n\nretry: 2s\nid: 2\ndata: cut off"), 100)
		Expect(r.LastID()).To(Equal("1"))
		Expect(r.Retry()).To(Equal(1500 * time.Millisecond))
	})
})

func FuzzReader(f *testing.F) {
	f.Add("data: a\r\nid: 1\r\rdata\n\n")
	f.Add("\xef\xbb\xbf:x\nevent: e\ndata: \xff\n\n")
	f.Fuzz(func(t *testing.T, stream string) {
		whole, r := read(strings.NewReader(stream), 20)
		parts, q := read(iotest.OneByteReader(strings.NewReader(stream)), 20)
		if len(whole) != len(parts) || r.LastID() != q.LastID() || r.Retry() != q.Retry() {
			t.Fatalf("%q: %v in one, %v in parts", stream, whole, parts)
		}
		for i := range whole {
			if whole[i] != parts[i] {
				t.Fatalf("%q: %v in one, %v in parts", stream, whole[i], parts[i])
			}
			if len(whole[i].Data) > 20+20 {
				t.Fatalf("%q: %d bytes of data", stream, len(whole[i].Data))
			}
		}
	})
}
