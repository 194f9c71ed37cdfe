package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
)

// server answers each path with one of two bodies in turns, so that no two
// answers in a row are equal.
type server struct {
	bodies map[string][2][]byte
	asked  atomic.Uint64
}

// ServeHTTP writes the next body.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	versions, ok := s.bodies[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	body := versions[s.asked.Add(1)&1]
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

// newServer serves one todo at /todos/1 and n of them at /todos.
func newServer(n int) *server {
	s := &server{bodies: map[string][2][]byte{}}
	for version := range 2 {
		one, list := s.bodies["/todos/1"], s.bodies["/todos"]
		one[version], list[version] = encoded(todo(0, version)), encoded(someTodos(n, version))
		s.bodies["/todos/1"], s.bodies["/todos"] = one, list
	}
	return s
}

// inProcess lets a handler answer the requests of an http.Client, in the
// goroutine of the caller. All clients of a scenario share it.
type inProcess struct{ handler http.Handler }

// RoundTrip calls the handler.
func (t inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	t.handler.ServeHTTP(w, r)
	return &http.Response{
		StatusCode: w.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.header, Body: io.NopCloser(bytes.NewReader(w.body)), ContentLength: int64(len(w.body)), Request: r,
	}, nil
}

// recorder keeps the one body that is written, without a copy.
type recorder struct {
	header http.Header
	status int
	body   []byte
}

// Header is what is sent.
func (w *recorder) Header() http.Header { return w.header }

// WriteHeader sets the status.
func (w *recorder) WriteHeader(status int) { w.status = status }

// Write keeps p, which is the whole body.
func (w *recorder) Write(p []byte) (int, error) {
	w.body = p
	return len(p), nil
}

// canned answers every request with the next of its bodies, without HTTP.
type canned struct {
	bodies [][]byte
	sent   int
}

var _ core.Transport = (*canned)(nil)

// Do answers at once. It is not called concurrently here.
func (c *canned) Do(context.Context, *core.Request) (*core.Response, error) {
	body := c.bodies[c.sent%len(c.bodies)]
	c.sent++
	return answer(body), nil
}

func answer(body []byte) *core.Response {
	return &core.Response{
		Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
		ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)),
	}
}
