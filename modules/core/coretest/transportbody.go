package coretest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// pattern is n bytes of every value, which repeat themselves at no round number.
func pattern(n int) []byte {
	part := make([]byte, min(n, 65521))
	for i := range part {
		part[i] = byte(i + i>>8)
	}
	return bytes.Repeat(part, n/len(part)+1)[:n]
}

func bodyCases() []transportCase {
	body, large := pattern(1000), pattern(8<<20)
	exactly := func(want []byte) func(facts) bool {
		return func(f facts) bool { return f.has(want) && f.Length == int64(len(want)) && !f.Chunked }
	}
	unknown := func(want []byte) func(facts) bool {
		return func(f facts) bool {
			return f.has(want) && (f.Length == -1 || f.Length == int64(len(want)))
		}
	}
	as := func(method string) func(*core.Request) {
		return func(r *core.Request) {
			r.Method = method
			carries(body, int64(len(body)))(r)
		}
	}
	return []transportCase{
		echoes("sends a body with its length", carries(body, int64(len(body))), exactly(body)),
		echoes("sends a body of unknown length", carries(body, -1), unknown(body)),
		echoes("sends a body that is empty", carries(nil, 0), exactly(nil)),
		echoes("sends a body of unknown length that is empty", carries(nil, -1), unknown(nil)),
		echoes("sends a body of 8 MiB with its length", carries(large, int64(len(large))), exactly(large)),
		echoes("sends a body of 8 MiB of unknown length", carries(large, -1), unknown(large)),
		echoes("sends the body of a PUT", as("PUT"), exactly(body)),
		echoes("sends the body of a PATCH", as("PATCH"), exactly(body)),
		echoes("sends the body of a DELETE", as("DELETE"), exactly(body)),
		echoes("sends the body of a GET", as("GET"), exactly(body)),
		simple("sends the same request twice", func(x *exam) {
			s := x.serve(echo)
			r := s.post("again")
			if first, second := s.echoed(r).Body, s.echoed(r).Body; string(first) != "again" || string(second) != "again" {
				x.Errorf("%q and %q arrived", first, second)
			}
		}),
		{"sends a body of unknown length while it is written", streaming, checkStreamedRequest},
	}
}

func checkStreamedRequest(x *exam) {
	arrived := make(chan struct{})
	s := x.serve(func(_ http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadFull(r.Body, make([]byte, 5)); err == nil {
			close(arrived)
		}
		_, _ = io.Copy(io.Discard, r.Body)
	})
	reader, writer := io.Pipe()
	r := s.post("")
	r.ContentLength, r.Body = -1, func() (io.ReadCloser, error) { return reader, nil }
	wrong := make(chan error, 1)
	go func() {
		defer writer.Close()
		_, _ = io.WriteString(writer, "first")
		select {
		case <-arrived:
			wrong <- nil
		case <-time.After(x.patience):
			wrong <- fmt.Errorf("the first bytes did not arrive within %v", x.patience)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 2*x.patience)
	defer cancel()
	_, err := s.do(ctx, r)
	_ = reader.Close()
	if err := errors.Join(err, <-wrong); err != nil {
		x.Error(err)
	}
}

// tracked counts how often a body is opened and closed.
type tracked struct {
	io.Reader
	opened, closed atomic.Int32
}

func (b *tracked) open() (io.ReadCloser, error) {
	b.opened.Add(1)
	return b, nil
}

func (b *tracked) Close() error {
	b.closed.Add(1)
	return nil
}

// expect waits until every body that was opened is closed.
func (b *tracked) expect(x *exam, opened int32) {
	x.Helper()
	for end := time.Now().Add(x.patience); b.closed.Load() < b.opened.Load() && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if b.opened.Load() > opened || b.closed.Load() < b.opened.Load() {
		x.Errorf("the body was opened %d times and closed %d times, want at most %d times and always", b.opened.Load(), b.closed.Load(), opened)
	}
}

func openedBodyCases() []transportCase {
	return []transportCase{
		simple("opens the body once and closes it", func(x *exam) {
			s := x.serve(echo)
			body := &tracked{Reader: strings.NewReader("hello")}
			r := s.post("hello")
			r.Body = body.open
			s.echoed(r)
			body.expect(x, 1)
		}),
		simple("closes a body that the server does not read", func(x *exam) {
			s := x.serve(status(http.StatusRequestEntityTooLarge))
			body := &tracked{Reader: bytes.NewReader(pattern(8 << 20))}
			r := s.post("")
			r.ContentLength, r.Body = -1, body.open
			if res, err := s.do(x.context(), r); err == nil {
				_ = res.Body.Close()
			}
			body.expect(x, 1)
		}),
		simple("closes the body of a request that is not sent", func(x *exam) {
			s := x.serve(echo)
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			body := &tracked{Reader: strings.NewReader("hello")}
			r := s.post("hello")
			r.Body = body.open
			_, _ = s.do(ctx, r)
			body.expect(x, 1)
		}),
		simple("closes the body when its context ends", func(x *exam) {
			s := x.serve(hang)
			body := &tracked{Reader: strings.NewReader("hello")}
			r := s.post("hello")
			r.Body = body.open
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			x.within("return", func() error {
				if res, err := s.tr.Do(ctx, r); err == nil {
					return errors.Join(errors.New("there is no error"), res.Body.Close())
				}
				return nil
			})
			body.expect(x, 1)
		}),
	}
}

var errDisk = errors.New("disk on fire")

// failing is a body that breaks after some bytes.
type failing struct{ io.Reader }

func (f failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF {
		err = errDisk
	}
	return n, err
}

// answerLate reads the body and then gives its sender half a second to be dissatisfied.
func answerLate(_ http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		panic(http.ErrAbortHandler)
	}
	select {
	case <-r.Context().Done():
	case <-time.After(500 * time.Millisecond):
	}
}

func brokenBodyCases() []transportCase {
	cannotOpen := func(r *core.Request) {
		r.Body = func() (io.ReadCloser, error) { return nil, errDisk }
	}
	breaks := func(length int64) func(*core.Request) {
		return func(r *core.Request) {
			r.ContentLength = length
			r.Body = func() (io.ReadCloser, error) { return io.NopCloser(failing{strings.NewReader("hel")}), nil }
		}
	}
	reports := func(name string, change func(*core.Request)) transportCase {
		return simple("reports "+name, func(x *exam) {
			s := x.serve(echo)
			r := s.post("hello")
			change(r)
			if _, err := s.do(x.context(), r); !errors.Is(err, errDisk) {
				x.Errorf("got error %v, want one that wraps %v", err, errDisk)
			}
		})
	}
	mismatch := func(name string, length int64) transportCase {
		return simple(name, func(x *exam) {
			s := x.serve(answerLate)
			r := s.post("hello")
			r.ContentLength = length
			if res, err := s.do(x.context(), r); err == nil && res.Status < 400 {
				x.Errorf("a body of 5 bytes was sent as one of %d, and there is no error", length)
			}
		})
	}
	return []transportCase{
		reports("a body that cannot be opened", cannotOpen),
		reports("a body that breaks off", breaks(5)),
		reports("a body of unknown length that breaks off", breaks(-1)),
		mismatch("reports a body that is shorter than its length", 7),
		mismatch("reports a body that is longer than its length", 3),
		simple("ends with its context while the body has nothing to send", func(x *exam) {
			s := x.serve(echo)
			reader, writer := io.Pipe()
			defer writer.Close()
			r := s.post("hello")
			r.Body = func() (io.ReadCloser, error) { return reader, nil }
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			x.within("return", func() error {
				_, err := s.tr.Do(ctx, r)
				return wraps(err, context.DeadlineExceeded)
			})
		}),
	}
}
