package search_test

import (
	"bytes"
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
)

func staticIndex(o search.Options) []byte {
	GinkgoHelper()
	data, err := search.Static(space(), o, func(kind core.PageKind, slug, fragment string) string {
		return address.Fragment(address.Of(kind, slug), fragment)
	})
	Expect(err).NotTo(HaveOccurred())
	return data
}

var _ = Describe("Static", func() {
	It("writes what a browser needs to search by names", func() {
		var index struct {
			Kinds, Tags, Methods []string
			Entries              [][]any
		}

		Expect(json.Unmarshal(staticIndex(search.Options{}), &index)).To(Succeed())

		Expect(index.Kinds).To(HaveExactElements("operation", "webhook", "tag", "model", "overview"))
		Expect(index.Tags).To(HaveExactElements("planets", "Journeys"))
		Expect(index.Entries).To(ContainElements(
			[]any{0.0, "operations/deletePlanet", "Delete a planet", "", 2.0, "/planets/{planetId}", "deletePlanet", []any{0.0}, 1.0},
			[]any{3.0, "models/Planet", "Planet", "A round thing"},
			HaveExactElements(4.0, "#security-key", "key", "Ask the harbour master"),
		))
	})

	It("writes the same bytes each time, and no models that are hidden", func() {
		Expect(staticIndex(search.Options{})).To(Equal(staticIndex(search.Options{})))
		Expect(bytes.Contains(staticIndex(search.Options{HideModels: true}), []byte("models/"))).To(BeFalse())
	})
})
