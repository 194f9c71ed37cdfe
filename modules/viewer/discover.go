package viewer

import (
	"bytes"
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// sitemapSize is how many addresses one sitemap may have (sitemaps.org).
const sitemapSize = 50_000

// sitemapNumber tells the addresses of sitemaps: "sitemap.xml" is 0, which holds
// all pages or names the others, "sitemap-1.xml" is 1.
func sitemapNumber(path string) (int, bool) {
	name, ok := strings.CutSuffix(path, ".xml")
	if name == "sitemap" {
		return 0, ok
	}
	digits, found := strings.CutPrefix(name, "sitemap-")
	if !ok || !found {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil && n > 0 && strconv.Itoa(n) == digits
}

// addresses are those of all pages, relative to the root, the first parts of
// long ones only.
func (v *Viewer) addresses(doc *apidoc.Document) []string {
	list := []string{""}
	for i := range doc.Tags {
		list = append(list, address.Of(core.PageTag, doc.Tags[i].Slug))
	}
	for i := range doc.Operations {
		list = append(list, address.Of(core.PageOperation, doc.Operations[i].Slug))
	}
	for i := range doc.Webhooks {
		list = append(list, address.Of(core.PageWebhook, doc.Webhooks[i].Slug))
	}
	if v.settings.HideModels {
		return list
	}
	if len(doc.Models) > 0 {
		list = append(list, address.Of(core.PageModels, ""))
	}
	for i := range doc.Models {
		list = append(list, address.Of(core.PageModel, doc.Models[i].Slug))
	}
	if len(doc.Components) > 0 {
		list = append(list, address.Of(core.PageComponents, ""))
	}
	for i := range doc.Components {
		list = append(list, address.Of(core.PageComponent, doc.Components[i].Slug))
	}
	return list
}

// serveSitemap answers with the addresses of all pages, in several files when
// there are more than one may hold.
func (v *Viewer) serveSitemap(w http.ResponseWriter, r *http.Request, at mount.Place, number int) bool {
	s := v.loader.Current()
	base, own := v.mount.Base(r, at)
	if s.Doc == nil || base == "" {
		return false
	}
	key := strings.Join([]string{"sitemap", s.Version, base, strconv.Itoa(number)}, "\x00")
	if entry, ok := v.cache.Get(key); ok {
		v.sendSitemap(w, r, entry, own)
		return true
	}
	list := v.addresses(s.Doc)
	parts := (len(list) + sitemapSize - 1) / sitemapSize
	var body []byte
	switch {
	case number == 0 && parts == 1:
		body = sitemap("urlset", "url", base, list)
	case number == 0:
		names := make([]string, parts)
		for i := range names {
			names[i] = "sitemap-" + strconv.Itoa(i+1) + ".xml"
		}
		body = sitemap("sitemapindex", "sitemap", base, names)
	case parts > 1 && number <= parts:
		body = sitemap("urlset", "url", base, list[(number-1)*sitemapSize:min(number*sitemapSize, len(list))])
	default:
		return false
	}
	entry := answer.New(body)
	v.cache.Put(key, entry.Packed())
	v.sendSitemap(w, r, entry, own)
	return true
}

func (v *Viewer) sendSitemap(w http.ResponseWriter, r *http.Request, entry pagecache.Entry, own bool) {
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	v.cacheByHost(w, own)
	v.answers.Send(w, r, http.StatusOK, entry)
}

// sitemap writes a list of addresses.
func sitemap(list, item, base string, names []string) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header + "<" + list + ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, name := range names {
		b.WriteString("<" + item + "><loc>")
		_ = xml.EscapeText(&b, []byte(base+name)) // a buffer takes everything
		b.WriteString("</loc></" + item + ">\n")
	}
	b.WriteString("</" + list + ">\n")
	return b.Bytes()
}

// serveRobots answers with hints for crawlers. They look for them at the root of
// a host, so this counts where the reference is mounted there, and is to be
// taken over elsewhere.
func (v *Viewer) serveRobots(w http.ResponseWriter, r *http.Request, at mount.Place) bool {
	path, ok := mount.RootPath(r, at)
	base, own := v.mount.Base(r, at)
	if u, err := url.Parse(base); base != "" && err == nil {
		path, ok = u.EscapedPath(), true
	}
	if !ok {
		return false
	}
	text := "User-agent: *\nDisallow: " + path + "search\nDisallow: " + path + "_/\n"
	if base != "" {
		text += "\nSitemap: " + base + "sitemap.xml\n"
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	v.cacheByHost(w, own)
	v.answers.Send(w, r, http.StatusOK, answer.New([]byte(text)))
	return true
}

// cacheByHost lets an answer be kept, unless it holds the address that the
// client has named: nobody else must get that.
func (v *Viewer) cacheByHost(w http.ResponseWriter, own bool) {
	if own {
		w.Header().Set("Cache-Control", "no-cache")
		return
	}
	w.Header().Set("Cache-Control", "no-store")
}

// byOrigin reports whether the samples of a page depend on where the reference is,
// which only the request says. Other pages are kept once for all hosts.
func (v *Viewer) byOrigin(page *core.Page) bool {
	if page.Operation != nil {
		return v.mount.Public == "" && snippet.Relative(page.Operation.Servers)
	}
	return v.mount.Public == "" && hasSamples(page.Kind)
}

// hasSamples reports whether pages of a kind may have samples of requests.
func hasSamples(kind core.PageKind) bool {
	switch kind {
	case core.PageOverview, core.PageTag, core.PageOperation, core.PageWebhook:
		return true
	}
	return false
}
