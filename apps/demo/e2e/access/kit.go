package access

import (
	"context"
	"net/http"
	"os"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// serve serves a description of the folder testdata and returns the address of its
// reference, with a slash at its end.
func serve(ctx context.Context, file string, c viewer.Configuration) string {
	GinkgoHelper()
	text, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred())
	c.Spec.Content = string(text)
	v := browsertest.Configured(ctx, c)
	return browsertest.Serve(http.StripPrefix("/docs", v)) + "/docs/"
}

// orchard has one of everything that a page may hold.
const orchard = "testdata/orchard.yaml"

// is evaluates a condition in the page.
func is(b *browsertest.Browser, condition string) bool {
	GinkgoHelper()
	return browsertest.Eval[bool](b, condition)
}

// text returns what an element says, without the space around it.
func text(b *browsertest.Browser, selector string) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, `document.querySelector(`+"`"+selector+"`"+`)?.textContent.trim() ?? ""`)
}
