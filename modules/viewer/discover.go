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
func (v *Viewer) serveSitemap(w http.ResponseWriter, r *http.Request, at place, number int) bool {
	s := v.state.Load()
	base, own := v.base(r, at)
	if s.doc == nil || base == "" {
		return false
	}
	key := strings.Join([]string{"sitemap", s.version, base, strconv.Itoa(number)}, "\x00")
	if entry, ok := v.cache.Get(key); ok {
		v.sendSitemap(w, r, entry, own)
		return true
	}
	list := v.addresses(s.doc)
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
	entry := newEntry(body)
	v.cache.Put(key, entry.Packed())
	v.sendSitemap(w, r, entry, own)
	return true
}

func (v *Viewer) sendSitemap(w http.ResponseWriter, r *http.Request, entry pagecache.Entry, own bool) {
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	v.cacheByHost(w, own)
	v.send(w, r, http.StatusOK, entry)
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
func (v *Viewer) serveRobots(w http.ResponseWriter, r *http.Request, at place) bool {
	path, ok := rootPath(r, at)
	base, own := v.base(r, at)
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
	v.send(w, r, http.StatusOK, newEntry([]byte(text)))
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

// base returns the absolute address of the root, with a slash at its end: the
// configured one, which is our own, or the one that the request was sent to. It
// is empty when that is no address, or one that the guard does not know: whoever
// asks can write any.
func (v *Viewer) base(r *http.Request, at place) (base string, own bool) {
	if v.public != "" {
		return v.public, true
	}
	origin, prefix := v.asked(r)
	path, ok := rootPath(r, at)
	if !ok || origin == "" {
		return "", false
	}
	return origin + prefix + path, false
}

// copiedRoot leads from a page that is copied elsewhere to the root: by an absolute
// address where that is known, unless the page is one of an export, whose files stand
// beside each other. An address that only the request says is base, and the root is
// the mark that stands for it.
func (v *Viewer) copiedRoot(r *http.Request, at place) (root, base string) {
	base, own := v.base(r, at)
	switch {
	case base == "" || strings.HasSuffix(r.Host, ".invalid"):
		return at.root, ""
	case own:
		return base, ""
	}
	return v.mark, base
}

// asked returns the scheme and host that a request was sent to, and the path that
// a proxy has taken off. The origin is empty when the guard does not know the host.
func (v *Viewer) asked(r *http.Request) (origin, prefix string) {
	scheme, host := "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if v.forwarded {
		scheme, host, prefix = forwarded(r, scheme, host)
	}
	if !validHost(host) || !v.forwarded && !v.guard.knows(host) {
		return "", ""
	}
	return scheme + "://" + host, prefix
}

// byOrigin reports whether the samples of a page depend on where the reference is,
// which only the request says. Other pages are kept once for all hosts.
func (v *Viewer) byOrigin(page *core.Page) bool {
	if page.Operation != nil {
		return v.public == "" && snippet.Relative(page.Operation.Servers)
	}
	return v.public == "" && hasSamples(page.Kind)
}

// hasSamples reports whether pages of a kind may have samples of requests.
func hasSamples(kind core.PageKind) bool {
	switch kind {
	case core.PageOverview, core.PageTag, core.PageOperation, core.PageWebhook:
		return true
	}
	return false
}

// originOf is the scheme and host of an absolute address, "" for none.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// rootPath is the path of the root as it was asked for, with a slash at its end.
func rootPath(r *http.Request, at place) (path string, ok bool) {
	path, _, _ = strings.Cut(r.RequestURI, "?")
	path, ok = strings.CutSuffix(path, (&url.URL{Path: at.address}).EscapedPath())
	return path, ok && strings.HasPrefix(path, "/") && strings.HasSuffix(path, "/")
}

// forwarded takes over what a trusted proxy says about the request it was sent.
func forwarded(r *http.Request, scheme, host string) (string, string, string) {
	first := func(name string) string {
		value, _, _ := strings.Cut(r.Header.Get(name), ",")
		return strings.TrimSpace(value)
	}
	if s := first("X-Forwarded-Proto"); s == "http" || s == "https" {
		scheme = s
	}
	if h := first("X-Forwarded-Host"); h != "" {
		host = h
	}
	prefix := strings.TrimRight(first("X-Forwarded-Prefix"), "/")
	if u, err := url.Parse(prefix); err != nil || u.EscapedPath() != prefix || prefix != "" && (prefix[0] != '/' || strings.HasPrefix(prefix, "//")) {
		prefix = ""
	}
	return scheme, host, prefix
}

// validHost reports whether a host can stand in an address. One below "invalid"
// leads nowhere (RFC 6761, section 6.4); an export asks for it.
func validHost(host string) bool {
	return host != "" && len(host) <= 255 && !strings.HasSuffix(host, ".invalid") && !strings.ContainsFunc(host, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(".-:[]_", r))
	})
}
