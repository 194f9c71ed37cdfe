package body

import (
	"bytes"
	"context"
	"fmt"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// pdf is a document of one page.
func pdf() string {
	drawn := "BT /F1 24 Tf 40 100 Td (A page) Tj ET"
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	var places []int
	for i, object := range []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(drawn), drawn), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	} {
		places = append(places, out.Len())
		fmt.Fprintf(&out, "%d 0 obj%s\nendobj\n", i+1, object)
	}
	end := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, place := range places {
		fmt.Fprintf(&out, "%010d 00000 n \n", place)
	}
	fmt.Fprintf(&out, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF", len(places)+1, end)
	return out.String()
}

// tabs are the tabs of the browser, by their addresses.
func tabs(b *browsertest.Browser) (list map[string]target.ID) {
	GinkgoHelper()
	list = map[string]target.ID{}
	b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		all, err := chromedp.Targets(ctx)
		for _, info := range all {
			if info.Type == "page" {
				list[info.URL] = info.TargetID
			}
		}
		return err
	}))
	return list
}

// within is what a tab holds: the page that has opened it, its title and how many
// scripts it has.
func within(b *browsertest.Browser, tab target.ID) (seen []string) {
	GinkgoHelper()
	b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		own, leave := chromedp.NewContext(ctx, chromedp.WithTargetID(tab))
		defer leave()
		return chromedp.Run(own, chromedp.Evaluate(`[String(opener), document.title, String(document.scripts.length)]`, &seen))
	}))
	return seen
}

// noteTypes has the page keep the types of what it gives addresses to, in types.
func noteTypes(b *browsertest.Browser) {
	GinkgoHelper()
	b.Run(chromedp.Evaluate(`
		const types = {}, give = URL.createObjectURL;
		URL.createObjectURL = (blob) => {
			const address = give.call(URL, blob);
			types[address] = blob.type;
			return address;
		}`, nil))
}

var _ = Describe("A body of PDF", func() {
	It("opens in a tab of its own, which has no hold of the page, and runs nothing", func() {
		s := open()
		s.file("/report", "application/pdf", pdf())
		s.file("/fake", "application/pdf", "<!doctype html><title>fake</title><script>opener.taken = document.title = 'ran'</script>")
		b := s.visit("")
		noteTypes(b)
		for _, name := range []string{"/report", "/fake"} {
			s.show(b, name, "[]")
			address := browsertest.Eval[string](b, `document.querySelector(".body-tools a").href`)
			Expect(address).To(HavePrefix("blob:" + s.address))
			b.Run(browsertest.Click(".body-tools a"))
			Eventually(tabs).WithArguments(b).Should(HaveKey(address))
			Expect(within(b, tabs(b)[address])).To(Equal([]string{"null", "", "0"}), name)
			Expect(browsertest.Eval[string](b, `types[document.querySelector(".body-tools a").href]`)).To(Equal("application/pdf"), name)
			Expect(browsertest.Eval[bool](b, `"taken" in window`)).To(BeFalse())
		}
		clean(b)
	})
})
