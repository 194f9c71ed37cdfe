package apichange_test

import (
	"fmt"
	"testing"
)

// webhooks is a description with these webhooks.
func webhooks(members string) []byte {
	return fmt.Appendf(nil, `{"openapi": "3.1.0", "webhooks": %s, "components": {"schemas": {
		"Event": {"type": "object", "properties": {"id": {"type": "string"}}}
	}}}`, members)
}

// born is a description whose webhook "born" has these members.
func born(members string) []byte { return webhooks(`{"born": {"post": {` + members + `}}}`) }

// calling is a description of "GET /things/{id}" whose callback "done" has these members.
func calling(members string) []byte {
	return getting(`"callbacks": {"done": {"{$request.query.url}": {"post": {` + members + `}}}}`)
}

func TestChangesOfAWebhook(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"a webhook is gone", `{"born":{"post":{}}}`, `{}`, []string{"breaking: POST born: the webhook is gone (/webhooks/born/post)"}},
		{"a webhook is new", `{}`, `{"born":{"post":{}}}`, []string{"compatible: POST born: the webhook is new (/webhooks/born/post)"}},
		{"a webhook is deprecated", `{"born":{"post":{}}}`, `{"born":{"post":{"deprecated":true}}}`, []string{"compatible: POST born: the operation is deprecated now (/webhooks/born/post)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			same(t, "changes", lines(t, webhooks(c.old), webhooks(c.new)), c.want...)
		})
	}
}

// changesOfACall are told of what the server calls: clients read the request and write
// the answer.
var changesOfACall = []struct {
	name, old, new string
	want           []string
}{
	{"a member of the body is new", body(`{"type":"object"}`), body(`{"type":"object","properties":{"a":{}},"required":["a"]}`), []string{`compatible: the member "a" is new`}},
	{"a member of the body is gone", body(`{"type":"object","properties":{"a":{},"b":{}}}`), body(`{"type":"object","properties":{"b":{}}}`), []string{`breaking: the member "a" is gone`}},
	{"a member of the body may be missing", body(`{"required":["a"],"properties":{"a":{}}}`), body(`{"properties":{"a":{}}}`), []string{`breaking: the member "a" may be missing now`}},
	{"an enum of the body gets a value", body(`{"enum":["a"]}`), body(`{"enum":["a","b"]}`), []string{`breaking: the value "b" is new`}},
	{"the body is new", ``, body(`{}`), []string{"compatible: the optional request body is new"}},
	{"a required body is new", ``, `"requestBody":{"required":true,"content":{}}`, []string{"compatible: the required request body is new"}},
	{"the body is gone", body(`{}`), ``, []string{"breaking: the request body is gone"}},
	{"the body may be missing", `"requestBody":{"required":true,"content":{}}`, `"requestBody":{"content":{}}`, []string{"breaking: the request body may be missing now"}},
	{"a header may hold reserved characters", `"parameters":[{"name":"X-Id","in":"header"}]`, `"parameters":[{"name":"X-Id","in":"header","allowReserved":true}]`, []string{`breaking: the header parameter "X-Id" may hold reserved characters as they are now`}},
	{"a header is gone", `"parameters":[{"name":"X-Id","in":"header"}]`, ``, []string{`breaking: the header parameter "X-Id" is gone`}},
	{"a required header is new", ``, `"parameters":[{"name":"X-Id","in":"header","required":true}]`, []string{`compatible: the required header parameter "X-Id" is new`}},
	{"a header is always there", `"parameters":[{"name":"X-Id","in":"header"}]`, `"parameters":[{"name":"X-Id","in":"header","required":true}]`, []string{`compatible: the header parameter "X-Id" is always there now`}},
	{"an answer is not taken any more", `"responses":{"200":{},"202":{}}`, `"responses":{"200":{}}`, []string{"breaking: the success status 202 is gone"}},
	{"an answer must say more", answer(`{"type":"object"}`), answer(`{"type":"object","properties":{"a":{}},"required":["a"]}`), []string{`breaking: the required member "a" is new`}},
	{"an answer may say more", answer(`{"type":"string"}`), answer(`{"type":["string","null"]}`), []string{"compatible: it may be null now"}},
	{"an answer must have a header", `"responses":{"200":{}}`, `"responses":{"200":{"headers":{"X-Ok":{"required":true}}}}`, []string{"breaking: the required header x-ok of the response 200 is new"}},
	{"a header of an answer is ignored", `"responses":{"200":{"headers":{"X-Ok":{}}}}`, `"responses":{"200":{}}`, []string{"compatible: the header x-ok of the response 200 is gone: it is ignored"}},
	{"the server shows something else", `"security":[{"jwt":[]}]`, `"security":[{"jwt":[]},{"key":[]}]`, []string{"breaking: key is enough now"}},
}

func body(schema string) string {
	return `"requestBody":{"content":{"application/json":{"schema":` + schema + `}}}`
}

func answer(schema string) string {
	return `"responses":{"200":{"content":{"application/json":{"schema":` + schema + `}}}}`
}

func TestChangesOfWhatTheServerCalls(t *testing.T) {
	for _, c := range changesOfACall {
		t.Run(c.name, func(t *testing.T) {
			same(t, "of a webhook", kinds(t, born(c.old), born(c.new)), c.want...)
			if c.name != "the server shows something else" { // which has other schemes there
				same(t, "of a callback", kinds(t, calling(c.old), calling(c.new)), c.want...)
			}
		})
	}
}

func TestChangesOfACallback(t *testing.T) {
	old := getting(`"callbacks":{"done":{"{$request.query.url}":{"post":` + `{` + body(`{"type":"object","properties":{"id":{"type":"string"}}}`) + `}}}}`)
	const at = "/paths/~1things~1{id}/get/callbacks/done/{$request.query.url}/post"
	for name, c := range map[string]struct {
		new  []byte
		want string
	}{
		"a callback is gone": {getting(``), "breaking: GET /things/{id}: callback done, POST {$request.query.url}: the callback is gone (" + at + ")"},
		"a method is gone":   {getting(`"callbacks":{"done":{"{$request.query.url}":{}}}`), "breaking: GET /things/{id}: callback done, POST {$request.query.url}: the callback is gone (" + at + ")"},
		"a member changes": {
			getting(`"callbacks":{"done":{"{$request.query.url}":{"post":` + `{` + body(`{"type":"object","properties":{"id":{"type":"integer"}}}`) + `}}}}`),
			"breaking: GET /things/{id}: callback done, POST {$request.query.url}, request body, id: the type was string and is integer (" + at + "/requestBody/content/application~1json/schema/properties/id)",
		},
	} {
		t.Run(name, func(t *testing.T) { same(t, "changes", lines(t, old, c.new), c.want) })
	}
	same(t, "of a new one", kinds(t, getting(``), old), "compatible: the callback is new")
}
