package snippets

import (
	"context"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/export"
)

// unnamed is a reference whose server has the API, too, and does not know by which
// name readers call it.
func unnamed(ctx context.Context) (*viewer.Viewer, string) {
	GinkgoHelper()
	v := browsertest.Configured(ctx, viewer.Configuration{
		Spec:           viewer.Spec{Content: strings.Replace(shop(), "https://shop.example/v1", "/v1", 1)},
		Authentication: viewer.Authentication{PreferredSecurityScheme: "key", APIKey: viewer.APIKeyCredentials{Token: "canary&1"}},
	})
	mux := http.NewServeMux()
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!DOCTYPE html><html lang="en"><title>Host</title><h1>Host</h1><api-reference src="/operations/list"></api-reference><script src="/assets/api-reference.js"></script>`))
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		r.Host = ""
		v.ServeHTTP(w, r)
	})
	return v, browsertest.Serve(mux) + "/"
}

var _ = Describe("The host of a relative server that the reference does not know", func() {
	It("is that of the page, in every client and in what is copied", func(ctx SpecContext) {
		_, root := unnamed(ctx)
		Expect(read(root, "list").curl).To(HavePrefix("curl 'https://your-server.example/v1/orders?key=********'"))
		b := browsertest.Open()

		visit(b, root, "list")
		Expect(browsertest.Eval[string](b, code)).To(HavePrefix("curl '" + root + "v1/orders?key=********'"))
		browsertest.Eval[bool](b, `(() => { navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; return true; })()`)
		click(b, "Copy")
		see(b, `window.copied ?? ""`).Should(HavePrefix("curl '" + root + "v1/orders?key=canary%261'"))
		click(b, "Go")
		see(b, code).Should(And(HavePrefix("package main\n"), ContainSubstring(`"`+root+`v1`)))

		By("following a link, and on the page of all operations")
		browsertest.Eval[bool](b, `(() => { document.querySelector('nav a[href$="create"]').click(); return true; })()`)
		see(b, `document.querySelector("h1").textContent`).Should(Equal("create"))
		click(b, "Shell")
		see(b, code).Should(HavePrefix("curl '" + root + "v1/orders'"))
		b.Visit(root + "?reading=whole")
		see(b, code).Should(HavePrefix("curl '" + root + "v1/orders"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("stays open in an element of another page", func(ctx SpecContext) {
		_, root := unnamed(ctx)
		b := browsertest.Open()

		b.Visit(root + "page")

		see(b, `document.querySelector("api-reference").shadowRoot?.querySelector(".request-view code")?.textContent ?? ""`).Should(HavePrefix("curl 'https://your-server.example/v1/orders"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("stays open in an exported folder, whoever serves it", func(ctx SpecContext) {
		v, _ := unnamed(ctx)
		dir := GinkgoT().TempDir() + "/docs"
		Expect(export.Folder(ctx, v, dir)).To(Succeed())
		b := browsertest.Open()

		for _, root := range []string{browsertest.Serve(http.FileServer(http.Dir(dir))) + "/operations/list.html", "file://" + dir + "/operations/list.html"} {
			b.Visit(root)
			see(b, `document.querySelector(".request-view code")?.textContent ?? ""`).Should(HavePrefix("curl 'https://your-server.example/v1/orders"), root)
		}
	})
})
