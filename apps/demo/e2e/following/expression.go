package following

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// evaluated is a script that evaluates values of links against one exchange.
const evaluated = `async (all) => {
	const { evaluate, read, compact, secretive } = await import(new URL(document.body.dataset.console, document.baseURI).href);
	const parameter = (place, name, json) => ({ parameter: { in: place, name }, value: read(json) });
	const exchange = {
		request: { method: "POST", url: "https://api.example/a?b=c", headers: [["Content-Type", "application/json"], ["Authorization", "Bearer ********"]], cookies: [], body: null, basic: null, certificate: "", secrets: { "header Authorization": "Bearer real" } },
		parameters: [parameter("path", "id", "7"), parameter("query", "a.b", '["x",1.0]'), parameter("header", "X-Trace", '"t"'), parameter("query", "none", "null")],
		body: { media: {}, text: '{"n":12345678901234567890.10,"list":[{"a/b":true}]}' },
		answer: { status: 201, headers: [["Location", "/a/1"]], whole: true, body: new TextEncoder().encode('{"id":9007199254740993,"~":{"%41":"pct"},"é":"u","no":null,"id2":[0,1]}') },
	};
	const hidden = { ...exchange, request: { ...exchange.request, secrets: { url: "x" } } };
	const cut = { ...exchange, answer: { ...exchange.answer, whole: false } };
	const of = (json, its) => { const { value, lacking } = evaluate(read(json), its); return value ? compact(value) : "nothing: " + lacking.join(); };
	return {
		...Object.fromEntries(all.map((json) => [json, of(json, exchange)])),
		hidden: of('"$url"', hidden), cut: of('"$response.body#/id"', cut),
		secret: ["X-Api-Key", "apiKey", "access_token", "clientSecret", "sessionId", "Authorization", "pageToken", "next_token", "max_tokens", "author", "monkey", "keyword", "passport"].filter(secretive).join(),
	};
}`

var _ = Describe("Row 78: runtime expressions", func() {
	It("give what the request and the answer have, and nothing else", func(ctx SpecContext) {
		_, address := newAPI()
		b := browsertest.Open()
		b.Visit(serve(ctx, address) + "/")
		want := map[string]string{
			`"$url"`:                                   `"https://api.example/a?b=c"`,
			`"$method"`:                                `"POST"`,
			`"$statusCode"`:                            `201`,
			`"$request.path.id"`:                       `7`,
			`"$request.query.a.b"`:                     `["x",1.0]`,
			`"$request.header.x-TRACE"`:                `"t"`,
			`"$request.header.content-type"`:           `"application/json"`,
			`"$request.header.authorization"`:          `nothing: $request.header.authorization`,
			`"$request.query.none"`:                    `nothing: $request.query.none`,
			`"$request.body"`:                          `{"n":12345678901234567890.10,"list":[{"a/b":true}]}`,
			`"$request.body#/list/0/a~1b"`:             `true`,
			`"$request.body#/list/00"`:                 `nothing: $request.body#/list/00`,
			`"$response.body#/id"`:                     `9007199254740993`,
			`"$response.body#/~0/%2541"`:               `"pct"`,
			`"$response.body#/%C3%A9"`:                 `"u"`,
			`"$response.body#/no"`:                     `nothing: $response.body#/no`,
			`"$response.body#id"`:                      `nothing: $response.body#id`,
			`"$response.header.LOCATION"`:              `"/a/1"`,
			`"$response.header.Set-Cookie"`:            `nothing: $response.header.Set-Cookie`,
			`"$response.query.id"`:                     `nothing: $response.query.id`,
			`"a {$request.path.id}/{$statusCode} {b}"`: `"a 7/201 {b}"`,
			`"a {$response.body#/lost}"`:               `nothing: $response.body#/lost`,
			`"$other"`:                                 `"$other"`,
			`"$request.body.id"`:                       `"$request.body.id"`,
			`1.50`:                                     `1.50`,
			`{"a":["$method",{"b":"{$statusCode}"}]}`:  `{"a":["POST",{"b":"201"}]}`,
			"hidden": `nothing: $url`,
			"cut":    `nothing: $response.body#/id`,
			"secret": "X-Api-Key,apiKey,access_token,clientSecret,sessionId,Authorization",
		}
		var all []string
		for name := range want {
			if name != "hidden" && name != "cut" && name != "secret" {
				all = append(all, name)
			}
		}
		list, err := json.Marshal(all)
		Expect(err).NotTo(HaveOccurred())

		got := browsertest.Eval[map[string]string](b, "("+evaluated+")("+string(list)+")")

		for name := range want {
			Expect(got).To(HaveKeyWithValue(name, want[name]), name)
		}
	})
})
