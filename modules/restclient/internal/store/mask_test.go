package store_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("An entity of more than 64 fields", func() {
	It("may be read in parts", func() {
		st := store.New()
		table := TableOf[wide](st)
		for _, json := range []string{`{"ID":1,"A1":1,"G9":1}`, `{"ID":1,"A1":2}`} {
			row, err := table.Decode([]byte(json))
			Expect(err).NotTo(HaveOccurred())
			table.Put(store.Write{Start: st.Begin(), TTL: time.Minute}, row)
		}

		stored, _ := table.Get(1)
		Expect(stored).To(Equal(wide{ID: 1, A1: 2, G9: 1}))
	})
})

// wide has more fields than a word has bits.
type wide struct {
	ID                                     int
	A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 int
	B0, B1, B2, B3, B4, B5, B6, B7, B8, B9 int
	C0, C1, C2, C3, C4, C5, C6, C7, C8, C9 int
	D0, D1, D2, D3, D4, D5, D6, D7, D8, D9 int
	E0, E1, E2, E3, E4, E5, E6, E7, E8, E9 int
	F0, F1, F2, F3, F4, F5, F6, F7, F8, F9 int
	G0, G1, G2, G3, G4, G5, G6, G7, G8, G9 int
}

func (w wide) PK() int { return w.ID }
