package union_test

import (
	"encoding/json"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/union"
)

type card struct {
	Type  string         `json:"type"`
	Last4 string         `json:"last4,omitzero"`
	More  map[string]any `json:"more,omitzero"`
}

type bank struct {
	Type string `json:"type"`
	Name string `json:"name,omitzero"`
}

type user struct {
	Login string `json:"login"`
}

type source struct {
	Card  *card           `union:"object,type=card"`
	Bank  *bank           `union:"object,type=bank|sepa"`
	User  *user           `union:"object,login"`
	Rest  map[string]any  `union:"object"`
	Key   *string         `union:"string"`
	Count *int64          `union:"number"`
	Yes   *bool           `union:"boolean"`
	Names []string        `union:"array"`
	Other json.RawMessage `union:"any"`
	note  string
}

func (s source) MarshalJSON() ([]byte, error)     { return union.Marshal(s) }
func (s *source) UnmarshalJSON(data []byte) error { return union.Unmarshal(data, s) }

// strict takes a card only.
type strict struct {
	Card *card `union:"object,type=card"`
}

var _ = Describe("A union", func() {
	DescribeTable("sets the field that a value is for, and writes it",
		func(text string, want source) {
			var have source
			Expect(restclient.JSON().Unmarshal([]byte(text), &have)).To(Succeed())
			Expect(have).To(Equal(want))

			written, err := restclient.JSON().Marshal(have)
			Expect(err).NotTo(HaveOccurred())
			Expect(string(written)).To(MatchJSON(text))
		},
		Entry("by a value of a member", `{"last4":"4242","type":"card"}`, source{Card: &card{Type: "card", Last4: "4242"}}),
		Entry("by one of several values", `{"type":"sepa","name":"B"}`, source{Bank: &bank{"sepa", "B"}}),
		Entry("by a value that is escaped", `{"type":"c\u0061rd"}`, source{Card: &card{Type: "card"}}),
		Entry("by a member that is there", `{"login":"ida"}`, source{User: &user{"ida"}}),
		Entry("by nothing but being an object", `{"type":"coin"}`, source{Rest: map[string]any{"type": "coin"}}),
		Entry("an empty object", `{}`, source{Rest: map[string]any{}}),
		Entry("a string", `"k1"`, source{Key: new("k1")}),
		Entry("an empty string", `""`, source{Key: new("")}),
		Entry("a number, exactly", `9007199254740993`, source{Count: new(int64(9007199254740993))}),
		Entry("a boolean", `false`, source{Yes: new(false)}),
		Entry("an array", `["a"]`, source{Names: []string{"a"}}),
		Entry("an empty array", `[]`, source{Names: []string{}}),
		Entry("null, which is nothing", `null`, source{}),
	)

	DescribeTable("is told apart by a number, however that is written",
		func(number string) {
			type version struct {
				Old map[string]any `union:"object,version=1"`
				New map[string]any `union:"object,version=2"`
			}
			var have version

			Expect(union.Unmarshal([]byte(`{"version":`+number+`}`), &have)).To(Succeed())

			Expect(have.New).NotTo(BeNil())
		},
		Entry("2", "2"), Entry("2.0", "2.0"), Entry("20e-1", "20e-1"),
	)

	DescribeTable("writes the member that tells an object apart, where the object leaves it empty",
		func(v any, want string) {
			written, err := union.Marshal(v)

			Expect(err).NotTo(HaveOccurred())
			Expect(string(written)).To(Equal(want))
		},
		Entry("as an empty text", source{Card: &card{Last4: "4242"}}, `{"type":"card","last4":"4242"}`),
		Entry("as null, a text that needs escapes", struct {
			A map[string]any `union:"object,kind=a b \"c\""`
		}{map[string]any{"kind": nil}}, `{"kind":"a b \"c\""}`),
		Entry("where it is not there", struct {
			A map[string]any `union:"object,kind=a"`
		}{map[string]any{"b": 1}}, `{"kind":"a","b":1}`),
		Entry("where nothing is there", struct {
			A map[string]any `union:"object,kind=a"`
		}{map[string]any{}}, `{"kind":"a"}`),
		Entry("as 0", struct {
			A map[string]any `union:"object,version=2"`
		}{map[string]any{"version": 0}}, `{"version":2}`),
		Entry("as false", struct {
			A map[string]any `union:"object,on=true"`
		}{map[string]any{"on": false}}, `{"on":true}`),
		Entry("but not one that may be a number or a text", struct {
			A map[string]any `union:"object,version=2"`
		}{map[string]any{"a": 1}}, `{"a":1}`),
		Entry("nor one of several values", source{Bank: &bank{Name: "B"}}, `{"type":"","name":"B"}`),
		Entry("nor one that says something", source{Card: &card{Type: "other"}}, `{"type":"other"}`),
	)

	It("keeps numbers inside as they are", func() {
		const text = `{"type":"card","more":{"n":12345678901234567890}}`
		var have source

		Expect(json.Unmarshal([]byte(text), &have)).To(Succeed())

		Expect(have.Card.More["n"]).To(Equal(json.Number("12345678901234567890")))
	})

	It("keeps what is for no other field as JSON", func() {
		type few struct {
			Key   *string         `union:"string"`
			Other json.RawMessage `union:"any"`
		}
		var have few

		Expect(union.Unmarshal([]byte(`[1]`), &have)).To(Succeed())

		Expect(have).To(Equal(few{Other: json.RawMessage(`[1]`)}))
	})

	It("forgets what it was, and leaves fields without the tag alone", func() {
		have := source{Key: new("old"), note: "mine"}

		Expect(union.Unmarshal([]byte(`true`), &have)).To(Succeed())

		Expect(have).To(Equal(source{Yes: new(true), note: "mine"}))
	})

	It("is left out when it is empty and need not be sent", func() {
		written, err := restclient.JSON().Marshal(struct {
			Source source `json:"source,omitzero"`
		}{})

		Expect(err).NotTo(HaveOccurred())
		Expect(string(written)).To(Equal(`{}`))
	})

	It("of which two fields are set is not written", func() {
		_, err := union.Marshal(source{Key: new("k"), Yes: new(true)})

		Expect(err).To(MatchError("union union_test.source: both Key and Yes are set"))
	})

	DescribeTable("refuses",
		func(text, message string) {
			Expect(union.Unmarshal([]byte(text), &strict{})).To(MatchError(ContainSubstring(message)))
		},
		Entry("an object that is none of its types", `{"type":"coin"}`, "union union_test.strict: it is for no object like this one"),
		Entry("a value of another kind", `"k"`, "it is for no string like this one"),
		Entry("what ends early", `{"type":`, "unexpected EOF"),
		Entry("a member of another type", `{"type":"card","last4":4}`, "last4"),
	)

	DescribeTable("says how its type is wrong",
		func(v any, message string) {
			Expect(union.Unmarshal([]byte(`"k"`), v)).To(MatchError(ContainSubstring(message)))
		},
		Entry("no pointer", strict{}, "union: union_test.strict is no pointer to a struct"),
		Entry("no struct", new("a"), "union: string is no struct"),
		Entry("no tags", &user{}, "union: union_test.user has no field with the tag union"),
		Entry("a kind that JSON does not have", &struct {
			A *int `union:"int"`
		}{}, `field A: the tag "int" does not begin with one of string, number, boolean, array, object, any`),
		Entry("a member of what is no object", &struct {
			A *int `union:"number,a"`
		}{}, `field A: the tag "number,a" names no member of an object`),
		Entry("a field that is never nil", &struct {
			A int `union:"number"`
		}{}, "field A: int is neither a pointer nor a slice or map"),
	)

	It("is read and sent by a client, which shows a copy of it", func(ctx SpecContext) {
		var sent string
		transport := httptransport.InProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if r.Method == http.MethodPost {
				var body json.RawMessage
				if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
					http.Error(w, err.Error(), http.StatusBadRequest)
				}
				sent = string(body)
			}
			_, _ = w.Write([]byte(`{"id":1,"source":{"type":"card","last4":"4242"}}`))
		}))
		DeferCleanup(transport.Wait)
		client, err := restclient.New(transport, restclient.WithBaseURL("http://api.test"))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
		payments := payments.On(client)

		first, err := payments.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(first.Source.Card.Last4).To(Equal("4242"))
		first.Source.Card.Last4 = "changed by the caller"
		again, err := payments.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Source).To(Equal(source{Card: &card{Type: "card", Last4: "4242"}}))

		_, err = payments.Create(ctx, restclient.None{}, payment{Source: source{Key: new("tok_1")}})
		Expect(err).NotTo(HaveOccurred())
		Expect(sent).To(MatchJSON(`{"source":"tok_1"}`))
	})
})

type payment struct {
	ID     int    `json:"id,omitzero"`
	Source source `json:"source,omitzero"`
}

func (p payment) PK() int { return p.ID }

var payments = restclient.CreateResource[payment, int, restclient.None]("/payments/:id")
