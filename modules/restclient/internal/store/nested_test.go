package store_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

type firm struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

func (f firm) PK() int { return f.ID }

type person struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Firm *firm  `json:"firm"`
}

func (p person) PK() int { return p.ID }

func (person) Nested() []store.Part { return []store.Part{store.KindOf[firm]()} }

type meta struct {
	Reviewer *person `json:"reviewer"`
}

type paper struct {
	ID      int                   `json:"id"`
	Title   string                `json:"title"`
	Author  person                `json:"author"`
	Readers []person              `json:"readers"`
	Meta    meta                  `json:"meta"`
	ByRole  map[int]*person       `json:"byRole"`
	Pair    [2]person             `json:"pair"`
	Cites   restclient.Ref[paper] `json:"cites"`
}

func (p paper) PK() int { return p.ID }

func (paper) Nested() []store.Part {
	return []store.Part{store.KindOf[person](), store.KindOf[paper]()}
}

type library struct {
	st     *store.Store
	firms  *Table[firm, int]
	people *Table[person, int]
	papers *Table[paper, int]
}

func newLibrary() *library {
	s := store.New()
	return &library{s, TableOf[firm](s), TableOf[person](s), TableOf[paper](s)}
}

func (l *library) begin() store.Write {
	return store.Write{Start: l.st.Begin(), TTL: time.Minute}
}

func (l *library) put(data string) {
	row, err := l.papers.Decode([]byte(data))
	if err != nil {
		GinkgoHelper()
		Fail(err.Error())
	}
	l.papers.Put(l.begin(), row)
}

func (l *library) putPerson(data string) {
	row, err := l.people.Decode([]byte(data))
	if err != nil {
		GinkgoHelper()
		Fail(err.Error())
	}
	l.people.Put(l.begin(), row)
}

func (l *library) paper(id int) paper {
	GinkgoHelper()
	p, status := l.papers.Get(id)
	Expect(status).To(BeNumerically(">=", store.Stale))
	return p
}

const onePaper = `{"id":1,"title":"t","author":{"id":1,"name":"a","firm":{"id":1,"name":"f"}},"readers":[{"id":2,"name":"b"}],
	"meta":{"reviewer":{"id":3,"name":"c"}},"byRole":{"4":{"id":2},"5":null},"pair":[{"id":1},{"id":2}],"cites":2}`

var _ = DescribeTable("The answer to a mutation with others inside is confirmed", func(inDoubt bool) {
	l := newLibrary()
	row, err := l.people.Decode([]byte(`{"id":1,"name":"Ann","firm":{"id":5,"name":"Trefoil"}}`))
	Expect(err).NotTo(HaveOccurred())
	l.people.Put(l.begin(), row)
	layer := l.st.Layer()
	if inDoubt {
		l.firms.Doubt(store.Write{}, 5)
	}

	l.st.Commit(store.Write{Start: layer.Start(), Mutation: true, TTL: time.Minute}, func(w store.Write) {
		l.people.Put(w, row)
		Expect(l.people.Confirms(w, row.Row)).To(Equal(!inDoubt))
		layer.Remove(w)
	})
},
	Entry("when nothing of these is in doubt since it began", false),
	Entry("not when one is", true),
)

var _ = Describe("The revision of what holds others", func() {
	It("changes with what the server says of these, at whatever depth, and not with what is expected", func() {
		l := newLibrary()
		l.put(`{"id":1,"title":"a","author":{"id":2,"name":"Ann","firm":{"id":5,"name":"Trefoil"}}}`)
		paper, author := l.papers.Revision(store.Write{}, 1), l.people.Revision(store.Write{}, 2)

		layer := l.st.Layer()
		l.firms.Edit(store.Write{}, layer, 5, func(f *firm) { f.Name = "Clover" })
		Expect(l.papers.Revision(store.Write{}, 1)).To(Equal(paper))
		layer.Remove(store.Write{})

		row, err := l.firms.Decode([]byte(`{"id":5,"name":"Clover"}`))
		Expect(err).NotTo(HaveOccurred())
		l.firms.Put(l.begin(), row)
		Expect(l.papers.Revision(store.Write{}, 1)).NotTo(Equal(paper))
		Expect(l.people.Revision(store.Write{}, 2)).NotTo(Equal(author))
	})
})

var _ = DescribeTable("An answer with others inside is confirmed", func(change string, confirmed bool) {
	l, k := newLibrary(), store.ListKey{Collection: "/people"}
	const ann = `{"id":1,"name":"Ann","firm":{"id":5,"name":"Trefoil"}}`
	w := l.begin()
	if change != "" {
		row, err := l.firms.Decode([]byte(change))
		Expect(err).NotTo(HaveOccurred())
		l.firms.Put(l.begin(), row)
	}

	list, err := l.people.DecodeList(k, []byte("["+ann+"]"))
	Expect(err).NotTo(HaveOccurred())
	row, err := l.people.Decode([]byte(ann))
	Expect(err).NotTo(HaveOccurred())
	l.st.Commit(w, func(w store.Write) {
		list.Store(w)
		Expect(list.Confirmed(w)).To(Equal(confirmed))
		l.people.Put(w, row)
		Expect(l.people.Confirms(w, row.Row)).To(Equal(confirmed))
	})
},
	Entry("when nothing else has told of these", "", true),
	Entry("not when a later request has told of one", `{"id":5,"name":"Clover"}`, false),
)

var _ = Describe("Entities inside entities", func() {
	var l *library

	BeforeEach(func() {
		l = newLibrary()
		l.put(onePaper)
	})

	It("are found at any depth of structs, pointers, slices, maps and arrays", func() {
		p := l.paper(1)

		Expect(p.Author.Firm.Name).To(Equal("f"))
		Expect(p.ByRole).To(HaveLen(2))
		Expect(p.ByRole[4].Name).To(Equal("b"))
		Expect(p.ByRole[5]).To(BeNil())
		Expect(p.Pair[1].Name).To(Equal("b"))
		firm, status := l.firms.Get(1)
		Expect(status).To(Equal(store.Fresh))
		Expect(firm.Name).To(Equal("f"))
	})

	It("pass a change on through every level, in one commit", func() {
		seq := l.st.Seq()
		row, err := l.firms.Decode([]byte(`{"id":1,"name":"changed"}`))
		Expect(err).NotTo(HaveOccurred())

		l.firms.Put(l.begin(), row)

		Expect(l.paper(1).Author.Firm.Name).To(Equal("changed"))
		Expect(l.paper(1).Pair[0].Firm.Name).To(Equal("changed"))
		Expect(l.st.Seq()).To(Equal(seq + 1))
	})

	It("make stale what shows them, at every level, when a mutation has left them in doubt", func() {
		l.put(`{"id":2,"author":{"id":9},"pair":[{"id":9},{"id":9}]}`)
		papers := func(id string) store.ListKey {
			return store.ListKey{Collection: "papers", Args: []store.Arg{{Name: "id", Value: id}}}
		}
		for _, id := range []string{"1", "2"} {
			row, err := l.papers.Decode([]byte(`{"id":` + id + `}`))
			Expect(err).NotTo(HaveOccurred())
			l.papers.Replace(l.begin(), papers(id), []Row[paper]{row})
		}
		late, err := l.papers.Decode([]byte(`{"id":3,"author":{"id":1,"firm":{"id":1}},"pair":[{"id":9},{"id":9}]}`))
		Expect(err).NotTo(HaveOccurred())
		early := l.begin()

		l.firms.Doubt(store.Write{}, 1)
		l.papers.Put(early, late)

		statuses := map[string]store.Status{}
		_, statuses["paper 1"] = l.papers.Get(1)
		_, statuses["paper 2"] = l.papers.Get(2)
		_, statuses["paper 3"] = l.papers.Get(3)
		_, statuses["person 1"] = l.people.Get(1)
		_, statuses["person 2"] = l.people.Get(2)
		_, statuses["list 1"] = l.papers.List(papers("1"))
		_, statuses["list 2"] = l.papers.List(papers("2"))
		Expect(statuses).To(Equal(map[string]store.Status{
			"paper 1": store.Stale, "paper 2": store.Fresh, "paper 3": store.Stale,
			"person 1": store.Stale, "person 2": store.Fresh,
			"list 1": store.Stale, "list 2": store.Fresh,
		}))
		l.put(onePaper)
		_, status := l.papers.Get(1)
		Expect(status).To(Equal(store.Fresh))
	})

	It("wake who watches a parent, and not who watches another one", func() {
		l.put(`{"id":2,"author":{"id":9},"pair":[{"id":9},{"id":9}]}`)
		on, other := l.st.Watch(), l.st.Watch()
		defer on.Close()
		defer other.Close()
		on.Read(func(sn *store.Snapshot) { l.papers.GetAt(sn, 1) })
		other.Read(func(sn *store.Snapshot) { l.papers.GetAt(sn, 2) })

		l.putPerson(`{"id":3,"name":"changed"}`)

		Expect(on.Changed()).To(Receive())
		Expect(other.Changed()).NotTo(Receive())
	})

	It("do not make new versions of parents when they are delivered unchanged", func() {
		seq := l.st.Seq()

		l.put(onePaper)
		l.putPerson(`{"id":1,"name":"a"}`)

		Expect(l.st.Seq()).To(Equal(seq))
	})

	It("are as they were in a snapshot", func() {
		sn := l.st.Snapshot()
		defer sn.Release()

		l.putPerson(`{"id":1,"name":"changed"}`)
		l.people.Delete(l.begin(), 3)

		p, _ := l.papers.GetAt(sn, 1)
		Expect(p.Author.Name).To(Equal("a"))
		Expect(p.Meta.Reviewer.Name).To(Equal("c"))
		Expect(l.paper(1).Meta.Reviewer).To(BeNil())
	})

	It("show optimistic changes in parents and take them back", func() {
		layer := l.st.Layer()
		l.people.Edit(l.begin(), layer, 1, func(p *person) { p.Name = "edited" })
		l.people.Hide(l.begin(), layer, 3)
		Expect(l.paper(1).Author.Name).To(Equal("edited"))
		Expect(l.paper(1).Meta.Reviewer).To(BeNil())

		layer.Remove(l.begin())

		Expect(l.paper(1).Author.Name).To(Equal("a"))
		Expect(l.paper(1).Meta.Reviewer.Name).To(Equal("c"))
	})

	It("are changed by an optimistic change of a parent only in which ones they are", func() {
		layer := l.st.Layer()
		l.papers.Edit(l.begin(), layer, 1, func(p *paper) {
			p.Title += "!"
			p.Author = person{ID: 2, Name: "ignored: the store knows better"}
		})
		Expect(l.paper(1).Author.Name).To(Equal("b"))
		l.putPerson(`{"id":2,"name":"bb"}`)
		Expect(l.paper(1).Author.Name).To(Equal("bb"))

		layer.Remove(l.begin())

		Expect(l.paper(1).Title).To(Equal("t"))
		Expect(l.paper(1).Author.Name).To(Equal("a"))
	})

	It("are the same before and after a change of a parent that leaves them alone", func() {
		layer := l.st.Layer()
		l.papers.Edit(l.begin(), layer, 1, func(p *paper) { p.Title += "!" })
		l.putPerson(`{"id":1,"name":"aa"}`)

		before, after, ok := l.papers.Preview(layer, 1, true)

		Expect(ok).To(BeTrue())
		Expect([]string{before.Author.Name, after.Author.Name}).To(Equal([]string{"aa", "aa"}))
		Expect(after.Title).To(Equal("t!"))
	})

	It("make a parent unusable while a required one is invalid", func() {
		l.people.Touch(2, store.Invalidate)
		_, status := l.papers.Get(1)
		Expect(status).To(Equal(store.Invalid))

		l.putPerson(`{"id":2,"name":"b"}`)

		Expect(l.paper(1).Pair[1].Name).To(Equal("b"))
	})

	It("stays invalid when it was invalidated again since the request began", func() {
		l.people.Touch(1, store.Invalidate)
		w := l.begin()
		l.people.Touch(1, store.Invalidate)

		row, err := l.people.Decode([]byte(`{"id":1,"name":"a","firm":{"id":1,"name":"f"}}`))
		Expect(err).NotTo(HaveOccurred())
		l.people.Put(w, row)

		_, status := l.people.Get(1)
		Expect(status).To(Equal(store.Invalid))
	})

	It("do not revive a parent that was invalidated itself", func() {
		l.papers.Touch(1, store.Invalidate)

		l.putPerson(`{"id":1,"name":"changed"}`)

		_, status := l.papers.Get(1)
		Expect(status).To(Equal(store.Invalid))
		l.put(onePaper)
		Expect(l.paper(1).Author.Name).To(Equal("a"))
	})

	It("do not bring back a deleted parent", func() {
		l.papers.Delete(l.begin(), 1)

		l.putPerson(`{"id":1,"name":"changed"}`)

		_, status := l.papers.Get(1)
		Expect(status).To(Equal(store.Missing))
	})

	It("are followed only as long as they are shown", func() {
		l.put(`{"id":1,"readers":[]}`)
		w := l.st.Watch()
		defer w.Close()
		w.Read(func(sn *store.Snapshot) { l.papers.GetAt(sn, 1) })
		l.put(`{"id":1,"byRole":{},"pair":[{"id":1},{"id":1}]}`)
		Expect(w.Changed()).To(Receive())

		l.putPerson(`{"id":2,"name":"changed"}`)

		Expect(w.Changed()).NotTo(Receive())
	})

	It("ignore responses that are older", func() {
		old := l.begin()
		l.put(`{"id":1,"author":{"id":2}}`)
		row, err := l.papers.Decode([]byte(onePaper))
		Expect(err).NotTo(HaveOccurred())

		l.papers.Put(old, row)

		Expect(l.paper(1).Author.ID).To(Equal(2))
	})

	It("of a draft follow when the server gives it its key", func() {
		layer := l.st.Layer()
		l.people.Draft(l.begin(), layer, person{ID: -1, Name: "draft"}, store.ListKey{}, false)
		edit := l.st.Layer()
		l.papers.Edit(l.begin(), edit, 1, func(p *paper) { p.Author = person{ID: -1} })
		Expect(l.paper(1).Author.Name).To(Equal("draft"))
		row, err := l.people.Decode([]byte(`{"id":10,"name":"real"}`))
		Expect(err).NotTo(HaveOccurred())

		l.st.Commit(l.begin(), func(w store.Write) {
			l.people.Adopt(w, -1, row)
			layer.Remove(w)
		})

		Expect(l.paper(1).Author.Name).To(Equal("real"))
	})
})

var _ = Describe("A Ref", func() {
	It("sets the watch of the snapshot that it is read at on what it stands for", func() {
		l := newLibrary()
		l.put(onePaper)
		l.put(`{"id":2,"title":"cited","author":{"id":1},"pair":[{"id":1},{"id":1}]}`)
		w := l.st.Watch()
		defer w.Close()
		read := func() (title string) {
			w.Read(func(sn *store.Snapshot) {
				p, _ := l.papers.GetAt(sn, 1)
				cited, _ := refAt(p.Cites, sn)
				title = cited.Title
			})
			return title
		}
		Expect(read()).To(Equal("cited"))

		l.put(`{"id":2,"title":"changed"}`)

		Expect(w.Changed()).To(Receive())
		Expect(read()).To(Equal("changed"))
	})

	It("has JSON that its own reading takes", func() {
		data, err := json.Marshal(struct{ A, B restclient.Ref[firm] }{A: restclient.RefTo(firm{ID: 3})})
		Expect(err).NotTo(HaveOccurred())
		Expect(string(data)).To(Equal(`{"A":3,"B":null}`))

		var back struct{ A, B restclient.Ref[firm] }
		Expect(json.Unmarshal(data, &back)).To(Succeed())
		Expect(back.A).To(Equal(restclient.RefKey[firm](3)))
		Expect(json.Unmarshal([]byte(`{"A":{"id":4,"name":"f"}}`), &back)).To(Succeed())
		f, ok := back.A.Get()
		Expect(ok).To(BeTrue())
		Expect(f).To(Equal(firm{4, "f"}))
	})
})

var _ = Describe("Every state of a parent", func() {
	It("is what its parts are in the same snapshot, whatever happens", func() {
		l := newLibrary()
		rng := rand.New(rand.NewPCG(1, uint64(GinkgoRandomSeed())))
		var layers []*store.Layer
		pick := func() int { return rng.IntN(4) + 1 }
		for id := 1; id <= 4; id++ {
			l.putPerson(fmt.Sprintf(`{"id":%d}`, id))
		}
		for range thorough.Times(1000, 30_000) {
			switch rng.IntN(6) {
			case 0:
				l.put(fmt.Sprintf(`{"id":%d,"author":{"id":%d},"readers":[{"id":%d},{"id":%d}],"meta":{"reviewer":{"id":%d}},"pair":[{"id":%d},{"id":%d}]}`,
					pick(), pick(), pick(), pick(), pick(), pick(), pick()))
			case 1:
				l.putPerson(fmt.Sprintf(`{"id":%d,"name":"n%d","firm":{"id":%d,"name":"f%d"}}`, pick(), rng.IntN(9), pick(), rng.IntN(9)))
			case 2:
				l.people.Delete(l.begin(), pick())
			case 3:
				l.people.Touch(pick(), store.Invalidate)
			case 4:
				layer := l.st.Layer()
				id := pick()
				l.people.Edit(l.begin(), layer, pick(), func(p *person) { p.Name += "'" })
				l.papers.Edit(l.begin(), layer, pick(), func(p *paper) { p.Author = person{ID: id} })
				layers = append(layers, layer)
			case 5:
				layer := l.st.Layer()
				l.people.Hide(l.begin(), layer, pick())
				layers = append(layers, layer)
			}
			if len(layers) > 0 && rng.IntN(4) == 0 { // about as often as one is added
				layers[0].Remove(l.begin())
				layers = layers[1:]
			}
			l.expectConsistent()
		}
	})

	It("is whole for readers that run beside writers", func() {
		l := newLibrary()
		l.put(onePaper)
		done := make(chan struct{})
		var readers sync.WaitGroup
		torn := make(chan string, 4)
		for range 4 {
			readers.Go(func() {
				for {
					select {
					case <-done:
						return
					default:
					}
					sn := l.st.Snapshot()
					p, _ := l.papers.GetAt(sn, 1)
					a, _ := l.people.GetAt(sn, 1)
					sn.Release()
					if p.Author.Name != a.Name || p.Pair[0].Name != a.Name {
						torn <- p.Author.Name + " and " + a.Name
						return
					}
				}
			})
		}
		for i := range 500 {
			l.putPerson(fmt.Sprintf(`{"id":1,"name":"n%d"}`, i))
		}
		close(done)
		readers.Wait()
		Expect(torn).NotTo(Receive())
	})
})

// expectConsistent compares each paper with the people and firms in their
// tables.
func (l *library) expectConsistent() {
	GinkgoHelper()
	for id := 1; id <= 4; id++ {
		p, status := l.papers.Get(id)
		if status < store.Stale {
			continue
		}
		shown := append([]person{p.Author, p.Pair[0], p.Pair[1]}, p.Readers...)
		if p.Meta.Reviewer != nil {
			shown = append(shown, *p.Meta.Reviewer)
		}
		for _, have := range shown {
			if want, status := l.people.Get(have.ID); status < store.Stale || !reflect.DeepEqual(have, want) {
				Fail(fmt.Sprintf("paper %d shows %+v, stored is %+v (%s)", id, have, want, status))
			}
		}
	}
}
