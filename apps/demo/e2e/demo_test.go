package e2e_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/fx"
	"go.uber.org/fx/fxtest"
	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/apps/demo/app"
	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/restclientfx"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/routerfx"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// demo is the whole demo, served at a free port of the loopback interface.
type demo struct {
	url    string // without a slash at its end
	output *output
	viewer *viewer.Viewer
}

// startDemo starts the demo and stops it with the spec.
func startDemo(spec string, swaps ...fx.Option) *demo {
	GinkgoHelper()
	return startDemoWith(app.Config{Spec: spec}, swaps...)
}

// startDemoWith is startDemo with other settings.
func startDemoWith(config app.Config, swaps ...fx.Option) *demo {
	GinkgoHelper()
	d := &demo{output: new(output)}
	config.Address, config.Output = "127.0.0.1:0", d.output
	var r *router.Router
	a := fxtest.New(GinkgoT(),
		app.Module(config),
		fx.Options(swaps...), fx.Populate(&r, &d.viewer),
		fx.StartTimeout(browsertest.StepTimeout), fx.StopTimeout(browsertest.StepTimeout))
	a.RequireStart()
	DeferCleanup(a.RequireStop)
	d.url = "http://" + r.Address()
	return d
}

// get returns the status and the body of what is at a path.
func (d *demo) get(ctx context.Context, path string) (int, string) {
	GinkgoHelper()
	return d.do(ctx, http.MethodGet, path)
}

func (d *demo) do(ctx context.Context, method, path string) (int, string) {
	GinkgoHelper()
	req, err := http.NewRequestWithContext(ctx, method, d.url+path, nil)
	Expect(err).NotTo(HaveOccurred())
	res, err := http.DefaultClient.Do(req)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	Expect(err).NotTo(HaveOccurred())
	return res.StatusCode, string(body)
}

// order sends the form of the board as its script does, and returns the answer.
func (d *demo) order(ctx context.Context, form url.Values) string {
	GinkgoHelper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url+"/board/orders", strings.NewReader(form.Encode()))
	Expect(err).NotTo(HaveOccurred())
	req.Header = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Accept": {"application/json"}}
	res, err := http.DefaultClient.Do(req)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	Expect(err).NotTo(HaveOccurred())
	return string(body)
}

// ownDescription is a file with the description of the demo, and a title of its own.
func ownDescription(ctx context.Context) string {
	GinkgoHelper()
	status, document := startDemo("").get(ctx, "/openapi.json")
	Expect(status).To(Equal(200))
	file := filepath.Join(GinkgoT().TempDir(), "openapi.json")
	Expect(os.WriteFile(file, []byte(strings.Replace(document, `"Trefoil Travel"`, `"Trefoil Travel, from a file"`, 1)), 0o600)).To(Succeed())
	return file
}

// links returns the paths of the links of a page, fragments left out.
func (d *demo) links(ctx context.Context, page string) []string {
	GinkgoHelper()
	status, body := d.get(ctx, page)
	Expect(status).To(Equal(200), page)
	root, err := html.Parse(strings.NewReader(body))
	Expect(err).NotTo(HaveOccurred())
	base, err := url.Parse(page)
	Expect(err).NotTo(HaveOccurred())
	var paths []string
	for node := range root.Descendants() {
		if node.Data != "a" {
			continue
		}
		for _, attribute := range node.Attr {
			u, err := base.Parse(attribute.Val)
			if attribute.Key == "href" && err == nil && u.Host == "" && u.Path != "" {
				u.Fragment = ""
				paths = append(paths, u.String())
			}
		}
	}
	return paths
}

// output is what the demo prints.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

var _ = Describe("The demo", func() {
	var description string // a file
	var logged *output

	BeforeEach(func() {
		logged = new(output)
	})

	// Each is another adapter in place of the one that the demo has.
	engine := routerfx.Engine(muxrouter.Engine())
	transport := restclientfx.Transport(httptransport.New(nil))
	source := fx.Decorate(func() (core.SpecSource, error) { return openapi.FromFile(description) })
	renderer := fx.Decorate(func() core.Renderer { return mdrender.New() })
	logger := fx.Decorate(func() *slog.Logger { return slog.New(slog.NewJSONHandler(logged, nil)) })

	DescribeTable("runs on", func(ctx SpecContext, swaps ...fx.Option) {
		description = ownDescription(ctx)
		d := startDemo("", swaps...)
		Expect(d.viewer.Wait(ctx)).To(Succeed())

		By("being ready")
		status, _ := d.get(ctx, "/readyz")
		Expect(status).To(Equal(200))

		By("answering with JSON of a controller")
		status, body := d.get(ctx, "/planets/3")
		Expect(status).To(Equal(200))
		Expect(body).To(MatchJSON(`{"id":3,"name":"Mars","gravity":0.38,"distance":78,"moons":2}`))

		By("answering a wrong path itself")
		status, body = d.get(ctx, "/no/such/path")
		Expect(status).To(Equal(404))
		Expect(body).To(ContainSubstring(`"status":404`))

		By("refusing a stranger")
		status, _ = d.get(ctx, "/bookings")
		Expect(status).To(Equal(403))

		By("showing the departures that the typed client reads")
		status, body = d.get(ctx, "/")
		Expect(status).To(Equal(200), body)
		Expect(body).To(And(ContainSubstring("Jupiter"), ContainSubstring("Neptune")))

		By("booking with the typed client")
		Expect(d.order(ctx, url.Values{"book": {"2"}, "passenger": {"Ada"}})).To(MatchJSON(`{"said":"Booked: Ada has booking 3.","refused":false}`))
		Expect(d.order(ctx, url.Values{"book": {"2"}, "passenger": {""}})).To(MatchJSON(`{"said":"Refused: invalid: a booking needs a passenger.","refused":true}`))
		Expect(d.order(ctx, url.Values{"cancel": {"3"}})).To(MatchJSON(`{"said":"Cancelled: the seat is free again.","refused":false}`))

		By("showing its own API")
		status, body = d.get(ctx, "/reference/")
		Expect(status).To(Equal(200))
		Expect(body).To(And(ContainSubstring("List planets"), ContainSubstring("Book a trip")))
	},
		Entry("gin, resty, its own description, HTML and zap"),
		Entry("another engine", engine),
		Entry("another transport", transport),
		Entry("another source", source),
		Entry("another renderer", renderer),
		Entry("another logger", logger),
		Entry("all others", engine, transport, source, renderer, logger),
	)

	It("takes the source, the renderer and the logger that it is given", func(ctx SpecContext) {
		description = ownDescription(ctx)
		d := startDemo("", source, renderer, logger)
		Expect(d.viewer.Wait(ctx)).To(Succeed())

		_, body := d.get(ctx, "/reference/")

		Expect(body).To(HavePrefix("# Trefoil Travel, from a file\n"))
		Eventually(logged.String).Should(ContainSubstring(`"msg":"answered","status":200,"method":"GET","path":"/reference/"`))
	})

	It("shows what the client stores only when it is told to", func(ctx SpecContext) {
		silent, told := startDemo(""), startDemoWith(app.Config{Debug: true})

		status, _ := silent.get(ctx, "/debug/rest/")
		Expect(status).To(Equal(404))
		status, page := told.get(ctx, "/debug/rest")
		Expect(status).To(Equal(200))
		Expect(page).To(ContainSubstring("Calls under way"))
		Expect(told.output.String()).To(ContainSubstring(told.url + "/debug/rest/"))
	})

	It("prints the addresses to open", func() {
		d := startDemo("")

		Expect(d.output.String()).To(And(ContainSubstring(d.url+"/reference/"), ContainSubstring(d.url+"/planets")))
	})

	It("leads from its reference to nothing that is missing", func(ctx SpecContext) {
		d := startDemo("")
		Expect(d.viewer.Wait(ctx)).To(Succeed())
		seen, queue := map[string]bool{}, []string{"/reference/"}

		for len(queue) > 0 {
			page := queue[0]
			queue = queue[1:]
			if seen[page] || !strings.HasPrefix(page, "/reference/") {
				continue
			}
			seen[page] = true
			if strings.HasSuffix(page, "openapi.json") {
				status, _ := d.get(ctx, page)
				Expect(status).To(Equal(200))
				continue
			}
			if strings.HasSuffix(page, ".md") || strings.HasSuffix(page, ".txt") {
				status, _ := d.get(ctx, page)
				Expect(status).To(Equal(200), page)
				continue
			}
			queue = append(queue, d.links(ctx, page)...)
		}

		Expect(len(seen)).To(BeNumerically(">", len(d.viewer.Document().Operations)))
	})

	It("redirects from the reference without a slash", func(ctx SpecContext) {
		d := startDemo("")
		Expect(d.viewer.Wait(ctx)).To(Succeed())

		status, body := d.get(ctx, "/reference")

		Expect(status).To(Equal(200))
		Expect(body).To(ContainSubstring("List planets"))
	})
})
