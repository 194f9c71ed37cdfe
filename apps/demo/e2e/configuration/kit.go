package configuration

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// shop is a description with one of everything that a field shows or hides.
const shop = `{
  "openapi": "3.1.0",
  "info": {"title": "Shop", "version": "1.0", "description": "Sells things."},
  "servers": [{"url": "/v1"}],
  "security": [{"key": []}],
  "tags": [{"name": "orders", "x-displayName": "All orders"}],
  "paths": {
    "/orders/{id}": {"get": {
      "operationId": "getOrder", "summary": "Find an order", "tags": ["orders"],
      "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}, "example": "7"}],
      "responses": {"200": {"description": "It", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}}
    }}
  },
  "components": {
    "schemas": {"Order": {"type": "object", "properties": {"total": {"type": "integer"}}}},
    "securitySchemes": {
      "key": {"type": "apiKey", "in": "header", "name": "X-Shop-Key"},
      "login": {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "https://login.example/token", "scopes": {"read": "Look"}}}}
    }
  }
}`

const orderPage = "/operations/getOrder"

// reference serves a reference whose configuration is written as users write it,
// in JSON. Without a spec it shows shop.
func reference(ctx context.Context, configuration string, options ...viewer.Option) (string, *viewer.Viewer) {
	GinkgoHelper()
	var c viewer.Configuration
	Expect(json.Unmarshal([]byte(configuration), &c)).To(Succeed())
	if c.Spec == (viewer.Spec{}) {
		c.Spec.Content = shop
	}
	v := browsertest.Configured(ctx, c, options...)
	return browsertest.Serve(v), v
}

// visit opens a page of a reference with a configuration.
func visit(ctx context.Context, configuration, page string) *browsertest.Browser {
	GinkgoHelper()
	address, _ := reference(ctx, configuration)
	b := browsertest.Open()
	b.Visit(address + page)
	return b
}

// is evaluates an expression that is true or false.
func is(b *browsertest.Browser, script string) bool {
	GinkgoHelper()
	return browsertest.Eval[bool](b, script)
}

// text returns the text of the page that can be seen.
func text(b *browsertest.Browser) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, `document.body.innerText`)
}

// there returns a script that reports whether something is on the page.
func there(selector string) string {
	return `document.querySelector(` + "`" + selector + "`" + `) !== null`
}

// descriptions serves a description at every path, with its title replaced by
// the path.
func descriptions() string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(strings.Replace(shop, `"Shop"`, `"`+strings.Trim(r.URL.Path, "/")+`"`, 1)))
	}))
	DeferCleanup(server.Close)
	return server.URL
}

// settle is how long something that must not happen is waited for.
const settle = 300 * time.Millisecond

// heading returns the heading of the page.
func heading(b *browsertest.Browser) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, `document.querySelector("h1").textContent.trim()`)
}

// ctrl presses a letter together with Ctrl.
func ctrl(letter string) chromedp.Action {
	code := int64(strings.ToUpper(letter)[0])
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return input.DispatchKeyEvent(input.KeyDown).WithModifiers(input.ModifierCtrl).WithKey(letter).
			WithCode("Key" + strings.ToUpper(letter)).WithWindowsVirtualKeyCode(code).Do(ctx)
	})
}
