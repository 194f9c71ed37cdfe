package answer_test

import (
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

type todo struct {
	ID    int    `json:"id"`
	Title string `json:"title"`
	Slug  string `json:"slug"`
}

func (t todo) PK() int { return t.ID }

var _ = Describe("A schema", func() {
	var st *store.Store

	request := func(method, id string, key any) *answer.Request {
		return &answer.Request{Request: exchange.Request{Call: declare.Call{Method: method, ID: id, Key: key}, Mutates: method != http.MethodGet}}
	}
	reply := func(r *answer.Request, body string) *answer.Reply {
		return &answer.Reply{Request: r, Reply: exchange.Reply{Status: http.StatusOK, Subtype: "json", Body: []byte(body)}}
	}
	put := func(a answer.Answer) (key any) {
		st.Commit(store.Write{Start: st.Begin()}, func(w store.Write) { key = a.Store(w) })
		return key
	}

	BeforeEach(func() { st = store.New() })

	It("finds by the same request what does not have its key", func() {
		schema, me := answer.Entity{Of: store.KindOf[todo]()}, request(http.MethodGet, "GET /me", nil)

		a, err := schema.Decode(st, reply(me, `{"id":3,"title":"a"}`))
		Expect(err).NotTo(HaveOccurred())
		Expect(put(a)).To(Equal(3))

		value, _ := schema.Lookup(st, nil, me)
		Expect(value).To(Equal(todo{ID: 3, Title: "a"}))
		_, status := schema.Lookup(st, nil, request(http.MethodGet, "GET /you", nil))
		Expect(status).To(Equal(store.Missing))
	})

	It("refuses an entity that the arguments do not name", func() {
		schema := answer.Entity{Of: store.KindOf[todo](), Member: true}

		_, err := schema.Decode(st, reply(request(http.MethodGet, "GET /todos/2", 2), `{"id":3}`))

		Expect(err).To(BeAssignableToTypeOf(answer.MismatchError("")))
	})

	It("returns the key that is made up, and the one that the server gives in its place", func() {
		schema, push := answer.Add{Entity: answer.Entity{Of: store.KindOf[todo]()}}, request(http.MethodPost, "POST /todos", nil)
		push.Body = []byte(`{"title":"a"}`)
		l := st.Layer()
		st.Commit(store.Write{}, func(w store.Write) { push.Draft = schema.Predict(st, w, l, push) })
		Expect(push.Draft).To(BeNumerically("<", 0))
		shown, _ := schema.Get(st, nil, push.Draft)
		Expect(shown).To(HaveField("Title", "a"))

		a, err := schema.Decode(st, reply(push, `{"id":7,"title":"a"}`))
		Expect(err).NotTo(HaveOccurred())

		Expect(put(a)).To(Equal(7))
	})

	It("knows outside of a commit which entity an index finds", func() {
		byID := answer.Entity{Of: store.KindOf[todo]()}
		schema := answer.Indexed{Entity: byID, ID: st, KeyOf: func(e any) string { return e.(todo).Slug }}
		a, err := byID.Decode(st, reply(request(http.MethodGet, "GET /todos/3", 3), `{"id":3,"slug":"x"}`))
		Expect(err).NotTo(HaveOccurred())
		put(a)

		Expect(schema.Resolve(st, request(http.MethodGet, "GET /by/x", "x"))).To(Equal(3))
	})

	It("stores nothing of what is no JSON", func() {
		r := reply(request(http.MethodGet, "GET /todos", nil), "<html>")
		r.Subtype, r.Header = "html", http.Header{"Content-Type": {"text/html"}}

		_, err := answer.List{Of: store.KindOf[todo](), Typed: func(l store.List) any { return l }}.Decode(st, r)

		Expect(err).To(MatchError(answer.ContentError(`want JSON, have content type "text/html"`)))
	})
})
