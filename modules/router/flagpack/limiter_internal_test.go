package flagpack

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkTake is the limiter alone: the only lock that requests share.
func BenchmarkTake(b *testing.B) {
	for name, keys := range map[string]uint64{"known": 5_000, "evicting": 1 << 40} {
		b.Run(name, func(b *testing.B) {
			l, err := newLimiter(LimitOptions{Rate: 1e6, Burst: 1e9})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					l.take(rand.Uint64N(keys))
				}
			})
		})
	}
}
