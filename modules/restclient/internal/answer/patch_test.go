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

var _ = DescribeTable("A merge patch has null for what is gone at any depth",
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
		`{"labels":{"a":"1","b":null}}`),
	Entry("all members of a map", server{1, map[string]string{}, map[string]map[string]int{"cpu": {"min": 1, "max": 2}}},
		`{"labels":{"a":null,"b":null}}`),
	Entry("a member of a map in a map", server{1, map[string]string{"a": "1", "b": "2"}, map[string]map[string]int{"cpu": {"min": 3}}},
		`{"limits":{"cpu":{"max":null,"min":3}}}`),
	Entry("a whole map", server{1, map[string]string{"a": "1", "b": "2"}, nil}, `{"limits":null}`),
)

func mustMarshal(v any) []byte {
	data, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return data
}
