package proxy

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync/atomic"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// upstream is an API that allows no other origin, and counts what it is asked.
type upstream struct {
	asked atomic.Int64
	gone  chan struct{} // receives when a stream has ended
}

func (u *upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u.asked.Add(1)
	switch r.URL.Path {
	case "/echo":
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Set-Cookie", "a=b")
		w.WriteHeader(http.StatusCreated)
		_, _ = fmt.Fprintf(w, "%s %s %s cookie=%q", r.Method, r.Header.Get("X-Api-Key"), body, r.Header.Get("Cookie"))
	case "/events":
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: 1\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		u.gone <- struct{}{}
	default:
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, hostile)
	}
}

// hostile takes what the reference keeps, where it can.
const hostile = `<!doctype html><h1>Hostile</h1><svg onload="top.localStorage.taken=top.localStorage.token"></svg><script>top.localStorage.taken = top.localStorage.token</script>`

// site is a reference with a proxy, and an API of another origin.
func site(ctx context.Context) (h http.Handler, api string, u *upstream) {
	GinkgoHelper()
	u = &upstream{gone: make(chan struct{}, 1)}
	api = browsertest.Serve(u)
	proxy, err := tryit.NewProxy(tryit.WithOrigins(api))
	Expect(err).NotTo(HaveOccurred())
	v, err := viewer.New(openapi.FromContent(`{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{"/pets":{"get":{"summary":"List pets"}}}}`),
		htmlrender.New(), viewer.WithRequestProxy(proxy))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	return v, api, u
}

// send is a script that asks the proxy as a page does.
const send = `async (method, url, headers, body, signal) => {
	const line = JSON.stringify({method, url, headers}) + "\n";
	const answer = await fetch("_/request", {
		method: "POST", body: new Blob([line, body || ""]), signal, credentials: "omit", cache: "no-store",
		headers: {"Trefoil-Request": "1", "Content-Type": "application/vnd.trefoil.request"},
	});
	return answer;
}`

var _ = Describe("A page of the reference", func() {
	It("sends requests by way of the server, under the policy, and reads the answer", func(ctx SpecContext) {
		h, api, _ := site(ctx)
		b := browsertest.Open()
		b.Visit(browsertest.Serve(h) + "/")
		browsertest.Eval[string](b, `document.cookie = "ours=secret; path=/"`)

		lines := browsertest.Eval[[]map[string]any](b, `(async () => {
			const send = `+send+`;
			const answer = await send("PUT", "`+api+`/echo", [["X-Api-Key", "k"], ["Cookie", "typed=1"]], new Uint8Array([104, 105]));
			return (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
		})()`)

		Expect(lines).To(HaveLen(3))
		Expect(lines[0]).To(And(HaveKeyWithValue("status", 201.0), HaveKeyWithValue("statusText", "Created")))
		Expect(lines[0]["headers"]).To(ContainElement([]any{"Set-Cookie", "a=b"}))
		Expect(browsertest.Eval[string](b, fmt.Sprintf(`atob(%q)`, lines[1]["data"]))).To(Equal(`PUT k hi cookie="typed=1"`))
		Expect(lines[2]).To(And(HaveKeyWithValue("end", true), HaveKeyWithValue("incomplete", false)))
		Expect(browsertest.Eval[string](b, `document.cookie`)).To(Equal("ours=secret"))
		Expect(b.Troubles()).To(BeEmpty())
		Expect(b.Hosts()).To(HaveLen(1))
	})

	It("HC13: shows a stream while it comes, and ends it when the reader has left, though nothing comes", func(ctx SpecContext) {
		h, api, u := site(ctx)
		b := browsertest.Open()
		b.Visit(browsertest.Serve(h) + "/")

		lines := browsertest.Eval[string](b, `(async () => {
			const send = `+send+`, stop = new AbortController();
			const answer = await send("GET", "`+api+`/events", [], "", stop.signal);
			const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
			let text = "";
			while (text.split("\n").length < 3) text += (await reader.read()).value;
			stop.abort();
			return text;
		})()`)

		Expect(lines).To(HaveSuffix(`{"data":"ZGF0YTogMQoK"}` + "\n"))
		Eventually(u.gone).WithContext(ctx).Should(Receive())
	})
})

var _ = Describe("HC8 a page of another origin", func() {
	It("cannot have requests sent, with nor without asking first", func(ctx SpecContext) {
		h, api, u := site(ctx)
		var posted atomic.Int64
		reference := browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				posted.Add(1)
			}
			h.ServeHTTP(w, r)
		}))
		b := browsertest.Open()
		b.Visit(browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>")
		})))

		results := browsertest.Eval[[]string](b, `(async () => {
			const url = "`+reference+`/_/request", body = '{"method":"GET","url":"`+api+`/echo"}\n', results = [];
			for (const init of [
				{headers: {"Trefoil-Request": "1", "Content-Type": "application/vnd.trefoil.request"}},
				{headers: {"Content-Type": "application/vnd.trefoil.request"}},
				{headers: {"Content-Type": "text/plain"}},
				{mode: "no-cors"}, {mode: "no-cors", credentials: "include"},
			]) {
				try { results.push((await fetch(url, {method: "POST", body, ...init})).type); } catch (e) { results.push(e.name); }
			}
			const form = document.createElement("form"), frame = document.createElement("iframe");
			frame.name = form.target = "f"; form.action = url; form.method = "post"; form.enctype = "text/plain";
			form.innerHTML = '<input name=\'{"method":"GET","url":"`+api+`/echo","x":"\' value=\'"}\'>';
			document.body.append(frame, form);
			form.submit();
			navigator.sendBeacon(url, body);
			const image = new Image();
			await new Promise((done) => { image.onerror = image.onload = done; image.src = url + "?url=`+api+`/echo"; });
			return results;
		})()`)

		Expect(results).To(HaveLen(5))
		Expect(results).To(HaveEach("TypeError"))
		Eventually(posted.Load).WithContext(ctx).Should(BeNumerically(">=", 5), "three by fetch, a form and a beacon have arrived")
		Consistently(u.asked.Load, "500ms").Should(BeZero())
	})
})

// replay serves an answer that was given before, as a plain page.
func replay(header http.Header, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		maps.Copy(w.Header(), header)
		_, _ = io.WriteString(w, body)
	}
}

var _ = Describe("an answer that is opened by itself", func() {
	It("runs nothing, by any of its two layers; the same page without them does", func(ctx SpecContext) {
		h, api, _ := site(ctx)
		request, err := tryittest.NewRequest(ctx, "http://docs.example/_/request", tryit.Request{Method: "GET", URL: api + "/evil"}, nil)
		Expect(err).NotTo(HaveOccurred())
		recorded := httptest.NewRecorder()
		h.ServeHTTP(recorded, request)
		Expect(recorded.Code).To(Equal(http.StatusOK))
		mux := http.NewServeMux()
		mux.Handle("/", h)
		mux.Handle("/answer", replay(recorded.Header(), recorded.Body.String()))
		mux.Handle("/headers", replay(recorded.Header(), hostile))
		mux.Handle("/sandboxed", replay(http.Header{"Content-Type": {"text/html"}, "Content-Security-Policy": recorded.Header()["Content-Security-Policy"]}, hostile))
		mux.Handle("/typed", replay(http.Header{"Content-Type": recorded.Header()["Content-Type"], "X-Content-Type-Options": recorded.Header()["X-Content-Type-Options"]}, hostile))
		mux.Handle("/naive", replay(http.Header{"Content-Type": {"text/html"}}, hostile))
		mux.Handle("/start", replay(http.Header{"Content-Type": {"text/html"}}, "<!doctype html><h1>Start</h1>"))
		root := browsertest.Serve(mux)

		for path, taken := range map[string]string{"/answer": "", "/headers": "", "/sandboxed": "", "/typed": "", "/naive": "secret"} {
			b := browsertest.Open()
			b.Visit(root + "/start")
			browsertest.Eval[string](b, `localStorage.token = "secret"`)
			// Opened in a frame, as a script, a sheet and an image, and in the window.
			browsertest.Eval[bool](b, `(async () => {
				const load = (e, where) => new Promise((done) => { e.onload = e.onerror = () => done(); setTimeout(done, 700); where.append(e); });
				await Promise.all([
					load(Object.assign(document.createElement("iframe"), {src: "`+path+`"}), document.body),
					load(Object.assign(document.createElement("script"), {src: "`+path+`"}), document.head),
					load(Object.assign(document.createElement("link"), {rel: "stylesheet", href: "`+path+`"}), document.head),
					load(Object.assign(new Image(), {src: "`+path+`"}), document.body),
				]);
				return true;
			})()`)
			if path == "/sandboxed" || path == "/naive" { // browsers save the others
				b.Run(chromedp.Navigate(root+path), browsertest.Shown("h1")) // where no script can wait
				b.Visit(root + "/start")
			}

			Expect(browsertest.Eval[string](b, `localStorage.taken || ""`)).To(Equal(taken), path)
		}
	})
})
