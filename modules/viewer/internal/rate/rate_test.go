package rate_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/rate"
)

var _ = Describe("Limiter", func() {
	It("allows as many at once as in a minute, and one more as time goes on", func() {
		now := time.Unix(0, 0)
		limit := rate.New[string](2, func() time.Time { return now })

		Expect([]bool{limit.Allow("a"), limit.Allow("a"), limit.Allow("a")}).To(Equal([]bool{true, true, false}))
		Expect(limit.Allow("b")).To(BeTrue())
		now = now.Add(30 * time.Second)
		Expect([]bool{limit.Allow("a"), limit.Allow("a")}).To(Equal([]bool{true, false}))
	})

	It("allows nothing for zero", func() {
		Expect(rate.New[int](0, time.Now).Allow(1)).To(BeFalse())
	})

	It("forgets when there are too many keys, and counts on", func() {
		limit := rate.New[int](1, func() time.Time { return time.Unix(0, 0) })
		for i := range 5000 {
			Expect(limit.Allow(i)).To(BeTrue())
		}
		Expect(limit.Allow(4999)).To(BeFalse())
	})
})

var _ = DescribeTable("Client is a network", func(remote, network string) {
	Expect(fmt.Sprint(rate.Client(remote))).To(Equal(network))
},
	Entry("of one address", "192.0.2.1:80", "192.0.2.1/32"), Entry("without a port", "192.0.2.1", "192.0.2.1/32"),
	Entry("mapped", "[::ffff:192.0.2.1]:1", "192.0.2.1/32"), Entry("half an address of IPv6", "[2001:db8::1%eth0]:1", "2001:db8::/64"),
	Entry("not known", "@", "invalid Prefix"),
)
