package coding_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
)

// body is a text of n lines.
func body(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "<li><a href=\"../operations/get%d\">Get number %d</a></li>\n", i, i*i)
	}
	return b.Bytes()
}

var _ = Describe("A body", func() {
	DescribeTable("is the same after it was compressed",
		func(n int) {
			text := body(n)
			var gzip, zstd bytes.Buffer

			_, err := coding.Gunzip(&gzip, coding.Gzip(text))
			Expect(err).NotTo(HaveOccurred())
			_, err = coding.Unzstd(&zstd, coding.Zstd(text))
			Expect(err).NotTo(HaveOccurred())

			Expect(gzip.Bytes()).To(Equal(append([]byte(nil), text...)))
			Expect(zstd.Bytes()).To(Equal(append([]byte(nil), text...)))
		},
		Entry("short", 1), Entry("of a page", 2000), Entry("larger than what a match is looked for in", 30_000),
	)

	It("is smaller with zstd than with gzip", func() {
		text := body(2000)

		Expect(len(coding.Zstd(text))).To(BeNumerically("<", len(coding.Gzip(text))))
	})

	It("is compressed for many at the same time", func() {
		text := body(500)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				defer GinkgoRecover()
				var out bytes.Buffer
				_, err := coding.Unzstd(&out, coding.Zstd(text))
				Expect(err).NotTo(HaveOccurred())
				Expect(out.Bytes()).To(Equal(text))
			})
		}
		all.Wait()
	})
})

var _ = Describe("A dictionary", func() {
	It("is named by its SHA-256, and so is what is compressed with it", func() {
		text := body(100)
		sum := sha256.Sum256(text)

		packed := coding.NewDictionary(text).Pack(body(101))

		Expect(packed[:8]).To(Equal([]byte{0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0}))
		Expect(packed[8:40]).To(Equal(sum[:]))
	})

	It("leaves what it has out of what is compressed", func() {
		d := coding.NewDictionary(body(2000))
		text := append(body(2000), "and some more"...)

		packed := d.Pack(text)
		opened, err := d.Unpack(packed)

		Expect(err).NotTo(HaveOccurred())
		Expect(opened).To(Equal(text))
		Expect(len(packed)).To(BeNumerically("<", 400))
	})

	It("opens nothing that was compressed with another", func() {
		packed := coding.NewDictionary([]byte("one")).Pack(body(10))

		_, err := coding.NewDictionary([]byte("another")).Unpack(packed)

		Expect(err).To(MatchError(ContainSubstring("another dictionary")))
	})

	It("may be empty", func() {
		d := coding.NewDictionary(nil)

		opened, err := d.Unpack(d.Pack(body(10)))

		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Count(string(opened), "<li>")).To(Equal(10))
	})
})
