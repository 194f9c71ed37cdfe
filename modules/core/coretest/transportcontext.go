package coretest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// hang answers nothing until the client leaves.
func hang(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

// hangHalfway sends one line and then nothing until the client leaves.
func hangHalfway(w http.ResponseWriter, r *http.Request) {
	write(w, "first\n")
	<-r.Context().Done()
}

// ended makes a context that ends with cause: at once, or a little later.
func ended(cause error, after time.Duration) (context.Context, context.CancelFunc) {
	if cause == context.DeadlineExceeded {
		return context.WithTimeout(context.Background(), after)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if after <= 0 {
		cancel()
		return ctx, cancel
	}
	time.AfterFunc(after, cancel)
	return ctx, cancel
}

const soon = 50 * time.Millisecond

func contextCases() []transportCase {
	var cases []transportCase
	for _, cause := range []error{context.Canceled, context.DeadlineExceeded} {
		cases = append(cases,
			endsWith("before it begins", cause, echo, 0, nothing),
			endsWith("while the server is silent", cause, hang, soon, nothing),
			endsWith("in the middle of the body", cause, hangHalfway, soon, nothing),
		)
	}
	return append(cases,
		transportCase{"ends reading the body with its context, not with the call", streaming, checkCancelBody},
		simple("does not care about its context after the body", func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, _ *http.Request) { write(w, "hello") })
			ctx, cancel := context.WithCancel(x.context())
			res, err := s.do(ctx, s.get("/"))
			if err != nil {
				x.Fatal(err)
			}
			body, err := io.ReadAll(res.Body)
			cancel()
			if err := errors.Join(err, res.Body.Close()); err != nil || string(body) != "hello" {
				x.Errorf("got %q, %v", body, err)
			}
		}),
		simple("sends nothing when its context has ended", func(x *exam) {
			var seen log
			s := x.serve(func(_ http.ResponseWriter, r *http.Request) { seen.add(r) })
			ctx, cancel := ended(context.Canceled, 0)
			defer cancel()
			_, _ = s.do(ctx, s.get("/"))
			if s.must(s.get("/next")); seen.String() != "GET /next" {
				x.Errorf("%s arrived", &seen)
			}
		}),
	)
}

// endsWith makes a case in which the error must tell how the context ended.
func endsWith(when string, cause error, h http.HandlerFunc, after time.Duration, needs need) transportCase {
	return transportCase{fmt.Sprintf("ends with its context %s (%v)", when, cause), needs, func(x *exam) {
		s := x.serve(h)
		ctx, cancel := ended(cause, after)
		defer cancel()
		x.within("return", func() error {
			_, err := s.exchange(ctx, s.get("/"))
			return wraps(err, cause)
		})
	}}
}

func checkCancelBody(x *exam) {
	s := x.serve(hangHalfway)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	x.within("the end of the body", func() error {
		res, err := s.tr.Do(ctx, s.get("/"))
		if err != nil {
			return fmt.Errorf("%w before the context has ended", err)
		}
		defer res.Body.Close()
		if _, err := io.ReadFull(res.Body, make([]byte, len("first\n"))); err != nil {
			return fmt.Errorf("%w before the context has ended", err)
		}
		cancel()
		_, err = io.ReadAll(res.Body)
		return wraps(err, context.Canceled)
	})
}

// sharingCases are about what requests have in common.
func sharingCases() []transportCase {
	return []transportCase{
		simple("leaves the request as it was", func(x *exam) {
			s := x.serve(echo)
			r := s.post("hello")
			r.Header, r.Op = http.Header{"X-Many": {"a"}, "Host": {"h"}}, "Todo.get"
			before, header := *r, maps.Clone(r.Header)
			s.echoed(r)
			same := r.Method == before.Method && r.URL == before.URL && r.ContentLength == before.ContentLength && r.Op == before.Op
			if !same || !maps.EqualFunc(r.Header, header, func(a, b []string) bool { return fmt.Sprint(a) == fmt.Sprint(b) }) {
				x.Errorf("the request is now %+v", r)
			}
		}),
		simple("sends a request without a header map", func(x *exam) {
			s := x.serve(echo)
			if r := s.get("/"); s.echoed(r).Method != "GET" || r.Header != nil {
				x.Errorf("the request is now %+v", r)
			}
		}),
		simple("is safe for concurrent use", checkConcurrent),
		simple("ends one request and not another", func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/hang" {
					hang(w, r)
				}
				write(w, "hello")
			})
			ctx, cancel := context.WithCancel(context.Background())
			var group sync.WaitGroup
			group.Go(func() { _, _ = s.exchange(ctx, s.get("/hang")) })
			before := s.text(s.get("/"))
			cancel()
			x.within("the end of the other request", func() error { group.Wait(); return nil })
			if after := s.text(s.get("/")); before != "hello" || after != "hello" {
				x.Errorf("got %q and %q", before, after)
			}
		}),
	}
}

func checkConcurrent(x *exam) {
	s := x.serve(echo)
	shared := http.Header{"X-Many": {"a"}}
	ctx := x.context()
	var group sync.WaitGroup
	for i := range 32 {
		group.Go(func() {
			want := fmt.Sprintf("body %d", i)
			r := s.post(want)
			r.Header = shared
			var f facts
			text, err := s.exchange(ctx, r)
			if err = errors.Join(err, json.Unmarshal(text, &f)); err != nil || string(f.Body) != want {
				x.Errorf("%q arrived as %q, %v", want, f.Body, err)
			}
		})
	}
	group.Wait()
}

// exchange is do and reading the body, for goroutines: it does not use the case.
func (s server) exchange(ctx context.Context, r *core.Request) ([]byte, error) {
	res, err := s.tr.Do(ctx, r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}
