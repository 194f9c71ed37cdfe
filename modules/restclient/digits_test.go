package restclient_test

import (
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"strings"
	"time"

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

// vault has numbers of math/big, which change in place.
type vault struct {
	ID     int            `json:"id,omitzero"`
	Gold   *big.Int       `json:"gold"`
	Silver big.Int        `json:"silver"`
	Each   []*big.Rat     `json:"each"`
	Opened *time.Time     `json:"opened"`
	Rates  map[string]any `json:"rates"`
}

func (v vault) PK() int { return v.ID }

var _ = Describe("A number of math/big in an entity", func() {
	const most = "123456789012345678901234567890"
	vaults := restclient.CreateResource[vault, int, restclient.None]("/vaults/:id", apiPrefix)

	It("is one's own to change, and what Edit changes in place is sent", func(ctx SpecContext) {
		var sent string
		server := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			body, _ := io.ReadAll(r.Body)
			sent = string(body)
			_, _ = io.WriteString(w, `{"id":1,"gold":`+most+`,"silver":7,"each":["1/3"],"opened":"2026-03-01T10:00:00Z","rates":{}}`)
		})
		v := vaults.On(start(server))
		one, err := v.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())

		one.Gold.SetInt64(1)
		one.Silver.SetInt64(2)
		one.Each[0].SetInt64(3)

		one, err = v.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(one.Gold.String()).To(Equal(most))
		Expect(one.Silver.String()).To(Equal("7"))
		Expect(one.Each[0].String()).To(Equal("1/3"))

		_, err = v.Edit(ctx, 1, func(v *vault) {
			v.Gold.Sub(v.Gold, big.NewInt(1))
			v.Silver.Add(&v.Silver, big.NewInt(1))
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(sent).To(MatchJSON(`{"gold":123456789012345678901234567889,"silver":8}`))
	})
})
