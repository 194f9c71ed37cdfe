package viewer_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = Describe("Configuration", func() {
	const described = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"servers":[{"url":"/v1"},{"url":"https://other.example/v2"},{"url":"{where}/v3"}],
		"paths":{"/a":{"get":{"operationId":"a","servers":[{"url":"v4"}]},"put":{"operationId":"b"}}}}`

	It("puts baseServerURL before servers that are relative, those of operations too", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(described), viewer.WithConfiguration(viewer.Configuration{BaseServerURL: "https://api.example/"}))

		Expect(read(v, "/").Find(".server-url").Texts()).To(Equal([]string{"https://api.example/v1", "https://other.example/v2", "{where}/v3", "https://api.example/v4"}))
		Expect(read(v, "/operations/a").Find(".server-url").Texts()).To(Equal([]string{"https://api.example/v4"}))
		Expect(read(v, "/operations/a").Find("[aria-label=Request]").Text()).To(ContainSubstring("https://api.example/v4/a"))
		Expect(get(v, "/openapi.json").Body.String()).To(ContainSubstring(`"/v1"`))
	})

	It("takes baseServerURL for the server of a description without one", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(petstore), viewer.WithConfiguration(viewer.Configuration{BaseServerURL: "https://api.example"}))

		Expect(read(v, "/").Find(".server-url").Texts()).To(Equal([]string{"https://api.example"}))
	})

	It("puts servers in place of those of the description, and keeps those of single operations", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(described), viewer.WithConfiguration(viewer.Configuration{BaseServerURL: "https://api.example/", Servers: []viewer.Server{
			{URL: "https://{stage}.example", Description: "For tests", Variables: map[string]viewer.ServerVariable{"stage": {Default: "beta", Enum: []string{"alpha", "beta"}}}},
			{URL: "/below"},
		}}))

		Expect(read(v, "/").Find(".server-url").Texts()).To(Equal([]string{"https://{stage}.example", "https://api.example/below", "https://api.example/v4"}))
		Expect(read(v, "/operations/b").Find(".server-url").Texts()).To(Equal([]string{"https://{stage}.example", "https://api.example/below"}))
		Expect(read(v, "/operations/b").Find("[aria-label=Request]").Text()).To(ContainSubstring("https://beta.example/a"))
		Expect(read(v, "/operations/a").Find(".server-url").Texts()).To(Equal([]string{"https://api.example/v4"}))
		Expect(read(v, "/").Find("main").Text()).To(And(ContainSubstring("For tests"), ContainSubstring("alpha")))
	})

	It("puts servers where the description has none", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(petstore), viewer.WithConfiguration(viewer.Configuration{Servers: []viewer.Server{{URL: "https://here.example"}}}))

		Expect(read(v, "/").Find(".server-url").Texts()).To(Equal([]string{"https://here.example"}))
	})

	DescribeTable("leaves readers no choice of colours", func(ctx SpecContext, c viewer.Configuration, mode string) {
		page := read(configured(ctx, c), "/")

		Expect(page.Find("[data-mode-toggle]")).To(BeEmpty())
		Expect(page.Find(".keys-list kbd").Texts()).NotTo(ContainElement("t"))
		Expect(page.Find("html[data-fixed]").Attributes("data-mode")).To(Equal([]string{mode}))
	},
		Entry("of the system", viewer.Configuration{HideDarkModeToggle: true}, ""),
		Entry("dark by default", viewer.Configuration{HideDarkModeToggle: true, DarkMode: new(true)}, "dark"),
		Entry("forced", viewer.Configuration{ForceDarkModeState: "light", DarkMode: new(true)}, "light"),
	)

	It("has no sidebar in the classic layout", func(ctx SpecContext) {
		yes := true

		Expect(read(configured(ctx, viewer.Configuration{Layout: "classic", ShowSidebar: &yes}), "/").Find("nav.sidebar")).To(BeEmpty())
		Expect(read(configured(ctx, viewer.Configuration{Layout: "modern"}), "/").Find("nav.sidebar")).To(HaveLen(1))
	})

	const sorted = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"x-tagGroups":[{"name":"G","tags":["pets","Accounts","ants"]}],
		"tags":[{"name":"pets"},{"name":"ants"},{"name":"Accounts"},{"name":"apart"}],"paths":{
			"/b":{"put":{"operationId":"b","summary":"move","tags":["pets"]},"get":{"operationId":"g","summary":"View","tags":["pets"]}},
			"/a":{"delete":{"operationId":"d","summary":"Bury","tags":["ants"]},"get":{"operationId":"a","summary":"adopt","tags":["pets"]}},
			"/c":{"get":{"operationId":"c","tags":["Accounts","apart"]}}}}`

	DescribeTable("sorts tags and operations", func(ctx SpecContext, c viewer.Configuration, tags, operations []string) {
		v := start(ctx, openapi.FromContent(sorted), viewer.WithConfiguration(c))

		shown := slices.DeleteFunc(read(v, "/").Find("[data-nav] .nav-tag").Texts(), func(name string) bool { return !slices.Contains(tags, name) })
		Expect(shown).To(Equal(tags))
		Expect(read(v, "/tags/pets").Find(".entry-title h3").Texts()).To(Equal(operations))
		Expect(get(v, "/operations/b").Code).To(Equal(200))
	},
		Entry("as the description does", viewer.Configuration{}, []string{"pets", "Accounts", "ants", "apart"}, []string{"move", "View", "adopt"}),
		Entry("by name and title, in the groups of tags", viewer.Configuration{TagsSorter: "alpha", OperationsSorter: "alpha"},
			[]string{"Accounts", "ants", "pets", "apart"}, []string{"adopt", "move", "View"}),
		Entry("by method", viewer.Configuration{OperationsSorter: "method"}, []string{"pets", "Accounts", "ants", "apart"}, []string{"View", "adopt", "move"}),
	)

	It("refuses an order that there is not, and says which there are", func() {
		Expect(viewer.Configuration{TagsSorter: "method"}.Validate()).To(MatchError(`configuration: tagsSorter: there is no order "method"; use alpha`))
		Expect(viewer.Configuration{OperationsSorter: "path"}.Validate()).To(MatchError(`configuration: operationsSorter: there is no order "path"; use alpha or method`))
	})

	It("has the icon that it names", func(ctx SpecContext) {
		for given, shown := range map[string]string{"": "data:,", "/favicon.svg?v=2": "/favicon.svg?v=2", "data:image/png;base64,AA==": "data:image/png;base64,AA=="} {
			c := viewer.Configuration{Favicon: given}
			Expect(c.Validate()).To(Succeed())
			Expect(read(configured(ctx, c), "/").Find("link").Attributes("href")).To(ContainElement(shown))
		}
		for _, given := range []string{"favicon.svg", "https://other.example/i.svg", "//other.example/i.svg", "data:text/html,x", "javascript:x"} {
			Expect(viewer.Configuration{Favicon: given}.Validate()).To(MatchError(ContainSubstring("favicon")), given)
		}
	})

	DescribeTable("refuses servers and a mode that cannot be meant", func(c viewer.Configuration, says string) {
		Expect(c.Validate()).To(MatchError(ContainSubstring(says)))
	},
		Entry("a server without an address", viewer.Configuration{Servers: []viewer.Server{{URL: "/"}, {}}}, "servers[1]: a server needs a url"),
		Entry("a default that is not allowed", viewer.Configuration{Servers: []viewer.Server{{URL: "{a}", Variables: map[string]viewer.ServerVariable{"a": {Default: "x", Enum: []string{"y"}}}}}}, `the default "x" of the variable "a"`),
		Entry("a mode there is not", viewer.Configuration{ForceDarkModeState: "dim"}, `there is no state "dim"; use dark or light`),
	)

	It("refuses a baseServerURL that is relative and a layout there is not", func() {
		Expect(viewer.Configuration{BaseServerURL: "/v1"}.Validate()).To(MatchError(ContainSubstring("baseServerURL")))
		Expect(viewer.Configuration{Layout: "x"}.Validate()).To(MatchError(ContainSubstring("layout")))
	})
})

var _ = Describe("The server of a sample", func() {
	const (
		relative = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"servers":[{"url":"/v1"}],"paths":{"/a":{"get":{"operationId":"a"}}}}`
		none     = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/a":{"get":{"operationId":"a"}}}}`
		absolute = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"servers":[{"url":"https://api.example"}],"paths":{"/a":{"get":{"operationId":"a"}}}}`
	)

	// asked returns what a page says to who asks a host for it.
	asked := func(h http.Handler, path, host string, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = host
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}

	DescribeTable("is the one that the page comes from where the description names none,",
		func(ctx SpecContext, description, host, want string, options ...viewer.Option) {
			v := start(ctx, openapi.FromContent(description), append(options, viewer.WithMarkdown(mdrender.New()))...)

			for _, path := range []string{"/operations/a", "/operations/a?part=1", "/operations/a.md", "/llms-full.txt"} {
				Expect(asked(v, path, host).Body.String()).To(ContainSubstring(want), path)
			}
		},
		Entry("with its path", relative, "localhost:8080", "http://localhost:8080/v1/a"),
		Entry("without servers at all", none, "192.0.2.1", "http://192.0.2.1/a"),
		Entry("by the name of the operator", relative, "docs.example", "http://docs.example/v1/a", viewer.WithHosts("docs.example")),
		Entry("by its public address first", relative, "localhost:8080", "https://public.example/v1/a", viewer.WithPublicURL("https://public.example/docs")),
		Entry("and a placeholder where anybody may have written the name", relative, "evil.example", "https://your-server.example/v1/a"),
		Entry("and a placeholder for a name that nobody has", relative, "export.invalid", "https://your-server.example/v1/a", viewer.WithForwardedHeaders()),
		Entry("but never in place of one that it names", absolute, "localhost:8080", "https://api.example/a"),
	)

	DescribeTable("is a placeholder that scripts replace,",
		func(ctx SpecContext, description, host string, want bool, options ...viewer.Option) {
			v := start(ctx, openapi.FromContent(description), options...)

			for _, path := range []string{"/operations/a", "/operations/a?part=1"} {
				data := htmltest.Parse(asked(v, path, host).Body.Bytes()).Find("[data-request-card] script").Text()

				Expect(data).To(ContainSubstring(`"variants"`), path)
				Expect(strings.Contains(data, `"placeholder":"https://your-server.example"`)).To(Equal(want), path)
			}
		},
		Entry("where the server does not know its own name", relative, "evil.example", true),
		Entry("without servers, too", none, "evil.example", true),
		Entry("but not where it knows it", relative, "localhost", false),
		Entry("nor where it was told", relative, "evil.example", false, viewer.WithPublicURL("https://public.example/docs")),
		Entry("nor where the description names a server", absolute, "evil.example", false),
	)

	It("is a placeholder for good on pages of what a visitor has sent", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))

		page := get(v, rootOf(post(v, sentText("Mine"), nil))+"operations/list", "Sec-Fetch-Site", "same-origin")

		Expect(page.Body.String()).To(ContainSubstring("https://your-server.example/orders"))
		Expect(page.Body.String()).NotTo(ContainSubstring(`"placeholder"`))
	})

	It("is that of each reader, although pages are kept", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(relative), viewer.WithForwardedHeaders())

		for range 2 {
			for _, host := range []string{"a.example", "b.example"} {
				for _, path := range []string{"/operations/a", "/operations/a?part=1", "/?reading=whole"} {
					body := asked(v, path, "inside", "X-Forwarded-Host", host, "X-Forwarded-Proto", "https").Body.String()

					Expect(regexp.MustCompile(`[ab]\.example`).FindAllString(body, -1)).To(HaveEach(host), path)
				}
			}
		}
	})

	It("is that of each reader in the text of all pages, which is written once", func(ctx SpecContext) {
		pages := new(atomic.Int32)
		v := start(ctx, openapi.FromContent(relative), viewer.WithForwardedHeaders(), viewer.WithMarkdown(counting{mdrender.New(), pages}))
		full := func(host string, headers ...string) *httptest.ResponseRecorder {
			return asked(v, "/llms-full.txt", "inside", append(headers, "X-Forwarded-Host", host, "X-Forwarded-Proto", "https")...)
		}
		a, b, none := full("a.example"), full("b.example"), full(`"><script>`)
		written := pages.Load()

		Expect(a.Body.String()).To(ContainSubstring("curl 'https://a.example/v1/a'"))
		Expect(strings.ReplaceAll(a.Body.String(), "//a.", "//b.")).To(Equal(b.Body.String()))
		Expect(none.Body.String()).To(ContainSubstring("curl 'https://your-server.example/v1/a'"))
		Expect(full("a.example").Body.String()).To(Equal(a.Body.String()))
		Expect(full("a.example", "If-None-Match", a.Header().Get("ETag")).Code).To(Equal(http.StatusNotModified))
		Expect(full("b.example", "If-None-Match", a.Header().Get("ETag")).Code).To(Equal(http.StatusOK))
		Expect(pages.Load()).To(Equal(written))
	})

	It("does not multiply the pages that it is not on", func(ctx SpecContext) {
		pages := new(atomic.Int32)
		v := start(ctx, openapi.FromContent(absolute), viewer.WithMarkdown(counting{mdrender.New(), pages}))

		for i := range 50 {
			asked(v, "/operations/a.md", fmt.Sprintf("192.0.2.%d", i))
		}

		Expect(pages.Load()).To(BeEquivalentTo(1))
	})
})
