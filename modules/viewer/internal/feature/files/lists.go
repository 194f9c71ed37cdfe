package files

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
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
)

// Lists tells programs which pages there are.
type Lists struct {
	Mount      *mount.Mount
	Cache      *pagecache.Cache
	Answers    *answer.Sender
	HideModels bool
	// Changelog is what the versions have changed. It is nil where none are compared.
	Changelog func(d *loader.Description) *core.Changelog
}

// Routes are the addresses of the lists.
func (l *Lists) Routes() []site.Route {
	return []site.Route{
		{Pattern: "sitemap.xml", Weight: 1, Handler: l.sitemap},
		{Pattern: "sitemap-{n}.xml", Weight: 1, Handler: l.sitemap},
		{Pattern: "robots.txt", Handler: l.robots},
	}
}

// sitemap answers with the addresses of all pages, in several files when
// there are more than one may hold.
func (l *Lists) sitemap(w http.ResponseWriter, in *site.Request) bool {
	s := in.Now
	number, ok := sitemapNumber(in.At.Address)
	base, own := l.Mount.Base(in.Request, in.At)
	if !ok || s.Doc == nil || base == "" {
		return false
	}
	var log *core.Changelog
	key := strings.Join([]string{"sitemap", s.Version, base, strconv.Itoa(number)}, "\x00")
	if l.Changelog != nil {
		log = l.Changelog(s.Description)
		key += "\x00" + log.Tag
	}
	if entry, ok := l.Cache.Get(key); ok {
		l.send(w, in, answer.Keep(l.Cache, key, in.Request, entry, true), "application/xml; charset=utf-8", own)
		return true
	}
	list := append(Addresses(s.Doc, l.HideModels), releases(log)...)
	parts := (len(list) + sitemapSize - 1) / sitemapSize
	var body []byte
	switch {
	case number == 0 && parts == 1:
		body = xmlList("urlset", "url", base, list)
	case number == 0:
		names := make([]string, parts)
		for i := range names {
			names[i] = "sitemap-" + strconv.Itoa(i+1) + ".xml"
		}
		body = xmlList("sitemapindex", "sitemap", base, names)
	case parts > 1 && number <= parts:
		body = xmlList("urlset", "url", base, list[(number-1)*sitemapSize:min(number*sitemapSize, len(list))])
	default:
		return false
	}
	l.send(w, in, answer.Keep(l.Cache, key, in.Request, answer.New(body), false), "application/xml; charset=utf-8", own)
	return true
}

// robots answers with hints for crawlers. They look for them at the root of
// a host, so this counts where the reference is mounted there, and is to be
// taken over elsewhere.
func (l *Lists) robots(w http.ResponseWriter, in *site.Request) bool {
	path, ok := mount.RootPath(in.Request, in.At)
	base, own := l.Mount.Base(in.Request, in.At)
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
	l.send(w, in, answer.New([]byte(text)), "text/plain; charset=utf-8", own)
	return true
}

// send answers with a list. It may be kept, unless it holds the address that the client
// has named: nobody else must get that.
func (l *Lists) send(w http.ResponseWriter, in *site.Request, entry pagecache.Entry, mediaType string, own bool) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Cache-Control", site.Never)
	if own {
		h.Set("Cache-Control", site.Validated)
	}
	l.Answers.Send(w, in.Request, http.StatusOK, entry)
}

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

// xmlList writes a list of addresses.
func xmlList(list, item, base string, names []string) []byte {
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

// releases are the addresses of what the versions have changed, as far as that is known.
func releases(log *core.Changelog) []string {
	if log == nil {
		return nil
	}
	list := []string{address.Of(core.PageChanges, "")}
	for i := range log.Releases {
		list = append(list, address.Of(core.PageRelease, log.Releases[i].Slug))
	}
	return list
}

// Addresses are those of all pages about the API as it is, relative to the root, the first parts of
// long ones only.
func Addresses(doc *apidoc.Document, hideModels bool) []string {
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
	if hideModels {
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
