package openapi_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const kept = `{"openapi":"3.1.0","info":{"title":"Kept","version":"1","x-a":{"b":[1.10]}},
	"servers":[{"url":"/v1"}],"tags":[{"name":"t"}],"x-tagGroups":[{"name":"g","tags":["t"]}],
	"paths":{"/pets":{"get":{"operationId":"listPets","tags":["t"],"responses":{"200":{"description":"All","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Pet"}}}}}},"put":1}},
	"components":{"schemas":{"Pet":{"type":"object","title":"A pet"}}}}`

// load reads a text with a cache in a directory.
func loadKept(ctx context.Context, text, dir string, options ...openapi.Option) *apidoc.Document {
	GinkgoHelper()
	doc, err := openapi.FromContent(text, append(options, openapi.WithCacheDir(dir))...).Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	return doc
}

// snapshots are the files in a directory.
func snapshots(dir string) []string {
	GinkgoHelper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	Expect(err).NotTo(HaveOccurred())
	return names
}

var _ = Describe("A cache directory", func() {
	var dir string
	BeforeEach(func() { dir = filepath.Join(GinkgoT().TempDir(), "deep", "cache") })

	It("gives the same description to the next run", func(ctx SpecContext) {
		first := loadKept(ctx, kept, dir)
		Expect(snapshots(dir)).To(HaveLen(1))

		second := loadKept(ctx, kept, dir)

		Expect(second.Outline).To(Equal(first.Outline))
		Expect(second.Text).To(Equal(first.Text))
		Expect(second.Problems).NotTo(BeEmpty())
		operation, err := second.Operation(ctx, "listPets")
		Expect(err).NotTo(HaveOccurred())
		Expect(operation.Responses[0].Description).To(Equal("All"))
		uses, err := second.Uses(ctx, "#/components/schemas/Pet")
		Expect(err).NotTo(HaveOccurred())
		Expect(uses.Direct.Operations).To(HaveLen(1))
		model, err := second.Model(ctx, "Pet")
		Expect(err).NotTo(HaveOccurred())
		Expect(model.Schema.Title).To(Equal("A pet"))
	})

	It("is used for the same text alone", func(ctx SpecContext) {
		loadKept(ctx, kept, dir)

		Expect(loadKept(ctx, `{"swagger":"2.0","info":{"title":"Other"},"paths":{}}`, dir).Info.Title).To(Equal("Other"))
		Expect(snapshots(dir)).To(HaveLen(2))
	})

	It("is used for the same limits alone", func(ctx SpecContext) {
		loadKept(ctx, kept, dir)

		_, err := openapi.FromContent(kept, openapi.WithCacheDir(dir), openapi.WithLimits(openapi.Limits{Depth: 3})).Load(ctx)

		Expect(err).To(MatchError(ContainSubstring("nested deeper than 3 levels")))
	})

	DescribeTable("is not used when it is damaged, and then made good:",
		func(ctx SpecContext, damage func(data []byte) []byte) {
			want := loadKept(ctx, kept, dir).Outline
			file := snapshots(dir)[0]
			good, err := os.ReadFile(file)
			Expect(err).NotTo(HaveOccurred())
			Expect(os.WriteFile(file, damage(append([]byte{}, good...)), 0o600)).To(Succeed())

			Expect(loadKept(ctx, kept, dir).Outline).To(Equal(want))

			Expect(os.ReadFile(file)).To(Equal(good))
		},
		Entry("empty", func([]byte) []byte { return nil }),
		Entry("cut", func(b []byte) []byte { return b[:len(b)/2] }),
		Entry("of another format", func(b []byte) []byte { b[16] = '9'; return b }),
		Entry("with one bit changed", func(b []byte) []byte { b[len(b)-9] ^= 1; return b }),
		Entry("longer", func(b []byte) []byte { return append(b, 0) }),
	)

	It("holds the ones used last, and nothing of interrupted runs", func(ctx SpecContext) {
		Expect(os.MkdirAll(dir, 0o700)).To(Succeed())
		left := filepath.Join(dir, "1.tmp")
		Expect(os.WriteFile(left, nil, 0o600)).To(Succeed())
		long := time.Now().Add(-2 * time.Hour)
		Expect(os.Chtimes(left, long, long)).To(Succeed())
		loadKept(ctx, kept, dir)
		first := snapshots(dir)[0]
		Expect(os.Chtimes(first, long, long)).To(Succeed())

		for i := range 20 {
			loadKept(ctx, fmt.Sprintf(`{"openapi":"3.1.0","info":{"title":"%d","version":"1"},"paths":{}}`, i), dir)
		}

		Expect(snapshots(dir)).To(HaveLen(16))
		Expect(first).NotTo(BeAnExistingFile())
		Expect(left).NotTo(BeAnExistingFile())
	})

	It("that cannot be written costs nothing but the time", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "file")
		Expect(os.WriteFile(file, nil, 0o600)).To(Succeed())

		Expect(loadKept(ctx, kept, filepath.Join(file, "below")).Info.Title).To(Equal("Kept"))
	})
})

var _ = Describe("The version of a source", func() {
	It("is that of the text of a file, read when it has changed", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "api.json")
		Expect(os.WriteFile(file, []byte(kept), 0o600)).To(Succeed())
		source, err := openapi.FromFile(file)
		Expect(err).NotTo(HaveOccurred())
		first, err := source.Version(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(source.Version(ctx)).To(Equal(first))

		Expect(os.WriteFile(file, []byte(kept+" "), 0o600)).To(Succeed())

		Expect(source.Version(ctx)).NotTo(Equal(first))
	})

	It("notices a change that leaves size and time as they were, while that is recent", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "api.json")
		now := time.Now()
		write := func(text string) {
			Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
			Expect(os.Chtimes(file, now, now)).To(Succeed())
		}
		write("aaaa")
		source, err := openapi.FromFile(file)
		Expect(err).NotTo(HaveOccurred())
		first, err := source.Version(ctx)
		Expect(err).NotTo(HaveOccurred())

		write("bbbb")

		Expect(source.Version(ctx)).NotTo(Equal(first))
	})

	It("is an error when there is no file any more", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "api.json")
		Expect(os.WriteFile(file, nil, 0o600)).To(Succeed())
		source, err := openapi.FromFile(file)
		Expect(err).NotTo(HaveOccurred())
		Expect(os.Remove(file)).To(Succeed())

		_, err = source.Version(ctx)

		Expect(err).To(MatchError(os.ErrNotExist))
	})

	It("is the same for literal content", func(ctx SpecContext) {
		a, err := openapi.FromContent("x").Version(ctx)
		Expect(err).NotTo(HaveOccurred())

		Expect(openapi.FromContent("x").Version(ctx)).To(Equal(a))
	})
})
