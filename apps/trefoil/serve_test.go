package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/gbytes"
	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/config"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// serving runs a command that serves until the spec ends, and returns its address. It has
// to end with 0.
func serving(ctx context.Context, args ...string) string {
	GinkgoHelper()
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	stdout, stderr := gbytes.NewBuffer(), gbytes.NewBuffer()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append(args, "-addr", "127.0.0.1:0"), &process{stdin: strings.NewReader(shop), stdout: stdout, stderr: stderr, now: trefoilTime})
	}()
	DeferCleanup(func(ctx SpecContext) {
		stop()
		Eventually(ended).WithContext(ctx).Should(Receive(BeZero()))
	})
	Eventually(stdout).WithContext(ctx).Should(gbytes.Say(`at (http://\S+)\n`), func() string { return string(stderr.Contents()) })
	_, address, _ := strings.Cut(string(stdout.Contents()), " at ")
	address, _, _ = strings.Cut(address, "\n")
	return address
}

// got is an answer to a request.
type got struct {
	Status int
	Body   string
	Header http.Header
}

func get(ctx context.Context, address string, header ...string) got {
	GinkgoHelper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	Expect(err).NotTo(HaveOccurred())
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			request.Host = header[i+1]
		}
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	Expect(err).NotTo(HaveOccurred())
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	Expect(err).NotTo(HaveOccurred())
	return got{response.StatusCode, string(body), response.Header}
}

// texts are the texts of the elements that a function chooses.
func texts(page string, chosen func(n *html.Node) bool) (list []string) {
	GinkgoHelper()
	root, err := html.Parse(strings.NewReader(page))
	Expect(err).NotTo(HaveOccurred())
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && chosen(n) {
			var text strings.Builder
			for below := range n.Descendants() {
				if below.Type == html.TextNode {
					text.WriteString(below.Data)
				}
			}
			list = append(list, strings.Join(strings.Fields(text.String()), " "))
		}
	}
	return list
}

func named(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return n.Data == name }
}

func broken(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "class" && (a.Val == "fault") {
			return true
		}
	}
	return false
}

var _ = Describe("Serve", func() {
	It("shows the reference of one description at its address", func(ctx SpecContext) {
		address := serving(ctx, "serve", filepath.Join(folder(map[string]string{"api.yaml": shop}), "api.yaml"))

		Eventually(get).WithContext(ctx).WithArguments(address + "operations/listOrders").Should(HaveField("Status", 200))
	})

	It("follows the description, and shows the last good one when it breaks", func(ctx SpecContext) {
		file := filepath.Join(folder(map[string]string{"api.yaml": shop}), "api.yaml")
		address := serving(ctx, "serve", file)
		Eventually(get).WithContext(ctx).WithArguments(address + "operations/clearOrders").Should(HaveField("Status", 200))

		Expect(os.WriteFile(file, []byte(newShop), 0o600)).To(Succeed())
		Eventually(get).WithContext(ctx).WithArguments(address + "operations/listBaskets").Should(HaveField("Status", 200))

		Expect(os.WriteFile(file, []byte("openapi: [3.1.0"), 0o600)).To(Succeed())
		Eventually(get).WithContext(ctx).WithArguments(address + "operations/listBaskets").Should(And(HaveField("Status", 200), HaveField("Body", ContainSubstring("data-stale"))))
	})

	It("shows a description that comes up late", func(ctx SpecContext) {
		var up atomic.Bool
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if !up.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			_, _ = io.WriteString(w, shop)
		}))
		DeferCleanup(server.Close)
		address := serving(ctx, "serve", server.URL+"/api.yaml")
		Eventually(get).WithContext(ctx).WithArguments(address).Should(HaveField("Body", ContainSubstring("503")))

		up.Store(true)

		Eventually(get).WithContext(ctx).WithArguments(address + "operations/listOrders").Should(HaveField("Status", 200))
	})

	It("reads the standard input", func(ctx SpecContext) {
		address := serving(ctx, "serve", "-")

		Eventually(get).WithContext(ctx).WithArguments(address + "operations/clearOrders").Should(HaveField("Status", 200))
	})

	Describe("a folder", func() {
		var dir, address string
		BeforeEach(func(ctx SpecContext) {
			dir = folder(map[string]string{
				"shop.yaml":              shop,
				"v2/shop.json":           `{"openapi": "3.1.0", "info": {"title": "Shop two", "version": "2.0.0"}, "paths": {"/orders/search": {"get": {"operationId": "searchOrders", "responses": {}}}}}`,
				"broken.yaml":            "openapi: 3.1.0\ninfo: [\n",
				"package.json":           `{"dependencies": {"openapi": "^3.1"}}`,
				".git/api.yaml":          shop,
				"node_modules/x/api.yml": shop,
				"README.md":              "openapi: 3.1.0",
			})
			address = serving(ctx, "serve", dir)
			Eventually(get).WithContext(ctx).WithArguments(address).Should(HaveField("Body", Not(ContainSubstring("loading"))))
		})

		It("has a page with all that say they are descriptions, and a broken one harms no other", func(ctx SpecContext) {
			page := get(ctx, address)

			Expect(page.Status).To(Equal(200))
			Expect(texts(page.Body, named("h2"))).To(Equal([]string{"broken", "Shop", "Shop two"}))
			Expect(texts(page.Body, broken)).To(ConsistOf(ContainSubstring("broken.yaml:")))
			Expect(page.Header.Get("Content-Security-Policy")).To(HavePrefix("default-src 'none'"))
			Expect(get(ctx, address+"_/portal.css").Status).To(Equal(200))
			Expect(get(ctx, address+"shop/operations/listOrders").Status).To(Equal(200))
			Expect(get(ctx, address+"v2-shop/operations/searchOrders").Status).To(Equal(200))
			Expect(get(ctx, address+"broken/").Status).To(Equal(500))
			Expect(get(ctx, address+"ghost/").Status).To(Equal(404))
		})

		It("takes a broken description in when it has been mended", func(ctx SpecContext) {
			Expect(os.WriteFile(filepath.Join(dir, "broken.yaml"), []byte(strings.Replace(shop, "title: Shop", "title: Mended", 1)), 0o600)).To(Succeed())

			Eventually(get).WithContext(ctx).WithArguments(address).Should(HaveField("Body", ContainSubstring("Mended")))
			Expect(texts(get(ctx, address).Body, broken)).To(BeEmpty())
		})

		It("shows a description that appears, and takes one out that disappears", func(ctx SpecContext) {
			at := func(name string) string { return address + name + "/operations/listOrders" }
			Expect(get(ctx, at("new")).Status).To(Equal(404))

			Expect(os.WriteFile(filepath.Join(dir, "new.yaml"), []byte(strings.Replace(shop, "title: Shop", "title: Appeared", 1)), 0o600)).To(Succeed())

			Eventually(get).WithContext(ctx).WithArguments(at("new")).Should(HaveField("Status", 200))
			Expect(get(ctx, address).Body).To(ContainSubstring("Appeared"))
			Eventually(get).WithContext(ctx).WithArguments(address + "_/search?q=orders").Should(HaveField("Body", ContainSubstring("Appeared")))
			Expect(get(ctx, at("shop")).Body).To(ContainSubstring("../../new/operations/listOrders"))

			Expect(os.Remove(filepath.Join(dir, "new.yaml"))).To(Succeed())

			Eventually(get).WithContext(ctx).WithArguments(at("new")).Should(HaveField("Status", 404))
			Expect(get(ctx, address).Body).NotTo(ContainSubstring("Appeared"))
			Expect(get(ctx, at("shop")).Status).To(Equal(200))
		})

		It("keeps the last ones when all descriptions are gone", func(ctx SpecContext) {
			s := &session{process: &process{stderr: io.Discard}, opener: spec.NewOpener(nil, nil), file: &config.File{}}
			r, err := open(ctx, s, []string{dir}, func(_, _ string) ([]viewer.Option, error) { return nil, nil })
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(r.close)
			before := r.now()

			Expect(os.RemoveAll(dir)).To(Succeed())
			Expect(os.Mkdir(dir, 0o700)).To(Succeed())

			_, _, err = r.look(ctx)
			Expect(err).To(MatchError(ContainSubstring("there is no description in this folder")))
			Expect(r.now()).To(Equal(before))
		})

		It("is searched as a whole", func(ctx SpecContext) {
			page := get(ctx, address+"_/search?q=orders")

			Expect(page.Status).To(Equal(200))
			Expect(texts(page.Body, named("h2"))).To(Equal([]string{"Shop", "Shop two"}))
			Expect(texts(page.Body, named("li"))).To(ContainElements(ContainSubstring("GET"), ContainSubstring("searchOrders")))
			Expect(texts(page.Body, broken)).To(ConsistOf("broken cannot be read."))
			Expect(page.Body).To(ContainSubstring(`href="../v2-shop/operations/searchOrders`))
			Eventually(get).WithContext(ctx).WithArguments(address+"_/search?q=%3Cscript%3Ezebra").
				Should(HaveField("Body", And(ContainSubstring("Nothing was found."), Not(ContainSubstring("<script")))), "when everything has been read")
			Expect(get(ctx, address+"_/search?q="+strings.Repeat("a", 501)).Status).To(Equal(400))
		})

		It("answers for this machine only", func(ctx SpecContext) {
			for _, at := range []string{"", "_/search?q=a", "shop/"} {
				Expect(get(ctx, address+at, "Host", "evil.example").Status).To(Equal(421), at)
				Expect(get(ctx, address+at, "Host", "localhost:1").Status).To(Equal(200), at)
			}
		})
	})

	It("answers for the hosts that -hosts names, and for no other", func(ctx SpecContext) {
		address := serving(ctx, "serve", "-hosts", "Docs.example", folder(map[string]string{"api.yaml": shop}))

		for _, at := range []string{"", "_/search?q=a", "api/assets/reference.css"} {
			Expect(get(ctx, address+at, "Host", "docs.example").Status).To(Equal(200), at)
			Expect(get(ctx, address+at, "Host", "localhost").Status).To(Equal(421), at)
		}
	})

	It("answers the requests of the description with -mock", func(ctx SpecContext) {
		file := filepath.Join(folder(map[string]string{"api.yaml": newShop}), "api.yaml")

		address := serving(ctx, "serve", "-mock", file)

		Eventually(get).WithContext(ctx).WithArguments(address + "_/mock/baskets").Should(HaveField("Status", 200))
	})

	It("offers the editor with -edit, and without it does not", func(ctx SpecContext) {
		file := filepath.Join(folder(map[string]string{"api.yaml": shop}), "api.yaml")
		with, without := serving(ctx, "serve", "-edit", file), serving(ctx, "serve", file)

		Eventually(get).WithContext(ctx).WithArguments(with).Should(HaveField("Body", ContainSubstring("data-editor-open")))
		Eventually(get).WithContext(ctx).WithArguments(without).Should(And(HaveField("Status", 200), HaveField("Body", Not(ContainSubstring("data-editor-open")))))
	})

	It("shows what readers type with -edit, which a process of its own has read", func(ctx SpecContext) {
		address := serving(ctx, "serve", "-edit", filepath.Join(folder(map[string]string{"api.yaml": shop}), "api.yaml"))
		typed, err := json.Marshal(map[string]any{"content": newShop})
		Expect(err).NotTo(HaveOccurred())
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"_d/", bytes.NewReader(typed))
		Expect(err).NotTo(HaveOccurred())
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Trefoil-Description", "1")
		request.Header.Set("Origin", strings.TrimSuffix(address, "/"))

		response, err := http.DefaultClient.Do(request)

		Expect(err).NotTo(HaveOccurred())
		defer response.Body.Close()
		var said struct{ Root string }
		Expect(json.NewDecoder(response.Body).Decode(&said)).To(Succeed())
		Expect(said.Root).NotTo(BeEmpty())
		page := get(ctx, address+said.Root+"operations/listBaskets", "Sec-Fetch-Site", "same-origin")
		Expect(page.Status).To(Equal(200))
		Expect(page.Body).To(ContainSubstring("listBaskets"))
	})

	It("sends requests of readers with -proxy, to this machine only where -reach says so", func(ctx SpecContext) {
		target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "reached") }))
		DeferCleanup(target.Close)
		file := filepath.Join(folder(map[string]string{"api.yaml": shop + "servers:\n  - url: " + target.URL + "\n"}), "api.yaml")
		send := func(address string) got {
			request, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"_/request", nil)
			Expect(err).NotTo(HaveOccurred())
			head, err := json.Marshal(map[string]any{"method": "GET", "url": target.URL + "/orders"})
			Expect(err).NotTo(HaveOccurred())
			request.Body = io.NopCloser(strings.NewReader(string(head)))
			request.Header.Set("Content-Type", "application/json")
			response, err := http.DefaultClient.Do(request)
			Expect(err).NotTo(HaveOccurred())
			defer response.Body.Close()
			return got{Status: response.StatusCode}
		}

		plain := serving(ctx, "serve", file)
		sending := serving(ctx, "serve", "-proxy", "-reach", target.URL, file)

		Expect(send(plain).Status).To(BeElementOf(404, 405))
		Expect(send(sending).Status).NotTo(BeElementOf(404, 405))
	})

	It("takes the configuration of trefoil.yaml", func(ctx SpecContext) {
		dir := folder(map[string]string{"api.yaml": shop, "trefoil.yaml": "configuration:\n  metaData:\n    title: The shop of all\n"})

		address := serving(ctx, "serve", filepath.Join(dir, "api.yaml"))

		Eventually(get).WithContext(ctx).WithArguments(address).Should(HaveField("Body", ContainSubstring("The shop of all")))
	})

	It("opens a browser with -open", func(ctx SpecContext) {
		dir := folder(map[string]string{"api.yaml": shop})
		script := fmt.Sprintf("#!/bin/sh\necho \"$1\" > %s/opened\n", dir)
		Expect(os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o700)).To(Succeed())
		GinkgoT().Setenv("PATH", dir+":"+os.Getenv("PATH"))

		address := serving(ctx, "serve", "-open", filepath.Join(dir, "api.yaml"))

		Eventually(os.ReadFile).WithContext(ctx).WithArguments(filepath.Join(dir, "opened")).Should(BeEquivalentTo(address + "\n"))
	})

	DescribeTable("ends with 3 when it cannot serve",
		func(ctx SpecContext, args func() []string, message string) {
			said := trefoil(ctx, append([]string{"serve"}, args()...)...)

			Expect(said.status).To(Equal(3))
			Expect(said.stdout).To(BeEmpty())
			Expect(said.stderr).To(ContainSubstring(message))
		},
		Entry("a file that is not there", func() []string { return []string{"ghost.yaml"} }, "trefoil: ghost.yaml: there is no such file\n"),
		Entry("a folder without descriptions", func() []string { return []string{folder(map[string]string{"a.txt": ""})} }, "there is no description in this folder"),
		Entry("an address in use", func() []string {
			listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(listener.Close)
			return []string{"-addr", listener.Addr().String(), filepath.Join(folder(map[string]string{"api.yaml": shop}), "api.yaml")}
		}, "address already in use"),
	)

	It("ends with 2 for an invalid origin", func(ctx SpecContext) {
		file := filepath.Join(folder(map[string]string{"api.yaml": shop}), "api.yaml")

		Expect(trefoil(ctx, "serve", "-proxy", "-reach", "example", file).status).To(Equal(2))
	})
})

var _ = Describe("Mock", func() {
	It("answers as described, to pages of all origins", func(ctx SpecContext) {
		address := serving(ctx, "mock", filepath.Join(folder(map[string]string{"api.yaml": newShop}), "api.yaml"))

		answer := get(ctx, address+"baskets", "Origin", "https://app.example")

		Expect(answer.Status).To(Equal(200))
		Expect(answer.Header.Get("Access-Control-Allow-Origin")).To(Equal("*"))
		Expect(get(ctx, address+"ghosts").Status).To(Equal(404))
	})

	It("ends with 3 for a description that it cannot read", func(ctx SpecContext) {
		said := trefoil(ctx, "mock", filepath.Join(folder(map[string]string{"api.yaml": "hello"}), "api.yaml"))

		Expect(said.status).To(Equal(3))
		Expect(said.stdout).To(BeEmpty())
	})
})
