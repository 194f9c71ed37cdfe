package api_test

import (
	"net/http/httptest"
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/router"
)

// moon is an entity that is listed a page at a time.
type moon struct {
	ID   int    `json:"id"`
	Kind string `json:"kind"`
}

// PK is the key of a moon.
func (m moon) PK() int { return m.ID }

type moonFilter struct {
	Kind string `query:"kind,omitempty"`
}

// moonPage is what the server reads of a request.
type moonPage struct {
	Kind  string `query:"kind"`
	After int    `query:"after"`
}

// listMoons has seven moons, three a page.
func listMoons(_ *router.Context, in *moonPage) (router.Page[moon], error) {
	var page router.Page[moon]
	for id := in.After + 1; id <= min(in.After+3, 7); id++ {
		page.Items = append(page.Items, moon{ID: id, Kind: in.Kind})
	}
	if in.After+3 < 7 {
		page.Next = strconv.Itoa(in.After + 3)
	}
	return page, nil
}

var _ = Describe("A list in pages", func() {
	It("is followed by the client from one link to the next", func(ctx SpecContext) {
		r := router.New(router.WithEnvironment(router.Test), router.WithStrictQuery())
		r.Register(router.Controllers{"GET /moons": router.With(router.In(listMoons), router.PagedBy("after"))})
		handler, err := r.Handler()
		Expect(err).NotTo(HaveOccurred())
		server := httptest.NewServer(handler)
		DeferCleanup(server.Close)
		client, err := restclient.New(httptransport.New(server.Client()), restclient.WithBaseURL(server.URL))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
		moons := restclient.Must(restclient.CreateResource[moon, int, moonFilter]("/moons/:id"))

		var ids []int
		pages := 0
		for page, err := range restclient.Pages(client.Context(ctx), moons.GetList, moonFilter{Kind: "icy & round"}, restclient.ByLink()) {
			Expect(err).NotTo(HaveOccurred())
			pages++
			for i := range page.Items.Len() {
				Expect(page.Items.At(i).Kind).To(Equal("icy & round"))
				ids = append(ids, page.Items.At(i).ID)
			}
		}

		Expect(ids).To(Equal([]int{1, 2, 3, 4, 5, 6, 7}))
		Expect(pages).To(Equal(3))
	})
})
