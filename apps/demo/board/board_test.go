package board_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/board"
	"github.com/trefoil-go/trefoil/apps/demo/travel/traveltest"
	"github.com/trefoil-go/trefoil/apps/demo/travelclient"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/router"
)

// held holds back the answers to what changes something, and counts how often the
// bookings of a trip are read.
type held struct {
	next  core.Transport
	goOn  chan struct{}
	reads atomic.Int32
}

func (h *held) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if strings.Contains(r.URL, "/bookings?") && r.Method == http.MethodGet {
		h.reads.Add(1)
	}
	response, err := h.next.Do(ctx, r)
	if r.Method != http.MethodGet {
		select {
		case <-h.goOn:
		case <-ctx.Done():
		}
	}
	return response, err
}

// inBubble runs a test with a board that follows an agency, in a bubble.
func inBubble(t *testing.T, test func(g *WithT, ctx context.Context, b http.Handler, h *held)) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		agency, db := traveltest.Start(t, time.Now())
		served := router.New()
		served.Install(api.Shared{Agency: agency, Begin: db.Begin, Blobs: state.NewMemoryBlobs(state.MemoryOptions{})}.Install)
		served.Flag(api.Auth())
		served.Hook(api.Login("ida", "rocket"))
		served.Register(api.Planets{Agency: agency}, api.Trips{Agency: agency}, api.Bookings{Agency: agency})
		handler, err := served.Handler()
		g.Expect(err).NotTo(HaveOccurred())
		const origin = "http://in.process"
		h := &held{next: httptransport.InProcess(handler), goOn: make(chan struct{})}
		client, err := restclient.New(h, restclient.WithBaseURL(origin), restclient.WithMiddleware(travelclient.Basic(origin, "ida", "rocket")))
		g.Expect(err).NotTo(HaveOccurred())
		b := board.New(client, "reference/", nil)
		pages := router.New()
		pages.Register(b)
		page, err := pages.Handler()
		g.Expect(err).NotTo(HaveOccurred())
		ctx, stop := context.WithCancel(client.Context(t.Context()))
		var following sync.WaitGroup
		following.Go(func() { b.Follow(ctx) })
		defer func() {
			stop()
			following.Wait()
			client.Close()
			synctest.Wait()
		}()
		settle()

		test(g, ctx, page, h)
	})
}

// settle waits until what was pushed is stored.
func settle() {
	time.Sleep(restclient.DefaultIngestWindow)
	synctest.Wait()
}

// seats are the passengers of trip 2, "?" behind those who have only asked, and how many
// seats are free.
func seats(g *WithT, ctx context.Context) (names string, free int64) {
	_, err := board.ReadSeats(ctx)
	g.Expect(err).NotTo(HaveOccurred())
	synctest.Wait() // what is stale is read again in the background
	view, err := board.ReadSeats(ctx)
	g.Expect(err).NotTo(HaveOccurred())
	for _, p := range view.Departures[1].Passengers {
		names += p.Passenger
		if p.Pending() {
			names += "?"
		}
	}
	return names, view.Departures[1].Free
}

// order sends the form of the board.
func order(b http.Handler, form url.Values) (answer *httptest.ResponseRecorder, wait func()) {
	r := httptest.NewRequest(http.MethodPost, "/board/orders", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer = httptest.NewRecorder()
	var running sync.WaitGroup
	running.Go(func() { b.ServeHTTP(answer, r) })
	return answer, running.Wait
}

func TestASeatIsShownOnceWhenTheAgencyKnowsOfItBeforeItAnswers(t *testing.T) {
	inBubble(t, func(g *WithT, ctx context.Context, b http.Handler, h *held) {
		_, free := seats(g, ctx)
		g.Expect(free).To(BeEquivalentTo(3))
		before := h.reads.Load()

		answer, wait := order(b, url.Values{"book": {"2"}, "passenger": {"Ada"}, "from": {"board"}})
		settle() // the agency has booked and told all who watch, and its answer is on the way

		names, free := seats(g, ctx)
		g.Expect(names).To(Equal("Ada?"))
		g.Expect(free).To(BeEquivalentTo(2))
		g.Expect(h.reads.Load()).To(Equal(before), "no passengers are read again meanwhile")
		h.goOn <- struct{}{}
		wait()
		g.Expect(answer.Code).To(Equal(http.StatusSeeOther))
		g.Expect(answer.Header().Get("Location")).To(Equal("../board"))
		names, free = seats(g, ctx)
		g.Expect(names).To(Equal("Ada"))
		g.Expect(free).To(BeEquivalentTo(2))
		g.Expect(h.reads.Load()).To(Equal(before+1), "they are afterwards")
	})
}

func TestARefusedSeatIsFreeAgainAndThePageSaysWhy(t *testing.T) {
	inBubble(t, func(g *WithT, ctx context.Context, b http.Handler, h *held) {
		seats(g, ctx)

		answer, wait := order(b, url.Values{"book": {"2"}, "passenger": {""}, "from": {"board"}})
		settle()

		names, free := seats(g, ctx)
		g.Expect(names).To(Equal("?"))
		g.Expect(free).To(BeEquivalentTo(2))
		h.goOn <- struct{}{}
		wait()
		names, free = seats(g, ctx)
		g.Expect(names).To(BeEmpty())
		g.Expect(free).To(BeEquivalentTo(3))
		g.Expect(answer.Code).To(Equal(http.StatusUnprocessableEntity))
		g.Expect(answer.Body.String()).To(ContainSubstring("Refused: invalid: a booking needs a passenger."))
	})
}

func TestASeatThatIsSoldOutMeanwhileIsRefused(t *testing.T) {
	inBubble(t, func(g *WithT, ctx context.Context, b http.Handler, h *held) {
		seats(g, ctx)
		for range 3 {
			_, wait := order(b, url.Values{"book": {"2"}, "passenger": {"Ada"}})
			h.goOn <- struct{}{}
			wait()
		}
		settle()

		answer, wait := order(b, url.Values{"book": {"2"}, "passenger": {"Neil"}})
		settle()

		names, free := seats(g, ctx)
		g.Expect(names).To(Equal("AdaAdaAdaNeil?"))
		g.Expect(free).To(BeZero())
		h.goOn <- struct{}{}
		wait()
		names, free = seats(g, ctx)
		g.Expect(names).To(Equal("AdaAdaAda"))
		g.Expect(free).To(BeZero())
		g.Expect(answer.Code).To(Equal(http.StatusConflict))
	})
}

func TestAFormThatOrdersNothingIsRefused(t *testing.T) {
	inBubble(t, func(g *WithT, _ context.Context, b http.Handler, _ *held) {
		answer, wait := order(b, url.Values{"passenger": {"Ada"}})
		wait()

		g.Expect(answer.Code).To(Equal(http.StatusBadRequest))
		g.Expect(answer.Body.String()).To(ContainSubstring("no trip to book and no booking to cancel"))
	})
}
