package coretest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
)

// TestTransport checks that a transport keeps the contract of core.Transport.
// Start returns a transport whose requests to URLs below baseURL reach h; it
// cleans up with t.Cleanup. BaseURL has no trailing slash.
func TestTransport(t *testing.T, start func(t *testing.T, h http.Handler) (tr core.Transport, baseURL string)) {
	t.Helper()
	for _, c := range transportCases() {
		t.Run(c.name, func(t *testing.T) {
			tr, base := start(t, c.handler)
			c.check(t, transportUnderTest{t, tr, base})
		})
	}
}

type transportCase struct {
	name    string
	handler http.HandlerFunc
	check   func(t *testing.T, tr transportUnderTest)
}

func transportCases() []transportCase {
	cases := []transportCase{
		{"sends the method and an empty body", echoRequest, checkMethods},
		{"sends the URL as it is", echoRequest, checkURL},
		{"sends every value of a header", echoRequest, checkHeader},
		{"sends a body of known length", echoRequest, checkBody},
		{"sends a body of unknown length", echoRequest, checkChunkedBody},
		{"sends the same request twice", echoRequest, checkTwice},
		{"reports a body that cannot be opened", echoRequest, checkBodyError},
		{"returns the headers of the response", answerHeaders, checkResponseHeader},
		{"returns a body without content", answerStatus(http.StatusNoContent), checkNoContent},
		{"returns the answer to HEAD without a body", answerHeaders, checkHead},
		{"does not decode or follow what it was not asked to", answerEncoded, checkEncoded},
		{"does not carry credentials to another origin", redirectAway, checkRedirect},
		{"ends with its context", answerNever, checkCancel},
		{"is not started with a context that has ended", echoRequest, checkCanceledBefore},
		{"ends reading the body with its context", answerSlowly, checkCancelBody},
		{"streams the body", answerSlowly, checkStream},
		{"leaves the request as it was", echoRequest, checkUntouched},
		{"is safe for concurrent use", echoRequest, checkConcurrent},
	}
	for _, status := range []int{200, 201, 304, 400, 401, 404, 429, 500, 503} {
		cases = append(cases, transportCase{
			fmt.Sprintf("returns status %d as a response", status), answerStatus(status),
			func(t *testing.T, tr transportUnderTest) { tr.expectStatus(status) },
		})
	}
	return cases
}

// Handlers of the cases.

// echoRequest answers with what it received, one fact a line.
func echoRequest(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fmt.Fprintf(w, "%s %s\nX-Many: %s\nlength %d\n%s", r.Method, r.RequestURI, strings.Join(r.Header.Values("X-Many"), "|"), r.ContentLength, body)
}

func answerStatus(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
}

func answerHeaders(w http.ResponseWriter, _ *http.Request) {
	w.Header().Add("X-Many", "a")
	w.Header().Add("X-Many", "b")
	w.Header().Set("Content-Type", "text/plain")
	w.Header().Set("Content-Length", "5")
	_, _ = io.WriteString(w, "hello")
}

func answerEncoded(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Encoding", "br")
	_, _ = io.WriteString(w, "not really brotli")
}

// redirectAway leads to another origin, where nobody listens.
func redirectAway(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") == "" || r.URL.Path != "/start" {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	w.Header().Set("Location", "http://127.0.0.1:1/elsewhere")
	w.WriteHeader(http.StatusFound)
}

func answerNever(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// answerSlowly sends one line and then nothing until the client leaves.
func answerSlowly(w http.ResponseWriter, r *http.Request) {
	_, _ = io.WriteString(w, "first\n")
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

// transportUnderTest is a transport with the address of its server.
type transportUnderTest struct {
	t    *testing.T
	tr   core.Transport
	base string
}

func (tr transportUnderTest) post(body string) *core.Request {
	return &core.Request{
		Method: "POST", URL: tr.base + "/", ContentLength: int64(len(body)),
		Body: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader([]byte(body))), nil },
	}
}

// do checks what holds for every call.
func (tr transportUnderTest) do(ctx context.Context, r *core.Request) (*core.Response, error) {
	res, err := tr.tr.Do(ctx, r)
	if (res == nil) == (err == nil) {
		tr.t.Errorf("%s %s: response %v and error %v, want exactly one", r.Method, r.URL, res, err)
	}
	if res != nil && res.Body == nil {
		tr.t.Errorf("%s %s: the body is nil", r.Method, r.URL)
		res.Body = http.NoBody
	}
	return res, err
}

func (tr transportUnderTest) must(r *core.Request) *core.Response {
	tr.t.Helper()
	res, err := tr.do(context.Background(), r)
	if err != nil {
		tr.t.Fatalf("%s %s: %v", r.Method, r.URL, err)
	}
	return res
}

func (tr transportUnderTest) text(r *core.Request) string {
	tr.t.Helper()
	text, err := tr.read(r)
	if err != nil {
		tr.t.Fatalf("%s %s: %v", r.Method, r.URL, err)
	}
	return text
}

func (tr transportUnderTest) read(r *core.Request) (string, error) {
	res, err := tr.do(context.Background(), r)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	return string(b), err
}

func (tr transportUnderTest) expectStatus(status int) {
	tr.t.Helper()
	res := tr.must(&core.Request{Method: "GET", URL: tr.base + "/"})
	defer res.Body.Close()
	if res.Status != status {
		tr.t.Errorf("status is %d, want %d", res.Status, status)
	}
}

func read(t *testing.T, res *core.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
