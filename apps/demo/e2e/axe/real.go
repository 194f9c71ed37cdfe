package axe

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	_ "github.com/pb33f/libopenapi/json" // whose module has the descriptions

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// real is a description of a service of others. Its file comes with a package that
// go.mod pins.
type real struct {
	file      string
	operation string // "METHOD /path"; large, but not among the largest, which axe-core takes minutes for
	model     string
}

func (r real) read() string {
	GinkgoHelper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/pb33f/libopenapi").Output()
	Expect(err).NotTo(HaveOccurred())
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "test_specs", r.file))
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// pages are the addresses of the overview, the operation and the model.
func (r real) pages(v *viewer.Viewer) []string {
	GinkgoHelper()
	found := []string{""}
	for _, o := range v.Document().Operations {
		if o.Method+" "+o.Path == r.operation {
			found = append(found, "operations/"+o.Slug)
		}
	}
	for _, m := range v.Document().Models {
		if m.Name == r.model {
			found = append(found, "models/"+m.Slug)
		}
	}
	Expect(found).To(HaveLen(3), "%s: %s, %s", r.file, r.operation, r.model)
	return found
}

var _ = Describe("axe-core finds nothing on pages of real descriptions", func() {
	BeforeEach(browsertest.NeedAxe)

	DescribeTable("wide and narrow, light and dark, everything unfolded, of",
		func(ctx SpecContext, service real) {
			v := browsertest.Configured(ctx, viewer.Configuration{Spec: viewer.Spec{Content: service.read()}})
			root := browsertest.Serve(v) + "/"
			b := browsertest.Open()
			b.Prefer("prefers-reduced-motion", "reduce")
			for _, address := range service.pages(v) {
				for _, width := range []int64{390, 1440} {
					where := fmt.Sprintf("/%s at %d pixels", address, width)
					b.Resize(width, 844)
					b.Visit(root + address)
					b.Run(chromedp.Evaluate(unfold, nil))

					r := b.AxeStructure("html")
					Expect(r.Found).To(BeEmpty(), where)
					Expect(r.Rules).To(BeNumerically(">=", 30), where)
					for _, r := range b.Contrasts("html", viewer.ThemeDefault) {
						Expect(r.Found).To(BeEmpty(), "%s, %s", where, r.Mode)
						Expect(r.Texts).To(BeNumerically(">=", 50), "%s, %s", where, r.Mode)
					}
				}
			}
		},
		Entry("Asana", real{"asana.yaml", "POST /tasks", "ProjectResponse"}),
		Entry("DocuSign", real{"docusignv3.1.json", "POST /v2.1/accounts/{accountId}/brands", "brand"}),
		Entry("Stripe", real{"stripe.yaml", "POST /v1/prices", "price"}),
	)
})
