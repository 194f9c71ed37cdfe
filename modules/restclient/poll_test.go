package restclient_test

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

var (
	count   = restclient.RestEndpoint[restclient.None, int]("/count", restclient.WithURLPrefix("http://api.test"))
	counted = restclient.RestEndpoint[restclient.None, int]("/count", restclient.WithURLPrefix("http://api.test"), restclient.WithPollFrequency(2*time.Second))
)

func counter() *script {
	return newScript(func(n int, _ *core.Request) (int, string) { return 200, fmt.Sprint(n) })
}

func poll(every time.Duration) func(context.Context) iter.Seq2[int, error] {
	return func(ctx context.Context) iter.Seq2[int, error] {
		return restclient.UseLive(ctx, count, restclient.None{}, restclient.PollEvery(every))
	}
}

func seconds(n ...float64) []time.Duration {
	var all []time.Duration
	for _, s := range n {
		all = append(all, time.Duration(s*float64(time.Second)))
	}
	return all
}

func sleep(seconds float64) {
	time.Sleep(time.Duration(seconds * float64(time.Second)))
	synctest.Wait()
}

// Poll, focus, online.

func TestSubscribersShareTheShortestInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server, power := NewWithT(t), counter(), restclient.NewSwitch(true)
		client, ctx := clientFor(t, server, restclient.WithConnectivity(power))

		slow := follow(ctx, poll(5*time.Second))
		sleep(0.5)
		fast := follow(ctx, poll(time.Second))
		sleep(3)
		g.Expect(server.times()).To(Equal(seconds(0, 1, 2, 3)), "1 s counts")

		fast.stop()
		sleep(5) // 8.5
		g.Expect(server.times()).To(Equal(seconds(8)), "5 s counts again")

		power.Set(false)
		sleep(11.5) // 20
		g.Expect(server.times()).To(BeEmpty(), "offline stops")
		power.Set(true)
		synctest.Wait()
		g.Expect(server.times()).To(Equal(seconds(20)), "online asks at once")
		sleep(6)
		g.Expect(server.times()).To(Equal(seconds(25)))

		values, errs := slow.got()
		g.Expect(values).To(Equal([]int{1, 2, 3, 4, 5, 6, 7}))
		g.Expect(errs).To(BeEmpty())
		slow.stop()
		g.Expect(client.Timers()).To(BeZero())
		sleep(60)
		g.Expect(server.times()).To(BeEmpty(), "leaving the loop unsubscribes")
	})
}

func TestExistingDataDelaysTheFirstPoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), counter()
		_, ctx := clientFor(t, server)
		_, err := restclient.Fetch(ctx, count, restclient.None{})
		g.Expect(err).NotTo(HaveOccurred())
		sleep(3)

		l := follow(ctx, poll(5*time.Second))
		sleep(4) // 7
		g.Expect(server.times()).To(Equal(seconds(0, 5)))
		_, err = restclient.Fetch(ctx, count, restclient.None{})
		g.Expect(err).NotTo(HaveOccurred())
		sleep(6) // 13
		g.Expect(server.times()).To(Equal(seconds(7, 12)), "somebody else has asked meanwhile")
		l.stop()
	})
}

func TestTheEndpointSaysHowOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), counter()
		_, ctx := clientFor(t, server)
		declared := follow(ctx, func(ctx context.Context) iter.Seq2[int, error] {
			return restclient.UseLive(ctx, counted, restclient.None{})
		})
		sleep(5)
		g.Expect(server.times()).To(Equal(seconds(0, 2, 4)))
		declared.stop()

		never := follow(ctx, func(ctx context.Context) iter.Seq2[int, error] {
			return restclient.UseLive(ctx, counted, restclient.None{}, restclient.PollEvery(0))
		})
		sleep(50)
		g.Expect(server.times()).To(BeEmpty())
		never.stop()
	})
}

func TestThePollThatFailsIsHidden(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), counter()
		_, ctx := clientFor(t, server)
		l := follow(ctx, poll(10*time.Second))
		sleep(1)
		server.set(func(int, *core.Request) (int, string) { return 404, "" })
		sleep(10)
		server.set(func(n int, _ *core.Request) (int, string) { return 200, fmt.Sprint(n) })
		sleep(10)

		values, errs := l.got()
		g.Expect(values).To(Equal([]int{1, 3}))
		g.Expect(errs).To(BeEmpty())
		g.Expect(server.times()).To(Equal(seconds(0, 10, 20)))
		l.stop()
	})
}

func TestNoPollIsSentSoonerThanTheServerAsks(t *testing.T) {
	for _, first := range []int{1, 2} { // the read, the poll
		synctest.Test(t, func(t *testing.T) {
			g, server, power := NewWithT(t), counter(), restclient.NewSwitch(true)
			_, ctx := clientFor(t, server, restclient.WithConnectivity(power))
			server.set(func(n int, _ *core.Request) (int, string) {
				if n != first {
					return 200, fmt.Sprint(n)
				}
				server.header = http.Header{"Retry-After": {"300"}}
				return 503, ""
			})
			l := follow(ctx, poll(10*time.Second))
			sleep(105)
			power.Set(false)
			power.Set(true)
			sleep(215) // 320

			all := seconds(0, 10, 315)
			if first == 1 {
				all = seconds(0, 305, 315)
			}
			g.Expect(server.times()).To(Equal(all), "back online at 105 s, it polls at 115 s, 125 s and so on, but for those before 300 s or 310 s")
			l.stop()
		})
	}
}

func TestAPollThatMustWaitKeepsNobodyElseWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), counter()
		_, ctx := clientFor(t, server)
		server.header.Set("Retry-After", "86400")
		l := follow(ctx, poll(10*time.Second))
		sleep(1)
		server.set(func(int, *core.Request) (int, string) { return 503, "" })
		sleep(12) // 13
		g.Expect(server.times()).To(Equal(seconds(0, 10)), "the poll has failed")
		server.set(func(n int, _ *core.Request) (int, string) { return 200, fmt.Sprint(n) })
		g.Expect(restclient.Invalidate(ctx, count, restclient.None{})).To(Succeed())

		g.Expect(restclient.UseSuspense(ctx, count, restclient.None{})).To(Equal(3))
		g.Expect(server.times()).To(Equal(seconds(13)), "not a day later")
		l.stop()
	})
}

func TestSlowAnswersAreAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), counter()
		server.delay = 2500 * time.Millisecond
		_, ctx := clientFor(t, server)
		l := follow(ctx, poll(time.Second))
		sleep(5.2)

		g.Expect(len(server.times())).To(BeNumerically("<=", 3), "polls join the request under way")
		l.stop()
		sleep(10)
	})
}

func TestOfflineFromTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server, power := NewWithT(t), counter(), restclient.NewSwitch(false)
		_, ctx := clientFor(t, server, restclient.WithConnectivity(power))
		l := follow(ctx, poll(time.Second))
		sleep(10)
		g.Expect(server.times()).To(Equal(seconds(0)), "what is missing is read, nothing is polled")
		power.Set(true)
		synctest.Wait()
		g.Expect(server.times()).To(Equal(seconds(10)))
		l.stop()
	})
}

func TestSignalsReadAgainWhatIsShownAndStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server, power := NewWithT(t), counter(), restclient.NewSwitch(true)
		_, ctx := clientFor(t, server, restclient.WithConnectivity(power), restclient.WithRefetchOn(restclient.Focused, restclient.Online))
		watched := follow(ctx, func(ctx context.Context) iter.Seq2[int, error] {
			return restclient.Watch(ctx, count, restclient.None{}).All(ctx)
		})
		sleep(30)
		power.Focus()
		synctest.Wait()
		g.Expect(server.times()).To(Equal(seconds(0)), "fresh data is left alone")
		sleep(40) // 70
		power.Focus()
		sleep(60) // 130
		power.Set(false)
		sleep(10)
		power.Set(true)
		synctest.Wait()
		g.Expect(server.times()).To(Equal(seconds(70, 140)))
		values, _ := watched.got()
		g.Expect(values).To(Equal([]int{1, 2, 3}))

		watched.stop()
		sleep(100)
		power.Focus()
		synctest.Wait()
		g.Expect(server.times()).To(BeEmpty(), "nothing is shown any more")
	})
}

func TestClosingTheClientEndsTheLoops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, power := NewWithT(t), restclient.NewSwitch(true)
		client, ctx := clientFor(t, counter(), restclient.WithConnectivity(power))
		l := follow(ctx, poll(time.Second))
		sleep(1.5)

		client.Close()
		<-l.done

		_, errs := l.got()
		g.Expect(errs).To(BeEmpty())
		g.Expect(client.Loops()).To(BeZero())
		power.Focus()
	})
}

func ExampleUseLive() {
	client := newClient()
	defer client.Close()
	ctx := client.Context(context.Background())
	for todo, err := range restclient.UseLive(ctx, Todos.Get, 1, restclient.PollEvery(time.Minute)) {
		fmt.Println(todo.Title, err)
		break // no more polls
	}
	// Output: read <nil>
}

func ExampleNewSwitch() {
	network := restclient.NewSwitch(true)
	stop := network.Subscribe(func(news restclient.Signal) { fmt.Println(news == restclient.Offline, network.Online()) })
	defer stop()

	network.Set(false) // such as when a ping has failed
	// Output: true false
}

// returning is a network that is back when it has just said that it is not there.
type returning struct{ *restclient.Switch }

func (r *returning) Online() bool {
	defer r.Set(true)
	return r.Switch.Online()
}

func TestANetworkThatComesBackWhileAClientIsMadeIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server, journal := NewWithT(t), counter(), &memoryJournal{}
		network := &returning{restclient.NewSwitch(false)}
		client, ctx := clientFor(t, server, restclient.WithConnectivity(network), restclient.WithOutbox(journal, restclient.Queue(Todos)))
		l := follow(ctx, poll(time.Second))
		sleep(2.5)
		l.stop()
		g.Expect(server.times()).To(Equal(seconds(0, 1, 2)))

		_, err := Todos.On(client).PartialUpdate(ctx, 1, restclient.Fields{"title": "a"})

		g.Expect(err).NotTo(MatchError(restclient.ErrQueued))
	})
}
