package restytransport_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/go-resty/resty/v2"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/restytransport"
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// BenchmarkDo compares what one exchange costs, without a network, with hooks
// and without.
func BenchmarkDo(b *testing.B) {
	for name, opts := range map[string][]restytransport.Option{"streamed": nil, "KeepHooks": {restytransport.KeepHooks()}} {
		for size, content := range map[string][]byte{"100B": make([]byte, 100), "9kB": make([]byte, 9000)} {
			b.Run(name+"/"+size, func(b *testing.B) {
				client := resty.NewWithClient(&http.Client{Transport: roundTripper(func(*http.Request) (*http.Response, error) {
					return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(content)), ContentLength: int64(len(content))}, nil
				})})
				transport, err := restytransport.New(client, opts...)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					exchange(b, transport, len(content))
				}
			})
		}
	}
}

func exchange(b *testing.B, transport core.Transport, size int) {
	res, err := transport.Do(context.Background(), &core.Request{Method: "GET", URL: "http://api.test/"})
	if err != nil {
		b.Fatal(err)
	}
	n, err := io.Copy(io.Discard, res.Body)
	if err != nil || n != int64(size) {
		b.Fatal(n, err)
	}
	_ = res.Body.Close()
}
