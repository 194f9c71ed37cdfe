package restclient_test

import (
	"fmt"
	"net/http"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// sign has a key of any text.
type sign struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func (s sign) PK() string { return s.Name }

var Signs = restclient.Must(restclient.CreateResource[sign, string, restclient.None]("/signs/:name", apiPrefix))

func TestAnEntityOfAListIsStaleWhenAnotherProcessHasChangedItWhateverItsKey(t *testing.T) {
	for _, key := range []string{"plain", "a&b", "<a>", `"quoted"`, `ends with "`, `back\slash`, "null", "true", "5", "ü\u2028", "a/b", "100%", "{}", "a b"} {
		t.Run(fmt.Sprintf("%q", key), func(t *testing.T) {
			shared(t, func(s *sharing) {
				text := "old"
				s.server.set(func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path == "/signs" {
						writeJSON(w, http.StatusOK, []sign{{key, text}})
						return
					}
					if r.Method != http.MethodGet {
						text = "new"
					}
					writeJSON(w, http.StatusOK, sign{key, text})
				})
				one, other := s.client(), s.client()
				_, err := Signs.On(other).List(s.Context(), restclient.None{})
				s.Expect(err).NotTo(HaveOccurred())

				_, err = Signs.On(one).PartialUpdate(s.Context(), key, restclient.Fields{"text": "new"})
				s.Expect(err).NotTo(HaveOccurred())
				s.settle()
				s.server.seen()

				_, err = Signs.On(other).Get(s.Context(), key) // stale, and read again
				s.Expect(err).NotTo(HaveOccurred())
				s.settle()
				s.Expect(Signs.On(other).Get(s.Context(), key)).To(HaveField("Text", "new"))
			})
		})
	}
}
