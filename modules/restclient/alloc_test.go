package restclient_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"testing"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// TestAllocations checks that to read what is fresh allocates nothing, although
// endpoints take arguments and give results as an any.
func TestAllocations(t *testing.T) {
	if raced {
		t.Skip("the race detector allocates")
	}
	client, err := restclient.New(httptransport.InProcess(three()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	ctx := client.Context(context.Background())
	todos := Todos.On(client)
	if _, err := todos.List(ctx, TodoFilter{}); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func() bool{
		"Get":         func() bool { got, err := todos.Get(ctx, 3); return err == nil && got.ID == 3 },
		"List":        func() bool { got, err := todos.List(ctx, TodoFilter{}); return err == nil && got.Len() == 3 },
		"On and Get":  func() bool { got, err := Todos.On(client).Get(ctx, 3); return err == nil && got.ID == 3 },
		"UseSuspense": func() bool { got, err := restclient.UseSuspense(ctx, Todos.Get, 3); return err == nil && got.ID == 3 },
		"UseCache":    func() bool { got, ok := restclient.UseCache(ctx, Todos.Get, 3); return ok && got.ID == 3 },
		"UseCache list": func() bool {
			got, ok := restclient.UseCache(ctx, Todos.GetList.Read, TodoFilter{})
			return ok && got.Len() == 3
		},
		"UseQuery": func() bool { _, ok := restclient.UseQuery(ctx, remaining, TodoFilter{}); return ok },
	} {
		if n := testing.AllocsPerRun(100, func() {
			if !read() {
				t.Errorf("%s: not what is stored", name)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestBodyAllocations checks that a body above the limit allocates little more
// than the limit before it is refused, and one below it twice its length at most.
func TestBodyAllocations(t *testing.T) {
	if raced {
		t.Skip("the race detector allocates")
	}
	const mebi, limit, slack = 1 << 20, 32 << 20, 2 << 20
	for _, c := range []struct {
		name           string
		size           int
		packed, length bool
		most           uint64
	}{
		{"above the limit, decompressed", 2 * limit, true, false, limit + slack},
		{"above the limit", limit + 1, false, false, limit + slack},
		{"that is declared to be above the limit", limit + 1, false, true, slack},
		{"below the limit", 8 * mebi, false, false, 16*mebi + slack},
		{"of a declared length", 8 * mebi, false, true, 16*mebi + slack},
		{"decompressed", 8 * mebi, true, false, 16*mebi + slack},
	} {
		t.Run(c.name, func(t *testing.T) {
			sent := bytes.Repeat([]byte("x"), c.size)
			if c.packed {
				sent = packed(sent)
			}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if w.Header().Set("Content-Type", "application/octet-stream"); c.packed {
					w.Header().Set("Content-Encoding", "gzip")
				}
				if c.length {
					w.Header().Set("Content-Length", strconv.Itoa(len(sent)))
				}
				for part := sent; len(part) > 0; part = part[min(len(part), 32<<10):] {
					_, _ = w.Write(part[:min(len(part), 32<<10)])
				}
			}))
			defer server.Close()
			transport := httptransport.New(nil)
			defer transport.CloseIdleConnections()
			client, err := restclient.New(transport, restclient.WithBaseURL(server.URL), restclient.WithMaxBody(limit))
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			create := restclient.RestMutation[restclient.None, restclient.None, []byte]("/body")
			ctx := client.Context(t.Context())

			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got, err := restclient.Mutate(ctx, create, restclient.None{}, restclient.None{})
			runtime.ReadMemStats(&after)

			if refused := c.size > limit; (err != nil) != refused || !refused && (len(got) != c.size || bytes.Count(got, []byte("x")) != c.size) {
				t.Errorf("%d bytes, error %v", len(got), err)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > c.most {
				t.Errorf("%d bytes are allocated, want %d at most", n, c.most)
			}
		})
	}
}

func packed(b []byte) []byte {
	var all bytes.Buffer
	z := gzip.NewWriter(&all)
	_, _ = io.Copy(z, bytes.NewReader(b))
	_ = z.Close()
	return all.Bytes()
}
