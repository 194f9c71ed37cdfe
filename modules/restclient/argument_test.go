package restclient_test

import (
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

type searchArgs struct {
	Text   string            `query:"q"`
	Tags   []string          `query:"tag,comma"`
	Where  map[string]string `query:"where"`
	Tenant string            `header:"X-Tenant,omitempty"`
}

var _ = Describe("The arguments of a call", func() {
	var (
		server *recorder
		header http.Header
	)

	BeforeEach(func() {
		server = newRecorder()
		server.set(func(w http.ResponseWriter, r *http.Request) {
			header = r.Header.Clone()
			writeJSON(w, http.StatusOK, []Todo{})
		})
	})

	It("become the query and the headers of the request", func(ctx SpecContext) {
		search := restclient.RestEndpoint[searchArgs, []Todo]("/todos", restclient.WithURLPrefix("http://api.test"))

		_, err := restclient.Fetch(start(server).Context(ctx), search, searchArgs{"a b", []string{"x", "y"}, map[string]string{"k": "v"}, "acme"})

		Expect(err).NotTo(HaveOccurred())
		Expect(server.seen()).To(Equal([]string{"GET /todos?q=a+b&tag=x,y&where%5Bk%5D=v"}))
		Expect(header).To(HaveKeyWithValue("X-Tenant", []string{"acme"}))
		Expect(header).To(HaveKey("Accept"))
	})

	It("continue the query of a prefix, which is never joined", func(ctx SpecContext) {
		search := restclient.RestEndpoint[searchArgs, []Todo]("/todos", restclient.WithURLPrefix("http://api.test/x?path="))

		_, err := restclient.Fetch(start(server).Context(ctx), search, searchArgs{Text: "a"})

		Expect(err).NotTo(HaveOccurred())
		Expect(server.seen()).To(Equal([]string{"GET /x?path=/todos&q=a"}))
	})

	It("are refused before anything is sent when a header holds a line break", func(ctx SpecContext) {
		search := restclient.RestEndpoint[searchArgs, []Todo]("/todos", restclient.WithURLPrefix("http://api.test"))

		_, err := restclient.Fetch(start(server).Context(ctx), search, searchArgs{Tenant: "a\r\nX-Admin: 1"})

		Expect(err).To(MatchError(ContainSubstring(`parameter "X-Tenant": a header cannot hold a control character`)))
		Expect(server.seen()).To(BeEmpty())
	})
})
