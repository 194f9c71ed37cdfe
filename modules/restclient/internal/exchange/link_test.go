package exchange_test

import (
	"net/http"
	"net/url"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
)

var _ = DescribeTable("the next page of a Link header (RFC 8288) is",
	func(expected string, lines ...string) {
		Expect(exchange.LinkTo(http.Header{"Link": lines}, "next")).To(Equal(expected))
	},
	Entry("its target", "/x?page=2", `</x?page=2>; rel="next"`),
	Entry("among others in one line", "/b", `</a>; rel=prev, </b>; rel=next, </c>; rel=last`),
	Entry("among others in several lines", "/b", `</a>; rel="prev"`, `</b>; rel="next"`),
	Entry("one of several relations, in any case", "/b", `</b>; rel="last NEXT"`),
	Entry("not confused by commas and semicolons", "/b,c;d", `</a>; title="x, <y>; rel=next"; rel=prev, </b,c;d>; rel=next`),
	Entry("not confused by quotes in quotes", "/b", `</a>; title="\"; rel=next"; rel=prev , </b> ;rel = "next"`),
	Entry("by the first rel only", "", `</a>; rel=prev; rel=next`),
	Entry("not a longer relation", "", `</a>; rel=next-archive`),
	Entry("not about another resource", "/b", `</a>; rel=next; anchor="#x", </b>; rel=next`),
	Entry("not in what cannot be read", "/b", `nonsense; rel=next, </b>; rel=next`),
	Entry("nothing without an end", "", `</a; rel=next`),
	Entry("nothing without a parameter", "", `</a>`, `</a>;`, `</a>; rel`, `</a>; rel=`),
	Entry("nothing in nothing", ""),
)

func FuzzLinkTo(f *testing.F) {
	for _, seed := range []string{`</a>; rel=next`, `<a>;x="\",<b>;rel=next`, `,,<>;rel=next`, `<a> ; rel = "prev next" , <b`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, target string) {
		_ = exchange.LinkTo(http.Header{"Link": {target}}, "next")
		escaped := "/" + url.PathEscape(target)
		header := http.Header{"Link": {`<x>; title="` + url.PathEscape(target) + `", <` + escaped + `>; rel=next`}}
		if got := exchange.LinkTo(header, "next"); got != escaped {
			t.Errorf("have %q, want %q", got, escaped)
		}
	})
}
