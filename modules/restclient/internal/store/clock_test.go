package store_test

import (
	"time"
	"unsafe"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// jumped is t after the wall clock was set: the monotonic reading stays. The
// seconds of the wall clock are the bits from 30 on of the first word of a
// time.Time that has both.
func jumped(t time.Time, by time.Duration) time.Time {
	wall := (*uint64)(unsafe.Pointer(&t))
	*wall += uint64(int64(by/time.Second)) << 30
	return t
}

var _ = DescribeTable("Freshness does not change when the wall clock jumps",
	func(jump time.Duration) {
		now, wall := time.Now(), time.Duration(0)
		st := store.New(store.WithClock(func() time.Time { return jumped(now, wall) }))
		values := ValuesOf[int](st)
		status := func(key string) store.Status {
			_, status := values.Get(key)
			return status
		}
		values.Set(store.Write{Start: st.Begin(), TTL: 10 * time.Minute}, "fresh", 1)
		values.Set(store.Write{Start: st.Begin()}, "stale", 1)

		wall = jump

		Expect(jumped(now, wall).Round(0).Sub(now.Round(0))).To(Equal(jump))
		Expect(status("fresh")).To(Equal(store.Fresh))
		Expect(status("stale")).To(Equal(store.Stale))
		now = now.Add(10 * time.Minute)
		Expect(status("fresh")).To(Equal(store.Stale))
	},
	Entry("forwards", time.Hour),
	Entry("backwards", -time.Hour),
)
