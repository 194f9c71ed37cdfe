package routertest

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
)

// testCrossing asks for paths that fit two routes of which none is more specific:
// the leftmost literal wins.
func testCrossing(t *testing.T, e router.Engine) {
	h := build(t, e, []string{
		"GET /a/:x/c", "GET /a/b/:y", "GET /:x/b/d", "GET /:x/:y/*rest", "GET /:x/b/e/*rest", "GET /a/*rest",
		"HEAD /h/:x", "GET /:y/i", "GET /:p/:q/:r", "GET /wide/*rest", "GET /:any/deep/:x",
	})
	for _, c := range []conformance{
		found("GET", "/a/b/c", "GET /a/b/:y", "c"), found("GET", "/a/x/c", "GET /a/:x/c", "x"), found("GET", "/a/b/d", "GET /a/b/:y", "d"),
		found("GET", "/x/b/d", "GET /:x/b/d", "x"), found("GET", "/a/x/d", "GET /a/*rest", "x/d"), found("GET", "/a/b/e/f", "GET /a/*rest", "b/e/f"),
		found("GET", "/x/b/e/f", "GET /:x/b/e/*rest", "x", "f"), found("GET", "/x/y/z/1", "GET /:x/:y/*rest", "x", "y", "z/1"),
		found("GET", "/x/y/z", "GET /:p/:q/:r", "x", "y", "z"), found("GET", "/wide/deep/7", "GET /wide/*rest", "deep/7"),
		found("GET", "/x/deep/7", "GET /:any/deep/:x", "x", "7"), found("HEAD", "/h/i", "HEAD /h/:x", "i"), found("GET", "/h/i", "GET /:y/i", "h"),
		found("HEAD", "/x/i", "GET /:y/i", "x"), found("GET", "/a/b%2Fc/c", "GET /a/:x/c", "b/c"), missing("GET", "/x"),
		notAllowed("POST", "/a/b/c", "GET, HEAD, OPTIONS"),
	} {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
}

func testMixed(t *testing.T, e router.Engine) {
	h := build(t, e, []string{
		"POST /v1/things/:id:undelete", "GET /v1/things/:id", `POST /v1/things\:import`, "GET /v1/things/:id::verb",
		"GET /reports/:id.json", "GET /reports/:file.:ext", "GET /reports/last.json", "GET /reports/:id", "GET /reports/*rest",
		"GET /@:user", "GET /user_:name/x", "GET /:first/x", "GET /é:x/ü", "DELETE /reports/:id.:ext/raw",
	})
	for _, c := range []conformance{
		found("POST", "/v1/things/7:undelete", "POST /v1/things/:id:undelete", "7"), found("POST", "/v1/things/7%3Aundelete", "POST /v1/things/:id:undelete", "7"),
		found("POST", "/v1/things/a:b:undelete", "POST /v1/things/:id:undelete", "a:b"), found("GET", "/v1/things/7", "GET /v1/things/:id", "7"),
		found("GET", "/v1/things/7:show", "GET /v1/things/:id::verb", "7", "show"), found("GET", "/v1/things/7:", "GET /v1/things/:id", "7:"),
		found("POST", "/v1/things:import", `POST /v1/things\:import`), missing("POST", "/v1/things:export"), missing("POST", "/v1/things:undelete"),
		notAllowed("POST", "/v1/things/7", "GET, HEAD, OPTIONS"), options("/v1/things/7:undelete", "GET, HEAD, OPTIONS, POST"),
		found("GET", "/reports/7.json", "GET /reports/:id.json", "7"), found("HEAD", "/reports/7.json", "GET /reports/:id.json", "7"),
		found("GET", "/reports/last.json", "GET /reports/last.json"), found("GET", "/reports/a.tar.gz", "GET /reports/:file.:ext", "a.tar", "gz"),
		found("GET", "/reports/.json", "GET /reports/:id", ".json"), found("GET", "/reports/7", "GET /reports/:id", "7"),
		found("GET", "/reports/7.json/x", "GET /reports/*rest", "7.json/x"), found("GET", "/reports/a%2Fb.json", "GET /reports/:id.json", "a/b"),
		found("DELETE", "/reports/7.json/raw", "DELETE /reports/:id.:ext/raw", "7", "json"), notAllowed("DELETE", "/reports/7/raw", "GET, HEAD, OPTIONS"),
		found("GET", "/@ida", "GET /@:user", "ida"), found("GET", "/%40ida", "GET /@:user", "ida"), missing("GET", "/@"), missing("GET", "/ida"),
		found("GET", "/user_ida/x", "GET /user_:name/x", "ida"), found("GET", "/user_/x", "GET /:first/x", "user_"), found("GET", "/user/x", "GET /:first/x", "user"),
		found("GET", "/%C3%A91/%C3%BC", "GET /é:x/ü", "1"), missing("GET", "/e1/ü"),
		malformed("GET", "/reports/%FF.json", "id"), malformed("GET", "/reports/a.%00", "ext"),
	} {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
}
