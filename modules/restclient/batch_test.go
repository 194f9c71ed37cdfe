package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

func TestGetsWithinOneWindowAreOneRequestAndHaveEachItsOwnResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(_ int, r *core.Request) (int, string) {
			_, ids, _ := strings.Cut(r.URL, "ids=")
			rows := []string{}
			for id := range strings.SplitSeq(ids, ",") {
				rows = append(rows, `{"id":`+id+`,"n":`+id+`}`)
			}
			return 200, "[" + strings.Join(rows[1:], ",") + "]" // without the first
		})
		client, _ := clientFor(t, server)
		accounts := accountsWith(restclient.WithBatchGet(func(ids []int) accountFilter {
			slices.Sort(ids)
			return accountFilter{IDs: ids}
		})).On(client)
		var done sync.WaitGroup
		for id := 1; id <= 100; id++ {
			done.Go(func() {
				a, err := accounts.Get(t.Context(), id)
				if id == 1 {
					g.Expect(err).To(MatchError(restclient.ErrNotFound))
					return
				}
				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(a.N).To(Equal(int64(id)))
			})
		}
		done.Wait()

		g.Expect(server.seen()).To(HaveLen(1))
	})
}

func TestAGetIsAnsweredThatBeginsInAWindowWhoseGetsHaveAllLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(_ int, r *core.Request) (int, string) {
			if strings.Contains(r.URL, "ids=") {
				return 200, `[{"id":2,"n":2},{"id":3,"n":3}]`
			}
			return 200, `{"id":2,"n":2}`
		})
		client, _ := clientFor(t, core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			return server.Do(ctx, r)
		}))
		accounts := accountsWith(restclient.WithBatchGet(func(ids []int) accountFilter {
			slices.Sort(ids)
			return accountFilter{IDs: ids}
		})).On(client)
		leaving, leave := context.WithTimeout(t.Context(), restclient.DefaultBatchWindow/2)
		defer leave()
		_, err := accounts.Get(leaving, 1)
		g.Expect(err).To(MatchError(context.DeadlineExceeded))
		synctest.Wait()

		var both sync.WaitGroup
		for id := 2; id <= 3; id++ {
			both.Go(func() {
				a, err := accounts.Get(t.Context(), id)
				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(a.N).To(Equal(int64(id)))
			})
		}
		both.Wait()

		g.Expect(server.seen()).To(Equal([]string{"GET /accounts?ids=2,3"}), "nothing for what has left")
	})
}

func TestGetsThatWaitForOthersEndWithTheirClient(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(*restclient.Client)
		want error
	}{
		"closed": {(*restclient.Client).Close, restclient.ErrClosed},
		"reset":  {func(c *restclient.Client) { c.Reset(context.Background()) }, restclient.ErrReset},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				client, _ := clientFor(t, newScript(func(int, *core.Request) (int, string) { return 200, `[]` }))
				accounts := accountsWith(restclient.WithBatchGet(func(ids []int) accountFilter { return accountFilter{IDs: ids} })).On(client)
				var got error
				var done sync.WaitGroup
				done.Go(func() { _, got = accounts.Get(t.Context(), 1) })
				synctest.Wait()
				c.end(client)
				done.Wait()

				g.Expect(got).To(MatchError(c.want))
			})
		})
	}
}

func TestALiveLoopReadsWhatIsStaleAtOnceInOneBatchOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(n int, r *core.Request) (int, string) {
			var id int
			if alone, _ := fmt.Sscanf(r.URL, "http://api.test/accounts/%d", &id); alone == 1 {
				return 200, fmt.Sprintf(`{"id":%d,"n":%d}`, id, n)
			}
			return 200, fmt.Sprintf(`[{"id":1,"n":%d},{"id":2,"n":%[1]d}]`, n)
		})
		_, ctx := clientFor(t, server)
		accounts := accountsWith(restclient.WithExpiry(0), restclient.WithBatchGet(func(ids []int) accountFilter { return accountFilter{IDs: ids} }))
		l := follow(ctx, live(func(ctx context.Context) (int64, error) {
			one, two := restclient.UseDLE(ctx, accounts.Get, 1), restclient.UseDLE(ctx, accounts.Get, 2)
			return one.Data.N + two.Data.N, errors.Join(one.Err, two.Err)
		}))

		sleep(10)

		values, errs := l.got()
		g.Expect(errs).To(BeEmpty())
		g.Expect(values).NotTo(BeEmpty())
		g.Expect(len(server.seen())).To(Equal(1), "requests")
	})
}

var _ = Describe("Gets within one window", func() {
	byIDs := restclient.WithBatchGet(func(ids []int) accountFilter {
		slices.Sort(ids)
		return accountFilter{IDs: ids}
	})

	It("fail together, each with an error of its own", func(ctx SpecContext) {
		server := newRecorder()
		server.answers(http.StatusTeapot, "", "")
		accounts := accountsWith(byIDs).On(start(server))
		errs := make([]error, 2)
		var done sync.WaitGroup
		for id := range errs {
			done.Go(func() { _, errs[id] = accounts.Get(ctx, id) })
		}
		done.Wait()

		Expect(errs[0]).To(MatchError(ContainSubstring("418")))
		Expect(errs[1]).To(MatchError(ContainSubstring("418")))
		Expect(errs[0]).NotTo(BeIdenticalTo(errs[1]))
	})

	It("that is alone is sent as usual", func(ctx SpecContext) {
		server := newBank(account{ID: 1})
		_, err := accountsWith(byIDs).On(start(server)).Get(ctx, 1)

		Expect(err).NotTo(HaveOccurred())
		Expect(server.requests()).To(Equal([]string{"GET /accounts/1"}))
	})

	It("end their request when all have left", func(ctx SpecContext) {
		server, g := newBank(account{ID: 1}, account{ID: 2}), newGate(http.MethodGet, false)
		server.hold = g.hold
		accounts := accountsWith(byIDs).On(start(server))
		waiting, cancel := context.WithCancel(ctx)
		var done sync.WaitGroup
		for id := 1; id <= 2; id++ {
			done.Go(func() {
				defer GinkgoRecover()
				_, err := accounts.Get(waiting, id)
				Expect(err).To(MatchError(context.Canceled))
			})
		}
		g.next(ctx)
		cancel()
		done.Wait()
	})

	It("are refused for other keys and arguments", func() {
		Expect(accountsWith(restclient.WithBatchGet(func([]string) accountFilter { return accountFilter{} })).Err()).
			To(MatchError(ContainSubstring("the keys are int, not string")))
		Expect(accountsWith(restclient.WithBatchGet(func([]int) TodoFilter { return TodoFilter{} })).Err()).
			To(MatchError(ContainSubstring("the arguments of lists are restclient_test.accountFilter")))
	})
})

func TestAnEntityThatIsDeletedWhileItIsReadIsWhatTheServerHasAnsweredAloneAndWithOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(_ int, r *core.Request) (int, string) {
			if r.Method == http.MethodDelete {
				return 204, ""
			}
			time.Sleep(time.Second)
			if strings.Contains(r.URL, "ids=") {
				return 200, `[{"id":1,"n":1},{"id":2,"n":2}]`
			}
			return 200, `{"id":3,"n":3}`
		})
		client, ctx := clientFor(t, server)
		declared := accountsWith(restclient.WithBatchGet(func(ids []int) accountFilter { return accountFilter{IDs: ids} }))
		accounts := declared.On(client)
		var got [4]account
		var errs [4]error
		var done sync.WaitGroup
		read := func(id int) { done.Go(func() { got[id], errs[id] = accounts.Get(ctx, id) }) }
		read(1)
		read(2)
		sleep(0.1)
		read(3)
		sleep(0.1)

		for _, id := range []int{1, 3} {
			g.Expect(accounts.Delete(ctx, id)).To(Succeed())
		}
		done.Wait()

		g.Expect(errors.Join(errs[:]...)).NotTo(HaveOccurred())
		g.Expect([]int64{got[1].N, got[2].N, got[3].N}).To(Equal([]int64{1, 2, 3}))
		for id, there := range map[int]bool{1: false, 2: true, 3: false} {
			_, ok := restclient.UseCache(ctx, declared.Get, id)
			g.Expect(ok).To(Equal(there), "%d is stored", id)
		}
	})
}

func TestAnEntityThatIsReadWithOthersAndThatTheStoreHasNoRoomForIsTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(int, *core.Request) (int, string) { return 200, `[{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3}]` })
		client, ctx := clientFor(t, server, restclient.WithMaxEntities(1))
		accounts := accountsWith(restclient.WithBatchGet(func(ids []int) accountFilter { return accountFilter{IDs: ids} })).On(client)
		var done sync.WaitGroup
		for id := 1; id <= 3; id++ {
			done.Go(func() {
				a, err := accounts.Get(ctx, id)
				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(a.N).To(Equal(int64(id)))
			})
		}
		done.Wait()

		g.Expect(server.seen()).To(HaveLen(1))
	})
}
