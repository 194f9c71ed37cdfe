//go:build unix && !solaris && !aix

package export_test

import (
	"os"
	"path/filepath"
	"syscall"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/export"
)

var _ = Describe("An export into a folder that is there", func() {
	var dir, outside string

	BeforeEach(func(ctx SpecContext) {
		dir, outside = filepath.Join(GinkgoT().TempDir(), "docs"), GinkgoT().TempDir()
		Expect(os.Mkdir(dir, 0o755)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(outside, "index.html"), []byte("theirs"), 0o600)).To(Succeed())
	})

	// stage is what an export leaves that is killed.
	stage := func(name string) string {
		GinkgoHelper()
		at := filepath.Join(dir, name)
		Expect(os.Mkdir(at, 0o700)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(at, "index.html"), nil, 0o600)).To(Succeed())
		return at
	}

	It("removes what an earlier one has left that was killed", func(ctx SpecContext) {
		left := stage(".trefoil-export-stage-123456")

		Expect(export.Folder(ctx, reference(), dir)).To(Succeed())

		Expect(left).NotTo(BeAnExistingFile())
	})

	It("leaves the files of one that is still at work, and what only looks alike", func(ctx SpecContext) {
		used, alike := stage(".trefoil-export-stage-123456"), stage(".trefoil-export-stage-mine")
		f, err := os.Open(used)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(f.Close)
		Expect(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)).To(Succeed())
		link := filepath.Join(dir, ".trefoil-export-stage-789")
		Expect(os.Symlink(outside, link)).To(Succeed())

		Expect(export.Folder(ctx, reference(), dir)).To(Succeed())

		Expect([]string{filepath.Join(used, "index.html"), filepath.Join(alike, "index.html"), filepath.Join(link, "index.html")}).To(HaveEach(BeAnExistingFile()))
	})

	DescribeTable("refuses a symbolic link that leads out of it, by its name, and changes nothing", func(ctx SpecContext, name string) {
		target := outside
		if filepath.Ext(name) != "" {
			target = filepath.Join(outside, "index.html")
		}
		Expect(os.Symlink(target, filepath.Join(dir, name))).To(Succeed())
		before := files(outside)

		Expect(export.Folder(ctx, reference(), dir)).To(MatchError(ContainSubstring(filepath.Join(dir, name) + " is a symbolic link that leads out of " + dir)))

		Expect(files(outside)).To(Equal(before))
		Expect(os.ReadDir(dir)).To(HaveLen(1))
	},
		Entry("a folder", "operations"),
		Entry("a file", "index.html"),
		Entry("the list of what was written", ".trefoil-export"),
	)

	It("writes through a symbolic link that stays in it", func(ctx SpecContext) {
		Expect(os.Mkdir(filepath.Join(dir, "v1"), 0o755)).To(Succeed())
		Expect(os.Symlink("v1", filepath.Join(dir, "operations"))).To(Succeed())

		Expect(export.Folder(ctx, reference(), dir)).To(Succeed())

		Expect(filepath.Join(dir, "v1", "feed.html")).To(BeARegularFile())
	})

	It("removes nothing outside of it that its list of an earlier export names", func(ctx SpecContext) {
		Expect(os.Symlink(outside, filepath.Join(dir, "old"))).To(Succeed())
		Expect(os.WriteFile(filepath.Join(dir, ".trefoil-export"), []byte("old/index.html\n"), 0o600)).To(Succeed())

		Expect(export.Folder(ctx, reference(), dir)).To(MatchError(ContainSubstring(filepath.Join(dir, "old"))))

		Expect(filepath.Join(outside, "index.html")).To(BeARegularFile())
	})
})
