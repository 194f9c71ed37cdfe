package admission_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
)

// from is a request of a client.
func from(ctx context.Context, address string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	r.RemoteAddr = address + ":1"
	return r
}

// crowd are requests that stay until they are told to leave.
type crowd struct {
	gate *admission.Gate

	mu     sync.Mutex
	out    int
	leaves []func() // of those who are in, or were
}

// counts are how many have come in, and how many were refused.
func (c *crowd) counts() []int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return []int{len(c.leaves), c.out}
}

// leave has one of them leave.
func (c *crowd) leave(i int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leaves[i]()
}

// come sends requests of a weight, and waits until nothing happens any more.
func (c *crowd) come(t *testing.T, n int, address string, weight int) {
	t.Helper()
	for range n {
		go func() {
			_, leave, ok := c.gate.Enter(httptest.NewRecorder(), from(t.Context(), address), weight)
			c.mu.Lock()
			defer c.mu.Unlock()
			if !ok {
				c.out++
				return
			}
			c.leaves = append(c.leaves, leave)
		}()
	}
	synctest.Wait()
}

func bubble(t *testing.T, name string, run func(t *testing.T, g Gomega, c *crowd)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := &crowd{gate: admission.New(8)}
			run(t, NewWithT(t), c)
			for i := range c.counts()[0] {
				c.leave(i)
			}
			time.Sleep(admission.Patience)
			synctest.Wait()
		})
	})
}

func TestGate(t *testing.T) {
	bubble(t, "one client has half, and another one enters", func(t *testing.T, g Gomega, c *crowd) {
		c.come(t, 10, "192.0.2.1", 1)
		g.Expect(c.counts()[0]).To(Equal(4))
		c.come(t, 1, "192.0.2.2", 1)
		g.Expect(c.counts()[0]).To(Equal(5))
	})
	bubble(t, "all together have the capacity, by weight", func(t *testing.T, g Gomega, c *crowd) {
		c.come(t, 1, "192.0.2.1", 100)
		c.come(t, 1, "192.0.2.2", 3)
		c.come(t, 1, "192.0.2.3", 2)
		g.Expect(c.counts()[0]).To(Equal(2))
	})
	bubble(t, "who waits enters when another leaves, and once", func(t *testing.T, g Gomega, c *crowd) {
		c.come(t, 5, "192.0.2.1", 1)
		c.leave(0)
		c.leave(0)
		synctest.Wait()
		g.Expect(c.counts()[0]).To(Equal(5))
		c.come(t, 1, "192.0.2.1", 1)
		g.Expect(c.counts()[0]).To(Equal(5))
	})
	bubble(t, "who waits too long is refused", func(t *testing.T, g Gomega, c *crowd) {
		c.come(t, 6, "192.0.2.1", 1)
		g.Expect(c.counts()[1]).To(BeZero())
		time.Sleep(admission.Patience)
		synctest.Wait()
		g.Expect(c.counts()).To(Equal([]int{4, 2}))
	})
	bubble(t, "only so many wait, of one client half of them", func(t *testing.T, g Gomega, c *crowd) {
		c.come(t, 4+128+7, "192.0.2.1", 1)
		g.Expect(c.counts()[1]).To(Equal(7))
		c.come(t, 1, "192.0.2.2", 1)
		g.Expect(c.counts()[0]).To(Equal(5))
	})
	bubble(t, "who writes has left", func(t *testing.T, g Gomega, c *crowd) {
		for range 20 {
			w, leave, ok := c.gate.Enter(httptest.NewRecorder(), from(t.Context(), "192.0.2.1"), 4)
			g.Expect(ok).To(BeTrue())
			_, _ = w.Write([]byte("x"))
			leave()
		}
	})
	bubble(t, "who has gone waits no more", func(t *testing.T, g Gomega, c *crowd) {
		c.come(t, 4, "192.0.2.1", 1)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, _, ok := c.gate.Enter(httptest.NewRecorder(), from(ctx, "192.0.2.1"), 1)
		g.Expect(ok).To(BeFalse())
	})
}
