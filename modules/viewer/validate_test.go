package viewer_test

import (
	"encoding/json"
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
)

var _ = DescribeTable("Validate names the field that cannot be used",
	func(c viewer.Configuration, field string) {
		var wrong *viewer.FieldError
		err := c.Validate()

		Expect(errors.As(err, &wrong)).To(BeTrue())
		Expect(wrong.Field).To(Equal(field))
		_, err = viewer.NewReference(c)
		Expect(err).To(MatchError(ContainSubstring(field)))
	},
	Entry("a relative spec.url", viewer.Configuration{Spec: viewer.Spec{URL: "/openapi.json"}}, "spec.url"),
	Entry("a spec.url of a file", viewer.Configuration{Spec: viewer.Spec{URL: "file:///etc/passwd"}}, "spec.url"),
	Entry("a proxyUrl without host", viewer.Configuration{ProxyURL: "proxy"}, "proxyUrl"),
	Entry("a proxy without host", viewer.Configuration{Proxy: "http://"}, "proxy"),
	Entry("a searchHotKey of two letters", viewer.Configuration{SearchHotKey: "kk"}, "searchHotKey"),
	Entry("a searchHotKey that is a digit", viewer.Configuration{SearchHotKey: "1"}, "searchHotKey"),
	Entry("a searchHotKey in upper case", viewer.Configuration{SearchHotKey: "K"}, "searchHotKey"),
	Entry("an unknown theme", viewer.Configuration{Theme: "neon"}, "theme"),
	Entry("an unknown language", viewer.Configuration{Language: "nl"}, "language"),
	Entry("several languages", viewer.Configuration{Language: "de, fr"}, "language"),
	Entry("a huge customCss", viewer.Configuration{CustomCSS: strings.Repeat("x", 300<<10)}, "customCss"),
	Entry("an ogImage that is no address", viewer.Configuration{MetaData: viewer.MetaData{OGImage: "javascript:x"}}, "metaData.ogImage"),
	Entry("a name of metaData with a quote", viewer.Configuration{MetaData: viewer.MetaData{More: map[string]string{`a"b`: ""}}}, "metaData"),
	Entry("a hidden client without name", viewer.Configuration{HiddenClients: viewer.HideClients("php/")}, "hiddenClients"),
	Entry("a scope with a space", viewer.Configuration{Authentication: viewer.Authentication{OAuth2: viewer.OAuth2Credentials{Scopes: []string{"a b"}}}}, "authentication.oAuth2.scopes"),
	Entry("a basePath without slash", viewer.Configuration{PathRouting: viewer.PathRouting{BasePath: "docs"}}, "pathRouting.basePath"),
)

var _ = Describe("A configuration in JSON", func() {
	It("has the names of the contract", func() {
		var c viewer.Configuration
		d := json.NewDecoder(strings.NewReader(`{
			"isEditable": true, "spec": {"content": "c", "url": "https://a.example/o.yaml"},
			"proxyUrl": "https://p.example", "proxy": "https://q.example", "showSidebar": false, "hideModels": true,
			"hideDownloadButton": true, "customCss": "x", "searchHotKey": "j",
			"metaData": {"title": "t", "ogImage": "https://i.example", "ogSiteName": "s"},
			"hiddenClients": ["fetch"],
			"authentication": {"preferredSecurityScheme": "p", "apiKey": {"token": "t"}, "oAuth2": {"clientId": "c", "scopes": ["r"]}},
			"withDefaultFonts": false, "theme": "bluePlanet", "darkMode": true, "pathRouting": {"basePath": "/d"}
		}`))
		d.DisallowUnknownFields()

		Expect(d.Decode(&c)).To(Succeed())

		Expect(c).To(Equal(viewer.Configuration{
			IsEditable: true, Spec: viewer.Spec{Content: "c", URL: "https://a.example/o.yaml"},
			ProxyURL: "https://p.example", Proxy: "https://q.example", ShowSidebar: new(false), HideModels: true,
			HideDownloadButton: true, CustomCSS: "x", SearchHotKey: "j",
			MetaData:      viewer.MetaData{Title: "t", OGImage: "https://i.example", More: map[string]string{"ogSiteName": "s"}},
			HiddenClients: viewer.HideClients("fetch"),
			Authentication: viewer.Authentication{
				PreferredSecurityScheme: "p", APIKey: viewer.APIKeyCredentials{Token: "t"},
				OAuth2: viewer.OAuth2Credentials{ClientID: "c", Scopes: []string{"r"}},
			},
			WithDefaultFonts: new(false), Theme: viewer.ThemeBluePlanet, DarkMode: new(true), PathRouting: viewer.PathRouting{BasePath: "/d"},
		}))
		text, err := json.Marshal(c)
		Expect(err).NotTo(HaveOccurred())
		var again viewer.Configuration
		Expect(json.Unmarshal(text, &again)).To(Succeed())
		Expect(again).To(Equal(c))
	})

	It("is an empty object for the zero value", func() {
		Expect(json.Marshal(viewer.Configuration{})).To(MatchJSON(`{}`))
	})

	DescribeTable("takes every form of hiddenClients",
		func(text string, want viewer.HiddenClients) {
			var got viewer.HiddenClients
			Expect(json.Unmarshal([]byte(text), &got)).To(Succeed())
			Expect(got).To(Equal(want))
		},
		Entry("true", `true`, viewer.HiddenClients{All: true}),
		Entry("the empty list", `[]`, viewer.HiddenClients{Clients: []string{}}),
		Entry("names", `["fetch","php","php/curl"]`, viewer.HiddenClients{Clients: []string{"fetch", "php", "php/curl"}}),
		Entry("languages", `{"php":["curl","php/guzzle"],"node":true,"r":false}`, viewer.HiddenClients{Clients: []string{"node", "php/curl", "php/guzzle"}}),
		Entry("false", `false`, viewer.HiddenClients{}),
	)

	DescribeTable("refuses other forms of hiddenClients",
		func(text string) {
			var wrong *viewer.FieldError
			Expect(errors.As(json.Unmarshal([]byte(text), new(viewer.HiddenClients)), &wrong)).To(BeTrue())
			Expect(wrong.Field).To(Equal("hiddenClients"))
		},
		Entry("a text", `"curl"`),
		Entry("a number", `1`),
		Entry("a list of numbers", `[1]`),
		Entry("an object of texts", `{"php":"curl"}`),
	)
})
