package viewer_test

import (
	"net/http"
	"net/url"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

// pages reads the pages of a handler, each of them once.
type pages struct {
	h    http.Handler
	read map[string]htmltest.Nodes
}

func (p pages) at(address string) htmltest.Nodes {
	if p.read[address] == nil {
		p.read[address] = read(p.h, address)
	}
	return p.read[address]
}

// follow opens the part of a page that a fragment names, and levels that are
// fetched when they are opened. It returns the text of the part; "" when there is
// none.
func (p pages) follow(address, fragment string) string {
	page := p.at(address)
	for range 4 {
		for _, n := range page.All() {
			if htmltest.Attribute(n, "id") == fragment {
				var text strings.Builder
				visible(n, &text)
				return text.String()
			}
		}
		level := nearest(page, fragment)
		if level == nil {
			return ""
		}
		base, _ := url.Parse(address)
		inner, _ := base.Parse(htmltest.Attribute(level, "data-lazy"))
		address, page = inner.String(), p.at(inner.String())
		fragment = "schema" + strings.TrimPrefix(fragment, htmltest.Attribute(level, "data-id"))
	}
	return ""
}

// nearest is the closed level that an element can stand in.
func nearest(page htmltest.Nodes, fragment string) (best *html.Node) {
	for _, n := range page.Find("[data-lazy]") {
		id := htmltest.Attribute(n, "data-id")
		if strings.HasPrefix(fragment, id+".") && (best == nil || len(id) > len(htmltest.Attribute(best, "data-id"))) {
			best = n
		}
	}
	return best
}

var _ = DescribeTable("A result leads to the part of its page that holds the word",
	func(ctx SpecContext, file string, least int) {
		h, words := torture(ctx, file)
		Eventually(func() string { return get(h, "/search?q=a", "Accept", "application/json").Body.String() }).WithContext(ctx).
			ShouldNot(ContainSubstring("still being read"))

		all, parts := pages{h, map[string]htmltest.Nodes{}}, 0
		var lost []string
		for _, word := range words {
			for _, r := range find(h, word).Results {
				address, fragment, found := strings.Cut(r.URL, "#")
				if !found || r.Kind == "overview" || !strings.Contains(r.Excerpt, word) { // a typing error
					continue
				}
				fragment, err := url.PathUnescape(fragment)
				Expect(err).NotTo(HaveOccurred())
				parts++
				if text := all.follow("/"+address, fragment); !strings.Contains(text, word) {
					lost = append(lost, word+" at "+r.URL+": "+r.Where)
				}
			}
		}

		Expect(lost).To(BeEmpty())
		Expect(parts).To(BeNumerically(">=", least))
	},
	Entry("in OpenAPI 3.1", "torture-3.1.yaml", 230),
	Entry("in OpenAPI 3.2", "torture-3.2.yaml", 30),
	Entry("in Swagger 2.0", "torture-2.0.yaml", 65),
)
