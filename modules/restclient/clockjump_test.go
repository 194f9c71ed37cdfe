package restclient_test

import (
	"math"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// A clock of one's own may be set: nothing is fresh, and no error stands, for longer.

func TestAClockThatGoesBack(t *testing.T) {
	jumps := map[string]time.Duration{"stays": 0, "goes back": -time.Hour, "goes forward and back": time.Hour}
	for name, jump := range jumps {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, server, ep := NewWithT(t), counter(), counting(restclient.WithExpiry(10*time.Second))
				set := time.Duration(0)
				_, ctx := clientFor(t, server, restclient.WithClock(func() time.Time { return time.Now().Add(set) }))
				use := func() int {
					n, err := restclient.UseSuspense(ctx, ep, restclient.None{})
					g.Expect(err).NotTo(HaveOccurred())
					synctest.Wait()
					return n
				}
				if jump > 0 {
					set = jump
				}
				g.Expect(use()).To(Equal(1))
				sleep(9)
				set = min(jump, 0)
				g.Expect(use()).To(Equal(1))
				g.Expect(server.times()).To(HaveLen(1), "fresh")

				sleep(1)
				use()
				g.Expect(server.times()).To(HaveLen(1), "read again")
			})
		})
	}
}

func TestAnErrorUnderAClockThatGoesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, set := NewWithT(t), time.Duration(0)
		server := newScript(func(n int, _ *core.Request) (int, string) {
			if n == 1 {
				return http.StatusForbidden, `{}`
			}
			return 200, `2`
		})
		ep := counting(restclient.WithErrorExpiry(10 * time.Second))
		_, ctx := clientFor(t, server, restclient.WithClock(func() time.Time { return time.Now().Add(set) }))
		use := func() (int, error) { return restclient.UseSuspense(ctx, ep, restclient.None{}) }
		_, err := use()
		g.Expect(err).To(HaveField("Status", http.StatusForbidden))

		sleep(9)
		set = -time.Hour
		_, err = use()
		g.Expect(err).To(HaveField("Status", http.StatusForbidden), "it stands")
		sleep(1)
		g.Expect(use()).To(Equal(2))
	})
}

func TestTimesWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), counter()
		client, ctx := clientFor(t, server)
		good, bad := counting(restclient.WithExpiry(math.MaxInt64)), counting(restclient.WithErrorExpiry(math.MaxInt64))
		sleep(1)
		for range 3 {
			g.Expect(restclient.UseSuspense(ctx, good, restclient.None{})).To(Equal(1))
			sleep(365 * 24 * 3600)
		}
		g.Expect(server.seen()).To(HaveLen(1))
		client.Reset(ctx)

		server.set(func(int, *core.Request) (int, string) { return http.StatusForbidden, `{}` })
		for range 3 {
			_, err := restclient.UseSuspense(ctx, bad, restclient.None{})
			g.Expect(err).To(HaveField("Status", http.StatusForbidden))
			sleep(365 * 24 * 3600)
		}
		g.Expect(server.seen()).To(HaveLen(1))
	})
}
