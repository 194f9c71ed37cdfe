package restclient_test

import (
	"errors"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// Price has its say about what the server sends.
type Price struct {
	ID      int    `json:"id"`
	Label   string `json:"label"`
	Cents   int    `json:"cents"`
	Version int    `json:"version"`
}

var errNegative = errors.New("negative")

func (p Price) PK() int { return p.ID }

func (p Price) Process() Price {
	p.Label = strings.TrimSpace(p.Label)
	return p
}

func (p Price) Validate() error {
	if p.Cents < 0 {
		return errNegative
	}
	return nil
}

func (p Price) Newer(than Price) bool { return p.Version > than.Version }

var Prices = restclient.CreateResource[Price, int, restclient.None]("/prices/:id", apiPrefix)

var _ = Describe("The methods of an entity", func() {
	var (
		server *answerServer
		client *restclient.Client
		prices *restclient.Bound[Price, int, restclient.None]
	)

	BeforeEach(func() {
		server = newAnswers(map[string]string{"GET /prices/1": `{"id":1,"label":" book ","cents":100,"version":5}`})
		client = start(server)
		prices = Prices.On(client)
	})

	It("change what is stored", func(ctx SpecContext) {
		Expect(must(prices.Get(ctx, 1)).Label).To(Equal("book"))
	})

	It("refuse what is not valid, and nothing of the response is stored", func(ctx SpecContext) {
		server.set("GET /prices", `[{"id":1,"cents":1},{"id":2,"cents":-1}]`)

		_, err := prices.List(ctx, restclient.None{})

		Expect(err).To(MatchError(errNegative))
		Expect(err).To(HaveField("Kind", restclient.KindSchema))
		_, ok := restclient.UseCache(client.Context(ctx), Prices.Get, 1)
		Expect(ok).To(BeFalse())
	})

	DescribeTable("decide what is newer",
		func(ctx SpecContext, version, want int) {
			must(prices.Get(ctx, 1))
			server.set("GET /prices/1", `{"id":1,"label":"book","cents":200,"version":`+strconv.Itoa(version)+`}`)

			must(prices.Fetch(ctx, 1))

			Expect(must(prices.Get(ctx, 1)).Cents).To(Equal(want))
		},
		Entry("an older version is ignored", 4, 100),
		Entry("the same version leaves what is stored", 5, 100),
		Entry("a newer version is stored", 6, 200),
	)

	DescribeTable("have what a mutation tells",
		func(ctx SpecContext, answer string, requests int) {
			must(prices.Get(ctx, 1))
			server.set("PATCH /prices/1", answer)
			_, err := prices.PartialUpdate(ctx, 1, restclient.Fields{"cents": 200})
			Expect(err).NotTo(HaveOccurred())

			must(prices.Get(ctx, 1))

			Eventually(server.count).Should(Equal(requests))
			Consistently(server.count, "20ms").Should(Equal(requests))
		},
		Entry("read again without a version", `{"id":1,"cents":200}`, 3),
		Entry("read again where it is another one of the version that is stored", `{"id":1,"cents":200,"version":5}`, 3),
		Entry("left alone where it is what is stored", `{"id":1,"cents":100,"version":5}`, 2),
		Entry("left alone where its version is older", `{"id":1,"cents":150,"version":4}`, 2),
	)
})
