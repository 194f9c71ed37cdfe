package pagecache_test

import (
	"bytes"
	"compress/gzip"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
)

func page(n int) pagecache.Entry { return pagecache.Entry{Body: make([]byte, n)} }

var _ = Describe("Cache", func() {
	It("drops what was not used for longest", func() {
		c := pagecache.New(5000)
		for _, name := range []string{"a", "b", "c", "d"} {
			c.Put(name, page(900))
		}
		_, _ = c.Get("a")

		c.Put("e", page(900))

		Expect(keys(c, "a", "b", "c", "d", "e")).To(Equal([]string{"a", "c", "d", "e"}))
	})

	It("replaces what it has", func() {
		c := pagecache.New(5000)
		c.Put("a", page(10))

		c.Put("a", page(20))

		got, _ := c.Get("a")
		Expect(got.Body).To(HaveLen(20))
	})

	It("is given a copy: of the compressed body where there is one", func() {
		body := []byte("body")

		plain := pagecache.Entry{Body: body, ETag: "e"}.Packed()
		packed := pagecache.Entry{Body: body, Gzip: []byte("zip")}.Packed()
		body[0] = 'x'

		Expect(plain).To(Equal(pagecache.Entry{Body: []byte("body"), ETag: "e"}))
		Expect(packed).To(Equal(pagecache.Entry{Gzip: []byte("zip")}))
	})

	It("decompresses an entry on its way out", func() {
		var packed, out bytes.Buffer
		z := gzip.NewWriter(&packed)
		Expect(z.Write(bytes.Repeat([]byte("body"), 1<<20))).To(Equal(4 << 20))
		Expect(z.Close()).To(Succeed())

		n, err := pagecache.Entry{Gzip: packed.Bytes()}.WriteTo(&out)

		Expect(err).NotTo(HaveOccurred())
		Expect(n).To(BeNumerically("==", 4<<20))
		Expect(out.String()).To(Equal(strings.Repeat("body", 1<<20)))
	})

	It("does not keep what would push everything else out", func() {
		c := pagecache.New(5000)
		c.Put("small", page(100))

		c.Put("large", page(4000))

		Expect(keys(c, "small", "large")).To(Equal([]string{"small"}))
	})
})

func keys(c *pagecache.Cache, names ...string) (found []string) {
	for _, name := range names {
		if _, ok := c.Get(name); ok {
			found = append(found, name)
		}
	}
	return found
}
