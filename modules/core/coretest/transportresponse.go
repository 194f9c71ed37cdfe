package coretest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
)

func statusCases() []transportCase {
	var cases []transportCase
	for _, code := range []int{200, 201, 202, 206, 299, 400, 401, 404, 409, 418, 429, 500, 503, 599} {
		cases = append(cases, simple(fmt.Sprintf("returns status %d as a response", code), func(x *exam) {
			s := x.serve(status(code))
			if res := s.must(s.get("/")); res.Status != code {
				x.Errorf("status is %d", res.Status)
			}
		}))
	}
	return cases
}

// returns makes a case in which the server sends a header, to be found again.
func returns(name, key string, values, want []string) transportCase {
	return simple("returns "+name, func(x *exam) {
		s := x.serve(func(w http.ResponseWriter, _ *http.Request) {
			w.Header()[key] = values
			write(w, "x")
		})
		canonical := http.CanonicalHeaderKey(key)
		if got := s.must(s.get("/")).Header[canonical]; !slices.Equal(got, want) {
			x.Errorf("%s is %q, want %q", canonical, got, want)
		}
	})
}

func responseHeaderCases() []transportCase {
	one := func(s ...string) []string { return s }
	return []transportCase{
		returns("every value of a header in order", "X-Many", one("b", "a", "b"), one("b", "a", "b")),
		returns("header names in canonical form", "x-lower", one("a"), one("a")),
		returns("a header without a value", "X-Empty", one(""), one("")),
		returns("a header beyond ASCII", "X-Name", one("Zoë"), one("Zoë")),
		returns("every cookie", "Set-Cookie", one("a=1; Path=/", "b=2; HttpOnly"), one("a=1; Path=/", "b=2; HttpOnly")),
		returns("the content type as it is", "Content-Type", one("Application/JSON; Charset=x"), one("Application/JSON; Charset=x")),
		simple("ignores early hints", func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Link", "</a.css>; rel=preload")
				w.WriteHeader(http.StatusEarlyHints)
				w.WriteHeader(http.StatusAccepted)
				write(w, "done")
			})
			res := s.must(s.get("/"))
			if body, err := io.ReadAll(res.Body); res.Status != http.StatusAccepted || string(body) != "done" {
				x.Errorf("got status %d, body %q, %v", res.Status, body, err)
			}
		}),
		simple("tells the length of the body", func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "5")
				write(w, "hello")
			})
			if res := s.must(s.get("/")); res.ContentLength != 5 {
				x.Errorf("length is %d, want 5", res.ContentLength)
			}
		}),
		{"tells that the length of the body is unknown", streaming, func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, _ *http.Request) {
				write(w, "hel")
				write(w, "lo")
			})
			if res := s.must(s.get("/")); res.ContentLength != -1 {
				x.Errorf("length is %d, want -1", res.ContentLength)
			}
		}},
	}
}

func emptyResponseCases() []transportCase {
	empty := func(name, method string, code int, key, value string) transportCase {
		return simple(name, func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set(key, value)
				w.WriteHeader(code)
				if method == http.MethodHead {
					_, _ = io.WriteString(w, "hello")
				}
			})
			r := s.get("/")
			r.Method = method
			res := s.must(r)
			body, err := io.ReadAll(res.Body)
			if err != nil || len(body) > 0 || res.Status != code || res.Header.Get(key) != value {
				x.Errorf("got status %d, body %q, %v, header %v", res.Status, body, err, res.Header)
			}
		})
	}
	return []transportCase{
		empty("returns an empty body for 204", "DELETE", 204, "X-Trace", "t"),
		empty("returns an empty body for 205", "POST", 205, "X-Trace", "t"),
		empty("returns an empty body for 304", "GET", 304, "Etag", `"v2"`),
		empty("returns an empty body for an error", "GET", 401, "Www-Authenticate", "Bearer"),
		empty("returns the header of HEAD and no body", "HEAD", 200, "Content-Length", "5"),
	}
}

func responseBodyCases() []transportCase {
	large := pattern(8 << 20)
	download := func(name, length string) transportCase {
		return simple(name, func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, _ *http.Request) {
				if length != "" {
					w.Header().Set("Content-Length", length)
				}
				_, _ = w.Write(large)
			})
			if got := s.text(s.get("/")); got != string(large) {
				x.Errorf("got %d bytes, not what was sent", len(got))
			}
		})
	}
	return []transportCase{
		download("returns a body of 8 MiB with its length", fmt.Sprint(len(large))),
		download("returns a body of 8 MiB of unknown length", ""),
		simple("returns what precedes trailers", func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Trailer", "X-Sum")
				write(w, "hello")
				w.Header().Set("X-Sum", "1")
				w.Header().Set(http.TrailerPrefix+"X-Late", "2")
			})
			if got := s.text(s.get("/")); got != "hello" {
				x.Errorf("body is %q", got)
			}
		}),
	}
}

// leavingCases are about clients that do not wait for the end of a body.
func leavingCases() []transportCase {
	return []transportCase{
		{"streams the body", streaming, func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, r *http.Request) {
				write(w, "first\n")
				<-r.Context().Done()
			})
			line := make([]byte, len("first\n"))
			if n, err := io.ReadFull(s.must(s.get("/")).Body, line); err != nil || string(line) != "first\n" {
				x.Errorf("got %q, %v before the response has ended", line[:n], err)
			}
		}},
		{"lets the server go when the body is closed", streaming, func(x *exam) {
			gone := make(chan struct{})
			s := x.serve(func(w http.ResponseWriter, r *http.Request) {
				defer close(gone)
				for r.Context().Err() == nil {
					if _, err := w.Write(pattern(1 << 10)); err != nil {
						return
					}
				}
			})
			res := s.must(s.get("/"))
			_, _ = io.ReadFull(res.Body, make([]byte, 1<<10))
			_ = res.Body.Close()
			x.await(gone, "end of the handler")
		}},
		simple("lets the body be closed twice, and not be read after that", func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, _ *http.Request) { write(w, "hello") })
			res := s.must(s.get("/"))
			_ = res.Body.Close()
			_ = res.Body.Close()
			if n, err := res.Body.Read(make([]byte, 8)); n > 0 || err == nil {
				x.Errorf("read %d bytes, %v after Close", n, err)
			}
		}),
	}
}

func zip(text string) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, text)
	_ = z.Close()
	return b.String()
}

func encodingCases() []transportCase {
	encoded := func(name, accept, encoding, body string) transportCase {
		return simple(name, func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", encoding)
				w.Header().Set("Content-Length", fmt.Sprint(len(body)))
				_, _ = io.WriteString(w, body)
			})
			r := s.get("/")
			if accept != "" {
				r.Header = http.Header{"Accept-Encoding": {accept}}
			}
			res := s.must(r)
			got, err := io.ReadAll(res.Body)
			if err != nil || !bytes.Equal(got, []byte(body)) || res.Header.Get("Content-Encoding") != encoding {
				x.Errorf("got body %.60q, %v and header %v", got, err, res.Header)
			}
		})
	}
	return []transportCase{
		encoded("leaves gzip alone that the caller asked for", "gzip", "gzip", zip("hello")),
		encoded("leaves gzip alone that nobody asked for", "identity", "gzip", zip("hello")),
		encoded("leaves other encodings alone", "", "br", "not really brotli"),
		encoded("leaves a wrong claim of gzip alone", "gzip", "gzip", "not really gzip"),
		simple("decompresses what it asked to be compressed", func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, r *http.Request) {
				body := "hello"
				if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
					w.Header().Set("Content-Encoding", "gzip")
					body = zip(body)
				}
				w.Header().Set("Content-Length", fmt.Sprint(len(body)))
				_, _ = io.WriteString(w, body)
			})
			res := s.must(s.get("/"))
			body, err := io.ReadAll(res.Body)
			if err != nil || string(body) != "hello" || res.Header.Get("Content-Encoding") != "" || res.ContentLength > 5 {
				x.Errorf("got body %q, %v, length %d and header %v", body, err, res.ContentLength, res.Header)
			}
		}),
	}
}

// log remembers the requests that arrive.
type log struct {
	mu    sync.Mutex
	lines []string
}

func (l *log) add(r *http.Request) int {
	body, _ := io.ReadAll(r.Body)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, strings.TrimSpace(r.Method+" "+r.RequestURI+" "+string(body)))
	return len(l.lines)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, ", ")
}
