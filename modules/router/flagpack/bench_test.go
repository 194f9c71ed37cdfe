package flagpack_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// discard is a response that nobody reads.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) WriteHeader(int)             {}
func (d discard) Write(p []byte) (int, error) { return len(p), nil }

// serve measures one route, with its packs and without.
func serve(b *testing.B, body any, req func() *http.Request, packs ...router.Pack) {
	for _, flags := range []string{"", "FLAG "} {
		r := router.New(router.WithLogger(nil))
		r.Install(packs...)
		r.Register(router.Controllers{"GET " + flags + "/x": router.F0(func(*router.Context) (any, error) { return body, nil })})
		h, err := r.Handler()
		if err != nil {
			b.Fatal(err)
		}
		b.Run("flag="+strings.TrimSpace(flags), func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				w, req := discard{http.Header{}}, req()
				for pb.Next() {
					clear(w.header)
					h.ServeHTTP(w, req)
				}
			})
		})
	}
}

func BenchmarkBasic(b *testing.B) {
	req := httptest.NewRequest(http.MethodGet, "/x", nil)
	req.Header.Set("Authorization", basicOf("Ida:geheim"))
	verify := func(_ *router.Context, _, password string) (int, error) { return len(password), nil }
	serve(b, 1, func() *http.Request { return req }, flagpack.Basic("FLAG", router.NewKey[int]("user"), verify))
}

func BenchmarkCache(b *testing.B) {
	for _, size := range []int{128, 1 << 10, 16 << 10} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			body := []string{strings.Repeat("x", size)}
			req := httptest.NewRequest(http.MethodGet, "/x", nil)
			serve(b, body, func() *http.Request { return req }, flagpack.Cache("FLAG", flagpack.CacheOptions{}))
		})
	}
}

// BenchmarkLimit asks from many addresses at once, one for each goroutine.
func BenchmarkLimit(b *testing.B) {
	var client atomic.Int64
	serve(b, 1, func() *http.Request {
		req := httptest.NewRequest(http.MethodGet, "/x", nil)
		req.RemoteAddr = fmt.Sprintf("192.0.2.%d:1234", client.Add(1)%256)
		return req
	}, flagpack.Limit("FLAG", flagpack.LimitOptions{Rate: 1e6, Burst: 1e9}))
}
