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
	Entry("when faults stand below a long name", `{"name":"Ida","mother":{"`+strings.Repeat("%", 50_000)+`":[`+strings.Repeat("1,", 20_000)+`1]}}`, `lacks the member "name"`),
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
