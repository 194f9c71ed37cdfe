package restclient_test

import (
	"net/http"
	"path"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

var _ = Describe("An answer 304", func() {
	It("does not renew what has changed since it was asked for", func(ctx SpecContext) {
		server, g := newBank(account{ID: 1, N: 1}), newGate(http.MethodGet, true)
		accounts := accountsWith().On(start(server))
		_, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		server.holdWith(g.hold)
		var done sync.WaitGroup
		done.Go(func() {
			defer GinkgoRecover()
			a, err := accounts.Fetch(ctx, 1)
			Expect(err).NotTo(HaveOccurred())
			Expect(a.N).To(Equal(int64(7)))
		})
		pass := g.next(ctx)
		_, err = accounts.PartialUpdate(ctx, 1, restclient.Fields{"n": 7})
		Expect(err).NotTo(HaveOccurred())
		close(pass)
		close(g.next(ctx))
		done.Wait()

		Expect(server.requests()).To(Equal([]string{"GET /accounts/1", `GET /accounts/1 "v1"`, `PATCH /accounts/1 {"n":7}`, "GET /accounts/1"}))
	})

	It("is not asked for by a page that is read again", func(ctx SpecContext) {
		server := newBank(account{ID: 1}, account{ID: 2})
		accounts := accountsWith().On(start(server))
		for range 2 {
			l, err := accounts.Page(ctx, accountFilter{Page: 2})
			Expect(err).NotTo(HaveOccurred())
			Expect(l.Len()).To(Equal(2))
		}

		Expect(server.requests()).To(Equal([]string{"GET /accounts?page=2", "GET /accounts?page=2"}))
	})
})

var _ = Describe("An entity that an index finds", func() {
	It("is kept after 304 by its own key, whatever has the key of the index", func(ctx SpecContext) {
		things := restclient.CreateResource[named, string, restclient.None]("/things/:id", restclient.WithURLPrefix("http://api.test"))
		bySlug := restclient.NewIndex(things, func(n named) string { return n.Slug })
		get := restclient.RestEndpoint[string, named]("/slugs/:slug", restclient.WithURLPrefix("http://api.test"), restclient.WithSchema(restclient.EntityBy(bySlug)))
		server := newRecorder()
		server.set(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("If-None-Match") != "" {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			w.Header().Set("ETag", `"1"`)
			writeJSON(w, http.StatusOK, named{ID: "1", Slug: "a", N: 7})
		})
		client := start(server)
		ctx2 := client.Context(ctx)
		for range 2 {
			n, err := restclient.Fetch(ctx2, get, "a")
			Expect(err).NotTo(HaveOccurred())
			Expect(n).To(Equal(named{ID: "1", Slug: "a", N: 7}))
		}
		Expect(restclient.Expire(ctx2, get, "a")).To(Succeed())
		_, err := restclient.Fetch(ctx2, get, "a")
		Expect(err).NotTo(HaveOccurred())

		n, ok := restclient.UseCache(ctx2, things.Get, "1")
		Expect(ok).To(BeTrue())
		Expect(n.N).To(Equal(7))
		_, ok = restclient.UseCache(ctx2, things.Get, "a")
		Expect(ok).To(BeFalse())
	})

	It("is changed under its own key, whatever has the key of the index", func(ctx SpecContext) {
		things := restclient.CreateResource[named, string, restclient.None]("/things/:id", restclient.WithURLPrefix("http://api.test"))
		bySlug := restclient.NewIndex(things, func(n named) string { return n.Slug })
		patch := restclient.RestMutation[string, restclient.Fields, named]("/slugs/:slug", restclient.WithURLPrefix("http://api.test"),
			restclient.WithMethod(http.MethodPatch), restclient.WithSchema(restclient.EntityBy(bySlug)), restclient.WithOptimistic())
		server := newRecorder()
		server.set(func(w http.ResponseWriter, r *http.Request) {
			writeJSON(w, http.StatusOK, named{ID: path.Base(r.URL.Path), Slug: map[string]string{"1": "2", "2": "x"}[path.Base(r.URL.Path)]})
		})
		client := start(server)
		ctx2 := client.Context(ctx)
		for _, id := range []string{"1", "2"} {
			_, err := restclient.Fetch(ctx2, things.Get, id)
			Expect(err).NotTo(HaveOccurred())
		}
		server.set(func(w http.ResponseWriter, r *http.Request) {
			shown, _ := restclient.UseCache(ctx2, things.Get, "1")
			other, _ := restclient.UseCache(ctx2, things.Get, "2")
			writeJSON(w, http.StatusOK, map[string]any{"n": 10*shown.N + other.N})
		})

		n, err := restclient.Mutate(ctx2, patch, "2", restclient.Fields{"n": 7})

		Expect(err).NotTo(HaveOccurred())
		Expect(n).To(Equal(named{ID: "1", Slug: "2", N: 70}))
		other, _ := restclient.UseCache(ctx2, things.Get, "2")
		Expect(other).To(Equal(named{ID: "2", Slug: "x"}))
	})
})

var _ = Describe("An answer that depends on a header", func() {
	type inLanguage struct {
		Language string `header:"Accept-Language"`
	}

	It("is stored for that header", func(ctx SpecContext) {
		server := newRecorder()
		server.set(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/list" {
				writeJSON(w, http.StatusOK, []Todo{{ID: len(r.Header.Get("Accept-Language")), Title: "x"}})
				return
			}
			writeJSON(w, http.StatusOK, r.Header.Get("Accept-Language"))
		})
		ctx2 := start(server, restclient.WithBaseURL("http://api.test")).Context(ctx)
		greet := restclient.RestEndpoint[inLanguage, string]("/greeting")
		list := restclient.RestEndpoint[inLanguage, restclient.List[Todo]]("/list", restclient.WithSchema(restclient.ListOf[Todo]()))
		for range 2 {
			for _, language := range []string{"de", "en-GB"} {
				text, err := restclient.UseSuspense(ctx2, greet, inLanguage{language})
				Expect(err).NotTo(HaveOccurred())
				Expect(text).To(Equal(language))
				l, err := restclient.UseSuspense(ctx2, list, inLanguage{language})
				Expect(err).NotTo(HaveOccurred())
				Expect(ids(l)).To(Equal([]int{len(language)}))
			}
		}
		Expect(server.seen()).To(HaveLen(4))
	})
})
