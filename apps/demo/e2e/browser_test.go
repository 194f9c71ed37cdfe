package e2e_test

import (
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("A page that is left while it is asked", func() {
	var b *browsertest.Browser

	BeforeEach(func() {
		root := browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<!doctype html><title>a page</title><h1>A page</h1>"))
		}))
		b = browsertest.Open()
		b.Visit(root + "/first")
	})

	const leave = `location.pathname === "/second" ? "arrived" : new Promise(() => { location.pathname = "/second" })`

	It("has the one that comes answer", func() {
		Expect(browsertest.Eval[string](b, leave)).To(Equal("arrived"))
	})

	It("is an error for who asks again", func() {
		_, err := browsertest.Ask[string](b, leave)
		Expect(err).To(HaveOccurred())
		Eventually(func() (string, error) { return browsertest.Ask[string](b, leave) }).Should(Equal("arrived"))
	})
})

var _ = Describe("A tab that is slowed down", func() {
	It("takes longer for each request", func() {
		b := browsertest.Open()
		b.Visit(browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<!doctype html><title>a page</title><h1>A page</h1>"))
		})))

		b.SlowDown(2)

		took := browsertest.Eval[float64](b, `(async () => {
			const start = performance.now();
			await (await fetch("/", {cache: "no-store"})).text();
			return performance.now() - start;
		})()`)
		Expect(took).To(BeNumerically(">", 0.9*float64(browsertest.Latency.Milliseconds())))
	})
})

var _ = Describe("A press of the mouse", func() {
	const page = `<!doctype html><title>a page</title><h1>A page</h1><button id="go">Go</button><script>
		window.pressed = undefined;
		window.gone = [0, 0]; // to the button, and elsewhere
		document.addEventListener("click", (event) => { gone[event.target.id === "go" ? 0 : 1]++; });
		const go = () => document.querySelector("#go");
		SCRIPT
	</script>`

	DescribeTable("waits for an element that",
		func(script string) {
			b := browsertest.Open()
			b.Visit(browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				_, _ = w.Write([]byte(strings.Replace(page, "SCRIPT", script, 1)))
			})))

			b.Run(browsertest.Click("#go"))

			Expect(browsertest.Eval[[]int](b, `gone`)).To(Equal([]int{1, 0}))
		},
		Entry("is there", ``),
		Entry("comes late", `const late = go(); late.remove(); setTimeout(() => document.body.append(late), 200);`),
		Entry("moves", `let n = 0; const step = () => { go().style.marginTop = 5 * n + "px"; if (n++ < 30) requestAnimationFrame(step); }; step();`),
		Entry("is renewed", `let n = 0; const step = () => { go().replaceWith(go().cloneNode(true)); if (n++ < 30) requestAnimationFrame(step); }; step();`),
		Entry("lies below another", `const over = document.createElement("div"); over.style = "position: fixed; inset: 0"; document.body.append(over); setTimeout(() => over.remove(), 200);`),
		Entry("moves away in the last moment", `let seen = 0, watch;
			Object.defineProperty(window, "pressed", { get: () => watch, set: (w) => { watch = w; if (w && ++seen === 2) go().style.marginTop = "200px"; } });`),
	)

	It("goes to labels, links of several lines, and what an XPath names, also without JavaScript", func() {
		b := browsertest.Open()
		b.WithoutScript()
		b.Visit(browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(`<!doctype html><title>a page</title><h1>` + r.URL.Path + `</h1><label><input type="checkbox">Yes</label>
				<label for="other">No</label><input type="checkbox" id="other"><p style="width: 4em"><a href="/next">a link that takes several lines</a></p>`))
		})))

		b.Run(browsertest.Click("label"), browsertest.Click(`//label[. = "No"]`))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("input:checked").length`)).To(Equal(2))
		b.Run(browsertest.Click("a"))
		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `document.querySelector("h1")?.textContent ?? ""`)
		}).Should(Equal("/next"))
	})
})
