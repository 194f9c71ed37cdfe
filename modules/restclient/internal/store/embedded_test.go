package store_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Made is embedded in entities.
type Made struct {
	At string `json:"at"`
	By string `json:"by"`
}

// Numbered has the key of the entities that embed it.
type Numbered struct {
	ID int `json:"id"`
}

// Employed is embedded in entities, and has one inside.
type Employed struct {
	Firm firm   `json:"firm"`
	Desk string `json:"desk"`
}

type (
	madeByPointer struct {
		ID int `json:"id"`
		*Made
	}
	madeByOption struct {
		ID    int  `json:"id"`
		First Made `json:",embed"`
	}
	madeByBoth struct {
		ID    int   `json:"id"`
		First *Made `json:",embed"`
	}
	madeAndNumbered struct {
		*Numbered
		Made
	}
	madeBehindAnother struct {
		Made
		ID int    `json:"id"`
		By string `json:"by"`
	}
	madeInAnyCase struct {
		ID int    `json:"id"`
		At string `json:"at"`
		By string `json:"by,case:ignore"`
	}
	employedByPointer struct {
		ID int `json:"id"`
		*Employed
	}
	madeInline struct {
		ID    int  `json:"id"`
		First Made `json:",inline"`
	}
)

func (e madeByPointer) PK() int     { return e.ID }
func (e madeByOption) PK() int      { return e.ID }
func (e madeByBoth) PK() int        { return e.ID }
func (e madeAndNumbered) PK() int   { return e.ID }
func (e madeBehindAnother) PK() int { return e.ID }
func (e madeInAnyCase) PK() int     { return e.ID }
func (e employedByPointer) PK() int { return e.ID }
func (e madeInline) PK() int        { return e.ID }

func (employedByPointer) Nested() []store.Part { return []store.Part{store.KindOf[firm]()} }

// mergedRows stores one row after the other, and returns as JSON what was stored after each,
// when all are stored: a later row must not change what was read before.
func mergedRows[E store.Entity[int]](rows ...string) (all []string) {
	st := store.New()
	table := TableOf[E](st)
	var stored []E
	for _, text := range rows {
		row, err := table.Decode([]byte(text))
		Expect(err).NotTo(HaveOccurred())
		table.Put(store.Write{Start: st.Begin(), TTL: time.Minute}, row)
		e, _ := table.Get(1)
		stored = append(stored, e)
	}
	for _, e := range stored {
		text, err := st.Marshal(e)
		Expect(err).NotTo(HaveOccurred())
		all = append(all, string(text))
	}
	return all
}

var _ = DescribeTable("Members that an entity shares with a struct inside are merged one by one", func(merged func(rows ...string) []string) {
	all := merged(`{"id":1,"at":"noon","by":"ida"}`, `{"id":1,"at":"dusk","by":"ole"}`, `{"id":1,"at":"dawn"}`, `{"id":1,"by":"eva","x":1}`)

	Expect(all).To(HaveExactElements(
		MatchJSON(`{"id":1,"at":"noon","by":"ida"}`),
		MatchJSON(`{"id":1,"at":"dusk","by":"ole"}`),
		MatchJSON(`{"id":1,"at":"dawn","by":"ole"}`),
		MatchJSON(`{"id":1,"at":"dawn","by":"eva"}`),
	))
},
	Entry("when it is embedded by a pointer", mergedRows[madeByPointer]),
	Entry("when it is embedded by an option of its tag", mergedRows[madeByOption]),
	Entry("when that is a pointer", mergedRows[madeByBoth]),
	Entry("when the key is behind a pointer", mergedRows[madeAndNumbered]),
	Entry("when a field behind it has the name of one of its own", mergedRows[madeBehindAnother]),
)

var _ = Describe("An entity", func() {
	It("has members in any case where its tag says so", func() {
		Expect(mergedRows[madeInAnyCase](`{"id":1,"at":"noon","BY":"ida"}`, `{"id":1,"B_y":"ole"}`)).To(HaveExactElements(
			`{"id":1,"at":"noon","by":"ida"}`, `{"id":1,"at":"noon","by":"ole"}`))
	})

	It("has no field whose tag says what it was called before JSON was settled", func() {
		Expect(store.KindOf[madeInline]().Check()).To(MatchError(
			`store_test.madeInline.First has the option "inline" in its json tag, which does nothing: write ` + "`json:\",embed\"`"))
	})

	It("shows what is inside of a struct that is embedded by a pointer", func() {
		st := store.New()
		employed, firms := TableOf[employedByPointer](st), TableOf[firm](st)
		w := store.Write{Start: st.Begin(), TTL: time.Minute}
		for _, text := range []string{`{"id":1,"desk":"a","firm":{"id":7,"name":"old"}}`, `{"id":1,"desk":"b"}`, `{"id":2}`} {
			row, err := employed.Decode([]byte(text))
			Expect(err).NotTo(HaveOccurred())
			employed.Put(w, row)
		}

		renamed, err := firms.Decode([]byte(`{"id":7,"name":"new"}`))
		Expect(err).NotTo(HaveOccurred())
		firms.Put(w, renamed)

		one, _ := employed.Get(1)
		Expect(*one.Employed).To(Equal(Employed{Firm: firm{7, "new"}, Desk: "b"}))
		other, _ := employed.Get(2)
		Expect(other.Employed).To(BeNil())
	})
})
