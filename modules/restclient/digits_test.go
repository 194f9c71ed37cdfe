package restclient_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// meter has a number of any size, in a member that Go has no type for, and in one that
// the struct does not declare.
type meter struct {
	ID    int            `json:"id"`
	Kind  string         `json:"kind"`
	Count any            `json:"count"`
	More  map[string]any `json:",embed"`
}

func (m meter) PK() int { return m.ID }

// meters hold meters in all ways.
type meters struct {
	One  meter                      `json:"one"`
	List restclient.List[meter]     `json:"list"`
	Map  restclient.Map[meter]      `json:"map"`
	Of   restclient.OneOf[anyMeter] `json:"of"`
}

type anyMeter interface{ PK() int }

// digits are more than a float64 holds (RFC 8259, section 6).
const digits = "9007199254740993"

var _ = Describe("A number in an any", func() {
	const row = `{"id":1,"kind":"water","count":` + digits + `,"limit":[` + digits + `]}`
	read := restclient.RestEndpoint[restclient.None, meters]("/meters", apiPrefix, restclient.WithSchema(restclient.ObjectOf[meters](
		restclient.EntityOf[meter](), restclient.UnionOf[anyMeter]("kind", restclient.Case("water", restclient.EntityOf[meter]())))))
	server := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, strings.ReplaceAll(`{"one":ROW,"list":[ROW],"map":{"a":ROW},"of":ROW}`, "ROW", row))
	})

	It("is a number in the JSON of all that holds entities, with each digit", func(ctx SpecContext) {
		all, err := restclient.UseSuspense(start(server).Context(ctx), read, restclient.None{})
		Expect(err).NotTo(HaveOccurred())
		Expect(all.List.At(0).Count).To(Equal(json.Number(digits)))

		for name, value := range map[string]any{"list": all.List, "map": all.Map, "of": all.Of} {
			for writer, marshal := range map[string]func(any) ([]byte, error){"encoding/json": json.Marshal, "the codec": restclient.JSON().Marshal} {
				written, err := marshal(value)
				Expect(err).NotTo(HaveOccurred())
				Expect(string(written)).To(And(ContainSubstring(`"count":`+digits), ContainSubstring(`"limit":[`+digits)), name+" by "+writer)
			}
		}
	})

	It("keeps each digit where another codec reads it", func() {
		var list restclient.List[meter]
		var named restclient.Map[meter]
		Expect(json.Unmarshal([]byte("["+row+"]"), &list)).To(Succeed())
		Expect(json.Unmarshal([]byte(`{"a":`+row+`}`), &named)).To(Succeed())

		Expect(list.At(0).Count).To(Equal(json.Number(digits)))
		a, _ := named.Get("a")
		Expect(a.More["limit"]).To(Equal([]any{json.Number(digits)}))
	})
})
