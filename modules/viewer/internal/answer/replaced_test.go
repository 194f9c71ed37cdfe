package answer_test

import (
	"bytes"
	"io"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
)

var _ = DescribeTable("Replaced puts a text in the place of every mark,",
	func(text string) {
		kept, err := answer.Packed("", func(w io.Writer, _ func() int) (int, error) { return io.WriteString(w, text) })
		Expect(err).NotTo(HaveOccurred())

		for _, entry := range []pagecache.Entry{{Body: []byte(text)}, kept} {
			replaced, err := answer.Replaced(entry, "MARK", "https://a.example")
			var got bytes.Buffer
			_, failed := replaced.WriteTo(&got)

			Expect(err).NotTo(HaveOccurred())
			Expect(failed).NotTo(HaveOccurred())
			Expect(got.String()).To(Equal(strings.ReplaceAll(text, "MARK", "https://a.example")))
			Expect(replaced.Size).To(Equal(got.Len()))
		}
	},
	Entry("of none", "M"),
	Entry("of nothing", ""),
	Entry("at the ends", "MARK and MARK"),
	Entry("one after the other", "MARKMARK MMARKK"),
	Entry("that begins at the end", "MARK MAR"),
	Entry("wherever a long text is read in pieces", strings.Repeat("MARKx", 40_000)+strings.Repeat("MAR", 30_000)),
)
