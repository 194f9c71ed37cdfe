package mock_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/gomega"

	. "github.com/onsi/ginkgo/v2"

	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// zoo makes a mock of the description of the tests.
func zoo(options ...mock.Option) *mock.Mock {
	GinkgoHelper()
	source, err := openapi.FromFile("testdata/zoo.yaml")
	Expect(err).NotTo(HaveOccurred())
	m, err := mock.New(source, append([]mock.Option{mock.WithPause(0)}, options...)...)
	Expect(err).NotTo(HaveOccurred())
	return m
}

// ask sends a request, "GET /pets", with headers as pairs of name and value. The
// header named Body is the body.
func ask(h http.Handler, request string, headers ...string) *httptest.ResponseRecorder {
	method, path, _ := strings.Cut(request, " ")
	body := ""
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Body" {
			body = headers[i+1]
		}
	}
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] != "Body" {
			r.Header.Add(headers[i], headers[i+1])
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// told are the violations that an answer names.
func told(w *httptest.ResponseRecorder) []string { return w.Header().Values("Mock-Violation") }

// member is a member of an answer in JSON.
func member(w *httptest.ResponseRecorder, name string) any {
	GinkgoHelper()
	var object map[string]any
	Expect(json.Unmarshal(w.Body.Bytes(), &object)).To(Succeed(), w.Body.String())
	return object[name]
}
