package restclient_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// card is an entity of which an answer has the owner or, when it is asked for that, all
// that there is of the owner.
type card struct {
	ID     int    `json:"id"`
	Number string `json:"number"`
	Owner  any    `json:"owner,omitempty"`
}

func (c card) PK() int { return c.ID }

type cardKey struct {
	ID     int      `path:"id"`
	Expand []string `query:"expand,brackets"`
	Fields []string `query:"fields,comma"`
	Force  bool     `query:"force,omitempty"`
}

var cards = restclient.CreateResource[card, cardKey, restclient.None]("/cards/:id", restclient.WithURLPrefix("http://api.test"))

var expanded = cardKey{ID: 1, Expand: []string{"owner"}}

// cardServer has one card, which it shows as it is asked.
func cardServer() *script {
	number := "a"
	return newScript(func(_ int, r *core.Request) (int, string) {
		_, query, _ := strings.Cut(r.URL, "?")
		switch {
		case r.Method == http.MethodDelete:
			number = ""
			return 204, ""
		case number == "":
			return 404, "{}"
		case r.Method == http.MethodPatch:
			number = "b"
			return 200, `{"id":1,"number":"b","owner":"u"}`
		case strings.HasSuffix(r.URL, "/cards"):
			return 200, `[{"id":1,"number":"` + number + `","owner":"u"}]`
		case strings.Contains(query, "fields"):
			return 200, `{"id":1,"owner":"u"}`
		case strings.Contains(query, "owner"):
			return 200, `{"id":1,"number":"` + number + `","owner":{"name":"Ann"}}`
		}
		return 200, `{"id":1,"number":"` + number + `","owner":"u"}`
	})
}

var ann = map[string]any{"name": "Ann"}

func TestAReadWithAQueryIsKeptApartFromOthersOfTheEntity(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), cardServer()
		client, ctx := clientFor(t, server)
		bound := cards.On(client)
		g.Expect(cards.Err()).NotTo(HaveOccurred())

		for range 2 { // the second time, all of it is stored
			_, err := bound.Get(ctx, cardKey{ID: 1})
			g.Expect(err).NotTo(HaveOccurred())
			for asked, want := range map[string]any{"owner": ann, "nothing": "u"} {
				got, err := bound.Get(ctx, cardKey{ID: 1, Expand: []string{asked}})
				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(got).To(Equal(card{ID: 1, Number: "a", Owner: want}), asked)
			}
		}

		g.Expect(server.seen()).To(ConsistOf("GET /cards/1", "GET /cards/1?expand%5B%5D=owner", "GET /cards/1?expand%5B%5D=nothing"))
	})
}

func TestAReadWithAQueryIsKeptApartWhereTheKeyIsInTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), cardServer()
		client, ctx := clientFor(t, server)
		type key struct {
			Name   string   `path:"name"`
			Expand []string `query:"expand,brackets"`
		}
		bound := restclient.CreateResource[card, key, restclient.None]("/cards/:name", apiPrefix, restclient.WithKeyInAnswer()).On(client)

		for range 2 {
			_, err := bound.Get(ctx, key{Name: "a"})
			g.Expect(err).NotTo(HaveOccurred())
			got, err := bound.Get(ctx, key{Name: "a", Expand: []string{"owner"}})
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(got.Owner).To(Equal(ann))
		}
		g.Expect(server.seen()).To(HaveLen(2))
		_, err := bound.PartialUpdate(ctx, key{Name: "a"}, restclient.Fields{"number": "b"})
		g.Expect(err).NotTo(HaveOccurred())
		got, err := bound.Get(ctx, key{Name: "a", Expand: []string{"owner"}})

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(got).To(Equal(card{ID: 1, Number: "b", Owner: ann}))
	})
}

func TestAReadOfSomeFieldsLeavesTheOthersToBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), cardServer()
		client, ctx := clientFor(t, server)
		some := cardKey{ID: 1, Fields: []string{"id", "owner"}}

		got, err := cards.On(client).Get(ctx, some)

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(got).To(Equal(card{ID: 1, Owner: "u"}))
		_, status := store.Get[card](store.KindOf[card]().In(client.Store()), nil, 1)
		g.Expect(status).To(Equal(store.Invalid))
		got, err = cards.On(client).Get(ctx, cardKey{ID: 1})
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(got).To(Equal(card{ID: 1, Number: "a", Owner: "u"}))
	})
}

func TestTheListOfAllHasNothingThatWasReadApartOnly(t *testing.T) {
	for _, early := range []bool{true, false} { // the list is there before
		synctest.Test(t, func(t *testing.T) {
			g := NewWithT(t)
			client, ctx := clientFor(t, cardServer())
			all := func() []card {
				l, err := restclient.UseSuspense(ctx, restclient.AllOf(cards), restclient.None{})
				g.Expect(err).To(Or(Succeed(), MatchError(restclient.ErrNoValue)))
				return l.Slice()
			}
			if early {
				all()
			}
			_, err := cards.On(client).Get(ctx, cardKey{ID: 1, Fields: []string{"id", "owner"}})
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(all()).To(BeEmpty())

			_, err = cards.On(client).Get(ctx, cardKey{ID: 1})
			g.Expect(err).NotTo(HaveOccurred())

			g.Expect(all()).To(HaveLen(1))
		})
	}
}

func TestAnEntityIsEditedByWhatWasReadApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), cardServer()
		client, ctx := clientFor(t, server)

		_, err := cards.On(client).Edit(ctx, expanded, func(c *card) { c.Number = "b" })

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(server.seen()).To(Equal([]string{"GET /cards/1?expand%5B%5D=owner", "PATCH /cards/1?expand%5B%5D=owner"}))
	})
}

func TestAChangeOfAnEntityEndsWhatWasReadApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), cardServer()
		client, ctx := clientFor(t, server)
		bound := cards.On(client)
		_, err := bound.Get(ctx, expanded)
		g.Expect(err).NotTo(HaveOccurred())

		_, err = bound.PartialUpdate(ctx, cardKey{ID: 1}, restclient.Fields{"number": "b"})
		g.Expect(err).NotTo(HaveOccurred())
		got, err := bound.Get(ctx, expanded)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(got).To(Equal(card{ID: 1, Number: "b", Owner: ann}))
		server.seen()

		g.Expect(bound.Delete(ctx, cardKey{ID: 1, Force: true})).To(Succeed())
		_, err = bound.Get(ctx, expanded)
		g.Expect(err).To(MatchError(restclient.ErrNotFound))
		g.Expect(server.seen()).To(Equal([]string{"DELETE /cards/1?force=true", "GET /cards/1?expand%5B%5D=owner"}))
	})
}

// Each read of one makes the entity another one, which both watch.
func TestWhatIsReadApartDoesNotEndWhatIsReadInAnotherWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), cardServer()
		client, ctx := clientFor(t, server)
		bound := cards.On(client)
		for _, key := range []cardKey{expanded, {ID: 1, Expand: []string{"nothing"}}} {
			go func() {
				for range bound.Watch(ctx, key) { //nolint:revive // until ctx ends
				}
			}()
		}
		sleep(5)
		g.Expect(server.seen()).To(HaveLen(2))

		_, err := bound.PartialUpdate(ctx, cardKey{ID: 1}, restclient.Fields{"number": "b"})
		sleep(5)

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(server.seen()).To(HaveLen(3))
	})
}

func TestWhatIsReadApartIsConfirmedByItsEntityTag(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), cardServer()
		answer := server.answer
		confirmed := 0
		server.header = http.Header{"Content-Type": {"application/json"}, "Etag": {`"1"`}}
		server.set(func(n int, r *core.Request) (int, string) {
			if r.Header.Get("If-None-Match") == `"1"` {
				confirmed++
				return 304, ""
			}
			return answer(n, r)
		})
		client, ctx := clientFor(t, server)
		bound := cards.On(client)
		for range 2 {
			_, err := bound.Get(ctx, expanded)
			g.Expect(err).NotTo(HaveOccurred())
			sleep(61)
			_, err = bound.Get(ctx, expanded) // stale, and read again
			g.Expect(err).NotTo(HaveOccurred())
			sleep(1)
		}

		got, err := bound.Get(ctx, expanded)

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(got.Owner).To(Equal(ann))
		g.Expect(server.seen()).To(HaveLen(3))
		g.Expect(confirmed).To(Equal(2))
	})
}

func TestWhatIsReadApartIsFreshAgainWhenItsTagIsConfirmedBehindAMutationThatFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), cardServer()
		answer := server.answer
		server.header = http.Header{"Content-Type": {"application/json"}, "Etag": {`"1"`}}
		server.set(func(n int, r *core.Request) (int, string) {
			switch {
			case r.Method == http.MethodPatch:
				return 504, ""
			case r.Header.Get("If-None-Match") == `"1"`:
				return 304, ""
			}
			return answer(n, r)
		})
		client, ctx := clientFor(t, server)
		bound := cards.On(client)
		_, err := bound.Get(ctx, expanded)
		g.Expect(err).NotTo(HaveOccurred())
		_, err = bound.PartialUpdate(ctx, cardKey{ID: 1}, restclient.Fields{"number": "b"})
		g.Expect(err).To(HaveOccurred())
		server.seen()

		for range 4 {
			_, err = bound.Get(ctx, expanded)
			g.Expect(err).NotTo(HaveOccurred())
			sleep(2)
		}

		g.Expect(server.seen()).To(HaveLen(1))
	})
}
