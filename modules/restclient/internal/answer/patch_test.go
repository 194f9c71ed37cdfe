package answer_test

import (
	"net/http"

	"github.com/go-json-experiment/json"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

type codec struct{}

func (codec) Marshal(v any) ([]byte, error)      { return json.Marshal(v) }
func (codec) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }

type server struct {
	ID     int                       `json:"id"`
	Labels map[string]string         `json:"labels"`
	Limits map[string]map[string]int `json:"limits,omitzero"`
}

func (s server) PK() int { return s.ID }

var _ = DescribeTable("A merge patch has what differs at any depth, and null for what is gone",
	func(after server, want string) {
		before := server{1, map[string]string{"a": "1", "b": "2"}, map[string]map[string]int{"cpu": {"min": 1, "max": 2}}}

		patch, err := answer.Difference(codec{}, answer.MergePatch, before, after)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(patch)).To(Equal(want))

		st, schema := store.New(), answer.Entity{Of: store.KindOf[server]()}
		r := &answer.Request{Request: exchange.Request{Call: declare.Call{Method: http.MethodPatch, Key: 1}, Mutates: true, Format: answer.MergePatch, Body: patch}}
		read, err := schema.Decode(st, &answer.Reply{Request: &answer.Request{}, Reply: exchange.Reply{Status: http.StatusOK, Subtype: "json", Body: mustMarshal(before)}})
		Expect(err).NotTo(HaveOccurred())
		st.Commit(store.Write{Start: st.Begin()}, func(w store.Write) { read.Store(w) })
		st.Commit(store.Write{}, func(w store.Write) { schema.Predict(st, w, st.Layer(), r) })
		shown, _ := schema.Get(st, nil, 1)
		Expect(shown).To(Equal(after), "it is shown as it will be")
	},
	Entry("a member of a map", server{1, map[string]string{"a": "1"}, map[string]map[string]int{"cpu": {"min": 1, "max": 2}}},
		`{"labels":{"b":null}}`),
	Entry("all members of a map", server{1, map[string]string{}, map[string]map[string]int{"cpu": {"min": 1, "max": 2}}},
		`{"labels":{"a":null,"b":null}}`),
	Entry("a member of a map in a map", server{1, map[string]string{"a": "1", "b": "2"}, map[string]map[string]int{"cpu": {"min": 3}}},
		`{"limits":{"cpu":{"max":null,"min":3}}}`),
	Entry("a whole map", server{1, map[string]string{"a": "1", "b": "2"}, nil}, `{"limits":null}`),
)

var _ = DescribeTable("A change is shown as its format has it, before it is answered and after a success without a body",
	func(format, body string, want server) {
		before := server{1, map[string]string{"a": "1", "b": "2"}, map[string]map[string]int{"cpu": {"min": 1, "max": 2}}}
		st, schema := store.New(), answer.Entity{Of: store.KindOf[server]()}
		read, err := schema.Decode(st, &answer.Reply{Request: &answer.Request{}, Reply: exchange.Reply{Status: http.StatusOK, Subtype: "json", Body: mustMarshal(before)}})
		Expect(err).NotTo(HaveOccurred())
		st.Commit(store.Write{Start: st.Begin()}, func(w store.Write) { read.Store(w) })
		r := &answer.Request{Request: exchange.Request{Call: declare.Call{Method: http.MethodPatch, Key: 1}, Mutates: true, Format: format, Body: []byte(body)}}

		l := st.Layer()
		st.Commit(store.Write{}, func(w store.Write) { schema.Predict(st, w, l, r) })
		shown, _ := schema.Get(st, nil, 1)
		Expect(shown).To(Equal(want))

		l.Remove(store.Write{})
		done, err := schema.Decode(st, &answer.Reply{Request: r, Reply: exchange.Reply{Status: http.StatusNoContent}})
		Expect(err).NotTo(HaveOccurred())
		st.Commit(store.Write{Start: st.Begin(), Mutation: true}, func(w store.Write) { done.Store(w) })
		Expect(done.Value()).To(Equal(want))
	},
	Entry("a merge patch leaves members of members that it does not name", answer.MergePatch, `{"limits":{"cpu":{"min":3}}}`,
		server{1, map[string]string{"a": "1", "b": "2"}, map[string]map[string]int{"cpu": {"min": 3, "max": 2}}}),
	Entry("a merge patch removes those that are null", answer.MergePatch, `{"labels":{"b":null,"c":"3"}}`,
		server{1, map[string]string{"a": "1", "c": "3"}, map[string]map[string]int{"cpu": {"min": 1, "max": 2}}}),
	Entry("plain JSON sets whole members", "", `{"labels":{"c":"3"}}`,
		server{1, map[string]string{"c": "3"}, map[string]map[string]int{"cpu": {"min": 1, "max": 2}}}),
	Entry("operations set and remove whole members", answer.JSONPatch,
		`[{"op":"test","path":"/limits","value":{}},{"op":"replace","path":"/labels","value":{"c":"3"}},{"op":"remove","path":"/limits"}]`,
		server{1, map[string]string{"c": "3"}, nil}),
	Entry("operations on parts of members are not shown", answer.JSONPatch, `[{"op":"add","path":"/limits/labels","value":{"min":3}}]`,
		server{1, map[string]string{"a": "1", "b": "2"}, map[string]map[string]int{"cpu": {"min": 1, "max": 2}}}),
	Entry("operations that take a value from elsewhere are not shown", answer.JSONPatch,
		`[{"op":"add","path":"/labels","value":{"c":"3"}},{"op":"copy","from":"/limits/cpu","path":"/labels"}]`,
		server{1, map[string]string{"a": "1", "b": "2"}, map[string]map[string]int{"cpu": {"min": 1, "max": 2}}}),
)

func mustMarshal(v any) []byte {
	data, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return data
}
