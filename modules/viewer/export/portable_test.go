package export_test

import (
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/export"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = Describe("The names of exported files", func() {
	const described = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"tags":[{"name":"AUX"}],
		"paths":{"/a":{"get":{"operationId":"CON","tags":["AUX"],"responses":{"200":{"description":"","content":{"application/json":{"schema":{"$ref":"#/components/schemas/nul"}}}}}},
			"put":{"operationId":"con","responses":{}},"post":{"operationId":"lpt1.x","responses":{}},"delete":{"operationId":"console","responses":{}},"patch":{"operationId":"ü","responses":{}}}},
		"components":{"schemas":{"nul":{"type":"object","properties":{"Id":{"type":"object","properties":{"a":{"type":"string"}}},"id":{"type":"string"}}},"Nul":{"type":"string"},"com1":{"type":"string"}}}}`

	var all map[string]string

	BeforeEach(func(ctx SpecContext) {
		v, err := viewer.New(openapi.FromContent(described), htmlrender.New(), viewer.WithMarkdown(mdrender.New()))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		dir := filepath.Join(GinkgoT().TempDir(), "docs")
		Expect(export.Folder(ctx, v, dir)).To(Succeed())
		all = files(dir)
	})

	It("can be had on Windows and macOS", func() {
		device := regexp.MustCompile(`(?i)(^|/)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|/|$)`)
		folded := map[string]string{}
		for name := range all {
			Expect(device.MatchString(name)).To(BeFalse(), name)
			Expect(name).NotTo(MatchRegexp(`[. ](/|$)|[<>:"\\|?*]`))
			Expect(folded).NotTo(HaveKey(strings.ToLower(name)))
			folded[strings.ToLower(name)] = name
		}
	})

	It("are those of their pages, with a tilde where a name is taken", func() {
		for _, name := range []string{"operations/CON~.html", "operations/PUT-a.html", "operations/lpt1~.x.html", "operations/console.html", "operations/ü.html", "tags/AUX~.html", "models/nul~.html", "models/Nul-2.html", "models/com1~.html"} {
			Expect(all).To(HaveKey(name))
			Expect(all).To(HaveKey(strings.TrimSuffix(name, "html") + "md"))
		}
	})

	It("are what links lead to, in pages and in Markdown", func() {
		Expect(all["index.html"]).To(ContainSubstring(`operations/CON~.html`))
		Expect(all["operations/CON~.html"]).To(ContainSubstring(`href="../operations/CON~.md"`))
		Expect(all["operations/ü.html"]).To(ContainSubstring(`operations/%C3%BC.md"`))
		Expect(all["llms.txt"]).To(And(ContainSubstring("operations/CON~.md"), Not(ContainSubstring("operations/CON.md"))))
	})
})
