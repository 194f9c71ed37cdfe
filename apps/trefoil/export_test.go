package main

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
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
		Expect(trefoil(ctx, "export", "-single", filepath.Join(dir, "new", "a.html"), filepath.Join(dir, "v1.yaml"))).To(Equal(outcome{}))
		Expect(trefoil(ctx, "export", "-single", filepath.Join(dir, "b.html"), filepath.Join(dir, "v1.yaml"))).To(Equal(outcome{}))

		all := filesOf(dir)
		Expect(all["new/a.html"]).To(And(ContainSubstring("listOrders"), Equal(all["b.html"])))
		Expect(all).To(HaveLen(4), "nothing else is left")
	})

	It("writes versions side by side, each page with a way to the same one of the others", func(ctx SpecContext) {
		Expect(trefoil(ctx, "export", "-o", out, filepath.Join(dir, "v1.yaml"), filepath.Join(dir, "v2.yaml"))).To(Equal(outcome{}))

		all := filesOf(out)
		Expect(all["index.html"]).To(And(ContainSubstring(`href="./v1/index.html"`), ContainSubstring(`href="./v2/index.html"`), Not(ContainSubstring("<form"))))
		Expect(all["v1/operations/listOrders.html"]).To(ContainSubstring(`href="../../v2/operations/listOrders.html"`))
		Expect(all["v1/operations/clearOrders.html"]).To(ContainSubstring(`href="../../v2/index.html"`))
	})

	It("writes what versions have changed: files, and the revisions of git with their dates", func(ctx SpecContext) {
		repository(ctx, dir, map[string]string{"api.yaml": shop})
		GinkgoT().Chdir(dir)
		Expect(os.WriteFile("api.yaml", []byte(newShop), 0o600)).To(Succeed())

		Expect(trefoil(ctx, "export", "-o", out, "-public", "https://api.example/docs", "-earlier", "HEAD:api.yaml", "-earlier", "v1.yaml", "api.yaml")).To(Equal(outcome{}))

		all := filesOf(out)
		Expect(all["changes.html"]).To(And(MatchRegexp(`<time datetime="20\d\d-\d\d-\d\d">`), ContainSubstring("the operation is gone"), ContainSubstring(`href="./changes/1.2.0.html"`)))
		Expect(all["changes/1.3.0.html"]).To(ContainSubstring(`href="../operations/listOrders.html"`))
		Expect(all["changes.atom"]).To(ContainSubstring(`href="https://api.example/docs/changes/1.3.0.html"`))
		Expect(all["data/search/index.js"]).To(ContainSubstring("changes.html"))
		Expect(trefoil(ctx, "export", "-single", "one.html", "-earlier", "v1.yaml", "api.yaml")).To(Equal(outcome{}))
		one := filesOf(dir)["one.html"]
		Expect(one).To(And(ContainSubstring(`href="#changes/"`), ContainSubstring("the operation is gone"), Not(ContainSubstring("changes.atom"))))
	})

	It("dates a version by the commit that has the file as it is", func(ctx SpecContext) {
		repository(ctx, dir, map[string]string{"v1.yaml": shop, "v2.yaml": newShop})
		Expect(os.WriteFile(filepath.Join(dir, "v1.yaml"), []byte(shop+"tags: []\n"), 0o600)).To(Succeed())

		Expect(trefoil(ctx, "export", "-o", out, "-earlier", filepath.Join(dir, "v1.yaml"), filepath.Join(dir, "v2.yaml"))).To(Equal(outcome{}))

		all := filesOf(out)
		Expect(all["changes/1.3.0.html"]).To(ContainSubstring(`<time datetime="2026-01-02">`))
		Expect(all["changes/1.2.0.html"]).NotTo(ContainSubstring("<time"))
		Expect(all["changes.atom"]).To(ContainSubstring("<updated>2026-01-02T03:04:05Z</updated>"))
	})

	It("dates nothing by the oldest commit of a shallow clone, which only seems to have changed all files", func(ctx SpecContext) {
		repository(ctx, dir, map[string]string{"v1.yaml": shop, "v2.yaml": newShop})
		repository(ctx, dir, map[string]string{"other": ""})
		clone := filepath.Join(dir, "clone")
		cloned, err := exec.CommandContext(ctx, "git", "clone", "--quiet", "--depth=1", "file://"+filepath.ToSlash(dir), clone).CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(cloned))

		Expect(trefoil(ctx, "export", "-o", out, "-earlier", filepath.Join(clone, "v1.yaml"), filepath.Join(clone, "v2.yaml"))).To(Equal(outcome{}))

		Expect(filesOf(out)["changes.html"]).To(And(ContainSubstring("the operation is gone"), Not(ContainSubstring("<time"))))
	})

	It("writes no feed of versions that have no date", func(ctx SpecContext) {
		Expect(trefoil(ctx, "export", "-o", out, "-earlier", filepath.Join(dir, "v1.yaml"), filepath.Join(dir, "v2.yaml"))).To(Equal(outcome{}))

		all := filesOf(out)
		Expect(all).To(And(HaveKey("changes.html"), Not(HaveKey("changes.atom"))))
		Expect(all["changes.html"]).NotTo(ContainSubstring("changes.atom"))
	})

	It("finds the earlier versions that trefoil.yaml names beside it", func(ctx SpecContext) {
		Expect(os.WriteFile(filepath.Join(dir, "trefoil.yaml"), []byte("export:\n  earlier: [v1.yaml]\n"), 0o600)).To(Succeed())

		Expect(trefoil(ctx, "export", "-o", out, filepath.Join(dir, "v2.yaml"))).To(Equal(outcome{}))

		Expect(filesOf(out)["changes.html"]).To(ContainSubstring("the operation is gone"))
	})

	It("writes absolute addresses where it knows them", func(ctx SpecContext) {
		Expect(trefoil(ctx, "export", "-o", out, "-public", "https://api.example/docs", filepath.Join(dir, "v1.yaml"))).To(Equal(outcome{}))

		Expect(filesOf(out)["sitemap.xml"]).To(ContainSubstring("<loc>https://api.example/docs/operations/listOrders.html</loc>"))
	})

	It("writes the absolute addresses of several descriptions below their folders", func(ctx SpecContext) {
		Expect(trefoil(ctx, "export", "-o", out, "-public", "https://api.example/docs/", filepath.Join(dir, "v1.yaml"), filepath.Join(dir, "v2.yaml"))).To(Equal(outcome{}))

		all := filesOf(out)
		Expect(all["v2/sitemap.xml"]).To(ContainSubstring("<loc>https://api.example/docs/v2/operations/listOrders.html</loc>"))
		Expect(all["v1/operations/listOrders.html"]).To(ContainSubstring(`rel="canonical" href="https://api.example/docs/v1/operations/listOrders.html"`))
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
		Entry("earlier versions of several descriptions", 2, "earlier versions are those of one description", "-o", "out", "-earlier", "v1.yaml", "v1.yaml", "v2.yaml"),
		Entry("an earlier version that is not there", 3, "ghost.yaml", "-o", "out", "-earlier", "ghost.yaml", "v1.yaml"),
		Entry("a description that cannot be read, into one file", 3, "broken.yaml:1:1", "-single", "b.html", "broken.yaml"),
		Entry("a description that cannot be read, into a folder", 3, "broken.yaml:1:1", "-o", "out", "broken.yaml"),
		Entry("one of several that cannot be read", 3, "broken.yaml:1:1", "-o", "out", "v1.yaml", "broken.yaml"),
		Entry("a file in place of a folder", 3, "v1.yaml: not a directory", "-single", "v1.yaml/b.html", "v1.yaml"),
	)

	It("leaves nothing when it is interrupted", func(ctx SpecContext) {
		stopped, stop := context.WithCancel(ctx)
		stop()

		Expect(trefoil(stopped, "export", "-o", out, filepath.Join(dir, "v1.yaml")).status).To(Equal(3))
		Expect(filesOf(dir)).To(HaveLen(2))
	})
})
