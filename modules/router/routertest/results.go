package routertest

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
)

// page is a result with a header and a cookie.
type page struct {
	ID   string       `json:"id"`
	Next string       `json:"-" header:"X-Next"`
	Seen *http.Cookie `json:"-" cookie:"seen"`
}

// testResults checks that results which are no data are answered alike.
func testResults(t *testing.T, e router.Engine) {
	h := handler(t, e, router.Controllers{
		"GET /icons/:id": router.With(router.F1(func(_ *router.Context, id string) (router.Bytes, error) {
			return router.Bytes{MediaType: "image/png", Data: []byte(id)}, nil
		}), router.Produces("image/png")),
		"GET /old/*rest": router.F1(func(_ *router.Context, rest string) (router.Redirect, error) {
			return router.Redirect{To: "/new/" + rest, Status: http.StatusPermanentRedirect}, nil
		}),
		"GET /pages/:id": router.F1(func(_ *router.Context, id string) (page, error) {
			return page{ID: id, Next: id + "+", Seen: &http.Cookie{Value: "1"}}, nil
		}),
		"GET /logs/:id": router.F1(func(_ *router.Context, id string) (router.Content, error) {
			return router.Content{Data: strings.NewReader(strings.Repeat(id, 3000)), MediaType: "text/csv", ETag: `"v7"`, Name: id + ".csv", Download: true}, nil
		}),
	})
	icon := func(method, body string) conformance {
		return conformance{method: method, target: "/icons/a%2Fb", status: http.StatusOK, body: body, header: map[string]string{
			"Content-Type": "image/png", "Content-Length": "3", "X-Content-Type-Options": "nosniff",
		}}
	}
	moved := func(method, target, location string) conformance {
		return conformance{method: method, target: target, status: http.StatusPermanentRedirect, header: map[string]string{"Location": location}}
	}
	log := func(method string, status, size int) conformance {
		c := conformance{method: method, target: "/logs/a", status: status, header: map[string]string{
			"Accept-Ranges": "bytes", "Content-Disposition": "attachment; filename=a.csv", "Content-Length": strconv.Itoa(size),
			"Content-Type": "text/csv", "Etag": `"v7"`, "X-Content-Type-Options": "nosniff",
		}}
		if method == http.MethodGet {
			c.body = strings.Repeat("a", size)
		}
		return c
	}
	part := log("GET", http.StatusPartialContent, 2500)
	part.header["Content-Range"] = "bytes 500-2999/3000"
	behind := refused("GET", "/logs/a", http.StatusRequestedRangeNotSatisfiable, "the content has no such range", "")
	behind.header["Content-Range"] = "bytes */3000"
	same := conformance{method: "GET", target: "/logs/a", status: http.StatusNotModified, header: map[string]string{
		"Content-Disposition": "attachment; filename=a.csv", "Etag": `"v7"`, "X-Content-Type-Options": "nosniff",
	}}
	paged := func(method, body string) conformance {
		return conformance{method: method, target: "/pages/7", status: http.StatusOK, body: body, header: map[string]string{
			"Content-Type": "application/json", "Content-Length": "10", "X-Content-Type-Options": "nosniff", "X-Next": "7+", "Set-Cookie": "seen=1",
		}}
	}
	for _, c := range []conformance{
		paged("GET", `{"id":"7"}`), paged("HEAD", ""), malformed("GET", "/pages/%FF", "id"),
		log("GET", http.StatusOK, 3000), log("HEAD", http.StatusOK, 3000).with("Range", "bytes=0-0"), part.with("Range", "bytes=500-"),
		log("GET", http.StatusOK, 3000).with("Range", "bytes=0-0,2-2"), behind.with("Range", "bytes=3000-"), same.with("If-None-Match", `"v7"`),
		refused("HEAD", "/logs/a", http.StatusPreconditionFailed, "a condition of the request is false", "").with("If-Match", `"v6"`),
		icon("GET", "a/b"), icon("HEAD", ""), icon("GET", "a/b").with("Accept", "image/*"),
		refused("GET", "/icons/1", http.StatusNotAcceptable, "the answer is one of [image/png]", "").with("Accept", "text/html"),
		malformed("GET", "/icons/%FF", "id"), notAllowed("POST", "/icons/1", "GET, HEAD, OPTIONS"),
		moved("GET", "/old/a%20b/%C3%BC", "/new/a%20b/%C3%BC"), moved("HEAD", "/old/", "/new/"), missing("GET", "/new/"),
	} {
		t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
	}
}
