package snippets

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// updateGolden is the environment variable that writes the files of
// testdata/golden anew.
const updateGolden = "TREFOIL_UPDATE_GOLDEN"

var _ = Describe("The samples of a request", Ordered, ContinueOnFailure, func() {
	var (
		server  *echo
		samples sampleSet
		root    string
	)

	BeforeAll(func(ctx SpecContext) {
		server = &echo{got: map[string]request{}}
		address := browsertest.Serve(server)
		server.address, server.host = address, strings.TrimPrefix(address, "http://")
		root = serve(ctx, nastyDescription(address), viewer.Configuration{HiddenClients: viewer.HideClients()})
		samples = writeAll(browsertest.Open(), root, address)
	})

	It("exist in every client of the catalogue", func() {
		Expect(samples).To(HaveLen(49))
		for client, texts := range samples {
			for name, text := range texts {
				Expect(text).NotTo(BeEmpty(), "%s %s", client, name)
			}
		}
	})

	It("are the same curl from the server and from the script", func() {
		for name := range nasty {
			Expect(strings.ReplaceAll(samples["shell/curl"][name], "/"+prefix("shell/curl", name), "")).To(Equal(read(root, name).curl), name)
		}
	})

	It("are compared in a way that can fail", func() {
		json, form := nasty["json"], nasty["multipart"]
		got := request{method: "POST", target: "/json", headers: map[string]string{"Content-Type": "application/json"}, body: json.body}
		Expect(json.differs(got)).To(BeEmpty())

		for _, change := range []func(r *request){
			func(r *request) { r.method = "PUT" },
			func(r *request) { r.target += "?" },
			func(r *request) { r.headers = map[string]string{"Content-Type": "text/plain"} },
			func(r *request) {
				r.body = strings.Replace(r.body, "12345678901234567890.10", "12345678901234567000", 1)
			},
		} {
			wrong := got
			change(&wrong)
			Expect(json.differs(wrong)).NotTo(BeEmpty())
		}
		Expect(form.differs(request{method: "POST", target: "/multipart", headers: map[string]string{"Content-Type": "multipart/form-data; boundary=x"}, body: "--x--\r\n"})).NotTo(BeEmpty())
	})

	It("are Go that gofmt and go vet have nothing to say about", func() {
		texts := samples.prefixed("go/native", "go/trefoil")
		Expect(unformatted(texts)).To(BeEmpty())

		out, err := newPrograms(texts).tool("vet", "./...")

		Expect(err).NotTo(HaveOccurred(), out)
	})

	It("send what was meant when they are run: go/native and go/trefoil", func() {
		run := newPrograms(nil).build(samples.prefixed("go/native", "go/trefoil"))
		dir := folder(nil)
		var wrong []string
		for _, name := range slices.Sorted(maps.Keys(nasty)) {
			out := shell(dir, run+" "+prefix("go/native", name))
			wrong = append(wrong, server.missed("go/native", name, out, func(want, got request) string { return want.sorted().differs(got.sorted()) })...)
			out = shell(dir, run+" "+prefix("go/trefoil", name))
			wrong = append(wrong, server.missed("go/trefoil", name, out, func(want, got request) string { return want.compact().sorted().differs(got.compact().sorted()) })...)
		}
		Expect(wrong).To(BeEmpty(), "%s", strings.Join(wrong, "\n"))
	})

	It("are what they have been", func() {
		for client, texts := range samples {
			var all strings.Builder
			for _, name := range []string{"query", "typed", "json", "values", "fields", "repeated", "multipart", "headed", "headed-file", "binary", "cookies"} {
				text := strings.ReplaceAll(texts[name], "/"+prefix(client, name), "")
				fmt.Fprintf(&all, "===== %s\n%s\n", name, strings.NewReplacer(server.address, "https://api.example", server.host, "api.example").Replace(text))
			}
			file := filepath.Join("snippets", "testdata", "golden", strings.ReplaceAll(client, "/", "-")+".txt")
			if os.Getenv(updateGolden) != "" {
				Expect(os.WriteFile(file, []byte(all.String()), 0o644)).To(Succeed())
			}
			want, err := os.ReadFile(file)
			Expect(err).NotTo(HaveOccurred())
			Expect(all.String()).To(Equal(string(want)), "%s: with %s=1 the files are written anew", client, updateGolden)
		}
	})

	clients := slices.Sorted(maps.Keys(runners))
	for _, client := range clients {
		It("send what was meant when they are run: "+client, func(SpecContext) {
			r := runners[client]
			if !r.quick && os.Getenv(allSnippets) != "all" {
				Skip("takes longer: run with " + allSnippets + "=all")
			}
			if !r.available() {
				Skip("not on this machine: " + r.needs)
			}
			texts := maps.Clone(samples[client])
			maps.DeleteFunc(texts, func(name, _ string) bool { return r.without[name] != "" })

			said := r.runAll(texts)

			var wrong []string
			differs := request.differs
			if slices.Contains([]string{"python/requests", "php/curl", "php/guzzle", "php/http2", "ruby/native"}, client) || strings.HasPrefix(client, "node/") || strings.HasPrefix(client, "js/") { // which write JSON of values themselves
				differs = func(want, got request) string { return want.values().differs(got.values()) }
			}
			for _, name := range slices.Sorted(maps.Keys(texts)) {
				wrong = append(wrong, server.missed(client, name, said[name], differs)...)
			}
			Expect(wrong).To(BeEmpty(), "%s", strings.Join(wrong, "\n"))
		})
	}

	for _, client := range []string{"js/xhr", "js/jquery"} {
		It("send what was meant in a browser: "+client, func() {
			b := browsertest.Open()
			b.Visit(server.address + "/page")
			if client == "js/jquery" {
				library, err := os.ReadFile(filepath.Join(os.Getenv(nodeModules), "jquery/dist/jquery.js"))
				if err != nil {
					Skip("not on this machine: jquery in " + nodeModules)
				}
				browsertest.Eval[bool](b, string(library)+"\n;!!window.jQuery")
			}
			for _, name := range slices.Sorted(maps.Keys(nasty)) {
				if browserCannot[name] != "" {
					continue
				}
				browsertest.Eval[bool](b, "{"+samples[client][name]+"\n}; true")
				Eventually(func() bool { _, ok := server.take(prefix(client, name)); return ok }).Should(BeTrue(), name)
				got, _ := server.take(prefix(client, name))
				Expect(nasty[name].values().differs(got.values())).To(BeEmpty(), name)
			}
		})
	}
})
