package coretest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// patience is how long a case waits for what must happen. It is long: a busy machine
// is no fault.
const patience = time.Minute

// exam is one run of one case.
type exam struct {
	*testing.T
	start    func(t *testing.T, h http.Handler) (core.Transport, string)
	patience time.Duration
}

// serve starts a transport in front of h.
func (x *exam) serve(h http.HandlerFunc) server {
	x.Helper()
	tr, base := x.start(x.T, h)
	return server{x: x, tr: tr, base: base}
}

// within runs f, which returns what is wrong, and fails the case when it does not
// return in time. F must not use x: it may return when the case is over.
func (x *exam) within(what string, f func() error) {
	x.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		if err != nil {
			x.Error(err)
		}
	case <-time.After(x.patience):
		x.Errorf("%s: still not after %v", what, x.patience)
	}
}

// wraps returns nil when err wraps want.
func wraps(err, want error) error {
	if errors.Is(err, want) {
		return nil
	}
	return fmt.Errorf("got error %v, want one that wraps %v", err, want)
}

func (x *exam) await(done <-chan struct{}, what string) {
	x.Helper()
	select {
	case <-done:
	case <-time.After(x.patience):
		x.Fatalf("%s: still not after %v", what, x.patience)
	}
}

// server is a transport with the address it leads to.
type server struct {
	x    *exam
	tr   core.Transport
	base string
}

func (s server) get(path string) *core.Request {
	return &core.Request{Method: http.MethodGet, URL: s.base + path}
}

func (s server) post(body string) *core.Request {
	return &core.Request{
		Method: http.MethodPost, URL: s.base + "/", ContentLength: int64(len(body)),
		Body: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(body)), nil },
	}
}

// do sends r and checks what holds for every call. The response is closed after
// the case.
func (s server) do(ctx context.Context, r *core.Request) (*core.Response, error) {
	res, err := s.tr.Do(ctx, r)
	if (res == nil) == (err == nil) {
		s.x.Errorf("%s: response %v and error %v, want exactly one", r.Method, res, err)
	}
	if res == nil {
		return nil, err
	}
	if res.Body == nil {
		s.x.Errorf("%s: the body is nil", r.Method)
		res.Body = http.NoBody
	}
	s.x.Cleanup(func() { _ = res.Body.Close() })
	return res, err
}

// context ends every exchange that hangs, after any await of the case.
func (x *exam) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 2*x.patience)
	x.Cleanup(cancel)
	return ctx
}

// must sends r and stops the case when there is no response.
func (s server) must(r *core.Request) *core.Response {
	s.x.Helper()
	res, err := s.do(s.x.context(), r)
	if err != nil {
		s.x.Fatalf("%s %.200s: %v", r.Method, r.URL, err)
	}
	return res
}

// fails sends r, wants an error, from Do or from reading the body, and returns
// it.
func (s server) fails(r *core.Request) error {
	s.x.Helper()
	res, err := s.do(s.x.context(), r)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(res.Body)
	if err == nil {
		s.x.Fatalf("got status %d and body %.100q without an error", res.Status, body)
	}
	return err
}

// text sends r and returns the body of the response.
func (s server) text(r *core.Request) string {
	s.x.Helper()
	res := s.must(r)
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.x.Fatalf("read the body: %v", err)
	}
	return string(body)
}

// facts is what echo has seen of a request.
type facts struct {
	Method, URI, URL, Host string
	Header                 http.Header
	Length                 int64
	Chunked                bool
	Body                   []byte // the first 1 KiB
	Sum                    []byte // SHA-256 of all of it
}

// has reports whether the body is want.
func (f facts) has(want []byte) bool {
	sum := sha256.Sum256(want)
	return bytes.Equal(f.Sum, sum[:])
}

// echo answers with the facts of the request.
func echo(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	sum := sha256.Sum256(body)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(facts{
		Method: r.Method, URI: r.RequestURI, URL: r.URL.String(), Host: r.Host, Header: r.Header,
		Length: r.ContentLength, Chunked: len(r.TransferEncoding) > 0, Body: body[:min(len(body), 1<<10)], Sum: sum[:],
	})
}

// echoed sends r to echo.
func (s server) echoed(r *core.Request) facts {
	s.x.Helper()
	var f facts
	if text := s.text(r); json.Unmarshal([]byte(text), &f) != nil {
		s.x.Fatalf("got %.200q instead of what the server saw", text)
	}
	return f
}

// echoes makes a case that sends a POST without a body, changed, and judges how
// it arrives.
func echoes(name string, change func(r *core.Request), arrives func(f facts) bool) transportCase {
	return simple(name, func(x *exam) {
		s := x.serve(echo)
		r := &core.Request{Method: http.MethodPost, URL: s.base + "/", Header: http.Header{}}
		change(r)
		if f := s.echoed(r); !arrives(f) {
			x.Errorf("arrived as %s %.100s at %s, length %d, header %.200v, body %.100q", f.Method, f.URI, f.Host, f.Length, f.Header, f.Body)
		}
	})
}

func header(key string, values ...string) func(*core.Request) {
	return func(r *core.Request) { r.Header[key] = values }
}

func carries(body []byte, length int64) func(*core.Request) {
	return func(r *core.Request) {
		r.ContentLength = length
		r.Body = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func write(w http.ResponseWriter, text string) {
	_, _ = io.WriteString(w, text)
	_ = http.NewResponseController(w).Flush()
}
