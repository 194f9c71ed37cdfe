package share_test

import (
	"context"
	"testing"
	"testing/synctest"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
)

func TestQueueLetsOneGoAfterTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		var q share.Queue[string]
		var order []int
		first, err := q.Wait(t.Context(), "a")
		g.Expect(err).NotTo(HaveOccurred())
		for i := range 3 {
			go func() {
				done, _ := q.Wait(t.Context(), "a")
				order = append(order, i)
				done()
			}()
			synctest.Wait()
		}

		other, err := q.Wait(t.Context(), "b")
		g.Expect(err).NotTo(HaveOccurred(), "another key waits for nobody")
		other()
		g.Expect(order).To(BeEmpty())
		first()
		synctest.Wait()

		g.Expect(order).To(Equal([]int{0, 1, 2}))
	})
}

func TestQueueLetsTheNextGoWhenOneLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		var q share.Queue[int]
		first, _ := q.Wait(t.Context(), 1)
		leaving, leave := context.WithCancel(t.Context())
		var events []string
		go func() {
			_, err := q.Wait(leaving, 1)
			events = append(events, err.Error())
		}()
		synctest.Wait()
		go func() {
			done, _ := q.Wait(t.Context(), 1)
			events = append(events, "last")
			done()
		}()
		synctest.Wait()

		leave()
		synctest.Wait()
		g.Expect(events).To(Equal([]string{"context canceled"}))
		first()
		synctest.Wait()

		g.Expect(events).To(Equal([]string{"context canceled", "last"}))
		again, err := q.Wait(t.Context(), 1)
		g.Expect(err).NotTo(HaveOccurred())
		again()
	})
}
