package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// blank is the address of an empty page that every site has.
const blank = "/blank.html"

// site is what serves a variant: at an origin of its own, on the loopback
// interface.
type site struct{ *httptest.Server }

// serve serves a handler, the empty page, and the one with nothing but a text. Both have
// the opener policy of the handler's pages: a browser starts a process between pages of
// different policies, which is the price of no page.
func serve(h http.Handler) site {
	first := httptest.NewRecorder()
	h.ServeHTTP(first, httptest.NewRequest(http.MethodGet, "/", nil))
	policy := first.Header().Get(openerPolicy)
	bare := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if policy != "" {
				w.Header().Set(openerPolicy, policy)
			}
			_, _ = w.Write([]byte(text))
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+blank, bare("<!doctype html><title>blank</title>"))
	mux.HandleFunc("GET "+textPage, bare("<!doctype html><title>"+theText+"</title><main><h1>"+theText+"</h1></main>"))
	mux.Handle("/", h)
	return site{httptest.NewServer(mux)}
}

const openerPolicy = "Cross-Origin-Opener-Policy"

// static serves files from memory, compressed before anybody asks.
type static struct {
	dir   string            // of the package of a viewer
	pages map[string][]byte // what is not in it, by path

	mu    sync.Mutex
	files map[string]*packed
}

// packed is content with its compressed forms.
type packed struct {
	kind                string
	plain, gzip, brotli []byte
}

func newStatic(dir string, pages map[string][]byte) *static {
	return &static{dir: dir, pages: pages, files: map[string]*packed{}}
}

func (s *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, err := s.file(r.URL.Path)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Vary", "Accept-Encoding")
	body := f.plain
	switch accepted := r.Header.Get("Accept-Encoding"); {
	case strings.Contains(accepted, "br"):
		h.Set("Content-Encoding", "br")
		body = f.brotli
	case strings.Contains(accepted, "gzip"):
		h.Set("Content-Encoding", "gzip")
		body = f.gzip
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

// file finds a file and keeps it.
func (s *static) file(name string) (*packed, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f, ok := s.files[name]; ok {
		return f, nil
	}
	body, ok := s.pages[name]
	if !ok {
		var err error
		if body, err = os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(path.Clean("/"+name)))); err != nil {
			return nil, err
		}
	}
	f, err := pack(name, body)
	if err == nil {
		s.files[name] = f
	}
	return f, err
}

// warm compresses files before they are asked for.
func (s *static) warm(names ...string) error {
	for _, name := range names {
		if _, err := s.file(name); err != nil {
			return fmt.Errorf("serve %s: %w", name, err)
		}
	}
	return nil
}

func pack(name string, body []byte) (*packed, error) {
	kind := mime.TypeByExtension(path.Ext(name))
	if strings.HasSuffix(name, "/") {
		kind = "text/html; charset=utf-8"
	}
	f := &packed{kind: kind, plain: body}
	var err error
	if f.gzip, err = zip(body); err != nil {
		return nil, err
	}
	f.brotli, err = brotlied(body, servedLevel)
	return f, err
}

const (
	servedLevel = 5  // of brotli, what servers do at request time
	budgetLevel = 11 // of brotli, what is done once for files that do not change
)

func zip(body []byte) ([]byte, error) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(body); err != nil {
		return nil, err
	}
	err := z.Close()
	return out.Bytes(), err
}

func brotlied(body []byte, level int) ([]byte, error) {
	var out bytes.Buffer
	z := brotli.NewWriterLevel(&out, level)
	if _, err := z.Write(body); err != nil {
		return nil, err
	}
	err := z.Close()
	return out.Bytes(), err
}
