package coretest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Checks of the cases.

func checkMethods(t *testing.T, tr transportUnderTest) {
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"} {
		got := tr.text(&core.Request{Method: method, URL: tr.base + "/x"})
		if !strings.HasPrefix(got, method+" /x\n") || !strings.HasSuffix(got, "\nlength 0\n") {
			t.Errorf("%s arrived as %q", method, got)
		}
	}
}

func checkURL(t *testing.T, tr transportUnderTest) {
	const path = "/a%2Fb/%C3%A9/c+d/%7Bid%7D?q=1&q=2&x=a%20b+c&empty="
	if got := tr.text(&core.Request{Method: "GET", URL: tr.base + path}); !strings.HasPrefix(got, "GET "+path+"\n") {
		t.Errorf("%s arrived as %q", path, got)
	}
}

func checkHeader(t *testing.T, tr transportUnderTest) {
	r := &core.Request{Method: "GET", URL: tr.base + "/", Header: http.Header{"X-Many": {"a", "b"}}}
	if got := tr.text(r); !strings.Contains(got, "X-Many: a|b\n") {
		t.Errorf("header arrived as %q", got)
	}
}

func checkBody(t *testing.T, tr transportUnderTest) {
	if got := tr.text(tr.post("hello")); !strings.HasSuffix(got, "length 5\nhello") {
		t.Errorf("body arrived as %q", got)
	}
}

func checkChunkedBody(t *testing.T, tr transportUnderTest) {
	r := tr.post("hello")
	r.ContentLength = -1
	if got := tr.text(r); !strings.HasSuffix(got, "\nhello") {
		t.Errorf("body arrived as %q", got)
	}
}

func checkTwice(t *testing.T, tr transportUnderTest) {
	r := tr.post("again")
	if first, second := tr.text(r), tr.text(r); first != second {
		t.Errorf("the second time %q arrived instead of %q", second, first)
	}
}

func checkBodyError(t *testing.T, tr transportUnderTest) {
	cause := errors.New("disk on fire")
	r := tr.post("")
	r.ContentLength = 5
	r.Body = func() (io.ReadCloser, error) { return nil, cause }
	if _, err := tr.do(context.Background(), r); !errors.Is(err, cause) {
		t.Errorf("got error %v, want one that wraps %v", err, cause)
	}
}

func checkResponseHeader(t *testing.T, tr transportUnderTest) {
	res := tr.must(&core.Request{Method: "GET", URL: tr.base + "/"})
	defer res.Body.Close()
	if got := res.Header.Values("X-Many"); len(got) != 2 || got[0] != "a" || got[1] != "b" {
		t.Errorf("X-Many is %q", got)
	}
	if res.ContentLength != 5 {
		t.Errorf("length is %d, want 5", res.ContentLength)
	}
	if body := read(t, res); body != "hello" {
		t.Errorf("body is %q", body)
	}
}

func checkNoContent(t *testing.T, tr transportUnderTest) {
	res := tr.must(&core.Request{Method: "DELETE", URL: tr.base + "/"})
	defer res.Body.Close()
	if body := read(t, res); res.Status != http.StatusNoContent || body != "" {
		t.Errorf("got status %d and body %q", res.Status, body)
	}
}

func checkHead(t *testing.T, tr transportUnderTest) {
	res := tr.must(&core.Request{Method: "HEAD", URL: tr.base + "/"})
	defer res.Body.Close()
	if body := read(t, res); body != "" || res.Header.Get("Content-Type") != "text/plain" {
		t.Errorf("got body %q and headers %v", body, res.Header)
	}
}

func checkEncoded(t *testing.T, tr transportUnderTest) {
	res := tr.must(&core.Request{Method: "GET", URL: tr.base + "/", Header: http.Header{"Accept-Encoding": {"br"}}})
	defer res.Body.Close()
	if body := read(t, res); body != "not really brotli" || res.Header.Get("Content-Encoding") != "br" {
		t.Errorf("got body %q and headers %v", body, res.Header)
	}
}

func checkRedirect(t *testing.T, tr transportUnderTest) {
	r := &core.Request{Method: "GET", URL: tr.base + "/start", Header: http.Header{"Authorization": {"Bearer secret"}}}
	res := tr.must(r)
	defer res.Body.Close()
	if res.Status != http.StatusFound || res.Header.Get("Location") != "http://127.0.0.1:1/elsewhere" {
		t.Errorf("got status %d and headers %v, want the redirect itself", res.Status, res.Header)
	}
}

func checkCancel(t *testing.T, tr transportUnderTest) {
	ctx, cancel := context.WithCancelCause(context.Background())
	done := make(chan error, 1)
	go func() {
		_, err := tr.do(ctx, &core.Request{Method: "GET", URL: tr.base + "/"})
		done <- err
	}()
	cancel(nil)
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want one that wraps context.Canceled", err)
	}
}

func checkCanceledBefore(t *testing.T, tr transportUnderTest) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := tr.do(ctx, &core.Request{Method: "GET", URL: tr.base + "/"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want one that wraps context.Canceled", err)
	}
}

func checkCancelBody(t *testing.T, tr transportUnderTest) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	res, err := tr.do(ctx, &core.Request{Method: "GET", URL: tr.base + "/"})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	cancel()
	if _, err := io.ReadAll(res.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("reading ended with %v, want an error that wraps context.Canceled", err)
	}
}

func checkStream(t *testing.T, tr transportUnderTest) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	res, err := tr.do(ctx, &core.Request{Method: "GET", URL: tr.base + "/"})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	line := make([]byte, len("first\n"))
	if _, err := io.ReadFull(res.Body, line); err != nil || string(line) != "first\n" {
		t.Errorf("got %q, %v before the response has ended", line, err)
	}
}

func checkUntouched(t *testing.T, tr transportUnderTest) {
	r := tr.post("hello")
	r.Header = http.Header{"X-Many": {"a"}}
	tr.text(r)
	if len(r.Header) != 1 || r.Method != "POST" || r.URL != tr.base+"/" || r.ContentLength != 5 {
		t.Errorf("the request is now %+v", r)
	}
}

func checkConcurrent(t *testing.T, tr transportUnderTest) {
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			want := fmt.Sprintf("body %d", i)
			if got, err := tr.read(tr.post(want)); err != nil || !strings.HasSuffix(got, "\n"+want) {
				t.Errorf("%q arrived as %q, %v", want, got, err)
			}
		})
	}
	group.Wait()
}
