package browsertest

import (
	"os"
	"strconv"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"
)

// Slow is the environment variable that has Open slow every tab down, so that a spec
// that does not wait for what it means fails: how many times longer the scripts of pages
// take, such as 4. Empty is as fast as the machine.
const Slow = "TREFOIL_SLOW"

// Latency is what a request takes longer in a tab that has been slowed down.
const Latency = 150 * time.Millisecond

// SlowDown has the scripts of pages take so many times longer, and each of their requests
// Latency more, from now on. Workers are as fast as ever.
func (b *Browser) SlowDown(times float64) {
	ginkgo.GinkgoHelper()
	b.Run(
		emulation.SetCPUThrottlingRate(times),
		network.EmulateNetworkConditions(false, float64(Latency.Milliseconds()), -1, -1),
	)
}

// slowness is what Slow says, 1 for nothing.
func slowness() float64 {
	ginkgo.GinkgoHelper()
	text := os.Getenv(Slow)
	if text == "" {
		return 1
	}
	times, err := strconv.ParseFloat(text, 64)
	gomega.Expect(err).NotTo(gomega.HaveOccurred(), Slow+" is how many times slower pages are, such as 4")
	gomega.Expect(times).To(gomega.BeNumerically(">=", 1), Slow+" is how many times slower pages are, such as 4")
	return times
}
