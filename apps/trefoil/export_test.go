package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// filesOf are the contents of a directory by name.
func filesOf(dir string) map[string]string {
	GinkgoHelper()
	all := map[string]string{}
	Expect(fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(text)
		return err
	})).To(Succeed())
	return all
}

var _ = Describe("Export", func() {
	var dir, out string
	BeforeEach(func() {
		dir = folder(map[string]string{"v1.yaml": shop, "v2.yaml": newShop})
		out = filepath.Join(dir, "public")
	})

	It("writes a folder, and the same bytes each time", func(ctx SpecContext) {
		other := filepath.Join(dir, "other")

		Expect(trefoil(ctx, "export", "-o", out, filepath.Join(dir, "v1.yaml"))).To(Equal(outcome{}))
		Expect(trefoil(ctx, "export", "-o", other, filepath.Join(dir, "v1.yaml"))).To(Equal(outcome{}))

		all := filesOf(out)
		Expect(all).To(HaveKey("index.html"))
		Expect(all).To(HaveKey("operations/listOrders.html"))
		Expect(all).To(Equal(filesOf(other)))
	})

	It("writes one file, and the same bytes each time", func(ctx SpecContext) {
		Expect(trefoil(ctx, "export", "-single", filepath.Join(dir, "a.html"), filepath.Join(dir, "v1.yaml"))).To(Equal(outcome{}))
		Expect(trefoil(ctx, "export", "-single", filepath.Join(dir, "b.html"), filepath.Join(dir, "v1.yaml"))).To(Equal(outcome{}))

		all := filesOf(dir)
		Expect(all["a.html"]).To(And(ContainSubstring("listOrders"), Equal(all["b.html"])))
		Expect(all).To(HaveLen(4), "nothing else is left")
	})

	It("writes versions side by side, each page with a way to the same one of the others", func(ctx SpecContext) {
		Expect(trefoil(ctx, "export", "-o", out, filepath.Join(dir, "v1.yaml"), filepath.Join(dir, "v2.yaml"))).To(Equal(outcome{}))

		all := filesOf(out)
		Expect(all["index.html"]).To(And(ContainSubstring(`href="./v1/index.html"`), ContainSubstring(`href="./v2/index.html"`), Not(ContainSubstring("<form"))))
		Expect(all["v1/operations/listOrders.html"]).To(ContainSubstring(`href="../../v2/operations/listOrders.html"`))
		Expect(all["v1/operations/clearOrders.html"]).To(ContainSubstring(`href="../../v2/index.html"`))
	})

	It("writes absolute addresses where it knows them", func(ctx SpecContext) {
		Expect(trefoil(ctx, "export", "-o", out, "-public", "https://api.example/docs", filepath.Join(dir, "v1.yaml"))).To(Equal(outcome{}))

		Expect(filesOf(out)["sitemap.xml"]).To(ContainSubstring("<loc>https://api.example/docs/operations/listOrders.html</loc>"))
	})

	DescribeTable("leaves nothing when it cannot",
		func(ctx SpecContext, status int, message string, args ...string) {
			Expect(os.WriteFile(filepath.Join(dir, "broken.yaml"), []byte("hello"), 0o600)).To(Succeed())
			GinkgoT().Chdir(dir)

			said := trefoil(ctx, append([]string{"export"}, args...)...)

			Expect(said.status).To(Equal(status))
			Expect(said.stderr).To(ContainSubstring(message))
			Expect(filesOf(dir)).To(HaveLen(3))
		},
		Entry("no place to write to", 2, "say where to write, with --output or --single", "v1.yaml"),
		Entry("two places", 2, "--output and --single can't be used together", "-o", "a", "-single", "b", "v1.yaml"),
		Entry("two descriptions for one file", 2, "one file holds one description", "-single", "b", "v1.yaml", "v2.yaml"),
		Entry("a description that cannot be read, into one file", 3, "broken.yaml:1:1", "-single", "b.html", "broken.yaml"),
		Entry("a description that cannot be read, into a folder", 3, "broken.yaml:1:1", "-o", "out", "broken.yaml"),
		Entry("one of several that cannot be read", 3, "broken.yaml:1:1", "-o", "out", "v1.yaml", "broken.yaml"),
		Entry("a folder that is not there", 3, "no such file or directory", "-single", "ghost/b.html", "v1.yaml"),
	)

	It("leaves nothing when it is interrupted", func(ctx SpecContext) {
		stopped, stop := context.WithCancel(ctx)
		stop()

		Expect(trefoil(stopped, "export", "-o", out, filepath.Join(dir, "v1.yaml")).status).To(Equal(3))
		Expect(filesOf(dir)).To(HaveLen(2))
	})
})
