package devtools_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/devtools"
)

var _ = DescribeTable("Local",
	func(remote, host, forwarding string, allowed bool) {
		r := httptest.NewRequest(http.MethodGet, "http://x/", nil)
		r.RemoteAddr, r.Host = remote, host
		if forwarding != "" {
			r.Header.Set(forwarding, "1")
		}
		Expect(devtools.Local(r)).To(Equal(allowed))
	},
	Entry("allows this machine by address", "127.0.0.1:999", "127.0.0.1:8080", "", true),
	Entry("allows any loopback address", "127.8.9.1:999", "127.1.2.3", "", true),
	Entry("allows this machine by name", "127.0.0.1:999", "LOCALHOST:8080", "", true),
	Entry("allows names below localhost", "127.0.0.1:999", "demo.localhost.", "", true),
	Entry("allows IPv6", "[::1]:999", "[::1]:8080", "", true),
	Entry("allows IPv4 as IPv6", "[::ffff:127.0.0.1]:999", "[::1]", "", true),
	Entry("refuses another machine", "192.0.2.1:999", "localhost", "", false),
	Entry("refuses a name that was made to lead here", "127.0.0.1:999", "evil.example", "", false),
	Entry("refuses a name that looks like an address", "127.0.0.1:999", "127.0.0.1.evil.example", "", false),
	Entry("refuses a name that looks like localhost", "127.0.0.1:999", "evillocalhost", "", false),
	Entry("refuses what a proxy passes on", "127.0.0.1:999", "localhost", "X-Forwarded-For", false),
	Entry("refuses what a proxy passes on by RFC 7239", "127.0.0.1:999", "localhost", "Forwarded", false),
	Entry("refuses what has no address", "@", "localhost", "", false),
	Entry("refuses no host", "127.0.0.1:999", "", "", false),
)

var _ = Describe("The pages", func() {
	var s *site

	BeforeEach(func() { s = newSite() })

	It("are refused to strangers", func(ctx SpecContext) {
		p := s.do(ctx, http.MethodGet, "", nil, http.Header{"Host": {"evil.example"}})

		Expect(p.status).To(Equal(http.StatusForbidden))
		Expect(p.text).NotTo(ContainSubstring("<"))
	})

	It("are for whom WithAllow says", func(ctx SpecContext) {
		asked := ""
		s := newSite(devtools.WithAllow(func(r *http.Request) bool {
			asked = r.Host
			return r.Header.Get("X-Forwarded-For") != ""
		}))

		Expect(s.get(ctx, "").status).To(Equal(http.StatusForbidden))
		Expect(s.do(ctx, http.MethodGet, "", nil, http.Header{"Host": {"staging.example"}, "X-Forwarded-For": {"1"}}).status).To(Equal(http.StatusOK))
		Expect(asked).To(Equal("staging.example"))
	})

	It("may load nothing but what is their own", func(ctx SpecContext) {
		p := s.get(ctx, "")

		Expect(p.header.Get("Content-Security-Policy")).To(And(
			HavePrefix("default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"), Not(ContainSubstring("unsafe"))))
		Expect(p.header).To(And(HaveKeyWithValue("Cache-Control", []string{"no-store"}), HaveKeyWithValue("X-Content-Type-Options", []string{"nosniff"})))
		Expect(p.all("", "style")).To(BeEmpty())
		for _, script := range p.all("", "script") {
			Expect(attribute(script, "src")).To(MatchRegexp(`^devtools-[0-9a-f]{12}\.js$`))
			Expect(words(script)).To(BeEmpty())
		}
	})

	It("have assets that can be kept for ever", func(ctx SpecContext) {
		p := s.get(ctx, "")
		for _, name := range []string{attribute(p.all("", "script")[0], "src"), attribute(p.all("", "link")[0], "href")} {
			asset := s.get(ctx, name)
			Expect(asset.status).To(Equal(http.StatusOK))
			Expect(asset.header.Get("Cache-Control")).To(ContainSubstring("immutable"))
		}
	})

	It("are below any path", func(ctx SpecContext) {
		h := http.StripPrefix("/a/b", devtools.Handler(s.client, devtools.WithAllow(func(*http.Request) bool { return true })))
		for path, want := range map[string]int{"/a/b": http.StatusTemporaryRedirect, "/a/b/": http.StatusOK, "/a/b/answers": http.StatusOK, "/a/b/nothing": http.StatusNotFound} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
			Expect(w.Code).To(Equal(want), path)
			if want == http.StatusTemporaryRedirect {
				Expect(w.Header().Get("Location")).To(Equal("./b/"))
			}
		}
	})

	DescribeTable("are not there", func(ctx SpecContext, path string, status int) {
		Expect(s.get(ctx, path).status).To(Equal(status))
	},
		Entry("with unknown names", "nothing", http.StatusNotFound),
		Entry("of unknown tables", "table?table=nothing", http.StatusNotFound),
		Entry("of unknown rows", "row?table="+todoTable+"&key=1", http.StatusNotFound),
		Entry("of unknown commits", "commit?seq=77", http.StatusNotFound),
		Entry("of what is no commit", "commit?seq=x", http.StatusNotFound),
		Entry("of commits that are not kept", "?at=77", http.StatusGone),
		Entry("of unknown identities", "?who=77", http.StatusNotFound),
	)

	It("know three methods", func(ctx SpecContext) {
		p := s.do(ctx, http.MethodDelete, "", nil, nil)

		Expect(p.status).To(Equal(http.StatusMethodNotAllowed))
		Expect(p.header.Get("Allow")).To(Equal("GET, HEAD, POST"))
		Expect(s.do(ctx, http.MethodHead, "", nil, nil).status).To(Equal(http.StatusOK))
	})

	It("show nothing of no client", func(ctx SpecContext) {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr, r.Host = "127.0.0.1:999", "localhost"

		devtools.Handler(nil).ServeHTTP(w, r)

		Expect(w.Code).To(Equal(http.StatusOK))
		Expect(w.Body.String()).To(ContainSubstring("Nothing is stored yet."))
	})
})

var _ = Describe("A button", func() {
	var s *site

	BeforeEach(func(ctx SpecContext) {
		s = newSite()
		must(s.todos.Get(ctx, 1))
		must(s.todos.Get(ctx, 2))
	})

	token := func(ctx SpecContext, of string) url.Values {
		for _, button := range s.get(ctx, "answers").all("", "button") {
			if attribute(button, "aria-label") == of {
				for _, input := range (page{root: button.Parent}).all("", "input") {
					if attribute(input, "name") == "answer" {
						return url.Values{"answer": {attribute(input, "value")}}
					}
				}
			}
		}
		Fail("there is no button " + of)
		return nil
	}

	It("expires one answer", func(ctx SpecContext) {
		p := s.press(ctx, "expire", token(ctx, "Expire Todo.get http://api.test/todos/1"))

		Expect(p.status).To(Equal(http.StatusSeeOther))
		Expect(p.header.Get("Location")).To(Equal("answers"))
		Expect(s.get(ctx, "answers").column("main", 2)).To(Equal([]string{"stale", "fresh"}))
	})

	It("invalidates one answer, or all", func(ctx SpecContext) {
		s.press(ctx, "invalidate", token(ctx, "Invalidate Todo.get http://api.test/todos/2"))
		Expect(s.get(ctx, "answers").column("main", 2)).To(Equal([]string{"fresh", "invalid"}))

		s.press(ctx, "invalidate", nil)
		Expect(s.get(ctx, "answers").column("main", 2)).To(Equal([]string{"invalid", "invalid"}))
	})

	It("resets the client, and the recording goes on", func(ctx SpecContext) {
		p := s.press(ctx, "reset", nil)
		Expect(p.header.Get("Location")).To(Equal("./"))
		Expect(s.get(ctx, "answers").text).To(ContainSubstring("None."))

		must(s.todos.Get(ctx, 3))

		Expect(s.get(ctx, "commits").rows("main")).To(HaveLen(1))
		Expect(s.get(ctx, "table?table="+todoTable).column("rows", 0)).To(Equal([]string{"3"}))
	})

	It("does nothing for an identity that there is not", func(ctx SpecContext) {
		Expect(s.press(ctx, "reset", url.Values{"who": {"77"}}).status).To(Equal(http.StatusNotFound))
		Expect(s.press(ctx, "nothing", nil).status).To(Equal(http.StatusNotFound))
	})

	DescribeTable("does nothing for pages of another origin", func(ctx SpecContext, name, value string) {
		p := s.do(ctx, http.MethodPost, "reset", strings.NewReader(""), http.Header{name: {value}})

		Expect(p.status).To(Equal(http.StatusForbidden))
		Expect(s.get(ctx, "answers").rows("main")).To(HaveLen(2))
	},
		Entry("as Fetch Metadata say", "Sec-Fetch-Site", "cross-site"),
		Entry("of another port", "Sec-Fetch-Site", "same-site"),
		Entry("as the origin says", "Origin", "http://evil.example"),
	)
})
