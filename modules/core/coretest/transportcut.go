package coretest

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// cutCases are about responses that end too early.
func cutCases() []transportCase {
	return []transportCase{
		simple("reports a server that leaves without an answer", func(x *exam) {
			s := x.serve(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
			if _, err := s.do(x.context(), s.get("/")); err == nil {
				x.Error("there is no error")
			}
		}),
		cut("a body of known length that is cut off", func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "100")
			write(w, "half")
			panic(http.ErrAbortHandler)
		}),
		cut("a body of unknown length that is cut off", func(w http.ResponseWriter) {
			write(w, "half")
			panic(http.ErrAbortHandler)
		}),
		cut("an answer that lacks the rest of its body", func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "100")
			write(w, "half")
		}),
		cut("an answer that lacks all of its body", func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "100")
			w.WriteHeader(http.StatusOK)
		}),
	}
}

// cut makes a case in which reading the body must not end with io.EOF.
func cut(name string, answer func(w http.ResponseWriter)) transportCase {
	return simple("reports "+name, func(x *exam) {
		s := x.serve(func(w http.ResponseWriter, _ *http.Request) { answer(w) })
		if err := s.fails(s.get("/")); errors.Is(err, io.EOF) {
			x.Errorf("reading ended with %v, which reads as the end of the body", err)
		}
	})
}

// wireCases are about bytes that no http.Handler sends.
func wireCases() []transportCase {
	return []transportCase{
		raw("reports an answer that is not HTTP", "220 mail.test ESMTP\r\n\r\n", ""),
		raw("reports a malformed status", "HTTP/1.1 2x0 OK\r\n\r\n", ""),
		raw("reports a malformed header", "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n", ""),
		raw("reports lengths that contradict each other", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nhello", ""),
		raw("reports a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", ""),
		raw("reports a malformed chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n", ""),
		raw("reports a header that is cut off", "HTTP/1.1 200 OK\r\nContent-Le", ""),
		raw("reads an answer of HTTP 1.0 to its end", "HTTP/1.0 200 OK\r\n\r\nhello", "hello"),
		raw("reads no more than the length of the body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello trailing", "hello"),
		raw("reads an answer without a reason", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello", "hello"),
		{"bounds the header of a response", connection, checkEndlessHeader},
		{"reports a refused connection with its cause", connection, checkRefused},
		{"uses a connection again", connection, checkReuse},
	}
}

// raw makes a case in which the server answers with bytes. An empty want wants
// an error.
func raw(name, answer, want string) transportCase {
	return transportCase{name, connection, func(x *exam) {
		s := x.serve(func(w http.ResponseWriter, _ *http.Request) {
			conn := hijack(x, w)
			defer conn.Close()
			_, _ = io.WriteString(conn, answer)
		})
		if want == "" {
			_ = s.fails(s.get("/"))
			return
		}
		if got := s.text(s.get("/")); got != want {
			x.Errorf("body is %q, want %q", got, want)
		}
	}}
}

func hijack(x *exam, w http.ResponseWriter) net.Conn {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		x.Errorf("take the connection over: %v (see WithoutConnection)", err)
		panic(http.ErrAbortHandler)
	}
	return conn
}

func checkEndlessHeader(x *exam) {
	s := x.serve(func(w http.ResponseWriter, _ *http.Request) {
		conn := hijack(x, w)
		defer conn.Close()
		line := "X-More: " + strings.Repeat("x", 1<<16) + "\r\n"
		_, err := io.WriteString(conn, "HTTP/1.1 200 OK\r\n")
		for range 1 << 10 { // 64 MiB
			if err == nil {
				_, err = io.WriteString(conn, line)
			}
		}
		_, _ = io.WriteString(conn, "\r\n")
	})
	_ = s.fails(s.get("/"))
}

func checkRefused(x *exam) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		x.Fatal(err)
	}
	_ = listener.Close()
	s := x.serve(echo)
	_, err = s.do(x.context(), &core.Request{Method: http.MethodGet, URL: "http://" + listener.Addr().String()})
	if _, ok := errors.AsType[*net.OpError](err); !ok {
		x.Errorf("got %T %v, want one that wraps *net.OpError", err, err)
	}
}

func checkReuse(x *exam) {
	s := x.serve(func(w http.ResponseWriter, r *http.Request) { write(w, r.RemoteAddr) })
	first := s.text(s.get("/"))
	for range 5 {
		if again := s.text(s.get("/")); again == first {
			return
		}
		time.Sleep(10 * time.Millisecond) // the connection returns to its pool behind our back
	}
	x.Error("every request had a connection of its own")
}
