package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/export"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

const public = "https://api.example/docs/"

// reference is a viewer of the sample document.
func reference(options ...viewer.Option) *viewer.Viewer {
	GinkgoHelper()
	source := core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return coretest.Document(), nil })
	v, err := viewer.New(source, htmlrender.New(), append([]viewer.Option{viewer.WithMarkdown(mdrender.New())}, options...)...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	return v
}

// files are the contents of a directory by name.
func files(dir string) map[string]string {
	GinkgoHelper()
	all := map[string]string{}
	Expect(fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(data)
		return err
	})).To(Succeed())
	return all
}

// unscripted is a page as a browser reads it that runs no scripts.
func unscripted(page []byte) []byte {
	return []byte(strings.NewReplacer("<noscript ", "<div ", "</noscript>", "</div>").Replace(string(page)))
}

// valueIn is the value in a file that scripts read, which is found by its name.
func valueIn(all map[string]string, name string) map[string]any {
	GinkgoHelper()
	text, ok := strings.CutPrefix(all[name], `(globalThis.trefoilFiles??={})["`+strings.TrimSuffix(name, ".js")+`"]=`)
	Expect(ok).To(BeTrue(), name)
	var value map[string]any
	Expect(json.Unmarshal([]byte(text), &value)).To(Succeed())
	return value
}

// followed is the file that a link leads to, false for links to elsewhere.
func followed(file, target string) (string, bool) {
	u, err := url.Parse(target)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" {
		return "", false
	}
	return path.Join(path.Dir(file), u.Path), true
}

// expectNoDeadLinks follows the links of all pages.
func expectNoDeadLinks(all map[string]string) {
	GinkgoHelper()
	checked := 0
	for name, text := range all {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, n := range htmltest.Parse([]byte(text)).All() {
			for _, attribute := range []string{"href", "src", "action"} {
				if file, ok := followed(name, htmltest.Attribute(n, attribute)); ok {
					Expect(all).To(HaveKey(file), "%s links %s", name, htmltest.Attribute(n, attribute))
					checked++
				}
			}
		}
	}
	Expect(checked).To(BeNumerically(">", 100))
}

var _ = Describe("The language of an export", func() {
	It("is that of the configuration, with its words in the folder and in the file", func(ctx SpecContext) {
		v := reference(viewer.WithConfiguration(viewer.Configuration{Language: "ar"}))
		dir := filepath.Join(GinkgoT().TempDir(), "site")
		var one bytes.Buffer

		Expect(export.Folder(ctx, v, dir)).To(Succeed())
		Expect(export.Single(ctx, v, &one)).To(Succeed())

		all := files(dir)
		Expect(all["index.html"]).To(And(ContainSubstring(`<html lang="ar" dir="rtl"`), ContainSubstring(`src="./assets/words-ar.js?`)))
		Expect(all).To(HaveKey("assets/words-ar.js"))
		Expect(all).NotTo(HaveKey("assets/words-de.js"))
		Expect(one.String()).To(And(ContainSubstring(`<html lang="ar" dir="rtl"`), ContainSubstring("trefoilWords:")))
	})

	It("is that of the sidebar and of the contents, which the export adds", func(ctx SpecContext) {
		v := reference(viewer.WithConfiguration(viewer.Configuration{Language: "de"}))
		dir := filepath.Join(GinkgoT().TempDir(), "site")
		var one bytes.Buffer

		Expect(export.Folder(ctx, v, dir)).To(Succeed())
		Expect(export.Single(ctx, v, &one)).To(Succeed())

		Expect(files(dir)["search.html"]).To(And(ContainSubstring(`aria-label="Alle Seiten"`), ContainSubstring("<h2>Modelle</h2>"), Not(ContainSubstring("<h2>Models</h2>"))))
		Expect(one.String()).To(And(
			ContainSubstring(">Zum Inhalt springen</a>"), ContainSubstring(">Menü</button>"), ContainSubstring(`aria-label="Referenz"`), ContainSubstring(`placeholder="Liste filtern"`),
			ContainSubstring(`<summary class="nav-tag">Modelle</summary>`), ContainSubstring(`<span class="nav-text">Überblick</span>`), ContainSubstring(">Zeigen wie auf "),
			Not(ContainSubstring(">Show as on ")), Not(ContainSubstring(">Menu</button>")),
		))
	})

	It("is English for whoever writes it, without the words of others", func(ctx SpecContext) {
		dir := filepath.Join(GinkgoT().TempDir(), "site")
		Expect(export.Folder(ctx, reference(), dir)).To(Succeed())

		all := files(dir)
		Expect(all["index.html"]).To(ContainSubstring(`<html lang="en"`))
		Expect(slices.Collect(maps.Keys(all))).NotTo(ContainElement(HavePrefix("assets/words-")))
	})
})

var _ = Describe("A folder", func() {
	var dir string
	BeforeEach(func() { dir = filepath.Join(GinkgoT().TempDir(), "public", "api") })

	It("holds every page, and every link in it names a file that is there", func(ctx SpecContext) {
		Expect(export.Folder(ctx, reference(), dir)).To(Succeed())

		all := files(dir)
		Expect(all).To(HaveKey("index.html"))
		Expect(htmltest.Parse([]byte(all["operations/feed.html"])).Find("h1").Text()).To(Equal("Feed an animal"))
		Expect(htmltest.Parse([]byte(all["models.html"])).Find("body").Attributes("data-root")).To(Equal([]string{"./"}))
		Expect(all).NotTo(HaveKey("assets/console.js"))
		Expect(all["operations/feed.html"]).NotTo(MatchRegexp("data-try|data-send|data-console"), "there is no server that a console could ask")
		expectNoDeadLinks(all)
	})

	It("has its scripts in files, so that a policy need not name any", func(ctx SpecContext) {
		Expect(export.Folder(ctx, reference(), dir)).To(Succeed())

		text := files(dir)["operations/feed.html"]
		Expect(text).To(ContainSubstring(`<script src="../assets/theme.js"></script>`))
		Expect(text).NotTo(ContainSubstring("<script>"))
	})

	It("leads to the folders of the other members of a collection", func(ctx SpecContext) {
		members := []viewer.Member{{Name: "v1", Viewer: reference()}, {Name: "v2", Viewer: reference()}}
		_, err := viewer.NewCollection(members...)
		Expect(err).NotTo(HaveOccurred())
		for _, m := range members {
			Expect(m.Viewer.Wait(ctx)).To(Succeed())
		}

		for _, m := range members {
			Expect(export.Folder(ctx, m.Viewer, filepath.Join(dir, m.Name))).To(Succeed())
		}

		all := files(dir)
		Expect(all["v1/operations/feed.html"]).To(ContainSubstring(`href="../../v2/operations/feed.html"`))
		Expect(all["v2/index.html"]).To(ContainSubstring(`href="./../v1/index.html"`))
		expectNoDeadLinks(all)
	})

	It("brings what programs read, and the data of the scripts", func(ctx SpecContext) {
		Expect(export.Folder(ctx, reference(), dir)).To(Succeed())

		all := files(dir)
		Expect(all).To(HaveKey("openapi.json"))
		Expect(all).To(HaveKey("openapi.yaml"))
		Expect(all["llms.txt"]).To(HavePrefix("# Zoo"))
		Expect(all["llms-full.txt"]).To(ContainSubstring("# Feed an animal"))
		Expect(all["operations/feed.md"]).To(HavePrefix("# Feed an animal"))
		Expect(valueIn(all, "data/search/index.js")).To(HaveKeyWithValue("entries", ContainElement(ContainElement("operations/feed.html"))))
		Expect(valueIn(all, "data/search/words-f.js")).To(HaveKeyWithValue("words", ContainElement("feed")))
		dialog := htmltest.Parse([]byte(all["operations/feed.html"])).Find("[data-search-dialog]")
		Expect(dialog.Attributes("data-search-index")).To(Equal([]string{"data/search/index.js"}))
		script, _, _ := strings.Cut(dialog.Attributes("data-search-script")[0], "?")
		Expect(all).To(HaveKey(script))
		Expect(valueIn(all, "data/old-links.js")).To(HaveKeyWithValue("operation/feed", "operations/feed.html"))
		Expect(all).NotTo(HaveKey("sitemap.xml"))
		Expect(all).NotTo(Or(HaveKey("assets/live.js"), HaveKey("assets/body.js"), HaveKey("assets/body-worker.js")))
	})

	It("leaves the editor out, which needs a server", func(ctx SpecContext) {
		v := reference(viewer.WithConfiguration(viewer.Configuration{IsEditable: true}), viewer.WithVisitorDescriptions(worker.Main(), viewer.VisitorLimits{}))
		Expect(v.Wait(ctx)).To(Succeed())
		Expect(export.Folder(ctx, v, dir)).To(Succeed())
		var single strings.Builder
		Expect(export.Single(ctx, v, &single)).To(Succeed())

		for name, content := range files(dir) {
			Expect(name).NotTo(ContainSubstring("editor"))
			if strings.HasSuffix(name, ".html") {
				Expect(htmltest.Parse([]byte(content)).Find("[data-editor-open]")).To(BeEmpty(), name)
			}
		}
		Expect(htmltest.Parse([]byte(single.String())).Find("[data-editor-open]")).To(BeEmpty())
	})

	It("names its files in the sitemap, the canonical links and the linked data", func(ctx SpecContext) {
		Expect(export.Folder(ctx, reference(viewer.WithPublicURL(public)), dir)).To(Succeed())

		all := files(dir)
		page := htmltest.Parse([]byte(all["operations/feed.html"]))
		Expect(all["sitemap.xml"]).To(ContainSubstring("<loc>" + public + "operations/feed.html</loc>"))
		Expect(all["sitemap.xml"]).To(ContainSubstring("<loc>" + public + "</loc>"))
		Expect(page.Find("link[rel=canonical]").Attributes("href")).To(Equal([]string{public + "operations/feed.html"}))
		Expect(page.Find("meta[property=og:url]").Attributes("content")).To(Equal([]string{public + "operations/feed.html"}))
		Expect(page.Find("script[type=application/ld+json]").Text()).To(ContainSubstring(`"url":"` + public + `operations/feed.html"`))
	})

	It("is the same each time, byte for byte", func(ctx SpecContext) {
		again := GinkgoT().TempDir()
		Expect(export.Folder(ctx, reference(), dir)).To(Succeed())
		Expect(export.Folder(ctx, reference(), again)).To(Succeed())

		one, other := files(dir), files(again)
		Expect(slices.Sorted(maps.Keys(other))).To(Equal(slices.Sorted(maps.Keys(one))))
		for name, text := range one {
			Expect(other[name] == text).To(BeTrue(), name)
		}
	})

	It("loses the pages of an earlier export, and nothing else", func(ctx SpecContext) {
		Expect(export.Folder(ctx, reference(), dir)).To(Succeed())
		own := filepath.Join(dir, "operations", "own.txt")
		Expect(os.WriteFile(own, nil, 0o600)).To(Succeed())

		Expect(export.Folder(ctx, reference(viewer.WithConfiguration(viewer.Configuration{HideModels: true, HideDownloadButton: true})), dir)).To(Succeed())

		all := files(dir)
		Expect(all).To(HaveKey("operations/own.txt"))
		Expect(all).To(HaveKey("operations/feed.html"))
		Expect(all).NotTo(HaveKey("models/Animal.html"))
		Expect(all).NotTo(HaveKey("openapi.json"))
	})

	It("is not there when one of its pages cannot be written, and stays when it was", func(ctx SpecContext) {
		Expect(export.Folder(ctx, reference(), dir)).To(Succeed())
		before := files(dir)
		fresh := filepath.Join(GinkgoT().TempDir(), "new", "docs")
		v := reference()
		Expect(v.Wait(ctx)).To(Succeed())

		Expect(export.Folder(&tiring{Context: ctx}, v, dir)).To(MatchError(context.Canceled))
		Expect(export.Folder(&tiring{Context: ctx}, v, fresh)).To(MatchError(context.Canceled))

		Expect(slices.Sorted(maps.Keys(files(dir)))).To(Equal(slices.Sorted(maps.Keys(before))))
		Expect(fresh).NotTo(BeADirectory())
		Expect(os.ReadDir(filepath.Dir(fresh))).To(BeEmpty())
	})

	It("is not made of a description that cannot be loaded", func(ctx SpecContext) {
		broken := errors.New("broken")
		v, err := viewer.New(core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return nil, broken }), htmlrender.New())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)

		Expect(export.Folder(ctx, v, dir)).To(MatchError(broken))
		Expect(export.Single(ctx, v, &bytes.Buffer{})).To(MatchError(broken))
		Expect(export.Folder(ctx, nil, dir)).To(MatchError("export: nil Viewer"))
		Expect(dir).NotTo(BeADirectory())
	})
})

// withGuides is a description without an address of its own, whose text links what stands
// beside it.
const withGuides = "openapi: 3.1.0\ninfo: {title: T, version: '1', description: '[a](guides/x.html?y#z)'}\n" +
	"tags: [{name: t, description: '[b](../b/c.pdf)'}]\npaths: {/a: {get: {tags: [t], operationId: a, description: '[a](guides/x.html?y#z)', responses: {}}}}\n"

var _ = DescribeTable("Links to what stands beside the description stay in an export:",
	func(ctx SpecContext, file string, want ...string) {
		v, err := viewer.New(openapi.FromContent(withGuides), htmlrender.New())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		dir := GinkgoT().TempDir()
		if file == "" {
			var text bytes.Buffer
			Expect(export.Single(ctx, v, &text)).To(Succeed())
			Expect(htmltest.Parse(unscripted(text.Bytes())).Find(".prose a").Attributes("href")).To(ConsistOf(want))
			return
		}
		Expect(export.Folder(ctx, v, dir)).To(Succeed())
		Expect(htmltest.Parse([]byte(files(dir)[file])).Find(".prose a").Attributes("href")).To(ContainElements(want))
	},
	Entry("on the overview", "index.html", "./guides/x.html?y#z"),
	Entry("on a page below it", "operations/a.html", "../guides/x.html?y#z"),
	Entry("outside of the folder", "tags/t.html", "../../b/c.pdf"),
	Entry("in one file", "", "./guides/x.html?y#z", "./guides/x.html?y#z", "./../b/c.pdf"),
)

var _ = Describe("A single file", func() {
	It("names operations and opens their lists as the configuration says", func(ctx SpecContext) {
		sidebar := func(c viewer.Configuration) htmltest.Nodes {
			var out bytes.Buffer
			Expect(export.Single(ctx, reference(viewer.WithConfiguration(c)), &out)).To(Succeed())
			return htmltest.Parse(unscripted(out.Bytes())).Find("nav.sidebar")
		}
		usual, asked := sidebar(viewer.Configuration{}), sidebar(viewer.Configuration{OperationTitleSource: "path", DefaultOpenAllTags: true, HideDarkModeToggle: true})

		Expect(usual.Find(".nav-text").Texts()).To(And(ContainElement("Feed an animal"), Not(ContainElement("/animals/{id}/meals"))))
		Expect(usual.Find("details[open]")).To(BeEmpty())
		Expect(usual.Find("[data-mode-toggle]")).To(HaveLen(1))
		Expect(asked.Find(".nav-text").Texts()).To(And(ContainElement("/animals/{id}/meals"), Not(ContainElement("Feed an animal"))))
		Expect(asked.Find("details[open]")).NotTo(BeEmpty())
		Expect(asked.Find("[data-mode-toggle]")).To(BeEmpty())
	})

	It("holds every page; every link leads to a place in it", func(ctx SpecContext) {
		var out bytes.Buffer
		Expect(export.Single(ctx, reference(), &out)).To(Succeed())

		page := htmltest.Parse(unscripted(out.Bytes()))
		Expect(page.Find("div[data-page]").Attributes("id")).To(ContainElements("operations/feed", "tags/animals", "models/Animal", "models/", "components/", "components/parameters-Limit"))
		seen := map[string]bool{}
		for _, n := range page.All() {
			if id := htmltest.Attribute(n, "id"); id != "" {
				Expect(seen).NotTo(HaveKey(id))
				seen[id] = true
			}
		}
		links := 0
		for _, link := range page.Find("a").Attributes("href") {
			u, err := url.Parse(link)
			Expect(err).NotTo(HaveOccurred())
			if link != "" && u.Scheme == "" { // those to where they stand are written by the script
				Expect(u.Path).To(BeEmpty(), link)
				Expect(seen).To(HaveKey(u.Fragment), link)
				links++
			}
		}
		Expect(links).To(BeNumerically(">", 30))
		for _, id := range page.Find("a[data-inner]").Attributes("data-inner") {
			section, _, _ := strings.Cut(id, ":")
			Expect(seen).To(HaveKey(section))
		}
	})

	It("holds what several pages show once, and leads to it elsewhere", func(ctx SpecContext) {
		var out bytes.Buffer
		Expect(export.Single(ctx, reference(), &out)).To(Succeed())

		page := htmltest.Parse(unscripted(out.Bytes()))
		there := page.Find("[data-block]").Attributes("data-block")
		Expect(slices.Compact(slices.Sorted(slices.Values(there)))).To(HaveLen(len(there)))
		same := page.Find("p[data-same]")
		Expect(same.Attributes("data-same")).NotTo(BeEmpty())
		Expect(there).To(ContainElements(slices.Compact(slices.Sorted(slices.Values(same.Attributes("data-same"))))))
		Expect(page.Find("p[data-same] a").Attributes("href")).To(ContainElement(HavePrefix("#models/")))
	})

	It("is the same each time, byte for byte", func(ctx SpecContext) {
		var one, other bytes.Buffer
		Expect(export.Single(ctx, reference(), &one)).To(Succeed())
		Expect(export.Single(ctx, reference(), &other)).To(Succeed())

		Expect(bytes.Equal(one.Bytes(), other.Bytes())).To(BeTrue())
	})

	It("loads nothing", func(ctx SpecContext) {
		var out bytes.Buffer
		Expect(export.Single(ctx, reference(viewer.WithConfiguration(viewer.Configuration{CustomCSS: `a { color: red }`})), &out)).To(Succeed())

		page := htmltest.Parse(unscripted(out.Bytes()))
		Expect(page.Find("script[src]")).To(BeEmpty())
		Expect(page.Find("link").Attributes("href")).To(Equal([]string{"data:,"}))
		Expect(page.Find("style")).To(HaveLen(4))
		Expect(slices.DeleteFunc(page.Find("script").Attributes("type"), func(kind string) bool { return kind == "application/json" })).To(Equal([]string{"", "", ""}))
		Expect(page.Find("meta[http-equiv=Content-Security-Policy]").Attributes("content")).To(HaveExactElements(
			MatchRegexp(`^default-src 'none'; style-src( 'sha256-[^']+'){4}; script-src( 'sha256-[^']+'){3}; img-src data:; font-src data:; base-uri 'none'; form-action 'none'$`)))
	})

	It("has an icon that is an image, and none that is a file of the site", func(ctx SpecContext) {
		for given, shown := range map[string]string{"data:image/png;base64,AA==": "data:image/png;base64,AA==", "/favicon.svg": "data:,"} {
			var out bytes.Buffer
			Expect(export.Single(ctx, reference(viewer.WithConfiguration(viewer.Configuration{Favicon: given})), &out)).To(Succeed())
			Expect(htmltest.Parse(unscripted(out.Bytes())).Find("link").Attributes("href")).To(Equal([]string{shown}))
		}
	})

	It("tells of a writer that fails", func(ctx SpecContext) {
		Expect(export.Single(ctx, reference(), failing{})).To(MatchError(errFull))
	})
})

// tiring is a context that ends when it has been asked a few times.
type tiring struct {
	context.Context
	asked atomic.Int32
}

func (t *tiring) Err() error {
	if t.asked.Add(1) > 20 {
		return context.Canceled
	}
	return nil
}

var errFull = errors.New("full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }
