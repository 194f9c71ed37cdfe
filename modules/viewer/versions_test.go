package viewer_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// Three versions of a shop.
const (
	shop1 = `{"openapi": "3.1.0", "info": {"title": "Shop", "version": "1.0.0"}, "paths": {
		"/items/{id}": {"get": {"operationId": "item", "responses": {"200": {"description": "One", "content": {"application/json": {"schema": {"type": "object", "properties": {"price": {"type": "string"}}}}}}}}},
		"/carts": {"post": {"operationId": "newCart"}}}}`
	shop2 = `{"openapi": "3.1.0", "info": {"title": "Shop", "version": "1.1.0"}, "paths": {
		"/items/{key}": {"get": {"operationId": "item", "responses": {"200": {"description": "One", "content": {"application/json": {"schema": {"type": "object", "properties": {"price": {"type": "string"}}}}}}}}},
		"/carts": {"post": {"operationId": "newCart", "deprecated": true}},
		"/orders": {"get": {"operationId": "orders"}}}}`
	shop3 = `{"openapi": "3.1.0", "info": {"title": "Shop", "version": "2.0.0"}, "paths": {
		"/items/{key}": {"get": {"operationId": "item", "responses": {"200": {"description": "One", "content": {"application/json": {"schema": {"type": "object", "properties": {"price": {"type": "integer"}}}}}}}}},
		"/orders": {"get": {"operationId": "orders"}, "post": {"operationId": "newOrder"}}}}`
)

// day is a day of March 2026.
func day(n int) time.Time { return time.Date(2026, time.March, n, 0, 0, 0, 0, time.UTC) }

// compared makes a viewer of the newest version whose earlier ones have been compared.
func compared(ctx context.Context, text string, options ...viewer.Option) *viewer.Viewer {
	GinkgoHelper()
	v := start(ctx, openapi.FromContent(text), options...)
	ctx, cancel := context.WithTimeout(ctx, time.Minute) // which ends what hangs
	defer cancel()
	_, err := v.Changelog(ctx)
	Expect(err).NotTo(HaveOccurred())
	return v
}

// versionsOfShop is the newest version of the shop with the two before it.
func versionsOfShop(ctx context.Context, options ...viewer.Option) *viewer.Viewer {
	GinkgoHelper()
	versions := viewer.WithVersions(
		viewer.Version{Date: day(3)},
		viewer.Version{Date: day(2), Source: openapi.FromContent(shop2)},
		viewer.Version{Source: openapi.FromContent(shop1)},
	)
	return compared(ctx, shop3, append([]viewer.Option{versions}, options...)...)
}

// texts are the texts of elements.
func texts(nodes htmltest.Nodes) []string {
	var list []string
	for i := range nodes {
		list = append(list, nodes[i:i+1].Text())
	}
	return list
}

var _ = Describe("The page of changes", func() {
	It("says of each version what breaks clients, what is deprecated, and the rest", func(ctx SpecContext) {
		page := read(versionsOfShop(ctx), "/changes/")

		Expect(texts(page.Find(".release h2"))).To(Equal([]string{"2.0.0", "1.1.0", "1.0.0"}))
		Expect(texts(page.Find(".release-facts"))).To(Equal([]string{
			"2026-03-03 Since 1.1.0: 2 breaking changes, 1 other change.",
			"2026-03-02 Since 1.0.0: 1 warning, 1 other change.",
			"The oldest version that is known.",
		}))
		Expect(texts(page.Find(".change-heading"))).To(Equal([]string{"Breaking changes", "Other changes", "Warnings", "Other changes"}))
		Expect(texts(page.Find(".is-breaking"))).To(Equal([]string{
			"POST /carts the operation is gone",
			"GET /items/{key} response 200, price: the type was string and is integer",
		}))
		Expect(texts(page.Find(".is-warning"))).To(Equal([]string{"POST /carts the operation is deprecated now"}))
	})

	It("leads to the operations that there are still, and marks old and new values", func(ctx SpecContext) {
		page := read(versionsOfShop(ctx), "/changes/")

		Expect(page.Find(".change-operation a").Attributes("href")).To(Equal([]string{
			"../operations/item", "../operations/newOrder", "../operations/orders",
		}))
		Expect(page.Find(".change del").Text()).To(ContainSubstring("string"))
		Expect(page.Find(".change ins").Text()).To(ContainSubstring("integer"))
	})

	It("leads to a page of each version", func(ctx SpecContext) {
		v := versionsOfShop(ctx)
		Expect(read(v, "/changes/").Find(".release h2 a").Attributes("href")).To(Equal([]string{"../changes/2.0.0", "../changes/1.1.0", "../changes/1.0.0"}))

		page := read(v, "/changes/1.1.0")

		Expect(page.Find("h1").Text()).To(Equal("Changes in 1.1.0"))
		Expect(page.Find(".change")).To(HaveLen(2))
		Expect(page.Find(".breadcrumb a").Attributes("href")).To(Equal([]string{"../", "../changes/"}))
		Expect(get(v, "/changes/9.9.9").Code).To(Equal(http.StatusNotFound))
	})

	It("is in the sidebar, the search and the sitemap", func(ctx SpecContext) {
		v := versionsOfShop(ctx, viewer.WithPublicURL(publicURL))
		viewer.Settle(v)

		Expect(read(v, "/").Find("[data-nav] a[href=./changes/]").Text()).To(Equal("Changes"))
		Expect(read(v, "/search?q=changelog").Find("a[href=./changes/]")).NotTo(BeEmpty())
		Expect(get(v, "/sitemap.xml").Body.String()).To(ContainSubstring("<loc>" + publicURL + "changes/1.1.0</loc>"))
	})

	It("is offered in Markdown", func(ctx SpecContext) {
		v := versionsOfShop(ctx, viewer.WithMarkdown(mdrender.New()))

		Expect(get(v, "/changes.md").Body.String()).To(SatisfyAll(
			ContainSubstring("## [2.0.0](./changes/2.0.0.md)\n\n2026-03-03, since 1.1.0, 2 breaking changes, 1 other change."),
			ContainSubstring("- [GET /items/{key}](./operations/item.md): response 200, price: the type was string and is integer\n"),
			ContainSubstring("- `POST /carts`: the operation is gone\n"),
		))
		Expect(get(v, "/changes/1.1.0.md").Body.String()).To(HavePrefix("# Changes in 1.1.0\n"))
		Expect(get(v, "/llms.txt").Body.String()).To(ContainSubstring("[Changes](./changes.md)"))
		Expect(get(v, "/operations/orders.md").Body.String()).To(ContainSubstring("since [1.1.0](../changes/1.1.0.md)"))
		Expect(get(v, "/llms-full.txt").Body.String()).NotTo(ContainSubstring("1.1.0"))
	})

	It("is not there without earlier versions", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(shop3), viewer.WithVersions(viewer.Version{Name: "2.0.0"}))

		Expect(get(v, "/changes/").Code).To(Equal(http.StatusNotFound))
		Expect(get(v, "/changes.atom").Code).To(Equal(http.StatusNotFound))
		Expect(get(v, "/").Body.String()).NotTo(ContainSubstring("changes"))
		log, err := v.Changelog(ctx)
		Expect(log, err).To(BeNil())
	})

	It("names a version that cannot be read, and compares those beside it", func(ctx SpecContext) {
		broken := core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
			return nil, &core.SpecError{Source: "v1.1.yaml", Line: 7, Message: "unexpected end"}
		})
		panics := core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { panic("oh") })
		nothing := core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return nil, nil })
		textless := core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
			return apidoc.New(apidoc.Outline{}, apidoc.Memory{}, apidoc.Text{}), nil
		})
		v := compared(ctx, shop3, viewer.WithVersions(viewer.Version{Name: "1.1.0", Source: broken}, viewer.Version{Source: panics},
			viewer.Version{Source: nothing}, viewer.Version{Name: "untold", Source: textless}, viewer.Version{Source: openapi.FromContent(shop1)}))

		page := read(v, "/changes/")

		Expect(texts(page.Find(".release-facts"))).To(Equal([]string{
			"Since 1.0.0: 2 breaking changes, 2 other changes.", "This version cannot be read.", "This version cannot be read.",
			"This version cannot be read.", "This version cannot be read.", "The oldest version that is known.",
		}))
		Expect(texts(page.Find("[data-unread]"))).To(Equal([]string{
			"unexpected end Description v1.1.yaml Place line 7", "The source of the version panicked: oh",
			"The source of the version returned no description.", "The version has no text that could be compared.",
		}))
		Expect(texts(page.Find(".release h2"))).To(Equal([]string{"2.0.0", "1.1.0", "Earlier version 2", "Earlier version 3", "untold", "1.0.0"}))
		Expect(get(v, "/").Code).To(Equal(http.StatusOK))
	})

	It("has an address of its own for each of two versions of one name, of which the older keeps its own", func(ctx SpecContext) {
		v := compared(ctx, shop3, viewer.WithVersions(viewer.Version{Name: "2.0.0", Source: openapi.FromContent(shop1)}))

		Expect(read(v, "/changes/").Find(".release h2 a").Attributes("href")).To(Equal([]string{"../changes/2.0.0-2", "../changes/2.0.0"}))
	})

	It("names nothing that pages hide", func(ctx SpecContext) {
		const before = `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {
			"/a": {"get": {"operationId": "a", "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "object", "properties": {"open": {"type": "string"}, "secret": {"type": "string", "x-internal": true}}}}}}}}},
			"/gone": {"get": {"x-internal": true}}, "/tagged": {"get": {"tags": ["staff"]}}},
			"tags": [{"name": "staff", "x-internal": true}]}`
		after := strings.NewReplacer(`"type": "string"`, `"type": "integer"`, `"/gone"`, `"/new"`, `"get": {"tags"`, `"put": {"tags"`).Replace(before)
		v := compared(ctx, after, viewer.WithVersions(viewer.Version{Source: openapi.FromContent(before)}))

		Expect(texts(read(v, "/changes/").Find(".change"))).To(Equal([]string{"GET /a response 200, open: the type was string and is integer"}))
	})

	It("has the schema that has changed on the page of a version, in HTML and Markdown, without what is hidden", func(ctx SpecContext) {
		const before = `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {
			"/a": {"get": {"operationId": "a", "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}}},
			"components": {"schemas": {"Pet": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "open": {"type": "boolean"}, "secret": {"type": "string", "x-internal": true}}}}}}`
		after := strings.NewReplacer(`"version": "1"`, `"version": "2"`, `"id": {"type": "string"}`, `"id": {"type": "integer"}`, `"secret": {"type": "string"`, `"secret": {"type": "integer"`).Replace(before)
		v := compared(ctx, after, viewer.WithMarkdown(mdrender.New()), viewer.WithVersions(viewer.Version{Source: openapi.FromContent(before)}))

		page := read(v, "/changes/2")

		Expect(texts(page.Find(".change-schemas summary"))).To(Equal([]string{"The schema before and after Pet"}))
		Expect(texts(page.Find(".change-schemas del"))).To(Equal([]string{"- id: string, required"}))
		Expect(texts(page.Find(".change-schemas ins"))).To(Equal([]string{"+ id: integer, required"}))
		Expect(page.Find(".change-schemas").Text()).To(SatisfyAll(ContainSubstring("open: boolean"), Not(ContainSubstring("secret"))))
		Expect(read(v, "/changes/").Find(".change-schemas")).To(BeEmpty())
		Expect(get(v, "/changes/2.md").Body.String()).To(ContainSubstring(
			"- [GET /a](../operations/a.md): response 200, id: the type was string and is integer\n" +
				"  ```diff\n    object\n  - id: string, required\n  + id: integer, required\n    open: boolean\n  ```\n"))
		Expect(get(v, "/changes.md").Body.String()).NotTo(ContainSubstring("```"))
	})

	It("comes in parts when a version has changed very much, and lists a bounded number", worktest.Large, func(ctx SpecContext) {
		paths := func(method string) string {
			var list []string
			for i := range 5200 {
				list = append(list, fmt.Sprintf(`"/things/%04d": {%q: {"responses": {}}}`, i, method))
			}
			return `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {` + strings.Join(list, ",") + `}}`
		}
		v := compared(ctx, paths("get"), viewer.WithVersions(viewer.Version{Name: "0", Source: openapi.FromContent(paths("post"))}))
		seen := map[string]bool{}

		for number := 1; number <= 50; number++ {
			page := read(v, fmt.Sprintf("/changes/1?page=%d", number))
			Expect(len(page.All())).To(BeNumerically("<", 5000))
			for _, text := range texts(page.Find(".change")) {
				seen[text] = true
			}
		}

		Expect(seen).To(HaveLen(5000))
		Expect(read(v, "/changes/1?page=50").Find("main").Text()).To(ContainSubstring("5400 more have been found, and are not listed."))
		all := read(v, "/changes/")
		Expect(len(all.All())).To(BeNumerically("<", 5000))
		Expect(all.Find(".release a[href=../changes/1]").Text()).To(ContainSubstring("4950 more changes in 1"))
	})
})

var _ = Describe("The page of an operation", func() {
	It("says which version has brought the operation, and which have changed it", func(ctx SpecContext) {
		v := versionsOfShop(ctx)

		Expect(texts(read(v, "/operations/orders").Find(".badges a"))).To(Equal([]string{"Since 1.1.0"}))
		Expect(read(v, "/operations/orders").Find(".badges a").Attributes("href")).To(Equal([]string{"../changes/1.1.0"}))
		Expect(texts(read(v, "/operations/item").Find(".badges a"))).To(Equal([]string{"Changed in 2.0.0"}))
		Expect(read(v, "/").Find("main a[href=./changes/2.0.0]")).To(HaveLen(2), "since and changed")
	})
})

var _ = Describe("Earlier versions", func() {
	It("are read in the background: the page says so until they are", func(ctx SpecContext) {
		let := make(chan struct{})
		slow := core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
			<-let
			return openapi.FromContent(shop2).Load(ctx)
		})
		v := start(ctx, openapi.FromContent(shop3), viewer.WithVersions(viewer.Version{Source: slow}))

		Expect(read(v, "/operations/item").Find(".badges a")).To(BeEmpty())
		for _, path := range []string{"/changes/", "/changes/1.1.0", "/changes.atom"} {
			w := get(v, path)
			Expect(w.Code).To(Equal(http.StatusServiceUnavailable), path)
			Expect(w.Header().Get("Retry-After")).To(Equal("1"), path)
			Expect(w.Body.String()).To(ContainSubstring("earlier versions are being read"), path)
		}

		close(let)
		_, err := v.Changelog(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(get(v, "/changes/1.1.0").Code).To(Equal(http.StatusOK))
		Expect(texts(read(v, "/operations/item").Find(".badges a"))).To(Equal([]string{"Changed in 2.0.0"}))
	})

	It("that only another one follows are compared once, whatever the description becomes", func(ctx SpecContext) {
		var loads [2]atomic.Int32
		counted := func(i int, text string) core.SpecSource {
			return core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
				loads[i].Add(1)
				return openapi.FromContent(text).Load(ctx)
			})
		}
		var text atomic.Value
		text.Store(shop3)
		source := core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
			return openapi.FromContent(text.Load().(string)).Load(ctx)
		})
		v := start(ctx, source, viewer.WithVersions(viewer.Version{Source: counted(0, shop2)}, viewer.Version{Source: counted(1, shop1)}))
		_, err := v.Changelog(ctx)
		Expect(err).NotTo(HaveOccurred())

		text.Store(strings.Replace(shop3, `"operationId": "orders"`, `"operationId": "listOrders"`, 1))
		Expect(v.Reload(ctx)).To(Succeed())
		log, err := v.Changelog(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(log.Releases[0].Breaking).To(HaveLen(3))
		Expect(log.Releases[1].Warnings).To(HaveLen(1))
		Expect(loads[0].Load()).To(BeNumerically("==", 2))
		Expect(loads[1].Load()).To(BeNumerically("==", 1))
	})

	It("are refused without a source, but for the first", func() {
		_, err := viewer.New(zoo, htmlrender.New(), viewer.WithVersions(viewer.Version{}, viewer.Version{Name: "1.0"}))

		Expect(err).To(MatchError(`viewer: version 2, "1.0", has no source: only the first can be the description itself`))
	})
})

func TestVersionThatCannotBeHadIsAskedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		var asked atomic.Int32
		late := core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
			if asked.Add(1) < 3 {
				return nil, &core.SpecError{Message: "refused", Temporary: true}
			}
			return openapi.FromContent(shop2).Load(ctx)
		})
		v, err := viewer.New(openapi.FromContent(shop3), htmlrender.New(), viewer.WithVersions(viewer.Version{Name: "1.1.0", Source: late}))
		g.Expect(err).NotTo(HaveOccurred())
		log, err := v.Changelog(t.Context())
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(log.Releases[1].Err).To(MatchError(ContainSubstring("refused")))
		g.Expect(texts(htmltest.Parse(get(v, "/changes/").Body.Bytes()).Find(".change"))).To(BeEmpty())

		time.Sleep(15 * time.Second) // 5 and then 10
		synctest.Wait()

		g.Expect(asked.Load()).To(BeNumerically("==", 3))
		g.Expect(texts(htmltest.Parse(get(v, "/changes/").Body.Bytes()).Find(".change"))).To(HaveLen(3))
		g.Expect(v.Close()).To(Succeed())
	})
}

func TestCloseEndsTheReadingOfVersions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		stuck := core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		v, err := viewer.New(openapi.FromContent(shop3), htmlrender.New(), viewer.WithVersions(viewer.Version{Source: stuck}))
		g.Expect(err).NotTo(HaveOccurred())
		ended := make(chan error)
		go func() {
			_, err := v.Changelog(t.Context())
			ended <- err
		}()
		synctest.Wait()

		g.Expect(v.Close()).To(Succeed())

		g.Expect(<-ended).To(MatchError(viewer.ErrClosed))
	})
}

// atomFeed is what RFC 4287 asks for, section 4.1.1 and 4.1.2.
type atomFeed struct {
	XMLName xml.Name   `xml:"http://www.w3.org/2005/Atom feed"`
	ID      []string   `xml:"http://www.w3.org/2005/Atom id"`
	Title   []string   `xml:"http://www.w3.org/2005/Atom title"`
	Updated []string   `xml:"http://www.w3.org/2005/Atom updated"`
	Author  []string   `xml:"http://www.w3.org/2005/Atom author>name"`
	Links   []atomLink `xml:"http://www.w3.org/2005/Atom link"`
	Entries []struct {
		ID      []string   `xml:"http://www.w3.org/2005/Atom id"`
		Title   []string   `xml:"http://www.w3.org/2005/Atom title"`
		Updated []string   `xml:"http://www.w3.org/2005/Atom updated"`
		Links   []atomLink `xml:"http://www.w3.org/2005/Atom link"`
		Content []struct {
			Type string `xml:"type,attr"`
			Text string `xml:",chardata"`
		} `xml:"http://www.w3.org/2005/Atom content"`
	} `xml:"http://www.w3.org/2005/Atom entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

func feedOf(h http.Handler) (feed atomFeed) {
	GinkgoHelper()
	w := get(h, "/changes.atom")
	Expect(w.Header().Get("Content-Type")).To(Equal("application/atom+xml; charset=utf-8"))
	Expect(xml.Unmarshal(w.Body.Bytes(), &feed)).To(Succeed())
	return feed
}

var _ = Describe("The feed of changes", func() {
	It("has what RFC 4287 asks for, and absolute links", func(ctx SpecContext) {
		feed := feedOf(versionsOfShop(ctx, viewer.WithPublicURL(publicURL)))

		Expect(feed.ID).To(HaveExactElements(HavePrefix("urn:uuid:")))
		Expect(feed.Title).To(Equal([]string{"Shop: changes"}))
		Expect(feed.Updated).To(Equal([]string{"2026-03-03T00:00:00Z"}))
		Expect(feed.Author).To(Equal([]string{"Shop"}))
		Expect(feed.Links).To(Equal([]atomLink{{"self", publicURL + "changes.atom"}, {"alternate", publicURL + "changes/"}}))
		Expect(feed.Entries).To(HaveLen(2))
		ids := map[string]bool{feed.ID[0]: true}
		for i, e := range feed.Entries {
			Expect([]int{len(e.ID), len(e.Title), len(e.Updated), len(e.Content)}).To(Equal([]int{1, 1, 1, 1}))
			Expect(e.Updated[0]).To(Equal([]string{"2026-03-03T00:00:00Z", "2026-03-02T00:00:00Z"}[i]))
			Expect(e.Links).To(Equal([]atomLink{{"alternate", publicURL + []string{"changes/2.0.0", "changes/1.1.0"}[i]}}))
			ids[e.ID[0]] = true
		}
		Expect(ids).To(HaveLen(3), "no two have one id")
		Expect(feed.Entries[0].Title[0]).To(Equal("Shop 2.0.0: 2 breaking changes, 1 other change"))
		content := feed.Entries[0].Content[0]
		Expect(content.Type).To(Equal("html"))
		Expect(texts(htmltest.Parse([]byte(content.Text)).Find("li"))).To(ContainElement("GET /items/{key} : response 200, price: the type was string and is integer"))
	})

	It("keeps the entry of a version when there is a newer one", func(ctx SpecContext) {
		before := feedOf(compared(ctx, shop2, viewer.WithVersions(viewer.Version{Date: day(2)}, viewer.Version{Source: openapi.FromContent(shop1)})))
		now := feedOf(versionsOfShop(ctx))

		Expect(now.ID).To(Equal(before.ID))
		Expect(now.Entries[1].ID).To(Equal(before.Entries[0].ID))
		Expect(now.Entries[1].Content).To(Equal(before.Entries[0].Content))
	})

	DescribeTable("dates a version without a day",
		func(ctx SpecContext, days []time.Time, want ...string) {
			list := []viewer.Version{{}, {Source: openapi.FromContent(shop2)}, {Source: openapi.FromContent(shop1)}}
			for i, day := range days {
				list[i].Date = day
			}

			feed := feedOf(compared(ctx, shop3, viewer.WithVersions(list...)))

			Expect([]string{feed.Entries[0].Updated[0], feed.Entries[1].Updated[0]}).To(Equal(want))
		},
		Entry("like the one before it", []time.Time{{}, day(2), {}}, "2026-03-02T00:00:00Z", "2026-03-02T00:00:00Z"),
		Entry("like the one after it when none before it has one", []time.Time{day(3), {}, {}}, "2026-03-03T00:00:00Z", "2026-03-03T00:00:00Z"),
	)

	It("is not there, and not named, when no version has a day", func(ctx SpecContext) {
		v := compared(ctx, shop2, viewer.WithVersions(viewer.Version{Source: openapi.FromContent(shop1)}))

		Expect(get(v, "/changes.atom").Code).To(Equal(http.StatusNotFound))
		Expect(read(v, "/operations/item").Find("link[type=application/atom+xml]")).To(BeEmpty())
		Expect(read(v, "/changes/").Find("[data-feed]")).To(BeEmpty())
	})

	It("has relative links where the address of the reference is not known, and is named by the pages", func(ctx SpecContext) {
		v := versionsOfShop(ctx)

		Expect(feedOf(v).Links).To(Equal([]atomLink{{"self", "changes.atom"}, {"alternate", "changes/"}}))
		Expect(read(v, "/operations/item").Find("link[type=application/atom+xml]").Attributes("href")).To(Equal([]string{"../changes.atom"}))
		Expect(read(v, "/changes/").Find("[data-feed]").Attributes("href")).To(Equal([]string{"../changes.atom"}))
	})

	It("shows no markup of a description", func(ctx SpecContext) {
		const payload = `<img src=x onerror=alert(1)>`
		next := strings.NewReplacer("/carts", "/"+payload, "Shop", payload).Replace(shop2)
		v := compared(ctx, next, viewer.WithVersions(viewer.Version{Name: payload, Date: day(1), Source: openapi.FromContent(shop1)}))

		for _, e := range feedOf(v).Entries {
			Expect(htmltest.Parse([]byte(e.Content[0].Text)).Find("img")).To(BeEmpty())
		}
		Expect(read(v, "/changes/").Find("main img")).To(BeEmpty())
	})
})
