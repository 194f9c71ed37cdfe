package restfake_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

var _ = Describe("A recorder", func() {
	var (
		fake *restfake.Server
		out  bytes.Buffer
	)

	BeforeEach(func() {
		out.Reset()
		fake = restfake.New()
		restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
	})

	It("writes each exchange as a line", func(ctx SpecContext) {
		recorder := restfake.Record(fake, &out)

		_, text, err := send(ctx, recorder, "PATCH /todos/1?x=1", `{"title":"write"}`)

		Expect(text, err).To(Equal(`{"id":1,"title":"write"}`))
		Expect(out.String()).To(Equal(`{"request":{"method":"PATCH","url":"http://api.test/todos/1?x=1","body":"{\"title\":\"write\"}"},` +
			`"response":{"status":200,"header":{"Content-Type":["application/json"]},"body":"{\"id\":1,\"title\":\"write\"}"}}` + "\n"))
	})

	It("writes no secret, and hands on what it was given", func(ctx SpecContext) {
		fake.On("GET", "/login", func(r *restfake.Request) restfake.Reply {
			return restfake.Text(200, r.Header.Get("Authorization")).With("Set-Cookie", "session=s3cret").With("Set-Cookie", "b=s3cret")
		})
		r := request("GET /login?token=s3cret")
		r.URL = strings.Replace(r.URL, "://", "://ann:s3cret@", 1)
		r.Header = http.Header{"authorization": {"Bearer s3cret"}, "Cookie": {"a=s3cret"}}
		clean := restfake.WithRedaction(func(r *restfake.Recording) {
			r.Request.URL = strings.Replace(r.Request.URL, "s3cret", "TOKEN", 1)
			r.Response.Body = restfake.Content(strings.ReplaceAll(string(r.Response.Body), "s3cret", "TOKEN"))
		})

		res, err := restfake.Record(fake, &out, clean).Do(ctx, r)

		Expect(err).NotTo(HaveOccurred())
		Expect(io.ReadAll(res.Body)).To(BeEquivalentTo("Bearer s3cret"))
		Expect(res.Header.Values("Set-Cookie")).To(Equal([]string{"session=s3cret", "b=s3cret"}))
		Expect(r.Header.Get("Cookie")).To(Equal("a=s3cret"))
		Expect(fake.Calls()[0].Header.Get("Authorization")).To(Equal("Bearer s3cret"))
		Expect(out.String()).To(And(ContainSubstring("REDACTED"), ContainSubstring("TOKEN"), Not(ContainSubstring("s3cret"))))
	})

	It("reports what it cannot write", func(ctx SpecContext) {
		full := errors.New("disk full")

		_, _, err := send(ctx, restfake.Record(fake, brokenWriter{full}), "GET /todos/1")

		Expect(err).To(MatchError(full))
	})

	It("and its replay give what the server gave", func(ctx SpecContext) {
		binary := []byte{0, 0xff, '\n'}
		fake.On("GET", "/binary", restfake.Always(restfake.Bytes(200, "image/x", binary)))
		fake.On("GET", "/down", restfake.Always(restfake.Refused()))
		fake.On("GET", "/cut", restfake.Always(restfake.Text(200, "hello").Cut(2)))
		lines := []string{"GET /todos/1", "GET /todos/2", "GET /binary", "GET /down", "GET /cut", "DELETE /todos/1", "GET /todos/1"}
		recorder := restfake.Record(fake, &out)
		var recorded []string
		for _, line := range lines {
			recorded = append(recorded, outcome(send(ctx, recorder, line)))
		}

		replay, err := restfake.Replay(&out)
		Expect(err).NotTo(HaveOccurred())
		var replayed []string
		for _, line := range lines {
			replayed = append(replayed, outcome(send(ctx, replay, line)))
		}

		Expect(replayed).To(Equal(recorded))
		Expect(recorded[0]).NotTo(Equal(recorded[6]))
		Expect(replay.Left()).To(BeEmpty())
	})

	It("keeps the text of a body that looks like an encoded one", func() {
		for _, s := range []string{"", "plain", "data:;base64,AAA=", "\xff"} {
			text, err := restfake.Content(s).MarshalText()
			Expect(err).NotTo(HaveOccurred())
			var back restfake.Content
			Expect(back.UnmarshalText(text)).To(Succeed())
			Expect(string(back)).To(Equal(s))
		}
	})
})

func outcome(status int, text string, err error) string {
	if err != nil {
		return "error " + err.Error()
	}
	return http.StatusText(status) + " " + text
}

var _ = Describe("A replay", func() {
	const line = `{"request":{"method":"POST","url":"http://a.test/x?q=1","body":"b"},"response":{"status":201}}` + "\n"

	It("answers by method, path, query and body, whatever the host, once", func(ctx SpecContext) {
		replay, err := restfake.Replay(strings.NewReader(line))
		Expect(err).NotTo(HaveOccurred())

		for _, other := range []string{"PUT /x?q=1", "POST /y?q=1", "POST /x?q=2"} {
			_, _, err := send(ctx, replay, other, "b")
			Expect(err).To(HaveField("Routes", []string{"POST /x?q=1"}), other)
		}
		_, _, body := send(ctx, replay, "POST /x?q=1", "c")
		status, _, err := send(ctx, replay, "POST /x?q=1", "b")
		_, _, again := send(ctx, replay, "POST /x?q=1", "b")

		Expect(body).To(HaveOccurred())
		Expect(status, err).To(Equal(201))
		Expect(again).To(MatchError("restfake: no route for POST http://api.test/x?q=1: none is registered"))
	})

	It("reads a file", func(ctx SpecContext) {
		name := filepath.Join(GinkgoT().TempDir(), "golden.jsonl")
		Expect(os.WriteFile(name, []byte(line+"\n"+line), 0o600)).To(Succeed())

		replay, err := restfake.ReplayFile(name)

		Expect(err).NotTo(HaveOccurred())
		Expect(replay.Left()).To(HaveLen(2))
	})

	It("reports a file that it cannot read", func() {
		_, missing := restfake.ReplayFile(filepath.Join(GinkgoT().TempDir(), "none"))
		_, broken := restfake.Replay(strings.NewReader(line + `{"request":`))
		_, other := restfake.Replay(strings.NewReader(`{"reply":1}`))

		Expect(missing).To(MatchError(os.ErrNotExist))
		Expect(broken).To(MatchError(ContainSubstring("replay: line 2")))
		Expect(other).To(MatchError(ContainSubstring("reply")))
	})

	It("reports a recording without an outcome", func(ctx SpecContext) {
		replay, err := restfake.Replay(strings.NewReader(`{"request":{"method":"GET","url":"http://a.test/x"}}`))
		Expect(err).NotTo(HaveOccurred())

		_, _, err = send(ctx, replay, "GET /x")

		Expect(err).To(MatchError("replay GET /x: neither a response nor an error is recorded"))
	})
})
