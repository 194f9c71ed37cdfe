package tryit_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/guard/guardtest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// FuzzCost checks that what a page sends to the proxy, and what a target answers,
// costs no more than is promised. ORIGIN in the text of a request stands for that of
// the target.
func FuzzCost(f *testing.F) {
	const line, answer = true, false
	head := `{"method":"POST","url":"ORIGIN/","headers":[`
	for _, seed := range []struct {
		of     bool
		before string
		n      uint16
		unit   string
		m      uint16
		after  string
	}{
		{line, head, 1, `["A@","b"],`, 4500, `["A","b"]]}` + "\nx"},
		{line, `{"method":"GET","url":"ORIGIN/`, 1, "%41", 20_000, "\"}\n"},
		{line, `{"method":"GET","url":"ORIGIN/?`, 1, "a=@&", 6000, "\"}\n"},
		{line, "[", 50_000, "]", 50_000, "\n"},
		{line, head + `["Cookie","`, 1, "a@=b; ", 5000, `"]]}` + "\n"},
		{line, `{"method":"`, 1, "G", 60_000, `","url":"ORIGIN/"}` + "\n"},
		{line, `{"method":"PUT","url":"ORIGIN/"}` + "\n", 1, "x", 60_000, ""},
		{answer, "HTTP/1.1 200 OK\r\n", 1, "A@: b\r\n", 3000, "\r\nx"},
		{answer, "HTTP/1.1 100 Continue\r\n\r\n", 4000, "", 0, "HTTP/1.1 200 OK\r\n\r\n"},
		{answer, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", 1, "1\r\na\r\n", 15_000, "0\r\n\r\n"},
		{answer, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", 1, "T@: x\r\n", 3000, "\r\n"},
		{answer, "HTTP/1.1 302 Found\r\nLocation: /", 1, "a", 60_000, "\r\n\r\n"},
		{answer, "HTTP/1.1 200 OK\r\nContent-Encoding: ", 1, "gzip, ", 9000, "br\r\n\r\nx"},
		{answer, "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\n", 2500, "", 0, "\r\n"},
	} {
		f.Add(seed.of, seed.before, seed.n, seed.unit, seed.m, seed.after)
	}
	var said atomic.Pointer[string]
	target := speaks(f, &said)
	r := &guardtest.Recorder{Loopback: true}
	p, err := tryit.NewProxy(tryit.WithObserver(r.Observe), tryit.WithLimits(quick), tryit.WithOrigins(target))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, of bool, before string, n uint16, unit string, m uint16, after string) {
		text := worktest.Repeated(worktest.MaxRequest, before, int(n), unit, int(m), after)
		request, reply := text, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nx"
		if of == answer {
			request, reply = `{"method":"GET","url":"ORIGIN/"}`+"\n", text
		}
		request = strings.ReplaceAll(request, "ORIGIN", target)
		said.Store(&reply)
		first, body, _ := strings.Cut(request, "\n")
		q, err := tryittest.NewRawRequest(t.Context(), "http://viewer.example/", []byte(first+"\n"), strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		q.RemoteAddr = "127.0.0.1:1"

		if dear := worktest.Dear(len(text), func() int {
			w := httptest.NewRecorder()
			p.ServeRequest(w, q, []apidoc.Server{{URL: target}})
			return w.Body.Len()
		}); dear != "" {
			t.Errorf("%s: %.300q", dear, text)
		}
	})
}

// speaks is the origin of a target that answers whatever is asked with a text, and
// hangs up.
func speaks(f *testing.F, text *atomic.Pointer[string]) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			buffer := make([]byte, 64<<10)
			var head []byte
			for !bytes.Contains(head, []byte("\r\n\r\n")) {
				n, err := c.Read(buffer)
				if err != nil {
					break
				}
				head = append(head, buffer[:n]...)
			}
			_, _ = io.WriteString(c, *text.Load())
			_ = c.(*net.TCPConn).CloseWrite()
			_, _ = io.Copy(io.Discard, c)
			_ = c.Close()
		}
	}()
	f.Cleanup(func() {
		_ = listener.Close()
		<-ended
		http.DefaultClient.CloseIdleConnections()
	})
	return "http://" + listener.Addr().String()
}
