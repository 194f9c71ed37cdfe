package viewer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

const petstore = `{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{"/pets":{"get":{"operationId":"listPets","responses":{"200":{"description":"All"}}}}}}`

var _ = Describe("Configuration", func() {
	var log bytes.Buffer
	logger := func() viewer.Option {
		log.Reset()
		return viewer.WithLogger(slog.New(slog.NewTextHandler(&log, nil)))
	}

	DescribeTable("says that a field has no effect without the console",
		func(ctx SpecContext, field string, c viewer.Configuration) {
			start(ctx, zoo, logger(), viewer.WithConfiguration(c))

			Expect(log.String()).To(ContainSubstring("field=" + field))
		},
		Entry("proxyUrl", "proxyUrl", viewer.Configuration{ProxyURL: "https://proxy.example", HideTestRequestButton: true}),
		Entry("proxy", "proxyUrl", viewer.Configuration{Proxy: "https://proxy.example", HideTestRequestButton: true}),
	)

	DescribeTable("says once in the log that a field has no effect, and on pages that follow their description",
		func(ctx SpecContext, field, why string, c viewer.Configuration) {
			v := start(ctx, zoo, logger(), viewer.WithConfiguration(c), viewer.WithLiveReload())

			notice := read(v, "/operations/feed").Find("[data-settings] li").Text()
			Expect(notice).To(And(ContainSubstring(field), ContainSubstring(why)))
			Expect(strings.Count(log.String(), "field="+field)).To(Equal(1))
			Expect(get(start(ctx, zoo, viewer.WithConfiguration(c)), "/operations/feed").Body.String()).NotTo(ContainSubstring("data-settings"), "for public readers")
		},
		Entry("isEditable", "isEditable", "WithVisitorDescriptions", viewer.Configuration{IsEditable: true}),
		Entry("proxyUrl", "proxyUrl", "hideTestRequestButton", viewer.Configuration{ProxyURL: "https://proxy.example", HideTestRequestButton: true}),
	)

	It("shows no notice of fields on a page that waits for the description", func(ctx SpecContext) {
		v := start(ctx, failing(errors.New("down")), viewer.WithConfiguration(viewer.Configuration{IsEditable: true}))

		Expect(get(v, "/").Body.String()).NotTo(ContainSubstring("data-settings"))
	})

	DescribeTable("says nothing about a field that has an effect",
		func(ctx SpecContext, c viewer.Configuration) {
			start(ctx, zoo, logger(), viewer.WithConfiguration(c))

			Expect(besideFindings(&log)).To(BeEmpty())
		},
		Entry("none", viewer.Configuration{}),
		Entry("proxyUrl", viewer.Configuration{ProxyURL: "https://proxy.example"}),
		Entry("authentication.oAuth2", viewer.Configuration{Authentication: viewer.Authentication{OAuth2: viewer.OAuth2Credentials{ClientID: "me", Scopes: []string{"read"}}}}),
	)

	DescribeTable("shows the description of spec",
		func(ctx SpecContext, c func(url string) viewer.Configuration, title string) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte(strings.Replace(petstore, "Pets", "Fetched", 1)))
			}))
			DeferCleanup(server.Close)
			v, err := viewer.NewReference(c(server.URL))
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(v.Close)

			Expect(v.Wait(ctx)).To(Succeed())

			Expect(read(v, "/").Find("h1").Text()).To(Equal(title))
		},
		Entry("content", func(string) viewer.Configuration { return viewer.Configuration{Spec: viewer.Spec{Content: petstore}} }, "Pets"),
		Entry("url", func(u string) viewer.Configuration { return viewer.Configuration{Spec: viewer.Spec{URL: u}} }, "Fetched"),
		Entry("url, when both are set", func(u string) viewer.Configuration {
			return viewer.Configuration{Spec: viewer.Spec{URL: u, Content: petstore}}
		}, "Fetched"),
	)

	It("shows the files below spec.url that the description leads to", func(ctx SpecContext) {
		texts := map[string]string{
			"/v1/api.yaml":        "openapi: 3.1.0\ninfo: {title: Parts, version: '1'}\npaths: {/pets: {$ref: 'paths/pets.yaml'}, /keys: {$ref: '../keys.yaml'}}\n",
			"/v1/paths/pets.yaml": "get: {operationId: listPets}\n", "/keys.yaml": "get: {operationId: listKeys}\n",
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, texts[r.URL.Path]) }))
		DeferCleanup(server.Close)
		v, err := viewer.NewReference(viewer.Configuration{Spec: viewer.Spec{URL: server.URL + "/v1/api.yaml"}})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())

		Expect(get(v, "/operations/listPets").Code).To(Equal(http.StatusOK))
		Expect(get(v, "/operations/listKeys").Code).To(Equal(http.StatusNotFound))
	})

	It("fetches the description with the transport that it is given, and with no other", func(ctx SpecContext) {
		var asked []*core.Request
		v, err := viewer.NewReference(viewer.Configuration{Spec: viewer.Spec{URL: "https://api.invalid/openapi.json"}},
			viewer.WithTransport(core.TransportFunc(func(_ context.Context, r *core.Request) (*core.Response, error) {
				asked = append(asked, r)
				return &core.Response{Status: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(petstore)), ContentLength: -1}, nil
			})))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)

		Expect(v.Wait(ctx)).To(Succeed())

		Expect(read(v, "/").Find("h1").Text()).To(Equal("Pets"))
		Expect(asked).To(HaveExactElements(And(
			HaveField("Method", http.MethodGet), HaveField("URL", "https://api.invalid/openapi.json"), HaveField("Op", "openapi.load"), HaveField("Body", BeNil()),
		)))
	})

	DescribeTable("shows why the transport has no description",
		func(ctx SpecContext, do core.TransportFunc, cause error, message string) {
			v, err := viewer.NewReference(viewer.Configuration{Spec: viewer.Spec{URL: "https://api.invalid/openapi.json"}}, viewer.WithTransport(do))
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(v.Close)

			err = v.Wait(ctx)

			var spec *core.SpecError
			Expect(errors.As(err, &spec)).To(BeTrue())
			Expect(spec).To(And(HaveField("Source", "https://api.invalid/openapi.json"), HaveField("Message", ContainSubstring(message))))
			if cause != nil {
				Expect(err).To(MatchError(cause))
			}
			Expect(read(v, "/").Find(".failure-cause").Text()).To(ContainSubstring(message))
		},
		Entry("which fails", core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) { return nil, io.ErrUnexpectedEOF }),
			io.ErrUnexpectedEOF, "cannot be fetched"),
		Entry("which gets another status", core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			return &core.Response{Status: 403, Header: http.Header{}, Body: http.NoBody}, nil
		}), nil, "the server answered 403 Forbidden"),
		Entry("which breaks off", core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			return &core.Response{Status: 200, Header: http.Header{}, Body: io.NopCloser(iotest.ErrReader(io.ErrClosedPipe)), ContentLength: -1}, nil
		}), io.ErrClosedPipe, "not received in full"),
	)

	It("says that there is no description when spec is empty", func(ctx SpecContext) {
		v, err := viewer.NewReference(viewer.Configuration{})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Eventually(v.Ready()).WithContext(ctx).Should(BeClosed())

		Expect(get(v, "/").Code).To(Equal(http.StatusInternalServerError))
		Expect(read(v, "/").Find(".failure-cause").Text()).To(HavePrefix("No description is configured."))
	})

	It("shows the sidebar unless showSidebar is false", func(ctx SpecContext) {
		Expect(read(configured(ctx, viewer.Configuration{}), "/").Find("nav.sidebar")).To(HaveLen(1))
		Expect(read(configured(ctx, viewer.Configuration{ShowSidebar: new(true)}), "/").Find("nav.sidebar")).To(HaveLen(1))
		Expect(read(configured(ctx, viewer.Configuration{ShowSidebar: new(false)}), "/").Find("nav.sidebar")).To(BeEmpty())
	})

	It("takes models out of sidebar, search and content with hideModels", func(ctx SpecContext) {
		shown, hidden := configured(ctx, viewer.Configuration{}), configured(ctx, viewer.Configuration{HideModels: true})

		Expect(read(shown, "/operations/feed").Find("a[href=../models/Animal]")).NotTo(BeEmpty())
		Expect(read(hidden, "/operations/feed").Find("a[href=../models/Animal]")).To(BeEmpty())
		Expect(read(shown, "/search?q=Animal").Find("a[href=./models/Animal]")).NotTo(BeEmpty())
		Expect(read(hidden, "/search?q=Animal").Find("a[href=./models/Animal]")).To(BeEmpty())
		Expect(get(hidden, "/models/Animal").Code).To(Equal(http.StatusNotFound))
		Expect(get(hidden, "/models/").Code).To(Equal(http.StatusNotFound))
	})

	It("takes the button and the file away with hideDownloadButton", func(ctx SpecContext) {
		v := configured(ctx, viewer.Configuration{HideDownloadButton: true})

		Expect(read(v, "/").Find("a[download]")).To(BeEmpty())
		for _, path := range []string{"/openapi.json", "/openapi.yaml", "/openapi"} {
			Expect(get(v, path).Code).To(Equal(http.StatusNotFound))
		}
	})

	It("serves customCss as a sheet after its own", func(ctx SpecContext) {
		v := configured(ctx, viewer.Configuration{CustomCSS: ".reference { --link: red }"})

		sheets := read(v, "/tags/animals").Find("link[rel=stylesheet]").Attributes("href")

		Expect(sheets).To(HaveExactElements(HavePrefix("../assets/reference.css?v="), HavePrefix("../custom.css?v=")))
		answer := get(v, "/"+strings.TrimPrefix(sheets[1], "../"))
		Expect(answer.Body.String()).To(Equal(".reference { --link: red }"))
		Expect(answer.Header().Get("Content-Type")).To(Equal("text/css; charset=utf-8"))
		Expect(get(configured(ctx, viewer.Configuration{}), "/custom.css").Code).To(Equal(http.StatusNotFound))
	})

	It("has k as the searchHotKey, or another letter", func(ctx SpecContext) {
		Expect(read(configured(ctx, viewer.Configuration{}), "/").Find("body[data-hot-key=k]")).To(HaveLen(1))
		Expect(read(configured(ctx, viewer.Configuration{SearchHotKey: "j"}), "/").Find("body[data-hot-key=j]")).To(HaveLen(1))
	})

	It("writes metaData into the head", func(ctx SpecContext) {
		v := configured(ctx, viewer.Configuration{MetaData: viewer.MetaData{
			Title: "T", Description: "D", OGTitle: "OT", OGDescription: "OD", OGImage: "https://i.example/x.png", TwitterCard: "summary",
			More: map[string]string{"ogSiteName": "S", "themeColor": "#fff"},
		}})

		page := read(v, "/")

		Expect(page.Find("title").Text()).To(Equal("T"))
		Expect(page.Find("meta[property]").Attributes("property")).To(Equal([]string{"og:title", "og:description", "og:image", "og:site_name", "og:type"}))
		Expect(page.Find("meta[property]").Attributes("content")).To(Equal([]string{"OT", "OD", "https://i.example/x.png", "S", "website"}))
		Expect(page.Find("meta[name=description]").Attributes("content")).To(Equal([]string{"D"}))
		Expect(page.Find("meta[name=twitter:card]").Attributes("content")).To(Equal([]string{"summary"}))
		Expect(page.Find("meta[name=theme-color]").Attributes("content")).To(Equal([]string{"#fff"}))
	})

	It("merges authentication deeply", func() {
		c := viewer.Configuration{Authentication: viewer.Authentication{APIKey: viewer.APIKeyCredentials{Token: "t"}, OAuth2: viewer.OAuth2Credentials{Scopes: []string{"read"}}}}

		Expect(json.Unmarshal([]byte(`{"authentication":{"oAuth2":{"clientId":"me"}}}`), &c)).To(Succeed())

		Expect(c.Authentication.APIKey.Token).To(Equal("t"))
		Expect(c.Authentication.OAuth2).To(Equal(viewer.OAuth2Credentials{ClientID: "me", Scopes: []string{"read"}}))
	})

	It("calls onSpecUpdate when the text has changed", func(ctx SpecContext) {
		var told string
		content := "one"
		v := start(ctx, changing(&content), viewer.WithConfiguration(viewer.Configuration{OnSpecUpdate: func(spec string) { told = spec }}))
		Expect(told).To(BeEmpty())

		content = "two"
		Expect(v.Reload(ctx)).To(Succeed())

		Expect(told).To(Equal("two"))
	})

	It("names the sheet of the default fonts, and links it for readers without scripts, unless withDefaultFonts is false", func(ctx SpecContext) {
		for _, fonts := range []*bool{nil, new(true)} {
			v := configured(ctx, viewer.Configuration{WithDefaultFonts: fonts})
			root := read(v, "/").Find("html.default-fonts")
			Expect(root.Attributes("data-fonts")).To(HaveExactElements(HavePrefix("./assets/fonts.css?v=")))
			Expect(root.Attributes("data-fonts-hash")).To(HaveExactElements(HavePrefix("sha384-")))
			Expect(get(v, "/").Body.String()).To(ContainSubstring(`<noscript><link rel="stylesheet" href="` + root.Attributes("data-fonts")[0]))
		}

		page := read(configured(ctx, viewer.Configuration{WithDefaultFonts: new(false)}), "/")
		Expect(page.Find("html.default-fonts, html[data-fonts]")).To(BeEmpty())
		Expect(get(configured(ctx, viewer.Configuration{WithDefaultFonts: new(false)}), "/").Body.String()).NotTo(ContainSubstring("fonts.css"))
	})

	It("has eleven themes, each with its colours", func(ctx SpecContext) {
		Expect(viewer.Themes()).To(HaveLen(11))
		for _, theme := range viewer.Themes() {
			v := configured(ctx, viewer.Configuration{Theme: theme})

			Expect(read(v, "/").Find("html.theme-" + string(theme))).To(HaveLen(1))
			Expect(get(v, "/assets/reference.css").Body.String()).To(ContainSubstring(".theme-" + string(theme) + "{"))
		}
		Expect(read(configured(ctx, viewer.Configuration{}), "/").Find("html.theme-default")).To(HaveLen(1))
	})

	It("chooses colours with darkMode", func(ctx SpecContext) {
		mode := func(c viewer.Configuration) []string {
			return read(configured(ctx, c), "/").Find("html").Attributes("data-mode")
		}

		Expect(mode(viewer.Configuration{})).To(Equal([]string{""}))
		Expect(mode(viewer.Configuration{DarkMode: new(true)})).To(Equal([]string{"dark"}))
		Expect(mode(viewer.Configuration{DarkMode: new(false)})).To(Equal([]string{"light"}))
	})

	It("is mounted below pathRouting.basePath", func(ctx SpecContext) {
		v := configured(ctx, viewer.Configuration{PathRouting: viewer.PathRouting{BasePath: "/docs/"}})

		Expect(read(v, "/docs/operations/feed").Find("h1").Text()).To(Equal("Feed an animal"))
	})
})

var _ = Describe("A Configuration", func() {
	It("is the same after JSON, with lists that are empty", func() {
		before := viewer.Configuration{FeaturedClients: []string{}, HiddenClients: viewer.HideClients(), ShowSidebar: new(false), WithDefaultFonts: new(false)}
		text, err := json.Marshal(before)
		Expect(err).NotTo(HaveOccurred())
		var after viewer.Configuration
		Expect(json.Unmarshal(text, &after)).To(Succeed())

		Expect(after.FeaturedClients).To(And(BeEmpty(), Not(BeNil())))
		Expect([]bool{*after.ShowSidebar, *after.WithDefaultFonts, after.HiddenClients == nil, after.HiddenClients.All}).To(Equal([]bool{false, false, false, false}))
		Expect(after.HiddenClients.Clients).To(BeEmpty())
	})
})

var _ = Describe("ApiReference", func() {
	It("serves the description", func(ctx SpecContext) {
		h := viewer.ApiReference(viewer.Configuration{Spec: viewer.Spec{Content: petstore}})

		Eventually(func() int { return get(h, "/operations/listPets").Code }).WithContext(ctx).Should(Equal(http.StatusOK))
		Expect(get(h, "/llms.txt").Code).To(Equal(http.StatusOK))
	})

	It("says what is wrong with a configuration that cannot be used", func(ctx SpecContext) {
		h := viewer.ApiReference(viewer.Configuration{Theme: "neon"})

		Eventually(func() int { return get(h, "/").Code }).WithContext(ctx).Should(Equal(http.StatusInternalServerError))
		page := htmltest.Parse(get(h, "/").Body.Bytes())
		Expect(page.Find(".failure-cause").Text()).To(ContainSubstring(`theme: there is no theme "neon"`))
	})
})
