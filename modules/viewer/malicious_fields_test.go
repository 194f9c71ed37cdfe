package viewer_test

import (
	"encoding/json"
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const image = "Zword<img src=x onerror=H()>"

// operation wraps members of the one operation of a description.
func operation(members object) object {
	return object{"paths": object{"/a": object{"post": members}}}
}

func info(members object) object {
	all := object{"title": "T", "version": "1"}
	for name, value := range members {
		all[name] = value
	}
	return object{"info": all}
}

func schemas(members object) object { return object{"components": object{"schemas": members}} }

var _ = DescribeTable("A field stays text:",
	func(ctx SpecContext, members object) {
		pages := everyPage(hostile(ctx, describing(members)))

		expectHarmless(pages)
		Expect(wholeText(pages)).To(ContainSubstring("Zword"), "what the field says is lost")
	},
	Entry("a script in info.description", info(object{"description": "Zword <script>H()</script>"})),
	Entry("info.title", info(object{"title": image})),
	Entry("info.description", info(object{"description": image})),
	Entry("summary", operation(object{"summary": image})),
	Entry("tag", operation(object{"tags": []string{image}})),
	Entry("operationId", operation(object{"operationId": image})),
	Entry("parameter name", operation(object{"parameters": []object{{"name": image, "in": "query"}}})),
	Entry("parameter description", operation(object{"parameters": []object{{"name": "p", "in": "query", "description": image}}})),
	Entry("schema title", schemas(object{"A": object{"title": image}})),
	Entry("property name", schemas(object{"A": object{"properties": object{image: object{"type": "string"}}}})),
	Entry("enum", schemas(object{"A": object{"enum": []string{image}}})),
	Entry("default", schemas(object{"A": object{"properties": object{"p": object{"default": image}}}})),
	Entry("example key", operation(object{"requestBody": object{"content": object{"application/json": object{"examples": object{image: object{"value": 1}}}}}})),
	Entry("example value", operation(object{"requestBody": object{"content": object{"application/json": object{"example": image}}}})),
	Entry("header name", operation(object{"responses": object{"200": object{"description": "x", "headers": object{image: object{"description": "x"}}}}})),
	Entry("response description", operation(object{"responses": object{"200": object{"description": image}}})),
	Entry("server description", object{"servers": []object{{"url": "https://e.example", "description": image}}}),
	Entry("license name", info(object{"license": object{"name": image}})),
	Entry("contact name", info(object{"contact": object{"name": image, "url": "https://e.example"}})),
	Entry("externalDocs description", object{"externalDocs": object{"url": "https://e.example", "description": image}}),
	Entry("link description", operation(object{"responses": object{"200": object{"description": "x", "links": object{"l": object{"operationId": "a", "description": image}}}}})),
	Entry("callback key", operation(object{"callbacks": object{image: object{"{$url}": object{"post": object{"summary": "x"}}}}})),
	Entry("security scheme name", object{"components": object{"securitySchemes": object{image: object{"type": "http", "scheme": "basic"}}}}),
	Entry("SVG with onload", info(object{"description": "Zword <svg onload=H()></svg>"})),
	Entry("SVG with a script", info(object{"description": "Zword <svg><script>H()</script></svg>"})),
	Entry("SVG with a link", info(object{"description": "Zword <svg><a xlink:href=javascript:H()><text y=20>x</text></a></svg>"})),
	Entry("SVG that animates a link", info(object{"description": "Zword <svg><a><animate attributeName=href values=javascript:H() /><text y=20>x</text></a></svg>"})),
	Entry("a style that ends in an attribute", info(object{"description": "Zword <svg></p><style><a id=\"</style><img src=1 onerror=H()>\">"})),
	Entry("a noscript that ends in an attribute", info(object{"description": "Zword <noscript><p title=\"</noscript><img src=x onerror=H()>\">"})),
	Entry("iframe", info(object{"description": "Zword <iframe srcdoc=\"<script>parent.H()</script>\"></iframe>"})),
	Entry("object and embed", info(object{"description": "Zword <object data=javascript:H()></object><embed src=javascript:H()>"})),
	Entry("form and button", info(object{"description": "Zword <form action=javascript:H()><button formaction=javascript:H()>x</button></form>"})),
	Entry("base", info(object{"description": "Zword <base href=javascript:/a/>"})),
	Entry("meta refresh", info(object{"description": "Zword <meta http-equiv=refresh content='0;url=javascript:H()'>"})),
	Entry("link with onload", info(object{"description": "Zword <link rel=stylesheet href=data:text/css, onload=H()>"})),
	Entry("the end of a script in a title", info(object{"title": "Zword</script><script>H()</script>"})),
	Entry("the end of a script in an example", operation(object{"summary": "Zword</script><script>H()</script>", "requestBody": object{"content": object{"application/json": object{"example": "</script><script>H()</script>"}}}})),
)

var _ = DescribeTable("The syntax of templates stays text:",
	func(ctx SpecContext, text string) {
		pages := everyPage(hostile(ctx, describing(object{
			"info":  object{"title": text, "version": text, "description": text},
			"paths": object{"/a": object{"post": object{"summary": text, "description": text}}},
		})))

		expectHarmless(pages)
		Expect(strings.Count(wholeText(pages), text)).To(BeNumerically(">", 4))
	},
	Entry("of Angular", "{{constructor.constructor('H()')()}}"), Entry("of Go", "{{.}}"), Entry("of JavaScript", "${H()}"),
)

// addresses are what may not be linked, and the fields that hold addresses.
var (
	addresses = []string{"javascript:H()", "JaVaScRiPt:H()", "java\tscript:H()", "\x01javascript:H()", "data:text/html,<script>H()</script>", "vbscript:H()"}

	linkFields = map[string]func(address string) object{
		"/externalDocs/url":    func(a string) object { return object{"externalDocs": object{"url": a}} },
		"/info/contact/url":    func(a string) object { return info(object{"contact": object{"url": a}}) },
		"/info/license/url":    func(a string) object { return info(object{"license": object{"name": "L", "url": a}}) },
		"/info/termsOfService": func(a string) object { return info(object{"termsOfService": a}) },
		"/info/x-logo/url":     func(a string) object { return info(object{"x-logo": object{"url": a}}) },
		"/info/x-logo/href":    func(a string) object { return info(object{"x-logo": object{"url": "https://e.example", "href": a}}) },
		"/tags/0/externalDocs/url": func(a string) object {
			return object{"tags": []object{{"name": "t", "externalDocs": object{"url": a}}}}
		},
		"/paths/~1a/post/externalDocs/url": func(a string) object { return operation(object{"externalDocs": object{"url": a}}) },
		"/paths/~1a/post/servers/0/url":    func(a string) object { return operation(object{"servers": []object{{"url": a}}}) },
		"/servers/0/url":                   func(a string) object { return object{"servers": []object{{"url": a}}} },
		"/flows/implicit/authorizationUrl": func(a string) object {
			return signIn(object{"implicit": object{"authorizationUrl": a, "scopes": object{}}})
		},
		"/flows/authorizationCode/tokenUrl":   func(a string) object { return signIn(object{"authorizationCode": object{"tokenUrl": a}}) },
		"/flows/clientCredentials/refreshUrl": func(a string) object { return signIn(object{"clientCredentials": object{"refreshUrl": a}}) },
		"/openIdConnectUrl": func(a string) object {
			return object{"components": object{"securitySchemes": object{"s": object{"type": "openIdConnect", "openIdConnectUrl": a}}}}
		},
	}
)

func signIn(flows object) object {
	return object{"components": object{"securitySchemes": object{"s": object{"type": "oauth2", "flows": flows}}}}
}

var _ = Describe("An address that runs something", func() {
	for field, of := range linkFields {
		It("is text in "+field+", and a problem says so", func(ctx SpecContext) {
			for _, address := range addresses {
				v := hostile(ctx, describing(of(address)))

				expectHarmless(everyPage(v))
				Expect(v.Document().Problems).To(ContainElement(And(
					HaveField("Pointer", HaveSuffix(field)), HaveField("Line", 1), HaveField("Message", MatchRegexp("neither http nor https")))), address)
			}
		})
	}

	It("is no link in Markdown", func(ctx SpecContext) {
		for _, address := range append(addresses, "javascript&colon;H()", "java&#x09;script:H()", "&#1;javascript:H()") {
			pages := everyPage(hostile(ctx, describing(info(object{"description": "[Zword](" + address + ") [Zother](<" + address + ">)\n\n<a href=\"" + address + "\">Zlink</a>"}))))

			expectHarmless(pages)
		}
	})

	It("is said to be no place to sign in", func(ctx SpecContext) {
		v := hostile(ctx, describing(signIn(object{"implicit": object{"authorizationUrl": "javascript:H()"}})))

		Expect(read(v, "/").Find("details.notice").Text()).To(ContainSubstring(`nobody can sign in at "javascript:H()"`))
	})

	It("is said to be no server", func(ctx SpecContext) {
		v := hostile(ctx, describing(object{"servers": []object{{"url": "javascript:H()//"}}}))

		Expect(read(v, "/").Find("details.notice").Text()).To(ContainSubstring(`the server "javascript:H()//" cannot be used`))
	})
})

var _ = DescribeTable("A sheet of the operator that does more than style is refused:",
	func(css string) {
		_, err := viewer.NewReference(viewer.Configuration{CustomCSS: css})

		var field *viewer.FieldError
		Expect(errors.As(err, &field)).To(BeTrue(), "%v", err)
		Expect(field.Field).To(Equal("customCss"))
	},
	Entry("@import", "@import url(https://e.example/x.css);"), Entry("expression", "a { width: expression(H()) }"),
	Entry("the end of a style", "a{}</style><script>H()</script>"), Entry("a script as image", "a { background: url(JavaScript:H()) }"),
)

var _ = Describe("A theme", func() {
	It("is one of the known names", func() {
		_, err := viewer.NewReference(viewer.Configuration{Theme: "x</style><script>H()</script>"})

		Expect(err).To(MatchError(ContainSubstring("theme")))
	})
})

var _ = Describe("A description with names that mean something elsewhere", func() {
	It("clobbers no name of the page", func(ctx SpecContext) {
		pages := everyPage(hostile(ctx, describing(info(object{
			"description": "# config\n\n# location\n\n<form id=config><input name=x></form><a id=location name=x>x</a><img name=getElementById><p id=content name=content>x</p>",
		}))))

		expectHarmless(pages)
		for path, body := range pages {
			page := htmltest.Parse([]byte(body))
			Expect(page.Find(".prose [name]")).To(BeEmpty(), path)
			for _, id := range page.Find(".prose [id]").Attributes("id") {
				Expect(id).To(ContainSubstring("-"), "%s: an id of a description has a prefix", path)
			}
			ids := page.Find("[id]").Attributes("id")
			seen := map[string]bool{}
			for _, id := range ids {
				Expect(seen[id]).To(BeFalse(), "%s has the id %s twice", path, id)
				seen[id] = true
			}
		}
	})

	It("has pages for them", func(ctx SpecContext) {
		names := []string{"__proto__", "constructor", "prototype", "toString", "hasOwnProperty"}
		paths, models, headers := object{}, object{}, object{}
		for _, name := range names {
			paths["/"+name] = object{"get": object{"operationId": name, "tags": []string{name}, "responses": object{"200": object{"description": "x", "headers": headers}}}}
			models[name], headers[name] = object{"type": "object", "properties": object{name: object{"type": "string"}}}, object{"description": "x"}
		}
		v := hostile(ctx, describing(object{"paths": paths, "components": object{"schemas": models}}))

		pages := everyPage(v)

		expectHarmless(pages)
		for _, name := range names {
			Expect(pages).To(HaveKey("/operations/" + apidoc.Slug(name)))
			Expect(pages).To(HaveKey("/models/" + apidoc.Slug(name)))
			page := htmltest.Parse([]byte(pages["/operations/"+apidoc.Slug(name)]))
			Expect(page.Find("h1").Text()).To(Equal(name))
			for _, header := range names {
				Expect(page.Find("main").Text()).To(ContainSubstring(header))
			}
		}
	})

	It("keeps letters that turn the direction within their element", func(ctx SpecContext) {
		v := hostile(ctx, describing(object{"info": object{"title": "a\u202Eb\u200B" + strings.Repeat("\u0301", 10_000), "version": "1"}}))

		pages := everyPage(v)

		expectHarmless(pages)
		Expect(htmltest.Parse([]byte(pages["/"])).Find("h1").Text()).To(ContainSubstring("\u202E"))
	})
})

var _ = Describe("A description with a very long value", worktest.Large, func() {
	It("shows its beginning", func(ctx SpecContext) {
		long, err := json.Marshal(strings.Repeat("x", 2<<20))
		Expect(err).NotTo(HaveOccurred())
		values := make([]string, 20_000)
		for i := range values {
			values[i] = "value"
		}
		v := start(ctx, openapi.FromContent(describing(object{
			"paths":      object{"/a": object{"post": object{"requestBody": object{"content": object{"application/json": object{"example": json.RawMessage(long)}}}}}},
			"components": object{"schemas": object{"E": object{"enum": values}}},
		})))

		for path, body := range everyPage(v) {
			Expect(len(body)).To(BeNumerically("<", 1<<20), path)
			Expect(strings.Count(body, "<")/2).To(BeNumerically("<", 5000), path)
		}
	})
})
