package forms_test

import (
	"io"
	"net/http"
	"sync"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// sent is a request as the server has got it.
type sent struct{ method, path, contentType, body string }

// server answers every request with one JSON text, and remembers what it got.
type server struct {
	mu     sync.Mutex
	all    []sent
	answer string
	status []int // of the first answers; then 200
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, sent{r.Method, r.URL.Path, r.Header.Get("Content-Type"), string(body)})
	w.Header().Set("Content-Type", "application/json")
	if len(s.status) > 0 {
		w.WriteHeader(s.status[0])
		s.status = s.status[1:]
	}
	_, _ = io.WriteString(w, s.answer)
}

// bodies are those that the server has got.
func (s *server) bodies() (bodies []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.all {
		bodies = append(bodies, one.body)
	}
	return bodies
}

func start(s *server, opts ...restclient.Option) *restclient.Client {
	GinkgoHelper()
	transport := httptransport.InProcess(s)
	client, err := restclient.New(transport, append(opts, restclient.WithBaseURL("http://api.test"))...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(transport.Wait)
	DeferCleanup(client.Close)
	return client
}

// write returns the text and the media type of a body.
func write(e restclient.BodyEncoding, body any) (text, contentType string) {
	GinkgoHelper()
	asJSON, err := restclient.JSON().Marshal(body)
	Expect(err).NotTo(HaveOccurred())
	b, err := e.Encode(body, asJSON)
	Expect(err).NotTo(HaveOccurred())
	opened, err := b.Open()
	Expect(err).NotTo(HaveOccurred())
	data, err := io.ReadAll(iotest.OneByteReader(opened))
	Expect(err).NotTo(HaveOccurred())
	Expect(opened.Close()).To(Succeed())
	if b.Length >= 0 {
		Expect(b.Length).To(Equal(int64(len(data))))
	}
	return string(data), b.ContentType
}
