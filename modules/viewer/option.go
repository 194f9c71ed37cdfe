package viewer

import (
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/changelog"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/headers"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shared"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// Option changes how a viewer serves its pages.
type Option func(*config)

type config struct {
	settings     core.Settings
	given        Configuration
	customCSS    string
	givenServers []apidoc.Server // replace those of the description, if any
	baseServer   string
	// tagOrder and operationOrder are names of orders, "" for that of the description.
	tagOrder, operationOrder string
	proxyURL                 string // of a proxy elsewhere, "" for none
	basePath                 string
	public                   string
	markdown                 core.Renderer
	onUpdate                 func(text string)
	transport                core.Transport
	logger                   *slog.Logger
	forwarded                bool
	live                     bool
	watch                    time.Duration
	cacheDir                 string
	cacheBytes               int           // of pages
	shared                   shared.Config // of what replicas share, without Blobs for nothing
	imageHosts               []string
	hosts                    []string
	inert                    []string // fields of the configuration without effect
	err                      error    // of the first option that cannot be used

	own           changelog.Version   // the description itself, without a source
	earlier       []changelog.Version // the newest first
	mocked        bool                // requests of the description are answered
	mockOptions   []mock.Option
	openDrafts    Drafts // nil when visitors can send no descriptions
	visitorLimits VisitorLimits
	requests      RequestProxy  // nil when none are sent
	tokens        TokenExchange // nil when none are asked for
	drafts        string        // where the editor sends to, relative to the root; "" for nowhere
}

func (c *config) fail(format string, a ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("viewer: "+format, a...)
	}
}

// assets returns the files that the viewer serves.
func (c *config) assets() *ui.Set {
	if c.customCSS == "" {
		return ui.Assets()
	}
	return ui.Assets().With(ui.NewFile(ui.CustomSheet, ui.CustomCSS(c.customCSS)))
}

// WithConfiguration sets how pages look, all of it at once. Its Spec is not used:
// the source is given already. Default: the zero Configuration.
func WithConfiguration(configuration Configuration) Option {
	return func(c *config) {
		if err := configuration.Validate(); err != nil && c.err == nil {
			c.err = err
			return
		}
		c.given = configuration
		c.configure(configuration)
	}
}

// WithBasePath names the path below which the viewer is mounted, for routers
// that neither strip it nor name it in the pattern of the request, such as
// "/reference". Requests whose path does not begin with it are served as if it
// had been stripped. Default: the viewer finds out itself below http.ServeMux
// and http.StripPrefix.
func WithBasePath(path string) Option {
	return func(c *config) {
		if path != "" && !strings.HasPrefix(path, "/") {
			c.fail("base path %q does not begin with a slash", path)
		}
		c.basePath = strings.TrimRight(path, "/")
	}
}

// WithPublicURL names the absolute address of the reference, which pages give as
// their canonical one, and sitemap.xml, and which the links of pages in Markdown
// begin with. Its host is one that requests may be for: see WithHosts. Default, also
// for the empty address: the links of pages to themselves are relative, and
// sitemap.xml is there for hosts that WithHosts names and for addresses. Samples of
// requests to a relative server have the same hosts, or a placeholder, and links of
// pages in Markdown have these hosts, or are relative.
func WithPublicURL(address string) Option {
	return func(c *config) {
		if address == "" {
			c.public = ""
			return
		}
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
			c.fail("public URL %q is no absolute http or https address without query", address)
		}
		c.public = strings.TrimRight(address, "/") + "/"
	}
}

// WithForwardedHeaders makes absolute addresses, which sitemap.xml, pages in Markdown
// and samples for relative servers need, of what a proxy says in X-Forwarded-Proto, X-Forwarded-Host
// and X-Forwarded-Prefix. Use it only behind a proxy that sets or removes all three,
// and not together with WithPublicURL, which wins. Links of pages in HTML need none of
// it: they are relative.
// Default: the headers are ignored.
func WithForwardedHeaders() Option {
	return func(c *config) { c.forwarded = true }
}

// WithWatch looks at the source that often and shows what it holds when it has
// changed; open pages follow, as with WithLiveReload. A change that cannot be
// read leaves the last good description, with a notice of what is wrong where. A
// source that is no core.SpecVersioner is loaded each time. Default, for zero:
// the source is read once.
func WithWatch(every time.Duration) Option {
	return func(c *config) { c.watch = every }
}

// WithLiveReload lets open pages follow what Reload brings. Each of them holds a
// connection for it, so this is for those who write a description rather than
// for the public. Default: pages show what they were opened with.
func WithLiveReload() Option {
	return func(c *config) { c.live = true }
}

// WithCacheDir keeps in a directory what NewReference reads of the description at
// the start, so that the next start need not read it again: see
// openapi.WithCacheDir, which is for New. Default: nothing is kept.
func WithCacheDir(dir string) Option {
	return func(c *config) { c.cacheDir = dir }
}

// WithShared lets viewers in several processes that have the same source show the same
// version of the description: one of them asks the source, and the others take the text
// that it has read, which they read and check as their own. Name is that of the source, of
// letters, digits, ".", "-" and "_", the same in all of them and another one for another
// source; blobs and signals are what they share.
//
// A viewer that starts shows what the others show. Where nobody has asked the source for a
// minute, it asks it then. Reload, WithWatch and what is loaded again after a failure ask
// the source, and the others follow: when a signal comes, and within 10 seconds when it is
// lost or signals is nil. No viewer comes back to a version that was read before the one
// it shows.
//
// A viewer waits 5 seconds for another one that asks the source. Each use of blobs is
// bounded by 250 milliseconds, and by 5 seconds where a text is moved. Pages never wait for
// it. While it fails, a viewer shows what it reads itself, and says so in the log once a
// minute at most. What no viewer has shown for 10 minutes is forgotten. Who can write to
// blobs decides which description is shown, as its server does.
//
// A source that is no core.SpecReader is loaded by each viewer: the others then follow
// Reload by asking it as well. Default: nothing is shared.
func WithShared(name string, blobs state.Blobs, signals state.Signals) Option {
	return func(c *config) {
		switch {
		case !memberName(name) || len(name) > maxSharedName:
			c.fail("%q is no name of a shared description: use up to %d letters, digits, dots, hyphens and underscores", name, maxSharedName)
		case blobs == nil:
			c.fail("nil Blobs to share a description in")
		}
		c.shared = shared.Config{Name: name, Blobs: blobs, Signals: signals}
	}
}

// maxSharedName is how long the name of a shared description may be, in bytes.
const maxSharedName = 100

// WithMarkdown offers every page in Markdown too: at its address with ".md"
// behind it, at "llms.txt" for the overview, and to whoever asks for
// text/markdown. Default: not offered by New, offered by NewReference.
func WithMarkdown(renderer core.Renderer) Option {
	return func(c *config) { c.markdown = renderer }
}

// WithOnUpdate sets what is called when the text of the description has changed,
// with the new text: before a Reload that brought it returns, and, when the
// configuration says IsEditable, when the editor of a reader has sent it. What a
// reader types comes from outside: it is within the limits of
// WithVisitorDescriptions, in the order of the changes, and need not be a
// description that can be read.
//
// It is called once for each change, by the goroutine of the Reload or of the
// request, never twice at a time. It must not call Reload, but may write what
// WithWatch looks at. Default: Configuration.OnSpecUpdate.
func WithOnUpdate(f func(text string)) Option {
	return func(c *config) { c.onUpdate = f }
}

// WithTransport sets how NewReference fetches the description at
// Configuration.Spec.URL. New does not use it. Default: net/http, without
// redirects and without proxies of the environment.
func WithTransport(t core.Transport) Option {
	return func(c *config) { c.transport = t }
}

// WithLogger sets where what the viewer has to say is logged: at Warn what an
// operator should look at, at Debug the rest. Default, also for nil: nowhere.
func WithLogger(l *slog.Logger) Option {
	return func(c *config) {
		if l != nil {
			c.logger = l
		}
	}
}

// WithImageHosts names the hosts whose images descriptions may show, such as
// "img.example.com" or "cdn.example.com:8443", by https alone. A reader's browser
// tells these hosts its address. Default: none; images are links.
func WithImageHosts(hosts ...string) Option {
	return func(c *config) { c.imageHosts = append(c.imageHosts, c.plainHosts("image host", hosts)...) }
}

// WithHosts names the hosts that requests may be for, with their ports where
// those are not the default ones. Requests for others are answered with 421, so
// that no page elsewhere can reach a reference in a private network by letting
// its own name lead there (DNS rebinding).
//
// Default: any host, except that a viewer which is reached over loopback answers
// for localhost, names below it, addresses, and the host of WithPublicURL only. A
// proxy on the same machine that passes the host it was asked for needs that one
// named here or there.
func WithHosts(hosts ...string) Option {
	return func(c *config) { c.hosts = append(c.hosts, c.plainHosts("host", hosts)...) }
}

// plainHosts returns hosts in lower case, and fails when one is none.
func (c *config) plainHosts(what string, hosts []string) []string {
	var plain []string
	for _, host := range hosts {
		if !headers.PlainHost(host) {
			c.fail("%s %q is no name of a host, with or without a port", what, host)
			return nil
		}
		plain = append(plain, strings.ToLower(host))
	}
	return plain
}

// WithMock answers the requests of the description below "_/mock/", from its
// examples and schemas, and offers that as one more server on the pages: see
// package mock. Answers share the origin of the pages, so they are sent with
// mock.WithSharedOrigin, whatever the options say. A static export has no server:
// make one of a viewer without this option. Default: nothing is answered.
//
// The viewer has to get the requests of all methods then, not only GET and HEAD.
func WithMock(options ...mock.Option) Option {
	return func(c *config) { c.mocked, c.mockOptions = true, slices.Clone(options) }
}

// Version is a version of a description.
type Version struct {
	// Name is what readers know it by, such as "2.1.0". Default: what the description
	// says, info.version.
	Name string
	// Date is when it was published. Default: it is not known. The feed is there when the
	// date of one version is known.
	Date time.Time
	// Source is where its description comes from. It is nil for the description that the
	// viewer shows.
	Source core.SpecSource
}

// WithVersions shows what the versions of a description have changed: on pages below
// "changes/", in a feed at "changes.atom", and beside the operations. The newest version
// comes first; when it has no Source it gives the description itself a name and a date.
//
// Versions are read in the background, after the description, and again with each new
// one. One that cannot be read is named with the reason, and the version after it is
// compared with the one before it; when it could not be had, which core.SpecError.Temporary
// says, it is asked for again later. Operations that pages do not show are not named.
// Default: no versions, and none of these addresses.
func WithVersions(versions ...Version) Option {
	return func(c *config) {
		c.own, c.earlier = changelog.Version{}, nil
		for i, v := range versions {
			switch {
			case v.Source != nil:
				c.earlier = append(c.earlier, changelog.Version(v))
			case i == 0:
				c.own = changelog.Version(v)
			default:
				c.fail("version %d, %q, has no source: only the first can be the description itself", i+1, v.Name)
			}
		}
	}
}
