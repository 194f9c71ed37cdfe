package search_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
)

func staticIndex(o search.Options) []byte {
	GinkgoHelper()
	index, err := search.Static(context.Background(), space(), o, func(kind core.PageKind, slug, fragment string) string {
		return address.Fragment(address.Of(kind, slug), fragment)
	})
	Expect(err).NotTo(HaveOccurred())
	data, err := json.Marshal(index)
	Expect(err).NotTo(HaveOccurred())
	return data
}

var _ = Describe("Static", func() {
	It("writes what a browser needs to search everything", func() {
		var index struct {
			Entries struct {
				Kinds, Tags, Methods []string
				Entries              [][]any
			}
			Terms  string
			Shards map[string]struct {
				Words []string
				Posts [][]int
			}
		}

		Expect(json.Unmarshal(staticIndex(search.Options{}), &index)).To(Succeed())

		Expect(index.Entries.Kinds).To(HaveExactElements("operation", "webhook", "tag", "model", "overview"))
		Expect(index.Entries.Tags).To(ContainElements("planets", "journeys"))
		Expect(index.Entries.Entries).To(ContainElements(
			HaveExactElements(0.0, "operations/deletePlanet", "Delete a planet", "", 2.0, 125.0, 1.0, 0.0, 2.0, "/planets/{planetId}", []any{0.0}, BeNumerically(">=", 0)),
			HaveExactElements(4.0, "#security-key", "key", "Ask the harbour master", 1.0, 105.0, 0.0, 0.0),
		))
		Expect(strings.Fields(index.Terms)).To(ContainElement("harbour"))
		Expect(index.Shards["h"].Words).To(ContainElement("harbour"))
		for _, s := range index.Shards {
			Expect(s.Posts).To(HaveLen(len(s.Words)))
			Expect(s.Posts).To(HaveEach(Not(BeEmpty())))
		}
	})

	It("writes the same bytes each time, and no models that are hidden", func() {
		Expect(staticIndex(search.Options{})).To(Equal(staticIndex(search.Options{})))
		Expect(bytes.Contains(staticIndex(search.Options{HideModels: true}), []byte("models/"))).To(BeFalse())
	})
})
