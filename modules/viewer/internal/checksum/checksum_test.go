package checksum_test

import (
	"bytes"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/checksum"
)

func TestChecksum(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "internal/checksum")
}

var _ = Describe("A checksum", func() {
	It("is the same for the same bytes, in all processes", func() {
		Expect(checksum.Of([]byte("petstore"))).To(Equal(checksum.Of(bytes.Clone([]byte("petstore")))))
		Expect(checksum.Of([]byte("123456789"))).To(Equal("cbf43926e30692839"), "the check values of both CRCs, and the length")
	})

	It("differs when any bit of a text does, and when zeros are added", func() {
		text := []byte("<li>Get a pet</li>\x00")
		seen := map[string]bool{checksum.Of(text): true}
		for i := range text {
			for bit := range 8 {
				other := bytes.Clone(text)
				other[i] ^= 1 << bit
				seen[checksum.Of(other)] = true
			}
		}
		seen[checksum.Of(append(text, 0))] = true
		seen[checksum.Of(nil)] = true

		Expect(seen).To(HaveLen(3 + 8*len(text)))
	})
})
