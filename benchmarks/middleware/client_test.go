package middleware_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// answer is a response whose body was read, and decompressed.
type answer struct {
	status  int
	header  http.Header
	cookies []*http.Cookie
	body    []byte
	sent    int // bytes of the body as they were sent
}

// do sends a request that accepts gzip, with headers as pairs of name and value.
// Redirects are not followed.
func (s *service) do(ctx context.Context, method, path, body string, header ...string) answer {
	GinkgoHelper()
	res := s.send(ctx, method, path, body, header...)
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	Expect(err).NotTo(HaveOccurred())
	a := answer{status: res.StatusCode, header: res.Header, cookies: res.Cookies(), body: data, sent: len(data)}
	if res.Header.Get("Content-Encoding") == "gzip" && len(data) > 0 {
		r, err := gzip.NewReader(strings.NewReader(string(data)))
		Expect(err).NotTo(HaveOccurred())
		a.body, err = io.ReadAll(r)
		Expect(err).NotTo(HaveOccurred())
	}
	return a
}

func (s *service) get(ctx context.Context, path string, header ...string) answer {
	GinkgoHelper()
	return s.do(ctx, http.MethodGet, path, "", header...)
}

// send returns the response without its body, which the caller closes.
func (s *service) send(ctx context.Context, method, path, body string, header ...string) *http.Response {
	GinkgoHelper()
	res, err := http.DefaultTransport.RoundTrip(s.request(ctx, method, path, body, header...))
	Expect(err).NotTo(HaveOccurred())
	return res
}

func (s *service) request(ctx context.Context, method, path, body string, header ...string) *http.Request {
	GinkgoHelper()
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	Expect(err).NotTo(HaveOccurred())
	req.Header.Set("Accept-Encoding", "gzip")
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return req
}

// cutsOff expects that the connection ends before the response does.
func (s *service) cutsOff(ctx context.Context, path string, header ...string) {
	GinkgoHelper()
	res, err := http.DefaultTransport.RoundTrip(s.request(ctx, http.MethodGet, path, "", header...))
	if err != nil {
		return
	}
	defer func() { _ = res.Body.Close() }()
	_, err = io.ReadAll(res.Body)
	Expect(err).To(HaveOccurred(), "%s: the response is complete", res.Status)
}

// user decodes the body of GET /user/:id.
func (a answer) user() user {
	GinkgoHelper()
	Expect(a.status).To(Equal(200), string(a.body))
	Expect(a.header.Get("Content-Type")).To(Equal("application/json"))
	var u user
	Expect(json.Unmarshal(a.body, &u)).To(Succeed(), string(a.body))
	return u
}

// isProblem checks a whole answer of RFC 9457.
func (a answer) isProblem(status int) {
	GinkgoHelper()
	Expect(a.status).To(Equal(status), string(a.body))
	Expect(a.header.Get("Content-Type")).To(Equal("application/problem+json"))
	var p struct {
		Title    string `json:"title"`
		Status   int    `json:"status"`
		Instance string `json:"instance"`
	}
	Expect(json.Unmarshal(a.body, &p)).To(Succeed(), string(a.body))
	Expect(p.Status).To(Equal(status))
	Expect(p.Title).To(Equal(http.StatusText(status)))
	Expect(p.Instance).NotTo(BeEmpty())
	Expect(a.header.Values("X-Request-Id")).To(ConsistOf(HaveSuffix(p.Instance[strings.LastIndexByte(p.Instance, ':')+1:])))
}
