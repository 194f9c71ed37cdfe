package restclient_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

type RowFilter struct {
	Kind   string `query:"kind,omitempty"`
	Page   int    `query:"page,omitempty"`
	From0  *int   `query:"p0"`
	Offset uint16 `query:"offset,omitempty"`
	Cursor string `query:"cursor,omitempty"`
	Ratio  bool   `query:"ratio,omitempty"`
}

// Paging is embedded in arguments.
type Paging struct {
	Page int `query:"page,omitempty"`
}

type PointedFilter struct{ *Paging }

var rows = restclient.CreateResource[Todo, int, RowFilter]("/rows/:id", restclient.WithURLPrefix("http://api.test"))

// rowServer has entities 1 to n, five a page, in every way of paging.
type rowServer struct{ n int }

func (s rowServer) handler() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		first := 0
		switch {
		case q.Has("page"):
			page, _ := strconv.Atoi(q.Get("page"))
			first = (page - 1) * 5
		case q.Has("p0"):
			page, _ := strconv.Atoi(q.Get("p0"))
			first = page * 5
		case q.Has("offset"):
			first, _ = strconv.Atoi(q.Get("offset"))
		case q.Has("cursor"):
			if _, err := fmt.Sscanf(q.Get("cursor"), "after %d", &first); err != nil {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
		}
		found := []Todo{}
		for id := first + 1; id <= min(first+5, s.n); id++ {
			found = append(found, Todo{ID: id, Title: "row"})
		}
		w.Header().Set("X-Total-Count", strconv.Itoa(s.n))
		next := ""
		if first+5 < s.n {
			next = fmt.Sprintf("after %d", first+5)
			w.Header().Add("Link", `</rows>; rel="first"`)
			w.Header().Add("Link", fmt.Sprintf(`<?cursor=after+%d>; title="a, b"; rel="last Next"`, first+5))
		}
		if q.Get("kind") != "envelope" {
			writeJSON(w, http.StatusOK, found)
			return
		}
		body := map[string]any{"data": map[string]any{"rows": found}, "total": s.n, "next": nil, "nextURL": ""}
		if next != "" {
			body["next"], body["nextURL"] = next, "/rows?kind=envelope&cursor="+fmt.Sprintf("after+%d", first+5)
		}
		writeJSON(w, http.StatusOK, body)
	}
}

func collect[E any](seq func(func(E, error) bool)) (all []E, err error) {
	for e, failure := range seq {
		if failure != nil {
			return all, failure
		}
		all = append(all, e)
	}
	return all, nil
}

func nextOf(r restclient.PageReply) (string, error) {
	var body struct{ Next string }
	err := json.Unmarshal(r.Body, &body)
	return body.Next, err
}

var _ = Describe("Pages", func() {
	var (
		server *recorder
		client *restclient.Client
		bound  *restclient.Bound[Todo, int, RowFilter]
	)

	BeforeEach(func() {
		before := goleak.IgnoreCurrent()
		DeferCleanup(func() { Expect(goleak.Find(before)).To(Succeed()) })
		server = newRecorder()
		server.set(rowServer{12}.handler())
		client = start(server)
		bound = rows.On(client)
	})

	DescribeTable("All yields every entity, in order, by",
		func(ctx SpecContext, filter RowFilter, requests int, opts ...restclient.PageOption) {
			found, err := collect(bound.All(ctx, filter, opts...))

			Expect(err).NotTo(HaveOccurred())
			Expect(found).To(HaveLen(12))
			for i, todo := range found {
				Expect(todo.ID).To(Equal(i + 1))
			}
			Expect(server.seen()).To(HaveLen(requests))
		},
		Entry("page number, up to the empty page", RowFilter{}, 4, restclient.ByPage("page")),
		Entry("page number from 0", RowFilter{From0: new(0)}, 4, restclient.ByPage("p0")),
		Entry("offset", RowFilter{}, 4, restclient.ByOffset("offset")),
		Entry("cursor", RowFilter{Kind: "envelope"}, 3, restclient.ItemsIn("/data/rows"), restclient.TotalIn("total"), restclient.ByCursor("cursor", "next")),
		Entry("a function", RowFilter{Kind: "envelope"}, 3, restclient.ItemsIn("/data/rows"), restclient.ByCursorFunc("cursor", nextOf)),
		Entry("Link header", RowFilter{}, 3, restclient.ByLink()),
		Entry("next URL", RowFilter{Kind: "envelope"}, 3, restclient.ItemsIn("/data/rows"), restclient.ByNextURL("nextURL")),
		Entry("Link header, one page ahead", RowFilter{}, 3, restclient.ByLink(), restclient.Prefetch()),
	)

	DescribeTable("leaving the loop after k entities costs exactly ceil(k/5) requests,",
		func(ctx SpecContext, opt restclient.PageOption) {
			for k := 1; k <= 11; k++ {
				before := len(server.seen())
				n := 0
				for _, err := range bound.All(ctx, RowFilter{}, opt) {
					Expect(err).NotTo(HaveOccurred())
					if n++; n == k {
						break
					}
				}
				Expect(len(server.seen())-before).To(Equal((k+4)/5), "k = %d", k)
			}
		},
		Entry("by page", restclient.ByPage("page")),
		Entry("by offset", restclient.ByOffset("offset")),
		Entry("by Link", restclient.ByLink()),
	)

	It("follows a parameter that arguments embed by a pointer, and leaves them as they are", func(ctx SpecContext) {
		pointed := restclient.CreateResource[Todo, int, PointedFilter]("/rows/:id", restclient.WithURLPrefix("http://api.test")).On(client)

		Expect(collect(pointed.All(ctx, PointedFilter{}, restclient.ByPage("page")))).To(HaveLen(12))
		second := PointedFilter{&Paging{Page: 2}}
		Expect(collect(pointed.All(ctx, second, restclient.ByPage("page")))).To(HaveLen(7))

		Expect(second.Page).To(Equal(2))
	})

	It("yields a row once that the next page shows again, because others came in front of it", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, r *http.Request) {
			page, _ := strconv.Atoi(r.URL.Query().Get("page"))
			first := 5 - page // each page begins with the last one of the page before
			writeJSON(w, http.StatusOK, []Todo{{ID: first}, {ID: first - 1}}[:min(2, first)])
		})

		found, err := collect(bound.All(ctx, RowFilter{}, restclient.ByPage("page")))
		Expect(err).NotTo(HaveOccurred())
		Expect(found).To(Equal([]Todo{{ID: 4}, {ID: 3}, {ID: 2}, {ID: 1}}))
		server.seen()

		Expect(collect(bound.All(ctx, RowFilter{}, restclient.ByPage("page"), restclient.MaxItems(4)))).To(HaveLen(4))
	})

	It("reads one page ahead, and no further, with Prefetch", func(ctx SpecContext) {
		for page, err := range bound.Pages(ctx, RowFilter{}, restclient.ByPage("page"), restclient.Prefetch()) {
			Expect(err).NotTo(HaveOccurred())
			Expect(page.Number).To(Equal(1))
			Eventually(server.seen).WithContext(ctx).Should(HaveLen(2))
			Consistently(server.seen, "50ms").Should(HaveLen(2))
			break
		}
	})

	It("stores each page as GetPage does", func(ctx SpecContext) {
		must(bound.List(ctx, RowFilter{}))
		_, err := collect(bound.Pages(ctx, RowFilter{}, restclient.ByPage("page")))
		Expect(err).NotTo(HaveOccurred())
		asked := len(server.seen())

		todo, err := bound.Get(ctx, 12)
		Expect(err).NotTo(HaveOccurred())
		Expect(todo.ID).To(Equal(12))
		list, err := bound.List(ctx, RowFilter{})
		Expect(err).NotTo(HaveOccurred())
		Expect(list.Len()).To(Equal(12))
		Expect(server.seen()).To(HaveLen(asked))
	})

	It("are the only way but Fetch to read a page", func(ctx SpecContext) {
		paged := restclient.CreateResource[Todo, int, shelfFilter]("/rows/:id", apiPrefix, restclient.WithPaginationField("page"))
		uctx := client.Context(ctx)
		must(restclient.UseSuspense(uctx, paged.GetList, shelfFilter{}))

		_, err := restclient.UseSuspense(uctx, paged.GetList.GetPage, shelfFilter{Page: 2})

		Expect(err).To(HaveField("Kind", restclient.KindArgument))
		Expect(err).To(MatchError(ContainSubstring("read the page with Fetch")))
		Expect(server.seen()).To(HaveLen(1))
	})

	It("leave the list as it is when one fails", func(ctx SpecContext) {
		paged := restclient.CreateResource[Todo, int, shelfFilter]("/rows/:id", apiPrefix, restclient.WithPaginationField("page"), restclient.WithInvalidIfStale())
		must(paged.On(client).List(ctx, shelfFilter{}))
		server.answers(http.StatusNotFound, "", "")
		_, err := paged.On(client).Page(ctx, shelfFilter{Page: 9})
		Expect(err).To(MatchError(restclient.ErrNotFound))
		server.seen()

		Expect(must(paged.On(client).List(ctx, shelfFilter{})).Len()).To(Equal(5))

		Expect(server.seen()).To(HaveLen(2))
	})

	It("tells number, cursor and total of a page", func(ctx SpecContext) {
		pages, err := collect(bound.Pages(ctx, RowFilter{}, restclient.ByOffset("offset"), restclient.TotalInHeader("X-Total-Count")))

		Expect(err).NotTo(HaveOccurred())
		Expect(pages).To(HaveLen(3))
		Expect(pages[0]).To(And(HaveField("Number", 1), HaveField("Cursor", "5"), HaveField("Total", 12)))
		Expect(pages[2]).To(And(HaveField("Number", 3), HaveField("Items.Len()", 2)))
	})

	It("ends at MaxPages and MaxItems", func(ctx SpecContext) {
		pages, err := collect(bound.Pages(ctx, RowFilter{}, restclient.ByPage("page"), restclient.MaxPages(2)))
		Expect(err).NotTo(HaveOccurred())
		Expect(pages).To(HaveLen(2))
		Expect(server.seen()).To(HaveLen(2))

		items, err := collect(bound.All(ctx, RowFilter{}, restclient.ByPage("page"), restclient.MaxItems(7), restclient.Prefetch()))
		Expect(err).NotTo(HaveOccurred())
		Expect(items).To(HaveLen(7))
		Expect(server.seen()).To(HaveLen(4))
	})

	It("counts the parameter of WithPaginationField without an option", func(ctx SpecContext) {
		todos := three()
		other := start(todos)
		must(Todos.On(other).List(ctx, TodoFilter{}))

		found, err := collect(Todos.On(other).All(ctx, TodoFilter{}))

		Expect(err).NotTo(HaveOccurred())
		Expect(found).To(HaveLen(3))
		Expect(todos.seen()).To(Equal([]string{"GET /todos", "GET /todos?page=1", "GET /todos?page=2", "GET /todos?page=3"}))
		list, ok := restclient.UseCache(other.Context(ctx), Todos.GetList, TodoFilter{})
		Expect(ok).To(BeTrue())
		Expect(ids(list)).To(Equal([]int{1, 2, 3}))
	})

	It("begins where the arguments say, and leaves them alone", func(ctx SpecContext) {
		filter := RowFilter{From0: new(1)}

		pages, err := collect(restclient.Pages(client.Context(ctx), rows.GetList, filter, restclient.ByPage("p0"), restclient.MaxPages(1)))

		Expect(err).NotTo(HaveOccurred())
		Expect(pages[0].Items.At(0).ID).To(Equal(6))
		Expect(*filter.From0).To(Equal(1))
	})

	It("can be ranged over again", func(ctx SpecContext) {
		all := bound.All(ctx, RowFilter{}, restclient.ByPage("page"))

		first, _ := collect(all)
		again, _ := collect(all)

		Expect(again).To(Equal(first))
	})

	It("ends before an empty page, or goes through it", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, r *http.Request) {
			switch r.FormValue("cursor") {
			case "":
				writeJSON(w, 200, map[string]any{"items": []Todo{}, "next": 7})
			default:
				writeJSON(w, 200, map[string]any{"items": []Todo{{ID: 1}}})
			}
		})
		way := []restclient.PageOption{restclient.ItemsIn("items"), restclient.ByCursor("cursor", "next")}

		none, err := collect(bound.All(ctx, RowFilter{}, way...))
		Expect(err).NotTo(HaveOccurred())
		Expect(none).To(BeEmpty())
		one, err := collect(bound.All(ctx, RowFilter{}, append(way, restclient.ThroughEmptyPages())...))
		Expect(err).NotTo(HaveOccurred())
		Expect(one).To(Equal([]Todo{{ID: 1}}))
	})

	DescribeTable("refuses pages that go in circles:",
		func(ctx SpecContext, opt restclient.PageOption, requests int) {
			server.set(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Link", `<?cursor=x>; rel=next`)
				writeJSON(w, 200, []Todo{{ID: 1}})
			})

			_, err := collect(bound.All(ctx, RowFilter{}, opt))

			Expect(err).To(And(MatchError(restclient.ErrPageLoop), HaveField("Kind", restclient.KindPage)))
			Expect(server.seen()).To(HaveLen(requests))
		},
		Entry("a link to itself", restclient.ByLink(), 2),
		Entry("a server that does not heed the number", restclient.ByPage("page"), 2),
	)

	It("yields a page whose successor cannot be found, and then the error", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Link", `<http://evil.test/rows>; rel=next`)
			writeJSON(w, 200, []Todo{{ID: 1}})
		})

		for _, opts := range [][]restclient.PageOption{{restclient.ByLink()}, {restclient.ByLink(), restclient.Prefetch()}} {
			found, err := collect(bound.All(ctx, RowFilter{}, opts...))
			Expect(err).To(MatchError(restclient.ErrForeignPage))
			Expect(found).To(Equal([]Todo{{ID: 1}}))

			found, err = collect(bound.All(ctx, RowFilter{}, append(opts, restclient.MaxPages(1))...))
			Expect(err).NotTo(HaveOccurred())
			Expect(found).To(Equal([]Todo{{ID: 1}}))
		}
		Expect(server.seen()).To(HaveLen(4))
	})

	DescribeTable("keeps to the origin of the list:",
		func(ctx SpecContext, target string, expected error, opts ...restclient.PageOption) {
			server.set(func(w http.ResponseWriter, r *http.Request) {
				if r.FormValue("cursor") == "" {
					w.Header().Set("Link", "<"+target+">; rel=next")
				}
				writeJSON(w, 200, []Todo{{ID: len(r.FormValue("cursor")) + 1}})
			})

			_, err := collect(bound.All(ctx, RowFilter{}, append(opts, restclient.ByLink())...))

			if expected != nil {
				Expect(err).To(MatchError(expected))
				Expect(server.seen()).To(HaveLen(1))
				return
			}
			Expect(err).NotTo(HaveOccurred())
			Expect(server.seen()).To(HaveLen(2))
		},
		Entry("another host", "http://evil.test/rows?cursor=x", restclient.ErrForeignPage),
		Entry("another scheme", "https://api.test/rows?cursor=x", restclient.ErrForeignPage),
		Entry("another port", "http://api.test:81/rows?cursor=x", restclient.ErrForeignPage),
		Entry("another host without a scheme", "//evil.test/?cursor=x", restclient.ErrForeignPage),
		Entry("no host at all", "file:///etc/passwd?cursor=x", restclient.ErrForeignPage),
		Entry("the same, written differently", "http://API.test:80/rows?cursor=x", nil),
		Entry("one that is allowed", "http://eu.test/rows?cursor=x", nil, restclient.AllowOrigins("http://eu.test")),
	)

	It("reports the page that cannot be read, after those before it", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, r *http.Request) {
			if r.FormValue("page") == "2" {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			rowServer{12}.handler()(w, r)
		})

		found, err := collect(bound.All(ctx, RowFilter{}, restclient.ByPage("page")))

		Expect(found).To(HaveLen(5))
		Expect(err).To(MatchError(restclient.ErrForbidden))
	})

	It("ends with ctx", func(ctx SpecContext) {
		short, cancel := context.WithCancel(ctx)
		defer cancel()
		var last error
		for _, err := range bound.Pages(short, RowFilter{}, restclient.ByPage("page")) {
			cancel()
			last = err
		}

		Expect(last).To(And(MatchError(context.Canceled), HaveField("Kind", restclient.KindCanceled)))
		Expect(server.seen()).To(HaveLen(1))
	})

	DescribeTable("refuses before anything is sent",
		func(ctx SpecContext, opts ...restclient.PageOption) {
			_, err := collect(bound.All(ctx, RowFilter{}, opts...))

			Expect(err).To(HaveField("Kind", restclient.KindDeclaration))
			Expect(server.seen()).To(BeEmpty())
		},
		Entry("no way from page to page"),
		Entry("no function that finds the cursor", restclient.ByCursorFunc("page", nil)),
		Entry("a parameter that the arguments lack", restclient.ByPage("nope")),
		Entry("a parameter that holds no number", restclient.ByPage("ratio")),
	)

	It("refuses a number that the parameter cannot hold", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, r *http.Request) {
			writeJSON(w, 200, []Todo{{ID: 1}, {ID: 2}})
		})

		_, err := collect(bound.All(ctx, RowFilter{Offset: 65534}, restclient.ByOffset("offset")))

		Expect(err).To(And(HaveField("Kind", restclient.KindPage), MatchError(strconv.ErrRange)))
	})

	It("needs a client", func(ctx SpecContext) {
		_, err := collect(restclient.All(ctx, rows.GetList, RowFilter{}, restclient.ByLink()))
		Expect(err).To(MatchError(restclient.ErrNoController))
		_, err = collect(rows.On(nil).All(ctx, RowFilter{}, restclient.ByLink()))
		Expect(err).To(MatchError(restclient.ErrNoController))
	})
})

var _ = Describe("A page of a list that was never read", func() {
	It("does not make that list: its rows are stored, and List asks the server", func(ctx SpecContext) {
		server := three()
		client := start(server)
		todos := Todos.On(client)

		Expect(ids(must(todos.Page(ctx, TodoFilter{Page: 2})))).To(Equal([]int{3}))

		Expect(must(todos.Get(ctx, 3)).Title).To(Equal("c"))
		Expect(ids(must(todos.List(ctx, TodoFilter{})))).To(Equal([]int{1, 2, 3}))
		Expect(server.seen()).To(Equal([]string{"GET /todos?page=2", "GET /todos"}))
	})

	It("does not make it when all pages are read, either", func(ctx SpecContext) {
		server := three()
		client := start(server)

		for _, err := range Todos.On(client).Pages(ctx, TodoFilter{}, restclient.MaxPages(1)) {
			Expect(err).NotTo(HaveOccurred())
		}

		_, ok := restclient.UseCache(client.Context(ctx), Todos.GetList, TodoFilter{})
		Expect(ok).To(BeFalse())
	})

	DescribeTable("is not asked for by reading the list, stored or not",
		func(ctx SpecContext, stored bool, read func(context.Context, *restclient.Bound[Todo, int, TodoFilter], TodoFilter) error) {
			server := three()
			client := start(server)
			todos := Todos.On(client)
			if stored {
				must(todos.List(ctx, TodoFilter{}))
			}
			asked := len(server.seen())

			err := read(client.Context(ctx), todos, TodoFilter{Page: 2})

			Expect(kind(err)).To(Equal(restclient.KindArgument))
			Expect(err).To(MatchError(ContainSubstring(`the parameter "page" selects a page`)))
			Expect(server.seen()).To(HaveLen(asked))
		},
		Entry("List", false, listOf), Entry("List of what is stored", true, listOf),
		Entry("UseDLE", false, dleOf), Entry("UseDLE of what is stored", true, dleOf),
		Entry("FetchList", false, fetchListOf), Entry("FetchList of what is stored", true, fetchListOf),
	)
})

func dleOf(ctx context.Context, _ *restclient.Bound[Todo, int, TodoFilter], f TodoFilter) error {
	return restclient.UseDLE(ctx, Todos.GetList, f).Err
}

func listOf(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter], f TodoFilter) error {
	_, err := todos.List(ctx, f)
	return err
}

func fetchListOf(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter], f TodoFilter) error {
	_, err := todos.FetchList(ctx, f)
	return err
}
