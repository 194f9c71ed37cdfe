package poll_test

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/poll"
)

// clock notes when it is asked, in seconds since it was made.
type clock struct {
	began    time.Time
	mu       sync.Mutex
	answered time.Time
	asked    []int
}

func (c *clock) every(seconds int) *poll.Subscriber {
	return &poll.Subscriber{
		Every: time.Duration(seconds) * time.Second,
		Answered: func() time.Time {
			c.mu.Lock()
			defer c.mu.Unlock()
			return c.answered
		},
		Ask: func(time.Duration) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.asked = append(c.asked, int(time.Since(c.began).Seconds()))
		},
	}
}

func (c *clock) answer() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answered = time.Now()
}

func (c *clock) times() []int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked
}

// in runs f in a bubble, with timers.
func in(t *testing.T, f func(*WithT, *poll.Timers[string], *clock)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		timers := poll.New[string]()
		defer timers.Close()
		f(NewWithT(t), timers, &clock{began: time.Now()})
	})
}

func wait(seconds int) { time.Sleep(time.Duration(seconds) * time.Second); synctest.Wait() }

func TestTimersAskOnceForAllAtTheShortestInterval(t *testing.T) {
	in(t, func(g *WithT, timers *poll.Timers[string], c *clock) {
		timers.Subscribe("a", c.every(10))
		leave := timers.Subscribe("a", c.every(3))
		g.Expect(timers.Len()).To(Equal(1))

		wait(7)
		leave()
		wait(10)

		g.Expect(c.times()).To(Equal([]int{3, 6, 16}))
	})
}

func TestTimersWaitAnIntervalAfterAnAnswerThatHasComeMeanwhile(t *testing.T) {
	in(t, func(g *WithT, timers *poll.Timers[string], c *clock) {
		timers.Subscribe("a", c.every(10))
		wait(4)
		c.answer()

		wait(11)

		g.Expect(c.times()).To(Equal([]int{14}))
	})
}

func TestTimersAskAtOnceAfterAPause(t *testing.T) {
	in(t, func(g *WithT, timers *poll.Timers[string], c *clock) {
		leave := timers.Subscribe("a", c.every(10))
		timers.Pause()
		wait(25)
		timers.Resume()
		timers.Resume()
		wait(10)

		leave()
		wait(60)

		g.Expect(c.times()).To(Equal([]int{25, 35}))
		g.Expect(timers.Len()).To(BeZero())
	})
}
