package mock_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// testMock is zoo for tests without ginkgo.
func testMock(t testing.TB) *mock.Mock {
	source, err := openapi.FromFile("testdata/zoo.yaml")
	if err != nil {
		t.Fatal(err)
	}
	m, err := mock.New(source, mock.WithPause(0), mock.WithMaxWait(0), mock.WithSharedOrigin())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// FuzzServe makes sure that no request makes it panic, that each gets one answer
// twice, and that every answer is sandboxed.
func FuzzServe(f *testing.F) {
	f.Add("GET", "/pets/7", "limit=1&filter[a][b]=c", "code=404", "", "")
	f.Add("POST", "/v1/pets", "", "dynamic=true", "application/x-www-form-urlencoded", "name=a&mother[mother][name]=b")
	f.Add("POST", "/pets", "", "", "multipart/form-data; boundary=b", form("Content-Disposition: form-data; name=file\r\n\r\nx"))
	f.Add("GET", "/label/.1.%2", "where={}", `example="o\"dd"`, "", "")
	m := testMock(f)
	f.Fuzz(func(t *testing.T, method, path, query, prefer, contentType, body string) {
		request := func() *httptest.ResponseRecorder {
			r := httptest.NewRequest(http.MethodGet, "/", strings.NewReader(body))
			r.Method, r.URL = method, &url.URL{Path: path, RawQuery: query}
			r.Header = http.Header{"Prefer": {prefer}, "Content-Type": {contentType}, "X-Key": {"k"}}
			w := httptest.NewRecorder()
			m.ServeHTTP(w, r)
			return w
		}
		one, two := request(), request()
		if one.Code != two.Code || one.Body.String() != two.Body.String() {
			t.Errorf("%d and %d, or other bytes", one.Code, two.Code)
		}
		if one.Header().Get("Content-Security-Policy") == "" || one.Code < 200 {
			t.Errorf("status %d without a policy", one.Code)
		}
	})
}

// BenchmarkServe measures one answer, with all that is checked before.
func BenchmarkServe(b *testing.B) {
	m := testMock(b)
	for name, request := range map[string]struct{ method, path, contentType, body string }{
		"example": {"GET", "/pets?limit=1&tags=a", "", ""},
		"schema":  {"GET", "/pets/7", "", ""},
		"body":    {"POST", "/pets", "application/json", `{"name":"Ida","mother":{"name":"Eve"}}`},
		"unknown": {"GET", "/nowhere/at/all", "", ""},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(request.method, request.path, strings.NewReader(request.body))
				r.Header.Set("Content-Type", request.contentType)
				r.Header.Set("X-Key", "k")
				m.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
	}
}
