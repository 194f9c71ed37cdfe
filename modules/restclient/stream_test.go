package restclient_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/heaptest"
)

const ndjson = "application/x-ndjson"

var _ = Describe("A stream", func() {
	var (
		server *recorder
		client *restclient.Client
		todos  *restclient.Bound[Todo, int, TodoFilter]
	)

	BeforeEach(func() {
		before := goleak.IgnoreCurrent()
		DeferCleanup(func() { Expect(goleak.Find(before)).To(Succeed()) })
		server = newRecorder()
		client = start(server, restclient.WithMaxBody(1000), restclient.WithTimeout(time.Minute))
		todos = Todos.On(client)
	})

	DescribeTable("yields the rows of",
		func(ctx SpecContext, contentType, body string, opts ...restclient.StreamOption) {
			server.answers(http.StatusOK, contentType, body)

			found, err := collect(todos.Stream(ctx, TodoFilter{}, opts...))

			Expect(err).NotTo(HaveOccurred())
			Expect(found).To(Equal([]Todo{{ID: 1, Title: "a"}, {ID: 2, Title: "b\nc"}}))
		},
		Entry("an array", "application/json", `[{"id":1,"title":"a"}, {"id":2,"title":"b\nc"}]`),
		Entry("lines", ndjson, `{"id":1,"title":"a"}`+"\n"+`{"id":2,"title":"b\nc"}`+"\n"),
		Entry("lines without an end, blank ones between them", "application/jsonl; charset=utf-8",
			"\n\r\n"+`{"id":1,"title":"a"}`+"\r\n\r\n \n"+`{"id":2,"title":"b\nc"}`),
		Entry("an array in a member", "application/vnd.api+json", `{"meta":{"rows":[1]},"data":[[],{"rows":[{"id":1,"title":"a"},{"id":2,"title":"b\nc"}],"x":1}],"end":[1,2]}`,
			restclient.StreamIn("/data/1/rows")),
		Entry("an array in a named member", "application/json", `{"rows":[{"id":1,"title":"a"},{"id":2,"title":"b\nc"}]}`,
			restclient.StreamIn("rows")),
	)

	It("that is refused is logged as a call with its status, as other calls are", func(ctx SpecContext) {
		var log bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		todos := Todos.On(start(server, restclient.WithLogger(logger)))
		server.answers(http.StatusForbidden, "application/json", `{}`)

		_, err := collect(todos.Stream(ctx, TodoFilter{}))

		Expect(err).To(HaveField("Status", http.StatusForbidden))
		Expect(log.String()).To(And(ContainSubstring(`msg="rest call"`), ContainSubstring("status=403")))
		Expect(log.String()).NotTo(ContainSubstring("failed"))
	})

	DescribeTable("yields nothing, and no error, for",
		func(ctx SpecContext, status int, contentType, body string) {
			server.answers(status, contentType, body)

			Expect(collect(todos.Stream(ctx, TodoFilter{}))).To(BeEmpty())
		},
		Entry("an empty array", 200, "application/json", "[]"),
		Entry("no lines", 200, ndjson, ""),
		Entry("no content", 204, "", ""),
	)

	DescribeTable("ends with an error, after the rows before it, at",
		func(ctx SpecContext, contentType, body string, kind restclient.Kind, good, row int, offset int64, opts ...restclient.StreamOption) {
			server.answers(http.StatusOK, contentType, body)

			found, err := collect(todos.Stream(ctx, TodoFilter{}, opts...))

			Expect(found).To(HaveLen(good))
			Expect(err).To(HaveField("Kind", kind))
			var at *restclient.RowError
			Expect(errors.As(err, &at)).To(BeTrue())
			Expect(at).To(And(HaveField("Row", row), HaveField("Offset", offset)))
		},
		Entry("a line that is no JSON", ndjson, `{"id":1}`+"\n"+`{"id":2]`+"\n"+`{"id":3}`, restclient.KindDecode, 1, 2, int64(16)),
		Entry("a line of the wrong type", ndjson, `{"id":1}`+"\n"+`{"id":"x"}`, restclient.KindDecode, 1, 2, int64(9)),
		Entry("a line with two values", ndjson, `{"id":1} {"id":2}`, restclient.KindDecode, 0, 1, int64(9)),
		Entry("a line that was cut off", ndjson, `{"id":1}`+"\n"+`{"id":`, restclient.KindDecode, 1, 2, int64(15)),
		Entry("a row without a key", ndjson, `{"id":1}`+"\n"+`{"title":"x"}`, restclient.KindSchema, 1, 2, int64(9)),
		Entry("an element that is no JSON", "application/json", `[{"id":1},{"id":2]]`, restclient.KindDecode, 1, 2, int64(17)),
		Entry("an array that was cut off", "application/json", `[{"id":1},`, restclient.KindDecode, 1, 2, int64(10)),
		Entry("what follows the array", "application/json", `[{"id":1}] []`, restclient.KindDecode, 1, 2, int64(12)),
		Entry("an envelope that was cut off", "application/json", `{"rows":[{"id":1}]`, restclient.KindDecode, 1, 2, int64(18), restclient.StreamIn("rows")),
		Entry("an object for an array", "application/json", `{"rows":[]}`, restclient.KindDecode, 0, 1, int64(1)),
		Entry("null for an array", "application/json", `null`, restclient.KindDecode, 0, 1, int64(4)),
		Entry("a member that is missing", "application/json", `{"a":[]}`, restclient.KindDecode, 0, 1, int64(7), restclient.StreamIn("rows")),
		Entry("an empty body", "application/json", ``, restclient.KindDecode, 0, 1, int64(0)),
		Entry("a line above the limit", ndjson, `{"id":1}`+"\n"+`{"id":2,"title":"`+strings.Repeat("x", 1000)+`"}`, restclient.KindTooLarge, 1, 2, int64(9)),
		Entry("an element above the limit", "application/json", `[{"id":1},{"id":2,"title":"`+strings.Repeat("x", 1000)+`"}]`, restclient.KindTooLarge, 1, 2, int64(10)),
		Entry("a limit of its own", ndjson, `{"id":1}`+"\n"+`{"id":200}`, restclient.KindTooLarge, 1, 2, int64(9), restclient.StreamMaxRow(8)),
	)

	It("accepts a row as long as the limit", func(ctx SpecContext) {
		row := `{"id":1,"title":"` + strings.Repeat("x", 981) + `"}`
		Expect(row).To(HaveLen(1000))
		for contentType, body := range map[string]string{ndjson: row + "\r\n" + row, "application/json": "[" + row + " , " + row + "]"} {
			server.answers(http.StatusOK, contentType, body)

			found, err := collect(todos.Stream(ctx, TodoFilter{}))

			Expect(err).NotTo(HaveOccurred())
			Expect(found).To(HaveLen(2))
		}
	})

	DescribeTable("refuses a response that is",
		func(ctx SpecContext, status int, contentType string, matcher OmegaMatcher) {
			server.answers(status, contentType, "<html>")

			_, err := collect(todos.Stream(ctx, TodoFilter{}))

			Expect(err).To(matcher)
			Expect(err).To(HaveField("Body", BeEquivalentTo(map[bool]string{true: "<html>"}[status != 200])))
		},
		Entry("no JSON", 200, "text/html", HaveField("Kind", restclient.KindContentType)),
		Entry("no success", 404, "text/html", MatchError(restclient.ErrNotFound)),
	)

	It("shows rows in the store before the response ends", func(ctx SpecContext) {
		more := make(chan struct{})
		server.answers(http.StatusOK, "application/json", `[]`)
		must(todos.List(ctx, TodoFilter{}))
		server.set(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", ndjson)
			_, _ = io.WriteString(w, `{"id":1,"title":"early"}`+"\n")
			select {
			case <-more:
			case <-r.Context().Done():
			}
			_, _ = io.WriteString(w, `{"id":2,"title":"late"}`+"\n")
		})
		var titles []string
		for todo, err := range todos.Stream(ctx, TodoFilter{}, restclient.StreamAppend()) {
			Expect(err).NotTo(HaveOccurred())
			titles = append(titles, todo.Title)
			if todo.ID == 1 {
				stored, _ := restclient.UseCache(client.Context(ctx), Todos.Get, 1)
				Expect(stored.Title).To(Equal("early"))
				_, known := restclient.UseCache(client.Context(ctx), Todos.Get, 2)
				Expect(known).To(BeFalse())
				close(more)
			}
		}

		Expect(titles).To(Equal([]string{"early", "late"}))
		list, ok := restclient.UseCache(client.Context(ctx), Todos.GetList, TodoFilter{})
		Expect(ok).To(BeTrue())
		Expect(ids(list)).To(Equal([]int{1, 2}))
		Expect(server.seen()).To(HaveLen(2))
	})

	It("leaves lists alone unless told otherwise", func(ctx SpecContext) {
		server.answers(http.StatusOK, ndjson, `{"id":1}`)

		_, err := collect(todos.Stream(ctx, TodoFilter{}))

		Expect(err).NotTo(HaveOccurred())
		_, ok := restclient.UseCache(client.Context(ctx), Todos.GetList, TodoFilter{})
		Expect(ok).To(BeFalse())
	})

	It("closes the response when the loop is left", func(ctx SpecContext) {
		left := make(chan struct{})
		server.set(func(w http.ResponseWriter, r *http.Request) {
			defer close(left)
			w.Header().Set("Content-Type", ndjson)
			for i := 1; ; i++ {
				if _, err := fmt.Fprintf(w, `{"id":%d}`+"\n", i); err != nil {
					return
				}
			}
		})

		for _, err := range todos.Stream(ctx, TodoFilter{}) {
			Expect(err).NotTo(HaveOccurred())
			break
		}

		Eventually(left).WithContext(ctx).Should(BeClosed())
	})

	It("ends with ctx and with the client", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", ndjson)
			_, _ = io.WriteString(w, `{"id":1}`+"\n")
			<-r.Context().Done()
		})
		closed := start(server)
		short, cancel := context.WithCancel(ctx)
		defer cancel()
		var byCtx, byClient error

		for _, err := range todos.Stream(short, TodoFilter{}) {
			cancel()
			byCtx = err
		}
		for _, err := range Todos.On(closed).Stream(ctx, TodoFilter{}) {
			closed.Close()
			byClient = err
		}

		Expect(byCtx).To(And(MatchError(context.Canceled), HaveField("Kind", restclient.KindCanceled)))
		Expect(byClient).To(And(MatchError(restclient.ErrClosed), HaveField("Kind", restclient.KindCanceled)))
	})

	It("does not undo what was written after a row arrived", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPatch {
				writeJSON(w, 200, Todo{ID: 2, Title: "mine"})
				return
			}
			w.Header().Set("Content-Type", ndjson)
			_, _ = io.WriteString(w, `{"id":1,"title":"a"}`+"\n"+`{"id":2,"title":"theirs"}`+"\n")
		})
		for todo, err := range todos.Stream(ctx, TodoFilter{}, restclient.StreamBatch(1, 0)) {
			Expect(err).NotTo(HaveOccurred())
			if todo.ID == 1 {
				_, err := todos.PartialUpdate(ctx, 2, restclient.Fields{"title": "mine"})
				Expect(err).NotTo(HaveOccurred())
			}
		}

		Expect(todos.Get(ctx, 2)).To(HaveField("Title", "mine"))
	})

	It("needs a client", func(ctx SpecContext) {
		_, err := collect(restclient.Stream(ctx, Todos.GetList, TodoFilter{}))

		Expect(err).To(MatchError(restclient.ErrNoController))
	})

	DescribeTable("takes less than 16 MiB of heap, however long it is:", Serial,
		func(ctx SpecContext, contentType, open, separator, end string) {
			size := heaptest.Bulk()
			server.set(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", contentType)
				generate(w, size, open, separator, end)
			})
			n, sum := int64(0), int64(0)
			started := time.Now()

			growth := heaptest.Growth(func() {
				for todo, err := range todos.Stream(ctx, TodoFilter{}) {
					if err != nil {
						Fail(err.Error())
					}
					n++
					sum += int64(todo.UserID)
				}
			})

			AddReportEntry("stream", fmt.Sprintf("%s: %d MiB, %d rows, %v, heap growth %.1f MiB", contentType, size>>20, n, time.Since(started).Round(time.Millisecond), float64(growth)/(1<<20)))
			Expect(n).To(Equal(rowsIn(size)))
			Expect(sum).To(Equal(n * (n - 1) / 2))
			Expect(growth).To(BeNumerically("<", 16<<20))
		},
		Entry("lines", ndjson, "", "\n", "\n"),
		Entry("an array", "application/json", "[", ",", "]"),
	)
})

const rowSize = 512

func rowsIn(size int64) int64 { return size / rowSize }

// generate writes rows of a thousand entities, over and over.
func generate(w io.Writer, size int64, open, separator, end string) {
	_, _ = io.WriteString(w, open)
	chunk := make([]byte, 0, 64<<10)
	for i := range rowsIn(size) {
		if i > 0 {
			chunk = append(chunk, separator...)
		}
		begin := len(chunk)
		chunk = fmt.Appendf(chunk, `{"id":%d,"userId":%d,"title":"`, i%1000, i)
		for len(chunk)-begin < rowSize-3 {
			chunk = append(chunk, 'x')
		}
		chunk = append(chunk, `"}`...)
		if len(chunk) > 63<<10 {
			if _, err := w.Write(chunk); err != nil {
				return
			}
			chunk = chunk[:0]
		}
	}
	_, _ = w.Write(append(chunk, end...))
}

func TestAStreamOutlivesTheTimeoutOfTheClientAndEndsWhenItStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, started := NewWithT(t), time.Now()
		client, ctx := inProcess(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", ndjson)
			for i := 1; i <= 6; i++ {
				_, _ = fmt.Fprintf(w, `{"id":%d}`+"\n", i)
				time.Sleep(15 * time.Second)
			}
			<-r.Context().Done()
		}, restclient.WithTimeout(time.Minute))

		found, err := collect(Todos.On(client).Stream(ctx, TodoFilter{}, restclient.StreamBatch(1, 0)))

		g.Expect(found).To(HaveLen(6))
		g.Expect(time.Since(started)).To(Equal(5*15*time.Second+time.Minute), "from the last row")
		g.Expect(err).To(And(HaveField("Kind", restclient.KindTimeout), MatchError(context.DeadlineExceeded)))
		g.Expect(err).To(MatchError(ContainSubstring("nothing moved for 1m0s")))
	})
}

func TestAStreamDoesNotCountTheTimeOfABusyLoopAsIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, ctx := inProcess(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", ndjson)
			_, _ = io.WriteString(w, strings.Repeat(`{"id":1}`+"\n", 20_000)) // more than is read ahead
		})
		n := 0
		for _, err := range Todos.On(client).Stream(ctx, TodoFilter{}, restclient.StreamIdle(5*time.Second)) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n%5_000 == 0 {
				time.Sleep(7 * time.Second)
			}
		}
		NewWithT(t).Expect(n).To(Equal(20_000))
	})
}
