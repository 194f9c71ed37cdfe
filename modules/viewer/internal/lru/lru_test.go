package lru_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/lru"
)

// kept are the keys among some that a cache has a value of.
func kept(c *lru.Cache[int, string], keys ...int) []int {
	var list []int
	for _, key := range keys {
		if _, ok := c.Get(key); ok {
			list = append(list, key)
		}
	}
	return list
}

var _ = Describe("Cache", func() {
	It("drops what was not used for longest when it weighs too much", func() {
		c := lru.New[int, string](100)
		for key := range 4 {
			c.Put(key, "value", 25)
		}
		_, _ = c.Get(0)

		c.Put(4, "value", 10)

		Expect(kept(c, 0, 1, 2, 3, 4)).To(Equal([]int{0, 2, 3, 4}))
	})

	It("counts a value that is put again once", func() {
		c := lru.New[int, string](100)
		for range 20 {
			c.Put(1, "value", 25)
		}
		c.Put(2, "value", 25)

		Expect(kept(c, 1, 2)).To(Equal([]int{1, 2}))
	})

	It("does not keep what would push most of it out", func() {
		c := lru.New[int, string](100)

		c.Put(1, "value", 26)

		Expect(kept(c, 1)).To(BeEmpty())
	})
})
