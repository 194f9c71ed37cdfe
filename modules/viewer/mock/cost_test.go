package mock_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("A body costs the mock server no more than ten times its size and 16 MiB", func(body, refusal string) {
	m := zoo()
	ask(m, "GET /pets") // which reads the description

	var answer *httptest.ResponseRecorder
	used := worktest.Allocated(func() { answer = ask(m, "POST /pets", "X-Key", "k", "Content-Type", asJSON, "Body", body) })

	Expect(used).To(BeNumerically("<", 10*len(body)+16<<20))
	Expect(answer.Code).To(Equal(http.StatusBadRequest))
	Expect(told(answer)[0]).To(ContainSubstring(refusal))
},
	Entry("when it is deep", strings.Repeat(`{"mother":`, 5900)+"1"+strings.Repeat("}", 5900), "body: nests deeper than 200 values"),
	Entry("when faults stand below a long name", `{"name":"Ida","mother":{"`+strings.Repeat("%", 50_000)+`":[`+strings.Repeat("1,", 20_000)+`1]}}`, "/name: is required"),
)

// held is an answer that has begun and does not go on.
type held struct {
	*httptest.ResponseRecorder
	begun *atomic.Int32
	until chan struct{}
}

func (h held) WriteHeader(status int) {
	if status != http.StatusServiceUnavailable {
		h.begun.Add(1)
		<-h.until
	}
	h.ResponseRecorder.WriteHeader(status)
}

func TestMockChecksABoundedWeightOfBodiesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		source, err := openapi.FromFile("testdata/zoo.yaml")
		g.Expect(err).NotTo(HaveOccurred())
		m, err := mock.New(source)
		g.Expect(err).NotTo(HaveOccurred())
		ask(m, "GET /pets")
		body := `{"name":"` + strings.Repeat("a", 59_000) + `"}`
		var begun, refused atomic.Int32
		until := make(chan struct{})
		for range 60 {
			go func() {
				w := held{httptest.NewRecorder(), &begun, until}
				r := httptest.NewRequest(http.MethodPost, "/pets", strings.NewReader(body))
				r.Header.Set("X-Key", "k")
				r.Header.Set("Content-Type", asJSON)
				m.ServeHTTP(w, r)
				if w.Code == http.StatusServiceUnavailable && w.Result().Header.Get("Retry-After") != "" {
					refused.Add(1)
				}
			}()
		}
		synctest.Wait()
		g.Expect(begun.Load()).To(BeNumerically("==", 8), "bodies of 59 kB of one client")
		g.Expect(refused.Load()).To(BeZero())

		time.Sleep(10 * time.Second)
		synctest.Wait()

		g.Expect(refused.Load()).To(BeNumerically("==", 52))
		close(until)
		synctest.Wait()
	})
}

// FuzzCost checks that no body, query or preference costs the mock server more than
// is promised.
func FuzzCost(f *testing.F) {
	for _, seed := range []struct {
		contentType, before string
		n                   uint16
		unit                string
		m                   uint16
		after               string
	}{
		{asJSON, `{"mother":`, 5900, "}", 5900, ""},
		{asJSON, `{"name":"Ida","mother":{"`, 1, "%", 50_000, `":[1,1,1]}}`},
		{asJSON, `{"name":"Ida","tags":[`, 1, `"@",`, 12_000, `"a"]}`},
		{asJSON, "{", 1, `"a@":1,`, 9000, `"a":1}`},
		{asJSON, `{"name":"`, 1, `\u00e9`, 16_000, `"}`},
		{"application/x-www-form-urlencoded", "name=a", 1, "&mother[mother]=@", 5000, ""},
		{"application/x-www-form-urlencoded", "name", 1, "[a]", 30_000, "=1"},
		{"multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=file\r\n\r\nx\r\n", 1800, "", 0, "--b--\r\n"},
		{"application/xml", "<a>", 20_000, "</a>", 20_000, ""},
		{"?", "filter[a]", 1, "[@]", 9000, "=1"},
		{"?", "limit=1", 1, "&tags=@", 9000, ""},
		{"Prefer", "dynamic=true", 1, ", code=@", 9000, ""},
	} {
		f.Add(seed.contentType, seed.before, seed.n, seed.unit, seed.m, seed.after)
	}
	m := testMock(f)
	ask(m, "GET /pets") // which reads the description
	f.Fuzz(func(t *testing.T, contentType, before string, n uint16, unit string, m16 uint16, after string) {
		text := worktest.Repeated(worktest.MaxRequest, before, int(n), unit, int(m16), after)
		r := httptest.NewRequest(http.MethodPost, "/pets", strings.NewReader(text))
		r.Header = http.Header{"X-Key": {"k"}, "Content-Type": {contentType}}
		switch contentType {
		case "?":
			r = httptest.NewRequest(http.MethodGet, "/pets", nil)
			r.URL.RawQuery = text
		case "Prefer":
			r = httptest.NewRequest(http.MethodGet, "/pets", nil)
			r.Header.Set("Prefer", text)
		}

		if dear := worktest.Dear(len(text), func() int {
			w := httptest.NewRecorder()
			m.ServeHTTP(w, r)
			return w.Body.Len()
		}); dear != "" {
			t.Errorf("%s: %.300q", dear, text)
		}
	})
}
