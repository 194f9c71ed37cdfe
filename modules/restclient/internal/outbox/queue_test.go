package outbox_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// memory is a journal that can be made to fail.
type memory struct {
	records [][]byte
	err     error
}

func (m *memory) Append(record []byte) error {
	if m.err == nil {
		m.records = append(m.records, slices.Clone(record))
	}
	return m.err
}

func (m *memory) Rewrite(records [][]byte) error {
	if m.err == nil {
		m.records = slices.Clone(records)
	}
	return m.err
}

func keyOf(id int64) outbox.Key {
	return outbox.Key{Type: "Todo", Text: fmt.Sprint(id), JSON: fmt.Append(nil, id)}
}

func edit(id string, todo int64) outbox.Entry {
	return outbox.Entry{
		ID: id, Endpoint: "Todo.partialUpdate", Op: "Todo.partialUpdate", Method: "PATCH",
		URL: fmt.Sprintf("https://api.test/todos/%d", todo), Body: []byte(`{"title":"x"}`), About: keyOf(todo),
		At: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	}
}

func creation(id string, draft int64) outbox.Entry {
	return outbox.Entry{
		ID: id, Endpoint: "Todo.push", Method: "POST", URL: "https://api.test/todos", Body: []byte(`{"title":"new"}`),
		Draft: keyOf(draft), List: &store.ListKey{Collection: "todos"},
	}
}

func ids(q *outbox.Queue) []string {
	all := []string{}
	for _, e := range q.Entries() {
		all = append(all, e.ID)
	}
	return all
}

// entries returns them as JSON: nil and empty are the same.
func entries(q *outbox.Queue) []byte {
	GinkgoHelper()
	all := append([]outbox.Entry{}, q.Entries()...)
	for i := range all {
		if l := all[i].List; l != nil && l.Args == nil {
			l.Args = []store.Arg{}
		}
	}
	return must(json.Marshal(all))
}

var _ = Describe("A queue", func() {
	var m *memory
	var q *outbox.Queue
	BeforeEach(func() {
		m = &memory{}
		q, _ = outbox.Open(nil, m, outbox.Limits{})
	})

	put := func(entries ...outbox.Entry) {
		GinkgoHelper()
		for _, e := range entries {
			_, err := q.Put(e)
			Expect(err).NotTo(HaveOccurred())
		}
	}
	reopen := func() *outbox.Queue {
		GinkgoHelper()
		again, err := outbox.Open(m.records, m, outbox.Limits{})
		Expect(err).NotTo(HaveOccurred())
		return again
	}
	end := func(e outbox.End) {
		GinkgoHelper()
		Expect(q.End(e)).To(Succeed())
		Expect(entries(reopen())).To(MatchJSON(entries(q)), "what is read back is what is there")
	}

	It("keeps entries in their order, in this run and in the next", func() {
		put(edit("a", 1), creation("b", -1), edit("c", 1))

		Expect(ids(q)).To(Equal([]string{"a", "b", "c"}))
		Expect(entries(reopen())).To(MatchJSON(entries(q)))
	})

	It("is without those that have ended", func() {
		put(edit("a", 1), edit("b", 2), edit("c", 3))

		end(outbox.End{IDs: []string{"b"}})

		Expect(ids(q)).To(Equal([]string{"a", "c"}))
		Expect(q.Len()).To(Equal(2))
		_, ok := q.Get("b")
		Expect(ok).To(BeFalse())
		e, ok := q.Get("c")
		Expect(ok).To(BeTrue())
		Expect(e.URL).To(HaveSuffix("/3"))
	})

	It("leaves nothing in the journal when it is empty", func() {
		put(edit("a", 1))

		end(outbox.End{IDs: []string{"a"}})

		Expect(m.records).To(BeEmpty())
	})

	It("compacts a journal that says little", func() {
		put(edit("first", 1))
		for i := range 500 {
			id := fmt.Sprint(i)
			put(edit(id, 2))
			Expect(q.End(outbox.End{IDs: []string{id}})).To(Succeed())
		}

		Expect(len(m.records)).To(BeNumerically("<", 100))
		Expect(ids(reopen())).To(Equal([]string{"first"}))
	})

	It("does not have what could not be written", func() {
		m.err = errors.New("no room on the disk")

		_, err := q.Put(edit("a", 1))

		Expect(err).To(MatchError(m.err))
		Expect(q.Len()).To(BeZero())
	})

	It("is without what has ended although that could not be written", func() {
		put(edit("a", 1), edit("b", 1))
		m.err = errors.New("no room on the disk")

		Expect(q.End(outbox.End{IDs: []string{"a"}})).To(MatchError(m.err))

		Expect(ids(q)).To(Equal([]string{"b"}))
	})

	It("writes later what has ended and could not be written", func() {
		put(edit("a", 1), edit("b", 1))
		m.err = errors.New("no room on the disk")
		Expect(q.End(outbox.End{IDs: []string{"a"}})).NotTo(Succeed())
		m.err = nil

		put(edit("c", 1))
		Expect(ids(reopen())).To(Equal([]string{"b", "c"}))

		m.err = errors.New("no room on the disk")
		Expect(q.End(outbox.End{IDs: []string{"b"}})).NotTo(Succeed())
		m.err = nil
		put(edit("d", 1))
		end(outbox.End{IDs: []string{"c"}})
		Expect(ids(reopen())).To(Equal([]string{"d"}))
	})

	It("leaves in the journal what cannot be read", func() {
		put(edit("a", 1))
		m.records = append(m.records, []byte(`{"of":"a later version"}`))
		q, _ = outbox.Open(m.records, m, outbox.Limits{})

		Expect(q.End(outbox.End{IDs: []string{"a"}})).To(Succeed())

		Expect(m.records).To(Equal([][]byte{[]byte(`{"of":"a later version"}`)}))
	})

	It("is full at its limits", func() {
		q, _ = outbox.Open(nil, m, outbox.Limits{Entries: 2})
		put(edit("a", 1), edit("b", 1))
		_, err := q.Put(edit("c", 1))
		Expect(err).To(MatchError(outbox.ErrFull))
		Expect(q.End(outbox.End{IDs: []string{"a"}})).To(Succeed())
		put(edit("c", 1))

		q, _ = outbox.Open(nil, m, outbox.Limits{Bytes: 1000})
		put(edit("a", 1))
		big := edit("b", 1)
		big.Body = bytes.Repeat([]byte("x"), 1000)
		_, err = q.Put(big)
		Expect(err).To(MatchError(outbox.ErrFull))
	})

	It("reads what can be read", func() {
		put(edit("a", 1), edit("b", 1))
		m.records = slices.Insert(m.records, 1, []byte("no JSON"), []byte("{}"))

		q, err := outbox.Open(m.records, m, outbox.Limits{})

		Expect(err).To(MatchError(ContainSubstring("2 of 4 records of the journal cannot be read")))
		Expect(ids(q)).To(Equal([]string{"a", "b"}))
	})

	Context("with an entity that the server does not know yet", func() {
		rename := &outbox.Rename{From: keyOf(-4503599627370495), To: keyOf(17)}

		It("calls it what the server calls it, in the URL, in the body and in the arguments", func() {
			child := creation("c", -9)
			child.URL = "https://api.test/todos/-4503599627370495/notes?todo=-4503599627370495"
			child.Body = []byte(`{"todoId":-4503599627370495,"others":[-4503599627370495,4],"text":"-4503599627370495","-4503599627370495":1}`)
			child.List = &store.ListKey{
				Collection: "notes", Text: "/todos/-4503599627370495/notes",
				Args: []store.Arg{{Name: "todo", Value: "-4503599627370495"}},
			}
			put(creation("a", -4503599627370495), edit("b", -4503599627370495), child, edit("d", 4))

			end(outbox.End{IDs: []string{"a"}, Rename: rename})

			all := q.Entries()
			Expect(all[0].URL).To(Equal("https://api.test/todos/17"))
			Expect(all[0].About).To(Equal(keyOf(17)))
			Expect(all[1].URL).To(Equal("https://api.test/todos/17/notes?todo=17"))
			Expect(string(all[1].Body)).To(Equal(`{"todoId":17,"others":[17,4],"text":"17","-4503599627370495":1}`))
			Expect(all[1].List).To(Equal(&store.ListKey{
				Collection: "notes", Text: "/todos/17/notes", Args: []store.Arg{{Name: "todo", Value: "17"}},
			}))
			Expect(all[2]).To(Equal(edit("d", 4)))
		})

		It("calls it so also in what is put later", func() {
			put(creation("a", -4503599627370495), edit("z", 1))
			end(outbox.End{IDs: []string{"a"}, Rename: rename})

			put(edit("b", -4503599627370495))

			Expect(q.Entries()[1].URL).To(HaveSuffix("/17"))
			Expect(q.Names()).To(Equal(outbox.Names{*rename}))
		})

		It("knows what depends on it", func() {
			made, note := creation("a", -4503599627370495), edit("n", 5)
			note.Body = []byte(`{"todoId":-4503599627370495}`)
			for _, e := range []outbox.Entry{edit("b", -4503599627370495), note} {
				Expect(e.DependsOn(&made)).To(BeTrue())
			}
			other := edit("c", 1)
			Expect(other.DependsOn(&made)).To(BeFalse())
			same := edit("d", 1)
			Expect(same.DependsOn(&other)).To(BeTrue())
			plain := outbox.Entry{ID: "e"}
			Expect(plain.DependsOn(&outbox.Entry{ID: "f"})).To(BeFalse())
		})
	})

	DescribeTable("renames whole keys only",
		func(from, to, url, want string) {
			put(creation("a", 0), outbox.Entry{ID: "b", URL: url})
			rename := outbox.Rename{
				From: outbox.Key{Type: "T", Text: from, JSON: must(json.Marshal(from))},
				To:   outbox.Key{Type: "T", Text: to, JSON: must(json.Marshal(to))},
			}

			end(outbox.End{IDs: []string{"a"}, Rename: &rename})

			Expect(q.Entries()[0].URL).To(Equal(want))
		},
		Entry("a segment", "tmp_1_A", "x/y z", "https://h/todos/tmp_1_A", "https://h/todos/x%2Fy%20z"),
		Entry("a part of a segment", "tmp_1_A", "x", "https://h/todos/tmp_1_A.json", "https://h/todos/x.json"),
		Entry("a value in the query, each time", "-7", "3", "https://h/t?a=-7&b=-7", "https://h/t?a=3&b=3"),
		Entry("no part of a longer one", "-7", "3", "https://h/t/5-7/-71/a-7?x=-77", "https://h/t/5-7/-71/a-7?x=-77"),
		Entry("not the host", "tmp_1_A", "x", "https://tmp_1_A/tmp_1_A", "https://tmp_1_A/x"),
		Entry("one of a list in a segment", "tmp_1_A", "x", "https://h/t/5%2Ctmp_1_A/.5.tmp_1_A/;id=tmp_1_A,5", "https://h/t/5%2Cx/.5.x/;id=x,5"),
		Entry("one of a list in the query", "-7", "3", "https://h/t?a=5%20-7%207&b=-7%7C5&c%5B-7%5D=1", "https://h/t?a=5%203%207&b=3%7C5&c%5B3%5D=1"),
		Entry("no part of a longer one that is escaped", "-7", "3", "https://h/t/%C3%A4-7/-7%C3%A4", "https://h/t/%C3%A4-7/-7%C3%A4"),
		Entry("escaped ones", "a b", "c d", "https://h/a%20b?q=a+b", "https://h/c%20d?q=c+d"),
		Entry("a URL without a path", "h", "x", "https://h", "https://h"),
	)

	It("changes what was made on top of one's own changes on top of what they have left", func() {
		tagged := func(id string, todo int64) outbox.Entry {
			e := edit(id, todo)
			e.Header = http.Header{"If-Match": {`"1"`}, "X-Other": {"o"}}
			return e
		}
		queried := tagged("e", 1)
		queried.URL += "?notify=true"
		put(tagged("a", 1), tagged("b", 1), tagged("c", 2), edit("d", 1), queried)

		end(outbox.End{IDs: []string{"a"}, Tag: &outbox.Tag{URL: "https://api.test/todos/1", ETag: `"2"`}})

		matches := func() (all []string) {
			for _, e := range q.Entries() {
				all = append(all, e.Header.Get("If-Match"))
			}
			return all
		}
		Expect(matches()).To(Equal([]string{`"2"`, `"1"`, "", ""}))
		end(outbox.End{Tag: &outbox.Tag{URL: "https://api.test/todos/1"}})
		Expect(matches()).To(Equal([]string{"", `"1"`, "", ""}))
	})

	It("keeps secrets out of the journal", func() {
		h := http.Header{"Authorization": {"s3cret"}, "Cookie": {"s3cret"}, "X-Api-Key": {"s3cret"}, "X-Tenant": {"t"}}
		e := edit("a", 1)
		e.Header = outbox.Public(h)
		put(e)

		Expect(strings.Contains(string(m.records[0]), "s3cret")).To(BeFalse())
		Expect(reopen().Entries()[0].Header).To(Equal(http.Header{"X-Tenant": {"t"}}))
		Expect(h).To(HaveLen(4))
	})
})

func must(data []byte, err error) []byte {
	GinkgoHelper()
	Expect(err).NotTo(HaveOccurred())
	return data
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(`{"put":{"id":"a","url":"https://h/t/-7","body":"eyJpZCI6LTd9","header":{"If-Match":["1"]}}}`),
		[]byte(`{"end":{"ids":["b"],"rename":{"from":{"type":"T","text":"-7","json":-7},"to":{"type":"T","text":"3","json":3}},"tag":{"url":"https://h/t/3","etag":"2"}}}`))
	f.Add([]byte(`{"put":{"id":"a","list":{"Text":"/x"}}}`), []byte(`{}`))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		m := &memory{records: [][]byte{a, b}}
		q, _ := outbox.Open(m.records, m, outbox.Limits{})
		if _, err := q.Put(edit("last", 1)); err != nil {
			t.Fatal(err)
		}
		again, _ := outbox.Open(m.records, m, outbox.Limits{})
		x, y := must1(t, q.Entries()), must1(t, again.Entries())
		if !bytes.Equal(x, y) {
			t.Fatalf("have %s, read %s", x, y)
		}
	})
}

func must1(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func FuzzRename(f *testing.F) {
	f.Add([]byte(`{"id":-7,"a":["x",-7,"-7"]}`), "https://h/t/-7?a=-7", "-7")
	f.Add([]byte(`[`), "", "")
	f.Fuzz(func(t *testing.T, body []byte, url, from string) {
		m := &memory{}
		q, _ := outbox.Open(nil, m, outbox.Limits{})
		for _, id := range []string{"a", "b"} {
			if _, err := q.Put(outbox.Entry{ID: id, Body: body, URL: url}); err != nil {
				t.Skip() // the URL is not UTF-8
			}
		}
		to := outbox.Key{Type: "T", Text: "3", JSON: []byte("3")}
		r := outbox.Rename{From: outbox.Key{Type: "T", Text: from, JSON: []byte(from)}, To: to}
		_ = q.End(outbox.End{IDs: []string{"a"}, Rename: &r})
		e := q.Entries()[0]
		if json.Valid(body) && !json.Valid(e.Body) {
			t.Fatalf("%s became %s", body, e.Body)
		}
	})
}

func ExampleOpen() {
	journal := &memory{}
	q, _ := outbox.Open(nil, journal, outbox.Limits{Entries: 1})
	_, err := q.Put(edit("a", 1))
	fmt.Println(err)
	_, err = q.Put(edit("b", 1))
	fmt.Println(err)

	next, _ := outbox.Open(journal.records, journal, outbox.Limits{Entries: 1})
	fmt.Println(next.Entries()[0].URL)
	// Output:
	// <nil>
	// the outbox is full: it holds 1 mutations
	// https://api.test/todos/1
}
